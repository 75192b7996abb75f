"""What a change reaches: the tests that load, themselves or through others, a file that changed.

Imports between modules determine this exactly. For the rest there are these rules, which err on the side of running too
much:

- the tests in `tests/` itself are about the repository as a whole: every change reaches them;
- a test with a server in a separate process, or with the kit, loads the whole package;
- a page whose server is the test loads the files of the two table pages; without a browser no script of a page runs;
- a file that names a file or a module in a text loads it, and one that names the package starts the command;
- a file of the package or of the tests that is neither Python nor for the browser belongs to the modules of its folder,
  or of the nearest above it that has any;
- documents, examples and tools belong to the tests in `tests/` and to those that name them;
- any other file reaches every test.
"""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = "src/spite_and_malice/"
WEB: Final = PACKAGE + "web/"
COMMAND: Final = PACKAGE + "__main__.py"
TABLES: Final = (WEB + "templates/table.html.j2", WEB + "templates/patience_table.html.j2")
"""The pages whose server is played by tests."""

IN_BROWSER: Final = ("tests/web/", "tests/hands/")
"""The files where the fixture `browser` is a real one."""

WHOLE: Final = frozenset({"site", "new_site", "built_kit"})
"""The fixtures with which a test loads the whole package."""

COMMON: Final = "tests/conftest.py"
FIXTURES: Final = frozenset({COMMON, "tests/web/conftest.py"})
"""The files of those fixtures: the texts there, and the imports of the first of them, are only for these."""

ASIDE: Final = ("docs/", "examples/", "benchmarks/", "tools/", "deploy/")
"""Folders known to tests that are about the repository, or that name or import files there."""

TEST: Final = re.compile(r"/test_\w+\.py$")

FILE: Final = re.compile(r"[\w./-]*\w\.(?:html\.j2|[a-z]\w*)\b")
"""A pattern for possible file names."""


class Reached(NamedTuple):
    """Which tests a change reaches: all, or those of some files, or more of them in a browser."""

    everything: bool
    package: bool = False
    """Does it touch the package?"""
    files: tuple[str, ...] = ()
    in_browser: tuple[str, ...] = ()

    def takes(self, test: str, fixtures: Iterable[str]) -> bool:
        """Say whether it reaches the tests of a file that take these fixtures."""
        fixtures = frozenset(fixtures)
        if self.everything or (self.package and not fixtures.isdisjoint(WHOLE)):
            return True
        return test in (self.in_browser if "browser" in fixtures and test.startswith(IN_BROWSER) else self.files)

    def describe(self) -> str:
        """Return the reach in words."""
        return "all" if self.everything else f"in {len({*self.files, *self.in_browser})} files"


def reached(root: Path, files: Iterable[str], changed: Iterable[str]) -> Reached:
    """Return the tests that a change of some files of a repository reaches."""
    reach = Reach(root, files)
    expanded = reach.expand(changed)
    if expanded is None:
        return Reached(everything=True)
    tests = sorted(path for path in reach.files if path.startswith("tests/") and TEST.search(path))
    plain, in_browser = (
        tuple(path for path in tests if reach.reaches(expanded, path, in_browser)) for in_browser in (False, True)
    )
    return Reached(False, any(path.startswith(PACKAGE) for path in expanded), plain, in_browser)


class Reach:
    """The files of a repository, and what each of them loads."""

    def __init__(self, root: Path, files: Iterable[str]) -> None:
        """``files`` are the paths in the repository."""
        self._root = root
        self.files = frozenset(files)
        self._next: dict[str, frozenset[str]] = {}
        self._loaded: dict[tuple[frozenset[str], bool], frozenset[str]] = {}

    def expand(self, changed: Iterable[str]) -> frozenset[str] | None:
        """Return the changed files with the modules that they belong to; None if one of them reaches every test."""
        found: set[str] = set()
        for path in changed:
            found.add(path)
            if path.endswith(".py") and path.startswith(("src/", "tests/", *ASIDE)):
                continue
            if path.startswith((WEB, "tests/web/", *ASIDE)) or path.endswith(".md"):
                continue
            owners = self._owners(path) if path.startswith((PACKAGE, "tests/")) else ()
            if not owners:
                return None
            found.update(owners)
        return frozenset(found)

    def reaches(self, changed: frozenset[str], test: str, in_browser: bool) -> bool:
        """Say whether a change, as `expand` returns it, reaches a file's tests in a browser, or its others."""
        if posixpath.dirname(test) == "tests":
            return bool(changed)
        pages = TABLES if in_browser and test.startswith(IN_BROWSER) else ()
        return not changed.isdisjoint(self.loaded(frozenset({test, *self._fixtures_of(test), *pages}), in_browser))

    def loaded(self, starts: frozenset[str], in_browser: bool) -> frozenset[str]:
        """Return the files that these files load; scripts and styles of pages only ``in_browser``."""
        if (starts, in_browser) not in self._loaded:
            found: set[str] = set()
            waiting = list(starts)
            while waiting:
                path = waiting.pop()
                if path in found:
                    continue
                found.add(path)
                follows = self._named_by(path)
                if path.endswith(".html.j2") and not in_browser:
                    follows = frozenset(each for each in follows if each.endswith(".html.j2"))
                waiting += follows - found
            self._loaded[starts, in_browser] = frozenset(found)
        return self._loaded[starts, in_browser]

    def _fixtures_of(self, test: str) -> Iterator[str]:
        folder = posixpath.dirname(test)
        while folder:
            if f"{folder}/conftest.py" in self.files:
                yield f"{folder}/conftest.py"
            folder = posixpath.dirname(folder)

    def _owners(self, path: str) -> list[str]:
        folder = posixpath.dirname(path)
        while folder and not (owners := self._modules_in.get(folder, [])):
            folder = posixpath.dirname(folder)
        return owners if folder else []

    @cached_property
    def _modules_in(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.files:
            if path.endswith(".py"):
                found.setdefault(posixpath.dirname(path), []).append(path)
        return found

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """The files by their own names, without folders."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(posixpath.basename(path), []).append(path)
        return found

    def _named_by(self, path: str) -> frozenset[str]:
        if path not in self._next:
            self._next[path] = frozenset(self._read(path)) if path in self.files else frozenset()
        return self._next[path]

    def _read(self, path: str) -> Iterator[str]:
        if path.endswith(".py"):
            tree = ast.parse((self._root / path).read_bytes())
            if path != COMMON:
                yield from self._imports(path, tree)
            if path not in FIXTURES:
                for node in ast.walk(tree):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        yield from self._in_text(path, node.value)
        elif path.startswith((WEB, "tests/web/")) and path.endswith((".js", ".mjs", ".css", ".html.j2")):
            yield from self._files_in((self._root / path).read_text("utf-8"))

    def _in_text(self, path: str, text: str) -> Iterator[str]:
        if path.startswith("src/"):
            if text.endswith(".html.j2"):
                yield from self._files_in(text)
            return
        if text == "spite_and_malice":
            yield COMMAND
        if text.startswith("spite_and_malice."):
            yield from self._module(text)
        if FILE.fullmatch(text) or "/static/" in text:
            yield from self._files_in(text)

    def _files_in(self, text: str) -> Iterator[str]:
        """Yield the files that a text names: those whose paths end as the name does, dots and templates aside."""
        for name in FILE.findall(text):
            parts = [part for part in name.split("/") if part not in ("", ".", "..")]
            for found in self._called.get(parts[-1], ()) if parts else ():
                if found.endswith("/".join(parts)) or self._is_served_as(found, parts):
                    yield found

    @staticmethod
    def _is_served_as(found: str, parts: list[str]) -> bool:
        return parts[0] == "static" and found.startswith(WEB) and found.endswith("/".join(parts[1:]))

    def _imports(self, path: str, tree: ast.Module) -> Iterator[str]:
        package = posixpath.dirname(path).removeprefix("src/").split("/")
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield from self._module(name.name)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
                yield from self._module(module)
                for name in node.names:
                    yield from self._module(f"{module}.{name.name}")

    def _module(self, name: str) -> Iterator[str]:
        """Yield the files of a module and of the packages around it."""
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            stem = "/".join(parts[:count])
            for path in (f"{stem}.py", f"{stem}/__init__.py", f"src/{stem}.py", f"src/{stem}/__init__.py"):
                if path in self.files:
                    yield path
