"""House rules of patience: a form drawn from the fields, and the resulting rules in words."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, get_args
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_303_SEE_OTHER
from msgspec import Struct

from spite_and_malice.patience import KLONDIKE, PRESETS, Preset, Rules, describe_by_topic, preset_rules
from spite_and_malice.patience.deals import HIGHEST_NUMBER
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.finding import DIFFICULTIES, LENGTHS, Found, Length, Wanted, find
from spite_and_malice.patience.microsoft import is_microsofts
from spite_and_malice.patience.rules import FIELDS, Field, name_of, preset_of
from spite_and_malice.patience.rules.chances import Difficulty
from spite_and_malice.patience.rules.likeness import games_like
from spite_and_malice.play.patience.played import Deal
from spite_and_malice.texts import N_, _

from ..games import GAMES
from ..games.patience.dealer import MICROSOFT, WINNABLE, Dealer
from ..games.patience.results import Records, records_of
from ..games.patience.table import KIND, new_table
from ..games.spite.setup import Name
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import WHILE_READ_ONLY, json_only
from ..http.routes import Routes
from ..people import kept_name
from ..protocol.patience import DealChoice, LevelChoice
from ..store import Store
from ..tables.game import Refusal
from . import daily
from .daily.patience import PatienceDays
from .gallery import Shown, families, like, picture_of, shown
from .home import game_summaries
from .kernel import Kernel
from .replays.replays import Preview
from .rules import TopicAnswer, kept_rules
from .tables import table_answer

GROUPS: Final = {
    N_("The cards"): ("packs", "suits"),
    N_("Layout"): ("layout", "piles", "face", "cells", "cells_dealt", "reserve", "kings_down"),
    N_("Aim"): ("aim", "home", "base", "ready", "worry_back", "sum", "waste_pair", "king_stops", "clear"),
    N_("Moving cards"): ("build", "direction", "wrap", "groups", "empty", "refill", "gather", "merci", "pocket"),
    N_("The stock"): ("stock", "draw", "passes", "deal_gaps"),
}
"""The fields in the order of the form, under titles to be translated."""

_NUMBERS: Final = 13
"""Numbers up to this one are listed with the other values; higher ones can be set over the API."""


@dataclass(frozen=True, slots=True)
class Control:
    """How a field is set: by one of `options` (JSON and words), by numbers in a text if `text` is not None, or both.

    `value` is the chosen JSON value, "list" for the numbers in `text`.
    """

    name: str
    label: str
    hint: str
    options: Sequence[tuple[str, str]]
    value: str
    text: str | None


def control_of(field: Field, rules: Rules) -> Control:
    """Return how a field is set, with its value in some rules."""
    value = getattr(rules, field.name)
    options = [(json.dumps(each), _(words)) for each, words in field.values]
    label, hint = _(field.label), _(field.hint)
    if field.counts is None:
        numbers = range(field.low, min(field.high, _NUMBERS) + 1)
        options += [(str(number), str(number)) for number in numbers]
        chosen = json.dumps(value)
        if chosen not in dict(options):
            options.append((chosen, chosen))
        return Control(field.name, label, hint, options, chosen, None)
    is_list = isinstance(value, tuple)
    text = " ".join(map(str, value)) if is_list else ""
    if options:
        options.append(("list", _("These numbers:")))
    return Control(field.name, label, hint, options, "list" if is_list else json.dumps(value), text)


class HouseRulesQuestion(Struct, forbid_unknown_fields=True):
    """Rules to be checked: those of a preset with changes."""

    preset: str
    rules: dict[str, Any] = {}


class HouseRulesInWords(Struct):
    """Rules in full and in words, their name, and whether their deals can be proved winnable."""

    rules: dict[str, Any]
    name: str
    preset: str | None
    topics: list[TopicAnswer]
    can_decide: bool


@post("/api/patience/rules", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def check_rules(data: Annotated[HouseRulesQuestion, Body()]) -> HouseRulesInWords:
    """Return rules of patience in full and in words, or 422 with a sentence that says why they make no sense."""
    rules = preset_rules(data.preset, data.rules)
    topics = [TopicAnswer(topic.title, topic.sentences) for topic in describe_by_topic(rules)]
    preset = preset_of(rules)
    return HouseRulesInWords(
        rules.to_json(), _(name_of(rules)), None if preset is None else preset.id, topics, can_decide(rules)
    )


@get("/patience/house")
async def edit(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    preset: FromQuery[str],
    house: FromQuery[str | None] = None,
) -> Template:
    """Show the form for changing the rules of a game.

    With ``house`` it starts with the rules saved for this browser under that id.
    """
    made_from = _preset(preset)
    kept = await kept_rules(store, person, PRESETS)
    own = next((each for each in kept if each.id == house), None)
    rules = made_from.rules if own is None else Rules.from_json(own.rules)
    groups = {_(title): [control_of(FIELDS[name], rules) for name in names] for title, names in GROUPS.items()}
    return Template(
        "patience_house.html.j2",
        context={
            "page": "patience",
            "preset": made_from,
            "groups": groups,
            "topics": describe_by_topic(rules),
            "kept": kept,
            "house": own,
        },
    )


DEFAULT: Final = "klondike-1"
MICROSOFTS_GAME: Final = "freecell"
"""The game dealt by Microsoft's numbers."""

_LAST: Final = 4
"""How many of the latest games are shown."""


class PatienceRequest(Struct, forbid_unknown_fields=True):
    """A game of patience: by the rules of a preset, possibly changed, with a chosen deal or that of a day.

    With ``as_today`` a day that is over is refused with `new_day`: a page showed it as the current one.
    """

    preset: str = DEFAULT
    rules: dict[str, Any] = {}
    deal: DealChoice = WINNABLE
    level: LevelChoice | None = None
    day: str | None = None
    as_today: bool = False
    name: Name = ""


class NewPatience(Struct):
    """The address of the new table."""

    id: str
    url: str


@post("/api/patience", guards=[json_only])
async def create(
    data: Annotated[PatienceRequest, Body()],
    store: NamedDependency[Store],
    dealer: NamedDependency[Dealer],
    patience_days: NamedDependency[PatienceDays],
    person: NamedDependency[str],
) -> Response[NewPatience]:
    """Set up a table of patience with its first game dealt, and return its address."""
    try:
        if data.day is not None:
            table_id, status = await _of_day(data, store, patience_days, person)
        else:
            table_id, status = await _set_up(data, store, dealer, person), HTTP_201_CREATED
    except Refusal as refusal:
        raise ApiError(422, refusal.code, str(refusal)) from refusal
    answer = NewPatience(table_id, f"/table/{table_id}")
    return Response(answer, status_code=status, headers={"location": answer.url})


@post(
    "/api/patience/stop", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False, opt={WHILE_READ_ONLY: True}
)
def stop(dealer: NamedDependency[Dealer], person: NamedDependency[str]) -> dict[str, bool]:
    """Stop looking for a deal; the request for it is refused with `stopped`."""
    dealer.stop(person)
    return {"ok": True}


async def _set_up(data: PatienceRequest, store: Store, dealer: Dealer, person: str) -> str:
    """Return the id of a new table. Raises `Refusal`."""
    rules = preset_rules(data.preset, data.rules)
    if "." in data.deal:
        rules = Rules.from_json((await dealer.game(data.deal, person)).table.rules)
    deal = await dealer.choose(rules, data.deal, data.level, person)
    return await _store_table(store, person, data.name, rules, deal)


async def _of_day(data: PatienceRequest, store: Store, patience_days: PatienceDays, person: str) -> tuple[str, int]:
    """Return the id of a person's table of a day's deal, and the status to answer with. Raises `Refusal`."""
    rules = preset_rules(data.preset, data.rules)
    preset = preset_of(rules)
    if preset is None or data.deal != WINNABLE or data.level is not None:
        message = _("The deal of a day has the rules of its game, and cannot be chosen otherwise.")
        raise Refusal("invalid_deal", message)

    async def store_table(deal: Deal) -> str:
        return await _store_table(store, person, data.name, rules, deal)

    day = data.day or ""
    return await patience_days.table(day, preset.id, data.name, person, store_table, as_today=data.as_today)


async def _store_table(store: Store, person: str, name: str, rules: Rules, deal: Deal) -> str:
    table = new_table(person, name, rules, deal)
    if table.row.preset is None:
        own = await kept_name(store, person, table.row.rules)
        table.row = replace(table.row, name=own or table.row.name)
    await store.tables.add(table.row, table.seal, table.summary, table.game)
    return table.row.id


@get("/api/patience/records")
async def own_records(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    preset: FromQuery[str] = DEFAULT,
    without_help: FromQuery[bool] = False,
) -> Records:
    """Return this browser's results by the rules of a preset, optionally only those without any help."""
    return records_of(_preset(preset).id, await store.patience.records(person, preset), without_help)


@dataclass(frozen=True, slots=True)
class Search:
    """The search on the page: words, and required properties of a game ("" does not matter)."""

    q: str = ""
    packs: str = ""
    length: str = ""
    difficulty: str = ""
    played: str = ""

    @property
    def asks(self) -> bool:
        """Whether anything was asked for."""
        return self != Search()

    def found(self, played: Collection[str]) -> Found:
        """Return the games that match, of which the person has played some. Invalid filters are ignored."""
        wanted = Wanted(
            packs=int(self.packs) if self.packs in ("1", "2") else None,
            length=next((each for each in get_args(Length) if each == self.length), None),
            difficulty=next((each for each in get_args(Difficulty) if each == self.difficulty), None),
            only=played if self.played == "yes" else None,
            never=played if self.played == "no" else (),
        )
        return find(self.q, wanted)


def _search(
    q: FromQuery[str] = "",
    packs: FromQuery[str] = "",
    length: FromQuery[str] = "",
    difficulty: FromQuery[str] = "",
    played: FromQuery[str] = "",
) -> Search:
    return Search(q, packs, length, difficulty, played)


class GamesFound(Struct):
    """The ids of the games found, the best first; `nearest` says that none matches all of the words."""

    games: list[str]
    nearest: bool


@get("/api/patience/games", dependencies={"search": Provide(_search, sync_to_thread=False)})
async def find_games(
    store: NamedDependency[Store], person: NamedDependency[str], search: NamedDependency[Search]
) -> GamesFound:
    """Find games by the names people give them, and by their properties."""
    found = search.found(await store.patience.played_presets(person, KIND))
    return GamesFound([preset.id for preset in found.presets], found.nearest)


@get("/patience/random", dependencies={"search": Provide(_search, sync_to_thread=False)})
async def random_game(
    store: NamedDependency[Store],
    person: NamedDependency[str],
    search: NamedDependency[Search],
    new: FromQuery[bool] = False,
) -> Redirect:
    """Redirect to a random game among those that match; with ``new`` to one never played, if there is one."""
    played = await store.patience.played_presets(person, KIND)
    found = [preset.id for preset in search.found(played).presets] or list(PRESETS)
    fresh = [preset for preset in found if preset not in played] if new else []
    return Redirect(f"/patience?preset={secrets.choice(fresh or found)}", status_code=HTTP_303_SEE_OTHER)


async def _game_of(dealer: Dealer, preset: str | None, deal: str | None) -> tuple[Preset, Shown]:
    """Return the game for a link, and how it is shown: a deal that belongs to a game determines it.

    Under house rules it is the most similar game, with those rules.
    """
    if deal is None or "." not in deal:
        is_microsofts_deal = (deal or "").startswith(MICROSOFT)
        game = _preset(preset or (MICROSOFTS_GAME if is_microsofts_deal else DEFAULT))
        return game, shown(game)
    stored = await dealer.named(deal)
    if stored is None:
        raise NotFoundException(_("There is no such deal."))
    table = stored.table
    if table.preset in PRESETS:
        return PRESETS[table.preset], shown(PRESETS[table.preset])
    rules = Rules.from_json(table.rules)
    near = games_like(rules, 1)[0]
    picture = replace(
        shown(near), id="", name=_(table.name), summary="", picture=picture_of(rules), facts=(), measured=""
    )
    return replace(near, id="", name=table.name, summary="", rules=rules), picture


async def _deal_words(dealer: Dealer, deal: str | None) -> str:
    """Return a link's name for its deal: a number, Microsoft's number or a day; empty if the page cannot say."""
    if deal is None:
        return ""
    if "." in deal:
        stored = await dealer.named(deal)
        day = None if stored is None or stored.game.deal is None else stored.game.deal["day"]
        return str(day or "")
    if deal.startswith(MICROSOFT):
        return _("Microsoft deal {number}").format(number=deal.removeprefix(MICROSOFT)[:7])
    return deal if deal.isdigit() and len(deal) <= len(str(HIGHEST_NUMBER)) else ""


def _preview(title: str, game: Shown) -> Preview:
    """Return the preview of a link to a game."""
    return Preview(f"{title} · {_('Patience')}", game.summary or _("Patience by house rules."))


def _canonical(preset: str, deal: str | None) -> str:
    """Return the canonical address of a game, or of a deal of it; under house rules only by its deal."""
    named = {"preset": preset} if preset and not (deal and "." in deal) else {}
    return f"/patience?{urlencode({**named, **({'deal': deal} if deal else {})})}"


@get("/patience", dependencies={"search": Provide(_search, sync_to_thread=False)})
async def choose(
    store: NamedDependency[Store],
    dealer: NamedDependency[Dealer],
    person: NamedDependency[str],
    search: NamedDependency[Search],
    preset: FromQuery[str | None] = None,
    deal: FromQuery[str | None] = None,
) -> Template:
    """Show the choice of a game of patience, and the running ones.

    The choice comes first, unless a game or a deal is already chosen.
    """
    game, picture = await _game_of(dealer, preset, deal)
    is_chosen = preset is not None or deal is not None
    title = " · ".join(filter(None, (picture.name, await _deal_words(dealer, deal))))
    last = await store.patience.played_presets(person, KIND)
    found = search.found(last) if search.asks else None
    choices = list(KLONDIKE.values()) if game.id in KLONDIKE else [game]
    going_on = await store.tables.of(person, part="going_on")
    # A deal in which nothing has been done yet is not worth resuming.
    begun = [each for each in going_on if GAMES[each.table.kind].is_solo and each.changed_at > each.created_at]
    tables = [table_answer(listed, person) for listed in begun]
    return Template(
        "patience.html.j2",
        context={
            "page": "patience",
            "game": picture,
            "title": title,
            **({"preview": _preview(title, picture), "canonical": _canonical(game.id, deal)} if is_chosen else {}),
            "is_klondike": game.id in KLONDIKE,
            "klondikes": [shown(each) for each in KLONDIKE.values()],
            "can_decide": can_decide(game.rules),
            "is_microsofts": is_microsofts(game.rules),
            "presets": choices,
            "topics": {each.id: describe_by_topic(each.rules) for each in choices},
            "like": like(game),
            "last": [shown(PRESETS[each]) for each in last[:_LAST] if each in PRESETS],
            "families": families(),
            "count": len(PRESETS),
            "search": search,
            "found": None if found is None else [shown(each) for each in found.presets],
            "nearest": found is not None and found.nearest,
            "lengths": {length: _(words) for length, words in LENGTHS.items()},
            "difficulties": {difficulty: _(words) for difficulty, words in DIFFICULTIES.items()},
            "is_chosen": is_chosen,
            "deal": deal,
            "kept": await kept_rules(store, person, PRESETS),
            "tables": [table for table in tables if table.state == "running"],
            **await game_summaries(store, begun, person),
            "day": daily.today().isoformat(),
        },
    )


@get("/patience/records")
async def records_page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show the records of this browser's games of patience."""
    played = await store.patience.played_presets(person, KIND, finished=True)
    presets = [PRESETS[each] for each in dict.fromkeys([*played, *KLONDIKE]) if each in PRESETS]
    return Template("patience_records.html.j2", context={"page": "games", "presets": presets})


def _preset(preset_id: str) -> Preset:
    if preset_id not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    return PRESETS[preset_id]


patience_routes: Routes = Routes(
    "/",
    route_handlers=[create, stop, own_records, find_games, random_game, choose, records_page, check_rules, edit],
    cache_control=CacheControlHeader(no_store=True),
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of the patience pages and the dealing of its games."""
    return Feature([patience_routes])
