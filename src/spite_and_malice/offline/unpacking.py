"""Putting all Python where it is imported from. It is part of the base with which Python starts in a browser."""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import Final

FOLDER: Final = "/library.d"
ARCHIVE: Final = "library.zip"
"""What is imported from one file; the rest lies in folders, since it reads files beside its modules."""


def unpack(path: str) -> None:
    """Unpack the file that `pack.Packer.library` made, and find modules there from now on.

    From here on nothing is looked for that could be freed, until `worker.begin` has imported everything.
    """
    gc.disable()
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib takes a tenth of a second to import
        content = memoryview(file.read())
    os.remove(path)  # noqa: PTH107
    start = bytes(content[:2_000_000]).index(b"\n") + 1
    for name, size in json.loads(bytes(content[: start - 1])):
        target = f"{FOLDER}/{name}"
        os.makedirs(target.rpartition("/")[0], exist_ok=True)  # noqa: PTH103
        with open(target, "wb") as file:  # noqa: PTH123
            file.write(content[start : start + size])
        start += size
    sys.path[:0] = [FOLDER, f"{FOLDER}/{ARCHIVE}"]
