"""Positions as objects: dealing, legal moves, playing, JSON, views (RULES.md sections 2 to 6 and 9)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seat_number, seed_word, whole
from spite_and_malice.engine import position_json
from spite_and_malice.engine.chance import Chance
from spite_and_malice.engine.core import Core, apply, codes, core_rules, dealt, dealt_by_seed, is_legal, legal_moves
from spite_and_malice.engine.moves import DECODERS, Move, decode, encode, encode_text
from spite_and_malice.engine.notation import IllegalMove, InvalidNotation
from spite_and_malice.engine.outcome import EFFECTS, Effects, Outcome, Reason, Stage
from spite_and_malice.engine.pictures import draw_svg, draw_text, summary
from spite_and_malice.engine.position_json import restore, save
from spite_and_malice.engine.refusal import reason_against
from spite_and_malice.engine.view import View, core_of_view, view_of, views_as_json
from spite_and_malice.rules import Rules, card_texts


class Position:
    """A position of a game under `rules`, changed by `play`. `core` is the same position at integer level.

    Cards are texts such as ``"7h"``; piles are listed from bottom to top. ``print(position)`` draws the table.
    Positions are equal if their JSON is, regardless of the order of hands. They are mutable and so not hashable.
    """

    __slots__ = ("core", "rules")
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, rules: Rules, position_core: Core) -> None:
        self.rules: Rules = rules
        self.core: Core = position_core

    @classmethod
    def from_json(cls, obj: object) -> Position:
        """Read a position; `InvalidNotation` or `InvalidRules` says what is wrong with it and where."""
        return cls(*position_json.read(obj))

    def to_json(self) -> dict[str, Any]:
        """Write the position as RULES.md section 9 has it."""
        return position_json.write(self.rules, self.core)

    def __reduce__(self) -> tuple[Callable[[Rules, str, str], Position], tuple[Rules, str, str]]:
        """Support pickling, for other processes: unknown cards and the state of a seeded generator are kept."""
        saved = json.dumps(save(self.rules, self.core), separators=(",", ":"))
        return _restored, (self.rules, saved, _digest(self.rules, saved))

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.clone()

    def clone(self) -> Position:
        """Return an independent copy of this position."""
        return Position(self.rules, self.core.clone())

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.core.turn)

    @property
    def stage(self) -> Stage:
        """The stage of the turn."""
        return position_json.STAGES[int(self.core.stage)]

    @property
    def centre(self) -> tuple[tuple[str, ...], ...]:
        """The cards on each centre place."""
        return tuple([card_texts(self.core.centre(place)) for place in range(self.core.places)])

    @property
    def stock(self) -> tuple[str, ...]:
        """The stock, beginning with the next card to draw."""
        return card_texts(self.core.stock())

    @property
    def aside(self) -> tuple[str, ...]:
        """The cards of completed stacks that were set aside, in the order of their arrival."""
        return card_texts(self.core.aside())

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the hand of a seat, in the order in which the cards came. Raises ValueError for an unknown seat."""
        return card_texts(self.core.hand(self._seat(seat)))

    def payoff(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """Return the pay-off piles of a seat. Raises ValueError for an unknown seat."""
        seat = self._seat(seat)
        return tuple([card_texts(self.core.payoff(seat, pile)) for pile in range(self.rules.payoff_piles)])

    def side(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """Return the side stacks of a seat. Raises ValueError for an unknown seat."""
        seat = self._seat(seat)
        return tuple([card_texts(self.core.side(seat, stack)) for stack in range(self.rules.side)])

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.core.stage == codes.OVER)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return position_json.outcome_of(self.core)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves of the seat to move; none when the game is over."""
        decoder = DECODERS[self.rules.payoff_piles]
        return [decoder[code] for code in legal_moves(self.core)]

    def play(self, move: Move | str, chance: Chance | None) -> Effects:
        """Make a move and return its effects. Shuffles come from `chance`; with `UNSHUFFLED` nothing is shuffled.

        Raises `InvalidNotation` for a text that is not a move and `IllegalMove` for a move that the rules do not allow,
        both with the position unchanged.
        """
        core, piles = self.core, self.rules.payoff_piles
        code = encode(move, piles) if isinstance(move, Move) else encode_text(move, piles)
        if not is_legal(core, code):
            raise IllegalMove(reason_against(self.view(self.turn), decode(code, piles)))
        core.use_chance(chance)
        return EFFECTS[apply(core, code)]

    def concede(self, seat: int, reason: Reason) -> None:
        """End the game with the side of `seat` as the loser; `turn` is then that seat.

        `reason` is `Reason.RESIGNATION` or `Reason.FORFEIT`. Raises `InvalidArgument` for any other reason, for
        an unknown seat and if the game is over.
        """
        if reason not in (Reason.RESIGNATION, Reason.FORFEIT):
            raise InvalidArgument("reason must be Reason.RESIGNATION or Reason.FORFEIT: the others come from the cards")
        if self.is_over:
            raise InvalidArgument("The game is over already.")
        self.core.put_turn(self._seat(seat), codes.OVER, reason=position_json.REASONS.index(reason) + 1)

    def view(self, seat: int | None) -> View:
        """Return the view of `seat`; None is a spectator. Raises ValueError for an unknown seat."""
        return view_of(self.rules, self.core, self._checked(seat))

    def views_json(self, seats: Collection[int | None]) -> dict[int | None, str]:
        """Return the views of several seats and spectators as JSON without the rules. Raises as `view` does."""
        return views_as_json(self.rules, self.core, [self._checked(seat) for seat in seats])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.rules == other.rules and self._contents() == other._contents()

    def __repr__(self) -> str:
        return f"<Position: {summary(self.view(None))}>"

    def __str__(self) -> str:
        return draw_text(self._open_view())

    def svg(
        self, arrows: Sequence[Move | str] = (), *, width: int | None = None, seats: Sequence[int] | None = None
    ) -> str:
        """Draw the table with open hands as SVG, as `spite_and_malice.engine.pictures.draw_svg` says."""
        return draw_svg(self._open_view(), arrows, width=width, seats=seats)

    def _repr_svg_(self) -> str:
        """Return the drawing that notebooks show, with open hands."""
        return draw_svg(self._open_view())

    def _open_view(self) -> View:
        """Return the view of a spectator who sees every hand."""
        view = self.view(None)
        players = [replace(player, hand=self.hand(seat)) for seat, player in enumerate(view.players)]
        return replace(view, players=tuple(players))

    def _contents(self) -> tuple[object, ...]:
        core, seats = self.core, range(self.rules.players)
        hands = [sorted(core.hand(seat)) for seat in seats]
        piles = [[core.payoff(seat, pile) for pile in range(self.rules.payoff_piles)] for seat in seats]
        side = [[core.side(seat, stack) for stack in range(self.rules.side)] for seat in seats]
        centre = [core.centre(place) for place in range(core.places)]
        turn = (core.turn, core.stage, core.cover, core.passes, bool(core.moved), core.reason)
        return hands, piles, side, centre, core.stock(), core.aside(), turn

    def _checked(self, seat: int | None) -> int | None:
        if seat is None:
            return None
        return seat_number(seat, self.rules.players)

    def _seat(self, seat: int) -> int:
        """Return a checked seat; a spectator is None."""
        return seat_number(seat, self.rules.players)

    @classmethod
    def from_view(cls, view: View, drawn: int = 0) -> Position:
        """Return the position as the viewer knows it: every card they cannot see is `UNKNOWN` and cannot be moved.

        It can be searched up to the first revealed card. It has no JSON form while cards are unknown. `drawn` is how
        many cards the viewer has drawn from the stock without looking at them: they are in their hand as well.
        """
        view = of_type(view, View, "view", "game.view(seat) is one")
        return cls(view.rules, core_of_view(view, whole(drawn, "drawn", 0)))


def _digest(rules: Rules, saved: str) -> str:
    return hashlib.sha256(f"{rules!r} {saved}".encode()).hexdigest()


def _restored(rules: object, saved: object, digest: object) -> Position:
    """Restore a pickled position. Raises `InvalidNotation` for a damaged one, which the core would accept."""
    if not isinstance(rules, Rules) or not isinstance(saved, str) or _digest(rules, saved) != digest:
        raise InvalidNotation("This pickle of a position is damaged: it does not hold what was written.")
    return Position(rules, restore(rules, json.loads(saved)))


def deal(rules: Rules, dealer: int, chance: Chance) -> Position:
    """Deal a game with `dealer` (a seat) dealing, and settle who plays first.

    Raises ValueError for a dealer that is not a seat.
    """
    dealer = _checked(rules, dealer)
    core = dealt(core_rules(rules), dealer, chance)
    core.use_chance(None)
    return Position(rules, core)


def deal_by_seed(rules: Rules, dealer: int, seed: Seed) -> Position:
    """Deal a game as `deal` does, with the core's own generator, which also makes all later shuffles.

    The same seed gives the same game everywhere, much faster than `SeededChance`. Raises the same errors as `deal`.
    """
    dealer = _checked(rules, dealer)
    return Position(rules, dealt_by_seed(core_rules(rules), dealer, seed_word(seed)))


def _checked(rules: Rules, dealer: int) -> int:
    rules = of_type(rules, Rules, "rules", 'preset_rules("standard") has those of a preset')
    return seat_number(dealer, rules.players, "dealer")
