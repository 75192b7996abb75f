"""What players remember from the log: never more than it contains, and correct under any rules."""

from __future__ import annotations

import weakref
from collections import Counter
from random import Random

import pytest

from spite_and_malice.engine import Move, Position, deal
from spite_and_malice.engine.core import core_rules, is_pair
from spite_and_malice.engine.position_json import cards_text
from spite_and_malice.engine.sampling import Sampler, unseen
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.players import memory as memory_module
from spite_and_malice.players.memory import Memory, remember
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.examples import some, times
from tests.strategies import house_rules

MOST_MOVES = 250


def check(position: Position, log: list[str]) -> Memory:
    """Check the memory of the seat to move against the real cards."""
    view = position.view(position.turn)
    memory = remember(view, log)
    hidden = Counter(
        card
        for seat in range(position.rules.players)
        for pile in range(position.rules.payoff_piles)
        for card in cards_text(position.core.payoff(seat, pile)[:-1])
    )
    assert not hidden - (unseen(view) - Counter(memory.recycled)), "a card that went back lies in a pay-off pile"
    for end in memory.ends:
        seat = end.before.turn
        assert seat != view.seat
        kept = end.before.hand_count(seat) - (end.move > 0) - is_pair(end.move)
        assert kept == position.core.hand_count(seat)
        assert all(code == 0 for code in end.before.hand(seat)), "a hidden card is known"
    return memory


def play(rules: Rules, seed: int) -> tuple[int, int]:
    """Play a game; returns how often something was remembered, and how often checked."""
    chance = SeededChance(seed)
    position = deal(rules, 0, chance)
    player = PLAYERS["club"].make(seed)
    log: list[str] = []
    remembered = asked = 0
    while not position.is_over and len(log) < MOST_MOVES:
        if len(log) % 11 == 10:
            memory = check(position, log)
            asked += 1
            remembered += memory != Memory()
        seat = position.turn
        move = player.choose(position.view(seat), log, 1.0)
        position.play(move, chance)
        log.append(f"{seat} {move}")
    return remembered, asked


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/players/", "src/spite_and_malice/engine/", of=8))
def test_what_is_remembered_is_true_under_every_preset(preset: str) -> None:
    for players in {min(PRESETS[preset].players), max(PRESETS[preset].players)}:
        remembered, asked = play(preset_rules(preset, players), 2)
        assert remembered == asked > 0


def test_what_is_remembered_is_true_under_house_rules() -> None:
    rng = Random("memories")
    found = [play(house_rules(rng), rng.randrange(1 << 30)) for _ in range(times(60))]
    asked = sum(each for _, each in found)
    assert sum(remembered for remembered, _ in found) > 0.8 * asked > 0


def test_a_card_that_went_back_is_remembered() -> None:
    chance = SeededChance(9)
    position = deal(preset_rules("standard"), 0, chance)
    player = PLAYERS["greedy"].make(1)
    log: list[str] = []
    while not (memory := remember(position.view(position.turn), log)).recycled:
        seat = position.turn
        move = player.choose(position.view(seat), log, 1.0)
        position.play(move, chance)
        log.append(f"{seat} {move}")
    named = Counter(card for entry in log for card in Move.parse(entry.split()[1]).cards)
    assert not Counter(memory.recycled) - named
    payoff = Counter(memory.recycled)
    known = Sampler(position.view(position.turn), memory.recycled, memory.held)
    for seed in range(50):
        world = known.sample(seed).core
        lying = Counter(card for seat in range(2) for card in cards_text(world.payoff(seat, 0)[:-1]))
        assert not lying - (unseen(position.view(position.turn)) - payoff)


def test_the_pay_off_card_of_the_time_is_filled_in() -> None:
    """The opponent ends their turn; then the viewer plays a pay-off card, which the log does not name."""
    chance = SeededChance(1)
    position = deal(preset_rules("standard"), 0, chance)
    player = PLAYERS["club"].make(1)
    log: list[str] = []
    tops: dict[int, int] = {}
    ranks = core_rules(position.rules)
    filled = 0
    while not position.is_over:
        seat = position.turn
        if not log or log[-1].split()[0] != str(seat):
            tops = {owner: position.core.payoff_top(owner, 0) for owner in range(2)}
        for end in remember(position.view(seat), log).ends:
            for owner in range(2):
                top = end.before.payoff_top(owner, 0)
                # A card that has been played since has the rank it was played as, whatever it was.
                assert not top or ranks.rank(top) == ranks.rank(tops[owner]) or ranks.is_wild(tops[owner])
                filled += top > 0
        move = player.choose(position.view(seat), log, 1.0)
        position.play(move, chance)
        log.append(f"{seat} {move}")
    assert filled > 200


@pytest.mark.parametrize(
    "log",
    [["nonsense"], ["0 H9h-C9"], ["7 P-C1"], ["0 P-C1", "1 P-C1"], ["0 pass"] * 5, ["x pass"]],
    ids=["no entry", "no such place", "no such seat", "no turn", "too short", "no number"],
)
def test_a_log_that_does_not_lead_to_the_view_is_not_believed(log: list[str]) -> None:
    position = deal(preset_rules("standard"), 0, SeededChance(3))
    for view in (position.view(position.turn), lay("9h 8h").view(0)):
        assert remember(view, log) == Memory()


def test_nothing_of_a_replay_is_kept_once_it_has_told_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[memory_module._Replay]] = []

    class Watched(memory_module._Replay):
        def __init__(self, rules: Rules) -> None:
            super().__init__(rules)
            made.append(weakref.ref(self))

    monkeypatch.setattr(memory_module, "_Replay", Watched)
    chance = SeededChance(1)
    position = deal(preset_rules("standard"), 0, chance)
    player = PLAYERS["club"].make(1)
    log: list[str] = []
    for _ in range(40):
        seat = position.turn
        log.append(f"{seat} {(move := player.choose(position.view(seat), log, 1.0))}")
        position.play(move, chance)
    memories = [remember(position.view(position.turn), moves) for moves in (log, log[:-1], [*log, "0 nonsense"])]
    assert memories[0].ends
    assert [replay() for replay in made] == [None] * 3
