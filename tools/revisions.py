"""The databases for testing upgrades: ``python -m tools.revisions``.

Writes those missing in ``tests/server/revisions``: each is the one before it, migrated, with a row in every new table.
Existing ones stay unchanged.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store.database.schema import REVISION
from tests.older import FOLDER, write_old_games


def main() -> None:
    """Write the missing databases."""
    for number in range(2, int(REVISION) + 1):
        revision = f"{number:04}"
        if not (FOLDER / f"{revision}.sql.xz").exists():
            with TemporaryDirectory() as folder:
                file = Path(folder) / "games.sqlite3"
                write_old_games(file, f"{number - 1:04}")
                _migrate(file, revision)
                with closing(sqlite3.connect(file)) as connection:
                    text = "\n".join(connection.iterdump())
            (FOLDER / f"{revision}.sql.xz").write_bytes(lzma.compress(text.encode()))
            print(revision)


def _migrate(file: Path, revision: str) -> None:
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        before = set(sa.inspect(connection).get_table_names())
        upgrade(connection, revision)
        metadata = sa.MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if table.name not in before and connection.execute(sa.select(table)).first() is None:
                row = {column.name: _value(connection, column) for column in table.columns}
                connection.execute(sa.insert(table).values(row))
    engine.dispose()


def _value(connection: sa.Connection, column: sa.Column[Any]) -> Any:
    for key in column.foreign_keys:
        return connection.execute(sa.select(key.column)).scalars().first()
    kind = column.type.python_type
    if kind is bytes:
        return bytes(range(32))
    if kind is str:
        # People's ids have 64 digits.
        length = getattr(column.type, "length", None)
        return "{}" if length is None else "a" * 64 if length == 64 else column.name[:length]
    return kind(1)


if __name__ == "__main__":
    main()
