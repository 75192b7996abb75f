"""Packs all Python code that the server needs in a browser.

It runs in the runtime, which thus makes its own bytecode. `kit` runs it through pack.mjs; only the standard library is
available here, and nothing of this package.
"""

from __future__ import annotations

import ast
import io
import json
import marshal
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Any, Final

from compression import zstd  # type: ignore[import-not-found,unused-ignore]

ARCHIVE: Final = "library.zip"
"""The archive that modules are imported from; the rest of the pack lies in folders, since it reads files beside its
modules."""

_HEAD: Final = MAGIC_NUMBER + bytes(12)
_WITHOUT_DOCSTRINGS: Final = 2
_NAME: Final = re.compile(r"\w+(\.\w+)+")
_COMPRESSION: Final = 19
_NOWHERE: Final = 0xF8
_UNITS: Final = 8
"""An entry without a location in the location table, and the most code units that it covers."""
_RUNTIMES: Final = ("_pyodide", "pyodide")
"""The runtime's own packages, which it needs to start, with the docstrings that it gives to its functions."""
_INITS: Final = "__init__"


class Library:
    """Modules by name, from archives; the first archive with a module wins."""

    def __init__(self, archives: Iterable[bytes]) -> None:
        self._found: dict[str, tuple[str, bytes]] = {}
        for archive in archives:
            with zipfile.ZipFile(io.BytesIO(archive)) as opened:
                for path in opened.namelist():
                    if path.endswith(".py"):
                        parts = path.removesuffix(".py").split("/")
                        name = ".".join(parts[:-1] if parts[-1] == _INITS else parts)
                        self._found.setdefault(name, (path, opened.read(path)))

    def path(self, name: str) -> str:
        """Return the path of a module."""
        return self._found[name][0]

    def source(self, name: str) -> bytes:
        """Return a module's source."""
        return self._found[name][1]

    def below(self, packages: tuple[str, ...]) -> list[str]:
        """Return the modules of packages."""
        return [name for name in self._found if _is_below(name, packages)]

    def closure(self, roots: Iterable[str], without: Iterable[str]) -> dict[str, ast.Module]:
        """Return the sources of modules and of everything they import or name, except those below ``without``."""
        # Modules that are already available are needed in any case.
        never = tuple(without)
        found: dict[str, ast.Module] = {}
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name in found or name not in self._found or (_is_below(name, never) and name not in sys.modules):
                continue
            found[name] = ast.parse(self.source(name))
            package = name if self.path(name).endswith(f"{_INITS}.py") else name.rpartition(".")[0]
            waiting.extend(_parents(name))
            for mentioned in _mentioned(found[name], package):
                waiting.extend((mentioned, *_parents(mentioned)))
        return found


def _is_below(name: str, folders: tuple[str, ...]) -> bool:
    return any(name == folder or name.startswith(f"{folder}.") for folder in folders)


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def _mentioned(tree: ast.Module, package: str) -> Iterable[str]:
    """Yield a module's imports, and every string in it that may be a module's name, since some are imported by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            module = ".".join(filter(None, [base if node.level else "", node.module or ""]))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAME.fullmatch(node.value):
            yield node.value


class Packer:
    """Packs modules from archives; the first archive with a module wins."""

    def __init__(self, archives: Iterable[bytes], wanted: Mapping[str, Any]) -> None:
        """``wanted`` names the modules to start from (``roots``) and those to leave out (``without``).

        Modules that read their own source stay source (``as_source``).
        """
        self._as_source = frozenset(wanted["as_source"])
        self._library = Library(archives)
        roots = [*wanted["roots"], *sys.modules, *self._library.below(_RUNTIMES)]
        self._found = self._library.closure(roots, wanted["without"])

    def base(self) -> bytes:
        """Return an archive of the packages imported here, which Python needs to start."""
        # A package is never split between archives.
        started = {name.partition(".")[0] for name in sys.modules} | set(_RUNTIMES)
        names = [name for name in self._found if name.partition(".")[0] in started]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name in names:
                self._add(archive, name)
        for name in names:
            del self._found[name]
        return packed.getvalue()

    def library(self, others: Mapping[str, bytes], loose: tuple[str, ...]) -> bytes:
        """Return one file with the rest: a line of JSON, ``[[path, size], …]``, and the contents one after another.

        ``others`` are files to include, by path; the packages ``loose`` lie beside them in folders, and everything else
        in the archive `ARCHIVE`.
        """
        files = dict(others)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(self._found):
                if _is_below(name, loose):
                    path = self._library.path(name)
                    files[f"{path}c"] = _bytecode(self._found[name], path)
                else:
                    self._add(archive, name)
        files[ARCHIVE] = packed.getvalue()
        index = json.dumps([[path, len(content)] for path, content in files.items()])
        return index.encode() + b"\n" + b"".join(files.values())

    def _add(self, archive: zipfile.ZipFile, name: str) -> None:
        path = self._library.path(name)
        if name in self._as_source:
            archive.writestr(zipfile.ZipInfo(path), self._library.source(name))
            return
        archive.writestr(zipfile.ZipInfo(f"{path}c"), _bytecode(self._found[name], path))


def _bytecode(tree: ast.Module, path: str) -> bytes:
    level = 0 if path.startswith("_pyodide/") else _WITHOUT_DOCSTRINGS
    code = compile(tree, path, "exec", dont_inherit=True, optimize=level)
    return _HEAD + marshal.dumps(_without_lines(code))


def _without_lines(code: CodeType) -> CodeType:
    """Return code without line numbers, which take up two fifths of all compressed bytecode.

    Its location table marks every instruction as having none (CPython's notes on code objects).
    """
    constants = tuple(_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, _UNITS)
    table = bytes([_NOWHERE + _UNITS - 1]) * whole + (bytes([_NOWHERE + rest - 1]) if rest else b"")
    return code.replace(co_consts=constants, co_linetable=table)


def _main(folder: str) -> None:
    """Pack the contents of a folder: wanted.json, numbered archives, others.zip; write base.bin and library.bin.

    The files of the runtime are compressed in place.
    """
    with open(f"{folder}/wanted.json", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is not imported here
        wanted = json.load(file)
    archives = []
    for number in range(wanted["archives"]):
        with open(f"{folder}/{number}.zip", "rb") as file:  # noqa: PTH123
            archives.append(file.read())
    with zipfile.ZipFile(f"{folder}/others.zip") as opened:
        others = {path: opened.read(path) for path in opened.namelist()}
    packer = Packer(archives, wanted)
    contents = {"base": packer.base(), "library": packer.library(others, tuple(wanted["loose"]))}
    for name in wanted["runtime"]:
        with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123
            contents[name.removesuffix(".bin")] = file.read()
    for name, content in contents.items():
        with open(f"{folder}/{name}.bin", "wb") as file:  # noqa: PTH123
            file.write(zstd.compress(content, _COMPRESSION))


if __name__ == "__main__":
    _main("/work")
