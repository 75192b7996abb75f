"""The pages of tournaments: their list, making one, and one with its rounds and standings."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import _, listed

from ...http.pages import long_page
from ...store import Store, StoredClub, Tournament
from ..evenings.club_rights import may
from .acts import tournament_of
from .answers import (
    ListedTournament,
    NowAnswer,
    TournamentAnswer,
    about,
    answer,
    listed_of,
    now_of,
    results_csv,
    rounds_paired,
    standings_csv,
)
from .conditions import blocked_there, bounds_words, rest_words
from .looks import TournamentLooks
from .making import CLOCKS, FILLS, REJOIN_WORDS, RESTS, SYSTEM_NAMES, SYSTEM_WORDS
from .rounds import commitment, most_rounds, rounds_of
from .situation import name_of

_ROUNDS: Final = (3, 5, 7, 9, 11)
_MINUTES: Final = (15, 30, 45, 60, 90, 120)


@get("/tournaments")
async def list_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the tournaments open to everybody, and the visitor's own."""
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


@get("/api/tournaments")
async def tournaments(
    tournament_looks: NamedDependency[TournamentLooks], store: NamedDependency[Store], person: NamedDependency[str]
) -> list[ListedTournament]:
    """Return the open tournaments, and those of the person who asks, unless they are over."""
    found = []
    for each in await store.tournaments.listed(person):
        if each.row.state in ("gathering", "running"):
            field = await tournament_looks.look(each.row.id)
            table = await tournament_looks.table_of(field, person)
            found.append(listed_of(field, person, table, await tournament_looks.part_of(field, person)))
    return found


@get("/tournaments/new")
async def new_page(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    club: FromQuery[str | None] = None,
    challenges: FromQuery[bool] = False,
) -> Template:
    """Show the form of a new tournament."""
    context = {
        "page": "tournaments",
        "presets": [each for each in PRESETS.values() if 2 in each.allowed],
        "systems": SYSTEM_NAMES,
        "words": SYSTEM_WORDS,
        "rejoin": REJOIN_WORDS,
        "computers": LEVELS,
        "clocks": CLOCKS,
        "fills": FILLS,
        "rests": [(each, rest_words(each)) for each in RESTS],
        "clubs": [each.club for each in await store.clubs.of(person) if may(each, person, "plan")],
        "club": club,
        "challenges": challenges,
        "rounds": _ROUNDS,
        "minutes": _MINUTES,
    }
    return Template("new_tournament.html.j2", context=context)


@get("/tournaments/{tournament_id:str}")
async def tournament_page(
    request: Request[Any, Any, Any],
    tournament_id: FromPath[str],
    tournament_looks: NamedDependency[TournamentLooks],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    number: FromQuery[int | None] = None,
) -> Response[str]:
    """Show a tournament: its standings, the newest round or the one with a ``number``, and the possible actions."""
    field = await tournament_looks.look(tournament_id)
    table, found = await tournament_looks.table_of(field, person), field.tournament
    await tournament_looks.note_host(field, person)
    part = await tournament_looks.part_of(field, person)
    club = None if found.row.club_id is None else await store.clubs.get(found.row.club_id)
    apart = await store.friends.kept_apart(person)
    shown = found.row.round if number is None else number
    context = {
        "page": "tournaments",
        "tournament": await asyncio.to_thread(answer, field, person, table, [shown], part),
        "form": found.row.form,
        "row": found.row,
        "club": club,
        "host_name": await _host_name(store, found, club),
        "bounds": bounds_words(found.row.form),
        "rest": rest_words(found.row.form.rest),
        "blocked": listed(await blocked_there(store, found, person)) if person in field.by_person else "",
        "lines": [each for each in await store.tournaments.lines(tournament_id) if each.person not in apart],
        "people": [each for each in found.entrants if each.person is not None and each.until is None],
        "person": person,
        "about": about(found),
        "words": SYSTEM_WORDS[found.row.form.system],
        "rejoin": REJOIN_WORDS[found.row.form.system],
        "rounds": rounds_paired(found),
        "possible": _possible_rounds(found),
        "shown": shown,
        "commitments": [commitment(found.row, each) for each in range(1, (rounds_of(found) or 0) + 1)]
        if found.row.form.shared
        else [],
    }
    return await long_page(request, "tournament.html.j2", context)


def _possible_rounds(found: Tournament) -> int | None:
    """Return how many rounds a Swiss tournament would have if it began now; None if as many as planned."""
    form = found.row.form
    size = max(sum(each.until is None for each in found.entrants), form.fill)
    if form.system != "swiss" or found.row.state != "gathering" or size < 2:
        return None
    possible = most_rounds(size)
    return possible if possible < form.rounds else None


async def _host_name(store: Store, found: Tournament, club: StoredClub | None) -> str:
    """Return what the host is called as a participant, in the club or by account; empty where nobody knows."""
    host = found.row.host
    named = found.entrant(host) if host else None
    if named is not None:
        return name_of(named)
    member = None if club is None else next((each for each in club.members if each.person == host), None)
    if member is not None:
        return member.name
    account = await store.accounts.account(host) if host else None
    return "" if account is None else account.name or ""


@get("/api/tournaments/{tournament_id:str}")
async def tournament(
    tournament_id: FromPath[str], tournament_looks: NamedDependency[TournamentLooks], person: NamedDependency[str]
) -> TournamentAnswer:
    """Return a tournament with its standings and all of its games."""
    field = await tournament_looks.look(tournament_id)
    table, part = await tournament_looks.table_of(field, person), await tournament_looks.part_of(field, person)
    return await asyncio.to_thread(answer, field, person, table, None, part)


@get("/api/tournaments/{tournament_id:str}/now")
async def now(
    tournament_id: FromPath[str], tournament_looks: NamedDependency[TournamentLooks], person: NamedDependency[str]
) -> NowAnswer:
    """Return the state of the tournament for the person who asks: cheap, since it is asked often."""
    field = await tournament_looks.look(tournament_id)
    await tournament_looks.note_host(field, person)
    table, part = await tournament_looks.table_of(field, person), await tournament_looks.part_of(field, person)
    return await asyncio.to_thread(now_of, field, person, table, part)


def _csv(text: str, name: str) -> Response[str]:
    disposition = {"content-disposition": f'attachment; filename="{name}.csv"'}
    # Spreadsheets recognise UTF-8 only by the byte order mark; Litestar adds the name to the header.
    return Response("\N{ZERO WIDTH NO-BREAK SPACE}" + text, media_type="text/csv", headers=disposition)


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


pages: Final = (list_page, tournaments, new_page, tournament_page, tournament, now, results, standings)
