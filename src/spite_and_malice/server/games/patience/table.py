"""A patience table: one player, one set of rules, one deal after another."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from spite_and_malice.patience import Rules
from spite_and_malice.patience.rules import name_of, preset_of
from spite_and_malice.play import new_secret
from spite_and_malice.play.patience import Deal, Played
from spite_and_malice.play.patience.record import commitment
from spite_and_malice.play.patience.scoring import Tally, points_of_all, scorings_for

from ...store import GameRow, MoveRow, SealRow, StoredTable, Summary, TableRow
from ..spite.setup import person_seat
from ..spite.table import new_id

KIND: Final = "patience"


@dataclass(slots=True)
class PatienceTable:
    """A table with its newest game; ``earlier_moves`` counts the actions of the games before it."""

    row: TableRow
    rules: Rules
    game: GameRow
    played: Played
    earlier_moves: int
    _tallies: tuple[Tally, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Begin to count the points by each scoring that fits."""
        self._tallies = tuple(map(Tally, scorings_for(self.rules)))

    @property
    def number(self) -> int:
        """The number of the newest game, from 1."""
        return self.game.number

    @property
    def ply(self) -> int:
        """The number of actions in the newest game."""
        return self.played.ply

    @property
    def version(self) -> int:
        """The number of games dealt and actions taken over the table's lifetime."""
        return self.earlier_moves + self.number + self.ply

    @property
    def summary(self) -> Summary:
        """The table's entry in the list of tables, with the number of cards cleared as the score."""
        played = self.played
        return Summary(self.number, None if played.is_over else 0, (played.home,), played.is_over)

    def points(self, milliseconds: int) -> dict[str, int]:
        """Return the points of the newest game so far by every scoring that fits, keyed by its id."""
        return {tally.scoring.id: tally.points_of(self.played, milliseconds) for tally in self._tallies}

    @property
    def commitment(self) -> str:
        """The commitment that binds the server to the deal number before it is revealed."""
        return commitment(self.game.secret, self.played.deal.number)

    @property
    def seal(self) -> SealRow:
        """The stored state of the next game, in which nothing is settled yet."""
        return SealRow(self.number + 1, new_secret())

    def act(self, text: str, at: int, message_id: str | None) -> tuple[MoveRow, tuple[str, ...]]:
        """Carry out an action; return it as stored, and the moves that it made or undid.

        Raises what `Played.act` raises.
        """
        moves = self.played.act(text, at, message_id)
        return MoveRow(self.ply, 0, text, message_id, made_at=at), moves

    def next_game(self, deal: Deal) -> PatienceTable:
        """Return the table with another game dealt. Nothing is stored yet."""
        row = replace(self.row, revision=self.row.revision + 1)
        return PatienceTable(
            row, self.rules, _dealt(row, self.number + 1, deal), Played(self.rules, deal), self.earlier_moves + self.ply
        )


def new_table(person: str, name: str, rules: Rules, deal: Deal) -> PatienceTable:
    """Return a table with its first game dealt. Nothing is stored yet."""
    preset = preset_of(rules)
    row = TableRow(
        id=new_id(),
        host=person,
        name=name_of(rules),
        preset=None if preset is None else preset.id,
        rules=rules.to_json(),
        seats=(person_seat(name, 0, [], person),),
        day=deal.day,
        kind=KIND,
    )
    return PatienceTable(row, rules, _dealt(row, 1, deal), Played(rules, deal), 0)


def restore(stored: StoredTable) -> PatienceTable:
    """Restore a stored table by replaying the actions of its newest game."""
    rules = Rules.from_json(stored.table.rules)
    game = stored.games[-1]
    return PatienceTable(stored.table, rules, game, replay(rules, game, stored.moves), stored.earlier_moves)


def replay(rules: Rules, game: GameRow, moves: tuple[MoveRow, ...]) -> Played:
    """Replay the actions of a stored game and return it."""
    played = Played(rules, deal_of(game))
    for move in moves:
        played.act(move.text, move.made_at or 0, move.message_id)
    return played


def result_of(played: Played) -> dict[str, Any]:
    """Return the stored result of a finished game, with its points by each applicable scoring."""
    result = played.result()
    return {**result, "points": points_of_all(played, result["time"])}


def deal_of(game: GameRow) -> Deal:
    """Return how a stored game was dealt."""
    assert game.deal is not None
    return Deal(**game.deal)


def _dealt(row: TableRow, number: int, deal: Deal) -> GameRow:
    deal_json: dict[str, Any] = deal.to_json()
    return GameRow(number, number, 0, new_secret(), (), seats=row.seats, deal=deal_json)
