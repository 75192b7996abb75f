"""A process that has the tests' libraries loaded and runs pytest in forks of itself, so that no fault waits for them.

It reads a JSON list of pytest's arguments per line, and answers with the process that runs them and its exit code. The
package itself is loaded by each fork, with its fault.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import signal
import sys
from typing import Final

import pytest

LIBRARIES: Final = (
    "xml.etree.ElementTree",
    "asyncio",
    "sqlite3",
    "hypothesis.strategies",
    "networkx",
    "httpx",
    "litestar.contrib.jinja",
    "litestar.testing",
    "litestar.openapi.plugins",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.dialects.sqlite",
    "alembic.command",
    "cryptography.hazmat.primitives.serialization",
    "cryptography.x509",
    "openskill.models",
    "prometheus_client",
    "psycopg",
    "redis.asyncio",
    "segno",
    "uvicorn",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
    "webauthn",
    "websockets.asyncio.client",
    "prompt_toolkit.application",
    "click",
)
"""Whatever of these is installed is loaded once; none of them may start a thread."""


def main() -> None:
    """Run what is asked for until the input ends."""
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit())
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            sys.exit(_run(json.loads(line)))
        try:
            print(process, flush=True)
            _, status = os.waitpid(process, 0)
        except BaseException:
            # An endless loop would outlive this process.
            os.kill(process, signal.SIGKILL)
            raise
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(words: list[str]) -> int:
    """Run pytest as a process started on its own would."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    random.seed()
    return pytest.main(["-W", "ignore::pytest.PytestAssertRewriteWarning", *words])


if __name__ == "__main__":
    main()
