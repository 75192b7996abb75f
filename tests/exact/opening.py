"""Opens a file of games as a browser's worker does; it runs in the kit."""

from __future__ import annotations

import sys
from pathlib import Path

from spite_and_malice.server.store import Store

Store(Path(sys.argv[1]) / "tables.sqlite3", has_threads=False).close()
