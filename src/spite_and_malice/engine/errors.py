"""The errors of the engine; each message says what was wrong and what would be right."""

from __future__ import annotations


class InvalidNotation(ValueError):
    """A text or JSON that is no move, position or view in the notation of RULES.md section 9."""


class IllegalMove(ValueError):
    """A well-written move that the rules do not allow in this position; the position is unchanged."""
