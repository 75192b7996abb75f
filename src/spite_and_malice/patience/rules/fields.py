"""The fields of patience's rules (PATIENCE.md section 2): their values, and all that a form says about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from spite_and_malice.rules.errors import InvalidRules, shown
from spite_and_malice.texts import N_, _

Draw = Literal[1, 3]
Empty = Literal["king", "any"]

MOST_PASSES: Final = 99


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its JSON `name`, its `values`, and what a form says.

    `values` are all that there are, each with its words; where there are too many to name them, `low` and `high` bound
    whole numbers. `label` and `hint` and the words of the values are texts to be translated.
    """

    name: str
    label: str
    hint: str
    values: tuple[tuple[object, str], ...]
    low: int = 0
    high: int = 0
    allowed: str = ""

    def check(self, value: object) -> None:
        """Raise `InvalidRules` unless this field may have that value; 1.0 and true are not 1."""
        if any(type(value) is type(each) and value == each for each, _words in self.values):
            return
        if self.high and type(value) is int and self.low <= value <= self.high:
            return
        message = _("{field} must be {allowed}, not {value}.")
        allowed = _(self.allowed).format(low=self.low, high=self.high)
        raise InvalidRules(message.format(field=self.name, allowed=allowed, value=shown(value)), (self.name,))


FIELDS: Final[dict[str, Field]] = {
    field.name: field
    for field in (
        Field(
            "draw",
            N_("Cards turned at a time"),
            N_("With one it is the easier game, with three the harder."),
            ((1, N_("One card")), (3, N_("Three cards"))),
            allowed=N_("1 or 3"),
        ),
        Field(
            "passes",
            N_("Passes through the stock"),
            N_("How often you may go through the stock."),
            ((None, N_("As many as you like")),),
            low=1,
            high=MOST_PASSES,
            allowed=N_("a whole number from {low} to {high}, or null for as many as one likes"),
        ),
        Field(
            "empty",
            N_("On an empty pile"),
            N_("What may be moved to a pile of the tableau that is empty."),
            (("king", N_("Only a king")), ("any", N_("Any card"))),
            allowed=N_('"king" or "any"'),
        ),
        Field(
            "worry_back",
            N_("Back from the foundations"),
            N_("Whether the top card of a foundation may go back to the tableau."),
            ((True, N_("Cards may go back")), (False, N_("Cards stay where they are"))),
            allowed=N_("true or false"),
        ),
    )
}
"""Every field by its JSON name, in the order of the table in PATIENCE.md section 2."""
