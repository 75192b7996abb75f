"""The table of Spite and Malice as a scene: the place of each card, and the possible moves."""

from __future__ import annotations

from collections.abc import Iterator

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import card_code
from spite_and_malice.terminal.screen.scene import Face, Pile, Row, Scene, Step
from spite_and_malice.terminal.table import Table, move_list
from spite_and_malice.terminal.words import (
    Company,
    clock_text,
    match_words,
    next_rank,
    rank_label,
    result_words,
    turn_words,
)
from spite_and_malice.texts import _, ngettext

_UNDER = 3
"""How many cards beneath the top of a side stack are named beside it."""


def scene_of(table: Table) -> Scene:
    """Return the table as it was last reported."""
    with table.lock:
        return _scene_of(table)


def _scene_of(table: Table) -> Scene:
    view = table.view
    if not table.people:
        return Scene("", _("The table is being set up…"))
    name = _(table.info["name"])
    if view is None:
        return Scene(name, _("The first game has not been dealt yet."))
    company = table.company
    status = result_words(view, company) if view.is_over else turn_words(view, company)
    title = " · ".join(filter(None, (name, match_words(table.info["match"], table.game, company))))
    moves = move_list(view) if table.is_my_turn else []
    advised = "" if table.advised is None else str(table.advised)
    return Scene(title, status, tuple(_rows(table, view, company)), tuple(map(_step, moves)), advised)


def _step(move: Move) -> Step:
    if move.is_pass:
        return Step(str(move), "pass", words=_("Pass"))
    words = " ".join(Face.of(card).text for card in move.cards)
    return Step(str(move), f"H{move.cards[0]}" if move.cards else move.source, move.target, words)


def _rows(table: Table, view: View, company: Company) -> Iterator[Row]:
    you, seats = table.you, len(view.players)
    first = 0 if you is None else you
    for step in range(0 if you is None else 1, seats):
        yield _seat_row(table, view, company, (first + step) % seats)
    stock = Pile("stock", "", (Face(count=view.stock),) if view.stock else ())
    yield Row(_("Centre"), (*(_stack(view, number) for number in range(len(view.centre_places))), stock))
    if you is not None:
        yield _seat_row(table, view, company, you)
        cards = sorted(view.hand(you), key=card_code)
        yield Row(_("Hand"), tuple(Pile(f"H{card}", "", (Face.of(card),)) for card in cards))


def _seat_row(table: Table, view: View, company: Company, seat: int) -> Row:
    """Return the piles of a seat, under the names that your own moves use."""
    you = company.you
    is_partner = you is not None and view.rules.partner(you) == seat
    own = "" if seat == you else "+" if is_partner else None
    piles = []
    for number, payoff in enumerate(view.payoff(seat), start=1):
        name = f"P{number}" if len(view.payoff(seat)) > 1 else "P"
        loaded = f"L{seat}.{number}" if len(view.payoff(seat)) > 1 else f"L{seat}"
        place = loaded if own is None or (view.rules.loading and not is_partner and seat != you) else f"{own}{name}"
        cards = () if payoff.top is None else (Face.of(payoff.top),)
        piles.append(Pile(place, name, cards, (f"×{payoff.count}",)))
    for number, stack in enumerate(view.side(seat), start=1):
        place = f"{own}S{number}" if own is not None else f"{seat}:S{number}"
        under = [Face.of(card).text for card in reversed(stack[:-1])]
        if len(under) > _UNDER:
            under[_UNDER - 1 :] = [f"+{len(under) - _UNDER + 1}"]
        piles.append(Pile(place, f"S{number}", tuple(map(Face.of, stack)), tuple(under)))
    count = view.hand_count(seat)
    hand = ngettext("{n} card", "{n} cards", count).format(n=count)
    clock = table.clock_of(seat)
    notes = filter(None, (None if seat == you else hand, None if clock is None else clock_text(clock)))
    turn = "▶" if view.turn == seat and not view.is_over else ""
    return Row(f"{turn}{company.name(seat)}", tuple(piles), tuple(notes), is_minor=seat != you)


def _stack(view: View, number: int) -> Pile:
    stack, rules = view.centre_places[number], view.rules
    rank = next_rank(view, number)
    face = Face.of(stack[-1]) if stack else None
    notes = [f"→{rank_label(rank, rules)}" if rank is not None else ""]
    if stack and rules.is_wild(stack[-1]):
        notes.append(f"={rank_label(len(stack), rules)}")
    return Pile(f"C{number + 1}", f"C{number + 1}", (face,) if face else (), tuple(notes))
