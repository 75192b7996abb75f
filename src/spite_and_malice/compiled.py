"""Compiled folders: every package here called `core`, used in compiled form if it was built from the source beside it.

Its modules are written in Cython's pure-Python mode, so they run as they are. setup.py compiles a copy of them as a
single module, which lets them call each other in C; it is the module `_native` of the same folder and contains the
digest of its source, so that an edited source is never shadowed by an old build. An integer written ``NAME: Final = 3``
becomes a C constant, and a function that returns a C type, ``-> cython.int``, a C function, which runs without the
interpreter's lock and raises nothing. One that raises declares ``@cython.exceptval`` and holds the lock unless it
declares ``@cython.nogil``; one also called from Python declares ``@cython.ccall``; with ``@cython.cfunc`` nothing is
added. The environment variable ``SPITE_PURE=1`` asks for the source uncompiled, which needs no Cython.

A new folder needs only its name, and an `__init__.py` that lists its exports and calls `load`; setup.py,
play.py and the settings of ruff and mypy find it by its name. setup.py reads this file before anything is installed:
it may import only the standard library.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

NATIVE: Final = "_native"
_DIRECTIVES: Final = (
    "# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False,"
    " binding=False\n"
)
_LARGEST: Final = (1 << 31) - 1


def load(package: str, folder: Path) -> tuple[dict[str, Any], str]:
    """Return what the modules of a compiled folder define, and why that is not compiled; an empty text if it is.

    Raises ImportError in a subinterpreter.
    """
    if not _is_first_interpreter():
        raise ImportError(
            "Spite and Malice runs in the first interpreter of a process alone: its compiled core has one state for"
            " all. Take threads or processes instead."
        )
    if os.environ.get("SPITE_PURE", "") == "1":
        why = "SPITE_PURE=1 asks for it"
    else:
        try:
            native = importlib.import_module(f"{package}.{NATIVE}")
        except ImportError:
            why = "it was installed without a C compiler; install one and then the game again to make it fast"
        else:
            if source_digest(folder) == native.SOURCE_DIGEST:
                return _public(vars(native)), ""
            why = "the compiled core is older than its source; install the game again to compile it"
    return load_source(package, folder), why


def _is_first_interpreter() -> bool:
    """Say whether this is the process's main interpreter; elsewhere the compiled core would hang."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module: Any = importlib.import_module(name)
        except ImportError:
            continue
        here, first = module.get_current(), module.get_main()
        # Since Python 3.13 both are pairs with the interpreter's kind.
        return bool((here[0] if isinstance(here, tuple) else here) == (first[0] if isinstance(first, tuple) else first))
    return True


def load_source(package: str, folder: Path) -> dict[str, Any]:
    """Return the names defined by the modules of a compiled folder, uncompiled."""
    names: dict[str, Any] = {}
    # No two modules define the same name (`one_piece`), so their order means nothing; there may be no source to read.
    with _cython():
        for module in pkgutil.iter_modules([str(folder)]):
            if module.name != NATIVE:
                names.update(_public(vars(importlib.import_module(f"{package}.{module.name}"))))
    return names


@contextmanager
def _cython() -> Iterator[None]:
    """Let `import cython` find a stand-in inside, which changes nothing, unless Cython is installed.

    Other libraries have stand-ins of their own, so it is removed afterwards.
    """
    if importlib.util.find_spec("cython") is not None:
        yield
        return
    nothing = _Nothing()
    module = sys.modules["cython"] = ModuleType("cython")
    vars(module).update(compiled=False, cast=_value, declare=_value, __getattr__=lambda name: nothing)
    try:
        yield
    finally:
        del sys.modules["cython"]


def _value(_type: object, value: object = None, **_options: object) -> object:
    """Return the value that is cast, or the initial value of a declared variable."""
    return value


class _Nothing:
    """A type, a decorator with or without arguments, or a context."""

    def __call__(self, decorated: object = None, **_options: object) -> object:
        return decorated if callable(decorated) else self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        pass


def _public(names: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in names.items() if not name.startswith("_")}


def source_digest(folder: Path) -> str:
    """Return the SHA-256 in hexadecimal of a compiled folder's source files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in _sources(folder))).hexdigest()


class Piece(NamedTuple):
    """A compiled folder joined into one module, and its header, which has the integers for C."""

    module: str
    header: str


def one_piece(folder: Path) -> Piece:
    """Join the modules of a compiled folder, each after those that it imports.

    Raises ValueError if two of them define the same name, or one the name of a module.
    """
    trees = _trees(folder)
    imports: dict[str, None] = {}
    bodies: list[str] = []
    numbers: dict[str, int] = {}
    defined: dict[str, str] = dict.fromkeys(trees, "the folder")
    for name in _in_order(folder, trees):
        lines = (folder / f"{name}.py").read_text(encoding="utf-8").splitlines(keepends=True)
        for node in trees[name].body:
            for each in _defined(node):
                if each in defined:
                    raise ValueError(f"{folder / name}.py defines {each}, as {defined[each]} does")
                defined[each] = f"{name}.py"
            if isinstance(node, ast.Import | ast.ImportFrom):
                if _module_in(node, folder, trees) is None:
                    imports[ast.unparse(node)] = None
            elif (number := _number(node)) is not None:
                numbers[_defined(node)[0]] = number
            elif not _is_text(node):
                continue
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[line] = ""
        for function in ast.walk(trees[name]):
            if isinstance(function, ast.FunctionDef):
                lines[function.lineno - 1] = _decorators(function) + lines[function.lineno - 1]
        bodies.append("".join(lines).strip("\n"))
    ordered = sorted(imports, key=lambda text: "__future__" not in text)
    digest = f'SOURCE_DIGEST = "{source_digest(folder)}"'
    module = _DIRECTIVES + "\n".join(ordered) + "\n\n\n" + "\n\n\n".join([*bodies, digest]) + "\n"
    return Piece(module, "".join(_declared(name, number) for name, number in numbers.items()))


def _declared(name: str, number: int) -> str:
    """Declare an integer to Cython as a C constant: an `int`, or a 64-bit one."""
    if abs(number) <= _LARGEST:
        return f"cdef enum:\n    {name} = {number}\n"
    return (
        f'cdef extern from *:\n    """\n    #define SPITE_{name} {number}ULL\n    """\n'
        f'    const unsigned long long {name} "SPITE_{name}"\n'
    )


def _decorators(function: ast.FunctionDef) -> str:
    """The lines to put before a function to make it a C function; none for one that returns a Python object."""
    said = {ast.unparse(each).removeprefix("cython.").partition("(")[0] for each in function.decorator_list}
    if function.returns is None or not ast.unparse(function.returns).startswith("cython.") or "cfunc" in said:
        return ""
    wanted = [] if "ccall" in said else ["cfunc"]
    if "exceptval" not in said:
        wanted += ["nogil", "exceptval(check=False)"]
    return "".join(f"{' ' * function.col_offset}@cython.{each}\n" for each in wanted)


def _sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")


def _trees(folder: Path) -> dict[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in _sources(folder)}


def _in_order(folder: Path, trees: dict[str, ast.Module]) -> Iterable[str]:
    """Yield the names of modules, each after those that it imports."""
    graph = {
        name: [module for node in tree.body if (module := _module_in(node, folder, trees)) is not None]
        for name, tree in trees.items()
    }
    return TopologicalSorter(graph).static_order()


def _module_in(node: ast.stmt, folder: Path, trees: dict[str, ast.Module]) -> str | None:
    """The module of the folder that a statement imports from, None if it does not."""
    if not isinstance(node, ast.ImportFrom) or node.module is None:
        return None
    *_, parent, name, module = ["", "", *node.module.split(".")]
    return module if (parent, name) == (folder.parent.name, folder.name) and module in trees else None


def _defined(node: ast.stmt) -> list[str]:
    """The names defined by a statement of a module, ignoring imports."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _number(node: ast.stmt) -> int | None:
    """The value of a statement ``NAME: Final = 3``, None for any other."""
    if not isinstance(node, ast.AnnAssign) or node.value is None or ast.unparse(node.annotation) != "Final":
        return None
    try:
        value = ast.literal_eval(node.value)
    except ValueError:
        return None
    return value if type(value) is int else None


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a text that documents a module or a number."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
