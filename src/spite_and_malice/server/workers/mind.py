"""A worker on a machine of a cluster, created by `courier`."""

from __future__ import annotations

import importlib
import json
import os
import socket
from typing import Any

from spite_and_malice import __version__


class Mind:
    """Answers one question at a time, and reports meanwhile that it is alive."""

    def __init__(self, version: str) -> None:
        """Raises ValueError if a different ``version`` of this package is installed: it might play differently."""
        if version != __version__:
            raise ValueError(f"the server has version {version}, this machine {__version__}")

    def pulse(self) -> str:
        """Return the location of this process: its machine and process id."""
        return f"{socket.gethostname()}:{os.getpid()}"

    def answer(self, module: str, question: dict[str, Any]) -> dict[str, Any]:
        """Return a worker module's answer to a question (`process`)."""
        answer: dict[str, Any] = importlib.import_module(module).answer(json.dumps(question))
        return answer
