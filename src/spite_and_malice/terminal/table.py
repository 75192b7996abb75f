"""The table as it was last reported, and its lines, to be read or heard: each place has the name that moves use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Final

from spite_and_malice.engine import Move, PayoffPile, View
from spite_and_malice.rules import card_code
from spite_and_malice.terminal.backend import Message
from spite_and_malice.terminal.console import TOGETHER
from spite_and_malice.terminal.words import Company, card_short, move_note, next_rank, rank_label
from spite_and_malice.texts import _, ngettext


@dataclass(slots=True)
class Table:
    """The known state. `view` is None before the first game.

    `log` has the moves of the last snapshot, each with its seat, and `played` the cards of each.
    """

    info: Message = field(default_factory=dict)
    people: Message = field(default_factory=dict)
    rules: Message = field(default_factory=dict)
    view: View | None = None
    game: int = 0
    ply: int = 0
    log: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    advised: Move | None = None
    """The move of a hint, until something happens."""
    clocks: list[int | None] | None = None
    """The milliseconds left for each seat as last reported, at the time ``clocks_read``."""
    clocks_read: float = 0.0
    lock: Any = field(default_factory=RLock, repr=False, compare=False)
    """Held while what belongs together changes, and while it is drawn, which another thread does."""

    @property
    def you(self) -> int | None:
        """The person's own seat, None for a spectator."""
        return None if not self.people else self.people["you"]

    @property
    def company(self) -> Company:
        """The people at the table."""
        return Company.of(self.people["seats"], self.you)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.view is not None and self.view.is_over

    @property
    def is_my_turn(self) -> bool:
        """Whether the person is to move."""
        return self.view is not None and not self.view.is_over and self.view.turn == self.you

    @property
    def pass_would_end(self) -> bool:
        """Whether a pass would complete a stalemate and end the game (RULES.md section 5)."""
        view = self.view
        if view is None or view.rules.stalemate != "end" or view.stage != "play" or view.moved:
            return False
        return view.passes + 1 >= view.rules.players

    @property
    def is_alone(self) -> bool:
        """Whether the person plays against computer players only."""
        seats = self.people["seats"] if self.people else ()
        others = (seat for number, seat in enumerate(seats) if number != self.you)
        return self.you is not None and all(seat["kind"] == "computer" for seat in others)

    @property
    def may_take_back(self) -> bool:
        """Whether you may take back a whole turn: you have made a move, and play only against computer players."""
        allowed = self.people["settings"].get("undo_turns", True) and self.is_alone
        return allowed and not self.is_over and any(entry.startswith(f"{self.you} ") for entry in self.log)

    @property
    def may_resign(self) -> bool:
        """Whether you may end the game as its loser: without a server you always may."""
        return bool(self.people.get("may_resign", True))

    @property
    def moves(self) -> list[Move]:
        """The legal moves in the order of their numbers."""
        return [] if self.view is None else move_list(self.view)

    def seen(self, view: Message | None) -> View | None:
        """Read a view; only those of snapshots have the rules."""
        if view is None:
            return None
        self.rules = view.get("rules", self.rules)
        return View.from_json({**view, "rules": self.rules})

    def take(self, message: Message) -> None:
        """Process a snapshot, an event or a refusal that has a view."""
        with self.lock:
            self._take(message)

    def _take(self, message: Message) -> None:
        if message["type"] == "snapshot":
            self.info, self.log, self.played = message["table"], list(message["log"]), list(message["played"])
            self.people = message.get("people") or self.people
            self.game = message["game"]
        self.ply = message["ply"]
        self.view, self.advised = self.seen(message["view"]), None
        self.clocks, self.clocks_read = message.get("clocks"), time.monotonic()
        for name in ("match", "next_commitment"):
            if message.get(name) is not None:
                self.info[name] = message[name]

    def clock_of(self, seat: int) -> int | None:
        """Return the milliseconds left for a seat, None if no clock runs for it."""
        left = None if self.clocks is None else self.clocks[seat]
        if left is None or self.view is None or self.view.turn != seat or self.view.is_over:
            return left
        return left - round((time.monotonic() - self.clocks_read) * 1000)

    def told(self) -> dict[str, Any]:
        """Return the game and the number of actions that a message is about."""
        return {"game": self.game, "ply": self.ply}


_MOST_DISCARDS: Final = 4


def table_lines(view: View, company: Company, *, others: bool = True) -> Iterator[str]:
    """Yield the table: the centre, the other players if requested, and your own cards last."""
    yield _centre(view)
    you = company.you
    seats = range(len(view.players))
    # In seating order: the player whose turn is next comes first.
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
    """Return the legal moves with their numbers; the cards that may go on side stacks, often twenty, are combined."""
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
    stacks = [_together(f"C{number} {_stack(view, number - 1)}") for number in range(1, len(view.centre_places) + 1)]
    cards = ngettext("{n} card in the [stock]", "{n} cards in the [stock]", view.stock).format(n=view.stock)
    return _("Centre: {stacks}; {stock}.").format(stacks="; ".join(stacks), stock=cards)


def _stack(view: View, number: int) -> str:
    """Name the top card of a centre stack and the rank it takes next."""
    stack, rank, rules = view.centre_places[number], next_rank(view, number), view.rules
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

    Only the top card of a side stack is named unless the ``whole`` is wanted.
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
        face_down = ngettext("face down ({n} card)", "face down ({n} cards)", pile.count)
        return face_down.format(n=pile.count) if pile.count else _("gone")
    return ngettext("{card} ({n} card)", "{card} ({n} cards)", pile.count).format(
        card=card_short(pile.top), n=pile.count
    )


def _row(cards: list[str]) -> str:
    return " ".join(map(_together, cards))


def _together(text: str) -> str:
    """Keep a text on one line."""
    return text.replace(" ", TOGETHER)
