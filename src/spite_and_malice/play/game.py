"""A game: a position with its chance, the actions that led to it, undo within a turn and takebacks of whole turns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seed_number, whole
from spite_and_malice.engine import Move, Outcome, Position, Reason, View, deal
from spite_and_malice.engine.core import Core, apply, codes, legal_moves
from spite_and_malice.engine.moves import encode
from spite_and_malice.engine.pictures import summary
from spite_and_malice.play.fair import FairChance, FairDeal, new_secret
from spite_and_malice.rules import Rules, card_text, rules_from
from spite_and_malice.texts import _

UNDO: Final = "undo"
TAKEBACK: Final = "takeback"
RESIGN: Final = "resign"
FORFEIT: Final = "forfeit"
CONCESSIONS: Final = {RESIGN: Reason.RESIGNATION, FORFEIT: Reason.FORFEIT}
"""The actions that end a game with the seat's side as the loser, and the reason given."""
NO_MOVES: Final = (UNDO, TAKEBACK, *CONCESSIONS)
"""The actions besides moves."""


class NotYourTurn(ValueError):
    """An action by a seat that is not to move."""


class NothingToUndo(ValueError):
    """An undo when the seat has made no move in this turn, or has since learnt something hidden; an idle takeback."""


class Action(NamedTuple):
    """A seat's action: `text` is a move (RULES.md section 9) or one of `NO_MOVES`."""

    seat: int
    text: str


@dataclass(slots=True)
class _Before:
    """A state that an undo returns to."""

    position: Position
    chance_used: int


@dataclass(slots=True)
class _Turn:
    """A turn not taken back: its seat, the state before it, and the moves made before it."""

    seat: int
    before: _Before
    moves: int


class Game:
    """A game from its deal on. The same rules, dealer, fair deal and actions always give the same game.

    `actions` has everything the seats did, in order; `log` the moves not taken back, as ``"0 H7h-C1"``. `dealer` and
    `fair_deal` are its deal, None if it began with a position. ``print(game)`` draws the table. Games are equal if
    their positions and histories are.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self, position: Position, chance: FairChance, dealer: int | None = None, fair_deal: FairDeal | None = None
    ) -> None:
        of_type(position, Position, "position", "new_game deals one")
        of_type(chance, FairChance, "chance", "SeededChance(seed) is one")
        self.dealer: int | None = dealer
        self.fair_deal: FairDeal | None = fair_deal
        self.position: Position = position
        self.actions: list[Action] = []
        self.log: list[str] = []
        self._chance = chance
        self._undo: list[_Before] = []
        self._turns: list[_Turn] = []
        self._turn_begins = True

    @classmethod
    def deal(cls, rules: Rules, dealer: int, fair_deal: FairDeal) -> Game:
        """Deal a new game with seat `dealer` as the dealer.

        Raises `InvalidArgument` for invalid arguments. A fair deal has no more contributions than there are seats.
        """
        seats = of_type(rules, Rules, "rules", "new_game takes the id of a preset").players
        chance = FairChance(fair_deal)
        if len(fair_deal.contributions) > seats:
            found = len(fair_deal.contributions)
            raise InvalidArgument(
                f"these rules have {seats} seats, and there are {found} contributions: one for each seat"
            )
        return cls(deal(rules, dealer, chance), chance, dealer, fair_deal)

    def clone(self) -> Game:
        """An independent game equal to this one, with the same cards to come."""
        other: Game = object.__new__(type(self))
        vars(other).update(vars(self))
        other.position = self.position.clone()
        other.actions, other.log = self.actions[:], self.log[:]
        other._chance = deepcopy(self._chance)
        # The states they return to are never changed, only copied.
        other._undo, other._turns = self._undo[:], self._turns[:]
        return other

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.clone()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.position.rules

    @property
    def turn(self) -> int:
        """The seat to move; when the game is over, the seat that would be."""
        return int(self.position.core.turn)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves of the seat to move; none when the game is over."""
        return self.position.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.position.core.stage == codes.OVER)

    @property
    def turns(self) -> Sequence[tuple[int, int]]:
        """The turns not taken back, in order: the seat of each, and how many moves of the log were made before it."""
        return [(turn.seat, turn.moves) for turn in self._turns]

    def cards_played(self) -> list[str]:
        """Return the card played by each move of the log, as everybody saw it, where that is still known.

        A card is followed by its rank on a centre stack, as in ``"Ks 7"``: a wild card stands for one. The text is
        empty for a pass, and for moves made before a game was settled.
        """
        played = [""] * len(self.log)
        ends = [*(turn.moves for turn in self._turns), len(self.log)][1:]
        for turn, end in zip(self._turns, ends, strict=True):
            core, chance = turn.before.position.clone().core, copy(self._chance)
            chance.used = turn.before.chance_used
            core.use_chance(chance)
            for at in range(turn.moves, end):
                move = Move.parse(self.log[at].split(" ", 1)[1])
                played[at] = _card_played(core, self.rules, turn.seat, move)
                apply(core, encode(move, self.rules.payoff_piles))
        return played

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome

    def view(self, seat: int | None) -> View:
        """The view of `seat`; None is a spectator."""
        return self.position.view(seat)

    def views_json(self, seats: Collection[int | None]) -> dict[int | None, str]:
        """The views of several seats and spectators, as JSON without the rules."""
        return self.position.views_json(seats)

    def act(self, seat: int, text: str) -> None:
        """Carry out an action: play a move, undo, take back, resign or forfeit. Raises as the method for each does."""
        if type(text) is not str:
            self.play(text, seat)
        elif text == UNDO:
            self.undo(seat)
        elif text == TAKEBACK:
            self.take_back(seat)
        elif text in CONCESSIONS:
            self._concede(seat, text)
        else:
            self.play(text, seat)

    def play(self, move: Move | str, seat: int | None = None) -> None:
        """Make a move for the seat to move; `seat`, if given, has to be that seat.

        Raises `NotYourTurn`, `InvalidNotation` or `IllegalMove`, the game unchanged, with a message that says what
        would be right.
        """
        turn = self.turn
        text = str(move if isinstance(move, Move) else Move.parse(move))
        if self.is_over:
            raise NotYourTurn(_("The game is over; no more moves can be made."))
        if seat is None:
            seat = turn
        elif whole(seat, "seat") != turn:
            refusal = _("It is the turn of seat {turn}, not of seat {seat}.")
            raise NotYourTurn(refusal.format(turn=turn, seat=seat))
        before = _Before(self.position.clone(), self._chance.used)
        effects = self.position.play(move, self._chance)
        if effects.reveals or self.is_over:
            self._undo.clear()
        else:
            self._undo.append(before)
        if self._turn_begins:
            self._turns.append(_Turn(seat, before, len(self.log)))
        self._turn_begins = effects.ended_turn
        self.actions.append(Action(seat, text))
        self.log.append(f"{seat} {text}")

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take back its last move: it is still its turn and no hidden card has been revealed."""
        return whole(seat, "seat") == self.position.core.turn and bool(self._undo)

    def undo(self, seat: int) -> None:
        """Take back the last move of `seat`; raises `NothingToUndo` if it may not."""
        if not self.can_undo(seat):
            raise NothingToUndo(
                _("There is no move to take back: only moves of your own turn can be, until a card has come to light.")
            )
        self._go_back(self._undo.pop(), len(self.log) - 1)
        self.actions.append(Action(seat, UNDO))

    def can_take_back(self, seat: int) -> bool:
        """Whether `seat` has a turn to take back: the game goes on, and it has made a move not taken back."""
        seat = whole(seat, "seat")
        return not self.is_over and any(turn.seat == seat for turn in self._turns)

    def take_back(self, seat: int) -> None:
        """Go back to the beginning of the latest turn in which `seat` made a move not taken back.

        The turns of others since then are taken back with it, whatever has been revealed in them; the shuffles to come
        have the same numbers again, so they bring the same cards. `NothingToUndo` if there is no such turn.
        """
        if not self.can_take_back(seat):
            raise NothingToUndo(_("There is no turn of yours to take back."))
        while (turn := self._turns[-1]).seat != seat:
            self._turns.pop()
        self._go_back(turn.before, turn.moves)
        self.actions.append(Action(seat, TAKEBACK))

    def resign(self, seat: int) -> None:
        """Resign for `seat`, to move or not: its side loses. Raises `NotYourTurn` once it is over."""
        self._concede(seat, RESIGN)

    def forfeit(self, seat: int) -> None:
        """End the game with the side of `seat` as the loser by default. Raises `NotYourTurn` once it is over."""
        self._concede(seat, FORFEIT)

    def _concede(self, seat: int, text: str) -> None:
        if self.is_over:
            raise NotYourTurn(_("The game is over; nothing is left to give up."))
        self.position.concede(whole(seat, "seat"), CONCESSIONS[text])
        self._undo.clear()
        self.actions.append(Action(seat, text))

    @property
    def pass_would_end(self) -> bool:
        """Whether a pass by the seat to move would complete a stalemate and end the game (RULES.md section 5)."""
        core, rules = self.position.core, self.rules
        last = core.passes + 1 >= rules.players and not core.moved and core.stage == codes.PLAY
        return bool(last) and rules.stalemate == "end" and codes.PASS in legal_moves(core)

    def could_play(self, seat: int) -> bool:
        """Whether a seat could have done anything but pass in its latest turn."""
        turn = next((turn for turn in reversed(self._turns) if turn.seat == seat), None)
        return turn is not None and any(move != codes.PASS for move in legal_moves(turn.before.position.core))

    def settle(self) -> None:
        """Make all moves so far final: undo and takeback reach no further back than this."""
        self._undo.clear()
        self._turns.clear()
        self._turn_begins = True

    def _go_back(self, before: _Before, moves: int) -> None:
        """Restore the game to the state with that many moves."""
        self.position = before.position.clone()
        self._chance.used = before.chance_used
        del self.log[moves:]
        if self._turns[-1].moves == moves:
            self._turns.pop()
            self._undo.clear()
            self._turn_begins = True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.fair_deal, self.dealer, self.actions, self.log) == (
            other.fair_deal,
            other.dealer,
            other.actions,
            other.log,
        ) and self.position == other.position

    def __repr__(self) -> str:
        return f"<Game of {summary(self.view(None))}, {len(self.log)} moves>"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """The table with every hand, which notebooks show."""
        return self.position._repr_svg_()

    def standing(self) -> list[dict[str, Any]]:
        """The sides ranked by pay-off cards left, fewest first (RULES.md section 6).

        Each is ``{"rank", "seats", "left"}``; sides with as many cards left share a rank, counted from 1.
        """
        core = self.position.core
        left = [core.cards_left(side) for side in range(self.rules.side_count)]
        order = sorted(range(len(left)), key=left.__getitem__)
        return [
            {
                "rank": 1 + sum(other < left[side] for other in left),
                "seats": [seat for seat in range(self.rules.players) if self.rules.side_of(seat) == side],
                "left": left[side],
            }
            for side in order
        ]


def _card_played(core: Core, rules: Rules, seat: int, move: Move) -> str:
    if move.is_pass:
        return ""
    card = move.cards[0] if move.cards else card_text(_top(core, rules, seat, move.source))
    if not move.plays_to_centre:
        return card
    place = int(move.target[1:]) - 1
    return f"{card} {(core.height(place) if place < core.places else 0) + 1}"


def _top(core: Core, rules: Rules, seat: int, source: str) -> int:
    """Return the top card of a seat's pay-off pile or side stack, or, with a plus before it, of its partner's."""
    owner, pile = (rules.partner(seat), source[1:]) if source[0] == "+" else (seat, source)
    assert owner is not None
    number = int(pile[1:] or 1) - 1
    return core.payoff_top(owner, number) if pile[0] == "P" else core.side_top(owner, number)


def new_game(
    rules: Rules | str = "standard",
    players: int | None = None,
    *,
    seed: Seed | None = None,
    dealer: int | None = None,
    changes: Mapping[str, object] | None = None,
) -> Game:
    """Deal a game of a preset, or by given rules.

    A preset is played by the fewest players that it allows unless `players` says otherwise, with the fields in
    `changes`. The same `seed` deals the same game everywhere; without one the cards come from a new secret. The
    dealer is drawn by lot from the same stream if `dealer` names no seat. Raises `InvalidRules`, and `InvalidArgument`
    for an invalid dealer or seed, or for `players` or `changes` together with whole rules.
    """
    rules = rules_from(rules, players, changes)
    secret = new_secret() if seed is None else str(seed_number(seed)).encode()
    fair_deal = FairDeal(secret, ("",) * rules.players)
    return Game.deal(rules, fair_deal.dealer(rules.players) if dealer is None else dealer, fair_deal)
