"""A plain web host: it serves a folder and knows nothing about its contents."""

from __future__ import annotations

import socket
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.waiting import SECONDS


class Host:
    """Serves a folder until it is stopped.

    ``asked`` are the requested paths; those in ``cut`` break off halfway through the body, and those in ``held`` come
    once their event is set.
    """

    def __init__(self, folder: Path) -> None:
        """Begin at once, on a free port."""
        self.asked: list[str] = []
        self.cut: set[str] = set()
        self.held: dict[str, threading.Event] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, self, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the folder, with a slash at its end."""
        return f"http://localhost:{self._server.server_address[1]}/"

    def stop(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(SECONDS)


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *arguments: Any, **named: Any) -> None:
        self._host = host
        super().__init__(*arguments, **named)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, or the part of it that the host should send."""
        self._host.asked.append(self.path)
        if (event := self._host.held.get(self.path)) is not None:
            event.wait(SECONDS)
        if self.path not in self._host.cut:
            super().copyfile(source, outputfile)
            return
        content = source.read()
        outputfile.write(content[: len(content) // 2])
        outputfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_told: Any) -> None:
        """Log nothing."""
