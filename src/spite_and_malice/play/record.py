"""The record of a game: everything needed to view, replay and check it (docs/records.md).

`record_game` makes a record, whole or as one seat saw the game; `record_text` writes and reads its text form, and
`record_check` recomputes all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spite_and_malice.arguments import InvalidArgument, of_type, texts
from spite_and_malice.engine import Move, Outcome, Position
from spite_and_malice.play.fair import FairDeal
from spite_and_malice.play.game import Game
from spite_and_malice.play.record_facts import Replay
from spite_and_malice.play.record_lines import Fact
from spite_and_malice.rules import Rules


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """The occupant of a seat: `kind` is ``"person"`` or ``"computer"``; `player` is the id of a computer player."""

    kind: str
    name: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """What a seat did, and its effects.

    `text` is a move, ``"undo"``, ``"takeback"``, ``"resign"`` or ``"forfeit"``, `time` in UTC milliseconds since 1970
    (None: unknown), `note` why somebody else acted for the seat, if so. `facts` are the shuffles, hands and turned-up
    cards that followed.
    """

    seat: int
    text: str
    time: int | None = None
    note: str | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """The header of a record: the rules, who sat where and how it ended, named as in `Record`."""

    rules: Rules
    seats: tuple[RecordedSeat, ...]
    outcome: Outcome | None
    viewer: int | None = None
    preset: str | None = None
    table: str | None = None
    number: int | None = None
    started: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A game as it is written down.

    `viewer` is None for the whole game, else the seat whose knowledge the record holds: then `secret` and `key` are
    None and `facts` show only what that seat saw. `table`, `number` (of the game at its table), `preset` and
    `started` (UTC milliseconds) say where it comes from. `outcome` is None for a game that is not over.
    """

    rules: Rules
    seats: tuple[RecordedSeat, ...]
    dealer: int
    commitment: str
    secret: bytes | None
    contributions: tuple[str, ...]
    key: bytes | None
    facts: tuple[Fact, ...]
    actions: tuple[RecordedAction, ...]
    outcome: Outcome | None
    viewer: int | None = None
    preset: str | None = None
    table: str | None = None
    number: int | None = None
    started: int | None = None

    def seen_by(self, viewer: int) -> Record:
        """Return the record as the seat `viewer` knows the game; ValueError if this one is not whole."""
        if self.secret is None:
            raise InvalidArgument(
                f"This is already the record of what seat {self.viewer} saw; only a whole one has more."
            )
        return record_game(
            self.rules,
            self.seats,
            self.dealer,
            FairDeal(self.secret, self.contributions),
            self.actions,
            viewer=viewer,
            preset=self.preset,
            table=self.table,
            number=self.number,
            started=self.started,
        )

    @classmethod
    def of(cls, game: Game, names: Sequence[str] = ()) -> Record:
        """Return the whole record of a dealt game with its seats' names, by default "Seat 0" and so on.

        Raises ValueError for a game that began with a position, or another number of names than of players.
        """
        of_type(game, Game, "game", "new_game deals one")
        names = texts(names, "names", "a name for each seat")
        if game.fair_deal is None or game.dealer is None:
            raise InvalidArgument("This game began with a position: only one that was dealt has a record.")
        seats = [RecordedSeat("person", name) for name in names or [f"Seat {n}" for n in range(game.rules.players)]]
        actions = [RecordedAction(action.seat, action.text) for action in game.actions]
        return record_game(game.rules, seats, game.dealer, game.fair_deal, actions)

    def replay(self) -> Iterator[tuple[Position, Move]]:
        """Yield every move with the position before it, a new one each time.

        Moves that were undone or taken back are left out. Raises ValueError for the record of one seat's view, and what
        `Game.act` raises for an impossible action.
        """
        if self.secret is None:
            raise InvalidArgument(f"This is what seat {self.viewer} saw; only a whole record can be played again.")
        game = Game.deal(self.rules, self.dealer, FairDeal(self.secret, self.contributions))
        standing = Game.deal(self.rules, self.dealer, FairDeal(self.secret, self.contributions))
        for action in self.actions:
            game.act(action.seat, action.text)
        for entry in game.log:
            move = Move.parse(entry.partition(" ")[2])
            yield standing.position.clone(), move
            standing.play(move)

    def __repr__(self) -> str:
        names = ", ".join(seat.name for seat in self.seats)
        end = "not finished" if self.outcome is None else str(self.outcome)
        return f"<Record of {names}: {len(self.actions)} actions, {end}>"

    def __str__(self) -> str:
        """The text form, as from `write`."""
        from spite_and_malice.play.record_text import write

        return write(self)

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data, with the names of the text form; bytes in hexadecimal."""
        return {
            "spite record": 1,
            "table": self.table,
            "game": self.number,
            "preset": self.preset,
            "started": self.started,
            "seen by": self.viewer,
            "rules": self.rules.to_json(),
            "seats": [{"kind": seat.kind, "player": seat.player, "name": seat.name} for seat in self.seats],
            "dealer": self.dealer,
            "commitment": self.commitment,
            "secret": None if self.secret is None else self.secret.hex(),
            "contributions": list(self.contributions),
            "key": None if self.key is None else self.key.hex(),
            "deal": [[fact.label, fact.value] for fact in self.facts],
            "actions": [
                {
                    "seat": action.seat,
                    "text": action.text,
                    "time": action.time,
                    "note": action.note,
                    "facts": [[fact.label, fact.value] for fact in action.facts],
                }
                for action in self.actions
            ],
            "result": None if self.outcome is None else self.outcome.to_json(),
        }


def record_game(
    rules: Rules,
    seats: Sequence[RecordedSeat],
    dealer: int,
    fair_deal: FairDeal,
    actions: Iterable[RecordedAction],
    *,
    viewer: int | None = None,
    preset: str | None = None,
    table: str | None = None,
    number: int | None = None,
    started: int | None = None,
) -> Record:
    """Replay the actions and return the record: the whole one, or with `viewer` that seat's view.

    The facts of `actions` are ignored and recomputed. Raises what `Game.act` raises for an impossible action, and
    ValueError unless there is one seat and one contribution for each player, or for an unknown viewer.
    """
    if not len(seats) == len(fair_deal.contributions) == rules.players:
        raise InvalidArgument(f"These rules need {rules.players} seats and as many contributions.")
    replay = Replay(rules, dealer, fair_deal, viewer)
    return Record(
        rules=rules,
        seats=tuple(seats),
        dealer=dealer,
        commitment=fair_deal.commitment,
        secret=fair_deal.secret if viewer is None else None,
        contributions=fair_deal.contributions,
        key=fair_deal.key() if viewer is None else None,
        facts=replay.dealt,
        actions=tuple(replace(action, facts=replay.act(action.seat, action.text)) for action in actions),
        outcome=replay.game.outcome,
        viewer=viewer,
        preset=preset,
        table=table,
        number=number,
        started=started,
    )
