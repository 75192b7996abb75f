"""The passkeys of accounts; each function a piece of a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, func, insert, literal, or_, select, update

from ...clock import now_ms
from ..records import Conflict
from ..schema import passkeys
from .records import Agent, NewPasskey, Passkey

_PASSKEYS: Final = 20
"""How many one account can have."""


def add(connection: Connection, person: str, passkey: NewPasskey) -> None:
    """Add a passkey to an account. Raises `Conflict` if it is somebody's already, or there are too many."""
    count = select(func.count()).where(passkeys.c.person == person)
    if connection.execute(count).scalar_one() >= _PASSKEYS:
        raise Conflict("there are so many passkeys already")
    connection.execute(
        insert(passkeys).values(
            person=person,
            credential=passkey.credential,
            public_key=passkey.public_key,
            sign_count=passkey.sign_count,
            site=passkey.site,
            browser=passkey.agent.browser,
            system=passkey.agent.system,
            made_at=now_ms(),
        )
    )


def read(connection: Connection, person: str) -> Sequence[Passkey]:
    """Return the passkeys of an account, the oldest first."""
    rows = connection.execute(select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.id))
    return [_passkey(row) for row in rows]


def by_credential(connection: Connection, credential: str) -> Passkey | None:
    """Return the passkey with an id, None if nobody has it."""
    row = connection.execute(select(passkeys).where(passkeys.c.credential == credential)).one_or_none()
    return None if row is None else _passkey(row)


def note_use(connection: Connection, credential: str, sign_count: int) -> None:
    """Note a sign-in with a passkey, and its count of them.

    Raises `Conflict` if the count is no higher than that of another sign-in, as that of a copied passkey: only one that
    does not count has 0 forever.
    """
    goes_on = or_(passkeys.c.sign_count < sign_count, and_(passkeys.c.sign_count == 0, literal(sign_count) == 0))
    noted = connection.execute(
        update(passkeys)
        .where(passkeys.c.credential == credential, goes_on)
        .values(sign_count=sign_count, used_at=now_ms())
    )
    if noted.rowcount != 1:
        raise Conflict("another sign-in with this passkey has counted as far")


def remove(connection: Connection, person: str, number: int) -> Passkey | None:
    """Forget a passkey and return it; None if it is none of that person's."""
    of_person = and_(passkeys.c.person == person, passkeys.c.id == number)
    row = connection.execute(select(passkeys).where(of_person)).one_or_none()
    connection.execute(delete(passkeys).where(of_person))
    return None if row is None else _passkey(row)


def _passkey(row: Any) -> Passkey:
    return Passkey(
        id=row.id,
        person=row.person,
        credential=row.credential,
        public_key=row.public_key,
        sign_count=row.sign_count,
        site=row.site,
        agent=Agent(row.browser, row.system),
        made_at=row.made_at,
        used_at=row.used_at,
    )
