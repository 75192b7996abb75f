"""What one seat may see, built by naming it, never by deleting from the whole."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.engine import position_json
from spite_and_malice.engine.core import Core, codes, legal_moves, views_json
from spite_and_malice.engine.drawing import draw_text, summary
from spite_and_malice.engine.moves import Move, move_texts
from spite_and_malice.engine.outcome import Outcome, Stage
from spite_and_malice.engine.picture import draw_svg
from spite_and_malice.rules import CARD_TEXTS, JOKER, UNKNOWN, Rules, card_code, card_text, card_texts

_compact: Final = json.JSONEncoder(separators=(",", ":")).encode
_QUOTED: Final = [f'"{CARD_TEXTS[code]}"'.encode() if code in CARD_TEXTS else b"" for code in range(JOKER + 1)]
_QUOTED_STAGES: Final = [f'"{stage}"'.encode() for stage in position_json.STAGES]


@dataclass(frozen=True, slots=True)
class PayoffPile:
    """A pay-off pile as everybody sees it: how many cards, and the one on top, None if the pile is empty."""

    count: int
    top: str | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as a viewer sees them. `hand` is a tuple of cards where the viewer may see them, else their number."""

    hand: tuple[str, ...] | int
    payoff: tuple[PayoffPile, ...]
    side: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A position as `seat` sees it; None is a spectator.

    `stock` is a number of cards; `legal` are the viewer's legal moves as text, sorted, none when it is not their turn.
    Everything else is public and as in a position (RULES.md section 9).
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

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves."""
        return [Move.parse(text) for text in self.legal]

    def hand(self, seat: int) -> tuple[str, ...] | int:
        """The cards of a hand where the viewer may see them, else their number."""
        return self.players[seat].hand

    def payoff(self, seat: int) -> tuple[PayoffPile, ...]:
        """The pay-off piles of a seat."""
        return self.players[seat].payoff

    def side(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """The side stacks of a seat, each from bottom to top."""
        return self.players[seat].side

    def card_of(self, move: Move, taken: int = 0) -> str:
        """Return the card that `move` plays for the seat to move, the first one of a pair.

        `taken` cards were played from its pile before it. The text is empty where no card can be seen there.
        """
        if move.cards or move.is_pass:
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

    def _repr_svg_(self) -> str:
        """The table with its cards, which notebooks show."""
        return draw_svg(self)

    def to_json(self) -> dict[str, Any]:
        """Write the view as docs/protocol.md has it, the rules included."""
        return {"rules": self.rules.to_json(), **self.table_json()}

    def table_json(self) -> dict[str, Any]:
        """Write the view without the rules, for a reader who has them."""
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
        }

    @classmethod
    def from_json(cls, obj: Mapping[str, Any]) -> View:
        """Read a view that `to_json` wrote; the text is trusted to be one."""
        return cls(
            rules=Rules.from_json(obj["rules"]),
            seat=obj["seat"],
            centre=tuple(map(tuple, obj["centre"])),
            stock=obj["stock"],
            aside=tuple(obj["aside"]),
            players=tuple(
                PlayerView(
                    hand=player["hand"] if isinstance(player["hand"], int) else tuple(player["hand"]),
                    payoff=tuple(PayoffPile(pile["count"], pile["top"]) for pile in player["payoff"]),
                    side=tuple(map(tuple, player["side"])),
                )
                for player in obj["players"]
            ),
            turn=obj["turn"],
            stage=Stage(obj["stage"]),
            cover=obj["cover"],
            passes=obj["passes"],
            moved=obj["moved"],
            outcome=None if obj["result"] is None else Outcome.from_json(obj["result"]),
            legal=tuple(obj["legal"]),
        )


def view_of(rules: Rules, position: Core, seat: int | None) -> View:
    """Build the view of a seat or a spectator."""
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
        legal=tuple(_legal(rules, position, seat)),
    )


def core_of_view(view: View) -> Core:
    """Build the core of a view, with `UNKNOWN` for every card that the viewer does not see."""
    players = []
    for player in view.players:
        hand = [UNKNOWN] * player.hand if isinstance(player.hand, int) else [card_code(card) for card in player.hand]
        payoff = [
            [UNKNOWN] * (pile.count - 1) + [card_code(pile.top)] if pile.top is not None else []
            for pile in player.payoff
        ]
        players.append((hand, payoff, [[card_code(card) for card in stack] for stack in player.side]))
    centre = [[card_code(card) for card in place] for place in view.centre]
    aside = [card_code(card) for card in view.aside]
    turn = {
        "turn": view.turn, "stage": view.stage, "cover": view.cover,
        "passes": view.passes, "moved": view.moved,
        "result": None if view.outcome is None else view.outcome.to_json(),
    }  # fmt: skip
    return position_json.build(view.rules, turn, centre, [UNKNOWN] * view.stock, aside, players)


def views_as_json(rules: Rules, position: Core, seats: Collection[int | None]) -> dict[int | None, str]:
    """Write the views of several seats and spectators as JSON, each as `View.table_json` has it, but much faster."""
    legal = _legal(rules, position, position.turn)
    return views_json(
        position,
        list(seats),
        _QUOTED,
        _QUOTED_STAGES[position.stage],
        _compact(position_json.write_turn(position)["result"]).encode() if position.stage == codes.OVER else b"null",
        ('["' + '","'.join(legal) + '"]').encode() if legal else b"[]",
    )


def _legal(rules: Rules, position: Core, seat: int | None) -> list[str]:
    return sorted(move_texts(legal_moves(position), rules.payoff_piles)) if seat == position.turn else []


def _payoff_pile(position: Core, seat: int, pile: int) -> PayoffPile:
    count = position.payoff_count(seat, pile)
    return PayoffPile(count, card_text(position.payoff_top(seat, pile)) if count else None)
