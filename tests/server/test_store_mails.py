"""Which mailboxes are asked, which said yes and which no more mails, as the store keeps them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, select, update

from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.people import mails, news_mails
from spite_and_malice.server.store.people.mails import MailRow, Stopped
from spite_and_malice.server.store.records import Conflict

from .test_store import GAME, SEAL, START, TABLE
from .test_store_limits import ADA, BEN, NOW, clock, connection

__all__ = ["clock", "connection"]

ADDRESS = "ada@example.org"


def leave(connection: Connection, person: str = ADA, address: str = ADDRESS, token: str = "turn") -> str:
    """Leave an address at a table; return the token of the question about it."""
    if connection.execute(select(schema.tables.c.id)).first() is None:
        add_table(connection, TABLE, SEAL, START, GAME, [])
    mails._put(connection, MailRow(TABLE.id, person, address, "en", token))
    asks = schema.mail_consents
    theirs = select(asks.c.token).where(asks.c.person == person, asks.c.mailbox == mails.mailbox(address))
    return str(connection.execute(theirs).scalar_one())


def test_a_mailbox_is_the_same_with_a_tag_and_in_other_letters() -> None:
    box = mails.mailbox(ADDRESS)
    assert box == mails.mailbox("Ada+games@Example.org") == mails.mailbox("ada+a+b@example.org")
    others = ("ada@example.com", "adam@example.org", "games+ada@example.org", "a@da@example.org")
    assert len({box, *map(mails.mailbox, others)}) == 5


def test_a_mailbox_is_asked_by_one_process_and_again_if_that_failed(connection: Connection) -> None:
    token = leave(connection)
    [ask] = mails.unasked_mailboxes(connection)
    assert (ask.address, ask.language, ask.token) == (ADDRESS, "en", token)
    for count in (1, 1):
        mails.claim_ask(connection, ask)
        assert mails.unasked_mailboxes(connection) == []
        with pytest.raises(Conflict):
            mails.claim_ask(connection, ask)
        [row] = connection.execute(select(schema.mail_consents)).all()
        assert (row.asked, row.asked_at) == (count, NOW)
        mails.give_back_ask(connection, ask)
        assert mails.unasked_mailboxes(connection) == [ask]
    assert mails._state(connection, TABLE.id, ADA) == (True, False)
    assert mails.confirm_mailbox(connection, token)
    assert mails._state(connection, TABLE.id, ADA) == (True, True)
    assert mails._state(connection, TABLE.id, BEN) == (False, False)
    assert mails.unasked_mailboxes(connection) == []
    assert not mails.confirm_mailbox(connection, "another")


@pytest.mark.parametrize("of", ["mail", "question", "news"])
def test_no_more_mails_is_for_all_of_a_mailbox_until_it_is_taken_back(connection: Connection, of: str) -> None:
    asked = leave(connection)
    leave(connection, BEN, "ben@example.org", "bens")
    news_mails._put(connection, ADA, ADDRESS, "en", "UTC", ["round"])
    news = news_mails._of_person(connection, ADA)
    assert news is not None
    token = {"mail": "turn", "question": asked, "news": news.token}[of]
    mails.stop_mails(connection, "unknown")
    assert mails._state(connection, TABLE.id, ADA) == (True, False)
    mails.stop_mails(connection, token)
    assert mails._state(connection, TABLE.id, ADA) == (False, False)
    assert mails._state(connection, TABLE.id, BEN) == (True, False)
    assert news_mails._of_person(connection, ADA) is None
    assert (mails.is_stopped(connection, token), mails.is_stopped(connection, "bens")) == (True, False)
    with pytest.raises(Stopped):
        leave(connection)
    mails.allow_mails(connection, "bens")
    assert mails.is_stopped(connection, token)
    mails.allow_mails(connection, token)
    assert not mails.is_stopped(connection, token)
    leave(connection)


def test_news_that_were_wanted_are_stopped_alone(connection: Connection) -> None:
    leave(connection)
    news_mails._put(connection, ADA, ADDRESS, "en", "UTC", ["round"])
    news = news_mails._of_person(connection, ADA)
    assert news is not None
    assert mails.confirm_mailbox(connection, news.token)
    assert [each.person for each in news_mails._receivers(connection)] == [ADA]
    mails.stop_mails(connection, news.token)
    assert news_mails._receivers(connection) == []
    assert mails._state(connection, TABLE.id, ADA) == (True, False)
    assert not mails.is_stopped(connection, news.token)
    stopped = news_mails._of_token(connection, news.token)
    assert stopped is not None
    assert (stopped.address, stopped.is_confirmed) == ("", False)
    # The link of an address that was taken back confirms nothing.
    assert not mails.confirm_mailbox(connection, news.token)


def test_addresses_without_an_answer_are_forgotten_after_a_time(connection: Connection, clock: SimpleNamespace) -> None:
    asked = {person: leave(connection, person, f"{person[0]}@example.org", person[0]) for person in (ADA, BEN)}
    for each in mails.unasked_mailboxes(connection):
        mails.claim_ask(connection, each)
    assert mails.confirm_mailbox(connection, asked[BEN])
    mails.forget_unconfirmed_mailboxes(connection, NOW)
    assert mails._state(connection, TABLE.id, ADA) == (True, False)
    mails.forget_unconfirmed_mailboxes(connection, NOW + 1)
    assert mails._state(connection, TABLE.id, ADA) == (False, False)
    assert mails._state(connection, TABLE.id, BEN) == (True, True)


def test_news_go_to_one_address_of_a_person_once_it_is_asked(connection: Connection, clock: SimpleNamespace) -> None:
    news_mails._put(connection, ADA, ADDRESS, "en", "UTC", ["round"])
    [ask] = news_mails._asks(connection)
    assert (ask.address, ask.kinds, ask.is_confirmed) == (ADDRESS, ("round",), False)
    news_mails._claim_ask(connection, ask.token)
    with pytest.raises(Conflict):
        news_mails._claim_ask(connection, ask.token)
    assert news_mails._asks(connection) == []
    news_mails._return_ask(connection, ask.token)
    assert [each.token for each in news_mails._asks(connection)] == [ask.token]
    news_mails._claim_ask(connection, ask.token)
    # Other kinds alone ask nothing and change no address.
    news_mails._put(connection, ADA, None, "de", "Europe/Berlin", ["club"])
    now = news_mails._of_person(connection, ADA)
    assert now is not None
    assert (now.address, now.language, now.zone, now.kinds) == (ADDRESS, "de", "Europe/Berlin", ("club",))
    assert news_mails._asks(connection) == []
    assert mails.confirm_mailbox(connection, ask.token)
    # Another address is another question, and the one before is forgotten with its yes.
    news_mails._put(connection, ADA, "ada@example.com", "en", "UTC", ["club"])
    assert news_mails._receivers(connection) == []
    [other] = news_mails._asks(connection)
    assert (other.address, other.token == ask.token) == ("ada@example.com", False)
    news_mails._remove(connection, ADA)
    assert (news_mails._of_person(connection, ADA), news_mails._asks(connection)) == (None, [])
    news_mails._put(connection, BEN, "ben@example.org", "en", "UTC", ["club"])
    connection.execute(update(schema.news_mails).values(asked_at=NOW))
    news_mails._forget_unconfirmed(connection, NOW)
    assert news_mails._of_person(connection, BEN) is not None
    news_mails._forget_unconfirmed(connection, NOW + 1)
    assert news_mails._of_person(connection, BEN) is None
