"""A request that cannot be carried out, and the refusals that every table has."""

from __future__ import annotations

from spite_and_malice.texts import _

from ..store import Conflict, StoreError


class Refusal(Exception):
    """A request that cannot be carried out: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def stale() -> Refusal:
    """Return the refusal of what was asked about the table as it was before."""
    return Refusal("stale", _("The table has moved on: look again and choose."))


def not_started() -> Refusal:
    """Return the refusal of what needs a game."""
    return Refusal("not_started", _("No game has been dealt yet."))


def unsaved(error: StoreError) -> Refusal:
    """Return the refusal of what could not be stored: somebody was faster, or the database failed."""
    if isinstance(error, Conflict):
        return stale()
    return Refusal("not_stored", _("This could not be saved, so it was not done. Try again."))
