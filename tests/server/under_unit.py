"""Starts a command under the restrictions of a systemd unit: `python -m tests.server.under_unit UNIT COMMAND…`.

The filters are made as systemd makes them, from its own lists of system calls.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

PR_SET_NO_NEW_PRIVS: Final = 38
PR_CAPBSET_DROP: Final = 24
CAPABILITIES: Final = 41

ALLOW: Final = 0x7FFF0000
REFUSE: Final = 0x00050000 | 1
"""EPERM."""
EQUAL, GREATER, MASKED, LESS = 4, 6, 7, 2
SHM_EXEC: Final = 0o100000

Condition = tuple[int, int, int, int]
"""Number of an argument, how it is compared, and with what (with a mask first)."""


class _Argument(ctypes.Structure):
    _fields_ = (("number", ctypes.c_uint), ("how", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


@functools.cache
def library() -> ctypes.CDLL | None:
    """Return libseccomp, None if it is missing."""
    try:
        found = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return None
    found.seccomp_init.restype = ctypes.c_void_p
    found.seccomp_load.argtypes = [ctypes.c_void_p]
    found.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.POINTER(_Argument),
    ]
    return found


def missing() -> str | None:
    """Return the reason why nothing can be started under a unit here, None if it can."""
    if sys.platform != "linux" or not shutil.which("systemd-analyze"):
        return "there is no systemd here, whose lists of system calls are needed"
    return None if library() else "there is no libseccomp here"


def lines(unit: Path) -> dict[str, list[str]]:
    """Return all values of each line of a unit, in their order."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


@functools.cache
def calls_of(name: str) -> frozenset[str]:
    """Return the system calls that a name stands for: one call, or one of systemd's groups."""
    if not name.startswith("@"):
        return frozenset([name])
    command = ["systemd-analyze", "syscall-filter", "--no-pager", name]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n", 1)[1]
    names = [line.strip() for line in said.splitlines()]
    return frozenset[str]().union(*(calls_of(each) for each in names if each and not each.startswith("#")))


def allowed(filters: Iterable[str]) -> frozenset[str]:
    """Return the system calls that a unit's `SystemCallFilter=` lines allow."""
    found = calls_of("@default")
    for line in filters:
        named = frozenset[str]().union(*(calls_of(name) for name in line.removeprefix("~").split()))
        found = found - named if line.startswith("~") else found | named
    return found


def others(families: Iterable[str]) -> Iterator[Condition]:
    """Yield conditions that hold for all socket families except some."""
    numbers = sorted(getattr(socket, name) for name in families)
    yield (0, LESS, numbers[0], 0)
    yield (0, GREATER, numbers[-1], 0)
    yield from ((0, EQUAL, number, 0) for number in range(numbers[0], numbers[-1]) if number not in numbers)


def load(default: int, action: int, calls: Iterable[tuple[str, Condition | None]]) -> None:
    """Forbid this process and all its children the calls of a filter."""
    seccomp = library()
    assert seccomp is not None
    made = seccomp.seccomp_init(default)
    for name, condition in calls:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        arguments = None if condition is None else (_Argument * 1)(_Argument(*condition))
        if number >= 0:
            assert seccomp.seccomp_rule_add_array(made, action, number, 0 if arguments is None else 1, arguments) == 0
    assert seccomp.seccomp_load(made) == 0, "the filter is not taken"


def enter(unit: Path) -> None:
    """Apply the restrictions of a unit to this process."""
    said = lines(unit)
    kept = allowed(said["SystemCallFilter"])
    writes_and_runs = mmap.PROT_WRITE | mmap.PROT_EXEC
    refused: list[tuple[str, Condition | None]] = [("socket", each) for each in others(families_of(said))]
    if said.get("MemoryDenyWriteExecute") == ["yes"]:
        refused += [("mmap", (2, MASKED, writes_and_runs, writes_and_runs))]
        refused += [(name, (2, MASKED, mmap.PROT_EXEC, mmap.PROT_EXEC)) for name in ("mprotect", "pkey_mprotect")]
        refused += [("shmat", (2, MASKED, SHM_EXEC, SHM_EXEC))]
    prctl = ctypes.CDLL(None).prctl
    if os.geteuid() == 0 and said.get("CapabilityBoundingSet") == [""]:
        for capability in range(CAPABILITIES):
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    assert prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    load(ALLOW, REFUSE, refused)
    load(REFUSE, ALLOW, ((name, None) for name in kept))


def families_of(said: dict[str, list[str]]) -> list[str]:
    """Return the socket families that a unit allows."""
    return said["RestrictAddressFamilies"][-1].split()


if __name__ == "__main__":
    enter(Path(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
