"""The rules in words, and people's own named house rules (docs/protocol.md)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Container
from typing import Annotated, Any, Final

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice import patience
from spite_and_malice.rules import PRESETS, Preset, describe, describe_by_topic, differences, preset_rules
from spite_and_malice.texts import _

from ..clock import now_ms
from ..games.spite.game import SPITE
from ..games.spite.setup import Name, build_rules
from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import WHILE_READ_ONLY, json_only
from ..http.language import use_terms_of
from ..http.routes import Routes
from ..people import visible
from ..store import Conflict, HouseRules, Store
from .gallery import gallery, like, shown
from .kernel import Kernel

_DAYS_MS: Final = 30 * 24 * 3600 * 1000
_FRESH_SECONDS: Final = 600.0
_SHOWN: Final = 3
_ENOUGH: Final = 3
"""With fewer tables than this, shares mean nothing."""


class PopularPresets:
    """The most played versions of the last thirty days; they are counted every ten minutes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: list[str] = []
        self._counted_at = float("-inf")

    async def presets(self) -> list[str]:
        """Return the ids of a few presets, the most played first; none if little has been played."""
        if time.monotonic() - self._counted_at > _FRESH_SECONDS:
            self._counted_at = time.monotonic()
            played = await self._store.house_rules.played(SPITE.kind, now_ms() - _DAYS_MS)
            known = sorted((preset for preset in played if preset in PRESETS), key=lambda preset: -played[preset])
            self._found = [preset for preset in known if played[preset] >= _ENOUGH][:_SHOWN]
        return self._found


class HouseRulesRequest(Struct, forbid_unknown_fields=True):
    """Rules to be saved under a name, with every field, and the preset that they come from."""

    name: Name
    preset: str
    rules: dict[str, Any]


class NameRequest(Struct, forbid_unknown_fields=True):
    """Another name."""

    name: Name


class HouseRulesAnswer(Struct):
    """A person's saved rules, and the address for setting up a table with them."""

    id: str
    name: str
    preset: str
    rules: dict[str, Any]
    url: str


class Removed(Struct):
    """The id of the rules that were deleted."""

    id: str


def house_rules_answer(kept: HouseRules) -> HouseRulesAnswer:
    """Return saved rules for display."""
    page = "/patience/house" if kept.preset in patience.PRESETS else "/new"
    return HouseRulesAnswer(kept.id, kept.name, kept.preset, kept.rules, f"{page}?preset={kept.preset}&house={kept.id}")


async def kept_rules(store: Store, person: str, presets: Container[str]) -> list[HouseRulesAnswer]:
    """Return a person's saved rules, limited to those made from some presets, by name."""
    return [house_rules_answer(kept) for kept in await store.house_rules.of(person) if kept.preset in presets]


@get("/")
async def list_house_rules(store: NamedDependency[Store], person: NamedDependency[str]) -> list[HouseRulesAnswer]:
    """Return this browser's saved rules, by name."""
    return [house_rules_answer(kept) for kept in await store.house_rules.of(person)]


@post("/", guards=[json_only])
async def keep_house_rules(
    data: Annotated[HouseRulesRequest, Body()], store: NamedDependency[Store], person: NamedDependency[str]
) -> HouseRulesAnswer:
    """Save rules under a name, replacing any that had it."""
    kept = HouseRules(secrets.token_urlsafe(9), _name(data.name), data.preset, _checked(data.preset, data.rules))
    try:
        await store.house_rules.keep(person, kept)
    except Conflict:
        raise ApiError(
            409, "too_many_kept", _("You already have as many house rules as can be kept. Remove some first.")
        ) from None
    return house_rules_answer(kept)


@put("/{kept_id:str}", guards=[json_only])
async def rename_house_rules(
    data: Annotated[NameRequest, Body()],
    kept_id: FromPath[str],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> HouseRulesAnswer:
    """Rename saved rules."""
    try:
        found = await store.house_rules.rename(person, kept_id, _name(data.name))
    except Conflict:
        raise ApiError(409, "name_taken", _("Other house rules of yours have this name.")) from None
    if not found:
        raise NotFoundException(_("There are no such house rules."))
    return next(house_rules_answer(kept) for kept in await store.house_rules.of(person) if kept.id == kept_id)


@delete("/{kept_id:str}", status_code=HTTP_200_OK)
async def remove_house_rules(
    kept_id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]
) -> Removed:
    """Delete saved rules."""
    if not await store.house_rules.remove(person, kept_id):
        raise NotFoundException(_("There are no such house rules."))
    return Removed(kept_id)


def _checked(preset: str, rules: dict[str, Any]) -> dict[str, Any]:
    """Return rules of the game that a preset belongs to. Raises `NotFoundException` and `InvalidRules`."""
    if preset in patience.PRESETS:
        return patience.Rules.from_json(rules).to_json()
    known_preset(preset)
    return build_rules(None, None, rules).to_json()


def _name(name: str) -> str:
    shown = visible(name)
    if not shown:
        raise ApiError(422, "no_name", _("Give these rules a name."))
    return shown


house_rules_routes: Routes = Routes(
    "/api/house-rules",
    route_handlers=[list_house_rules, keep_house_rules, rename_house_rules, remove_house_rules],
    cache_control=CacheControlHeader(no_store=True),
)


class RulesRequest(Struct, forbid_unknown_fields=True):
    """Rules to check and describe: a preset, by default the standard rules, with changes."""

    preset: str | None = None
    players: int | None = None
    rules: dict[str, Any] = {}


class TopicAnswer(Struct):
    """Some sentences about the rules that belong together."""

    title: str
    sentences: list[str]


class RulesAnswer(Struct):
    """Rules in full, in words (one by one, and by topic), and their differences from the standard ones."""

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


@get("/api/presets", sync_to_thread=False)
def list_presets() -> list[PresetAnswer]:
    """Return every preset, in the order of RULES.md section 8."""
    return [_preset_answer(preset) for preset in PRESETS.values()]


@post("/api/rules", status_code=HTTP_200_OK, guards=[json_only], opt={WHILE_READ_ONLY: True}, sync_to_thread=False)
def check_rules(data: Annotated[RulesRequest, Body()]) -> RulesAnswer:
    """Return rules in full and in words, or 422 with a sentence that says why they make no sense."""
    use_terms_of(data.preset)
    rules = build_rules(data.preset, data.players, data.rules)
    topics = [TopicAnswer(topic.title, topic.sentences) for topic in describe_by_topic(rules)]
    return RulesAnswer(rules.to_json(), describe(rules), topics, differences(rules))


@get("/rules", sync_to_thread=False)
def all_rules() -> Template:
    """Show links to the rules of every preset, with its differences from the standard game."""
    return Template(
        "all_rules.html.j2",
        context={
            "page": "rules",
            "presets": [(preset, differences(preset_rules(preset.id))) for preset in PRESETS.values()],
            "patience": gallery(),
        },
    )


@get("/rules/{preset_id:str}", sync_to_thread=False)
def rules(preset_id: FromPath[str], players: FromQuery[int | None] = None) -> Template:
    """Show the rules of a preset of either game in words."""
    if preset_id in patience.PRESETS:
        return _patience_rules(patience.PRESETS[preset_id])
    preset = known_preset(preset_id)
    number = players_of(preset, players)
    shown = preset_rules(preset.id, number)
    use_terms_of(preset.id)
    return Template(
        "rules.html.j2",
        context={
            "page": "rules",
            "preset": preset,
            "players": number,
            "topics": describe_by_topic(shown),
            "differences": differences(shown),
        },
    )


def known_preset(preset_id: str) -> Preset:
    """Return a preset of Spite and Malice. Raises `NotFoundException`."""
    if preset_id not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    return PRESETS[preset_id]


def players_of(preset: Preset, wanted: int | None) -> int:
    """Return the wanted number of players, the smallest if the preset does not allow it."""
    return wanted if wanted in preset.allowed else preset.players[0]


def _patience_rules(preset: patience.Preset) -> Template:
    """Show the rules of a preset of patience in words."""
    context = {
        "page": "rules",
        "game": shown(preset),
        "like": like(preset),
        "topics": patience.describe_by_topic(preset.rules),
    }
    return Template("patience_rules.html.j2", context=context)


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


rules_routes: Routes = Routes(
    "/",
    route_handlers=[list_presets, check_rules, all_rules, rules],
    cache_control=CacheControlHeader(no_cache=True),
)


def feature(kernel: Kernel) -> Feature:
    """Return the feature of the rules pages and house rules."""
    return Feature([rules_routes, house_rules_routes], {"popular": PopularPresets(kernel.store)})
