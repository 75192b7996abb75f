"""What the server says of an exercise at the table: a lesson, a puzzle, or a mistake of one's own."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from .outgoing import closer


class ExerciseAction(Struct, frozen=True):
    """A move made in an exercise, and the view after it of the person who does it, without the rules."""

    seat: int
    move: str
    view: Annotated[dict[str, Any], closer('Omit<View, "rules">')]
