"""The folder of this person's state: useful the next time, but no loss."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def state_folder() -> Path | None:
    """Return the folder, which may not exist yet; None if this person has no home folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_STATE_HOME", "")
    if not base or not Path(base).is_absolute():
        home = os.environ.get("HOME" if sys.platform != "win32" else "USERPROFILE", "")
        if not Path(home).is_absolute():
            return None
        between = {"win32": "AppData/Local", "darwin": "Library/Application Support"}
        base = str(Path(home) / between.get(sys.platform, ".local/state"))
    return Path(base) / "spite-and-malice"
