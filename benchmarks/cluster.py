"""A Ray cluster on this computer, for as long as it is needed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_STARTING_SECONDS: Final = 120.0
_LOOK_SECONDS: Final = 0.2


class NoClusterError(Exception):
    """Ray gave up starting; the message is the end of what it said."""


@contextmanager
def local_cluster(cores: int, log: Path, niceness: int = 0) -> Iterator[tuple[str, Callable[[], None]]]:
    """Start a cluster; yield its address for SPITE_THINKING and a function that kills all of it.

    Raises `NoClusterError`.
    """
    port, address = free_port(), free_port()
    ray = str(Path(sys.executable).with_name("ray"))
    options = [f"--num-cpus={cores}", f"--port={port}", f"--ray-client-server-port={address}"]
    options += ["--include-dashboard=false", "--disable-usage-stats", "--block"]
    with log.open("w") as said:
        process = subprocess.Popen([ray, "start", "--head", *options], stdout=said, stderr=said, start_new_session=True)

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    try:
        end = time.monotonic() + _STARTING_SECONDS
        while process.poll() is None and not _is_open(address) and time.monotonic() < end:
            time.sleep(_LOOK_SECONDS)
        if not _is_open(address):
            raise NoClusterError(log.read_text()[-200:])
        os.setpriority(os.PRIO_PGRP, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + niceness)
        yield f"ray://127.0.0.1:{address}", kill
    finally:
        kill()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def _is_open(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
