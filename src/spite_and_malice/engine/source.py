"""The digest of the core's source, which the compiled core carries; used by the build too, so it imports nothing."""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path
from typing import Final

COMPILED: Final = ("core.py", "belief.py", "turn.py", "policy.py", "playouts.py", "view_json.py")
"""The modules that are compiled, in one piece so that they reach into each other as C; the first has the header."""
SOURCES: Final = ("codes.py", *COMPILED)


def one_piece(folder: Path) -> str:
    """Return the source of the compiled modules as one: of all but the first, what follows their imports."""
    first, *others = ((folder / name).read_text(encoding="utf-8") for name in COMPILED)
    return first + "".join("\n\n" + _after_imports(text) for text in others)


def _after_imports(text: str) -> str:
    tree = ast.parse(text)
    imports = (ast.Import, ast.ImportFrom)
    last = max(node.end_lineno or 0 for node in tree.body if isinstance(node, imports))
    return "".join(text.splitlines(keepends=True)[last:])


def source_digest(folder: Path) -> str:
    """Return the SHA-256 in hexadecimal of the core's source files in `folder`."""
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in SOURCES)).hexdigest()
