"""Reading one field from JSON, and refusing values that it cannot have on its own (RULES.md section 7)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from spite_and_malice.rules.deck import MOST_COPIES, MOST_PACKS, Deck, InvalidDeck
from spite_and_malice.rules.errors import InvalidRules, one_of, shown
from spite_and_malice.rules.fields.field import Field
from spite_and_malice.rules.fields.scoring import Score
from spite_and_malice.texts import _


def read_value(field: Field, value: object) -> object:
    """Return the attribute of `Rules` for a JSON value: lists become tuples, objects `Deck` or `Score`.

    Only the shape is looked at here; `check_value` looks at the content. Raises `InvalidRules`.
    """
    if value is None and field.nullable:
        return None
    match field.kind:
        case "deck":
            return _read_deck(field, value)
        case "score":
            return _read_score(field, value)
        case "names" | "ranks":
            if not isinstance(value, list | tuple):
                example = json.dumps([*field.choices][:2] if field.kind == "names" else [1, 2])
                text = _("{field} must be a list such as {example}, not {value}.")
                raise _refusal(field, text.format(field=field.name, example=example, value=shown(value)))
            return tuple(value)
        case "number" | "rank" | "flag" | "choice":
            return value


def check_value(field: Field, value: object, build_to: int) -> None:
    """Raise `InvalidRules` unless `value` is one that this field may have on its own."""
    if value is None and field.nullable:
        return
    match field.kind:
        case "number" | "rank":
            _check_number(field, value)
        case "flag":
            if not isinstance(value, bool):
                text = _("{field} must be true or false, not {value}.")
                raise _refusal(field, text.format(field=field.name, value=shown(value)))
        case "choice":
            if not isinstance(value, str) or value not in field.choices:
                text = _("{field} must be {choices}, not {value}.")
                raise _refusal(field, text.format(field=field.name, choices=one_of(field.choices), value=shown(value)))
        case "names" | "ranks":
            _check_list(field, value, build_to)
        case "deck":
            if not isinstance(value, Deck):
                text = _("{field} must be a deck, not {value}.")
                raise _refusal(field, text.format(field=field.name, value=shown(value)))
        case "score":
            if not isinstance(value, Score):
                text = _("{field} must be a score, not {value}.")
                raise _refusal(field, text.format(field=field.name, value=shown(value)))
            for part in field.parts:
                check_value(part, getattr(value, part.name.partition(".")[2]), build_to)


def _refusal(field: Field, message: str, *others: str) -> InvalidRules:
    """Return the error for a value of a field; a part of a score is marked as the score."""
    return InvalidRules(message, (field.name.partition(".")[0], *others), _plain(field))


def _plain(field: Field) -> str:
    """Say what a field takes, to a person who fills in a form, in the form's own words."""
    label = _(field.label)
    match field.kind:
        case "number" | "rank":
            text = _("“{label}” takes a whole number from {low} to {high}.")
            return text.format(label=label, low=field.low, high=field.high)
        case "flag":
            return _("“{label}” is either on or off.").format(label=label)
        case "choice" | "names":
            text = _("“{label}” takes only: {choices}.")
            return text.format(label=label, choices=", ".join(_(shown) for shown in field.choices.values()))
        case "ranks":
            return _("“{label}” takes ranks that the [stacks] come to, each once.").format(label=label)
        case "deck":
            text = _("A deck needs whole numbers: 1 to {packs} packs, or up to {most} cards of a number or jokers.")
            return text.format(packs=MOST_PACKS, most=MOST_COPIES)
        case "score":
            text = _("“{label}” takes only: {choices}.")
            return text.format(label=label, choices=", ".join(_(part.label) for part in field.parts))


def _read_deck(field: Field, value: object) -> Deck:
    try:
        return Deck.from_json(value)
    except InvalidDeck as error:
        raise _refusal(field, _("{field} {fault}.").format(field=field.name, fault=error)) from None


def _read_score(field: Field, value: object) -> Score:
    names = [part.name.partition(".")[2] for part in field.parts]
    keys = ", ".join(f'"{name}"' for name in names)
    if not isinstance(value, Mapping):
        text = _("{field} must be an object with {keys}, not {value}.")
        raise _refusal(field, text.format(field=field.name, keys=keys, value=shown(value)))
    if set(value) != set(names):
        raise _refusal(field, _("{field} must have exactly the keys {keys}.").format(field=field.name, keys=keys))
    return Score(**value)


def _check_number(field: Field, value: object) -> None:
    if type(value) is int and field.low <= value <= field.high:
        return
    text = _("{field} must be a whole number from {low} to {high}, not {value}.")
    if field.nullable:
        text = _("{field} must be a whole number from {low} to {high}, or null, not {value}.")
    raise _refusal(field, text.format(field=field.name, low=field.low, high=field.high, value=shown(value)))


def _check_list(field: Field, value: object, build_to: int) -> None:
    if not isinstance(value, tuple):
        text = _("{field} must be a tuple, not {value}.")
        raise _refusal(field, text.format(field=field.name, value=shown(value)))
    seen: list[object] = []
    for item in value:
        if field.kind == "ranks":
            _check_rank(field, item, build_to)
        elif not isinstance(item, str) or item not in field.choices:
            text = _("{field} may only name {choices}, not {value}.")
            raise _refusal(field, text.format(field=field.name, choices=one_of(field.choices), value=shown(item)))
        if item in seen:
            text = _("{field} names {value} twice: once is enough.")
            raise _refusal(field, text.format(field=field.name, value=shown(item)))
        seen.append(item)


def _check_rank(field: Field, item: object, build_to: int) -> None:
    if type(item) is not int or not 1 <= item <= build_to:
        text = _("{field} may only name ranks, whole numbers from 1 to build_to ({high}), not {value}.")
        raise _refusal(field, text.format(field=field.name, high=build_to, value=shown(item)), "build_to")
