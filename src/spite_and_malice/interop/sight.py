"""What a seat sees of a game, as text and as numbers, built by naming what it may see."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import numpy as np

from spite_and_malice.engine.core import codes
from spite_and_malice.engine.position_json import STAGES
from spite_and_malice.interop.arrays import Floats, Row
from spite_and_malice.interop.chance_game import DEALT, DREW, LOT, MOVED, TURNED, ChanceGame, Event, Setting
from spite_and_malice.interop.kinds import Kinds

Pieces = dict[str, tuple[int, ...]]


# --- text -------------------------------------------------------------------------------------------------------


def view_text(game: ChanceGame, seat: int) -> str:
    """All that `seat` sees now, in lines."""
    return f"seat {seat}\n{_text(game, [seat])}"


def whole_text(game: ChanceGame) -> str:
    """All hands, and the cards of which it is open where they lie: for debugging, not for players."""
    names = game.setting.kinds.card_names

    def counted(counts: list[int]) -> str:
        return " ".join(f"{count}×{name}" for name, count in zip(names, counts, strict=True) if count)

    text = _text(game, range(game.setting.rules.players))
    coming = f"\ncoming to light: {game.pending()}" if game.is_chance else ""
    return f"{text}\nnever seen: {counted(game.fresh)}\nback in the stock: {counted(game.stock_seen())}{coming}"


def _text(game: ChanceGame, seen: Collection[int]) -> str:
    """The table as somebody sees it who sees these hands."""
    kinds, core, rules = game.setting.kinds, game.core, game.setting.rules
    names, of_code = kinds.card_names, kinds.of_code

    def cards(pile: list[int]) -> str:
        return " ".join([names[of_code[code]] if code else "?" for code in pile])

    turn = "over" if core.stage == codes.OVER else f"turn {core.turn} {STAGES[core.stage]}"
    cover = f" C{core.cover + 1}" if core.cover >= 0 else ""
    lines = [f"{turn}{cover}, passes {core.passes}{', moved' if core.moved else ''}"]
    lines.append("centre: " + " | ".join([cards(core.centre(place)) for place in range(core.places)]))
    lines.append(f"stock: {core.stock_count}, aside: {cards(sorted(core.aside()))}")
    for seat in range(rules.players):
        hand = cards(sorted(core.hand(seat))) if seat in seen else str(core.hand_count(seat))
        payoff = [
            f"{core.payoff_count(seat, pile)} {cards([core.payoff_top(seat, pile)])}"
            for pile in range(rules.payoff_piles)
        ]
        side = [cards(core.side(seat, stack)) for stack in range(rules.side)]
        lines.append(f"{seat}: hand: {hand}; payoff: {' | '.join(payoff)}; side: {' | '.join(side)}")
    return "\n".join(lines)


def past_text(game: ChanceGame, seat: int) -> str:
    """All that `seat` has seen, event by event: what it knows with perfect recall."""
    kinds = game.setting.kinds
    text = [f"seat {seat}"]
    for event in game.events[seat]:
        text.append(_event_text(kinds, event))
    if game.guessed is not None and seat in game.guessed[1]:
        when, hands = game.guessed
        text.insert(when + 1, f"{seat} holds {' '.join(kinds.card_names[kind] for kind in sorted(hands[seat]))}")
    return "; ".join(text)


@lru_cache(maxsize=1 << 15)
def _event_text(kinds: Kinds, event: Event) -> str:
    seat, kind, value = event
    if kind == MOVED:
        return f"{seat} {kinds.move_name(value - 1, seat)}"
    if kind == LOT:
        return f"{seat} wins the lot"
    card = kinds.card_names[value - 1] if value else "a card"
    if kind == DREW:
        return f"{seat} draws {card}"
    if kind >= DEALT:
        return f"{seat} is dealt {card} onto S{kind - DEALT + 1}"
    return f"{seat} turns up {card} on P{kind - TURNED + 1 if kinds.rules.payoff_piles > 1 else ''}"


# --- numbers ----------------------------------------------------------------------------------------------------


def blank(pieces: Pieces) -> tuple[Row, dict[str, Floats]]:
    """A row of zeros with room for these pieces, and each piece as a part of it in its own shape."""
    sizes = [int(np.prod(shape)) for shape in pieces.values()]
    row: Row = np.zeros(sum(sizes), np.float32)
    parts = np.split(row, np.cumsum(sizes)[:-1])
    return row, {name: part.reshape(shape) for (name, shape), part in zip(pieces.items(), parts, strict=True)}


def past_pieces(setting: Setting) -> Pieces:
    """The parts of `write_past`: for each event its seat (from the viewer on), what it was, its value, and 1."""
    return {"events": (setting.most_events, 4)}


def write_view(game: ChanceGame, seat: int, row: Row) -> None:
    """Write what `seat` sees now into a row (`Kinds.pieces`)."""
    game.setting.kinds.encoding.write_view(game.core, seat, row)


def write_past(game: ChanceGame, seat: int, into: dict[str, Floats]) -> None:
    """Write what `seat` has seen into an array of zeros with the shape of `past_pieces`."""
    events, players = game.events[seat], game.setting.rules.players
    if events:
        into["events"][: len(events), :3] = [((by - seat) % players, kind, value) for by, kind, value in events]
        into["events"][: len(events), 3] = 1
