"""Compiled folders are put in place in one step."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from spite_and_malice.compiled import load_source, one_piece, source_digest

FOLDERS = ("engine", "patience")


def write(folder: Path, **modules: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_a_module_comes_after_what_it_imports(tmp_path: Path) -> None:
    core = write(
        tmp_path / "game" / "core",
        a="from __future__ import annotations\nimport json\nfrom game.core.b import second\n\n\ndef first(): ...\n",
        b='"""Says what it is."""\nfrom game.core.c import *\n\n\ndef second(): ...\n',
        c="def third(): ...\n",
    )
    module = ast.parse(one_piece(core).module)
    assert [node.name for node in module.body if isinstance(node, ast.FunctionDef)] == ["third", "second", "first"]
    imports = [ast.unparse(node) for node in module.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imports == ["from __future__ import annotations", "import json"]
    assert f'SOURCE_DIGEST = "{source_digest(core)}"' in one_piece(core).module


def test_whole_numbers_become_constants_of_c(tmp_path: Path) -> None:
    core = write(tmp_path / "core", codes="FEW: Final = -3\nMANY: Final = 0xFFFFFFFFFF\nTEXT: Final = 'x'\n")
    piece = one_piece(core)
    assert "    FEW = -3\n" in piece.header
    assert f"#define SPITE_MANY {0xFFFFFFFFFF}ULL" in piece.header
    assert "FEW" not in piece.module
    assert "TEXT" not in piece.header
    assert "TEXT: Final = 'x'" in piece.module


def test_a_function_that_returns_a_c_type_becomes_one_of_c(tmp_path: Path) -> None:
    core = write(
        tmp_path / "core",
        a="def quick() -> cython.int: ...\n\n\ndef of_python() -> int: ...\n",
        b="@cython.exceptval(-1)\ndef raises() -> cython.int: ...\n",
        c="class C:\n    @cython.ccall\n    def both(self) -> cython.bint: ...\n",
        d="@cython.cfunc\ndef as_written() -> cython.int: ...\n",
    )
    module = ast.parse(one_piece(core).module)
    found = {
        node.name: [ast.unparse(each).removeprefix("cython.") for each in node.decorator_list]
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef)
    }
    assert found == {
        "quick": ["cfunc", "nogil", "exceptval(check=False)"],
        "of_python": [],
        "raises": ["exceptval(-1)", "cfunc"],
        "both": ["ccall", "nogil", "exceptval(check=False)"],
        "as_written": ["cfunc"],
    }


def test_one_name_stands_once(tmp_path: Path) -> None:
    core = write(tmp_path / "core", a="def twice(): ...\n", b="twice = 1\n")
    with pytest.raises(ValueError, match=r"b\.py defines twice, as a\.py does"):
        one_piece(core)
    with pytest.raises(ValueError, match=r"b\.py defines a, as the folder does"):
        one_piece(write(core, b="class a: ...\n"))


@pytest.mark.parametrize("change", ["edit", "add"])
def test_every_file_of_a_folder_counts(tmp_path: Path, change: str) -> None:
    core = write(tmp_path / "core", a="x = 1\n", __init__="")
    before = source_digest(core)
    assert source_digest(write(core, __init__="y = 2\n")) == before, "what it offers is not compiled"
    write(core, **{"a" if change == "edit" else "b": "x = 3\n"})
    assert source_digest(core) != before


@pytest.mark.parametrize("game", FOLDERS)
def test_what_a_folder_offers_is_what_its_source_defines(root: Path, game: str) -> None:
    folder = root / "src" / "spite_and_malice" / game / "core"
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    offered = {alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    offered |= {
        node.target.id for node in block.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    offered -= {"Callable"}
    assert offered
    assert offered <= load_source(f"spite_and_malice.{game}.core", folder).keys()


@pytest.mark.parametrize("game", FOLDERS)
def test_a_folder_runs_uncompiled(game: str) -> None:
    script = f"from spite_and_malice.{game}.core import IS_NATIVE, PURE_BECAUSE; print(IS_NATIVE, PURE_BECAUSE)"
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, env={"SPITE_PURE": "1"}, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False SPITE_PURE=1 asks for it"
