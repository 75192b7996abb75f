"""The view of one seat, built by including what it may see, never by removing the rest."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.arguments import InvalidArgument, of_type, seat_number
from spite_and_malice.engine import position_json
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves, views_json
from spite_and_malice.engine.moves import Move, move_texts
from spite_and_malice.engine.notation import InvalidNotation, read_list, read_number, read_object, read_word
from spite_and_malice.engine.outcome import Outcome, Stage
from spite_and_malice.engine.pictures import draw_svg, draw_text, summary
from spite_and_malice.rules import (
    CARD_TEXTS,
    JOKER,
    UNKNOWN,
    InvalidCard,
    Rules,
    card_code,
    card_codes,
    card_text,
    card_texts,
)

_KEYS: Final = (
    "seat", "centre", "stock", "aside", "players", "turn", "stage", "cover", "passes", "moved", "result", "legal",
)  # fmt: skip
_LATER_KEY: Final = "goes_on"
"""Views that were written before this key existed are still read."""
_compact: Final = json.JSONEncoder(separators=(",", ":")).encode
_QUOTED: Final = [f'"{CARD_TEXTS[code]}"'.encode() if code in CARD_TEXTS else b"" for code in range(JOKER + 1)]
_QUOTED_STAGES: Final = [f'"{stage}"'.encode() for stage in position_json.STAGES]


@dataclass(frozen=True, slots=True)
class PayoffPile:
    """A pay-off pile as everybody sees it: the number of cards, and the top card, None if the pile is empty."""

    count: int
    top: str | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as seen by a viewer. `hand` is a tuple of cards if the viewer may see them, else their number."""

    hand: tuple[str, ...] | int
    payoff: tuple[PayoffPile, ...]
    side: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A position as `seat` sees it; None is a spectator.

    `stock` is a number of cards; `legal` are the viewer's legal moves as text, sorted, none when it is not their turn;
    `goes_on` are those of them that do not end the turn. Everything else is public and as in a position (RULES.md
    section 9).
    """

    rules: Rules
    seat: int | None
    centre: tuple[tuple[str, ...], ...]
    stock: int
    aside: tuple[str, ...]
    players: tuple[PlayerView, ...]
    turn: int
    stage: Stage
    cover: int | None
    passes: int
    moved: bool
    outcome: Outcome | None
    legal: tuple[str, ...]
    goes_on: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def centre_places(self) -> tuple[tuple[str, ...], ...]:
        """The places in the centre: the stacks, and one more if another may be started and no place is empty."""
        is_open = self.rules.centre is None and all(self.centre)
        return (*self.centre, ()) if is_open else self.centre

    @property
    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves."""
        return [Move.parse(text) for text in self.legal]

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a hand. Raises `InvalidArgument` for a hidden hand and an unknown seat."""
        hand = self.players[self._seat(seat)].hand
        if isinstance(hand, int):
            raise InvalidArgument(
                f"the hand of seat {seat} is hidden from this viewer: hand_count says how many cards it has"
            )
        return hand

    def hand_count(self, seat: int) -> int:
        """Return the number of cards in a hand. Raises `InvalidArgument` for an unknown seat."""
        hand = self.players[self._seat(seat)].hand
        return hand if isinstance(hand, int) else len(hand)

    def payoff(self, seat: int) -> tuple[PayoffPile, ...]:
        """Return the pay-off piles of a seat. Raises `InvalidArgument` for an unknown seat."""
        return self.players[self._seat(seat)].payoff

    def side(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """Return the side stacks of a seat, each from bottom to top. Raises `InvalidArgument` for an unknown seat."""
        return self.players[self._seat(seat)].side

    def _seat(self, seat: int) -> int:
        return seat_number(seat, self.rules.players)

    def card_of(self, move: Move, taken: int = 0) -> str:
        """Return the card that `move` plays for the seat to move, the first one of a pair.

        `taken` cards were played from its pile before it. The text is empty if no card is visible there.
        """
        if of_type(move, Move, "move").cards or move.is_pass:
            return move.cards[0] if move.cards else ""
        owner = self.rules.partner(self.turn) if move.source.startswith("+") else self.turn
        if owner is None:
            return ""
        player, pile = self.players[owner], move.source.lstrip("+")
        number = int(pile[1:] or 1) - 1
        if pile[0] == "P":
            shown = taken == 0 and number < len(player.payoff)
            return player.payoff[number].top or "" if shown else ""
        stack = player.side[number] if number < len(player.side) else ()
        return stack[-1 - taken] if taken < len(stack) else ""

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {viewer}: {summary(self)}>"

    def __str__(self) -> str:
        return draw_text(self)

    def svg(
        self, arrows: Sequence[Move | str] = (), *, width: int | None = None, seats: Sequence[int] | None = None
    ) -> str:
        """Draw the table with its cards as SVG, as `spite_and_malice.engine.pictures.draw_svg` says."""
        return draw_svg(self, arrows, width=width, seats=seats)

    def _repr_svg_(self) -> str:
        """Return the drawing that notebooks show."""
        return draw_svg(self)

    def to_json(self) -> dict[str, Any]:
        """Write the view in the form of docs/protocol.md, including the rules."""
        return {"rules": self.rules.to_json(), **self.table_json()}

    def table_json(self) -> dict[str, Any]:
        """Write the view without the rules, for a reader that has them."""
        return {
            "seat": self.seat,
            "centre": [list(place) for place in self.centre],
            "stock": self.stock,
            "aside": list(self.aside),
            "players": [
                {
                    "hand": player.hand if isinstance(player.hand, int) else list(player.hand),
                    "payoff": [{"count": pile.count, "top": pile.top} for pile in player.payoff],
                    "side": [list(stack) for stack in player.side],
                }
                for player in self.players
            ],
            "turn": self.turn,
            "stage": self.stage.value,
            "cover": self.cover,
            "passes": self.passes,
            "moved": self.moved,
            "result": None if self.outcome is None else self.outcome.to_json(),
            "legal": list(self.legal),
            "goes_on": list(self.goes_on),
        }

    @classmethod
    def from_json(cls, obj: object) -> View:
        """Read a view that `to_json` wrote. Raises `InvalidNotation` or `InvalidRules` for anything else.

        Only the form is checked, not whether a game can reach the view.
        """
        if isinstance(obj, Mapping) and _LATER_KEY not in obj:
            obj = {**obj, _LATER_KEY: []}
        data = read_object(obj, "The view", ("rules", *_KEYS, _LATER_KEY))
        rules = Rules.from_json(data["rules"])
        seat = data["seat"]
        players = read_list(data["players"], "players", rules.players)
        view = cls(
            rules=rules,
            seat=None if seat is None else read_number(seat, 0, rules.players - 1, "seat"),
            centre=tuple(_cards(stack, f"centre[{i}]") for i, stack in enumerate(read_list(data["centre"], "centre"))),
            stock=_count(data["stock"], "stock"),
            aside=_cards(data["aside"], "aside"),
            players=tuple(_player(rules, player, f"players[{i}]") for i, player in enumerate(players)),
            turn=read_number(data["turn"], 0, rules.players - 1, "turn"),
            stage=read_word(data["stage"], position_json.STAGES, "stage"),
            cover=data["cover"],
            passes=data["passes"],
            moved=data["moved"],
            outcome=None if data["result"] is None else Outcome.from_json(data["result"]),
            legal=_moves(data["legal"], "legal"),
            goes_on=_moves(data[_LATER_KEY], _LATER_KEY),
        )
        # Reading it as a position checks the rest.
        core_of_view(view)
        return view


def _player(rules: Rules, obj: object, where: str) -> PlayerView:
    data = read_object(obj, where, ("hand", "payoff", "side"))
    hand = data["hand"]
    return PlayerView(
        hand=_cards(hand, f"{where}.hand") if isinstance(hand, list) else _count(hand, f"{where}.hand"),
        payoff=tuple(
            _payoff(pile, f"{where}.payoff[{i}]")
            for i, pile in enumerate(read_list(data["payoff"], f"{where}.payoff", rules.payoff_piles))
        ),
        side=tuple(
            _cards(stack, f"{where}.side[{i}]")
            for i, stack in enumerate(read_list(data["side"], f"{where}.side", rules.side))
        ),
    )


def _payoff(obj: object, where: str) -> PayoffPile:
    data = read_object(obj, where, ("count", "top"))
    count, top = _count(data["count"], f"{where}.count"), data["top"]
    if (top is None) != (count == 0):
        raise InvalidNotation(f"{where}.top must be a card, and null for a pile without cards.")
    return PayoffPile(count, None if top is None else _cards([top], f"{where}.top")[0])


def _cards(obj: object, where: str) -> tuple[str, ...]:
    cards = read_list(obj, where)
    for card in cards:
        try:
            card_code(card)
        except InvalidCard as error:
            raise InvalidNotation(f"{where}: {error}") from None
    return tuple(cards)


def _moves(obj: object, where: str) -> tuple[str, ...]:
    moves = read_list(obj, where)
    if not all(isinstance(text, str) for text in moves):
        raise InvalidNotation(f"{where} must be a list of moves as texts.")
    return tuple(moves)


def _count(obj: object, where: str) -> int:
    return read_number(obj, 0, codes.MOST_CARDS, where)


def view_of(rules: Rules, position: Core, seat: int | None) -> View:
    """Build the view of a seat or a spectator."""
    legal, goes_on = _legal(rules, position) if seat == position.turn else ([], [])
    return View(
        rules=rules,
        seat=seat,
        centre=tuple([card_texts(position.centre(place)) for place in range(position.places)]),
        stock=position.stock_count,
        aside=card_texts(position.aside()),
        players=tuple(
            [
                PlayerView(
                    hand=card_texts(position.hand(player)) if player == seat else position.hand_count(player),
                    payoff=tuple([_payoff_pile(position, player, pile) for pile in range(rules.payoff_piles)]),
                    side=tuple([card_texts(position.side(player, stack)) for stack in range(rules.side)]),
                )
                for player in range(rules.players)
            ]
        ),
        turn=position.turn,
        stage=position_json.STAGES[position.stage],
        cover=position.cover if position.cover >= 0 else None,
        passes=position.passes,
        moved=bool(position.moved),
        outcome=position_json.outcome_of(position),
        legal=tuple(legal),
        goes_on=tuple(goes_on),
    )


def core_of_view(view: View, drawn: int = 0) -> Core:
    """Build the core of a view, with `UNKNOWN` for every hidden card.

    The viewer holds as many cards more as they have `drawn` from the stock without looking at them.
    """
    players = []
    for seat, player in enumerate(view.players):
        hand = [UNKNOWN] * player.hand if isinstance(player.hand, int) else card_codes(player.hand)
        if seat == view.seat:
            hand += [UNKNOWN] * drawn
        payoff = [
            [UNKNOWN] * (pile.count - 1) + [card_code(pile.top)] if pile.top is not None else []
            for pile in player.payoff
        ]
        players.append((hand, payoff, [card_codes(stack) for stack in player.side]))
    centre = [card_codes(place) for place in view.centre]
    aside = card_codes(view.aside)
    turn = {
        "turn": view.turn, "stage": view.stage, "cover": view.cover,
        "passes": view.passes, "moved": view.moved,
        "result": None if view.outcome is None else view.outcome.to_json(),
    }  # fmt: skip
    stock = [UNKNOWN] * max(0, view.stock - drawn)
    return position_json.build(view.rules, turn, centre, stock, aside, players)


def views_as_json(rules: Rules, position: Core, seats: Collection[int | None]) -> dict[int | None, str]:
    """Write the views of several seats and spectators as JSON, like `View.table_json` but much faster."""
    legal, goes_on = _legal(rules, position)
    return views_json(
        position,
        list(seats),
        _QUOTED,
        _QUOTED_STAGES[position.stage],
        _compact(position_json.write_turn(position)["result"]).encode() if position.stage == codes.OVER else b"null",
        _list_json(legal),
        _list_json(goes_on),
    )


def _list_json(moves: list[str]) -> bytes:
    return ('["' + '","'.join(moves) + '"]').encode() if moves else b"[]"


def _legal(rules: Rules, position: Core) -> tuple[list[str], list[str]]:
    """Return the legal moves of the seat to move, and those of them that do not end the turn (RULES.md section 5)."""
    moves = legal_moves(position)
    discards = [move for move in moves if kind_of(move) == codes.TO_SIDE]
    # Either all discards end the turn or none does.
    goes_on = discards if discards and not _ends_turn(position, discards[0]) else []
    plays = [move for move in moves if kind_of(move) in (codes.TO_CENTRE, codes.TO_LOAD)]
    if rules.empty_hand == "end" and position.hand_count(position.turn) <= 1:
        plays = [move for move in plays if not _ends_turn(position, move)]
    texts = dict(zip(moves, move_texts(moves, rules.payoff_piles), strict=True))
    return sorted(texts.values()), sorted(texts[move] for move in goes_on + plays)


def _ends_turn(position: Core, move: int) -> bool:
    tried = position.clone()
    tried.use_chance(None)
    return bool(apply(tried, move) & codes.ENDED_TURN)


def _payoff_pile(position: Core, seat: int, pile: int) -> PayoffPile:
    count = position.payoff_count(seat, pile)
    return PayoffPile(count, card_text(position.payoff_top(seat, pile)) if count else None)
