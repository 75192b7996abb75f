"""The facts about a move and about the table before and after it, for the sentences that give reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.threats import fits, opponents_tops, steps_to
from spite_and_malice.analysis.wording import centre_name, player_name
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _


class Facts:
    """A legal move of the viewer and the tables that it joins."""

    def __init__(self, view: View, move: Move, names: Sequence[str] | None) -> None:
        self._view = view
        self._move = move
        self._names = names
        self._rules = view.rules
        self._before = Position.from_view(view).core
        self._code = encode(move, view.rules.payoff_piles)
        self._after = self._before.clone()
        self._effects = apply(self._after, self._code)

    @cached_property
    def _threats(self) -> list[tuple[int, int]]:
        """The natural cards on the pay-off piles of the opponents, with their seats, in the order of turns."""
        return opponents_tops(self._rules, self._before, self._view.turn)

    @cached_property
    def _payoff_ranks(self) -> set[int]:
        """The ranks of the natural cards on the viewer's pay-off piles."""
        tops = [pile.top for pile in self._view.players[self._view.turn].payoff if pile.top]
        return set(filter(None, map(self._rules.natural_rank, tops)))

    def _fits(self, position: Core, card: int) -> bool:
        """Whether a natural card is playable now."""
        return fits(self._rules, position, card)

    def _steps_to(self, rank: int) -> int:
        return steps_to(self._rules, self._before, rank)

    @cached_property
    def _hand(self) -> Sequence[str]:
        """The cards in the viewer's hand."""
        hand = self._view.players[self._view.turn].hand
        return () if isinstance(hand, int) else hand

    @cached_property
    def _kept(self) -> Counter[str]:
        """The cards that the move leaves in the hand."""
        return Counter(self._hand) - Counter(self._move.cards if self._move.source == "H" else ())

    def _name(self, seat: int) -> str:
        return player_name(self._view, seat, self._names)

    def _spares(self) -> Iterator[Reason]:
        """Why here: on another stack the same card would open the way for an opponent's pay-off card."""
        if self._move.is_load:
            # It changes what the opponent can play.
            return
        for code in legal_moves(self._before):
            play = decode(code, self._rules.payoff_piles)
            same = (play.source, play.cards) == (self._move.source, self._move.cards)
            if not same or kind_of(code) != codes.TO_CENTRE or play.target == self._move.target:
                continue
            child = self._before.clone()
            apply(child, code)
            for seat, top in self._threats:
                if self._fits(child, top) and not self._fits(self._before, top) and not self._fits(self._after, top):
                    words = _("Better here than on {stack}: there it would let {player} play the [pay-off card] {top}.")
                    place = centre_name(self._view, int(play.target[1:]) - 1)
                    said = words.format(stack=place, player=self._name(seat), top=card_name(card_text(top)))
                    yield Reason(Kind.SPARES, said, (str(play),), about=card_text(top))
                    return
