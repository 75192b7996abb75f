"""Chooses deals, finds them ahead of time and requests analysis: advice and solver verdicts.

Advice and verdicts come from different processes: an adviser process never holds a full position.

Winnable deals are found ahead of time (`stock`), so that players need not wait.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import sys
import time
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast, get_args

from spite_and_malice.patience import KLONDIKE, PRESETS, Hint, Move, Rules, View
from spite_and_malice.patience.deals import HIGHEST_NUMBER
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.microsoft import HIGHEST_MICROSOFT_NUMBER, is_microsofts
from spite_and_malice.patience.rules import preset_of
from spite_and_malice.play.patience.played import Deal, Level, Played
from spite_and_malice.texts import _

from ...clock import now_ms
from ...store import Conflict, ReadyDeal, Store, StoredGame, StoreError
from ...tables.game import Refusal, require_day_over
from ...workers.pool import Asker, ThinkingFailed, Urgency, Workers, why
from ...workers.process import HAS_PROCESSES
from .results import games_of_day
from .table import KIND, deal_of

SOLVER: Final = (sys.executable, "-m", "spite_and_malice.server.workers.solver")

_SOLVERS: Final = 2 if HAS_PROCESSES else 1
"""The number of solver processes, so that nobody has to wait for a deal that is examined ahead of time."""

_ANSWER_SECONDS: Final = 30.0 if HAS_PROCESSES else 120.0
"""In seconds: in a browser the solver has to be started first."""


class PatienceWorkers:
    """The workers that analyze patience."""

    def __init__(self, advisers: Workers) -> None:
        """The caller remains responsible for closing ``advisers``."""
        self._advisers = advisers
        self.solvers: Workers = Workers(_SOLVERS, SOLVER, "solving", advisers.elsewhere)

    async def hint(self, view: View, known: Known, person: str) -> Hint:
        """Return advice based only on what the player sees and has seen before. Raises `ThinkingFailed`."""
        question = {
            "task": "patience",
            "view": view.to_json(),
            "known": known.to_json(),
            "seed": secrets.randbits(32),
        }
        answer = await self._advisers.ask(question, _ANSWER_SECONDS, Asker(person))
        line = tuple(Move.parse(move) for move in answer["line"])
        return Hint(line[0] if line else None, answer["winnable"], line, answer["lost"])

    async def solve(self, rules: Rules, deal: Deal, moves: list[str], person: str) -> str:
        """Return whether a deal can be won after the given moves: won, lost or unknown. Raises `ThinkingFailed`."""
        answer = await self._ask("solve", rules, deal.number, Asker(person), numbers=deal.numbers, moves=moves)
        return str(answer["verdict"])

    async def rescue(self, rules: Rules, deal: Deal, moves: list[str], person: str) -> int | None:
        """Return how many of the moves can stay with the deal still winnable, None if unknown.

        Raises `ThinkingFailed`.
        """
        answer = await self._ask("rescue", rules, deal.number, Asker(person), numbers=deal.numbers, moves=moves)
        keep: int | None = answer["keep"]
        return keep

    async def look_back(self, played: Played, moves: list[str], person: str) -> None:
        """Find out for a lost game which move lost it, if any did. Raises `ThinkingFailed`."""
        rules, deal = played.game.rules, played.deal
        keep = await self.rescue(rules, deal, moves, person)
        is_hopeless = keep is None and await self.solve(rules, deal, [], person) == "lost"
        played.could_be_won(keep, is_hopeless=is_hopeless)
        if (before := played.view_to_ask) is not None:
            played.was_better(await self.hint(before, nothing_known(before), person))

    async def rate(self, rules: Rules, number: int, person: str | None) -> str | None:
        """Return a deal's difficulty, None if not proved winnable; without ``person``, ahead of time.

        Raises `ThinkingFailed`.
        """
        asker = Asker("", Urgency.LEISURE) if person is None else Asker(person)
        answer = await self._ask("rate", rules, number, asker)
        return answer.get("level")

    async def _ask(self, task: str, rules: Rules, number: int, asker: Asker, **more: Any) -> dict[str, Any]:
        question = {"task": task, "rules": rules.to_json(), "number": number, **more}
        return await self.solvers.ask(question, _ANSWER_SECONDS, asker)


WINNABLE: Final = "winnable"
ANY: Final = "any"
MICROSOFT: Final = "microsoft-"
"""The prefix of a Microsoft number."""

_LEVELS: Final = get_args(Level)
_SEARCHING_SECONDS: Final = 8.0
"""How long to search for a deal if none is ready."""
_SEARCHING_SECONDS_ALONE: Final = 40.0
"""The same in a browser, where examining a single deal takes seconds; the player can stop it."""
_OF_GAME: Final = re.compile(r"([A-Za-z0-9_-]{1,32})\.([1-9][0-9]{0,8})")

_DAYS_LEVEL: Final = "medium"


class Dealer:
    """Chooses a ready deal or searches for one."""

    def __init__(self, store: Store, patience_workers: PatienceWorkers, *, alone: bool = False) -> None:
        """Take ready deals from the store; a person who plays ``alone`` gets those rated beforehand."""
        self._store = store
        self._workers = patience_workers
        self._alone = alone
        self._searches: list[tuple[str, asyncio.Future[ReadyDeal]]] = []

    async def choose(self, rules: Rules, wanted: str, level: str | None, person: str) -> Deal:
        """Return a deal as requested, under the given rules.

        Raises `Refusal` and `StoreError`.
        """
        if level is not None and level not in _LEVELS:
            raise Refusal("invalid_deal", _("A deal is easy, medium or hard."))
        if level is not None and wanted != WINNABLE:
            raise Refusal("invalid_deal", _("How hard a deal is can be chosen only of those that can be won."))
        if wanted == WINNABLE:
            return await self._winnable(rules, level, person)
        if wanted == ANY:
            return Deal(_random_number(), "any")
        if wanted.startswith(MICROSOFT):
            return _microsoft(rules, wanted.removeprefix(MICROSOFT))
        if (number := _number(wanted)) is not None:
            return Deal(number, "number")
        found = await self.game(wanted, person)
        return again(deal_of(found.game))

    @staticmethod
    def can_prove(rules: Rules) -> bool:
        """Return whether deals under these rules can be proved winnable at all."""
        return can_decide(rules)

    def stop(self, person: str) -> None:
        """Stop a person's deal search and refuse their request."""
        stopped = [search for asker, search in self._searches if asker == person]
        self._searches = [each for each in self._searches if each[0] != person]
        for search in stopped:
            search.cancel()

    async def game(self, wanted: str, person: str) -> StoredGame:
        """Return the game whose deal is requested, as ``table.game``. Raises `Refusal` and `StoreError`."""
        stored = await self.named(wanted)
        if stored is None:
            told = _("There is no such deal. Its number is a whole number from 0 to {highest}.")
            raise Refusal("invalid_deal", told.format(highest=HIGHEST_NUMBER))
        # A number chosen by a person was never a secret.
        if not deal_of(stored.game).is_open:
            await require_over(self._store, stored, person)
        return stored

    async def named(self, wanted: str) -> StoredGame | None:
        """Return the patience game named by ``table.game``, finished or not. Raises `StoreError`."""
        named = _OF_GAME.fullmatch(wanted)
        stored = None if named is None else await self._store.tables.game(named[1], int(named[2]))
        return None if stored is None or stored.game.deal is None else stored

    async def of_day(self, day: str, preset: str) -> int:
        """Return the deal number of a day, choosing it now if necessary. Raises `Refusal` and `StoreError`."""
        number = await self._store.patience.day(day, preset)
        if number is None:
            ready = deal_of_date(day, preset) if self._alone else None
            if ready is None:
                ready = (await self._winnable(PRESETS[preset].rules, _DAYS_LEVEL, "")).number
            number = await self._store.patience.choose_day(day, preset, ready)
        return number

    async def _winnable(self, rules: Rules, level: str | None, person: str) -> Deal:
        if not self.can_prove(rules):
            told = _(
                "No program here can tell which deals of this game can be won. Play any deal, or one by its number."
            )
            raise Refusal("no_deal", told)
        preset, ready = preset_of(rules), None
        if preset is not None and self._alone:
            ready = rated_deal(preset.id, level) or rated_deal(preset.id, None)
        elif preset is not None:
            ready = await self._store.patience.take_deal(preset.id, level)
        if ready is None:
            ready = await self._search("" if preset is None else preset.id, rules, level, person)
        known = cast(Level, ready.level) if ready.level else None
        return Deal(ready.number, "winnable", known, is_level_asked=level is not None and level == known)

    async def _search(self, preset: str, rules: Rules, level: str | None, person: str) -> ReadyDeal:
        """Search for a winnable deal until stopped. Raises `Refusal`."""
        search = asyncio.ensure_future(self._look(preset, rules, level, person))
        self._searches.append((person, search))
        try:
            return await search
        except asyncio.CancelledError:
            if any(each is search for _person, each in self._searches):
                raise
            raise Refusal("stopped", _("The search was stopped.")) from None
        finally:
            self._searches = [each for each in self._searches if each[1] is not search]

    async def _look(self, preset: str, rules: Rules, level: str | None, person: str) -> ReadyDeal:
        """Search for a winnable deal, of the requested level if one is found in time. Raises `Refusal`."""
        found: ReadyDeal | None = None
        end = time.monotonic() + (_SEARCHING_SECONDS_ALONE if self._alone else _SEARCHING_SECONDS)
        while time.monotonic() < end:
            number = _random_number()
            try:
                rated = await self._rated(rules, number, level, person)
            except ThinkingFailed:
                rated = None
            if rated is not None:
                found = ReadyDeal(preset, number, rated)
                if level in (None, rated):
                    return found
        if found is None:
            told = _("No deal was found that can surely be won under these rules. Try again, or play any deal.")
            raise Refusal("no_deal", told)
        return found

    async def _rated(self, rules: Rules, number: int, level: str | None, person: str) -> str | None:
        """Return a deal's difficulty, None if it is not proved winnable. Raises `ThinkingFailed`.

        In a browser, measuring takes minutes, so the result is an empty string there unless requested.
        """
        if self._alone and level is None:
            return "" if await self._workers.solve(rules, Deal(number, "any"), [], person) == "won" else None
        return await self._workers.rate(rules, number, person)


async def require_over(store: Store, stored: StoredGame, person: str) -> None:
    """Raise `Refusal` if a person may not learn a game's deal yet: it is in progress, or their deal of the day.

    Raises `StoreError`.
    """
    assert stored.game.deal is not None
    if stored.game.result is None:
        raise Refusal("game_running", _("The deal is secret until the game is over."))
    day, preset = stored.game.deal["day"], stored.table.preset
    require_day_over(day)
    if day is not None and preset is not None:
        own = await store.patience.day_games(day, preset, person)
        if (not own and person != stored.table.host) or (own and own[0].result is None):
            raise Refusal("not_played", _("Play the deal of this day yourself first."))


def _microsoft(rules: Rules, text: str) -> Deal:
    """Return the deal with a Microsoft number. Raises `Refusal`."""
    if not is_microsofts(rules):
        raise Refusal("invalid_deal", _("Only FreeCell and its kin are dealt by Microsoft's numbers."))
    number = _number(text)
    if number is None or not 1 <= number <= HIGHEST_MICROSOFT_NUMBER:
        told = _("Microsoft's deals are numbered from 1 to {highest}.")
        raise Refusal("invalid_deal", told.format(highest=HIGHEST_MICROSOFT_NUMBER))
    return Deal(number, "number", numbers="microsoft")


def again(deal: Deal) -> Deal:
    """Return the same cards dealt again."""
    return Deal(deal.number, "same", numbers=deal.numbers)


def _random_number() -> int:
    return secrets.randbelow(HIGHEST_NUMBER + 1)


def _number(wanted: str) -> int | None:
    """Return the deal number in a text, None if there is none."""
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > len(str(HIGHEST_NUMBER)):
        return None
    return number if (number := int(wanted)) <= HIGHEST_NUMBER else None


FILE: Final = "rated.json"
LETTERS: Final = {"e": "easy", "m": "medium", "h": "hard"}
"""How hard a deal is; any other letter stands for one that is not proved winnable."""


def rated_deal(preset: str, level: str | None) -> ReadyDeal | None:
    """Return a random winnable deal of a preset, of a level if requested; None if there is none.

    They are rated beforehand (`tools.rated_deals`) for people who play alone in a browser, where a search takes
    seconds. A server does not deal them: a player who knew that a deal was one of these few could work out the
    face-down cards.
    """
    found = _rated(preset, level)
    return secrets.choice(found) if found else None


def deal_of_date(day: str, preset: str) -> int | None:
    """Return the number of a day's deal for solo browser play: the same for everyone, derived from the date."""
    found = _rated(preset, _DAYS_LEVEL) or _rated(preset, None)
    at = int.from_bytes(hashlib.sha256(f"{preset} of {day}".encode()).digest()[:8], "big")
    return found[at % len(found)].number if found else None


def _rated(preset: str, level: str | None) -> list[ReadyDeal]:
    rated = [(number, LETTERS[letter]) for number, letter in enumerate(_letters().get(preset, "")) if letter in LETTERS]
    return [ReadyDeal(preset, number, known) for number, known in rated if level in (None, known)]


@cache
def _letters() -> dict[str, str]:
    """Return for each preset one letter per deal, starting at number 0."""
    letters: dict[str, str] = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return letters


_log = logging.getLogger(__name__)

_ENOUGH: Final = 12
"""How many deals of every level are kept ready for each preset."""
_FEW: Final = 3
"""With fewer, the search for others does not pause."""
_FIRST_SECONDS: Final = 3.0
"""A server that has just started has other things to do."""
_REST_SECONDS: Final = 10.0
_FULL_SECONDS: Final = 60.0
_LATELY_MS: Final = 30 * 24 * 3600 * 1000


async def deal_pool_loop(store: Store, patience_workers: PatienceWorkers, dealer: Dealer) -> None:
    """Find deals until cancelled, and make sure that every day has its own."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            rest = await fill_pool(store, patience_workers, dealer)
        except (StoreError, ThinkingFailed, Refusal) as error:
            _log.warning("no deal of patience could be made ready: %s", why(error))
            rest = _FULL_SECONDS
        await asyncio.sleep(rest)


async def fill_pool(store: Store, patience_workers: PatienceWorkers, dealer: Dealer) -> float:
    """Try one more deal for each preset that has too few; return the seconds until the next try.

    Raises `StoreError`, `ThinkingFailed` and `Refusal`.
    """
    ready = await store.patience.ready_deals()
    rest, today = _FULL_SECONDS, datetime.now(UTC).date()
    for preset in await _wanted(store):
        count = {level: ready.get((preset, level), 0) for level in get_args(Level)}
        least = min(count.values())
        if least < (_ENOUGH if preset in KLONDIKE else _FEW):
            rest = min(rest, 0.0 if least < _FEW and preset in KLONDIKE else _REST_SECONDS)
            await _find(store, patience_workers, preset, count)
        if (least if preset in KLONDIKE else sum(count.values())) > 0 and preset in games_of_day(today):
            await dealer.of_day(today.isoformat(), preset)
    return rest


async def _wanted(store: Store) -> list[str]:
    """Return the presets with a pool of ready deals: Klondike's, the day's and those recently played here."""
    played = await store.house_rules.played(KIND, now_ms() - _LATELY_MS)
    others = [preset for preset in played if preset in PRESETS and can_decide(PRESETS[preset].rules)]
    return list(dict.fromkeys([*KLONDIKE, *games_of_day(datetime.now(UTC).date()), *others]))


async def _find(store: Store, patience_workers: PatienceWorkers, preset: str, count: dict[str, int]) -> None:
    """Examine a deal and store it if it is winnable and its level has too few."""
    number = secrets.randbelow(HIGHEST_NUMBER + 1)
    level = await patience_workers.rate(PRESETS[preset].rules, number, None)
    if level is not None and count[level] < _ENOUGH:
        try:
            await store.patience.add_deal(ReadyDeal(preset, number, level))
        except Conflict:
            return
