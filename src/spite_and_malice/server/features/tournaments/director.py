"""Takes tournaments from round to round, in every process that serves them.

Each step reads the stored state and writes the next one conditionally (`store.events.tournaments`): whichever process
takes it, and however often it is killed and restarted, it is taken once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.rules import preset_rules

from ...clock import late_at, now_ms
from ...cluster import News
from ...games.spite.made import SharedDeal, house_table, make
from ...games.spite.setup import computer_seat, person_seat
from ...protocol.settings import ClockSettings, Settings
from ...store import (
    Conflict,
    EntrantRow,
    Origin,
    OriginTable,
    PairingRow,
    SeatRow,
    Store,
    StoreError,
    Tournament,
    TournamentForm,
)
from ...supervision import note_failure
from ...tables.endings import Endings
from ...tables.registry import Rooms
from .beginning import LEAST, drawn, spare
from .rounds import board_of, forfeited, next_pairings, result_of, shared_secret, stepping_in

_log = logging.getLogger(__name__)

SUBJECT: Final = "tournament"
"""The origin of tournament tables."""

_LOOK_SECONDS: Final = 5.0
"""How often every running tournament is checked, whether or not there was news of it."""
_ARENA_SECONDS: Final = 0.5
"""How often an arena is checked, where somebody may have become free; less often if a check takes long."""
_REST_SECONDS: Final = 0.2
"""How long at least a tournament is left alone after a check: many games may end at once."""
_OTHERS_SECONDS: Final = 1.0
"""When a process asks again whether it is to take a tournament on that another one leads."""
_SHARE: Final = 4
"""The pause after a check as a multiple of its duration: a thousand people are a lot to read."""
_LONGEST_REST: Final = 1.0
"""The longest pause in seconds: on a busy machine each check takes long."""
_MAKING: Final = 20
"""How many tables are created at once: their writes go into one transaction, and their people are called afterwards."""
_AWAY_SECONDS: Final = 60
HOST_GONE_MS: Final = 10 * 60_000
"""How long the host may be away before somebody else takes over, while a tournament gathers without a plan."""
_AT_ONCE: Final = 50
"""How many results are written in one transaction: others need to write too."""


class Director:
    """Takes the running tournaments from round to round; one per process."""

    def __init__(self, store: Store, rooms: Rooms, endings: Endings, news: News) -> None:
        self._store = store
        self._rooms = rooms
        self._news = news
        self._due: dict[str, float] = {}
        """When each running tournament is to be checked next, by this process's own clock."""
        self._looked: dict[str, float] = {}
        """Until when each is left alone: one that takes long to check is checked less often."""
        self._heard = asyncio.Event()
        self._woken: set[str] = set()
        """The tables that this process has seen to."""
        self._endings = endings

    def wake(self, tournament_id: str) -> None:
        """Check a tournament soon."""
        soon = max(time.monotonic(), self._looked.get(tournament_id, 0.0)) + _REST_SECONDS
        self._due[tournament_id] = min(soon, self._due.get(tournament_id, soon))
        self._heard.set()

    async def run(self) -> None:
        """Run all tournaments until cancelled."""
        self._endings.listen(SUBJECT, self.wake)
        looked = -_LOOK_SECONDS
        while True:
            try:
                if time.monotonic() - looked >= _LOOK_SECONDS:
                    looked = time.monotonic()
                    await self._gather()
                    running = await self._store.tournaments.running()
                    self._due = {each: self._due.get(each, 0.0) for each in running}
                for tournament_id, due in list(self._due.items()):
                    if due <= time.monotonic():
                        await self._look(tournament_id)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if isinstance(error, StoreError):
                    _log.error("the tournaments could not be looked after: %s", error)
                else:
                    note_failure("tournaments", error)
            self._heard.clear()
            next_due = min([looked + _LOOK_SECONDS, *self._due.values()])
            try:
                await asyncio.wait_for(self._heard.wait(), max(_REST_SECONDS, next_due - time.monotonic()))
            except TimeoutError:
                continue

    async def _gather(self) -> None:
        """Begin a tournament planned for now, and replace a host who has gone while it gathers."""
        if self._store.operators.switches.is_read_only:
            return
        now = now_ms()
        for row in await self._store.tournaments.gathering():
            if row.starts_at is not None and row.starts_at <= now:
                await self._begin(row.id)
            elif row.starts_at is None and row.host and row.host_seen_at < now - HOST_GONE_MS:
                await self._store.tournaments.follow_host(row.id, row.host, now - HOST_GONE_MS)

    async def _begin(self, tournament_id: str) -> None:
        """Begin a tournament as planned; with too few it is cancelled."""
        found = await self._store.tournaments.get(tournament_id)
        if found is None:
            return
        joining, lot, seeds = await asyncio.to_thread(drawn, found)
        if len(seeds) < LEAST:
            await self._store.tournaments.finish(tournament_id, "cancelled")
            return
        try:
            await self._store.tournaments.start(tournament_id, joining, lot, seeds, spare(found, seeds))
        except Conflict:
            # Somebody joined just now, or another process began it: the next check will see.
            return

    async def _look(self, tournament_id: str) -> None:
        # Whatever fails with one tournament, the others go on, and it is checked again.
        began = time.monotonic()
        self._due[tournament_id] = began + _LOOK_SECONDS
        if not await self._news.may_lead(tournament_id):
            # Reading a tournament of a thousand is much work: one process does it as long as it lives.
            self._due[tournament_id] = began + _OTHERS_SECONDS
            return
        try:
            pause = await self.advance(tournament_id)
        except Conflict:
            # Another process was faster.
            pause = _REST_SECONDS
        ended = time.monotonic()
        rest = min(_LONGEST_REST, _SHARE * (ended - began))
        self._looked[tournament_id] = ended + rest
        if pause is None:
            self._due.pop(tournament_id, None)
            self._looked.pop(tournament_id, None)
        else:
            self._due[tournament_id] = ended + (pause and max(pause, rest))

    async def advance(self, tournament_id: str) -> float | None:
        """Take the due steps of a tournament; return after how many seconds to check again, None once it is over.

        Raises `StoreError`, `Conflict` if another process did it first.
        """
        found = await self._store.tournaments.get(tournament_id)
        if found is None or found.row.state != "running":
            return None
        if self._store.operators.switches.is_read_only:
            return _LOOK_SECONDS
        if await self._play(found):
            found = await self._store.tournaments.get(tournament_id)
            if found is None or found.row.state != "running":
                return None
        if found.row.paused_at is not None:
            return _LOOK_SECONDS
        # With a thousand people that may take a moment, and others play meanwhile.
        paired = await asyncio.to_thread(next_pairings, found, now_ms())
        if paired is None:
            await self._store.tournaments.finish(tournament_id, "over")
            return None
        if paired:
            await self._store.tournaments.pair(tournament_id, paired)
            # Their tables are made at once.
            return 0.0
        return _ARENA_SECONDS if found.row.form.system == "arena" else _LOOK_SECONDS

    async def _play(self, tournament: Tournament) -> bool:
        """Have open pairings played, and store their results; say whether anything was stored."""
        unplayed = [each for each in tournament.pairings if each.outcome is None]
        if not unplayed:
            return False
        made = await self._store.tables.of_origin(SUBJECT, tournament.row.id, {each.round for each in unplayed})
        tables = {(each.origin.part, each.origin.board): each for each in made}
        by_seed = tournament.by_seed()
        unmade: list[PairingRow] = []
        unnoted: list[PairingRow] = []
        ended: list[PairingRow] = []
        has_forfeited = False
        for row in unplayed:
            table = tables.get((row.round, board_of(row)))
            if table is None:
                unmade.append(row)
            elif (result := result_of(row, table)) is not None:
                ended.append(result)
                self._woken.discard(table.id)
            elif table.game == 0 and now_ms() >= late_at(table.origin.made_at, tournament.row.form.grace):
                at = replace(row, table_id=table.id)
                has_forfeited |= await self._forfeit(tournament, at, players_of(by_seed, row), table)
            else:
                if row.table_id is None:
                    unnoted.append(replace(row, table_id=table.id))
                await self._wake(table.id, is_played=table.game > 0, players=players_of(by_seed, row))
        if unnoted:
            await self._store.tournaments.note_tables(tournament.row.id, unnoted)
        for start in range(0, len(unmade), _MAKING):
            some = unmade[start : start + _MAKING]
            making = (self._make(tournament, row, players_of(by_seed, row)) for row in some)
            # Whatever fails with one table, nobody goes on with another after this.
            made_now = await asyncio.gather(*making, return_exceptions=True)
            new: list[PairingRow] = []
            for each in made_now:
                if isinstance(each, BaseException):
                    raise each
                new.append(each)
            await self._store.tournaments.note_tables(tournament.row.id, new)
        for start in range(0, len(ended), _AT_ONCE):
            await self._store.tournaments.end(tournament.row.id, ended[start : start + _AT_ONCE])
        return bool(unmade or unnoted or ended or has_forfeited)

    async def _forfeit(
        self, tournament: Tournament, row: PairingRow, players: tuple[EntrantRow, EntrantRow], table: OriginTable
    ) -> bool:
        steps_in = stepping_in(tournament, row, table.came, now_ms())
        if steps_in:
            # They get as long to come to their table as the others had.
            done = await self._store.tournaments.step_in(tournament.row.id, row, steps_in)
            if done:
                self._woken.discard(table.id)
                await self._rooms.renew([table.id])
            return done
        lost = forfeited(row, players, table.came)
        if lost is None:
            # Both came at the last moment: their game is about to be dealt.
            self._woken.discard(table.id)
            await self._wake(table.id, is_played=True, players=players)
            return False
        done = await self._store.tournaments.forfeit(tournament.row.id, lost)
        if done:
            self._woken.discard(table.id)
            await self._rooms.renew([table.id])
        return done

    async def _make(
        self, tournament: Tournament, row: PairingRow, players: tuple[EntrantRow, EntrantRow]
    ) -> PairingRow:
        """Create the table of a pairing, and start it; return the pairing with it."""
        record, form = tournament.row, tournament.row.form
        origin = Origin(SUBJECT, record.id, row.round, board_of(row))
        deal = None
        if form.shared and record.lot is not None:
            deal = SharedDeal(shared_secret(record, row.round, row.attempt), record.lot)
        changes: dict[str, object] = {"target": 1}
        if form.payoff:
            changes["payoff"] = form.payoff
        rules = preset_rules(form.preset, 2, changes)
        table = house_table(form.preset, rules, seats_of(players), settings_of(form), origin, deal)
        table_id = await make(self._store, table)
        await self._wake(table_id, is_played=False, players=players)
        return replace(row, table_id=table_id)

    async def _wake(self, table_id: str, *, is_played: bool, players: Sequence[EntrantRow]) -> None:
        """Load a table once in this process, so that its programs play and its clock runs.

        Two people who have not begun load it themselves, in the process to which they come.
        """
        if table_id in self._woken:
            return
        self._woken.add(table_id)
        if is_played or any(each.player is not None for each in players):
            await self._rooms.wake(table_id)


def players_of(by_seed: Mapping[int, EntrantRow], row: PairingRow) -> tuple[EntrantRow, EntrantRow]:
    """Return the two paired players, once they are seeded. Raises LookupError for a bye."""
    if row.second is None:
        raise LookupError("with a bye there is nobody to play")
    return by_seed[row.first], by_seed[row.second]


def seats_of(players: Sequence[EntrantRow]) -> list[SeatRow]:
    """Return the seats of a table for the paired players."""
    seats: list[SeatRow] = []
    for number, each in enumerate(players):
        if each.player is not None:
            seats.append(replace(computer_seat(each.player, [], free=False), name=each.name, head=each.head))
        else:
            # A person erased since counts as absent.
            seats.append(replace(person_seat(each.name, number, seats, each.person or ""), head=each.head))
    return seats


def settings_of(form: TournamentForm) -> Settings:
    """Return the settings of a tournament's tables."""
    return Settings(
        start="full",
        clock=ClockSettings("player", form.seconds, form.increment),
        away_seconds=max(_AWAY_SECONDS, form.grace),
        chat="phrases",
        help=False,
        undo_turns=False,
        rated=form.rated,
        grace=form.grace,
    )
