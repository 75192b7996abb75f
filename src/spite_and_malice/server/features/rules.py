"""The rules in words: of every preset on pages, and of any rules over HTTP (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice import patience
from spite_and_malice.rules import PRESETS, Preset, describe, describe_by_topic, differences, preset_rules
from spite_and_malice.texts import _

from ..games.spite.setup import build_rules
from ..http.guards import json_only
from ..http.language import use_terms_of
from .gallery import gallery, like, shown


class RulesRequest(Struct, forbid_unknown_fields=True):
    """Rules to be checked and said in words: a preset, the standard rules without one, with changes."""

    preset: str | None = None
    players: int | None = None
    rules: dict[str, Any] = {}


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


@get("/api/presets", sync_to_thread=False)
def list_presets() -> list[PresetAnswer]:
    """Return every preset, in the order of RULES.md section 8."""
    return [_preset_answer(preset) for preset in PRESETS.values()]


@post("/api/rules", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def check_rules(data: Annotated[RulesRequest, Body()]) -> RulesAnswer:
    """Return rules in full and in words, or 422 with the sentence that says why they make no sense."""
    use_terms_of(data.preset)
    rules = build_rules(data.preset, data.players, data.rules)
    topics = [TopicAnswer(topic.title, topic.sentences) for topic in describe_by_topic(rules)]
    return RulesAnswer(rules.to_json(), describe(rules), topics, differences(rules))


@get("/rules", sync_to_thread=False)
def all_rules() -> Template:
    """Show where the rules of every preset are, with what sets each apart from the standard game."""
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


rules_routes: Router = Router(
    "/",
    route_handlers=[list_presets, check_rules, all_rules, rules],
    cache_control=CacheControlHeader(no_cache=True),
)
