"""Random play on tables, and what all tables must hold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from spite_and_malice.engine.core import codes, kind_of
from spite_and_malice.interop.table import OVER, Table

Policy = Callable[[Table, Random], int]


def uniform(table: Table, rng: Random) -> int:
    return rng.choice(table.legal())


def eager(table: Table, rng: Random) -> int:
    """Play to a centre stack if possible, else discard if possible: such games go on for long."""
    legal = table.legal()
    moves = table.setting.kinds.moves
    for kind in (codes.TO_CENTRE, codes.TO_SIDE):
        wanted = [move for move in legal if kind_of(moves[move]) == kind]
        if wanted:
            return rng.choice(wanted)
    return rng.choice(legal)


def let_chance_move(table: Table, rng: Random) -> None:
    while table.is_chance:
        outcomes, weights = zip(*table.outcomes(), strict=True)
        table.apply(rng.choices(outcomes, weights)[0])


def play(table: Table, rng: Random, policy: Policy, moves: int) -> bool:
    """Play up to so many moves, and chance after them; whether the game goes on."""
    let_chance_move(table, rng)
    for _ in range(moves):
        if table.turn == OVER:
            return False
        table.apply(policy(table, rng))
        let_chance_move(table, rng)
    return table.turn != OVER


def cards(table: Table) -> list[int]:
    """How many cards of each kind there are, wherever they are, those out of the game included."""
    kinds, rules, core = table.setting.kinds, table.setting.rules, table.core
    found = [a + b for a, b in zip(table.fresh, table.stock_seen(), strict=True)]
    piles = [core.aside(), *(core.centre(place) for place in range(core.places))]
    for seat in range(rules.players):
        piles.append(core.hand(seat))
        piles += [core.side(seat, stack) for stack in range(rules.side)]
        piles += [core.payoff(seat, pile) for pile in range(rules.payoff_piles)]
        for pile in range(rules.payoff_piles):
            found = [a + b for a, b in zip(found, table.payoff_seen(seat, pile), strict=True)]
    for code in (code for pile in piles for code in pile if code):
        found[kinds.of_code[code]] += 1
    return found
