"""The rules of every version of Spite and Malice: cards and decks, the fields, the presets, and all of it in words."""

from spite_and_malice.rules.cards import (
    CARD_TEXTS,
    JOKER,
    UNKNOWN,
    Deck,
    InvalidCard,
    InvalidDeck,
    card_code,
    card_codes,
    card_rank,
    card_text,
    card_texts,
)
from spite_and_malice.rules.errors import InvalidRules
from spite_and_malice.rules.field import Field, Group
from spite_and_malice.rules.fields import FIELDS, GROUPS, Score
from spite_and_malice.rules.model import Rules
from spite_and_malice.rules.presets import PRESETS, Preset, has_stars, preset_for, preset_rules, rules_from, terms_of
from spite_and_malice.rules.words import Topic, describe, describe_by_topic, differences

__all__ = [
    "CARD_TEXTS",
    "FIELDS",
    "GROUPS",
    "JOKER",
    "PRESETS",
    "UNKNOWN",
    "Deck",
    "Field",
    "Group",
    "InvalidCard",
    "InvalidDeck",
    "InvalidRules",
    "Preset",
    "Rules",
    "Score",
    "Topic",
    "card_code",
    "card_codes",
    "card_rank",
    "card_text",
    "card_texts",
    "describe",
    "describe_by_topic",
    "differences",
    "has_stars",
    "preset_for",
    "preset_rules",
    "rules_from",
    "terms_of",
]
