"""Games that an older version kept in a browser go on in this one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store import Store
from spite_and_malice.server.store.schema import REVISION
from tests.older import old_table

HERE: Final = Path(__file__).parent
BEFORE: Final = "0018"
"""A revision before the first that browsers kept: every migration since them is run."""


async def test_a_kept_file_of_an_older_version_is_brought_up_to_date(in_kit_command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        upgrade(connection, "0001")
        old_table(connection)
        upgrade(connection, BEFORE)
    command = [*in_kit_command, str(HERE / "opening.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr or done.stdout)[-2000:]
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == REVISION
    engine.dispose()
    store = Store(file)
    stored = await store.tables.get("t1")
    store.close()
    assert stored is not None
    assert [seat.name for seat in stored.table.seats] == ["Ada", "Greedy"]
