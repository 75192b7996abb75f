"""The entries of the rules: the few ways to make one, and how its value is read and checked (RULES.md section 7).

Everything about a field is in its entry: the default, the values it takes, how a form asks for it, how a difference
from other rules is named, and the line about it in docs/rules.md. Texts are marked for translation and translated when
used.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Literal

from spite_and_malice.rules.cards import MOST_COPIES, MOST_PACKS, Deck, InvalidDeck
from spite_and_malice.rules.errors import InvalidRules, one_of, shown
from spite_and_malice.rules.naming import Naming
from spite_and_malice.texts import _

Kind = Literal["number", "rank", "flag", "choice", "names", "ranks", "deck", "score"]
Phrase = Callable[[Any, Naming], str]
"""Describes a field's value in some rules in a few words, such as "four centre stacks"."""

_ENTRY: Final = "rule"
"""The key under which an attribute of a dataclass keeps its entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: its JSON `name`, what `kind` of value it takes, and which ones.

    `low` and `high` bound a number; `choices` gives, for each word of a choice or a list of names, its label in a form.
    Ranks run from 1 to the rules' own `build_to`; a `rank` is a number that a form shows as on the cards. With a
    `switch`, the field may also be null; the text labels the control that switches between the two. A score is
    `made_of` a class whose attributes are fields too, its `parts`.

    `label` and `hint` are for a form, in the `group` with that title; `says` is the line of docs/rules.md. A difference
    is named by the `phrases` of the values, or else by `phrase`.

    `excludes` gives, for a flag that is on, the values that other fields cannot have then, each with a sentence for a
    form; `stages` gives the stage of a turn that exists only under one value.
    """

    name: str = ""
    kind: Kind
    label: str
    says: str
    group: str = ""
    hint: str = ""
    low: int = 0
    high: int = 0
    choices: Mapping[str, str] = dataclasses.field(default_factory=dict)
    switch: str = ""
    made_of: type = object
    parts: tuple[Field, ...] = ()
    phrases: Mapping[object, str] = dataclasses.field(default_factory=dict, repr=False)
    phrase: Phrase | None = dataclasses.field(default=None, repr=False)
    excludes: Mapping[str, tuple[object, str]] = dataclasses.field(default_factory=dict, repr=False)
    stages: Mapping[object, str] = dataclasses.field(default_factory=dict, repr=False)

    @property
    def attribute(self) -> str:
        """The name of the attribute of `Rules`: the JSON name, with an underscore after a Python keyword."""
        return "pass_" if self.name == "pass" else self.name

    @property
    def nullable(self) -> bool:
        """Whether null is allowed too."""
        return bool(self.switch)

    def of(self, rules: object) -> Any:
        """Return the value that this field has in some rules."""
        return attrgetter(self.attribute)(rules)

    def in_words(self, rules: object, say: Naming) -> str:
        """Describe the value of this field in some rules, in a few words."""
        return self.phrase(rules, say) if self.phrase else _(self.phrases[self.of(rules)])


@dataclass(frozen=True, slots=True)
class Group:
    """The fields that belong together in a form, under a title."""

    title: str
    fields: tuple[Field, ...]


# --- making an entry -------------------------------------------------------------------------------------------------


def entry(default: object, kind: Kind, label: str, says: str, **about: Any) -> Any:
    """Return a dataclass attribute with this default and an entry made from the rest; see `Field`."""
    field = Field(kind=kind, label=label, says=says, **about)
    return dataclasses.field(default=default, metadata={_ENTRY: field})


def flag(default: bool, label: str, says: str, *, on: str, off: str, **about: Any) -> Any:
    """Return a field that is true or false, with the phrase for each."""
    return entry(default, "flag", label, says, phrases={True: on, False: off}, **about)


def choice(default: str, label: str, says: str, options: Mapping[str, tuple[str, str]], **about: Any) -> Any:
    """Return a field with one of some words as its value; each has a label for a form, and a phrase."""
    choices = {word: shown for word, (shown, _phrase) in options.items()}
    phrases = {word: phrase for word, (_shown, phrase) in options.items()}
    return entry(default, "choice", label, says, choices=choices, phrases=phrases, **about)


def fields_of(kind: type, prefix: str = "") -> tuple[Field, ...]:
    """Return the entries of the attributes of a dataclass, in order, with their names."""
    return tuple(
        dataclasses.replace(attribute.metadata[_ENTRY], name=prefix + attribute.name.rstrip("_"))
        for attribute in dataclasses.fields(kind)
    )


# --- reading one from JSON, and refusing values that are invalid on their own ---------------------------------------


def read_value(field: Field, value: object) -> object:
    """Return the attribute of `Rules` for a JSON value: lists become tuples, objects a `Deck` or a score.

    Only the shape is checked here; `check_value` checks the content. Raises `InvalidRules`.
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
    """Raise `InvalidRules` unless `value` is valid for this field on its own."""
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
            if not isinstance(value, field.made_of):
                text = _("{field} must be a score, not {value}.")
                raise _refusal(field, text.format(field=field.name, value=shown(value)))
            for part in field.parts:
                check_value(part, getattr(value, part.name.partition(".")[2]), build_to)


def _refusal(field: Field, message: str, *others: str) -> InvalidRules:
    """Return the error for a value of a field; a part of a score is marked as the score."""
    return InvalidRules(message, (field.name.partition(".")[0], *others), _plain(field))


def _plain(field: Field) -> str:
    """Say which values a field takes, to a person who fills in a form, in the form's words."""
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


def _read_score(field: Field, value: object) -> object:
    names = [part.name.partition(".")[2] for part in field.parts]
    keys = ", ".join(f'"{name}"' for name in names)
    if not isinstance(value, Mapping):
        text = _("{field} must be an object with {keys}, not {value}.")
        raise _refusal(field, text.format(field=field.name, keys=keys, value=shown(value)))
    if set(value) != set(names):
        raise _refusal(field, _("{field} must have exactly the keys {keys}.").format(field=field.name, keys=keys))
    return field.made_of(**value)


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
