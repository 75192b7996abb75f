"""Who sits at the table, as one of them sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spite_and_malice.texts import _


@dataclass(frozen=True, slots=True)
class Company:
    """The names of the seats and the side of each; `you` is one's own seat, None for who watches."""

    names: tuple[str, ...]
    sides: tuple[int, ...]
    you: int | None

    @classmethod
    def of(cls, seats: Sequence[Mapping[str, Any]], you: int | None) -> Company:
        """Read the seats of a snapshot or of a message about the people."""
        return cls(tuple(seat["name"] for seat in seats), tuple(seat["side"] for seat in seats), you)

    def name(self, seat: int) -> str:
        """Return what a seat is called at the beginning of a sentence."""
        if seat == self.you:
            return _("You")
        return self.names[seat] or _("Seat {n}").format(n=seat + 1)
