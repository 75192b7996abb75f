"""Sample complete positions that are consistent with a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from spite_and_malice.arguments import InvalidArgument, Seed, items, of_type, seed_word, texts, whole
from spite_and_malice.engine.core import Belief
from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.engine.position import Position
from spite_and_malice.engine.view import View
from spite_and_malice.rules import card_code


class Sampler:
    """Samples positions from one view.

    `recycled` are the cards that the viewer saw return to the stock and cannot see now: they can be only in the stock
    or in a hand drawn since, never in a pay-off pile. ``held[seat]`` is the number of a hand's cards that were drawn
    before the first of them returned. Both are empty by default, which is right until a stack has been completed.

    Where all cards come from one deck, every way to lay the unseen cards out is equally likely. With a `payoff_deck` of
    its own the pay-off piles take only cards that this deck has; a card that lies open is then taken to be of
    `payoff_deck` only where there are more of it than `deck` holds, and of the deck's hidden cards only as many lie in
    pay-off piles as must have been loaded there. Raises `InvalidNotation` if the view and `recycled` cannot be, such as
    more aces to be seen than there are.
    """

    def __init__(self, view: View, recycled: Iterable[str] = (), held: Sequence[int] = ()) -> None:
        rules = of_type(view, View, "view", "game.view(seat) is one").rules
        known = Position.from_view(view).core
        again = _cards(recycled)
        held = [
            whole(count, f"held[{seat}]", 0) for seat, count in enumerate(items(held, "held", "a number for each seat"))
        ]
        if len(held) not in (0, rules.players):
            raise InvalidArgument(f"held must have a number for each of {rules.players} seats, not {len(held)}")
        hidden_payoff = sum(pile.count - 1 for player in view.players for pile in player.payoff if pile.count)
        hidden = unseen(view)
        again_left = hidden - again
        if (again - hidden) or (rules.payoff_deck is None and again_left.total() < hidden_payoff):
            raise InvalidNotation("recycled has cards that are to be seen, or too many for the pay-off piles.")
        if rules.payoff_deck is None:
            first, second = again_left, again
        else:
            first = again_left & Counter(rules.payoff_deck.cards())
            second = again_left - Counter(rules.payoff_deck.cards()) + again
            # Cards that fit into neither the stock nor the hands have been loaded onto pay-off piles.
            for _ in range(second.total() - hidden_elsewhere(view) if rules.loading else 0):
                ((card, _copies),) = (second - again or second).most_common(1)
                second[card] -= 1
                first[card] += 1
        self.rules = rules
        self._made_of = (view, tuple(again.elements()), tuple(held))
        self.belief: Belief = Belief(known, _codes(first), _codes(second), held or [0] * rules.players)
        """The same at integer level."""

    def __reduce__(self) -> tuple[type[Sampler], tuple[View, tuple[str, ...], tuple[int, ...]]]:
        return Sampler, self._made_of

    def __repr__(self) -> str:
        return f"<Sampler of {self._made_of[0]!r}>"

    def sample(self, seed: Seed) -> Position:
        """Return a position consistent with the view. The same seed gives the same position and later shuffles."""
        return Position(self.rules, self.belief.sample(seed_word(seed)))


def hidden_elsewhere(view: View) -> int:
    """Return the number of cards in the stock and in the hands that the viewer does not see."""
    return view.stock + sum(player.hand for player in view.players if isinstance(player.hand, int))


def unseen(view: View) -> Counter[str]:
    """Return the cards of the game that the viewer does not see, including renewed decks."""
    rules = view.rules
    seen = Counter(card for cards in (*view.centre, view.aside) for card in cards)
    hidden = hidden_elsewhere(view)
    for player in view.players:
        seen.update(card for stack in player.side for card in stack)
        seen.update(pile.top for pile in player.payoff if pile.top is not None)
        hidden += sum(pile.count - 1 for pile in player.payoff if pile.count)
        if not isinstance(player.hand, int):
            seen.update(player.hand)
    cards = Counter(rules.deck.cards())
    if rules.payoff_deck is not None:
        cards.update(rules.payoff_deck.cards())
    fresh = Counter(rules.deck.cards()) if rules.stock_out == "renew" else Counter()
    while fresh and (cards.total() < seen.total() + hidden or (seen - cards) & fresh):
        cards.update(fresh)
    if seen - cards:
        raise InvalidNotation("The view shows more of a card than the decks have.")
    return cards - seen


def _cards(recycled: Iterable[str]) -> Counter[str]:
    cards = texts(recycled, "recycled", "cards such as ['7h', '*']")
    for card in cards:
        card_code(card)
    return Counter(cards)


def _codes(cards: Counter[str]) -> list[int]:
    return sorted(card_code(card) for card in cards.elements())
