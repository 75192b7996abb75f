"""The result of a line at patience, in one sentence with its cards, from the player's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from spite_and_malice.patience.core import rank_of, suit_of
from spite_and_malice.patience.knowledge import Cards, Known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_FURTHEST: Final = 15
"""A person cannot follow a plan with more moves."""
_MOST_MOVES: Final = 3
"""The moves of a longer plan are counted; only the first is named."""
_MOST_NAMED: Final = 8
"""A run of more cards is counted, not named."""


def plan_of(view: View, line: Sequence[Move], known: Known | None = None) -> str:
    """Return what a line leads to beyond its first move; empty if that move achieves it, or nothing is known.

    `known` is what the player knows of the face-down cards: in the stock, those that they will draw again.
    """
    if view.rules.aim == "waste":
        return _run(view, line)
    if view.rules.layout == "grid" or view.rules.aim == "clock":
        return ""
    if line and (line[0].is_draw or line[0].is_redeal):
        return _through_stock(view, line, () if known is None else known.stock)
    # Where cards come to the piles automatically, the view does not say what lies there later.
    steps = [] if view.rules.refill else list(_Table(view).steps(line[:_FURTHEST]))
    if any(number == 1 and is_end for number, is_end, _goal in steps):
        return ""
    later = [(number, goal) for number, is_end, goal in steps if number > 1 and is_end]
    if not later and not any(number == 1 for number, _is_end, _goal in steps):
        later = [(number, goal) for number, _is_end, goal in steps if number > 1]
    return _on_the_way(view, line, *later[0]) if later else ""


def _on_the_way(view: View, line: Sequence[Move], count: int, goal: str) -> str:
    """Return the moves to a goal, or of many the first and their number."""
    names = moves_named(view, line[:count])
    if count > _MOST_MOVES:
        words = _("{move}: the first of {count} moves to {goal}.")
        return words.format(move=names[0], count=count, goal=goal)
    if line[count - 1].target[0] in "FX":
        # The last move says it.
        return _("First {line}.").format(line=_(", then ").join(names))
    return _("First {line}, to {goal}.").format(line=_(", then ").join(names), goal=goal)


def moves_named(view: View, line: Sequence[Move]) -> list[str]:
    """Name moves, such as "7♦ on 8♠" and "A♣ to its foundation", up to the first that moves a card not seen."""
    table = _Table(view)
    names = []
    for move in line:
        name = table.name(move)
        if not name or not table.make(move):
            break
        names.append(name)
    return names


def run_of(view: View, line: Sequence[Move]) -> list[str]:
    """Return the cards that a line takes off one after the other, before anything else."""
    piles = _Table(view).piles
    cards = []
    for move in line:
        if move.target not in ("W", "X") or not all(piles.get(place) for place in (move.source, move.partner) if place):
            break
        cards += [piles[place].pop() for place in (move.source, move.partner) if place]
    return cards


def named(cards: Sequence[str]) -> str:
    """Name the cards of a run; of a long run, the first."""
    if len(cards) > _MOST_NAMED:
        return _("{cards} and so on").format(cards=", ".join(map(card_name, cards[:_MOST_NAMED])))
    return listed([card_name(card) for card in cards])


def _run(view: View, line: Sequence[Move]) -> str:
    cards = run_of(view, line)
    if not cards:
        return ""
    gone = {int(move.source[1:]) - 1 for move in line[: len(cards)] if move.source.startswith("T")}
    hidden = (
        covering
        for covering, pile in zip(covers_of(view.rules), view.tableau, strict=True)
        if covering and pile.down and all(at in gone or not _lies(view, at) for at in covering)
    )
    is_turned = next(hidden, None) is not None
    if len(cards) == 1:
        return _("Take {card}: a new card comes free.").format(card=card_name(cards[0])) if is_turned else ""
    words = _("Take {cards} one after the other: a run of {count} cards.")
    if is_turned:
        words = _("Take {cards} one after the other: a run of {count} cards, and then a new one comes free.")
    return words.format(count=len(cards), cards=named(cards))


def _through_stock(view: View, line: Sequence[Move], known: Cards) -> str:
    """Return which card of the stock a line draws for, and where that goes; empty if it is not known."""
    stock, waste = list(known), list(view.waste)
    draws, is_turned = 0, False
    for move in line:
        if move.is_redeal:
            stock, waste, is_turned = [*waste], [], True
        elif move.is_draw:
            drawn, stock = stock[: view.rules.draw], stock[view.rules.draw :]
            draws += 1
            if not drawn or None in drawn:
                return ""
            waste += [card for card in drawn if card is not None]
        else:
            break
    else:
        return ""
    if move.source != "W" or not draws or not waste:
        return ""
    words = ngettext(
        "Draw once: then {card} comes, and {use}.", "Draw {count} times: then {card} comes, and {use}.", draws
    )
    if is_turned and line[0].is_redeal:
        words = ngettext(
            "Turn the waste over and draw once: then {card} comes, and {use}.",
            "Turn the waste over and draw {count} times: then {card} comes, and {use}.",
            draws,
        )
    elif is_turned:
        words = ngettext(
            "Draw once, with the waste turned over: then {card} comes, and {use}.",
            "Draw {count} times and turn the waste over on the way: then {card} comes, and {use}.",
            draws,
        )
    upon = view.tableau[int(move.target[1:]) - 1].up if move.target.startswith("T") else ()
    use = _("it has a place")
    if upon:
        use = _("it goes on {upon}").format(upon=card_name(upon[-1]))
    elif move.target.startswith("F"):
        use = _("it goes to its foundation")
    elif move.target.startswith("T"):
        use = _("it goes to an empty pile")
    return words.format(card=card_name(waste[-1]), count=draws, use=use)


def _lies(view: View, place: int) -> bool:
    pile = view.tableau[place]
    return bool(pile.up or pile.down)


class _Table:
    """The cards that the player sees while the moves of a line are made."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.piles = {f"T{number}": list(pile.up) for number, pile in enumerate(view.tableau, 1)}
        self.piles |= {f"R{number}": list(pile.up) for number, pile in enumerate(view.reserve, 1)}
        self.piles |= {f"C{number}": [card] for number, card in enumerate(view.cells, 1) if card is not None}
        self.piles["W"] = list(view.waste)

    def steps(self, line: Sequence[Move]) -> Iterator[tuple[int, bool, str]]:
        """Yield the effects of the moves: the number of the move, whether a plan ends with it, and the aim in words."""
        for number, move in enumerate(line, 1):
            said = self._brings(move) if self._is_seen(move) else None
            if said is not None:
                yield number, *said
            if not self.make(move):
                return

    def name(self, move: Move) -> str:
        """Name a move of seen cards with its place; empty for others."""
        if not self._is_seen(move):
            return ""
        card = card_name(self.piles[move.source][-move.cards])
        match move.target[:1]:
            case "F":
                return _("{card} to its foundation").format(card=card)
            case "C":
                return _("{card} to a cell").format(card=card)
            case "P":
                return _("{card} to the pocket").format(card=card)
            case "X":
                other = self.piles.get(move.partner, [])[-1:]
                return _("{cards} off").format(cards=listed([card, *map(card_name, other)]))
        upon = self.piles.get(move.target, [])
        words = _("{card} on {top}") if upon else _("{card} to an empty pile")
        return words.format(card=card, top=card_name(upon[-1]) if upon else "")

    def make(self, move: Move) -> bool:
        """Make a move; False if it moves a card not seen: from the stock, or back from a foundation."""
        if not self._is_seen(move):
            return False
        pile = self.piles[move.source]
        lowest = len(pile) - move.cards
        taken = slice(lowest, lowest + 1 if move.is_merci else None)
        cards = pile[taken]
        del pile[taken]
        if move.partner:
            del self.piles[move.partner][-1:]
        if move.target.startswith("T"):
            self.piles[move.target] += cards
        elif move.target == "W":
            self.piles["W"] += cards
        return True

    def _is_seen(self, move: Move) -> bool:
        return bool(move.target) and len(self.piles.get(move.source, [])) >= move.cards

    def _brings(self, move: Move) -> tuple[bool, str] | None:
        pile = self.piles[move.source]
        card, left = pile[-move.cards], pile[: -move.cards]
        name = card_name(card)
        if move.target == "X":
            return self._off(move)
        if move.target.startswith("F"):
            above = self._above(move.source, card)
            words = (
                _("free {card} beneath {above} for its foundation") if above else _("bring {card} to its foundation")
            )
            return True, words.format(card=name, above=above)
        if not move.source.startswith("T"):
            return None
        if not left and self._view.tableau[int(move.source[1:]) - 1].down:
            return True, _("turn up the card beneath {card}").format(card=name)
        upon = self.piles.get(move.target, [])
        if not left and upon:
            return True, _("empty the pile with {card}").format(card=name)
        is_joined = upon and self._view.rules.aim == "runs" and _suit(upon[-1]) == _suit(card)
        if is_joined and abs(_rank(upon[-1]) - _rank(card)) == 1:
            return False, _("join {card} to {upon} of its suit").format(card=name, upon=card_name(upon[-1]))
        return None

    def _off(self, move: Move) -> tuple[bool, str] | None:
        """The aim of a move that takes cards off the table, one of which is still covered."""
        for source, partner in ((move.source, move.partner), (move.partner, move.source)):
            pile = self.piles.get(source)
            above = self._above(source, pile[-1]) if pile else ""
            if not pile or not above:
                continue
            words = _("take off {card} beneath {above}")
            if partner:
                words = _("take off {card} beneath {above} with {partner}")
            other = self.piles.get(partner, [])[-1:]
            with_it = card_name(other[0]) if other else ""
            return True, words.format(card=card_name(pile[-1]), above=above, partner=with_it)
        return None

    def _above(self, place: str, card: str) -> str:
        """Name a card that lies on a card of a place as the player sees it now; empty if none does."""
        if not place.startswith("T"):
            return ""
        number = int(place[1:]) - 1
        up = self._view.tableau[number].up
        if card in up[:-1]:
            return card_name(up[up.index(card) + 1])
        covering = [self._view.tableau[at].up for at in covers_of(self._view.rules)[number]]
        return next((card_name(each[-1]) for each in covering if each), "")


def _rank(card: str) -> int:
    return rank_of(card_code(card))


def _suit(card: str) -> int:
    return suit_of(card_code(card))
