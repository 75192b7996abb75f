"""What hidden cards are worth: the search sees what it is given, and the page shows the figures."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from xml.etree import ElementTree

import pytest

from benchmarks import knowledge, knowledge_hands
from benchmarks.knowledge import KINDS, Cell, Informed, both_games, curves, effort_of, read, tables
from benchmarks.knowledge_hands import CENTRE, OTHER, SAME, STACK, Guess, Weighed, guess, instead, ratios
from spite_and_malice.engine import Move, Position, deal
from spite_and_malice.engine.core import Policy, core_rules
from spite_and_malice.engine.moves import encode
from spite_and_malice.engine.position_json import save
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.players.memory import TurnEnd
from spite_and_malice.players.weights import TUNED, tuned_for
from spite_and_malice.rules import preset_rules
from tests.engine.build import lay


def middle(preset: str, moves: int = 60) -> tuple[Position, list[str]]:
    """A position some moves after the deal, at the start of a turn with cards in both hands, and the log."""
    chance = SeededChance(3)
    position = deal(preset_rules(preset, 2), 0, chance)
    player = PLAYERS["club"].make(1)
    log: list[str] = []
    while len(log) < moves or position.core.moved or not position.core.hand(1 - position.turn):
        seat = position.turn
        log.append(f"{seat} {(move := player.choose(position.view(seat), log, 1.0))}")
        position.play(move, chance)
    return position, log


@pytest.mark.parametrize("preset", ["standard", "skip-bo", "book"])
@pytest.mark.parametrize("kind", ["nothing", "hand", "stock", "piles", "all"])
def test_every_world_has_what_is_known_and_not_the_rest(preset: str, kind: str) -> None:
    position, log = middle(preset)
    player = Informed(1, 7, KINDS[kind])
    player.position = position
    seat, true = position.turn, save(position.rules, position.core)
    playouts = player.playouts(position.view(seat), log, Policy(position.core, list(tuned_for(position.rules))))
    worlds = [save(position.rules, playouts.world(number)) for number in range(8)]

    def same(part: str) -> bool:
        return all(
            world["stock"][:5] == true["stock"][:5] if part == "stock" else world[part] == true[part]
            for world in worlds
        )

    known = KINDS[kind]
    assert (same("hands"), same("stock"), same("payoff")) == (known.hand, known.stock > 0, known.piles)
    for world in worlds:
        assert world["hands"][seat] == true["hands"][seat]
        piles = [
            [each["stock"], *each["hands"], *(pile for of_seat in each["payoff"] for pile in of_seat)]
            for each in (world, true)
        ]
        assert Counter(chain(*piles[0])) == Counter(chain(*piles[1]))


def test_a_deal_is_played_with_the_knowledge_in_either_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "game", lambda preset, kind, worlds, number, seat: (number, seat)[seat])
    assert both_games("standard", "hand", 7, 5) == (5, 1)


def test_an_informed_player_plays_on_without_a_clock() -> None:
    position, log = middle("standard")
    moves = []
    for _ in range(2):
        player = Informed(1, 7, KINDS["all"])
        player.position = position
        moves.append(str(player.choose(position.view(position.turn), log, knowledge.NO_CLOCK)))
    assert moves[0] == moves[1]
    assert moves[0] in position.view(position.turn).legal


def test_the_rounds_of_an_effort_have_its_worlds() -> None:
    for worlds in (7, 14, 35, 105):
        assert sum(count for _share, count in effort_of(worlds).rounds) == worlds


def test_games_are_counted_and_drawn_with_their_intervals() -> None:
    cell = Cell("standard", "hand", 35)
    cell.add((1, -1))
    cell.add((1, 0))
    assert (cell.deals, cell.won, cell.lost, cell.drawn) == (2, 2, 1, 1)
    stronger = Cell("standard", "hand", 70, 2, 3, 1, 0)
    alone = Cell("skip-bo", "stock", 35, 1, 1, 1, 0)
    row = {"preset": "standard", "level": "master", "hands": 9, "uniform": 2.5}
    lines = list(tables([stronger, alone, cell], [{**row, "undone": [0.1, 0, 0.2], "discard": [0.2, 0.1, 0.3]}]))
    assert lines[2] == "| `standard` | the opponent's hand | 35 | 2–1–1 | 67 % (21–94) |"
    assert lines[-1] == "| `standard` | `master` | 9 | 2.500 | 0.100 (0.000–0.200) | 0.200 (0.100–0.300) |"
    drawn = ElementTree.fromstring(curves([stronger, alone, cell]))
    lines_drawn = [each for each in drawn.iter("{http://www.w3.org/2000/svg}path") if each.get("stroke-width")]
    assert len(lines_drawn) == 1, "only what was played with several efforts has a curve"


def test_the_page_shows_the_figures_of_the_files() -> None:
    rows = json.loads(knowledge_hands.FILE.read_text(encoding="utf-8"))
    page = knowledge.PAGE.read_text(encoding="utf-8")
    assert "\n".join(tables(read(), rows)) in page
    assert knowledge.CURVES.read_text(encoding="utf-8") == curves(read())


def end_with(hand: str, discard: str) -> tuple[TurnEnd, list[int]]:
    """The end of a turn in which the seat kept `hand`."""
    position = lay(f"{hand} {discard}", payoff=["Kd 9h"], side=["5s", "Jd"], centre=["As 2s", "", ""])
    kept = position.core.hand(0)[:-1]
    before = position.core.clone()
    before.forget_hand(0)
    return TurnEnd(before, encode(Move.parse(f"H{discard}-S1"), 1)), kept


def test_it_is_asked_what_the_policy_would_have_done_with_the_hand() -> None:
    kinds, found = core_rules(preset_rules("standard", 2)), set()
    for hand, discard in (("Qd Qh Jh 5c", "4c"), ("4h Qh Jh 5c", "Qc"), ("3h 4h 5h 6h", "Jc")):
        end, kept = end_with(hand, discard)
        found.add(instead(kinds, end, kept, Policy(end.before, list(TUNED))))
        assert not any(end.before.hand(0)), "the hand is written into a copy"
    assert CENTRE in found
    assert found & {SAME, STACK, OTHER}


def test_a_guess_that_weighs_the_true_hand_more_loses_less() -> None:
    sampled = [([1, 2], SAME), ([3, 4], OTHER)]
    made = Guess([1, 2], SAME, [sampled, sampled])
    assert made.loss(True, {SAME: 2.0, OTHER: 0.5}) < made.loss(False, {}) < made.loss(True, {SAME: 0.5, OTHER: 2.0})
    assert ratios([made], True) == {SAME: knowledge_hands.WORLDS, OTHER: 0.0}


def test_a_hand_is_guessed_from_the_view_and_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge_hands, "WORLDS", 5)
    position, log = middle("standard")
    found = guess(position.view(position.turn), log, position.core.hand(1 - position.turn), 1)
    assert found is not None
    assert [len(each) for each in found.sampled] == [5, 5]
    assert all(len(hand) == len(found.hand) for each in found.sampled for hand, _what in each)


def test_weighed_worlds_are_those_that_explain_the_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    position, log = middle("standard")
    view, rules = position.view(position.turn), position.rules
    policy = Policy(position.core, list(tuned_for(rules)))
    player = Informed(1, 7, KINDS["inferred"])
    player.position = position
    playouts = player.playouts(view, log, policy)
    assert isinstance(playouts, Weighed)
    asked: list[int] = []

    def every_third(_playouts: Weighed, seed: int) -> bool:
        asked.append(seed)
        return len(asked) % 3 == 0

    monkeypatch.setattr(Weighed, "_is_likely", every_third)
    move = encode(Move.parse(view.legal[0]), 1)
    assert len(playouts.evaluate([[move], [move]], 1, 4, 2)[1]) == 4
    assert len(asked) == 12, "a world is sampled again until one is likely"
