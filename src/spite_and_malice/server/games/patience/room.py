"""A live table of patience: it handles actions one after another, stores each, and only then sends it to every page.

Only its player has pages here, any number on any number of devices; all are sent the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from msgspec import UNSET

from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.patience import Hint as Advice
from spite_and_malice.patience import Move as PatienceMove
from spite_and_malice.patience import Rules
from spite_and_malice.patience.autoplay import Autoplay
from spite_and_malice.patience.hints import COUNTED
from spite_and_malice.patience.refusal import why_not
from spite_and_malice.play.patience.played import (
    AUTO,
    AWAY,
    FINISH,
    GIVE_UP,
    HINT,
    PAUSE,
    REDO,
    RESCUE,
    RESUME,
    SOLVE,
    UNDO,
    Deal,
    NotNow,
)
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, in_language

from ...clock import now_ms
from ...cluster import NOBODY, News, Presence
from ...http.switches import READ_ONLY
from ...metrics import MOVES_BY
from ...protocol.clients import Client
from ...protocol.incoming import Hello, Hint
from ...protocol.outgoing import Refused
from ...protocol.patience import (
    Action,
    Again,
    Finish,
    GiveUp,
    Look,
    MakeAgain,
    NextDeal,
    PatienceEnd,
    PatienceEvent,
    PatienceSnapshot,
    Pause,
    Play,
    Question,
    Rescue,
    Resume,
    Solve,
    Solved,
    TakeBack,
    encode,
)
from ...rate_limiter import RateLimiter
from ...store import MoveRow, NewMove, PlayedDeal, Since, Store, StoredTable, StoreError
from ...tables.game import Game, Refusal, require_day_over, stale, unsaved
from ...tables.presence import NOT_YOURS
from ...tables.room import TableRoom
from ...workers.pool import ThinkingFailed
from . import serializers as shown
from .dealer import ANY, WINNABLE, Dealer, PatienceWorkers
from .results import DayBoards, DayResult
from .table import PatienceTable, restore, result_of

_log = logging.getLogger(__name__)

_QUESTIONS: Final = 30
_QUESTIONS_SECONDS: Final = 10
"""The most questions of a table, and per how many seconds: more than a person playing hint after hint asks."""

_HOPELESS: Final = "hopeless"
"""The deal was lost from the start: there is no way back."""

_LOST: Final = Advice(None, 0.0, is_lost=True)
"""The advice in a game that is proved to be lost."""

_SELDOM: Final = 0.01
"""The share of games won where none of those looked ahead was."""

_ANSWERS_IN_WORDS: Final = {"won": "yes", "lost": "no"}


class PatienceRoom(TableRoom[PatienceTable]):
    """A patience table with its player's pages."""

    def __init__(
        self,
        game: Game,
        table: PatienceTable,
        store: Store,
        workers: PatienceWorkers,
        dealer: Dealer,
        boards: DayBoards,
        news: News,
        on_idle: Callable[[], None],
    ) -> None:
        """Open the table; ``workers`` answer questions and ``dealer`` provides deals."""
        super().__init__(game, table, store, news, on_idle)
        self._workers = workers
        self._dealer = dealer
        self._boards = boards
        self._hidden: set[Client] = set()
        """The pages in the background."""
        self._still = table.ply
        """The number of actions after which nothing has happened that the player must have seen: only the clock stopped
        or went on, or cards went home automatically."""
        self._questions = RateLimiter(_QUESTIONS, _QUESTIONS_SECONDS)
        self._thinking: asyncio.Task[None] | None = None
        self._end: tuple[int, PatienceEnd] | None = None
        self._began: tuple[int | None, float] = None, 0.0
        """When the running clock started, as stored and by this process's own clock."""

    def is_here(self, person: str) -> bool:
        """Return whether the player has a page open, in this process or another."""
        return person == self.table.row.host and (bool(self._clients) or self._is_elsewhere)

    def has_left(self, client: Client) -> None:
        """Stop the clock when the last page closes."""
        self._hidden.discard(client)
        self._tell_presence()
        if not self._is_looked_at and self.table.played.is_timed and not self.is_lost:
            self.spawn(self._go_away(), "away")

    async def catch_up(self, client: Client) -> None:
        """Send a snapshot to a page that fell behind."""
        await self._show_table(client)

    async def abandon(self, _person: str) -> bool:
        """Give up the newest game if it is in progress, and return whether it was and had been begun.

        Raises `StoreError`.
        """
        return await self.do(self._abandon)

    async def _abandon(self) -> bool:
        played = self.table.played
        counts = played.is_begun and not played.is_over
        await self._give_up()
        return counts

    @property
    def _is_looked_at(self) -> bool:
        return self._is_elsewhere or not self._clients <= self._hidden

    @property
    def _is_elsewhere(self) -> bool:
        return self.news.elsewhere(self.table.row.id) != NOBODY

    async def join(self, client: Client, _hello: Hello) -> None:
        """Admit a page of the player, and start the clock if it stopped for lack of pages."""
        if client.close_code is not None:
            return
        if client.person != self.table.row.host:
            told = _("Somebody else is playing this game. When it is over you can play the same deal.")
            client.close(NOT_YOURS, Refused(None, "not_yours", told))
            return
        if self.store.is_shared:
            # The page may have seen an action at another process that this process has not yet received.
            await self.follow()
        played = self.table.played
        stands = played.paused == AWAY or (played.is_timed and not self._is_looked_at)
        if stands and not played.is_over and client not in self._hidden:
            # The page is admitted only afterwards: it cannot apply an event before it has seen the table.
            try:
                if played.paused != AWAY:
                    # The server stopped while the clock ran: how long the page stayed is unknown.
                    await self._act(AWAY, None, played.since)
                await self._act(RESUME, None)
            except StoreError as error:
                _log.warning("table %s: the clock could not be set going: %s", self.table.row.id, error)
            if client.close_code is not None:
                # The page has closed meanwhile, and the clock stops again.
                self.spawn(self._go_away(), "away")
                return
        client.seat = 0
        self._clients.add(client)
        self._tell_presence()
        await self._show_table(client)

    async def note_look(self, client: Client, message: Look) -> None:
        """Record that a page came to the foreground or left it; when the last one leaves, the clock stops."""
        if client in self._clients:
            (self._hidden.discard if message.shown else self._hidden.add)(client)
            self.confirm(client, message.id)
            if not message.shown:
                await self._stop_clock()
            elif self.table.played.paused == AWAY and not self.table.played.is_over:
                await self._act(RESUME, None)

    async def act_for(self, client: Client, message: Action) -> None:
        """Carry out an action of the player, or reject it with the current table."""
        if self._answers_action_again(client, message.id):
            return
        if (refusal := self._refusal(client, message.game, message.ply)) is None:
            try:
                text = _text_of(message)
            except InvalidNotation as error:
                refusal = Refusal("illegal_move", str(error))
            else:
                refusal = await self._try(client, text, message.id)
        if refusal is not None:
            self.refuse(client, message.id, refusal)
        elif isinstance(message, Play) and message.autoplay is not UNSET:
            await self._go_on(message.autoplay)

    async def _go_on(self, autoplay: Autoplay) -> None:
        """Make the automatic moves that the player's setting asks for."""
        try:
            while (text := self.table.played.automatic(autoplay)) is not None:
                await self._act(text, None)
        except StoreError as error:
            _log.warning("table %s: cards did not go home: %s", self.table.row.id, error)

    async def _try(self, client: Client, text: str, message_id: str) -> Refusal | None:
        """Carry out an action; return why it was refused, None if it was carried out now or before."""
        try:
            await self._act(text, message_id)
        except NotNow as error:
            return Refusal(error.code, str(error))
        except IllegalMove:
            view = self.table.played.game.view()
            return Refusal("illegal_move", why_not(view, PatienceMove.parse(text), card_name))
        except InvalidNotation as error:
            return Refusal("illegal_move", str(error))
        except StoreError as error:
            # The action may have been stored although the database failed to confirm it.
            return None if self._answers_action_again(client, message_id) else unsaved(error)
        return None

    def _now(self) -> int:
        """The current game time, in UTC milliseconds.

        While the game's clock runs, this is measured from the previous action with the monotonic clock, so that setting
        the system clock does not change the time taken.
        """
        since, began = self._began
        if since is None or since != self.table.played.since:
            return now_ms()
        return since + round((time.monotonic() - began) * 1000)

    async def _act(self, text: str, message_id: str | None, at: int | None = None) -> None:
        """Carry out an action, now or at another time, store it, and then send it.

        Raises what the game or the store raises.
        """
        table = self.table
        before = (table.summary, table.played.is_begun)
        row, moves = table.act(text, self._now() if at is None else at, message_id)
        self._began = table.played.since, time.monotonic()
        has_changed = before != (table.summary, table.played.is_begun)
        result = result_of(table.played) if table.played.is_over else None
        try:
            summary = table.summary if has_changed else None
            await self.write(self.store.tables.add_move(NewMove(table.row.id, table.number, row, summary, result)))
        except StoreError:
            await self.reload()
            raise
        MOVES_BY[False].inc()
        await self._show(row, moves)

    async def ask(self, client: Client, message: Question) -> None:
        """Have a worker answer a question; the page's other messages do not wait for the answer."""
        if self._answers_action_again(client, message.id):
            return
        refusal = self._refusal(client, message.game, message.ply)
        played = self.table.played
        if refusal is None and played.is_over:
            refusal = Refusal("game_over", _("This game is over. Deal the next one to play on."))
        if refusal is None and not isinstance(message, Hint) and not self._dealer.can_prove(self.table.rules):
            refusal = Refusal("no_answer", _("No program here can look ahead in this game."))
        if refusal is None and isinstance(message, Hint) and not played.game.legal_moves:
            told = (
                _("There is no move left. Take some back.")
                if played.game.moves
                else _("These cards allow no move at all.")
            )
            refusal = Refusal("no_answer", told)
        if refusal is None and (self._is_thinking or not self._questions.allows()):
            refusal = Refusal("slow_down", _("One question at a time: ask again in a moment."))
        if refusal is not None:
            self.refuse(client, message.id, refusal)
            return
        self._thinking = self.spawn(self._think(client, message), "thinking")

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    async def _think(self, client: Client, message: Question) -> None:
        game, deal, person = self.table.played.game, self.table.played.deal, self.table.row.host
        moves = [str(move) for move in game.moves]
        thought: Any = None
        try:
            match message:
                case Hint():
                    played = self.table.played
                    # The adviser has seen only the view, but never contradicts the solver, where there is one.
                    can_prove = self._dealer.can_prove(game.rules)
                    verdict = played.verdict
                    if verdict is None and can_prove:
                        verdict = await self._workers.solve(game.rules, deal, moves, person)
                    thought = _LOST
                    if verdict != "lost" or game.rules.aim in COUNTED:
                        thought = played.advised or await self._workers.hint(game.view(), played.known, person)
                    if verdict == "won":
                        thought = replace(thought, is_lost=False)
                    elif verdict == "lost" and thought is not _LOST:
                        thought = replace(thought, winnable=0.0)
                    if verdict != "lost" and not thought.is_lost:
                        # That no game looked ahead was won is no proof that this one is lost.
                        thought = replace(thought, winnable=max(thought.winnable, _SELDOM))
                    if can_prove and shown.is_lost(thought, game.rules):
                        await self._workers.look_back(played, moves, person)
                case Solve():
                    known = self.table.played.verdict
                    thought = known or await self._workers.solve(game.rules, deal, moves, person)
                case Rescue():
                    keep = await self._workers.rescue(game.rules, deal, moves, person)
                    if keep is not None:
                        thought = self.table.played.steps_back(keep)
                    elif await self._workers.solve(game.rules, deal, [], person) == "lost":
                        thought = _HOPELESS
        except ThinkingFailed as failure:
            _log.warning("table %s: no answer to %s: %s", self.table.row.id, type(message).__name__, failure)
            thought = failure
        self._thinking = None
        await self.quietly(partial(self._answer, client, message, thought), "no answer could be given")

    async def _answer(self, client: Client, message: Question, thought: Any) -> None:
        """Store that a question was answered and send the answer, provided that the table is unchanged."""
        refusal = self._refusal(client, message.game, message.ply)
        if refusal is None and isinstance(thought, ThinkingFailed):
            refusal = Refusal("no_answer", _("No answer came. Ask again."))
        if refusal is None and thought is None:
            told = _("No place was found from which the game can surely be won.")
            refusal = Refusal("no_rescue", told)
        if refusal is None and thought is _HOPELESS:
            refusal = Refusal("no_rescue", _("This deal cannot be won."))
        if refusal is None:
            refusal = await self._try(client, _answered(message, thought), message.id)
        if refusal is not None:
            self.refuse(client, message.id, refusal)
            return
        table = self.table
        match message:
            case Hint():
                # A player who follows the advice is guided the same way up to the next unseen card.
                table.played.advised = thought
                client.send(encode(shown.hint_of(table, message.id, thought)))
            case Solve():
                verdict = _ANSWERS_IN_WORDS.get(thought, "unknown")
                client.send(encode(Solved(message.id, table.number, table.ply, verdict)))

    async def deal_next(self, client: Client, message: Again | NextDeal) -> None:
        """Deal the same cards again, or others; a game in progress is given up."""
        table = self.table
        if self.answers_again(client, message.id):
            return
        if message.game == table.number - 1:
            self.confirm(client, message.id)
            return
        refusal = self._refusal(client, message.game, None)
        if refusal is None and self.store.operators.switches.is_read_only:
            refusal = Refusal("read_only", _(READ_ONLY))
        if refusal is not None:
            self.refuse(client, message.id, refusal)
            return
        try:
            deal = await self._next_deal(message)
            if table.played.is_begun:
                await self._give_up()
            following = table.next_game(deal)
            await self.write(
                self.store.tables.add_game(following.row, following.game, following.seal, following.summary)
            )
        except Refusal as error:
            self.refuse(client, message.id, error)
            return
        except StoreError as error:
            await self.go_back(client, message.id, error)
            return
        self.table = following
        await self._show_all()
        self.accept(client, message.id)

    async def _next_deal(self, message: Again | NextDeal) -> Deal:
        """Return the requested deal. Raises `Refusal` and `StoreError`."""
        now = self.table.played.deal
        if isinstance(message, Again):
            # Playing the same cards again would reveal all of them to a person who then plays them under another name.
            require_day_over(now.day)
            return replace(now, choice="number" if now.is_open else "same", day=None)
        like = ANY if now.choice == ANY or not self._dealer.can_prove(self.table.rules) else WINNABLE
        wanted = like if not isinstance(message.deal, str) else message.deal
        level: str | None = now.level if wanted == WINNABLE and now.is_level_asked else None
        asked = message.level
        if asked is None or isinstance(asked, str):
            level = asked
        row, rules = self.table.row, self.table.rules
        if "." in wanted and Rules.from_json((await self._dealer.game(wanted, row.host)).table.rules) != rules:
            raise Refusal("invalid_deal", _("That deal is played by other rules."))
        return await self._dealer.choose(rules, wanted, level, row.host)

    async def _give_up(self) -> None:
        if not self.table.played.is_over:
            await self._act(GIVE_UP, None)

    async def _go_away(self) -> None:
        """Stop the clock: no page of the player is visible any longer."""
        await self.quietly(self._stop_clock, "the clock could not be stopped")

    async def _stop_clock(self) -> None:
        if not self._is_looked_at and self.table.played.is_timed:
            await self._act(AWAY, None)

    async def take_in(self, since: Since) -> None:
        """Apply and send what other processes have written."""
        for move in since.moves:
            moves = self.table.played.act(move.text, move.made_at or 0, move.message_id)
            self._began = self.table.played.since, time.monotonic()
            await self._show(move, moves)

    async def resume(self, stored: StoredTable, _known: int | None) -> None:
        """Replace the table with the stored one, and send it to every page."""
        self.table = await asyncio.to_thread(restore, stored)
        await self._show_all()

    async def _show(self, row: MoveRow, moves: tuple[str, ...]) -> None:
        """Send an action to every page."""
        table = self.table
        if row.text not in (AWAY, RESUME) and not row.text.startswith(AUTO):
            self._still = table.ply
        event = PatienceEvent(
            version=table.version,
            game=table.number,
            ply=table.ply,
            id=row.message_id,
            action=row.text,
            moves=moves,
            turned=table.played.turned,
            view=shown.view_of(table),
            state=shown.state_of(table, self._now()),
            end=await self._ending(),
        )
        text = encode(event)
        for client in self._clients:
            client.send(text)

    async def _show_all(self) -> None:
        self._still = self.table.ply
        for client in list(self._clients):
            await self._show_table(client)

    async def _show_table(self, client: Client) -> None:
        table = self.table
        with in_language(client.language):
            snapshot = PatienceSnapshot(
                version=table.version,
                game=table.number,
                ply=table.ply,
                table=shown.table_info(table),
                view=shown.view_of(table),
                state=shown.state_of(table, self._now()),
                end=await self._ending(),
                moves=[str(move) for move in table.played.game.moves],
            )
        client.catch_up(encode(snapshot))

    async def _ending(self) -> PatienceEnd | None:
        """Return how the newest game ended, None while it is in progress; its rank is the one at that time."""
        table = self.table
        if not table.played.is_over:
            return None
        if self._end is not None and self._end[0] == table.number:
            return self._end[1]
        row = table.row
        games: Sequence[PlayedDeal] = ()
        of_day: Sequence[DayResult] = ()
        try:
            if row.preset is not None:
                games = await self.store.patience.records(row.host, row.preset)
            if row.day is not None and row.preset is not None:
                of_day = (await self._boards.board((row.day, row.preset), row.host)).lines
        except StoreError as error:
            _log.warning("table %s: what the game is among others could not be read: %s", row.id, error)
        end = shown.end_of(table, games, of_day)
        if end.secret is not None:
            # The end text of a day's deal changes when the day ends.
            self._end = (table.number, end)
        return end

    def _refusal(self, client: Client, game: int, ply: int | None) -> Refusal | None:
        """Return why a page may not request anything about the table in that state; None if it may."""
        if client not in self._clients:
            return Refusal(
                "not_yours", _("Somebody else is playing this game. When it is over you can play the same deal.")
            )
        if game != self.table.number or not (ply is None or self._still <= ply <= self.table.ply):
            return stale()
        return None

    def refuse(self, client: Client, message_id: str, refusal: Refusal) -> None:
        """Tell a page why its message had no effect, with the table as it may see it."""
        if client in self._clients:
            client.send(encode(shown.refused(self.table, message_id, refusal, self._now())))
        else:
            client.refuse(refusal.code, str(refusal), message_id)

    def _answers_action_again(self, client: Client, message_id: str) -> bool:
        """Reply to a message that was already carried out under the same id; return whether it was."""
        ply = self.table.played.carried_out.get(message_id)
        if ply is None or client not in self._clients:
            return False
        self.confirm(client, message_id, ply)
        return True

    def _tell_presence(self) -> None:
        seats = frozenset({0}) if self._clients else frozenset[int]()
        self.news.present(self.table.row.id, Presence(seats, 0, bool(self._clients)))


def _text_of(message: Action) -> str:
    """Return the notation of an action requested by a page. Raises `InvalidNotation` if it is not a move."""
    match message:
        case Play():
            return str(PatienceMove.parse(message.move))
        case TakeBack():
            return _with_count(UNDO, message.count)
        case MakeAgain():
            return _with_count(REDO, message.count)
        case Finish():
            return FINISH
        case Pause():
            return PAUSE
        case Resume():
            return RESUME
        case GiveUp():
            return GIVE_UP


def _answered(message: Question, thought: Any) -> str:
    """Return the notation of an answered question."""
    match message:
        case Hint():
            return f"{HINT}:lost" if thought is _LOST else HINT
        case Solve():
            return f"{SOLVE}:{thought}"
        case Rescue():
            return f"{RESCUE}:{thought}"


def _with_count(name: str, count: int) -> str:
    return name if count == 1 else f"{name}:{count}"
