"""One who thinks on a machine of a cluster: `courier` has it made there."""

from __future__ import annotations

import importlib
import json
import os
import socket
from typing import Any

from spite_and_malice import __version__


class Mind:
    """Answers one question at a time, and says meanwhile that it is there."""

    def __init__(self, version: str) -> None:
        """Raises ValueError where another ``version`` of this package is installed: it might play differently."""
        if version != __version__:
            raise ValueError(f"the server has version {version}, this machine {__version__}")

    def pulse(self) -> str:
        """Return where this process is: its machine and its number there."""
        return f"{socket.gethostname()}:{os.getpid()}"

    def answer(self, module: str, question: dict[str, Any]) -> dict[str, Any]:
        """Return what a module that thinks (`process`) answers to a question."""
        answer: dict[str, Any] = importlib.import_module(module).answer(json.dumps(question))
        return answer
