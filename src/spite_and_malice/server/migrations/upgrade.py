"""Bring an older database up to the newest schema with Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_HERE: Final = Path(__file__).parent
_VERSIONS: Final = [_HERE / "versions"]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to ``revision`` in the caller's transaction."""
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(str(folder).replace("%", "%%") for folder in _VERSIONS))
    # A browser has only the bytecode.
    config.set_main_option("sourceless", "false" if (_HERE / "env.py").exists() else "true")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
