"""How a hint is chosen among the lines of sampled worlds: how many worlds, which shares, and which of equal moves."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from spite_and_malice.patience import PRESETS, Hint, Move, Position, deal_number, hint, hints, sample, solve
from spite_and_malice.patience.knowledge import nothing_known
from spite_and_malice.patience.solving import Solution
from spite_and_malice.play import SeededChance
from tests.patience.views import late as table
from tests.patience.views import pile, view_of


class Verdicts:
    """A solver that says what it is told to, and a clock that is over after some of its answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, verdicts: Sequence[str], over_after: int = 99) -> None:
        self.asked = 0
        self._over_after = over_after
        self._verdicts = iter([*verdicts, *(["open"] * 99)])
        monkeypatch.setattr(hints, "solve", self._solve)
        monkeypatch.setattr(hints, "sample", lambda view, *_: view)
        self.clock: hints._Clock = SimpleNamespace(is_over=lambda _: self.asked >= self._over_after, each=None)  # type: ignore[assignment]

    def _solve(self, *_: object) -> Solution:
        self.asked += 1
        verdict = next(self._verdicts)
        return Solution(verdict, (), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verdicts", "over_after", "looked", "won", "is_lost"),
    [
        (["won"] * 9, 99, 3, 3, False),
        (["lost", "open", "won"], 99, 3, 1, False),
        # While none can be won, as many are looked at again.
        (["lost", "open", "lost", "won", "won"], 99, 4, 1, False),
        (["lost"] * 5, 99, 6, 0, False),
        (["lost"] * 9, 99, 6, 0, True),
        (["lost"] * 9, 2, 2, 0, False),
        # One is always looked at.
        (["won"] * 9, 0, 1, 1, False),
    ],
)
def test_worlds_are_laid_out_until_some_can_be_won(
    monkeypatch: pytest.MonkeyPatch, verdicts: list[str], over_after: int, looked: int, won: int, is_lost: bool
) -> None:
    solver = Verdicts(monkeypatch, verdicts, over_after)
    view = view_of("klondike-1")
    found = hints._winnable_worlds(view, SeededChance(1), 3, nothing_known(view), solver.clock)
    assert (found[0], len(found[1]), found[2]) == (looked, won, is_lost)


def test_half_of_the_time_is_for_the_worlds_and_an_eighth_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(hints, "monotonic", lambda: now.seconds)
    clock, endless = hints._Clock(8.0), hints._Clock(None)
    assert (clock.each, endless.each) == (1.0, None)
    for seconds, halves in ((103.9, 0), (104.0, 1), (107.9, 1), (108.0, 2)):
        now.seconds = seconds
        assert (clock.is_over(1), clock.is_over(2)) == (halves >= 1, halves == 2)
        assert not endless.is_over(1)


@pytest.fixture(scope="module")
def late() -> Position:
    """A game of Klondike on its way to a win, with two cards left face down."""
    position = next(
        position
        for number in range(20)
        for position in [deal_number(PRESETS["klondike-1"].rules, number)]
        if solve(position, 1).verdict == "won"
    )
    for move in solve(position, 1).moves:
        if sum(pile.down for pile in position.view().tableau) == 2:
            return position
        position.play(move)
    raise AssertionError("every way ends with no card face down")


@pytest.mark.parametrize(("looked", "winnable"), [(2, 1.0), (8, 0.25)])
def test_the_share_of_a_hint_is_that_of_the_worlds_that_its_line_wins(
    late: Position, monkeypatch: pytest.MonkeyPatch, looked: int, winnable: float
) -> None:
    view = late.view()
    worlds = [sample(view, SeededChance(number)) for number in range(2)]
    won = [(world, solve(world, 1)) for world in worlds]
    monkeypatch.setattr(hints, "_winnable_worlds", lambda *_: (looked, won, False))
    given = hint(view, SeededChance(1), looked)
    assert (given.winnable, given.is_lost) == (winnable, False)
    assert given.line[0] == given.move


def test_of_one_world_the_line_is_taken_as_it_is(late: Position) -> None:
    given = hint(late.view(), SeededChance(1), 1)
    assert (given.move in late.legal_moves, given.winnable) == (True, 1.0)


def test_the_only_move_of_a_clock_has_the_share_of_the_worlds_that_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of("clock")
    Verdicts(monkeypatch, ["won", "lost", "won", "lost"])
    [text] = view.legal
    given = hint(view, SeededChance(1), 4)
    assert (given.move, given.winnable, given.line) == (Move.parse(text), 0.5, (Move.parse(text),))


def test_where_the_layout_is_shuffled_the_share_is_that_of_the_tables_after_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = view_of("la-belle-lucie")
    redeal = Move("redeal")
    home: list[tuple[Move, ...]] = [()]
    monkeypatch.setattr(hints, "most_home", lambda *_: home[0])
    for verdicts, share in ((["won", "open", "open", "open"], 1 / 4), ((["open"] * 6 + ["won"]), 1 / 7), ([], 0.0)):
        verdict = iter(verdicts)
        monkeypatch.setattr(hints, "_can_win", lambda *_, verdict=verdict: next(verdict, "") == "won")
        given = hint(view, SeededChance(1), 4)
        assert (given.line, given.winnable) == ((redeal,), share)
    first = Move.parse(next(text for text in view.legal if "-T" in text))
    home[0] = (first,)
    assert hint(view, SeededChance(1), 1).line == (first, redeal)


@pytest.mark.parametrize(
    ("preset", "move", "kin"),
    [
        ("spider-4", "T1-T3", "T1-T2"),
        ("spider-4", "T1-T2", None),
        ("spider-4", "T1:2-T3", None),
        ("spider-4", "T4-T3", None),
        ("klondike-1", "T1-T3", None),
    ],
)
def test_the_same_cards_may_go_on_one_of_their_suit(preset: str, move: str, kin: str | None) -> None:
    piles = (pile("Kh", "7s"), pile("8s"), pile("8h"), pile("7d"), pile())
    view = view_of(preset, *piles, legal=("T1-T3", "T1-T5", "T1-T2", "T4-T3", "T1:2-T3", "T4-T2"))
    found = hints._of_one_suit(view, Move.parse(move))
    assert found == (None if kin is None else Move.parse(kin))
    assert hints._of_one_suit(view, Move("deal")) is None


@pytest.mark.parametrize(
    ("preset", "move", "costs"),
    [
        ("spider-4", "deal", True),
        ("klondike-1", "draw", True),
        ("spider-4", "T1-T5", True),
        ("spider-4", "T1-T2", False),
        # Only a king may go there.
        ("klondike-1", "T1-T5", False),
        ("klondike-1", "T1-F", False),
    ],
)
def test_a_draw_and_an_empty_pile_for_any_card_cost_something(preset: str, move: str, costs: bool) -> None:
    assert hints._costs(view_of(preset, pile("7s"), pile("8s")), Move.parse(move)) is costs


def test_the_reserve_goes_to_foundations_that_take_what_lies_on_the_one_before() -> None:
    reserve = (pile("4s"), pile("9h"), pile("Kd"), pile("2c"))

    def freely(*legal: str) -> Move | None:
        return hints._freely_home(view_of("osmosis", reserve=reserve, base=4, legal=legal))

    assert freely("T1-F", "W-F", "R1-F", "R2-T1", "R3-F", "R4-F") == Move.parse("R3-F")
    # Which suit begins the next foundation is a choice.
    assert freely("R1-F", "R2-W", "W-F") is None


@pytest.mark.parametrize(
    ("line", "advised"),
    [
        ("T4-T5 T3-T4", "T4-T5 T3-T4"),
        ("T1-T2 T4-T5 T3-T4", "T4-T5 T3-T4"),
        # 5♦ goes on 6♣ wherever that lies, and with it to 7♥.
        ("T4-T5 T1-T2 T4-T2 T3-T2", "T4-T5 T3-T4"),
        ("T1-T2 T4-T5", "T1-T2 T4-T5"),
    ],
)
def test_what_turns_a_card_up_goes_before_what_it_does_not_need(line: str, advised: str) -> None:
    view = table("yukon", ["7h"], ["8s"], ["5d"], ["6c", "Tc"], ["Jd"], s=0, h=0, d=0, c=0)
    data = sample(view, SeededChance(1)).to_json()
    data["tableau"][2]["down"] = [data["tableau"][6]["up"].pop()]
    world = Position.from_json(data)
    moves = tuple(map(Move.parse, line.split()))
    unseen = hints.Unseen(world.view(), nothing_known(world.view()))
    assert " ".join(map(str, hints._turned_first(world, moves, unseen))) == advised


def test_of_a_line_the_rest_is_advised_until_it_ends() -> None:
    moves = tuple(map(Move.parse, ("T1-T2", "draw", "W-F")))
    rests: list[tuple[Move, ...]] = []
    given: Hint | None = Hint(moves[0], 0.5, moves)
    while given is not None:
        assert given.is_rest == bool(rests)
        assert (given.move, given.winnable) == (given.line[0], 0.5)
        rests.append(given.line)
        given = given.rest
    assert rests == [moves, moves[1:], moves[2:]]
    assert Hint(None, 0.0).rest is None


@pytest.mark.parametrize(
    ("game", "counts"), [("klondike-3", False), ("klondike-1", False), ("yukon", True), ("miss-milligan", True)]
)
def test_blind_play_tells_nothing_where_the_stock_can_be_gone_through_again(
    monkeypatch: pytest.MonkeyPatch, game: str, counts: bool
) -> None:
    asked = []

    def progress(*_arguments: object) -> float:
        asked.append(game)
        return 0.0

    monkeypatch.setattr(hints, "blind_progress", progress)
    for number in range(3):
        if not asked:
            hint(deal_number(PRESETS[game].rules, number).view(), SeededChance(1), 1)
    assert bool(asked) is counts


@pytest.mark.parametrize(("better", "move"), [(0.05, "T1-F"), (0.2, "T1-C")])
def test_a_card_that_can_go_home_goes_elsewhere_only_where_that_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch, better: float, move: str
) -> None:
    view = table("freecell", ["3d"], ["4s"], s=1, h=1, d=2, c=1)
    monkeypatch.setattr(
        hints, "blind_progress", lambda position, *_: 0.0 if position.view().foundations["d"] > 2 else better
    )
    given = hints._further(view, SeededChance(1), 1, nothing_known(view), hints._Clock(None))
    assert given is not None
    assert str(given.move) == move
