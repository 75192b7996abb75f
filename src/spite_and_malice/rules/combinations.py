"""Combinations of fields that make no sense are refused (RULES.md section 7, last paragraph)."""

from __future__ import annotations

from spite_and_malice.rules.deck import KING, Deck
from spite_and_malice.rules.errors import InvalidRules
from spite_and_malice.rules.fields import RuleFields
from spite_and_malice.texts import _, listed, ngettext


def check_combinations(rules: RuleFields) -> None:
    """Raise `InvalidRules` for the first combination that makes no sense; every field is taken to be right alone."""
    _check_partners(rules)
    _check_wilds(rules)
    _check_ranks_above(rules)
    _check_ranks_missing(rules)
    _check_loading(rules)
    _check_forced(rules)
    _check_side_filled(rules)
    _check_deal(rules)


def _decks(rules: RuleFields) -> dict[str, Deck]:
    decks = {"deck": rules.deck}
    if rules.payoff_deck is not None:
        decks["payoff_deck"] = rules.payoff_deck
    return decks


def _check_partners(rules: RuleFields) -> None:
    if rules.partners and (rules.players % 2 or rules.players < 4):
        raise InvalidRules(
            _("partners needs an even number of players, at least 4, but players is {players}.").format(
                players=rules.players
            ),
            ("partners", "players"),
            _("Pairs need an even number of players, at least 4; there are {players}.").format(players=rules.players),
        )


def _check_wilds(rules: RuleFields) -> None:
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


def _natural_ranks(rules: RuleFields, deck: Deck) -> set[int]:
    ranks = set(deck.ranks())
    if deck.has_kings and "K" in rules.wilds:
        ranks.discard(KING)
    return ranks


def _check_ranks_above(rules: RuleFields) -> None:
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


def _check_ranks_missing(rules: RuleFields) -> None:
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


def _check_loading(rules: RuleFields) -> None:
    for name, deck in _decks(rules).items():
        if rules.loading and deck.has_numbers:
            text = _(
                "loading goes by suit, but {deck} has number cards, which have none: play with packs or switch loading "
                "off."
            )
            plain = _("Loading goes by suit, and number cards have none: play with packs of 52 or without loading.")
            raise InvalidRules(text.format(deck=name), ("loading", name), plain)


def _check_forced(rules: RuleFields) -> None:
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


def _check_side_filled(rules: RuleFields) -> None:
    if not rules.side_filled:
        return
    if rules.side_order == "descending":
        raise InvalidRules(
            _(
                'side_filled does not go with side_order "descending": switch side_filled off or set side_order to '
                '"any".'
            ),
            ("side_filled", "side_order"),
            _(
                "Empty [side stacks] cannot be filled first where [side stacks] go down: let cards lie there in any "
                "order."
            ),
        )
    if rules.pass_:
        raise InvalidRules(
            _("side_filled does not go with pass: switch one of the two off."),
            ("side_filled", "pass"),
            _("Empty [side stacks] cannot be filled first where passing is allowed: switch one of the two off."),
        )


def _check_deal(rules: RuleFields) -> None:
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
