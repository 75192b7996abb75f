"""Every legal move of patience can be made by every gesture: the results, over many positions, without a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from spite_and_malice.patience import Position, Rules, deal_number, preset_rules
from spite_and_malice.patience.rules.presets import PRESETS
from tests.examples import some, times
from tests.hands.kinds import patience_kind
from tests.patience.strategies import house_rules
from tests.web.modules import Modules

WHAT_PLAYS: Final = ("src/spite_and_malice/web/patience/", "src/spite_and_malice/web/kernel/gestures/")
WINDOWS: Final = ((1280, 800), (360, 640))
_DEALS: Final = 12
_LONGEST: Final = 120
_EVERY: Final = 27
"""The interval between examined positions."""
_TIMES: Final = 3
"""How often each sort of choice between places is examined."""
_PRESSES: Final = 14
"""The most presses of a card until it reaches its target."""
_APART: Final = 1000
CLEAR: Final = """async () => void (await import("/tests/patience-hands.js")).clear()"""


def positions(rules: Rules, deals: int = _DEALS) -> Iterator[Position]:
    """Yield positions of games in which cards go from pile to pile whenever they can."""
    for deal in range(1, deals + 1):
        random = Random(deal)
        position = deal_number(rules, deal)
        for _made in range(_LONGEST):
            legal = [str(move) for move in position.legal_moves]
            if not legal:
                break
            yield position.clone()
            between = [move for move in legal if "-T" in move or "-X" in move]
            position.play(random.choice(between if between and random.random() < 0.7 else legal))


def with_choices(found: list[Position]) -> list[Position]:
    """Return positions that contain every sort of choice between places several times."""
    seen: Counter[tuple[str, ...]] = Counter()
    chosen = []
    for position in found:
        targets: dict[str, list[str]] = {}
        view = position.view().to_json()
        for move in view["legal"]:
            kind = patience_kind(view, move)
            if not kind.endswith("-X"):
                targets.setdefault(move.partition("-")[0], []).append(kind)
        choices = {tuple(sorted(kinds)) for kinds in targets.values() if len(kinds) > 1}
        if any(seen[choice] < _TIMES for choice in choices):
            seen.update(choices)
            chosen.append(position)
    return chosen


@pytest.mark.parametrize("preset", some(PRESETS, *WHAT_PLAYS, of=8))
def test_every_move_of_a_preset_is_made_by_every_gesture(modules: Modules, preset: str) -> None:
    found = list(positions(preset_rules(preset), times(_DEALS)))
    assert misplayed(modules, found[::_EVERY]) == []
    assert unreached(modules, with_choices(found)) == []


@pytest.mark.parametrize("seed", some(range(40), *WHAT_PLAYS, of=10))
def test_every_move_of_house_rules_is_made_by_every_gesture(modules: Modules, seed: int) -> None:
    found = list(positions(house_rules(seed), deals=1))
    assert misplayed(modules, found[:: _EVERY // 3]) == []
    assert unreached(modules, with_choices(found)) == []


@pytest.mark.parametrize(("build", "other"), [("alternate", []), ("heap", ["9h"])])
def test_a_card_that_cannot_leave_a_gap_or_a_heap_again_asks_first(
    modules: Modules, build: str, other: list[str]
) -> None:
    piles = [{"down": 0, "up": ["8s"]}, {"down": 0, "up": other}]
    rules = {"empty": "waste", "piles": [1, 1], "build": build}
    view = {"rules": rules, "waste": ["7h"], "tableau": piles, "legal": ["W-T1", "W-T2"]}
    assert modules.evaluate(
        """async (view) => {
          const { isFinal, legalMoves } = await import("/static/patience/moves.js");
          const moves = legalMoves(view);
          return isFinal(view, moves[0], moves);
        }""",
        view,
    )


def test_a_card_that_has_a_partner_goes_to_another_place_as_well(modules: Modules) -> None:
    rules = preset_rules("fourteen", {"build": "any", "empty": "any"})
    legal = deal_number(rules, 1).view().legal
    source = next(move.partition("+")[0] for move in legal if "+" in move)
    view = deal_number(rules, 1).view().to_json()
    targets = [move.partition("-")[2] for move in legal if move.startswith(f"{source}-")]
    target = next(place for place in targets if f"{source}+{place}-X" not in legal)
    tap: dict[str, Any] = {"name": "both", "view": view, "below": 0, "keyboard": False}
    call = """async ([tap, size]) => (await import("/tests/patience-hands.js")).tap(tap, size, false)"""
    offered = modules.evaluate(call, [dict(tap, place=source, time=1000), WINDOWS[0]])["offered"]
    assert target in offered
    came = modules.evaluate(call, [dict(tap, place=target, time=3000), WINDOWS[0]])
    modules.evaluate(CLEAR)
    assert came["played"] == f"{source}-{target}"


@pytest.mark.parametrize(("keyboard", "later"), [(True, 1), (False, 400)])
def test_only_two_quick_taps_are_a_double_tap(modules: Modules, keyboard: bool, later: int) -> None:
    found = positions(preset_rules("streets-and-alleys"))
    first, move, second = next(filter(None, map(two_from_one_pile, found)))
    place = move.partition("-")[0]
    for number, (position, time, by_key) in enumerate([(first, 1000, keyboard), (second, 1000 + later, False)]):
        view = position.view().to_json()
        came = modules.evaluate(
            """async ([tap, size]) => (await import("/tests/patience-hands.js")).tap(tap, size, false)""",
            [
                {"name": "two", "view": view, "place": place, "below": 0, "keyboard": by_key, "time": time},
                WINDOWS[0],
            ],
        )
        assert came["played"], number
    modules.evaluate(CLEAR)


@pytest.mark.parametrize(("later", "is_double"), [(319, True), (320, False)])
def test_a_tap_is_the_second_half_of_a_double_one_for_a_third_of_a_second(
    modules: Modules, later: int, is_double: bool
) -> None:
    first, move, second = next(filter(None, map(two_from_one_pile, positions(preset_rules("streets-and-alleys")))))
    place = move.partition("-")[0]
    own = next(other for other in only_moves(second) if other.startswith(f"{place}-"))
    came: dict[str, Any] = {}
    for position, time in [(first, 1000), (second, 1000 + later)]:
        tap = {
            "name": "half", "view": position.view().to_json(), "place": place, "below": 0, "keyboard": False,
            "time": time,
        }  # fmt: skip
        call = """async ([tap, size]) => (await import("/tests/patience-hands.js")).tap(tap, size, false)"""
        came = modules.evaluate(call, [tap, WINDOWS[0]])
    modules.evaluate(CLEAR)
    assert (came.get("played") != own) == is_double


@pytest.mark.parametrize(
    ("preset", "source", "count", "target", "word"),
    [
        ("klondike-1", "T1", 1, "Fh", "T1-F"),
        ("klondike-1", "T1", 3, "T2", "T1:3-T2"),
        ("freecell", "T4", 1, "C2", "T4-C"),
        ("calculation", "W", 1, "F3", "W-F3"),
        ("pyramid", "W", 1, "T5", "T5+W-X"),
        ("pyramid", "T12", 1, "T9", "T9+T12-X"),
        ("pyramid", "T12", 1, "X", "T12-X"),
        ("golf", "T2", 1, "W", "T2-W"),
    ],
)
def test_a_move_that_is_asked_about_is_written_as_it_would_be_played(
    modules: Modules, preset: str, source: str, count: int, target: str, word: str
) -> None:
    source_text = """async ([view, source, count, target]) =>
      (await import("/static/patience/moves.js")).wordOf(view, source, count, target)"""
    view = deal_number(preset_rules(preset), 1).view().to_json()
    assert modules.evaluate(source_text, [view, source, count, target]) == word


@pytest.mark.parametrize(
    ("own", "other", "order"),
    [
        # A king from a pile of several: home, a pile of its suit, another pile, a gap, a cell.
        (["2h", "9s"], ["T3-C", "T3-T2", "T3-T5", "T3-T4", "T3-F"], ["Fs", "T4", "T5", "T2", "C1"]),
        # The only card of its pile gains nothing in a gap.
        (["9s"], ["T3-T2", "T3-C", "T3-T5"], ["T5", "C1", "T2"]),
    ],
)
def test_presses_take_a_card_first_where_it_gains_most(
    modules: Modules, own: list[str], other: list[str], order: list[str]
) -> None:
    view = deal_number(preset_rules("freecell"), 1).view().to_json()
    view["tableau"] = [{"down": 0, "up": up} for up in (["5c"], [], own, ["Ts"], ["Td"], ["2c"], ["3c"], ["4c"])]
    view["legal"] = other
    found = modules.evaluate(
        """async (view) => {
          const { byUse, legalMoves } = await import("/static/patience/moves.js");
          const moves = legalMoves(view);
          return [byUse(moves, [], view), byUse(moves, ["T5"], view)].map((all) => all.map(({ target }) => target));
        }""",
        view,
    )
    assert found == [order, [place for place in order if place != "T5"]]


@pytest.mark.parametrize(
    ("preset", "source", "over", "comes"),
    [
        ("klondike-1", "T1", "S", "nothing"),
        ("klondike-1", "T1", "W", "nothing"),
        ("klondike-1", "T1", "T2", "refused"),
        ("golf", "T1", "S", "nothing"),
        ("golf", "T1", "W", "refused"),
        ("pyramid", "T28", "S", "nothing"),
        ("pyramid", "T28", "W", "refused"),
        ("pyramid", "T28", "T27", "refused"),
    ],
)
def test_what_nobody_would_lay_a_card_on_refuses_none(
    modules: Modules, preset: str, source: str, over: str, comes: str
) -> None:
    """A card let go over the stock, or over a waste that only receives turned cards, goes back silently."""
    view = {**deal_number(preset_rules(preset), 1).view().to_json(), "waste": ["9c"], "legal": ["draw"]}
    call = """async ([view, size, source, over]) =>
      (await import("/tests/patience-hands.js")).dropped(view, size, source, over)"""
    assert modules.evaluate(call, [view, WINDOWS[0], source, over]) == comes


def two_from_one_pile(position: Position) -> tuple[Position, str, Position] | None:
    """Return a position, a card's only move, and the position after it if the next card has one as well."""
    for move in only_moves(position):
        after = position.clone()
        after.play(move)
        if any(other.partition("-")[0] == move.partition("-")[0] for other in only_moves(after)):
            return position, move, after
    return None


def only_moves(position: Position) -> list[str]:
    """Return the moves from piles whose top card can go to only one place."""
    moves = [str(move) for move in position.legal_moves if str(move).startswith("T")]
    sources = Counter(move.partition("-")[0] for move in moves)
    return [move for move in moves if sources[move.partition("-")[0]] == 1]


def misplayed(modules: Modules, found: list[Position]) -> list[Any]:
    """Return the moves that a drag, a key or a press of both cards of a pair does not make."""
    wrong: list[Any] = modules.evaluate(
        """async ([views, windows]) => {
          const { misplayed } = await import("/tests/patience-hands.js");
          const sizes = windows.flatMap((size) => [false, true].map((left) => [size, left]));
          return views.flatMap((view) => sizes.flatMap(([size, left]) => misplayed(view, size, left)));
        }""",
        [[position.view().to_json() for position in found], WINDOWS],
    )
    return wrong


@dataclass
class Pressed:
    """A card pressed repeatedly until it reaches a place."""

    name: str
    position: Position
    keyboard: bool
    wanted: str
    move: str
    place: str
    below: int
    made: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the data for the page."""
        time = _APART * (len(self.made) + 1)
        return {
            "name": self.name, "view": self.position.view().to_json(), "place": self.place, "below": self.below,
            "keyboard": self.keyboard, "time": time, "wanted": self.wanted,
        }  # fmt: skip

    def take(self, came: dict[str, Any]) -> str | None:
        """Handle the result of a press: "" once the card is there, a fault, or None to press it again."""
        if self.wanted in (came.get("offered") or ()):
            return ""
        played = came.get("played")
        if not played:
            return f"{self.move}: after {self.made} it comes to {came}"
        self.made.append(played)
        if came["target"] == self.wanted:
            return ""
        self.position.play(played)
        self.place = came["target"]
        return f"{self.move}: {self.made} do not come to it" if len(self.made) == _PRESSES else None


def unreached(modules: Modules, found: list[Position]) -> list[str]:
    """Return the moves that no press of the card makes, with a finger or with Enter."""
    faults: list[str] = []
    waiting = [
        Pressed(f"{number}-{move}-{keyboard}", position.clone(), keyboard, target, move, source, count - 1)
        for number, position in enumerate(found)
        for move, source, target, count in single_moves(modules, position)
        for keyboard in (False, True)
    ]
    while waiting:
        answers = modules.evaluate(
            """async ([taps, size]) => {
              const { tap } = await import("/tests/patience-hands.js");
              return taps.map((one) => tap(one, size, false));
            }""",
            [[each.to_json() for each in waiting], WINDOWS[0]],
        )
        told = [(each, each.take(came)) for each, came in zip(waiting, answers, strict=True)]
        faults += [fault for _each, fault in told if fault]
        waiting = [each for each, fault in told if fault is None]
    modules.evaluate(CLEAR)
    return faults


def single_moves(modules: Modules, position: Position) -> list[tuple[str, str, str, int]]:
    """Return the moves of cards without a partner: text, place, target and the depth of the lowest one."""
    moves: list[tuple[str, str, str, int]] = modules.evaluate(
        """async (view) => {
          const { legalMoves } = await import("/static/patience/moves.js");
          const alone = ({ source, target, partner }) => source !== "S" && target !== "S" && !partner;
          return legalMoves(view).filter(alone).map(({ text, source, target, depth }) => [text, source, target, depth]);
        }""",
        position.view().to_json(),
    )
    return moves
