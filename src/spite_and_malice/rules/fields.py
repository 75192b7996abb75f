"""The fields of the rules one by one: kinds, ranges and names (RULES.md section 7).

What several fields say together is the subject of `combinations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from spite_and_malice.rules.deck import MOST_COPIES, MOST_PACKS, Deck, InvalidDeck
from spite_and_malice.rules.errors import InvalidRules, one_of, shown
from spite_and_malice.texts import N_, _

Wild = Literal["K", "*"]
Completed = Literal["shuffle", "aside"]
SideOrder = Literal["any", "descending"]
EmptyHand = Literal["refill", "end"]
Place = Literal["hand", "payoff", "side"]
First = Literal["highest", "dealer", "left"]
StockOut = Literal["draw", "fewest", "renew"]
Stalemate = Literal["end", "low", "redeal"]
StalemateScore = Literal["difference", "none"]

HIGHEST_SCORE: Final = 1000


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth (RULES.md section 6): `win` points, `card` points a card left, and after a stalemate."""

    win: int = 5
    card: int = 1
    stalemate: StalemateScore = "difference"

    def to_json(self) -> dict[str, Any]:
        """Write the three keys as JSON."""
        return {"win": self.win, "card": self.card, "stalemate": self.stalemate}


Kind = Literal["number", "flag", "choice", "names", "ranks", "deck", "score"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its JSON `name`, what `kind` of value it takes, and which ones.

    `label` is what a form calls a number, to be translated; `low` and `high` bound it; `choices` are the words a choice
    or a list of names may use; `nullable` says whether null is a value too. Ranks run from 1 to the rules' own
    `build_to`.
    """

    name: str
    kind: Kind
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    nullable: bool = False
    label: str = ""

    @property
    def attribute(self) -> str:
        """The name of the attribute of `Rules`: the JSON name, with an underscore after a Python keyword."""
        return "pass_" if self.name == "pass" else self.name


def _number(name: str, low: int, high: int, label: str, *, nullable: bool = False) -> Field:
    return Field(name, "number", low=low, high=high, nullable=nullable, label=label)


def _words(name: str, kind: Kind, literal: Any) -> Field:
    return Field(name, kind, choices=get_args(literal))


FIELDS: Final[dict[str, Field]] = {
    field.name: field
    for field in (
        _number("players", 2, 8, N_("Players")),
        Field("partners", "flag"),
        Field("deck", "deck"),
        Field("payoff_deck", "deck", nullable=True),
        _words("wilds", "names", Wild),
        _number("build_to", 2, 15, N_("Stacks are built up to")),
        Field("wild_never", "ranks"),
        Field("wild_covered", "flag"),
        _number("hand", 1, 10, N_("Cards in hand")),
        _number("payoff", 1, 60, N_("Cards in a pay-off pile")),
        _number("payoff_piles", 1, 4, N_("Pay-off piles each")),
        _number("centre", 1, 12, N_("Centre stacks"), nullable=True),
        _words("completed", "choice", Completed),
        _number("side", 1, 8, N_("Side stacks each")),
        _words("side_order", "choice", SideOrder),
        Field("side_dealt", "flag"),
        Field("side_filled", "flag"),
        Field("no_discard", "ranks"),
        Field("pairs", "flag"),
        Field("pass", "flag"),
        Field("loading", "flag"),
        _words("empty_hand", "choice", EmptyHand),
        Field("forced", "ranks"),
        _words("forced_from", "names", Place),
        _words("first", "choice", First),
        _words("stock_out", "choice", StockOut),
        _words("stalemate", "choice", Stalemate),
        Field("score", "score"),
        _number("target", 1, 100_000, N_("Points that end the match")),
    )
}
"""Every field by its JSON name, in the order of the table in RULES.md section 7."""

SCORE_FIELDS: Final = ("win", "card", "stalemate")
_SCORE_KEYS: Final = ", ".join(f'"{name}"' for name in SCORE_FIELDS)


def read_value(field: Field, value: object) -> object:
    """Return the attribute of `Rules` for a JSON value: lists become tuples, objects `Deck` or `Score`.

    Only the shape is looked at here; `check_value` looks at the content.
    """
    if value is None and field.nullable:
        return None
    if field.kind == "deck":
        try:
            return Deck.from_json(value)
        except InvalidDeck as error:
            message = _("{field} {fault}.").format(field=field.name, fault=error)
            plain = _("A deck needs whole numbers: 1 to {packs} packs, or up to {most} cards of a number or jokers.")
            plain = plain.format(packs=MOST_PACKS, most=MOST_COPIES)
            raise InvalidRules(message, (field.name,), plain) from None
    if field.kind == "score":
        return _read_score(value)
    if field.kind in ("names", "ranks"):
        if not isinstance(value, list | tuple):
            raise InvalidRules(
                _("{field} must be a list, not {value}.").format(field=field.name, value=shown(value)), (field.name,)
            )
        return tuple(value)
    return value


def check_value(field: Field, value: object, build_to: int) -> None:
    """Raise `InvalidRules` unless `value` is one that this field may have by itself."""
    if value is None and field.nullable:
        return
    match field.kind:
        case "number":
            _check_number(field.name, value, field.low, field.high, field.name, field.label, nullable=field.nullable)
        case "flag":
            if not isinstance(value, bool):
                text = _("{field} must be true or false, not {value}.")
                raise InvalidRules(text.format(field=field.name, value=shown(value)), (field.name,))
        case "choice":
            _check_choice(field.name, value, field.choices, field.name)
        case "names" | "ranks":
            _check_list(field, value, build_to)
        case "deck":
            if not isinstance(value, Deck):
                text = _("{field} must be a deck, not {value}.")
                raise InvalidRules(text.format(field=field.name, value=shown(value)), (field.name,))
        case "score":
            _check_score(value)


def _read_score(value: object) -> Score:
    if not isinstance(value, Mapping):
        text = _("score must be an object with {keys}, not {value}.")
        raise InvalidRules(text.format(keys=_SCORE_KEYS, value=shown(value)), ("score",))
    if set(value) != set(SCORE_FIELDS):
        raise InvalidRules(_("score must have exactly the keys {keys}.").format(keys=_SCORE_KEYS), ("score",))
    return Score(value["win"], value["card"], value["stalemate"])


def _check_score(value: object) -> None:
    if not isinstance(value, Score):
        raise InvalidRules(_("score must be a score, not {value}.").format(value=shown(value)), ("score",))
    _check_number("score.win", value.win, 0, HIGHEST_SCORE, "score", N_("Points for winning"))
    _check_number("score.card", value.card, 0, HIGHEST_SCORE, "score", N_("And for each card left"))
    _check_choice("score.stalemate", value.stalemate, get_args(StalemateScore), "score")


def _check_number(
    what: str, value: object, low: int, high: int, field: str, label: str, *, nullable: bool = False
) -> None:
    if type(value) is not int or not low <= value <= high:
        text = _("{field} must be a whole number from {low} to {high}, not {value}.")
        if nullable:
            text = _("{field} must be a whole number from {low} to {high}, or null, not {value}.")
        plain = _("“{label}” takes a whole number from {low} to {high}.").format(label=_(label), low=low, high=high)
        raise InvalidRules(text.format(field=what, low=low, high=high, value=shown(value)), (field,), plain)


def _check_choice(what: str, value: object, choices: tuple[str, ...], field: str) -> None:
    if not isinstance(value, str) or value not in choices:
        text = _("{field} must be {choices}, not {value}.")
        raise InvalidRules(text.format(field=what, choices=one_of(choices), value=shown(value)), (field,))


def _check_list(field: Field, value: object, build_to: int) -> None:
    if not isinstance(value, tuple):
        text = _("{field} must be a tuple, not {value}.")
        raise InvalidRules(text.format(field=field.name, value=shown(value)), (field.name,))
    seen: list[object] = []
    for item in value:
        if field.kind == "ranks":
            _check_rank(field.name, item, build_to)
        elif not isinstance(item, str) or item not in field.choices:
            text = _("{field} may only name {choices}, not {value}.")
            raise InvalidRules(
                text.format(field=field.name, choices=one_of(field.choices), value=shown(item)), (field.name,)
            )
        if item in seen:
            text = _("{field} names {value} twice: once is enough.")
            raise InvalidRules(text.format(field=field.name, value=shown(item)), (field.name,))
        seen.append(item)


def _check_rank(name: str, item: object, build_to: int) -> None:
    if type(item) is not int or not 1 <= item <= build_to:
        text = _("{field} may only name ranks, whole numbers from 1 to build_to ({high}), not {value}.")
        raise InvalidRules(text.format(field=name, high=build_to, value=shown(item)), (name, "build_to"))
