"""The fields of patience's rules (PATIENCE.md section 2): their values, and everything a form says about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from spite_and_malice.rules.errors import InvalidRules, shown
from spite_and_malice.texts import N_, _

Layout = Literal["piles", "pyramid", "peaks", "grid"]
Face = Literal["top", "up"]
Aim = Literal["build", "runs", "pairs", "waste", "aces", "rows", "one", "clock"]
Build = Literal["alternate", "suit", "colour", "any", "none", "heap"]
Direction = Literal["down", "both"]
Groups = Literal["run", "none", "cells", "suit", "any", "pile", "ends"]
Empty = Literal["king", "any", "none", "waste", "auto"]
Stock = Literal["waste", "piles", "hand", "reserve"]
Clear = Literal["tableau", "all"]
Home = Literal["suit", "any", "steps", "twos", "ends", "clock", "sultan", "osmosis"]
Gather = Literal["none", "deal", "shuffle"]
Draw = Literal[1, 3]

MOST_PASSES: Final = 99


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its JSON `name`, its `default`, its `values`, and its texts for a form.

    `values` are all possible values, each with its words; where there are too many to name them, `low` and `high` bound
    integers, and for a list of integers `counts` bounds its length. `label` and `hint`, the words of the values and
    `allowed` are texts to be translated. `rare` are values of games that the common searches do not play.
    """

    name: str
    default: object
    label: str
    hint: str
    values: tuple[tuple[object, str], ...] = ()
    low: int = 0
    high: int = -1
    counts: tuple[int, int] | None = None
    allowed: str = ""
    rare: tuple[object, ...] = ()

    def check(self, value: object) -> None:
        """Raise `InvalidRules` unless this field may have that value; 1.0 and true are not 1."""
        if any(type(value) is type(each) and value == each for each, _words in self.values):
            return
        if self._is_within(value) if self.counts is None else self._is_list(value, *self.counts):
            return
        message = _("{field} must be {allowed}, not {value}.")
        most = self.counts[1] if self.counts else 0
        allowed = _(self.allowed).format(low=self.low, high=self.high, most=most)
        raise InvalidRules(message.format(field=self.name, allowed=allowed, value=shown(value)), (self.name,))

    def _is_list(self, value: object, least: int, most: int) -> bool:
        return isinstance(value, tuple) and least <= len(value) <= most and all(map(self._is_within, value))

    def _is_within(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high


_YES_OR_NO: Final = N_("true or false")

FIELDS: Final[dict[str, Field]] = {
    field.name: field
    for field in (
        Field(
            "packs",
            1,
            N_("Packs"),
            N_("How many packs of 52 cards there are."),
            ((1, N_("One pack")), (2, N_("Two packs"))),
            allowed=N_("1 or 2"),
        ),
        Field(
            "suits",
            4,
            N_("Suits"),
            N_("With fewer suits it is easier: more cards fit each other."),
            ((4, N_("Four suits")), (2, N_("Two suits")), (1, N_("One suit"))),
            allowed=N_("4, 2 or 1"),
        ),
        Field(
            "layout",
            "piles",
            N_("Layout"),
            N_("What the tableau looks like."),
            (
                ("piles", N_("Piles")),
                ("pyramid", N_("A pyramid")),
                ("peaks", N_("Three peaks")),
                ("grid", N_("A grid")),
            ),
            allowed=N_('"piles", "pyramid", "peaks" or "grid"'),
            rare=("grid",),
        ),
        Field(
            "piles",
            (1, 2, 3, 4, 5, 6, 7),
            N_("Cards in each pile"),
            N_("How many cards each pile begins with; in a pyramid, peaks and a grid each row, from the top."),
            low=0,
            high=20,
            counts=(0, 20),
            allowed=N_("a list of at most {most} whole numbers from {low} to {high}"),
        ),
        Field(
            "face",
            "top",
            N_("Face up"),
            N_("Which cards lie face up, or how many lie face down at the bottom of each pile."),
            (("top", N_("The top cards")), ("up", N_("All cards"))),
            low=0,
            high=19,
            counts=(1, 20),
            allowed=N_('"top", "up" or a list of whole numbers from {low} to {high}'),
        ),
        Field(
            "cells",
            0,
            N_("Free cells"),
            N_("Places for one card each."),
            low=0,
            high=8,
            allowed=N_("a whole number from {low} to {high}"),
        ),
        Field(
            "cells_dealt",
            0,
            N_("Cells with a card"),
            N_("How many of the free cells begin with a card."),
            low=0,
            high=8,
            allowed=N_("a whole number from {low} to {high}"),
        ),
        Field(
            "reserve",
            (),
            N_("Reserve"),
            N_("Piles that cards leave but never enter, with the cards in each."),
            low=0,
            high=20,
            counts=(0, 16),
            allowed=N_("a list of at most {most} whole numbers from {low} to {high}"),
        ),
        Field(
            "kings_down",
            False,
            N_("Kings at the bottom"),
            N_("Whether the kings go to the bottom of their piles in the deal."),
            ((True, N_("Kings go to the bottom")), (False, N_("Kings lie where they are dealt"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "aim",
            "build",
            N_("Aim"),
            N_("What wins the game."),
            (
                ("build", N_("All cards on the foundations")),
                ("runs", N_("Each suit as a run from king to ace")),
                ("pairs", N_("Clear the table by pairs")),
                ("waste", N_("Clear the table onto the waste")),
                ("aces", N_("Clear away all cards but the aces")),
                ("rows", N_("Each row from the two to the king in one suit")),
                ("one", N_("All cards on one pile")),
                ("clock", N_("Every card at its hour before the fourth king")),
            ),
            allowed=N_('"build", "runs", "pairs", "waste", "aces", "rows", "one" or "clock"'),
            rare=("aces", "rows", "one", "clock"),
        ),
        Field(
            "base",
            1,
            N_("Base"),
            N_("The rank that foundations begin with, or the first card of the waste."),
            (("dealt", N_("That of a card that is dealt")), ("first", N_("That of the first card, which stays"))),
            low=1,
            high=13,
            allowed=N_('a whole number from {low} to {high}, "dealt" or "first"'),
        ),
        Field(
            "ready",
            False,
            N_("Foundations begun"),
            N_("Whether the cards of the base rank lie on the foundations from the start."),
            ((True, N_("They lie there from the start")), (False, N_("They have to be played there"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "worry_back",
            True,
            N_("Back from the foundations"),
            N_("Whether the top card of a foundation may go back to the tableau."),
            ((True, N_("Cards may go back")), (False, N_("Cards stay where they are"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "build",
            "alternate",
            N_("Suits in building"),
            N_("Which cards may be built on each other in the tableau."),
            (
                ("alternate", N_("The other colour")),
                ("suit", N_("The same suit")),
                ("colour", N_("The same colour")),
                ("any", N_("Any suit")),
                ("none", N_("No building")),
                ("heap", N_("Cards of the waste on any card")),
            ),
            allowed=N_('"alternate", "suit", "colour", "any", "none" or "heap"'),
            rare=("heap",),
        ),
        Field(
            "direction",
            "down",
            N_("Direction"),
            N_("Whether the tableau is built down only."),
            (("down", N_("Down")), ("both", N_("Up and down"))),
            allowed=N_('"down" or "both"'),
        ),
        Field(
            "wrap",
            False,
            N_("Round the corner"),
            N_("Whether the lowest and the highest rank are neighbours."),
            ((True, N_("They are neighbours")), (False, N_("They are not"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "groups",
            "run",
            N_("Moving several cards"),
            N_("Which cards move from pile to pile as one."),
            (
                ("run", N_("Any part of a run")),
                ("none", N_("One card at a time")),
                ("cells", N_("As many as the free cells allow")),
                ("suit", N_("Runs of one suit")),
                ("any", N_("Any face-up card with all that lie on it")),
                ("pile", N_("Whole piles")),
                ("ends", N_("Whole piles or one card")),
            ),
            allowed=N_('"run", "none", "cells", "suit", "any", "pile" or "ends"'),
        ),
        Field(
            "empty",
            "king",
            N_("On an empty pile"),
            N_("What may be moved to a pile of the tableau that is empty."),
            (
                ("king", N_("Only a king")),
                ("any", N_("Any card")),
                ("none", N_("No card")),
                ("waste", N_("Only the top card of the waste")),
                ("auto", N_("At once a card of the waste or the stock")),
            ),
            allowed=N_('"king", "any", "none", "waste" or "auto"'),
            rare=("auto",),
        ),
        Field(
            "refill",
            False,
            N_("Empty piles refilled"),
            N_("Whether an empty pile is filled at once from the reserve."),
            ((True, N_("From the reserve")), (False, N_("They stay empty"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "stock",
            "waste",
            N_("The stock"),
            N_("Where the cards of the stock go."),
            (
                ("waste", N_("To the waste")),
                ("piles", N_("One on each pile")),
                ("hand", N_("To the waste, one whenever that is empty")),
                ("reserve", N_("One on each pile of the reserve")),
            ),
            allowed=N_('"waste", "piles", "hand" or "reserve"'),
            rare=("hand", "reserve"),
        ),
        Field(
            "draw",
            1,
            N_("Cards turned at a time"),
            N_("With one it is the easier game, with three the harder."),
            ((1, N_("One card")), (3, N_("Three cards"))),
            allowed=N_("1 or 3"),
        ),
        Field(
            "passes",
            None,
            N_("Passes through the stock"),
            N_("How often you may go through the stock, or lay the cards out."),
            ((None, N_("As many as you like")),),
            low=1,
            high=MOST_PASSES,
            allowed=N_("a whole number from {low} to {high}, or null for as many as one likes"),
        ),
        Field(
            "deal_gaps",
            False,
            N_("Dealing with empty piles"),
            N_("Whether the stock may be dealt while a pile is empty."),
            ((True, N_("Allowed")), (False, N_("Not allowed"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "sum",
            13,
            N_("Sum of a pair"),
            N_("What the ranks of a pair add up to; jack, queen and king count 11, 12 and 13."),
            ((0, N_("The same rank")),),
            low=2,
            high=26,
            allowed=N_("0 or a whole number from {low} to {high}"),
            rare=(0,),
        ),
        Field(
            "waste_pair",
            False,
            N_("Pairs in the waste"),
            N_("Whether the two top cards of the waste may be a pair."),
            ((True, N_("They may")), (False, N_("They may not"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "king_stops",
            False,
            N_("Kings stop the waste"),
            N_("Whether nothing goes on a king on the waste."),
            ((True, N_("Nothing goes on a king")), (False, N_("A queen goes on a king"))),
            allowed=_YES_OR_NO,
        ),
        Field(
            "clear",
            "tableau",
            N_("What has to go"),
            N_("Whether stock and waste have to be cleared too."),
            (("tableau", N_("The table")), ("all", N_("All cards"))),
            allowed=N_('"tableau" or "all"'),
        ),
        Field(
            "home",
            "suit",
            N_("Foundations"),
            N_("How the foundations are built."),
            (
                ("suit", N_("Up in suit")),
                ("any", N_("Up, whatever the suits")),
                ("steps", N_("Up by one, two, three and four")),
                ("twos", N_("Up by two in suit")),
                ("ends", N_("Up from the aces and down from the kings")),
                ("clock", N_("Up in suit to the hours of a clock")),
                ("sultan", N_("Up in suit round the sultan")),
                ("osmosis", N_("Each rank after it lies on the foundation before")),
            ),
            allowed=N_('"suit", "any", "steps", "twos", "ends", "clock", "sultan" or "osmosis"'),
            rare=("any", "steps", "twos", "ends", "clock", "sultan", "osmosis"),
        ),
        Field(
            "gather",
            "none",
            N_("Gathering the tableau"),
            N_("Whether the tableau may be gathered and laid out again; passes says how many layouts there are."),
            (("none", N_("No")), ("deal", N_("Yes, unshuffled")), ("shuffle", N_("Yes, shuffled"))),
            allowed=N_('"none", "deal" or "shuffle"'),
            rare=("deal", "shuffle"),
        ),
        Field(
            "merci",
            0,
            N_("Cards drawn from under others"),
            N_("How many cards may be drawn from under others in the last pass."),
            low=0,
            high=3,
            allowed=N_("a whole number from {low} to {high}"),
            rare=(1, 2, 3),
        ),
        Field(
            "pocket",
            False,
            N_("Pocket"),
            N_("Whether cards of a pile may be set aside once the stock is empty."),
            ((True, N_("Cards may be set aside")), (False, N_("No card is set aside"))),
            allowed=_YES_OR_NO,
            rare=(True,),
        ),
    )
}
"""Every field by its JSON name, in the order of the table in PATIENCE.md section 2."""

ALWAYS_WRITTEN: Final = ("draw", "passes", "empty", "worry_back")
"""The fields of Klondike, which JSON always names; the others only where they differ from the default."""
