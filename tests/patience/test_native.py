"""Compiled and uncompiled, the core of patience gives the same moves and results."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from spite_and_malice import compiled
from spite_and_malice.patience import Position, Rules, core
from spite_and_malice.patience.position_json import reserve_places
from spite_and_malice.patience.tables import tables_of
from tests.engine.test_native import ANNOTATED_LINE, PYTHON_OBJECT, free_lines
from tests.examples import times
from tests.patience.strategies import house_rules, played

CORE = Path(core.__file__).parent
ROOT = Path(__file__).resolve().parents[2]


def both() -> tuple[Any, Any]:
    module = pytest.importorskip(f"{core.__name__}.{compiled.NATIVE}", reason="the core is not compiled here")
    if compiled.source_digest(CORE) != module.SOURCE_DIGEST:
        pytest.skip("the compiled core is older than its source: run python3 play.py once")
    return SimpleNamespace(**vars(module)), SimpleNamespace(**compiled.load_source(core.__name__, CORE))


def copied(position: Position, form: Any) -> Any:
    """The position in one form of the core."""
    rules, given = position.rules, position.layout
    layout = form.Layout(form.Ruleset(*tables_of(rules, given.rules.base)))
    piles, reserve = (
        [(given.face_down(place), given.face_up(place)) for place in places]
        for places in (range(rules.places), reserve_places(rules))
    )
    found = list(zip(given.foundations(), given.second_foundations(), strict=True))
    cells = [(given.face_up(core.codes.CELL + number) or [0])[0] for number in range(rules.cells)]
    later, merci = given.later_packs(), given.merci
    layout.fill(
        *(given.waste(), given.stock(), found, piles, given.pass_number, cells, reserve),
        *(given.homes(), given.pocket(), later, merci),
    )
    return layout


def some_positions(seed: int, count: int) -> list[Position]:
    chance = Random(seed)
    kinds = [
        Rules(draw=draw, passes=passes, empty=empty, worry_back=worry_back)
        for draw in (1, 3)
        for passes in (None, 2)
        for empty in ("king", "any")
        for worry_back in (True, False)
    ]
    return [played(chance.choice(kinds), chance.randrange(2**50), chance.randrange(200), i) for i in range(count)]


def test_moves_and_random_play_are_the_same() -> None:
    forms = both()
    family = [played(house_rules(seed), seed, 5 * (seed % 20), seed) for seed in range(times(120))]
    for seed, position in enumerate(some_positions(1, times(40)) + family):
        native, pure = (copied(position, form) for form in forms)
        for most in (1, 3, 40):
            assert native.legal() == pure.legal()
            assert native.random_play(seed, most) == pure.random_play(seed, most)
            assert native.key() == pure.key()
            assert native.result() == pure.result()
        assert native.perft(2) == pure.perft(2)


def test_the_search_finds_the_same() -> None:
    forms = both()
    for position in some_positions(2, times(25)):
        searches = [form.Solver(copied(position, form), 1 << 14, [6, 2, 2]) for form in forms]
        native, pure = searches
        assert native.run(700) == pure.run(700)
        assert (native.positions, native.expanded) == (pure.positions, pure.expanded)
        if native.status == core.codes.FOUND:
            assert native.steps() == pure.steps()


def test_the_generated_c_of_the_search_touches_no_python_object() -> None:
    annotated = ROOT / "build" / "native" / "spite_and_malice" / "patience" / "core" / "_native.html"
    both()
    if not annotated.exists():
        pytest.skip("the core was not compiled from this folder")
    lines = free_lines(ast.parse(compiled.one_piece(CORE).module))
    assert len(lines) > 400
    blocks = re.findall(ANNOTATED_LINE, annotated.read_text(encoding="utf-8"), re.DOTALL)
    on_objects = {int(number) for number, code in blocks if re.search(PYTHON_OBJECT, code or "")}
    assert on_objects
    assert not on_objects & lines
