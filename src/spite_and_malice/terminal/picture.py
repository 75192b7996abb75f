"""The table in lines that can be read from top to bottom, and heard: each place is called as the moves call it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.engine import Move, PayoffPile, View
from spite_and_malice.rules import card_code
from spite_and_malice.texts import _, ngettext

from .company import Company
from .paper import TOGETHER
from .words import card_short, move_note, next_rank, rank_label

_MOST_DISCARDS: Final = 4


def table_lines(view: View, company: Company, *, others: bool = True) -> Iterator[str]:
    """Yield the table: the centre, the other players where they are wanted, and one's own cards last."""
    yield _centre(view)
    you = company.you
    seats = range(len(view.players))
    # As they sit: who plays next comes first.
    order = seats if you is None else [(you + step) % len(seats) for step in range(1, len(seats))]
    if others:
        for seat in order:
            yield _other(view, company, seat)
    if you is None:
        return
    yield _("You: {piles}.").format(piles=", ".join(_piles(view, you, "", whole=True)))
    cards = _row([card_short(card) for card in sorted(view.hand(you), key=card_code)])
    yield _("Hand (H): {cards}").format(cards=cards or _("no cards"))


def move_list(view: View) -> list[Move]:
    """Return the legal moves in the order of their numbers: the pay-off card first, then the centre, then the rest."""

    def order(move: Move) -> tuple[int, str, int]:
        card = move.cards[0] if move.cards else ""
        kinds = (move.plays_payoff, move.plays_to_centre, move.is_load, move.is_discard, True)
        return kinds.index(True), move.target, card_code(card) if card else 0

    return sorted(view.legal_moves, key=order)


def moves_line(view: View) -> str:
    """Return the legal moves with their numbers; the cards that may be put on side stacks, often twenty, in one."""
    moves = move_list(view)
    numbered = [f"{number}{TOGETHER}{move}" for number, move in enumerate(moves, start=1)]
    discards = [number for number, move in enumerate(moves) if move.is_discard]
    if len(discards) > _MOST_DISCARDS:
        first, last = discards[0], discards[-1]
        said = _("{numbers} a card from your hand on a [side stack], such as {move}")
        span = f"{first + 1}–{last + 1}:"
        numbered[first : last + 1] = [said.format(numbers=span, move=str(moves[first]).removeprefix("H"))]
    return _("Moves: {moves}").format(moves="  ".join(numbered))


def moves_in_words(view: View, company: Company) -> Iterator[str]:
    """Yield the legal moves with their numbers, in notation and in words."""
    for number, move in enumerate(move_list(view), start=1):
        yield f"{number:>2}  {move}  {move_note(move, view.turn, view, company)}"


def _centre(view: View) -> str:
    stacks = [_together(f"C{number} {_stack(view, number - 1)}") for number in range(1, len(view.centre) + 1)]
    cards = ngettext("{n} card in the [stock]", "{n} cards in the [stock]", view.stock).format(n=view.stock)
    return _("Centre: {stacks}; {stock}.").format(stacks="; ".join(stacks), stock=cards)


def _stack(view: View, number: int) -> str:
    """Name the top card of a centre stack and what it takes next."""
    stack, rank, rules = view.centre[number], next_rank(view, number), view.rules
    label = "" if rank is None else rank_label(rank, rules)
    if not stack:
        return _("empty, takes {rank}").format(rank=label)
    card = card_short(stack[-1])
    if rules.is_wild(stack[-1]):
        card = _("{card} as {rank}").format(card=card, rank=rank_label(len(stack), rules))
    return _("{card}, takes {rank}").format(card=card, rank=label) if label else card


def _other(view: View, company: Company, seat: int) -> str:
    count = view.hand_count(seat)
    cards = ngettext("{n} card in hand", "{n} cards in hand", count).format(n=count)
    is_partner = company.you is not None and view.rules.partner(company.you) == seat
    name = company.name(seat)
    if view.rules.loading and not is_partner:
        name = f"{name}{TOGETHER}(L{seat})"
    piles = ", ".join(_piles(view, seat, "+" if is_partner else "", whole=is_partner))
    return _("{name}: {piles}, {cards}.").format(name=name, piles=piles, cards=_together(cards))


def _piles(view: View, seat: int, mark: str, *, whole: bool) -> Iterator[str]:
    """Yield the pay-off piles and the side stacks of a seat; ``mark`` stands before the names of a partner's places.

    Only the top card of a side stack is named where not the ``whole`` is wanted.
    """
    piles = view.payoff(seat)
    for number, pile in enumerate(piles, start=1):
        yield _together(f"{mark}P{number if len(piles) > 1 else ''} {_payoff(pile)}")
    empty = _("empty")
    for number, stack in enumerate(view.side(seat), start=1):
        named = [card_short(card) for card in (stack if whole else stack[-1:])]
        more = f" (+{len(stack) - 1})" if not whole and len(stack) > 1 else ""
        yield f"{mark}S{number}{TOGETHER}{_row(named) or empty}{_together(more)}"


def _payoff(pile: PayoffPile) -> str:
    if pile.top is None:
        return _("gone")
    return ngettext("{card} ({n} card)", "{card} ({n} cards)", pile.count).format(
        card=card_short(pile.top), n=pile.count
    )


def _row(cards: list[str]) -> str:
    return " ".join(map(_together, cards))


def _together(text: str) -> str:
    """Keep a text on one line."""
    return text.replace(" ", TOGETHER)
