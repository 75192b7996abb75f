"""House rules of patience: a form drawn from the fields, and the rules that it makes in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromQuery
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from spite_and_malice.patience import PRESETS, Rules, describe_by_topic, preset_rules
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.patience.rules import FIELDS, Field, name_of, preset_of
from spite_and_malice.texts import N_, _

from ...http.guards import json_only
from ..rules import TopicAnswer

GROUPS: Final = {
    N_("The cards"): ("packs", "suits"),
    N_("Layout"): ("layout", "piles", "face", "cells", "cells_dealt", "reserve", "kings_down"),
    N_("Aim"): ("aim", "base", "ready", "worry_back", "sum", "waste_pair", "king_stops", "clear"),
    N_("Moving cards"): ("build", "direction", "wrap", "groups", "empty", "refill"),
    N_("The stock"): ("stock", "draw", "passes", "deal_gaps"),
}
"""The fields as the form has them, under titles to be translated."""

_NUMBERS: Final = 13
"""Numbers up to this one stand in a list beside other values; more can be set over the API."""


@dataclass(frozen=True, slots=True)
class Control:
    """How a field is set: by one of `options` (JSON and words), by numbers in a text where `text` is not None, or both.

    `value` is the JSON that is chosen, "list" for the numbers in `text`.
    """

    name: str
    label: str
    hint: str
    options: Sequence[tuple[str, str]]
    value: str
    text: str | None


def control_of(field: Field, rules: Rules) -> Control:
    """Return how a field is set, with its value in some rules."""
    value, options = getattr(rules, field.name), [(json.dumps(each), _(words)) for each, words in field.values]
    label, hint = _(field.label), _(field.hint)
    if field.counts is None:
        options += [(str(number), str(number)) for number in range(field.low, min(field.high, _NUMBERS) + 1)]
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
    """Rules in full and in words, what they are called, and whether deals of them can be proved winnable."""

    rules: dict[str, Any]
    name: str
    preset: str | None
    topics: list[TopicAnswer]
    can_decide: bool


@post("/api/patience/rules", status_code=HTTP_200_OK, guards=[json_only], sync_to_thread=False)
def check_rules(data: Annotated[HouseRulesQuestion, Body()]) -> HouseRulesInWords:
    """Return rules of patience in full and in words, or 422 with the sentence that says why they make no sense."""
    rules = preset_rules(data.preset, data.rules)
    topics = [TopicAnswer(topic.title, topic.sentences) for topic in describe_by_topic(rules)]
    preset = preset_of(rules)
    return HouseRulesInWords(
        rules.to_json(), _(name_of(rules)), None if preset is None else preset.id, topics, can_decide(rules)
    )


@get("/patience/house", sync_to_thread=False)
def edit(preset: FromQuery[str]) -> Template:
    """Show the form on which the rules of a game are changed."""
    if preset not in PRESETS:
        raise NotFoundException(_("There is no game of this name."))
    rules = PRESETS[preset].rules
    groups = {_(title): [control_of(FIELDS[name], rules) for name in names] for title, names in GROUPS.items()}
    context = {"page": "patience", "preset": PRESETS[preset], "groups": groups, "topics": describe_by_topic(rules)}
    return Template("patience_house.html.j2", context=context)
