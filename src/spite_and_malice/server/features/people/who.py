"""The person that a request refers to: by a handle that only one person can use, by a seat, or by a link's code."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import Annotated, Final

from msgspec import Meta, Struct

from spite_and_malice.texts import _

from ...games.spite.table import shown_name
from ...http.errors import ApiError
from ...people import HEADS, chosen_name, in_words, require_free
from ...store import Avoidance, Known, Presence, Shared, Store
from ..accounts.session import LINK_LETTERS, new_code, read_code

_HANDLE: Final = 16
_SEAT: Final = re.compile(r"at-([\w-]{1,32})-(\d)")
_WITH: Final = "with-"


class Introduction(Struct, forbid_unknown_fields=True):
    """The name of a person who has none yet; without one the earlier name stays."""

    name: Annotated[str, Meta(max_length=40)] = ""
    head: Annotated[str, Meta(max_length=20)] | None = None


class PersonAnswer(Struct):
    """Somebody you know; ``who`` identifies them in requests of this person only.

    ``friendship`` is "none", "offered" (by you), "asked" (by them) or "friend"; ``last`` the last table together, with
    the games that you and they won against each other.
    """

    who: str
    name: str
    head: str | None
    friendship: str
    avoidance: Avoidance | None
    here: bool
    last: Shared | None


def handle(person: str, other: str) -> str:
    """Return the handle by which ``person`` names another: it reveals nothing to anybody else."""
    return hashlib.sha256(f"{person} {other}".encode()).hexdigest()[:_HANDLE]


def person_answer(person: str, known: Known) -> PersonAnswer:
    """Return somebody as ``person`` sees them."""
    return PersonAnswer(
        handle(person, known.person),
        shown(known.name),
        known.head,
        known.friendship,
        known.avoidance,
        known.is_here,
        known.shared,
    )


def shown(name: str) -> str:
    """Return a name, or its placeholder if there is none."""
    return in_words(name) or _("Somebody")


async def find(store: Store, person: str, who: str) -> Known:
    """Return the person that a request refers to: by a handle, ``at-TABLE-SEAT`` or ``with-CODE``.

    Raises `ApiError`.
    """
    other, name = None, ""
    if (seat := _SEAT.fullmatch(who)) is not None:
        other, name = await _at_seat(store, person, seat[1], int(seat[2]))
    elif who.startswith(_WITH):
        other = await store.friends.of_link(read_code(who.removeprefix(_WITH))) or None
    for known in await store.friends.known(person, () if other is None else (other,)):
        if known.person == other or (other is None and handle(person, known.person) == who):
            return known if known.name else replace(known, name=name)
    if other == person:
        raise ApiError(422, "yourself", _("That is you."))
    raise ApiError(404, "unknown_person", _("You do not know this person. Load the page again."))


async def _at_seat(store: Store, person: str, table_id: str, number: int) -> tuple[str | None, str]:
    """Return the person at a seat of a table at which ``person`` sits too, and their name there."""
    listed = await store.tables.listed(table_id)
    seats = () if listed is None else listed.table.seats
    if not any(seat.person == person for seat in seats) or number >= len(seats):
        return None, ""
    return seats[number].person, shown_name(seats[number])


async def introduce(store: Store, person: str, said: Introduction, presence: Presence | None = None) -> str:
    """Store a person's name for themselves, and create their link; return the name. Raises `ApiError` without one."""
    account, profile = await store.accounts.account(person), await store.friends.profile(person)
    wanted = chosen_name(said.name) or (profile.name if profile is not None else "")
    name = (account.name if account is not None else None) or wanted
    if not name:
        raise ApiError(422, "no_name", _("First say what you are called."))
    await require_free(store, name, person)
    if said.head is not None and said.head not in HEADS and said.head != "":
        raise ApiError(422, "no_such_head", _("There is no such face. Load the page again to see those there are."))
    head = (profile.head if profile is not None else None) if said.head is None else said.head or None
    if profile is None or presence is not None or (profile.name, profile.head) != (name, head):
        await store.friends.put_profile(person, name, head, fresh_code(), presence)
    return name


def fresh_code() -> str:
    """Return the code of a new link."""
    return read_code(new_code(LINK_LETTERS))
