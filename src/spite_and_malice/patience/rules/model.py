"""The rules of a game of patience as one value (PATIENCE.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from functools import cached_property
from typing import Any, Final

from spite_and_malice.patience.rules.fields import (
    ALWAYS_WRITTEN,
    FIELDS,
    Aim,
    Build,
    Clear,
    Direction,
    Draw,
    Empty,
    Face,
    Gather,
    Groups,
    Home,
    Layout,
    Stock,
)
from spite_and_malice.patience.rules.refusals import fault_of
from spite_and_malice.rules.errors import InvalidRules, no_field
from spite_and_malice.texts import _

PACK_SIZE: Final = 52


@dataclass(frozen=True, repr=False)
class Rules:
    """One attribute for each field, with its default: Klondike, turn 1. `passes` None means unlimited.

    Lists may be given for `piles`, `face` and `reserve`; they are kept as tuples. Checked on construction: raises
    `InvalidRules` with a sentence.
    """

    packs: int = 1
    suits: int = 4
    layout: Layout = "piles"
    piles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    face: Face | tuple[int, ...] = "top"
    cells: int = 0
    cells_dealt: int = 0
    reserve: tuple[int, ...] = ()
    kings_down: bool = False
    aim: Aim = "build"
    base: int | str = 1
    ready: bool = False
    worry_back: bool = True
    build: Build = "alternate"
    direction: Direction = "down"
    wrap: bool = False
    groups: Groups = "run"
    empty: Empty = "king"
    refill: bool = False
    stock: Stock = "waste"
    draw: Draw = 1
    passes: int | None = None
    deal_gaps: bool = False
    sum: int = 13
    waste_pair: bool = False
    king_stops: bool = False
    clear: Clear = "tableau"
    home: Home = "suit"
    gather: Gather = "none"
    merci: int = 0
    pocket: bool = False

    def __post_init__(self) -> None:
        for field in FIELDS.values():
            value = getattr(self, field.name)
            if isinstance(value, list) and field.counts:
                value = tuple(value)
                object.__setattr__(self, field.name, value)
            field.check(value)
        found = fault_of(self)
        if found is not None:
            raise InvalidRules(*found)

    def __repr__(self) -> str:
        """Return the fields that differ from Klondike, turn 1."""
        changed = [name for name, field in FIELDS.items() if getattr(self, name) != field.default]
        return f"Rules({', '.join(f'{name}={getattr(self, name)!r}' for name in changed)})"

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        # Unpickled data is checked too.
        return Rules, tuple(getattr(self, field.name) for field in dataclass_fields(self))

    @classmethod
    def from_json(cls, obj: object) -> Rules:
        """Read the rules from an object with the names of the fields as keys; missing fields have their defaults.

        Raises `InvalidRules` with a sentence that names the field.
        """
        if not isinstance(obj, Mapping):
            raise InvalidRules(_("Rules must be an object with the fields of the rules as its keys."))
        for key in obj:
            if not isinstance(key, str) or key not in FIELDS:
                raise no_field(key, FIELDS)
        return cls(**obj)

    def to_json(self) -> dict[str, Any]:
        """Klondike's four fields, and any other that is not at its default, in the format of PATIENCE.md section 6."""
        written = {name: getattr(self, name) for name in ALWAYS_WRITTEN}
        for field in FIELDS.values():
            value = getattr(self, field.name)
            if field.name not in written and value != field.default:
                written[field.name] = list(value) if isinstance(value, tuple) else value
        return written

    @cached_property
    def is_klondike(self) -> bool:
        """Whether only draw, passes, empty piles and worrying back differ from the defaults."""
        return self.to_json().keys() == set(ALWAYS_WRITTEN) and self.empty in ("king", "any")

    @cached_property
    def has_two_foundations(self) -> bool:
        """Whether each suit has two foundations that cards are put on."""
        return self.packs == 2 and self.aim == "build" and self.home == "suit"

    @cached_property
    def has_base(self) -> bool:
        """Whether the rank that foundations begin with comes with the deal."""
        return self.aim == "build" and isinstance(self.base, str)

    @cached_property
    def foundations(self) -> int:
        """How many foundations are not identified by their suits alone (`home`)."""
        several = {"suit": 0, "any": 4 * self.packs, "sultan": 9, "clock": 12, "steps": 4, "osmosis": 4}
        return several.get(self.home, 8)

    @cached_property
    def packs_dealt(self) -> int:
        """How many shuffled packs a game needs, one after the other: one for each layout that is shuffled."""
        return (self.passes or 1) if self.gather == "shuffle" else 1

    @cached_property
    def dealt(self) -> int:
        """How many cards the deal takes before the rest of the pack is the stock."""
        return sum(self.piles) + sum(self.reserve) + self.cells_dealt + (self.aim == "waste") + self.begun

    @cached_property
    def begun(self) -> int:
        """How many of the first foundations begin with a card: with the base rank, or with a dealt card."""
        if self.ready and self.home != "suit":
            # Among foundations that end with the last card of a suit, only those that begin with its first.
            return self.foundations // 2 if self.home == "ends" else self.foundations
        if self.ready or self.base == "first":
            return 4 * self.packs - (self.base == "first")
        return int(self.aim == "build" and self.base == "dealt")

    @cached_property
    def stock_cards(self) -> int:
        """How many cards the stock begins with."""
        return PACK_SIZE * self.packs - self.dealt

    @cached_property
    def places(self) -> int:
        """How many places the tableau has: its piles, or the cards of its rows."""
        return len(self.piles) if self.layout == "piles" else sum(self.piles)

    @cached_property
    def is_common(self) -> bool:
        """Whether no field has a value that few games have (`Field.rare`)."""
        return not any(getattr(self, field.name) in field.rare for field in FIELDS.values() if field.rare)

    @cached_property
    def is_stacked(self) -> bool:
        """Whether cards of the tableau lie on one another across its places: in a pyramid and in peaks."""
        return self.layout in ("pyramid", "peaks")

    @cached_property
    def face_down(self) -> tuple[int, ...]:
        """How many cards of each pile are dealt face down; for a pyramid and peaks see `engine` (what is covered)."""
        if self.face == "up":
            return (0,) * len(self.piles)
        if self.aim == "clock":
            return self.piles
        if self.face == "top":
            return tuple(max(0, count - 1) for count in self.piles)
        return tuple(int(count) for count in self.face)
