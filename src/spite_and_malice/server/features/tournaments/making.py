"""Making a tournament: its form, checked, with the words of its choices."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import Body
from litestar.status_codes import HTTP_201_CREATED
from msgspec import Meta, Struct

from spite_and_malice.play.fair import new_secret
from spite_and_malice.play.tournaments import Order, System
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, preset_rules
from spite_and_malice.texts import N_, _

from ...games.spite.made import house_table
from ...games.spite.setup import computer_seat
from ...http.errors import ApiError
from ...http.guards import SPEAKS, json_only
from ...people import is_forbidden, visible
from ...store import Conflict, Origin, SeatRow, Store, TeamRow, TooFull, TournamentForm, TournamentRow
from ..setup import require_ratable
from .conditions import planned_start, require_planner
from .director import SUBJECT, settings_of
from .teams import asked_clubs

SYSTEM_NAMES: Final[dict[System, str]] = {
    "swiss": N_("Swiss system"),
    "round_robin": N_("Everybody against everybody"),
    "knock_out": N_("Knock-out"),
    "arena": N_("Arena"),
    "match": N_("Match of two clubs"),
}
"""Their names."""

SYSTEM_WORDS: Final[dict[System, str]] = {
    "swiss": N_("A few rounds; you meet people with as many points as you, and nobody twice."),
    "round_robin": N_("As many rounds as it takes for everybody to meet everybody once."),
    "knock_out": N_("Lose and you are out. After a draw you play again."),
    "arena": N_("For a while; after each game you are paired again with somebody who is free."),
    "match": N_("Two teams of equal number, for the points of all boards together."),
}

REJOIN_WORDS: Final[dict[System, str]] = {
    "swiss": N_("People can still join once it has begun, and who withdraws can come back for a later round."),
    "round_robin": N_("Nobody can join once it has begun, and who withdraws cannot come back."),
    "knock_out": N_("Nobody can join once it has begun, and who withdraws cannot come back."),
    "arena": N_("People can still join once it has begun, and who withdraws can come back."),
    "match": N_("Nobody can join once it has begun, and who withdraws cannot come back."),
}
"""Whether people can join later, or again."""

CLOCKS: Final = ((300, 3), (600, 5), (900, 10), (1800, 20))
"""The clocks to choose from: seconds for all moves of a player, and those that each move adds."""

RESTS: Final = (0, 5, 15, 60, 24 * 60, 2 * 24 * 60, 7 * 24 * 60)
"""The minutes between two rounds to choose from."""

FILLS: Final = (0, 4, 8, 16, 32, 64)
"""The options for how many computer players join at the start."""

MOST_FILL: Final = FILLS[-1]
"""The most computer players of one host at once: all of them think in this server's own processes."""


MOST_RIVALS: Final = 9
"""The most clubs that one club can challenge to an arena."""


class MakeRequest(Struct, forbid_unknown_fields=True):
    """A new tournament, as in `TournamentForm`: a club's is only for its members; a planned one starts automatically.

    With ``rivals``, links or names of other clubs, these are challenged by the ``club``: one to a match, several to an
    arena.
    """

    name: Annotated[str, Meta(max_length=80)]
    system: System
    preset: str
    rounds: Annotated[int, Meta(ge=1, le=30)] = 5
    minutes: Annotated[int, Meta(ge=5, le=600)] = 45
    seconds: Annotated[int, Meta(ge=30, le=7200)] = 600
    increment: Annotated[int, Meta(ge=0, le=120)] = 5
    grace: Annotated[int, Meta(ge=20, le=3600)] = 180
    fill: Annotated[int, Meta(ge=0, le=MOST_FILL)] = 0
    player: str = "club"
    shared: bool = False
    rated: bool = False
    listed: bool = True
    payoff: Annotated[int, Meta(ge=0, le=60)] = 0
    most: Annotated[int, Meta(ge=0, le=1000)] = 0
    rating_from: Annotated[int, Meta(ge=0, le=5000)] = 0
    rating_to: Annotated[int, Meta(ge=0, le=5000)] = 0
    rest: Annotated[int, Meta(ge=0, le=20_160)] = 0
    order: Order = "boards"
    boards: Annotated[int, Meta(ge=0, le=100)] = 0
    best: Annotated[int, Meta(ge=0, le=50)] = 0
    club: str | None = None
    rivals: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=MOST_RIVALS)] = []
    starts_at: int | None = None


class Made(Struct):
    """The address of a new tournament."""

    id: str
    url: str


@post("/api/tournaments", guards=[json_only], opt={SPEAKS: True})
async def make(
    data: Annotated[MakeRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> Response[Made]:
    """Create a tournament, which begins when its host says so; return its address."""
    name = visible(data.name)
    if not name:
        raise ApiError(422, "no_name", _("Give the tournament a name."))
    if is_forbidden(name):
        raise ApiError(422, "word", _("This server does not pass such words on."))
    form = await _form(store, data)
    if data.club is not None:
        await require_planner(store, data.club, person)
    teams = await _teams(store, data, person)
    row = TournamentRow(
        secrets.token_hex(6),
        person,
        name,
        form,
        new_secret(),
        club_id=None if teams else data.club,
        starts_at=planned_start(data.starts_at),
    )
    try:
        await store.tournaments.add(row, teams)
    except TooFull:
        text = _("A tournament of yours with computer players is not over yet. End it first, or make one without them.")
        raise ApiError(409, "too_many", text) from None
    except Conflict:
        text = _("You have made several tournaments that are not over. End one of them first.")
        raise ApiError(409, "too_many", text) from None
    url = f"/tournaments/{row.id}"
    return Response(Made(row.id, url), status_code=HTTP_201_CREATED, headers={"location": url})


async def _teams(store: Store, data: MakeRequest, person: str) -> list[TeamRow]:
    """Return the teams of the clubs that are to play each other, none in other tournaments. Raises `ApiError`."""
    if data.system == "match" and (data.club is None or len(data.rivals) != 1):
        raise ApiError(422, "no_rival", _("Choose your club, and say which other one you challenge."))
    if data.system not in ("match", "arena") or not data.rivals:
        return []
    if data.club is None:
        raise ApiError(422, "no_rival", _("Choose your club, and say which other one you challenge."))
    teams = await asked_clubs(store, data.club, data.rivals)
    for each in teams[1:]:
        club = await store.clubs.get(each.club_id)
        if club is not None and await store.friends.has_blocked(club.club.keeper, person):
            raise ApiError(403, "kept_out", _("{name} takes no challenge from you.").format(name=each.name))
    return teams


async def _form(store: Store, data: MakeRequest) -> TournamentForm:
    """Return the form of a tournament. Raises `ApiError`, or `InvalidRules` for an impossible pay-off pile."""
    preset = PRESETS.get(data.preset)
    if preset is None or 2 not in preset.allowed:
        raise ApiError(422, "invalid_preset", _("Tournaments are played by versions for two players."))
    if data.player not in PLAYERS:
        raise ApiError(422, "invalid_player", _("There is no such computer player."))
    is_arena, is_match, is_battle = data.system == "arena", data.system == "match", bool(data.rivals)
    form = TournamentForm(
        system=data.system,
        preset=data.preset,
        rounds=data.rounds if data.system == "swiss" else 0,
        minutes=data.minutes if is_arena else 0,
        seconds=data.seconds,
        increment=data.increment,
        grace=data.grace,
        # Its own people play for a club.
        fill=0 if is_match or is_battle else data.fill,
        player=data.player,
        # In an arena there are no rounds whose deal could be shared.
        shared=data.shared and not is_arena,
        rest=0 if is_arena else data.rest,
        rated=data.rated,
        listed=data.listed,
        payoff=data.payoff,
        most=data.most,
        rating_from=data.rating_from,
        rating_to=data.rating_to,
        order=data.order,
        boards=data.boards if is_match else 0,
        best=data.best if is_arena and is_battle else 0,
    )
    rules = preset_rules(form.preset, 2, {"target": 1} | ({"payoff": form.payoff} if form.payoff else {}))
    if form.rated:
        seats: list[SeatRow] = []
        for _number in range(2):
            seats.append(computer_seat(form.player, seats, free=False))
        table = house_table(form.preset, rules, seats, settings_of(form), Origin(SUBJECT, "", 0, 0))
        await require_ratable(store, table.row)
    return form
