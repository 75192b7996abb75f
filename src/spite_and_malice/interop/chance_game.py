"""A game whose chance is a move like any other: cards stay undecided until they are revealed.

The engine plays on with unknown cards wherever a card lies face down. When one is revealed, a chance move says which it
is, and the engine learns it. So the order of a deck is never fixed, and nothing can leak it.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from spite_and_malice.arguments import InvalidArgument, of_type, whole
from spite_and_malice.engine.core import Core, apply, codes, core_rules, source_of, watch_recycled
from spite_and_malice.engine.moves import move_texts
from spite_and_malice.engine.position_json import restore, save
from spite_and_malice.interop.hidden import FacedownPile, Stock
from spite_and_malice.interop.kinds import Kinds, kinds_of
from spite_and_malice.rules import Rules

CHANCE: Final = -1
"""The player to move when a card or a lot is to be drawn."""
OVER: Final = -4
"""The player to move when the game is over. Both numbers are OpenSpiel's."""

_MOST_MOVES: Final = 1 << 40

MOST_TIES: Final = codes.MOST_TIES
"""How often the highest pay-off cards may tie before a lot decides (RULES.md section 2)."""

# Kinds of events. TURNED + i: a card on pay-off pile i was turned up; DEALT + i: one was dealt onto side stack i.
MOVED: Final = 1
DREW: Final = 2
LOT: Final = 3
TURNED: Final = 4
DEALT: Final = 8


class Event(NamedTuple):
    """An event, as one seat saw it.

    `value` is 1 + the number of the move, 1 + the kind of the card, or 0 for a card that the seat did not see. For a
    lot `seat` is the one that was drawn.
    """

    seat: int
    kind: int
    value: int


_event: Final = lru_cache(maxsize=1 << 14)(Event)
"""`Event`, shared by equal events: a game has thousands, of few kinds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of games: the rules, the dealer, and the number of moves after which a game stops undecided."""

    rules: Rules
    dealer: int = 0
    max_moves: int = 2000
    kinds: Kinds = field(init=False, repr=False, compare=False)
    """The kinds of cards and the moves, numbered."""

    def __post_init__(self) -> None:
        rules = of_type(self.rules, Rules, "rules", 'preset_rules("standard") has those of a preset')
        dealer = whole(self.dealer, "dealer")
        if not 0 <= dealer < rules.players:
            raise InvalidArgument(f"dealer must be a seat, 0 to {rules.players - 1}, not {dealer}")
        object.__setattr__(self, "dealer", dealer)
        object.__setattr__(self, "max_moves", whole(self.max_moves, "max_moves", 1, _MOST_MOVES))
        object.__setattr__(self, "kinds", kinds_of(rules))

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.rules, self.dealer, self.max_moves)

    @property
    def most_points(self) -> int:
        """An upper bound on the points of a seat."""
        rules = self.rules
        cards = rules.players * rules.payoff * rules.payoff_piles
        if rules.loading:
            cards = rules.deck.count() + cards
            if rules.stock_out == "renew":
                cards += self.max_moves
        return rules.score.win + rules.score.card * cards

    @property
    def most_events(self) -> int:
        """An upper bound on the events that a seat sees in a game."""
        rules = self.rules
        deal = MOST_TIES * rules.players * rules.payoff_piles + 1
        deal += rules.players * (rules.side * rules.side_dealt + rules.hand)
        drawn = self.max_moves * (2 if rules.pairs else 1)
        if rules.stalemate == "redeal":
            drawn += rules.players * rules.hand * (self.max_moves // rules.players)
        # Every move, at most one card turned up by it, and a card drawn for every one that left a hand.
        return deal + 2 * self.max_moves + drawn


def returns_of(core: Core) -> list[float]:
    """Each seat's points (RULES.md section 6) less the mean of the others', which add up to zero."""
    points = core.scores()
    total = sum(points)
    return [own - (total - own) / (len(points) - 1) for own in points]


class Pending(NamedTuple):
    """A card about to be revealed: `kind` as in its event, at `seat`."""

    kind: int
    seat: int


class ChanceGame:
    """A game from the deal to the end, played by numbers: moves of players and, in between, moves of chance.

    `events[seat]` is everything that a seat has seen; `back` are the cards that everybody saw go back into the stock,
    with the number of events before: (events, kinds, whether the hands went back too). If the hands are guessed
    (`spite_and_malice.interop.guess`), `guessed` has the number of events before, and the kinds in each hand.
    """

    __slots__ = (
        "_back_codes", "_due", "_first", "_fresh_codes", "_legal", "_moves", "_piles", "_shown", "_stock", "_ties",
        "back", "core", "events", "fresh", "fresh_count", "guessed", "moves_played", "setting", "turn",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        rules, kinds = setting.rules, setting.kinds
        self.setting: Setting = setting
        dealt = rules.players * (rules.side * rules.side_dealt + rules.hand)
        payoff = rules.players * rules.payoff * rules.payoff_piles
        nothing = [0] * kinds.count
        if kinds.payoff_deck is None:
            self.fresh: list[int] = kinds.deck[:]
            stock = FacedownPile(sum(kinds.deck) - payoff, nothing[:])
        else:
            # The stock's cards cannot lie in a pay-off pile: as if they had been seen before.
            self.fresh = kinds.payoff_deck[:]
            stock = FacedownPile(sum(kinds.deck), kinds.deck[:])
        self.fresh_count: int = sum(self.fresh)
        self._fresh_codes = kinds.codes_by_kind(rules.payoff_deck or rules.deck)
        self._back_codes = kinds.codes_by_kind(rules.deck if rules.payoff_deck is not None else None)
        self._stock = Stock(kinds, [stock])
        self._piles = [
            [FacedownPile(rules.payoff, nothing[:]) for _ in range(rules.payoff_piles)] for _ in range(rules.players)
        ]
        self.core: Core = Core(core_rules(rules), payoff + sum(kinds.deck), 1)
        watch_recycled(self.core, [], [])
        for seat in range(rules.players):
            for pile in range(rules.payoff_piles):
                for _ in range(rules.payoff):
                    self.core.put_payoff(seat, pile, 0)
        for _ in range(stock.count - dealt):
            self.core.put_stock(0)
        self.events: list[list[Event]] = [[] for _ in range(rules.players)]
        self.back: list[tuple[int, list[int], bool]] = []
        self.guessed: tuple[int, dict[int, list[int]]] | None = None
        self._moves: list[tuple[int, int]] = []
        self._legal: list[int] | None = None
        self.moves_played: int = 0
        self._ties = 0
        self._first: list[int] = list(range(rules.players))
        self._shown = [[0] * rules.payoff_piles for _ in range(rules.players)]
        self._due: deque[Pending] = deque()
        self._turn_up(self._first)
        self.turn: int = CHANCE
        """The seat to move, `CHANCE` or `OVER`."""

    def clone(self) -> ChanceGame:
        """An independent game equal to this one."""
        other: ChanceGame = object.__new__(ChanceGame)
        other.setting = self.setting
        other.core = self.core.clone()
        other.fresh = self.fresh[:]
        other.fresh_count = self.fresh_count
        other.events = [seen[:] for seen in self.events]
        other.back = self.back[:]
        other.guessed = self.guessed
        other._moves = self._moves[:]
        other._legal = self._legal
        other.moves_played = self.moves_played
        other._fresh_codes = [cards[:] for cards in self._fresh_codes]
        other._back_codes = [cards[:] for cards in self._back_codes]
        other._stock = self._stock.copy()
        other._piles = [[pile.copy() for pile in piles] for piles in self._piles]
        other._ties = self._ties
        other._first = self._first[:]
        other._shown = [shown[:] for shown in self._shown]
        other._due = self._due.copy()
        other.turn = self.turn
        return other

    def __copy__(self) -> ChanceGame:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> ChanceGame:
        return self.clone()

    def __repr__(self) -> str:
        turn = {CHANCE: "a card to be drawn", OVER: "over"}.get(self.turn, f"seat {self.turn} to move")
        return f"<ChanceGame: {self.moves_played} moves, {turn}>"

    def __getstate__(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in self.__slots__ if name != "core"}
        return state | {"core": save(self.setting.rules, self.core)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self.core = restore(self.setting.rules, state["core"])

    def take_guess(
        self,
        viewer: int,
        hands: dict[int, list[int]],
        fresh: list[int],
        stock: FacedownPile,
        inside: Counter[tuple[int, int, int]],
    ) -> None:
        """Replace what `viewer` cannot see by a guess: other hands, never-seen cards, the stock, pay-off piles.

        `inside` counts the cards known to lie in a pile: (seat, pile, kind). All are counted by kind.
        """
        kinds = self.setting.kinds
        self.fresh, self.fresh_count = fresh, sum(fresh)
        self._stock = Stock(kinds, [stock])
        for seat, piles in enumerate(self._piles):
            for number, pile in enumerate(piles):
                seen = [inside[seat, number, kind] for kind in range(kinds.count)]
                piles[number] = FacedownPile(pile.count, seen)
        public = [event._replace(value=0) if event.kind == DREW else event for event in self.events[viewer]]
        others = [seat for seat in range(self.setting.rules.players) if seat != viewer]
        for seat in others:
            for code in self.core.hand(seat):
                self._fresh_codes[kinds.of_code[code]].append(code)
            self.events[seat] = public[:]
            self.core.forget_hand(seat)
        for seat in others:
            for kind in hands.get(seat, []):
                self.core.learn_hand(seat, self._take_code(kind, again=False))
        self.guessed = (len(public), hands)

    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self._due)

    def _whose_turn(self) -> int:
        if self._due:
            return CHANCE
        if self.core.stage == codes.OVER or self.moves_played >= self.setting.max_moves:
            return OVER
        return int(self.core.turn)

    @property
    def is_cut_short(self) -> bool:
        """Whether the game stopped undecided, after the most moves that the setting allows."""
        return self.turn == OVER and self.core.stage != codes.OVER

    def returns(self) -> list[float]:
        """Each seat's points (RULES.md section 6) less the mean of the others': they add up to zero."""
        if self.turn != OVER or self.is_cut_short:
            return [0.0] * self.setting.rules.players
        return returns_of(self.core)

    def legal(self) -> list[int]:
        """The numbers of the legal moves of the seat to move, ascending; none if chance or nobody is to move."""
        if self.turn < 0:
            return []
        # OpenSpiel asks for them again for every mask.
        if self._legal is None:
            self._legal = self.setting.kinds.encoding.legal_numbers(self.core)
        return self._legal[:]

    @property
    def log(self) -> list[str]:
        """The moves in the form that computer players get."""
        seats = [seat for seat, _move in self._moves]
        texts = move_texts([move for _seat, move in self._moves], self.setting.rules.payoff_piles)
        return [f"{seat} {text}" for seat, text in zip(seats, texts, strict=True)]

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities, in ascending order.

        A number below the number of kinds is a card that has never been seen, `count` more one that has; in a lot it is
        a seat.
        """
        pending = self._due[0]
        if pending.kind == LOT:
            return [(seat, 1 / len(self._first)) for seat in self._first]
        return self._pile_of(pending).outcomes(self.fresh, self.fresh_count)

    def stock_seen(self) -> list[int]:
        """How many cards of each kind lie in the stock that have been seen before."""
        return self._stock.top().seen[:]

    def pending(self) -> Pending:
        """The card, or the lot, that chance is to draw."""
        return self._due[0]

    def apply(self, action: int) -> None:
        """Make a move of the seat to move, or of chance. Raises ValueError for an invalid number."""
        self._legal = None
        if self._due:
            self._learn(action)
        else:
            self._play(action)
        while not self._due and self._ties >= 0:
            self._deal_on()
        self.turn = self._whose_turn()

    # --- moves --------------------------------------------------------------------------------------------------

    def _play(self, action: int) -> None:
        if self.turn == OVER or not 0 <= action < len(self.setting.kinds.moves):
            raise ValueError(f"{action} is no move here; legal() lists them")
        core = self.core
        move = self.setting.kinds.encoding.move_of(core, action)
        seat = core.turn
        hands = self._hands() if self._redeals(move) else []
        core.use_witness(self._stock)
        try:
            flags = apply(core, move)
        finally:
            core.use_chance(None)
        self.moves_played += 1
        self._moves.append((seat, move))
        self._tell_all(_event(seat, MOVED, action + 1))
        if core.stage != codes.OVER and flags & (codes.TURNED_UP | codes.DREW):
            self._want(seat, move, flags)
        if self._stock.went_back:
            self._note_back(hands)

    def _want(self, seat: int, move: int, flags: int) -> None:
        """Queue the cards revealed by a move: first one turned up, then those drawn."""
        if flags & codes.TURNED_UP:
            self._want_turned_up(seat, source_of(move))
        if flags & codes.DREW:
            players, turn = self.setting.rules.players, self.core.turn
            for drawer in (*range(turn, players), *range(turn)):
                unknown = self.core.hand(drawer).count(0)
                if unknown:
                    self._due.extend([Pending(DREW, drawer)] * unknown)

    def _redeals(self, move: int) -> bool:
        """Whether a move brings a redeal, or ends the game if the cards do not suffice for one."""
        rules, core = self.setting.rules, self.core
        return (
            rules.stalemate == "redeal" and move == codes.PASS and not core.moved and core.passes + 1 >= rules.players
        )

    def _hands(self) -> list[int]:
        of_code = self.setting.kinds.of_code
        return [of_code[code] for seat in range(self.setting.rules.players) for code in self.core.hand(seat)]

    def _note_back(self, hands: list[int]) -> None:
        """Note which cards went back into the stock for everybody to see, and after how many events."""
        for code in self._stock.returned:
            self._back_codes[self.setting.kinds.of_code[code]].append(code)
        self._stock.returned = []
        for drawn, went in self._stock.went_back:
            for kind in hands:
                went[kind] -= 1
            turned_up = sum(pending.kind != DREW for pending in self._due) if drawn else 0
            self.back.append((len(self.events[0]) + turned_up + drawn, went, bool(hands)))
        self._stock.went_back = []

    def _want_turned_up(self, seat: int, source: int) -> None:
        if source >= codes.FROM_PARTNER_PAYOFF:
            seat = (seat + self.setting.rules.side_count) % self.setting.rules.players
            source -= codes.FROM_PARTNER_PAYOFF - codes.FROM_PAYOFF
        pile = source - codes.FROM_PAYOFF
        if self.core.payoff_top(seat, pile) == 0:
            self._due.append(Pending(TURNED + pile, seat))

    # --- chance -------------------------------------------------------------------------------------------------

    def _pile_of(self, pending: Pending) -> FacedownPile:
        if TURNED <= pending.kind < DEALT:
            return self._piles[pending.seat][pending.kind - TURNED]
        return self._stock.top()

    def _learn(self, outcome: int) -> None:
        """Reveal the card of an outcome."""
        pending = self._due[0]
        if pending.kind == LOT:
            if outcome not in self._first:
                raise ValueError(f"{outcome} is no seat that draws lots")
            self._due.popleft()
            self._first = [outcome]
            self._tell_all(_event(outcome, LOT, 0))
            return
        kinds = self.setting.kinds
        if not 0 <= outcome < 2 * kinds.count:
            raise ValueError(f"{outcome} is no outcome of chance; outcomes() lists them")
        kind = self._pile_of(pending).take(outcome, self.fresh)
        self.fresh_count -= outcome < kinds.count
        self._due.popleft()
        seat, event = pending.seat, _event(pending.seat, pending.kind, kind + 1)
        if self._is_dealing and TURNED <= pending.kind < DEALT:
            self._shown[seat][pending.kind - TURNED] = kind
            self._tell_all(event)
            return
        code = self._take_code(kind, outcome >= kinds.count)
        if pending.kind >= DEALT:
            self.core.put_side(seat, pending.kind - DEALT, code)
        elif pending.kind == DREW:
            hidden = _event(seat, DREW, 0)
            for viewer, seen in enumerate(self.events):
                seen.append(event if viewer == seat else hidden)
            if self._is_dealing:
                self.core.put_hand(seat, code)
            else:
                self.core.learn_hand(seat, code)
            return
        else:
            self.core.learn_payoff(seat, pending.kind - TURNED, code)
        self._tell_all(event)

    def _take_code(self, kind: int, again: bool) -> int:
        """A card of a kind that lies nowhere in sight, among those seen before or the others.

        Its suit matters to no rule, as long as no card occurs more often than in the decks.
        """
        pools = (self._fresh_codes[kind], self._back_codes[kind])
        return next(pool for pool in (pools[::-1] if again else pools) if pool).pop()

    def _tell_all(self, event: Event) -> None:
        for seen in self.events:
            seen.append(event)

    # --- the deal (RULES.md section 2) --------------------------------------------------------------------------

    @property
    def _is_dealing(self) -> bool:
        return self._ties >= 0

    def _turn_up(self, seats: list[int]) -> None:
        piles = range(self.setting.rules.payoff_piles)
        self._due.extend(Pending(TURNED + pile, seat) for seat in seats for pile in piles)

    def _deal_on(self) -> None:
        """Take the next step of a deal whose pending cards have all been revealed."""
        rules = self.setting.rules
        if self.core.hand_count(rules.players - 1) == rules.hand:
            self._ties = -1
            return
        if not self._settle_first():
            return
        for seat in range(rules.players):
            for pile, kind in enumerate(self._shown[seat]):
                self.core.learn_payoff(seat, pile, self._take_code(kind, again=False))
        self.core.put_turn(self._first[0])
        if rules.side_dealt:
            self._due.extend(Pending(DEALT + i, seat) for seat in range(rules.players) for i in range(rules.side))
        self._due.extend(Pending(DREW, seat) for seat in range(rules.players) for _ in range(rules.hand))

    def _settle_first(self) -> bool:
        """Whether the first player is settled; if not, tied players turn up again, or draw lots."""
        rules = self.setting.rules
        if rules.first != "highest":
            self._first = [(self.setting.dealer + (rules.first == "left")) % rules.players]
        if len(self._first) == 1:
            return True
        ranks = core_rules(rules)
        highest = [max(ranks.rank(self.setting.kinds.codes[kind]) for kind in self._shown[s]) for s in self._first]
        self._first = [s for s, rank in zip(self._first, highest, strict=True) if rank == max(highest)]
        if len(self._first) == 1:
            return True
        self._ties += 1
        if self._ties == MOST_TIES:
            self._due.append(Pending(LOT, -1))
            return False
        for seat in self._first:
            for pile, kind in enumerate(self._shown[seat]):
                self._piles[seat][pile].put_back(kind)
        self._turn_up(self._first)
        return False
