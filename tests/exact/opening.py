"""Opens a file of games as a browser's worker does, and migrates an empty one; it runs in the kit."""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import create_engine

from spite_and_malice.server.migrations.upgrade import upgrade
from spite_and_malice.server.store import Store

folder = Path(sys.argv[1])
Store(folder / "tables.sqlite3", has_threads=False).close()
with create_engine(f"sqlite:///{folder / 'migrated.sqlite3'}").begin() as connection:
    upgrade(connection)
