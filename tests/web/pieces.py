"""A page as delivered by a slow connection or processor: piece by piece, the next one when the test says so."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from tests.waiting import SECONDS

_ENDS: Final = re.compile(r"(?<=</a>)|(?<=</button>)|(?<=</h1>)|(?<=</nav>)|(?<=</header>)")
_FOOT: Final = '<footer class="site-foot"'
_ENDS_BELOW: Final = re.compile(r"(?<=</h1>)|(?<=</dt>)|(?<=</article>)|(?<=</main>)|(?<=</form>)")


class Pieces:
    """Serves one page, split after each part of its head and, if it has the site's foot, after others below."""

    def __init__(self, page: str) -> None:
        """Begin at once, on a free port."""
        head, end, rest = page.partition("</header>")
        below = _ENDS_BELOW.split(rest) if _FOOT in rest else [rest]
        self.pieces = [piece.encode() for piece in (*_ENDS.split(head + end), *below) if piece]
        self.left = len(self.pieces)
        """How many of them have not been sent."""
        self._next = threading.Semaphore(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page, for any path."""
        return f"http://localhost:{self._server.server_address[1]}"

    def go_on(self) -> None:
        """Send the next piece."""
        self._next.release()

    def has_fewer(self, count: int) -> bool:
        """Return whether fewer are left to be sent."""
        return self.left < count

    def send(self, write: Any) -> None:
        """Send each piece when it is its turn."""
        for piece in self.pieces:
            self._next.acquire(timeout=SECONDS)
            write(piece)
            self.left -= 1

    def stop(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(SECONDS)


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, pieces: Pieces, *arguments: Any) -> None:
        self._pieces = pieces
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Answer with the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(sum(map(len, self._pieces.pieces))))
        self.end_headers()
        self._pieces.send(self.wfile.write)

    def log_message(self, *_words: object) -> None:
        """Log nothing."""


@contextmanager
def in_pieces(page: str) -> Iterator[Pieces]:
    """Serve a page in pieces; the first one comes unasked."""
    pieces = Pieces(page)
    yield pieces
    pieces.stop()
