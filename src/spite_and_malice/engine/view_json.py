# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Views as JSON texts, for a server that sends one to everybody with every move.

Compiled in one piece with `spite_and_malice.engine.core`, see setup.py.
"""

from __future__ import annotations

import cython

from spite_and_malice.engine.codes import *
from spite_and_malice.engine.core import Core


def views_json(
    position: Core, seats: list[int | None], texts: dict[int, str], turn: str, legal: list[str]
) -> dict[int | None, str]:
    """Write what each of several seats and spectators sees, as `View.table_json` has it.

    `texts` are the cards' by their codes, `turn` is the part of `position_json.write_turn`, `legal` are the moves of
    the seat to move. Raises KeyError for a card that has no text.
    """
    player: cython.Py_ssize_t
    i: cython.Py_ssize_t
    base: cython.Py_ssize_t
    places: list[str] = [_pile_json(position, position.mem[position.o_top + i], texts) for i in range(position.places)]
    aside: list[str] = [texts[code] for code in position.aside()]
    shared: str = f'"centre":[{",".join(places)}],"stock":{position.stock_count},"aside":{_texts_json(aside)}'
    # Of the players what everybody sees.
    piles: list[str] = []
    for player in range(position.rules.players):
        base = player * SEAT
        payoff: list[str] = [_payoff_json(position, base, i, texts) for i in range(position.rules.piles)]
        side: list[str] = [
            _pile_json(position, position.mem[base + SIDE_TOP + i], texts) for i in range(position.rules.side)
        ]
        piles.append(f'"payoff":[{",".join(payoff)}],"side":[{",".join(side)}]')
    views: dict[int | None, str] = {}
    for seat in seats:
        players: list[str] = []
        for player in range(position.rules.players):
            base = player * SEAT
            if player == seat:
                hand = [texts[position.mem[base + HAND + i]] for i in range(position.mem[base])]
                players.append(f'{{"hand":{_texts_json(hand)},{piles[player]}}}')
            else:
                players.append(f'{{"hand":{position.mem[base]},{piles[player]}}}')
        views[seat] = (
            f'{{"seat":{"null" if seat is None else seat},{shared},"players":[{",".join(players)}],{turn},'
            f'"legal":{_texts_json(legal if seat == position.turn else [])}}}'
        )
    return views


@cython.cfunc
def _payoff_json(position: Core, base: cython.Py_ssize_t, pile: cython.Py_ssize_t, texts: dict[int, str]) -> str:
    node: cython.Py_ssize_t = position.mem[base + PAY_TOP + pile]
    top: str = f'"{texts[position.mem[position.o_card + node]]}"' if node else "null"
    return f'{{"count":{position.mem[base + PAY_COUNT + pile]},"top":{top}}}'


@cython.cfunc
def _pile_json(position: Core, node: cython.Py_ssize_t, texts: dict[int, str]) -> str:
    """Write the cards on a pile, bottom to top."""
    cards: list[str] = []
    while node:
        cards.append(texts[position.mem[position.o_card + node]])
        node = position.mem[position.o_under + node]
    cards.reverse()
    return _texts_json(cards)


@cython.cfunc
def _texts_json(texts: list[str]) -> str:
    """Write cards or moves, in whose texts nothing needs an escape."""
    return '["' + '","'.join(texts) + '"]' if texts else "[]"
