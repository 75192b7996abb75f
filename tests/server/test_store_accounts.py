"""What the store notes of accounts and their devices, for the processes that are to reread them."""

from __future__ import annotations

from sqlalchemy import Connection

from spite_and_malice.server.store import accounts
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.accounts.people import Agent
from spite_and_malice.server.store.admin import SHOWN, latest

from .test_store_limits import ADA, BEN, NOW, clock, connection, somebody

__all__ = ["clock", "connection"]


def test_the_first_use_of_a_device_ends_the_one_before_and_is_noted(connection: Connection) -> None:
    stored_accounts.open_account(connection, ADA, "phone", Agent("Firefox", "Linux"))
    before = stored_accounts.identities(connection, ["phone", ADA])
    assert (before["phone"].replaces, before[ADA].revoked_at) == (ADA, None)
    accounts._replace_device(connection, before["phone"])
    after = stored_accounts.identities(connection, ["phone", ADA])
    assert (after["phone"].replaces, after[ADA].revoked_at) == (None, NOW)
    assert [(each.who, each.what, each.subject) for each in latest(connection, 9)] == [
        ("server", "signed in", "a" * 12)
    ]


def test_what_changes_a_devices_owner_is_noted_for_every_process(connection: Connection) -> None:
    agent = Agent("Firefox", "Linux")
    accounts._open(connection, ADA, "phone", agent)
    phone = stored_accounts.identities(connection, ["phone"])["phone"]
    accounts._open(connection, BEN, "tablet", agent)
    accounts._change_to(connection, BEN, phone, "new", agent)
    assert not accounts._sign_out(connection, ADA, "tablet")
    assert accounts._sign_out(connection, ADA, "phone")
    accounts._follow(connection, somebody(1), ADA, [])
    ada, ben = ADA[:SHOWN], BEN[:SHOWN]
    assert [(each.who, each.what, each.subject, each.changed) for each in reversed(latest(connection, 9))] == [
        ("server", "account made", ada, ()),
        ("server", "account made", ben, ()),
        ("server", "signed in", ben, ()),
        ("server", "signed out", ada, ()),
        ("server", "signed out", ada, ()),
        ("server", "signed in", ada, ()),
    ]
