"""The pages of tournaments: their list, making one, and one with its rounds and standings."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _

from ...store import Store
from .acts import place_of, tournament_of
from .answers import NowAnswer, TournamentAnswer, about, answer, now_of, results_csv, rounds_paired, standings_csv
from .making import CLOCKS, FILLS, SYSTEM_NAMES, SYSTEM_WORDS
from .rounds import commitment, rounds_of

_ROUNDS: Final = (3, 5, 7, 9, 11)
_MINUTES: Final = (15, 30, 45, 60, 90, 120)


class Changed(Struct):
    """How often a tournament was written; what is shown of it is old once that differs."""

    changes: int


@get("/tournaments")
async def list_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the tournaments that anybody may find, and those of who asks."""
    found = await store.tournaments.listed(person)
    context = {
        "page": "tournaments",
        "parts": [
            (title, [each for each in found if each.row.state == state])
            for state, title in (
                ("gathering", _("About to begin")),
                ("running", _("Going on")),
                ("over", _("Over")),
            )
        ],
        "presets": PRESETS,
        "systems": SYSTEM_NAMES,
        "person": person,
    }
    return Template("tournaments.html.j2", context=context)


@get("/tournaments/new", sync_to_thread=False)
def new_page() -> Template:
    """Show the form of a new tournament."""
    context = {
        "page": "tournaments",
        "presets": [each for each in PRESETS.values() if 2 in each.allowed],
        "systems": SYSTEM_NAMES,
        "words": SYSTEM_WORDS,
        "computers": LEVELS,
        "clocks": CLOCKS,
        "fills": FILLS,
        "rounds": _ROUNDS,
        "minutes": _MINUTES,
    }
    return Template("new_tournament.html.j2", context=context)


@get("/tournaments/{tournament_id:str}")
async def tournament_page(
    tournament_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    number: FromQuery[int | None] = None,
) -> Template:
    """Show a tournament: how it stands, the newest round or that of a ``number``, and what can be done."""
    found = await tournament_of(store, tournament_id)
    shown = found.row.round if number is None else number
    context = {
        "page": "tournaments",
        "tournament": await asyncio.to_thread(answer, found, person, [shown]),
        "form": found.row.form,
        "about": about(found),
        "words": SYSTEM_WORDS[found.row.form.system],
        "rounds": rounds_paired(found),
        "shown": shown,
        "taking_part": len(found.entrants),
        "commitments": [commitment(found.row, each) for each in range(1, (rounds_of(found) or 0) + 1)]
        if found.row.form.shared
        else [],
    }
    return Template("tournament.html.j2", context=context)


@get("/api/tournaments/{tournament_id:str}")
async def tournament(
    tournament_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> TournamentAnswer:
    """Return a tournament with its standings and all of its games."""
    return await asyncio.to_thread(answer, await tournament_of(store, tournament_id), person)


@get("/api/tournaments/{tournament_id:str}/now")
async def now(tournament_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> NowAnswer:
    """Return what who asks is to do now: it is asked often, and reads nothing of others."""
    return now_of(await place_of(store, tournament_id, person))


@get("/api/tournaments/{tournament_id:str}/changes")
async def changes(tournament_id: FromPath[str], store: NamedDependency[Store]) -> Changed:
    """Return how often a tournament was written, for pages that are to show it as it is."""
    found = await store.tournaments.changes(tournament_id)
    if found is None:
        raise NotFoundException(_("There is no tournament at this address."))
    return Changed(found)


def _csv(text: str, name: str) -> Response[str]:
    disposition = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=disposition)


@get("/api/tournaments/{tournament_id:str}/results.csv", media_type=MediaType.TEXT)
async def results(tournament_id: FromPath[str], store: NamedDependency[Store]) -> Response[str]:
    """Return every game of a tournament as CSV."""
    found = await tournament_of(store, tournament_id)
    return _csv(await asyncio.to_thread(results_csv, found), f"tournament-{found.row.id}-results")


@get("/api/tournaments/{tournament_id:str}/standings.csv", media_type=MediaType.TEXT)
async def standings(tournament_id: FromPath[str], store: NamedDependency[Store]) -> Response[str]:
    """Return the standings of a tournament as CSV."""
    found = await tournament_of(store, tournament_id)
    return _csv(await asyncio.to_thread(standings_csv, found), f"tournament-{found.row.id}-standings")


pages: Final = (list_page, new_page, tournament_page, tournament, now, changes, results, standings)
