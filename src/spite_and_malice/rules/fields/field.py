"""What a field of the rules is, and the few ways to make one (RULES.md section 7).

All that is known about a field stands in its entry: the values it takes, how a form asks for it, how a difference from
other rules is named, and what docs/rules.md says of it. Texts are marked for translation and translated when they are
used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from spite_and_malice.texts import _

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming

Kind = Literal["number", "rank", "flag", "choice", "names", "ranks", "deck", "score"]
Phrase = Callable[["Naming"], str]
"""Says in a few words what a field is in the rules that are named, as in "four centre stacks"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: its JSON `name`, what `kind` of value it takes, and which ones.

    `low` and `high` bound a number; `choices` gives for each word that a choice or a list of names may use what a form
    calls it. Ranks run from 1 to the rules' own `build_to`; a `rank` is a number that a form shows as on the cards.
    Where there is a `switch`, the field may also be null; the text stands beside what switches between the two.
    `parts` are the fields inside a score.

    `label` and `hint` are a form's, `says` is the line of docs/rules.md, `phrase` names a difference.
    """

    name: str
    kind: Kind
    label: str
    says: str
    phrase: Phrase = dataclasses.field(repr=False)
    hint: str = ""
    low: int = 0
    high: int = 0
    choices: Mapping[str, str] = dataclasses.field(default_factory=dict)
    switch: str = ""
    parts: tuple[Field, ...] = ()

    @property
    def attribute(self) -> str:
        """The name of the attribute of `Rules`: the JSON name, with an underscore after a Python keyword."""
        return "pass_" if self.name == "pass" else self.name

    @property
    def nullable(self) -> bool:
        """Whether null is a value too."""
        return bool(self.switch)


@dataclass(frozen=True, slots=True)
class Group:
    """The fields that belong together in a form, under a title."""

    title: str
    fields: tuple[Field, ...]


def flag(name: str, label: str, says: str, *, on: str, off: str, hint: str = "") -> Field:
    """Return a field that is true or false, with the phrase for each."""
    attribute = "pass_" if name == "pass" else name

    def phrase(say: Naming) -> str:
        return _(on if getattr(say.rules, attribute) else off)

    return Field(name=name, kind="flag", label=label, says=says, phrase=phrase, hint=hint)


def choice(name: str, label: str, says: str, options: Mapping[str, tuple[str, str]], hint: str = "") -> Field:
    """Return a field that is one of some words; for each of them what a form calls it, and its phrase."""

    def phrase(say: Naming) -> str:
        return _(options[getattr(say.rules, name)][1])

    choices = {word: shown for word, (shown, _phrase) in options.items()}
    return Field(name=name, kind="choice", label=label, says=says, phrase=phrase, hint=hint, choices=choices)
