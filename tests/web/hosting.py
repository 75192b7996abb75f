"""A plain web host, as anybody has one: it serves a folder and knows nothing of what lies there."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from .conftest import SECONDS


class Host:
    """Serves a folder until it is stopped."""

    def __init__(self, folder: Path) -> None:
        """Begin at once, on a free port."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where the folder is found, with a slash at its end."""
        return f"http://localhost:{self._server.server_address[1]}/"

    def stop(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(SECONDS)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_told: Any) -> None:
        """Tell nobody of requests."""
