"""The tables that a turn's plays lead to, up to the first revealed card: which plays and tables are distinct."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import (
    Core,
    apply,
    card_of,
    codes,
    core_rules,
    kind_of,
    source_of,
    target_of,
)
from spite_and_malice.engine.moves import encode_texts
from spite_and_malice.players.lines import distinct
from spite_and_malice.rules import Rules


def table_after(view: View, moves: Iterable[str]) -> Core:
    """Return the table after legal moves; what they reveal is unknown, and no card may be revealed before the last."""
    table = Position.from_view(view).core
    for code in encode_texts(moves, view.rules.payoff_piles):
        apply(table, code)
    return table


class TurnTables:
    """The key of a table in a turn of `seat`; tables that differ only in suits on the centre stacks share it."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self._kinds = core_rules(rules)
        partner = rules.partner(seat)
        self._owners = [seat] if partner is None else [seat, partner]

    def plays(self, position: Core) -> Iterator[int]:
        """The distinct plays: hand cards of one rank are equivalent, and so are stacks of one height."""
        done = set()
        for move in distinct(position):
            if kind_of(move) not in (codes.TO_CENTRE, codes.TO_LOAD):
                continue
            if kind_of(move) == codes.TO_CENTRE and not self.rules.loading:
                source, card, place = source_of(move), card_of(move), target_of(move)
                height = position.height(place) if place < position.places else 0
                like = (source, self._kinds.is_wild(card), self._kinds.rank(card), height)
                if like in done:
                    continue
                done.add(like)
            yield move

    def spends_wild(self, move: int) -> bool:
        """Whether a play takes a wild card from the hand."""
        return source_of(move) == codes.FROM_HAND and bool(self._kinds.is_wild(card_of(move)))

    def key(self, position: Core) -> Hashable:
        """The key of a table in the turn as long as no card is revealed."""
        rules = self.rules
        cover = position.height(position.cover) if position.cover >= 0 else -1
        return (
            position.stage,
            cover,
            tuple(sorted(position.hand(position.turn))),
            tuple(sorted(position.height(place) for place in range(position.places))),
            tuple(len(position.side(seat, stack)) for seat in self._owners for stack in range(rules.side)),
            # A card that was turned up belongs to its pile and stays there.
            tuple(position.cards_left(seat % rules.side_count) for seat in self._owners[:1]),
            tuple(
                (position.payoff_count(seat, pile), position.payoff_top(seat, pile))
                for seat in range(rules.players)
                for pile in range(rules.payoff_piles)
            )
            if rules.loading or rules.payoff_piles * len(self._owners) > 1
            else (),
        )
