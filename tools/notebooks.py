"""Run the notebooks of examples/ and store their output in them: ``python -m tools.notebooks``.

Jupyter is not needed for it: a cell is Python, and the value of its last line is shown, as a picture if it can draw
itself.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "examples"

Notebook = dict[str, Any]


def run(notebook: Notebook) -> Notebook:
    """Return a notebook with the output of its cells; raises whatever a cell raises."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return {**notebook, "cells": [_run_cell(cell, names) for cell in notebook["cells"]]}


def _run_cell(cell: Notebook, names: dict[str, Any]) -> Notebook:
    if cell["cell_type"] != "code":
        return cell
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        worth = None
        if isinstance(last, ast.Expr):
            worth = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[Notebook] = []
    if said := out.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": said.splitlines(keepends=True)})
    if worth is not None:
        data = {"text/plain": repr(worth).splitlines(keepends=True)}
        if hasattr(worth, "_repr_svg_"):
            data["image/svg+xml"] = worth._repr_svg_().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return {**cell, "outputs": outputs}


def read(path: Path) -> Notebook:
    """Return the notebook of a file."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Run the named ones, or all, and rewrite them."""
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(FOLDER.glob("*.ipynb")):
        text = json.dumps(run(read(path)), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
