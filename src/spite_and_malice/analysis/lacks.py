"""What cards still lack on the way to the centre, who has what they lack, and how to say it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from spite_and_malice.analysis.chains import Chain, chain_to
from spite_and_malice.analysis.threats import heights, steps_to
from spite_and_malice.analysis.wording import payoff_words, ranks_listed
from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import Core
from spite_and_malice.rules import Rules, card_text
from spite_and_malice.rules.naming import Naming
from spite_and_malice.texts import _, ngettext

NEAR: Final = 2
"""A card that lacks at most this many others is worth mentioning."""
MOST_RANKS: Final = 3
"""Above this number, ranks are counted rather than listed."""


def own_payoffs(view: View) -> Iterator[tuple[str, str]]:
    """Yield the natural cards on the pay-off piles that the viewer plays from, each with its name in a sentence.

    Those of a partner count once the viewer's own piles have none.
    """
    partner = view.rules.partner(view.turn)
    for seat, sign in ((view.turn, ""), (partner, "+")):
        piles = () if seat is None else view.players[seat].payoff
        tops = [(number, pile.top) for number, pile in enumerate(piles, 1) if pile.top]
        found = [(number, top) for number, top in tops if view.rules.natural_rank(top)]
        for number, top in found:
            yield top, payoff_words(view, f"{sign}P{number if len(piles) > 1 else ''}-C1")
        if found:
            return


def shown_cards(view: View, table: Core) -> list[int]:
    """The cards that the viewer has in the hand and on top of the side stacks."""
    sides = (table.side(view.turn, number) for number in range(view.rules.side))
    return [card for card in (*table.hand(view.turn), *(stack[-1] for stack in sides if stack)) if card]


def shown_ranks(view: View, table: Core) -> set[int]:
    """Return the ranks that the viewer plays from the hand and from side stacks; 0 for a wild card."""
    hand = {view.rules.natural_rank(card_text(card)) or 0 for card in table.hand(view.turn) if card}
    return hand | tops_of(view.rules, table, view.turn)


def tops_of(rules: Rules, table: Core, seat: int) -> set[int]:
    """Return the ranks on top of the side stacks that a player plays from; 0 for a wild card."""
    partner = rules.partner(seat)
    seats = [seat] if partner is None else [seat, partner]
    stacks = [table.side(each, number) for each in seats for number in range(rules.side)]
    return {rules.natural_rank(card_text(stack[-1])) or 0 for stack in stacks if stack}


def lacked(rules: Rules, table: Core, rank: int, has: Collection[int] = ()) -> list[int]:
    """Return the ranks that come before one on the stack where it needs the fewest, but those that somebody `has`."""
    count = steps_to(rules, table, rank)
    ranks = [(rank - 1 - step) % rules.build_to or rules.build_to for step in reversed(range(count))]
    return [each for each in ranks if each not in has]


def lacking(view: View, table: Core, rank: int, has: Collection[int] = ()) -> str:
    """Say what comes before a card of a rank, on the stack where it needs the fewest; "" for nothing.

    Ranks that somebody `has` are not lacking.
    """
    return listed_or_counted(view, lacked(view.rules, table, rank, has))


def listed_or_counted(view: View, ranks: Sequence[int]) -> str:
    """Name a few ranks, or say how many cards they are; "" for none."""
    if len(ranks) > MOST_RANKS:
        return cards_counted(len(ranks))
    return ranks_listed(view, ranks) if ranks else ""


def cards_counted(count: int) -> str:
    """Say how many cards: "5 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def own_chain(view: View, table: Core, rank: int) -> Chain | None:
    """Return what comes before a card of a rank, and what the viewer has of it, as `chain_to` does."""
    sides = [table.side(view.turn, number) for number in range(view.rules.side)]
    return chain_to(view.rules, table, rank, table.hand(view.turn), sides)


def for_wilds(rules: Rules, missing: Sequence[int]) -> list[int]:
    """Return the missing ranks that wild cards can stand for: where these have to be covered, the next one is there."""
    usable = [each for each in missing if each not in rules.wild_never]
    return [each for each in usable if each + 1 not in missing] if rules.wild_covered else usable


def short_of(rules: Rules, missing: Sequence[int], wilds: int) -> int:
    """Return how many of some ranks stay missing where wild cards stand for others."""
    return len(missing) - min(len(for_wilds(rules, missing)), wilds)


def lacked_words(view: View, missing: Sequence[int], wilds: int) -> str:
    """Name missing ranks, of which wild cards can stand for some: "5", "one of 5 and 6", "A and one of 5 and 6"."""
    others = for_wilds(view.rules, missing)
    never = [each for each in missing if each not in others]
    short = short_of(view.rules, missing, wilds)
    if not short:
        return _("{ranks} (or wild cards)").format(ranks=ranks_listed(view, missing))
    if short == len(missing) or short == len(never):
        return ranks_listed(view, missing if short == len(missing) else never)
    words = _("{lacked} and {count} of {ranks}") if never else _("{count} of {ranks}")
    names = {"lacked": ranks_listed(view, never), "ranks": ranks_listed(view, others)}
    return words.format(count=Naming(view.rules).number(short - len(never)), **names)


def never_wild_ranks(view: View) -> list[int]:
    """Return the ranks that all stacks take next, if wild cards never stand for any of them; else none."""
    ranks = sorted({height + 1 for height in heights(view.rules, Position.from_view(view).core)})
    return ranks if set(ranks) <= set(view.rules.wild_never) else []


def never_wild(view: View) -> str:
    """Say that no stack takes a wild card next, because of its rank; "" if one does."""
    never = never_wild_ranks(view)
    words = _("Wild cards never stand for {ranks} here.")
    return words.format(ranks=ranks_listed(view, never)) if never else ""
