"""The command ``spite``: one file for each subject, `group.py` for what all commands share.

A command's file is imported when that command is called, and imports what it needs when it runs, so that each of them
starts immediately.
"""

from spite_and_malice.cli.group import main

__all__ = ["main"]
