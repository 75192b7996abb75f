"""The rules of a table as one value, and which values of fields exclude each other (RULES.md section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from spite_and_malice.arguments import of_type, plain
from spite_and_malice.rules.cards import KING, Deck, card_rank
from spite_and_malice.rules.errors import InvalidRules, no_field, shown
from spite_and_malice.rules.field import check_value, read_value
from spite_and_malice.rules.fields import FIELDS, RuleFields, Score
from spite_and_malice.texts import _, listed, ngettext


@dataclass(frozen=True, slots=True)
class Rules(RuleFields):
    """The rules of a table: one attribute for each of the `fields`, each with its default.

    Checked on construction: a `Rules` that exists can be played. Raises `InvalidRules` otherwise.
    """

    def __post_init__(self) -> None:
        for field in FIELDS.values():
            object.__setattr__(self, field.attribute, plain(field.of(self)))
        check_value(FIELDS["build_to"], self.build_to, self.build_to)
        for field in FIELDS.values():
            check_value(field, field.of(self), self.build_to)
        _check_combinations(self)

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        # Unpickled data is checked too.
        return Rules, tuple(getattr(self, field.name) for field in dataclass_fields(self))

    @classmethod
    def from_json(cls, obj: object) -> Rules:
        """Read the rules from an object with the field names of RULES.md section 7; missing fields have their defaults.

        Raises `InvalidRules` with a sentence that names the fields.
        """
        if not isinstance(obj, Mapping):
            raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
        for key in obj:
            if not isinstance(key, str) or key not in FIELDS:
                raise no_field(key, FIELDS)
        return cls(**{FIELDS[name].attribute: read_value(FIELDS[name], value) for name, value in obj.items()})  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """Every field as JSON, in the order of the table in RULES.md section 7."""
        return {name: _json(field.of(self)) for name, field in FIELDS.items()}

    def changes_from(self, base: Rules) -> dict[str, object]:
        """Return the fields that differ from `base`, as JSON: changing these in `base` gives these rules."""
        fields = of_type(base, Rules, "base").to_json()
        return {name: value for name, value in self.to_json().items() if value != fields[name]}

    @property
    def side_count(self) -> int:
        """The number of sides: pairs of partners, or else players."""
        return self.players // 2 if self.partners else self.players

    def side_of(self, seat: int) -> int:
        """Return the side that `seat` plays for, from 0."""
        return seat % self.side_count

    def partner(self, seat: int) -> int | None:
        """Return the seat of the partner of `seat`, or None if everybody plays alone."""
        return (seat + self.players // 2) % self.players if self.partners else None

    def is_wild(self, card: str) -> bool:
        """Return whether a card is wild; an empty text, for no card, is not."""
        return of_type(card, str, "card")[:1] in self.wilds

    def natural_rank(self, card: str) -> int:
        """Return the rank of a natural card, 0 for a wild one and for an empty text; `InvalidCard` for others."""
        return 0 if not card or self.is_wild(card) else card_rank(card)


def _json(value: object) -> object:
    if isinstance(value, Deck | Score):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value


# --- combinations that make no sense (the last paragraph of the section) ---------------------------------------------


def _check_combinations(rules: Rules) -> None:
    """Raise `InvalidRules` for the first combination that makes no sense; each field is valid on its own."""
    _check_partners(rules)
    _check_wilds(rules)
    _check_ranks_above(rules)
    _check_ranks_missing(rules)
    _check_loading(rules)
    _check_forced(rules)
    _check_excluded(rules)
    _check_deal(rules)


def _decks(rules: Rules) -> dict[str, Deck]:
    decks = {"deck": rules.deck}
    if rules.payoff_deck is not None:
        decks["payoff_deck"] = rules.payoff_deck
    return decks


def _check_partners(rules: Rules) -> None:
    if rules.partners and (rules.players % 2 or rules.players < 4):
        raise InvalidRules(
            _("partners needs an even number of players, at least 4, but players is {players}.").format(
                players=rules.players
            ),
            ("partners", "players"),
            _("Pairs need an even number of players, at least 4; there are {players}.").format(players=rules.players),
        )


def _check_wilds(rules: Rules) -> None:
    decks = _decks(rules)
    places = listed([*decks], either=True)
    if "K" in rules.wilds and not any(deck.has_kings for deck in decks.values()):
        text = _('wilds names kings ("K"), but there is no king in {places}: take "K" out of wilds or play with packs.')
        plain = _("Kings are wild, but there is none: play with packs of 52, or do not let kings be wild.")
        raise InvalidRules(text.format(places=places), ("wilds", *decks), plain)
    if "*" in rules.wilds and not any(deck.jokers for deck in decks.values()):
        text = _('wilds names jokers ("*"), but there is no joker in {places}: add jokers or take "*" out of wilds.')
        plain = _("Jokers are wild, but there is none: add jokers, or do not let them be wild.")
        raise InvalidRules(text.format(places=places), ("wilds", *decks), plain)
    if "*" not in rules.wilds:
        for name, deck in decks.items():
            if deck.jokers:
                text = _(
                    'There are jokers in {deck}, but wilds does not name them: add "*" to wilds or leave the jokers '
                    "out."
                )
                plain = _("There are jokers, but they are not wild: let them be wild or leave them out.")
                raise InvalidRules(text.format(deck=name), (name, "wilds"), plain)


def _natural_ranks(rules: Rules, deck: Deck) -> set[int]:
    ranks = set(deck.ranks())
    if deck.has_kings and "K" in rules.wilds:
        ranks.discard(KING)
    return ranks


def _check_ranks_above(rules: Rules) -> None:
    for name, deck in _decks(rules).items():
        above = max(_natural_ranks(rules, deck), default=0)
        if above <= rules.build_to:
            continue
        only_kings = deck.has_kings and rules.build_to == KING - 1
        if only_kings:
            text = _(
                "{deck} holds natural cards of rank {rank}, but build_to is {build_to}, so they could never be played: "
                "raise build_to to {rank} or name kings in wilds."
            )
            plain = _(
                "Kings are not wild, but [stacks] end with the queen, so no king could ever be played: build up to the "
                "king or let kings be wild."
            )
        else:
            text = _(
                "{deck} holds natural cards of rank {rank}, but build_to is {build_to}, so they could never be played: "
                "raise build_to to {rank}."
            )
            plain = _(
                "There are cards of rank {rank}, but [stacks] are built up to {build_to}, so they could never be "
                "played: build higher."
            )
        raise InvalidRules(
            text.format(deck=name, rank=above, build_to=rules.build_to),
            ("build_to", name, "wilds") if only_kings else ("build_to", name),
            plain.format(rank=above, build_to=rules.build_to),
        )


def _check_ranks_missing(rules: Rules) -> None:
    decks = _decks(rules)
    natural = set[int]().union(*(_natural_ranks(rules, deck) for deck in decks.values()))
    for rank in range(1, rules.build_to + 1):
        covers_last = rules.wild_covered and rank == rules.build_to
        if rank in natural or (rules.wilds and rank not in rules.wild_never and not covers_last):
            continue
        fields = ["build_to", *decks, "wilds"]
        if rank in rules.wild_never:
            fields.append("wild_never")
        if covers_last:
            fields.append("wild_covered")
        text = _(
            "No natural card has rank {rank} and no wild card may stand for it, so a [centre stack] could never reach "
            "build_to ({build_to}): change {fields}."
        )
        raise InvalidRules(
            text.format(rank=rank, build_to=rules.build_to, fields=listed(fields, either=True)),
            tuple(fields),
            _(
                "No natural card has rank {rank} and no wild card may stand for it, so no [stack] could be finished: "
                "let a wild card stand for it, or build less high."
            ).format(rank=rank),
        )


def _check_loading(rules: Rules) -> None:
    for name, deck in _decks(rules).items():
        if rules.loading and deck.has_numbers:
            text = _(
                "loading goes by suit, but {deck} has number cards, which have none: play with packs or switch loading "
                "off."
            )
            plain = _("Loading goes by suit, and number cards have none: play with packs of 52 or without loading.")
            raise InvalidRules(text.format(deck=name), ("loading", name), plain)


def _check_forced(rules: Rules) -> None:
    if rules.forced and not rules.forced_from:
        raise InvalidRules(
            _(
                "forced names ranks that must be played, but forced_from names no place they must be played from: "
                "give both or neither."
            ),
            ("forced_from", "forced"),
            _("Some ranks must be played, but from no place: choose places or no rank."),
        )
    if rules.forced_from and not rules.forced:
        raise InvalidRules(
            _(
                "forced_from names places, but forced names no rank that must be played from them: give both or "
                "neither."
            ),
            ("forced", "forced_from"),
            _("Something must be played from some places, but no rank is chosen: choose ranks or no place."),
        )


def _check_excluded(rules: Rules) -> None:
    for field in FIELDS.values():
        for name, (value, in_words) in field.excludes.items():
            if field.of(rules) and FIELDS[name].of(rules) == value:
                text = _("{field} does not go with {other} {value}: change one of the two.")
                raise InvalidRules(
                    text.format(field=field.name, other=name, value=shown(value)), (field.name, name), _(in_words)
                )


def _check_deal(rules: Rules) -> None:
    payoff = rules.players * rules.payoff_piles * rules.payoff
    rest = rules.players * ((rules.side if rules.side_dealt else 0) + rules.hand)
    rest_fields = ("hand", "side_dealt", "side") if rules.side_dealt else ("hand",)
    if rules.payoff_deck is None:
        _check_supply("deck", rules.deck, payoff + rest, ("payoff", "payoff_piles", *rest_fields, "players"))
    else:
        _check_supply("payoff_deck", rules.payoff_deck, payoff, ("payoff", "payoff_piles", "players"))
        _check_supply("deck", rules.deck, rest, (*rest_fields, "players"))


def _check_supply(name: str, deck: Deck, needed: int, fields: tuple[str, ...]) -> None:
    missing = needed - deck.count()
    if missing > 0:
        text = ngettext(
            "The deal needs {needed} cards from {deck}, which has {count}: {missing} card is missing. "
            "Make {deck} larger or deal fewer cards ({fields}).",
            "The deal needs {needed} cards from {deck}, which has {count}: {missing} cards are missing. "
            "Make {deck} larger or deal fewer cards ({fields}).",
            missing,
        )
        plain = _("{needed} cards are dealt, but there are only {count}: take more cards or deal fewer.")
        if name == "payoff_deck":
            plain = _("The [pay-off piles] need {needed} cards, but their deck has {count}: take more or deal fewer.")
        raise InvalidRules(
            text.format(needed=needed, deck=name, count=deck.count(), missing=missing, fields=", ".join(fields)),
            (name, *fields),
            plain.format(needed=needed, count=deck.count()),
        )
