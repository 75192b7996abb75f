"""What sets rules apart from others, as short phrases: one for each field that differs."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from spite_and_malice.rules.deck import Deck
from spite_and_malice.rules.fields import Field
from spite_and_malice.rules.model import FIELDS, Rules
from spite_and_malice.rules.naming import Naming, capital

STANDARD: Final = Rules()


def differences(rules: Rules, base: Rules = STANDARD) -> list[str]:
    """Name every field in which `rules` differ from `base`, as a short phrase that says what it is in `rules`.

    The phrases come in the order of the fields; there are none if the two are the same game.
    """
    say = Naming(rules)
    entries = [entry for field in FIELDS.values() for entry in field.parts or (field,)]
    phrases = [capital(entry.phrase(say)) for entry in entries if _meaning(rules, entry) != _meaning(base, entry)]
    return list(dict.fromkeys(phrases))


def _meaning(rules: Rules, field: Field) -> object:
    """Return a value that two rules share if and only if what a field stands for is the same in both."""
    value = attrgetter(field.attribute)(rules)
    if isinstance(value, Deck):
        return (value.packs, tuple(pair for pair in value.numbers or () if pair[1]), value.jokers)
    return frozenset(value) if isinstance(value, tuple) else value
