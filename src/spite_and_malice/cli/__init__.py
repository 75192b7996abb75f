"""The command ``spite``: one file for each subject, `group.py` for what all commands share.

Every command imports what it needs only when it runs, so that each of them starts at once.
"""

from spite_and_malice.cli import (
    admin,
    checks,
    games,
    kept,
    lobby,
    offline,
    patience,
    play,
    puzzles,
    records,
    rules,
    serve,
    servers,
    tournament,
)
from spite_and_malice.cli.group import main

__all__ = [
    "admin",
    "checks",
    "games",
    "kept",
    "lobby",
    "main",
    "offline",
    "patience",
    "play",
    "puzzles",
    "records",
    "rules",
    "serve",
    "servers",
    "tournament",
]
