"""Messages about an exercise at the table: a lesson, a puzzle, or one of your own mistakes."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from .outgoing import closer


class ExerciseAction(Struct, frozen=True):
    """A move made in an exercise, and the person's view after it, without the rules."""

    seat: int
    move: str
    view: Annotated[dict[str, Any], closer('Omit<View, "rules">')]
