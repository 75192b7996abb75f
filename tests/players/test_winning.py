"""No level from club on misses a win in this turn that needs no luck, whatever the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from spite_and_malice.engine import UNSHUFFLED, Move, Position, Stage
from spite_and_malice.engine.core import winning_line
from spite_and_malice.engine.position import deal_by_seed
from spite_and_malice.players import LEVELS, PLAYERS
from spite_and_malice.rules import PRESETS, preset_rules
from tests.engine.build import lay
from tests.engine.native import copied, pure
from tests.examples import some
from tests.players.plain_winning import plain_winning_line

LEVELS_THAT_SEE = [level.id for level in LEVELS[2:]]
MOST_TABLES = 4000
MOST_TURNS = 60
PAST_THE_END = ["As 2s 3s 4s 5s 6s 7s 8s 9s Ts", "As 2s 3s 4s", "As 2s 3s 4s"]


def winnable(position: Position) -> bool | None:
    """Whether some moves of this turn win without a card coming to light, by trying all; None for too many tables.

    It does not prune: every legal move except those that end the turn is tried, and tables are distinguished by their
    cards.
    """
    seat = position.turn
    known = Position.from_view(position.view(seat))
    tables, seen = deque([known]), {table(known)}
    while tables:
        before = tables.popleft()
        for move in before.legal_moves:
            if not move.plays_to_centre and not move.is_load:
                continue
            after = before.clone()
            effects = after.play(move, UNSHUFFLED)
            if after.is_over:
                if after.outcome is not None and seat in after.outcome.winners:
                    return True
                continue
            if effects.drew or effects.turned_up or effects.ended_turn:
                continue
            if (key := table(after)) not in seen:
                if len(seen) == MOST_TABLES:
                    return None
                seen.add(key)
                tables.append(after)
    return False


def table(position: Position) -> object:
    """A key for the tables of one turn, ignoring suits and the order of the hand and of the centre stacks."""
    core, rules = position.core, position.rules
    suits, seats = rules.loading, range(rules.players)
    payoff = [core.payoff(seat, pile) for seat in seats for pile in range(rules.payoff_piles)]
    hand = sorted(card if suits else card[:-1] or card for card in position.hand(position.turn))
    heights = [len(place) for place in position.centre]
    if position.stage != Stage.COVER:
        heights.sort()
    return str((hand, heights, position.stage, payoff, [position.side(seat) for seat in seats]))


def winning_turns(preset: str, seed: int) -> Iterator[tuple[Position, list[str]]]:
    """Yield turns that can be won, each with the log before it; those that a first move wins are left out.

    Games are for few pay-off cards, and nobody plays the last ones, so that they go on.
    """
    rng = Random(f"{preset} {seed}")
    while True:
        players = rng.choice(PRESETS[preset].players[:3])
        rules = preset_rules(preset, players, {"payoff": 1})
        position, log = deal_by_seed(rules, rng.randrange(players), rng.getrandbits(60)), list[str]()
        turns, begins = 0, True
        while turns < MOST_TURNS and not position.is_over:
            at_once = any(wins(position, move) for move in position.legal_moves)
            if begins and turns > 2 and not at_once and winnable(position):
                yield position.clone(), log[:]
                # Turns of one game are very similar.
                turns += MOST_TURNS // 4
            move = dawdling(position, rng)
            if move is None:
                break
            log.append(f"{position.turn} {move}")
            begins = position.play(move, None).ended_turn
            turns += begins


def wins(position: Position, move: Move) -> bool:
    after = position.clone()
    after.play(move, UNSHUFFLED)
    return after.is_over


def dawdling(position: Position, rng: Random) -> Move | None:
    """A random move that plays no pay-off card, preferring the centre; None if there is none."""
    moves = [move for move in position.legal_moves if not move.plays_payoff]
    plays = [move for move in moves if move.plays_to_centre]
    chosen = plays if plays and rng.random() < 0.6 else moves
    return rng.choice(chosen) if chosen else None


def plays_to_win(level: str, position: Position, log: list[str]) -> bool:
    """Whether a level wins the turn."""
    game, seat, said = position.clone(), position.turn, log[:]
    player = PLAYERS[level].make(1)
    while not game.is_over and game.turn == seat:
        move = player.choose(game.view(seat), said, 0.05)
        said.append(f"{seat} {move}")
        game.play(move, UNSHUFFLED)
    return game.outcome is not None and seat in game.outcome.winners


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/players/", "src/spite_and_malice/engine/", of=4))
def test_no_level_from_club_on_misses_a_win_that_needs_no_luck(preset: str) -> None:
    turns = list(islice(winning_turns(preset, 1), 4))
    missed = [
        (level, position.to_json())
        for position, log in turns
        for level in LEVELS_THAT_SEE
        if not plays_to_win(level, position, log)
    ]
    assert turns
    assert not missed


def test_a_win_past_a_completed_stack_is_seen() -> None:
    position = lay(
        "Jh Qh Ah 2h 9d", payoff=["3s"], centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts", "As 2s 3s 4s", "As 2s 3s 4s"]
    )
    assert len(winning_line(position.core)) == 5
    assert all(plays_to_win(level, position, []) for level in LEVELS_THAT_SEE)


def test_a_wild_card_is_spent_on_a_win_past_a_completed_stack() -> None:
    position = lay("Kh Qh Kd 2h 9d", payoff=["3s"], centre=PAST_THE_END)
    assert len(winning_line(position.core)) == 5
    assert all(plays_to_win(level, position, []) for level in LEVELS_THAT_SEE)


def test_where_luck_is_needed_nothing_is_sure() -> None:
    drawing = lay("9h", payoff=["Ts"], centre=["As 2s 3s 4s 5s 6s 7s 8s"])
    assert winning_line(drawing.core) == []
    hidden = lay("9h 2c", payoff=["5s Ts"], centre=["As 2s 3s 4s 5s 6s 7s 8s"])
    assert winning_line(hidden.core) == []


def test_a_seat_wins_with_its_partners_cards() -> None:
    turn = next(each for each, _ in winning_turns("partners", 2) if each.rules.partner(each.turn) is not None)
    assert winning_line(Position.from_view(turn.view(turn.turn)).core)


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/players/", "src/spite_and_malice/engine/", of=8))
def test_the_core_finds_the_line_that_a_plain_search_finds(preset: str) -> None:
    looked = found = 0
    for seed in range(12):
        rng = Random(f"plain {preset} {seed}")
        rules = preset_rules(preset, rng.choice(PRESETS[preset].players), {"payoff": 1})
        position = deal_by_seed(rules, rng.randrange(rules.players), rng.getrandbits(60))
        for _ in range(40):
            line = winning_line(position.core)
            assert line == plain_winning_line(rules, position.core)
            if seed == 0:
                uncompiled = pure()
                assert line == uncompiled.winning_line(copied(position, uncompiled))
            looked, found = looked + 1, found + bool(line)
            if (move := dawdling(position, rng)) is None or position.is_over:
                break
            position.play(move, None)
    assert looked > 100
    assert found > 0
