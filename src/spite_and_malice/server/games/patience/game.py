"""Patience as a game on this server's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, get_args

from spite_and_malice.patience import Rules
from spite_and_malice.patience.progress import cards_to_win
from spite_and_malice.play import Fault
from spite_and_malice.play.patience import verify, write
from spite_and_malice.play.patience.record_text import FIRST_LINE
from spite_and_malice.texts import ngettext

from ...cluster import News
from ...http.feature import Feature
from ...protocol.incoming import Hello, Reader
from ...protocol.patience import Action, Again, Look, NextDeal, PatienceMessage, Question
from ...store import (
    ImportedGame,
    ListedGame,
    ListedTable,
    Store,
    StoredGame,
    StoredTable,
    Summary,
    TableRow,
    is_day_running,
)
from ...tables.game import (
    DealSummary,
    Game,
    GameSummary,
    Handler,
    NewTable,
    Outcome,
    PracticeStart,
    ServedGame,
    clock_text,
)
from ...workers.pool import Workers
from .dealer import Dealer, PatienceWorkers, deal_pool_loop, require_over
from .replay import PatienceReplay, import_game, practice_table, record_of, replay_of
from .results import day_boards
from .room import PatienceRoom
from .table import KIND, PatienceTable, restore, result_of
from .table import replay as play_again


class Patience(Game):
    """The solitaire games."""

    kind = KIND
    messages = Reader[PatienceMessage](PatienceMessage)
    handlers: ClassVar[Mapping[type, Handler]] = {
        Hello: PatienceRoom.join,
        Again: PatienceRoom.deal_next,
        NextDeal: PatienceRoom.deal_next,
        Look: PatienceRoom.note_look,
        **dict.fromkeys(get_args(Question), PatienceRoom.ask),
        **dict.fromkeys(get_args(Action), PatienceRoom.act_for),
    }

    is_solo = True
    table_page = "patience_table.html.j2"
    replay_page = "patience_replay.html.j2"

    def restore(self, stored: StoredTable) -> PatienceTable:
        """Restore a stored table by replaying the actions of its newest game."""
        return restore(stored)

    async def require_over(self, store: Store, stored: StoredGame, person: str) -> None:
        """Raise `Refusal` if a person may not learn a game's deal yet: it is in progress, or their deal of the day."""
        await require_over(store, stored, person)

    def winners(self, listed: ListedTable) -> list[int]:
        """Return the player if all cards that have to be cleared are gone."""
        return [0] if listed.summary.scores[0] == cards_to_win(Rules.from_json(listed.table.rules)) else []

    def progress(self, table: TableRow, summary: Summary) -> str:
        """Return how many of the cards that have to be cleared are gone."""
        rules, gone = Rules.from_json(table.rules), summary.scores[0]
        told = ngettext("{gone} of {cards} cards off the table", "{gone} of {cards} cards off the table", gone)
        if rules.aim == "build":
            told = ngettext(
                "{gone} of {cards} cards on the foundations", "{gone} of {cards} cards on the foundations", gone
            )
        return told.format(gone=gone, cards=cards_to_win(rules))

    def summary_of(self, listed: ListedTable, game: ListedGame, _person: str) -> GameSummary:
        """Return a finished game's list entry for its player."""
        result = game.result or {}
        is_told = not is_day_running((game.deal or {}).get("day"))
        url = f"{listed.table.url}/games/{game.number}/replay" if is_told else listed.table.url
        outcome: Outcome = "won" if result["winners"] else "given_up"
        time = clock_text(result["time"])
        return GameSummary(game.number, url, outcome, result["moves"], time, game.ended_at, self.deal_of(game))

    def deal_of(self, game: ListedGame) -> DealSummary | None:
        """Return the identity of a game's deal, as far as its player may know it."""
        deal = game.deal
        if deal is None:
            return None
        is_told = game.result is not None and not is_day_running(deal["day"])
        is_known = is_told or deal["choice"] == "number"
        level = deal["level"] if is_told or deal["is_level_asked"] else None
        number = deal["number"] if is_known else None
        return DealSummary(number, level, deal["day"], deal.get("numbers", "own"))

    def record_text(self, stored: StoredGame, _viewer: int | None) -> str:
        """Return the record of a game as text."""
        return write(record_of(stored))

    def faults_of(self, record: str) -> Sequence[Fault]:
        """Replay the record of a game and return its inconsistencies."""
        return verify(record)

    def result(self, stored: StoredGame) -> dict[str, Any] | None:
        """Replay a game and return its result as stored, None while it is in progress."""
        played = play_again(Rules.from_json(stored.table.rules), stored.game, stored.moves)
        if not played.is_over:
            return None
        result = result_of(played)
        if "points" not in (stored.game.result or result):
            # The game was stored before points existed.
            del result["points"]
        return result

    def replay(self, stored: StoredGame, _seat: int, _you: int | None, straight: bool) -> PatienceReplay:
        """Return a finished game step by step."""
        return replay_of(stored, straight)

    def practice(self, stored: StoredGame, start: PracticeStart, person: str) -> NewTable:
        """Return a practice table that starts from a position in a game. Raises `NoPractice`."""
        return practice_table(stored, start, person)

    def reads(self, record: str) -> bool:
        """Return whether a record belongs to this game."""
        return record.lstrip().startswith(FIRST_LINE)

    def import_game(self, record: str, person: str) -> ImportedGame:
        """Validate the record of a game. Raises `NotImportable`."""
        return import_game(record, person)


PATIENCE: Final = Patience()


def served(
    store: Store, advisers: Workers, news: News, *, works_ahead: bool, alone: bool
) -> tuple[ServedGame, Feature]:
    """Return how patience tables are created and restored, and the services that find and rate their deals."""
    workers = PatienceWorkers(advisers)
    dealer, boards = Dealer(store, workers, alone=alone), day_boards(store)

    def open_room(table: PatienceTable, on_idle: Callable[[], None]) -> PatienceRoom:
        return PatienceRoom(PATIENCE, table, store, workers, dealer, boards, news, on_idle)

    return (PATIENCE, open_room), Feature(
        services={"dealer": dealer, "patience_boards": boards},
        loops={"deal pool": lambda: deal_pool_loop(store, workers, dealer)} if works_ahead else {},
        crews=[workers.solvers],
    )
