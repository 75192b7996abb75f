"""Games stored in a browser by an older version continue in this one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from spite_and_malice.server.store import Store
from spite_and_malice.server.store.database.schema import REVISION
from tests.older import write_old_games

HERE: Final = Path(__file__).parent


async def test_a_kept_file_of_the_first_version_goes_on_and_migrations_can_run(
    in_kit_command: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "tables.sqlite3"
    write_old_games(file)
    command = [*in_kit_command, str(HERE / "opening.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr or done.stdout)[-2000:]
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'migrated.sqlite3'}")
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == REVISION
    engine.dispose()
    store = Store(file)
    stored = await store.tables.get("t1")
    store.close()
    assert stored is not None
    assert [seat.name for seat in stored.table.seats] == ["Ada", "Greedy"]
