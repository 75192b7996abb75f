"""Compiled and uncompiled, the core gives the same moves, positions and statistics."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spite_and_malice.compiled import one_piece
from spite_and_malice.engine import core, deal
from spite_and_malice.engine.core import codes
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.native import CORE, both, native
from tests.examples import some
from tests.strategies import house_rules

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = CORE.parents[1]
MOST_MOVES = 150

# A line of Cython's annotated page: its number, and the C that it became.
ANNOTATED_LINE = (
    r"<pre class=\"cython line score-\d+\"[^>]*>(?:<[^>]*>|[+\s])*(\d+)</span>.*?</pre>"
    r"\s*(<pre class='cython code.*?</pre>)?"
)
PYTHON_OBJECT = r"py_c_api'>(Py_INCREF|PyObject_|PyNumber_|PyLong_|PyList_|PyDict_)|PyLong_As|PyLong_From"


def state(form: Any, rules: Rules, core: Any = None) -> list[Any]:
    """Everything that can be read from a core, by default the form's own."""
    core = core or form.core
    return [
        form.legal_moves(core), form.position_hash(core), core.stock(), core.aside(), core.winners(), core.scores(),
        [core.turn, core.stage, core.cover, core.passes, bool(core.moved), core.reason, core.places, core.stock_count],
        [core.centre(place) for place in range(core.places)],
        [core.hand(seat) for seat in range(rules.players)],
        [core.payoff(seat, pile) for seat in range(rules.players) for pile in range(rules.payoff_piles)],
        [core.side(seat, stack) for seat in range(rules.players) for stack in range(rules.side)],
    ]  # fmt: skip


def play_side_by_side(rules: Rules, seed: int) -> int:
    """Play a random game in both cores, comparing everything at every move; returns the number of moves."""
    native, pure = both(deal(rules, 0, SeededChance(seed)))
    native.core.use_seed(seed)
    pure.core.use_seed(seed)
    rng = Random(seed)
    for played in range(MOST_MOVES):
        assert state(native, rules) == state(pure, rules)
        if native.core.stage == codes.OVER:
            return played
        eager = rng.random() < 0.7
        move = native.random_move(native.core, eager)
        assert pure.random_move(pure.core, eager) == move
        assert native.apply(native.core, move) == pure.apply(pure.core, move)
    assert native.position_hash(native.core.clone()) == native.position_hash(native.core)
    assert native.playout(native.core, True, 2000) == pure.playout(pure.core, True, 2000)
    assert state(native, rules) == state(pure, rules)
    return MOST_MOVES


@pytest.mark.parametrize("preset_id", some(PRESETS, "src/spite_and_malice/engine/core/", of=6))
def test_presets_play_the_same_compiled_and_not(preset_id: str) -> None:
    assert all(play_side_by_side(preset_rules(preset_id, players), 7) > 5 for players in PRESETS[preset_id].players)


@pytest.mark.parametrize("block", some(range(10), "src/spite_and_malice/engine/core/", of=10))
def test_300_house_rules_play_the_same_compiled_and_not(block: int) -> None:
    rng = Random(f"house {block}")
    assert sum(play_side_by_side(house_rules(rng), rng.randrange(1 << 30)) for _ in range(30)) > 300


@pytest.mark.parametrize("preset_id", some(PRESETS, "src/spite_and_malice/engine/core/", of=4))
def test_batches_have_the_same_statistics_compiled_and_not(preset_id: str) -> None:
    native, pure = both(deal(preset_rules(preset_id), 0, SeededChance(3)))
    before = native.position_hash(native.core)
    statistics = [form.random_playouts(form.core, 3, 11, True, 1000) for form in (native, pure)]
    assert statistics[0] == statistics[1]
    assert native.position_hash(native.core) == before


def test_numbers_that_are_no_move_are_refused_by_both() -> None:
    rng = Random(5)
    for players, preset_id in ((2, "loading"), (4, "partners"), (3, "misery"), (4, "natural-low")):
        rules = preset_rules(preset_id, players)
        native, pure = both(deal(rules, 0, SeededChance(1)))
        for _ in range(400):
            move = rng.choice(
                [
                    rng.randrange(1 << 20),
                    rng.randrange(-5, 1 << 32),
                    native.legal_moves(native.core)[0] ^ 1 << rng.randrange(24),
                ]
            )
            after = []
            for form in (native, pure):
                core = form.core.clone()
                try:
                    after.append((form.apply(core, move), state(form, rules, core)))
                except ValueError as error:
                    after.append((str(error), state(form, rules, core)))
            assert after[0] == after[1]


def test_an_edited_source_is_never_shadowed(tmp_path: Path) -> None:
    native()
    script = "from spite_and_malice.engine import core; print(core.IS_NATIVE, core.PURE_BECAUSE)"
    package = tmp_path / "spite_and_malice"
    package.symlink_to(PACKAGE)
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"
    asked = {"PYTHONPATH": str(tmp_path), "SPITE_PURE": "1"}
    run = subprocess.run(command, env=asked, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False SPITE_PURE=1 asks for it"
    package.unlink()
    copy_package(package)
    with (package / "engine" / "core" / "legal.py").open("a", encoding="utf-8") as source:
        source.write("\n# edited\n")
    run = subprocess.run(command, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("False the compiled core is older than its source")


def copy_package(to: Path) -> None:
    """Copy the two lower layers, compiled core included, and their dependencies."""
    for layer in ("rules", "engine"):
        shutil.copytree(PACKAGE / layer, to / layer, ignore=shutil.ignore_patterns("__pycache__"))
    (to / "__init__.py").touch()
    for name in ("arguments.py", "catalogues.py", "compiled.py", "faces.py", "texts.py"):
        shutil.copy(PACKAGE / name, to)


def test_hot_functions_run_without_the_interpreter() -> None:
    """The compiler refuses Python objects in functions without the lock; this checks that the hot ones have none."""
    hot = {
        "apply_legal", "generate", "any_move", "play_at_random", "_play_out", "centre_plays", "_pile_plays",
        "_onto_places", "discards", "_end_turn", "draw_up", "_build", "_complete", "shuffle_stock", "random_below",
        "_push_side", "_give", "_lift", "kind_of", "card_of", "to_centre", "plays_payoff", "reveals",
        "_lay_out", "_choose", "_look", "_make_plan", "_find_runs", "_score", "_weigh_heights", "_follow",
        "_value", "_features", "_look_at", "deal_cards", "_show", "_write_view", "_number_of", "_move_of",
        "_chosen_move", "_play_until", "_move", "_line_from", "within_reach", "hash_of",
    }  # fmt: skip
    free = set()
    for node in ast.walk(ast.parse(one_piece(CORE).module)):
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(each) == "cython.nogil" for each in node.decorator_list
        ):
            free.add(node.name)
    assert hot <= free


def test_the_generated_c_of_hot_functions_touches_no_python_object() -> None:
    """An untyped literal once became a Python object in every step, silently: read the annotated C line by line."""
    annotated = ROOT / "build" / "native" / "spite_and_malice" / "engine" / "core" / "_native.html"
    if not annotated.exists():
        pytest.skip("the core was not compiled from this folder")
    source = one_piece(CORE).module
    native()
    lines = free_lines(ast.parse(source))
    assert len(lines) > 300
    text = annotated.read_text(encoding="utf-8")
    blocks = re.findall(ANNOTATED_LINE, text, re.DOTALL)
    assert len(blocks) > 1000
    on_objects = {int(number) for number, code in blocks if re.search(PYTHON_OBJECT, code or "")}
    assert on_objects, "the functions that do make lists show that the pattern finds what it looks for"
    assert not on_objects & lines


def free_lines(tree: ast.Module) -> set[int]:
    """The lines of functions that run without the interpreter's lock, except the blocks that take it."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(each) == "cython.nogil" for each in node.decorator_list
        ):
            lines.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
            for inner in ast.walk(node):
                if isinstance(inner, ast.With):
                    lines.difference_update(range(inner.lineno, (inner.end_lineno or 0) + 1))
    return lines


def test_the_core_says_which_form_it_has() -> None:
    assert (core.PURE_BECAUSE == "") == core.IS_NATIVE
    assert core.Core.__module__.endswith("_native" if core.IS_NATIVE else "memory")
