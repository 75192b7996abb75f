"""A type checker's view of the public API and of the arrays for learning programs: no type is left open."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from mypy import build
from mypy.config_parser import parse_config_file
from mypy.modulefinder import BuildSource
from mypy.nodes import Decorator, SymbolNode, TypeInfo
from mypy.options import Options

import spite_and_malice as sm

pytest.importorskip("numpy")

# A whole analysis takes ten seconds; with every run mypy itself looks at the code.
pytestmark = pytest.mark.nightly("src/spite_and_malice/")

PACKAGE: Final = "spite_and_malice"
JSON: Final = {"fields", "fields_for", "standing", "table_json", "to_json"}
"""Functions that return JSON or take such a result: its objects hold values of any type."""
ARRAYS: Final = {
    "interop.batch": ("BatchEnv", "SavedRow"),
    "interop.encoder": ("Encoder",),
    "interop.patience.batch": ("PatienceBatchEnv",),
    "interop.patience.encoder": ("PatienceEncoder",),
}


@pytest.fixture(scope="module")
def typed(root: Path) -> Any:
    """Return mypy's analysis of the modules."""
    options = Options()
    parse_config_file(options, lambda: None, str(root / "pyproject.toml"), sys.stdout, sys.stderr)
    options.incremental = False
    options.mypy_path = [str(root / "src")]
    folder = root / "src" / PACKAGE
    sources = [BuildSource(str(folder / "__init__.py"), PACKAGE, None)]
    for module in ARRAYS:
        sources.append(BuildSource(str(folder / f"{module.replace('.', '/')}.py"), f"{PACKAGE}.{module}", None))
    made = build.build(sources, options)
    assert made.errors == []
    return made.files


def types_of(name: str, node: SymbolNode | None) -> Iterator[tuple[str, str]]:
    """Yield the public names of a class, function or value, with their types as text."""
    if isinstance(node, TypeInfo):
        for own, symbol in node.names.items():
            if not own.startswith("_") or own == "__init__":
                yield from types_of(f"{name}.{own}", symbol.node)
    else:
        if isinstance(node, Decorator):
            node = node.var
        yield name, str(getattr(node, "type", None))


def test_no_type_of_the_face_is_open(typed: Any) -> None:
    names = typed[PACKAGE].names
    found = [pair for name in sm.__all__ for pair in types_of(name, names[name].node)]
    assert len(found) > 200
    assert [name for name, text in found if text == "None"] == ["UNSHUFFLED"]
    parts = {name: text for name, text in found if JSON.isdisjoint(name.split(".")) and "fields_for" not in text}
    # Every type checker leaves open what an asynchronous function sends and takes.
    said = {name: text.replace("Coroutine[Any, Any, ", "Coroutine[") for name, text in parts.items()}
    assert {name: text for name, text in said.items() if "Any" in text} == {}


def test_no_array_of_many_games_is_of_an_open_type(typed: Any) -> None:
    found = dict(
        pair
        for module, classes in ARRAYS.items()
        for name in classes
        for pair in types_of(name, typed[f"{PACKAGE}.{module}"].names[name].node)
    )
    # NumPy itself leaves open what can be turned into an array.
    for name in ("BatchEnv.step", "PatienceBatchEnv.step"):
        found[name] = found[name].partition(" -> ")[2]
    assert {name: text for name, text in found.items() if "Any" in text} == {}
    assert found["BatchEnv.masks"].startswith("numpy.ndarray[tuple[int, int]")
    assert all(found[name].count("numpy.ndarray[") == 5 for name in ("BatchEnv.step", "PatienceBatchEnv.step"))
