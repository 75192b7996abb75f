"""The cards worth drawing for: those that the player has not seen and that would be useful on top of the waste."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.gains import cards_of, from_home, gain_of, is_next_home, lead_of, uncovered
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.purpose import Unmoved, name_of
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.tables import is_near
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext

_MOST_MOVES: Final = 2
"""More moves than these are not named."""
_EXAMPLES: Final = 2
"""How many cards are named as examples, those that go to a foundation first."""
_MOST_RANKS: Final = 6
_MOST_TAKEN: Final = 2
"""How many cards are named for which a place stays open."""
_DRAW: Final = Move("draw")
LONGEST: Final = 160
"""How many characters a reason may have before something is left out of it."""


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a card on the waste: 2 for its foundation, 1 for another play, else 0; where; the play by name."""

    worth: int
    place: str = ""
    name: str = ""


def draw_for(view: View, known: Known | None = None) -> str:
    """Say which cards a draw is for; empty if the next one is known or none would be useful."""
    known = nothing_known(view) if known is None else known
    at = min(view.rules.draw, len(known.stock)) - 1
    if str(_DRAW) not in view.legal or at < 0 or known.stock[at] is not None:
        return ""
    unseen = _unseen(view, known)
    cards = [card for card in (f"{rank}{suit}" for rank in RANKS for suit in SUITS) if unseen[card]]
    uses = {card: _use(view, known, at, card) for card in cards}
    useful = [card for card in cards if uses[card].worth]
    if not useful:
        return ""
    lead, left = _lead(view)
    open_for = "" if _is_counted(view) else _left_open(view, left or (), uses, useful)
    why = open_for or _useful(view, unseen, uses, useful, counts=left is not None)
    said = lead.format(why=why)
    return said if len(said) <= LONGEST else lead.format(why=_count_of(unseen, useful))


def _useful(view: View, unseen: Counter[str], uses: Mapping[str, Use], useful: Sequence[str], *, counts: bool) -> str:
    """Say which unseen cards would be of use; how many they are only where it `counts` against other moves."""
    telling = _telling(uses, _rotated(view, useful))
    names = [uses[card].name for card in telling]
    if len(useful) == len(uses) == 1:
        return _("the last unseen card fits at once, {play}").format(play=names[0])
    if len(useful) == len(uses):
        return _("each of the {all} unseen cards would fit at once").format(all=unseen.total())
    if not counts and view.rules.aim == "waste":
        return _taking(unseen, useful)
    if len(telling) > 1 and all(uses[card].worth > 1 for card in telling):
        both = listed(list(map(card_name, telling)), either=True)
        names = [_("{card} to its foundation").format(card=both)]
    cards = listed(names, either=True)
    if not counts and len(useful) > 1 and not _is_counted(view):
        return _("{cards} would help").format(cards=cards)
    if view.rules.aim == "waste":
        words = ngettext(
            "{count} of the {all} unseen cards would take a card",
            "{count} of the {all} unseen cards would take a card",
            unseen.total(),
        )
        return words.format(count=sum(unseen[card] for card in useful), all=unseen.total())
    count, total = sum(unseen[card] for card in useful), unseen.total()
    words = ngettext(
        "{count} of the {all} unseen cards would fit at once: {cards}",
        "{count} of the {all} unseen cards would fit at once: {cards}",
        count,
    )
    if len(useful) > _EXAMPLES:
        words = _("{count} of the {all} unseen cards would fit at once, such as {cards}")
    return words.format(count=count, all=total, cards=cards)


def _is_counted(view: View) -> bool:
    """Say whether a draw names how many cards are of use: before every other draw, so that it is news."""
    return view.stock % 2 == 0


def _taking(unseen: Counter[str], useful: Sequence[str]) -> str:
    """Say how many unseen cards would take a card of the table: their ranks, or the others if these are fewer."""
    ranks, every = ({rank_of(card_code(card)) for card in cards} for cards in (useful, +unseen))
    count = sum(unseen[card] for card in useful)
    words = ngettext(
        "{count} of the {all} unseen cards ({ranks}) would take a card",
        "{count} of the {all} unseen cards ({ranks}) would take a card",
        count,
    )
    if len(ranks) > _MOST_RANKS and every - ranks:
        ranks = every - ranks
        words = _("{count} of the {all} unseen cards (all but {ranks}) would take a card")
    names = listed([rank_name(rank, suited=True) for rank in sorted(ranks)])
    return words.format(all=unseen.total(), count=count, ranks=names)


def _count_of(unseen: Counter[str], useful: Sequence[str]) -> str:
    count = sum(unseen[card] for card in useful)
    return ngettext(
        "{count} of the {all} unseen cards would fit at once",
        "{count} of the {all} unseen cards would fit at once",
        count,
    ).format(count=count, all=unseen.total())


def _left_open(view: View, left: Sequence[Move], uses: Mapping[str, Use], useful: Sequence[str]) -> str:
    """Say of moves that wait for which unseen cards they leave their place, or that they lay no card bare."""
    for move in left:
        place = cards_of(view, move.target)[-1:] if move.target.startswith("T") else ()
        cards = [card for card, use in uses.items() if use.place == f"{move.target}W" and card != lead_of(view, move)]
        if place and cards:
            names = listed(list(map(card_name, cards[:_MOST_TAKEN])), either=True)
            return _("{place} stays open for {cards}").format(place=card_name(place[0]), cards=names)
    if left and all(move.target == "X" and not uncovered(view, move)[0] for move in left):
        names = listed([uses[card].name for card in _telling(uses, _rotated(view, useful))], either=True)
        return ngettext(
            "it would free no card, and {cards} would help",
            "they would free no card, and {cards} would help",
            len(left),
        ).format(cards=names)
    return ""


def _rotated(view: View, useful: Sequence[str]) -> list[str]:
    """Begin with another card before each draw, so that others are named where they are many."""
    first = view.stock % len(useful)
    return [*useful[first:], *useful[:first]]


def _telling(uses: Mapping[str, Use], useful: Sequence[str]) -> Sequence[str]:
    """Choose a few cards, what goes to a foundation first, and first those that are used in different places."""
    best = sorted(useful, key=lambda card: -uses[card].worth)
    first = {uses[card].place: card for card in reversed(best)}
    return sorted(best, key=lambda card: first[uses[card].place] != card)[:_EXAMPLES]


def _lead(view: View) -> tuple[str, Sequence[Move] | None]:
    """Say that nothing but a draw is possible, or that other moves can wait, with a place for why; and these moves.

    There are none where no other move gains anything, and they are not returned where they are too many.
    """
    others = _others(view)
    gaining = [move for move in others if gain_of(view, move)]
    if not others:
        return _nothing_goes(view), None
    if not gaining and view.rules.empty == "waste" and _is_sooner(view):
        words = _("Keep the empty pile for a card that goes home before {card}, and draw: {why}.")
        return words.replace("{card}", card_name(view.waste[-1])), None
    better = _("Draw, which went better than any other move in the games looked ahead: {why}.")
    if not gaining and any(_leads_home(view, move) for move in others):
        return better, ()
    if not gaining:
        return _("No other move puts a card in order or brings one home, so draw: {why}."), None
    # A card of the waste comes up again where each is drawn alone, as often as one likes.
    is_kept = view.rules.draw > 1 or view.rules.passes is not None
    if is_kept and any("W" in (move.source, move.target, move.partner) for move in gaining):
        if view.rules.passes is None and all(move.source == "W" for move in gaining):
            words = _("Draw and leave {card}, which would change what comes up in the next pass: {why}.")
            return words.replace("{card}", card_name(view.waste[-1])), None
        if len(gaining) > _MOST_MOVES:
            return better, ()
        words = _("Draw rather than {moves}, which went worse in the games looked ahead: {why}.")
        return words.replace("{moves}", listed(_names(view, gaining))), gaining
    if len(gaining) > _MOST_MOVES:
        return _("Draw first, the other moves can wait: {why}."), ()
    return _("Draw first, {moves} can wait: {why}.").replace("{moves}", listed(_names(view, gaining))), gaining


def _nothing_goes(view: View) -> str:
    """Say that nothing but a draw is possible."""
    if view.rules.aim == "pairs":
        return _("No cards can go off now, so draw: {why}.")
    if view.rules.aim == "waste" and view.waste:
        return _("No card goes on {card}, so draw: {why}.").replace("{card}", card_name(view.waste[-1]))
    return _("No card can go anywhere now, so draw: {why}.")


def _leads_home(view: View, move: Move) -> bool:
    """Say whether a move within the tableau lays a card bare that its foundation takes at once."""
    beneath = cards_of(view, move.source)[: -move.cards][-1:]
    return move.source[:1] == move.target[:1] == "T" and any(is_next_home(view, card) for card in beneath)


def _is_sooner(view: View) -> bool:
    """Say whether a card may come that goes to a foundation before the one on the waste."""
    if view.homes or not view.waste or view.rules.aim != "build":
        return False
    laid = sample(view, Unmoved()).to_json()
    return any(from_home(view, card) < from_home(view, view.waste[-1]) for card in laid["stock"])


def deal_for(view: View) -> str:
    """Say why the stock is dealt: what the other moves cannot do, or those that can wait."""
    others = _others(view)
    moves = [move for move in others if gain_of(view, move)]
    gaining = _names(view, moves)
    if not others:
        words = _("No card can go anywhere now, so deal: {left}.")
    elif view.rules.aim == "aces" and not gaining:
        words = _("No open card is beaten by a higher one of its suit, so deal: {left}.")
    elif not gaining and not any(pile.down for pile in view.tableau):
        words = _("No other move puts a card in order or frees a pile, so deal: {left}.")
    elif not gaining:
        words = _("No other move turns up a card, puts one in order or frees a pile, so deal: {left}.")
    elif all(_is_left(view, move) for move in moves):
        words = _("Deal first, {moves} can wait: {left}.")
        words = words if len(gaining) <= _MOST_MOVES else _("Deal first, the other moves can wait: {left}.")
    elif len(gaining) <= _MOST_MOVES:
        words = _("Deal rather than {moves}, which went worse in the games looked ahead: {left}.")
    else:
        words = _("Deal, which went better than any other move in the games looked ahead: {left}.")
    left = ngettext("{count} card is left in the stock", "{count} cards are left in the stock", view.stock)
    return words.format(moves=listed(gaining), left=left.format(count=view.stock))


def _is_left(view: View, move: Move) -> bool:
    """Say whether a move can still be made after a deal, which lays a card on each of the first piles."""
    covered = [f"T{place}" for place in range(1, view.stock + 1)]
    return move.target not in covered and (move.source not in covered or view.rules.groups == "any")


def _others(view: View) -> list[Move]:
    """Return the moves that take a card from place to place, but those from a foundation."""
    return [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]


def _names(view: View, moves: Sequence[Move]) -> list[str]:
    return list(dict.fromkeys(name_of(view, move) for move in moves))


def followers(view: View, move: Move) -> list[str]:
    """Return the cards that the player sees and that can follow one that goes to the waste."""
    world = sample(view, Unmoved())
    world.play(move)
    after = world.view()
    following = [each.source for each in map(Move.parse, after.legal) if each.target == "W"]
    seen = [place for place in following if len(cards_of(view, place)) > (place == move.source)]
    return [cards_of(after, place)[-1] for place in seen]


def more_follow(view: View, move: Move, known: Known | None) -> str:
    """Say that more unseen cards go on a card that goes to the waste than on others that no open card can follow."""
    plays = [each for each in map(Move.parse, view.legal) if each.target == "W"]
    if any(followers(view, each) for each in plays):
        return ""
    unseen = _unseen(view, nothing_known(view) if known is None else known)

    def following(card: str) -> int:
        rank = rank_of(card_code(card))
        return sum(unseen[each] for each in unseen if is_near(view.rules, rank_of(card_code(each)), rank))

    counts = {card: following(card) for card in (lead_of(view, each) for each in plays)}
    own = lead_of(view, move)
    other = max((card for card in counts if card != own), key=lambda card: counts[card], default=own)
    if counts[other] >= counts[own]:
        return ""
    words = ngettext(
        "{count} unseen card goes on {card}, on {other} only {fewer}.",
        "{count} unseen cards go on {card}, on {other} only {fewer}.",
        counts[own],
    )
    if not counts[other]:
        words = ngettext(
            "{count} unseen card goes on {card}, on {other} none.",
            "{count} unseen cards go on {card}, on {other} none.",
            counts[own],
        )
    return words.format(count=counts[own], card=card_name(own), other=card_name(other), fewer=counts[other])


def _unseen(view: View, known: Known) -> Counter[str]:
    """Count the cards that the player has not seen, whatever their places."""
    laid = sample(view, Unmoved(), known).to_json()
    found = Counter(card for card, seen in zip(laid["stock"], known.stock, strict=True) if seen is None)
    for piles, seen_piles in ((laid["tableau"], known.tableau), (laid.get("reserve", []), known.reserve)):
        for pile, seen_cards in zip(piles, seen_piles, strict=True):
            found.update(card for card, seen in zip(pile["down"], seen_cards, strict=True) if seen is None)
    return found


def _use(view: View, known: Known, at: int, card: str) -> Use:
    """Return the best use of a card that is turned up from the stock; an empty pile that takes any card is none."""
    stock = (*known.stock[:at], card, *known.stock[at + 1 :])
    world = sample(view, Unmoved(), replace(known, stock=stock))
    world.play(_DRAW)
    after = world.view()
    found = Use(0)
    for move in map(Move.parse, after.legal):
        if not move.target or "W" not in (move.source, move.target, move.partner) or move.target[0] in "CP":
            continue
        if move.target.startswith("F"):
            return Use(2, "F", name_of(after, move))
        place = after.tableau[int(move.target[1:]) - 1] if move.target.startswith("T") else None
        if not found.worth and (place is None or place.up or view.rules.empty not in ("any", "waste")):
            taken = lead_of(after, move) if move.target == "W" else f"{move.target}{move.source}"
            found = Use(1, taken, _play_of(after, move))
    return found


def _play_of(view: View, move: Move) -> str:
    """Name a play of the waste's card, or of a pair with it."""
    if move.target != "X":
        return name_of(view, move)
    if not move.partner:
        return _("{card} alone").format(card=card_name(view.waste[-1]))
    others = [cards_of(view, place)[-1] for place in (move.source, move.partner) if place != "W"]
    words = _("{card} with {other}")
    return words.format(card=card_name(view.waste[-1]), other=card_name(others[0] if others else view.waste[-2]))
