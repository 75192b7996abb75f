"""The HTTP interface: presets, rules in words, tables (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Response, Router, delete, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Meta, Struct

from spite_and_malice.patience.deals import PACK
from spite_and_malice.rules import PRESETS, Preset, describe, describe_by_topic, differences, preset_rules
from spite_and_malice.texts import N_, _

from ...cluster import News
from ...games.spite.rated import require_rated
from ...games.spite.setup import OPEN, InvalidSeat, SeatRequest, build_rules, build_seats
from ...games.spite.table import new_table, shown_name
from ...http.errors import ApiError
from ...http.guards import json_only
from ...http.language import use_terms_of
from ...people.name_in_use import require_free
from ...protocol.settings import AMONG_PEOPLE, Settings, SettingsRequest
from ...store import Deletable, Hindrance, ListedTable, SeatRow, Store, Summary, TableRow, Undeletable, deletable
from ...tables.refusal import Refusal
from ...tables.registry import Rooms


class RulesRequest(Struct, forbid_unknown_fields=True):
    """Rules to be checked and said in words: a preset, the standard rules without one, with changes."""

    preset: str | None = None
    players: int | None = None
    rules: dict[str, Any] = {}


class TableRequest(Struct, forbid_unknown_fields=True):
    """A new table: rules as in `RulesRequest`, as many seats as players, the points that end a match, settings."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=8)]
    preset: str | None = None
    rules: dict[str, Any] = {}
    target: int | None = None
    settings: SettingsRequest = SettingsRequest()


class TopicAnswer(Struct):
    """Some sentences about the rules that belong together."""

    title: str
    sentences: list[str]


class RulesAnswer(Struct):
    """Rules in full, in words (one by one, and by topic), and what sets them apart from the standard ones."""

    rules: dict[str, Any]
    words: list[str]
    topics: list[TopicAnswer]
    differences: list[str]


class PresetAnswer(Struct):
    """A preset with its rules for its smallest number of players."""

    id: str
    name: str
    summary: str
    players: tuple[int, ...]
    rules: dict[str, Any]
    words: list[str]
    differences: list[str]


class SeatAnswer(Struct):
    """Who sits at a seat of a listed table; ``you`` is true for this browser's own, ``head`` the drawing chosen."""

    kind: str
    name: str
    player: str | None
    head: str | None
    you: bool
    stand_in: str | None


class TableAnswer(Struct):
    """A table of this browser; times in UTC milliseconds.

    ``state`` is "gathering" (nothing is dealt), "running", "game_over" (the match goes on) or "match_over"; ``turn`` is
    the seat to move or null; ``alone`` that you play against programs only, ``practice`` that the game counts for
    nothing, ``removable`` that nobody else sits there, so that you may take it off your lists; ``deletable`` what goes
    if you delete it, null if you cannot; ``cards_left`` each seat's pay-off cards; ``winners`` the seats that won the
    match, or the only game, of those of which it is over. ``kind`` is "spite" or "patience", where the score is the
    cards on the foundations.
    """

    id: str
    kind: str
    url: str
    name: str
    preset: str | None
    seats: list[SeatAnswer]
    state: str
    game: int
    turn: int | None
    your_turn: bool
    alone: bool
    practice: bool
    removable: bool
    deletable: Deletable | None
    cards_left: tuple[int, ...] | None
    scores: tuple[int, ...]
    winners: list[int]
    target: int | None
    created_at: int
    changed_at: int


class Deleted(Struct):
    """What went: the "table", or of one that others keep one's own "name"."""

    id: str
    deleted: Deletable


class GivenUp(Struct):
    """The table that is off its player's lists."""

    id: str


class NewTableAnswer(Struct):
    """Where a new table is, and the SHA-256 of the secret of its first game, in hexadecimal."""

    id: str
    url: str
    commitment: str


_UNDELETABLE: Final[dict[Hindrance, tuple[int, str]]] = {
    "unknown_table": (404, N_("This table is no longer there.")),
    "not_yours": (403, N_("This table belongs to somebody else.")),
    "of_today": (409, N_("The deal of the day can be deleted tomorrow: today it would be dealt to you again.")),
    "not_over": (409, N_("Others are at this table. Once the match is over you can take your name out of it.")),
    "rated_running": (409, N_("This game is rated and goes on until it is over; then you can delete it.")),
    "game_running": (409, N_("Give this game up first; then you can delete it.")),
}


@get("/presets", sync_to_thread=False)
def list_presets() -> list[PresetAnswer]:
    """Return every preset, in the order of RULES.md section 8."""
    return [_preset_answer(preset) for preset in PRESETS.values()]


@post("/rules", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def check_rules(data: Annotated[RulesRequest, Body()]) -> RulesAnswer:
    """Return rules in full and in words, or 422 with the sentence that says why they make no sense."""
    use_terms_of(data.preset)
    rules = build_rules(data.preset, data.players, data.rules)
    topics = [TopicAnswer(topic.title, topic.sentences) for topic in describe_by_topic(rules)]
    return RulesAnswer(rules.to_json(), describe(rules), topics, differences(rules))


@post("/tables", guards=[json_only])
async def create_table(
    data: Annotated[TableRequest, Body()], store: NamedDependency[Store], owner: NamedDependency[str]
) -> Response[NewTableAnswer]:
    """Set up a table and return where it is; with computer players alone its first game is dealt at once."""
    changes = data.rules if data.target is None else data.rules | {"target": data.target}
    rules = build_rules(data.preset, len(data.seats), changes)
    seats = _seats(data.seats, owner)
    if OPEN in seats:
        for seat in data.seats:
            await require_free(store, seat.name, owner)
    settings = data.settings.upon(AMONG_PEOPLE if OPEN in seats else Settings())
    table = new_table(owner, data.preset, rules, seats, settings)
    await require_ratable(store, table.row)
    commitment = table.next_commitment
    if all(seat.kind == "computer" for seat in seats) and settings.start == "full":
        table = table.next_game(frozenset())
    await store.tables.add(table.row, table.seal, table.summary, None if table.dealt is None else table.dealt.row)
    answer = NewTableAnswer(table.row.id, table.row.url, commitment)
    return Response(answer, status_code=HTTP_201_CREATED, headers={"location": answer.url})


@get("/tables")
async def list_tables(store: NamedDependency[Store], owner: NamedDependency[str]) -> list[TableAnswer]:
    """Return the tables of this browser, the latest changed first."""
    return [table_answer(listed, owner) for listed in await store.tables.of(owner)]


@post("/tables/{table_id:str}/give-up", status_code=HTTP_200_OK)
async def give_up(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    owner: NamedDependency[str],
) -> GivenUp:
    """Take a table off the lists of the one person who sits at it: against computer players, or waiting for others."""
    if not await store.tables.give_up(table_id, owner):
        raise ApiError(
            403, "not_alone", _("You can give up a table only if you sit there alone or with computer players.")
        )
    async with rooms.open(table_id) as room:
        if room is not None:
            await room.abandon()
    return GivenUp(table_id)


@delete("/tables/{table_id:str}", status_code=HTTP_200_OK, guards=[json_only])
async def delete_table(
    table_id: FromPath[str],
    store: NamedDependency[Store],
    rooms: NamedDependency[Rooms],
    news: NamedDependency[News],
    owner: NamedDependency[str],
) -> Deleted:
    """Delete a table at which no game goes on; one that others keep loses the name of who deletes it."""
    try:
        deleted = await store.tables.delete(table_id, owner)
    except Undeletable as error:
        status, sentence = _UNDELETABLE[error.why]
        raise ApiError(status, error.why, _(sentence)) from None
    news.changed(table_id)
    await rooms.renew([table_id])
    return Deleted(table_id, deleted)


async def require_ratable(store: Store, row: TableRow) -> None:
    """Raise `ApiError` if the games of a new table are rated and cannot be."""
    try:
        await require_rated(store, row)
    except Refusal as refusal:
        raise ApiError(403 if refusal.code == "no_account" else 422, refusal.code, str(refusal)) from refusal


def table_answer(listed: ListedTable, owner: str) -> TableAnswer:
    """Return a listed table as it is shown to the browser ``owner``."""
    table, summary, turn = listed.table, listed.summary, listed.summary.turn
    return TableAnswer(
        id=table.id,
        kind=table.kind,
        url=table.url,
        name=_(table.name),
        preset=table.preset,
        seats=[seat_answer(seat, owner) for seat in table.seats],
        state=_state(summary),
        game=summary.game,
        turn=turn,
        your_turn=turn is not None and table.seats[turn].owner == owner and table.seats[turn].stand_in is None,
        alone=[seat.owner for seat in table.seats if seat.kind != "computer"] == [owner],
        practice=table.practice is not None,
        removable=[seat.owner for seat in table.seats if seat.kind == "person"] == [owner],
        deletable=deletable(listed, owner),
        cards_left=summary.cards_left,
        scores=summary.scores,
        winners=_winners(table, summary),
        target=table.rules.get("target"),
        created_at=listed.created_at,
        changed_at=listed.changed_at,
    )


def seat_answer(seat: SeatRow, owner: str) -> SeatAnswer:
    """Return a seat as it is shown to the browser ``owner``."""
    return SeatAnswer(seat.kind, shown_name(seat), seat.player, seat.head, seat.owner == owner, seat.stand_in)


def _seats(requests: list[SeatRequest], owner: str) -> list[SeatRow]:
    if sum(request.kind == "person" for request in requests) > 1:
        raise ApiError(422, "one_person", _("One seat can be yours; others are open or take computer players."))
    try:
        return build_seats(requests, owner)
    except InvalidSeat as error:
        raise ApiError(422, "invalid_seat", str(error), seat=error.seat) from error


def _winners(table: TableRow, summary: Summary) -> list[int]:
    if not summary.match_over:
        return []
    if table.kind == "patience":
        return [0] if summary.scores[0] == len(PACK) else []
    left = summary.cards_left
    if table.rules["target"] == 1 and left is not None and min(left) > 0 and table.rules["stock_out"] != "fewest":
        # A single game that nobody won may have brought points to whoever had fewer cards left.
        return []
    return [seat for seat, score in enumerate(summary.scores) if score == max(summary.scores)]


def _state(summary: Summary) -> str:
    if summary.game == 0:
        return "gathering"
    if summary.turn is not None:
        return "running"
    return "match_over" if summary.match_over else "game_over"


def _preset_answer(preset: Preset) -> PresetAnswer:
    rules = preset_rules(preset.id)
    return PresetAnswer(
        id=preset.id,
        name=_(preset.name),
        summary=_(preset.summary),
        players=preset.players,
        rules=rules.to_json(),
        words=describe(rules),
        differences=differences(rules),
    )


api: Router = Router(
    "/api",
    route_handlers=[list_presets, check_rules, create_table, list_tables, give_up, delete_table],
    cache_control=CacheControlHeader(no_cache=True),
)
