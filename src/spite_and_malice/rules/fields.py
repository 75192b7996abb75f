"""The fields of the rules (RULES.md section 7): everything about a field is in its entry.

Combinations of fields are the subject of `model` and `words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from spite_and_malice.arguments import plain
from spite_and_malice.rules.cards import Deck
from spite_and_malice.rules.field import Group, choice, entry, fields_of, flag
from spite_and_malice.rules.naming import Naming
from spite_and_malice.texts import N_, _, listed, ngettext

_TABLE: Final = N_("The table")
_PAYOFF: Final = N_("[Pay-off piles] and hand")
_CARDS: Final = N_("The cards")
_CENTRE: Final = N_("The centre")
_SIDE: Final = N_("[Side stacks]")
_TURN: Final = N_("The turn")
_ENDING: Final = N_("When nobody gets there")
_SCORING: Final = N_("The score")


def _players(rules: RuleFields, say: Naming) -> str:
    count = rules.players
    return ngettext("{count} player", "{count} players", count).format(count=say.number(count))


def _deck(rules: RuleFields, say: Naming) -> str:
    deck = say.deck(rules.deck)
    return deck if rules.payoff_deck is None else _("{deck} for hands and [stock]").format(deck=deck)


def _payoff_deck(rules: RuleFields, say: Naming) -> str:
    if rules.payoff_deck is None:
        return _("one deck for hands and [pay-off piles]")
    return _("{deck} for the [pay-off piles] alone").format(deck=say.deck(rules.payoff_deck))


def _wilds(rules: RuleFields, say: Naming) -> str:
    return _("{kinds} are wild").format(kinds=say.wilds()) if rules.wilds else _("no wild cards")


def _build_to(rules: RuleFields, say: Naming) -> str:
    return _("[centre stacks] run to {rank}").format(rank=say.rank(rules.build_to))


def _wild_never(rules: RuleFields, say: Naming) -> str:
    if not rules.wild_never:
        return _("wild cards stand for anything")
    return _("wild cards never stand for {ranks}").format(ranks=say.ranks(rules.wild_never, either=True))


def _hand(rules: RuleFields, say: Naming) -> str:
    count = rules.hand
    return ngettext("{count} card in hand", "{count} cards in hand", count).format(count=say.number(count))


def _payoff(rules: RuleFields, say: Naming) -> str:
    return _("{cards} in a [pay-off pile]").format(cards=say.cards(rules.payoff))


def _payoff_piles(rules: RuleFields, say: Naming) -> str:
    text = ngettext("{count} [pay-off pile] each", "{count} [pay-off piles] each", rules.payoff_piles)
    return text.format(count=say.number(rules.payoff_piles))


def _centre(rules: RuleFields, say: Naming) -> str:
    count = rules.centre
    if count is None:
        return _("any number of [centre stacks]")
    return ngettext("{count} [centre stack]", "{count} [centre stacks]", count).format(count=say.number(count))


def _side(rules: RuleFields, say: Naming) -> str:
    count = rules.side
    return ngettext("{count} [side stack] each", "{count} [side stacks] each", count).format(count=say.number(count))


def _no_discard(rules: RuleFields, say: Naming) -> str:
    if not rules.no_discard:
        return _("any card may be discarded")
    return _("{ranks} may not be discarded").format(ranks=say.ranks(rules.no_discard))


def _forced(rules: RuleFields, say: Naming) -> str:
    if not rules.forced:
        return _("no card has to be played")
    places = {
        "hand": _("from the hand"),
        "payoff": _("from the [pay-off pile]"),
        "side": _("from the [side stacks]"),
    }
    named = listed([name for place, name in places.items() if place in rules.forced_from])
    return _("{ranks} must be played {places}").format(ranks=say.ranks(rules.forced), places=named)


def _score(rules: RuleFields, say: Naming) -> str:
    text = _("{win} for winning and {card} a card")
    return text.format(win=say.points(rules.score.win), card=say.points(rules.score.card))


def _target(rules: RuleFields, say: Naming) -> str:
    if rules.target == 1:
        return _("one game, not a match")
    return _("a match to {points}").format(points=say.points(rules.target))


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a game (RULES.md section 6): `win` points, `card` points per card left, and after a stalemate."""

    win: int = entry(5, "number", N_("Points for winning"), "points for winning", high=1000, phrase=_score)
    card: int = entry(
        1,
        "number",
        N_("And for each card left"),
        "points for each card that the others have left",
        high=1000,
        phrase=_score,
    )
    stalemate: Literal["difference", "none"] = choice(
        "difference",
        N_("An unfinished game scores"),
        "what an unfinished game scores",
        {
            "difference": (N_("The difference in cards"), N_("an unfinished game scores the difference")),
            "none": (N_("Nothing"), N_("an unfinished game scores nothing")),
        },
    )

    def __post_init__(self) -> None:
        for name in ("win", "card"):
            object.__setattr__(self, name, plain(getattr(self, name)))

    def to_json(self) -> dict[str, Any]:
        """Write the three keys as JSON."""
        return {"win": self.win, "card": self.card, "stalemate": self.stalemate}


@dataclass(frozen=True, slots=True)
class RuleFields:
    """One attribute for each field of RULES.md section 7, in the order of its table; `pass` is spelt `pass_` here."""

    players: int = entry(2, "number", N_("Players"), "how many play", group=_TABLE, low=2, high=8, phrase=_players)
    partners: bool = flag(
        False,
        N_("Play in pairs"),
        "seats i and i + n/2 play as a pair; n even, at least 4",
        group=_TABLE,
        on=N_("partners play together"),
        off=N_("everybody plays alone"),
        hint=N_("Partners sit opposite each other; for an even number of players, four or more."),
    )
    deck: Deck = entry(Deck(packs=2), "deck", N_("Deck"), "what hands and stock come from", group=_CARDS, phrase=_deck)
    payoff_deck: Deck | None = entry(
        None,
        "deck",
        N_("[Pay-off piles]"),
        "a deck of their own for the pay-off piles; null: they come from `deck`",
        group=_CARDS,
        switch=N_("A deck of their own for the [pay-off piles]"),
        phrase=_payoff_deck,
    )
    wilds: tuple[Literal["K", "*"], ...] = entry(
        ("K",),
        "names",
        N_("Wild cards"),
        "which cards are wild: kings, jokers",
        group=_CARDS,
        choices={"K": N_("Kings"), "*": N_("Jokers")},
        phrase=_wilds,
    )
    build_to: int = entry(
        12,
        "rank",
        N_("[Stacks] are built up to"),
        "the rank that completes a centre stack",
        group=_CENTRE,
        low=2,
        high=15,
        phrase=_build_to,
    )
    wild_never: tuple[int, ...] = entry(
        (),
        "ranks",
        N_("Wild cards never stand for"),
        "what a wild card cannot stand for",
        group=_CARDS,
        phrase=_wild_never,
    )
    wild_covered: bool = flag(
        False,
        N_("A wild card must be covered at once"),
        "a wild card must be covered at once by a natural one",
        group=_CARDS,
        on=N_("a wild card must be covered at once"),
        off=N_("a wild card need not be covered"),
        hint=N_("Only with a natural card of one's own that can be seen."),
        stages={True: "cover"},
    )
    hand: int = entry(5, "number", N_("Cards in hand"), "cards in a hand", group=_PAYOFF, low=1, high=10, phrase=_hand)
    payoff: int = entry(
        20,
        "number",
        N_("Cards in a [pay-off pile]"),
        "cards in a pay-off pile",
        group=_PAYOFF,
        low=1,
        high=60,
        phrase=_payoff,
    )
    payoff_piles: int = entry(
        1,
        "number",
        N_("[Pay-off piles] each"),
        "pay-off piles of each player",
        group=_PAYOFF,
        low=1,
        high=4,
        phrase=_payoff_piles,
    )
    centre: int | None = entry(
        3,
        "number",
        N_("[Centre stacks]"),
        "places for centre stacks; null: always one more",
        group=_CENTRE,
        low=1,
        high=12,
        switch=N_("Any number"),
        phrase=_centre,
    )
    completed: Literal["shuffle", "aside"] = choice(
        "shuffle",
        N_("A finished [stack]"),
        "a finished stack goes into the stock at once, or is set aside",
        {
            "shuffle": (N_("Is shuffled into the [stock]"), N_("finished [stacks] go into the [stock] at once")),
            "aside": (N_("Is set aside"), N_("finished [stacks] are set aside")),
        },
        group=_CENTRE,
    )
    side: int = entry(
        4, "number", N_("[Side stacks] each"), "side stacks of each player", group=_SIDE, low=1, high=8, phrase=_side
    )
    side_order: Literal["any", "descending"] = choice(
        "any",
        N_("Cards on a [side stack]"),
        "how cards lie on a side stack",
        {
            "any": (N_("In any order"), N_("[side stacks] take cards in any order")),
            "descending": (N_("Equal or one lower"), N_("[side stacks] run downwards")),
        },
        group=_SIDE,
    )
    side_dealt: bool = flag(
        False,
        N_("A card on each from the start"),
        "each side stack starts with a card",
        group=_SIDE,
        on=N_("a card is dealt to each [side stack]"),
        off=N_("[side stacks] start empty"),
    )
    side_filled: bool = flag(
        False,
        N_("Empty ones are filled first"),
        "empty side stacks are filled before the turn can end",
        group=_SIDE,
        on=N_("empty [side stacks] are filled first"),
        off=N_("[side stacks] may stay empty"),
        hint=N_("Not with a descending order, nor with passing."),
        excludes={
            "side_order": (
                "descending",
                N_(
                    "Empty [side stacks] cannot be filled first where [side stacks] go down: let cards lie there in "
                    "any order."
                ),
            ),
            "pass": (
                True,
                N_("Empty [side stacks] cannot be filled first where passing is allowed: switch one of the two off."),
            ),
        },
        stages={True: "fill"},
    )
    no_discard: tuple[int, ...] = entry(
        (),
        "ranks",
        N_("Never on a [side stack]"),
        "natural cards that may not go to a side stack",
        group=_SIDE,
        hint=N_("Wild cards may always go there."),
        phrase=_no_discard,
    )
    pairs: bool = flag(
        False,
        N_("Two of a kind may go together"),
        "two of a kind may be discarded together",
        group=_SIDE,
        on=N_("pairs may be discarded"),
        off=N_("one card a discard"),
    )
    pass_: bool = flag(
        False,
        N_("Passing is allowed"),
        "a turn may end without a discard (in Python `pass_`)",
        group=_TURN,
        on=N_("you may pass"),
        off=N_("you pass only when nothing else is left"),
    )
    loading: bool = flag(
        False,
        N_("Loading is allowed"),
        "cards may be put onto an opponent's pay-off pile",
        group=_TURN,
        on=N_("opponents may be loaded"),
        off=N_("no loading"),
        hint=N_("A card of the same suit, one higher or lower, onto an opponent's [pay-off pile]."),
    )
    empty_hand: Literal["refill", "end"] = choice(
        "refill",
        N_("When the hand is empty"),
        "what happens when the last card of the hand is played",
        {
            "refill": (N_("A new hand is drawn"), N_("an empty hand is filled at once")),
            "end": (N_("The turn ends"), N_("an empty hand ends the turn")),
        },
        group=_PAYOFF,
    )
    forced: tuple[int, ...] = entry(
        (),
        "ranks",
        N_("Must be played when they can be"),
        "natural cards that must be played when they can be",
        group=_TURN,
        phrase=_forced,
    )
    forced_from: tuple[Literal["hand", "payoff", "side"], ...] = entry(
        (),
        "names",
        N_("… from these places"),
        "where the cards of `forced` must be played from",
        group=_TURN,
        choices={"hand": N_("Hand"), "payoff": N_("[Pay-off pile]"), "side": N_("[Side stacks]")},
        phrase=_forced,
    )
    first: Literal["highest", "dealer", "left"] = choice(
        "highest",
        N_("Who begins"),
        "who begins",
        {
            "highest": (N_("The highest card"), N_("the highest [pay-off card] begins")),
            "dealer": (N_("The dealer"), N_("the dealer begins")),
            "left": (N_("The dealer's neighbour"), N_("the dealer's left neighbour begins")),
        },
        group=_TABLE,
    )
    stock_out: Literal["draw", "fewest", "renew"] = choice(
        "draw",
        N_("When the [stock] is gone"),
        "what happens when a card must be drawn and there is none",
        {
            "draw": (N_("Nobody wins"), N_("nobody wins when the [stock] is gone")),
            "fewest": (N_("The fewest cards left win"), N_("the fewest cards win when the [stock] is gone")),
            "renew": (N_("A fresh deck comes in"), N_("the [stock] is renewed when it is gone")),
        },
        group=_ENDING,
    )
    stalemate: Literal["end", "low", "redeal"] = choice(
        "end",
        N_("At a stalemate"),
        "what happens when everybody in turn has moved no card",
        {
            "end": (N_("The game ends"), N_("a stalemate ends the game")),
            "low": (N_("A low card breaks it"), N_("a low card breaks a stalemate")),
            "redeal": (N_("New hands are dealt"), N_("a stalemate brings a new deal")),
        },
        group=_ENDING,
        hint=N_("When everybody in turn has moved no card."),
        stages={"low": "break"},
    )
    score: Score = entry(
        Score(),
        "score",
        N_("The score"),
        "points for winning, for each card left, and for an unfinished game",
        group=_SCORING,
        made_of=Score,
        parts=fields_of(Score, "score."),
        phrase=_score,
    )
    target: int = entry(
        50,
        "number",
        N_("Points that end the match"),
        "the points that end a match",
        group=_SCORING,
        low=1,
        high=100_000,
        phrase=_target,
    )


FIELDS: Final = MappingProxyType({field.name: field for field in fields_of(RuleFields)})
"""Every field by its JSON name, in the order of the table in RULES.md section 7."""

GROUPS: Final = tuple(
    Group(title, tuple(field for field in FIELDS.values() if field.group == title))
    for title in (_TABLE, _PAYOFF, _CARDS, _CENTRE, _SIDE, _TURN, _ENDING, _SCORING)
)
"""All fields, grouped and ordered as a form shows them."""
