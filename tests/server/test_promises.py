"""What documents say of limits and times is what holds."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from spite_and_malice.play.figures import LONGEST_MS
from spite_and_malice.server.features.accounts import account, own_data, passkeys, session
from spite_and_malice.server.features.correspondence import games as correspondence
from spite_and_malice.server.features.daily import CALENDAR
from spite_and_malice.server.features.evenings import presence
from spite_and_malice.server.features.mail import sending, turn_mails
from spite_and_malice.server.features.moderation import gate
from spite_and_malice.server.features.moderation.pages import _DAYS as MODERATION_DAYS
from spite_and_malice.server.features.notices import delivery
from spite_and_malice.server.features.notices import rounds as notice_rounds
from spite_and_malice.server.features.puzzles import runs
from spite_and_malice.server.features.tournaments import beginning, bracket, director, making
from spite_and_malice.server.store import TournamentForm
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.events import clubs as stored_clubs
from spite_and_malice.server.store.events import evenings as stored_evenings
from spite_and_malice.server.store.events import tournaments as stored_tournaments
from spite_and_malice.server.store.games import puzzles as stored_puzzles
from spite_and_malice.server.store.people import company, friends, letters, mails, notices
from spite_and_malice.server.tables import chat, leaderboards, socket

DOCS: Final = Path(__file__).parents[2] / "docs"
SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WORDS: Final[dict[float, str]] = {2: "two", 3: "three", 4: "four", 5: "five", 10: "ten", 20: "twenty"}

PROMISES: Final[list[tuple[str, str, tuple[float, ...]]]] = [
    ("privacy", "signed out for {} days more", (stored_accounts.KEPT_MS / DAY,)),
    ("privacy", "the last {} lines of its chat", (stored_tournaments._LINES,)),
    ("privacy", "one that never began {} days", (stored_tournaments._UNBEGUN_MS / DAY,)),
    ("privacy", "one without a round {} days", (stored_evenings._UNUSED_MS / DAY,)),
    ("privacy", "one of both is erased; {} days at most", (letters.KEPT_MS / DAY,)),
    ("privacy", "{} weeks, or until the person is erased", (notices._SENT_KEPT_MS / DAY / 7,)),
    ("privacy", "the last {} lines of a table, in memory", (chat.KEPT,)),
    ("protocol", "signs one other device in, within {} minutes", (account._LINK_MS / MINUTE,)),
    ("protocol", "a challenge is good once, for {} minutes", (passkeys._CHALLENGE_MS / MINUTE,)),
    ("protocol", "`too_late` after {} minutes, and from another device", (session.DECIDE_MS / MINUTE,)),
    ("protocol", "`too_long` over {} characters", (own_data._LONGEST,)),
    ("protocol", "the deals of fewer than {} days", (leaderboards.REGULAR_DAYS,)),
    ("protocol", "of a pause no more than {} minutes count", (LONGEST_MS / MINUTE,)),
    ("protocol", "the last {} with whom you played", (friends.LATEST,)),
    ("protocol", "Of one person {} letters can wait for another, {} for one person, and {} be sent in an hour",
     (letters._FROM_ONE, letters._WAITING, letters._PER_HOUR)),
    ("protocol", "A letter waits for {} days", (letters.KEPT_MS / DAY,)),
    ("protocol", "says `hello` within {} seconds", (socket._HELLO_SECONDS,)),
    ("protocol", "no hello in {} seconds", (socket._HELLO_SECONDS,)),
    ("protocol", "{} lines in {} seconds", (chat._LINES, chat._SECONDS)),
    ("protocol", "who have results of {} days before", (stored_puzzles._PROVEN_DAYS,)),
    ("protocol", "the latest {} days, today first", (CALENDAR,)),
    ("protocol", "`clock` goes on for {} minutes by the server's clock", (runs.CLOCK_SECONDS / 60,)),
    ("operations", "with their passkey on that device, for {} hours", (gate.LOOKING_MS / HOUR,)),
    ("operations", "takes one that is no older than {} minutes", (gate.DOING_MS / MINUTE,)),
    ("operations", "in each of the last {} days", (MODERATION_DAYS,)),
    ("operations", "what is refused for now is tried again for {} days", (sending.LONGEST * SECOND / DAY,)),
    ("operations", "when it has been their turn for {} minutes", (turn_mails.MINUTES,)),
    ("operations", "{} people at the most may wait for an answer of one mailbox", (mails.ASKS,)),
    ("operations", "An address can be left at {} tables at the most", (mails._TABLES,)),
    ("notices", "if you want those, {} days long", (company._NEWS_MS / DAY,)),
    ("notices", "in the last {} hours of yours awake", (notice_rounds.STREAK_MS / HOUR,)),
    ("notices", "At most {} come within 24 hours", (notices.Choices().most,)),
    ("notices", "A mail that is not taken is tried again after {} minutes, {} times in all",
     (notices._AGAIN_MS / MINUTE, notices._TRIES)),
    ("notices", "After {} seconds a push service is given up", (delivery.SECONDS,)),
    ("evenings", "waited for no longer than {} seconds, or {} minutes after a game",
     (presence.HERE_MS / SECOND, presence.BACK_MS / MINUTE)),
    ("evenings", "drawn without them {} minutes after it was called", (presence.CALL_MS / MINUTE,)),
    ("evenings", "while the host has been away for {} minutes", (presence.HOST_GONE_MS / MINUTE,)),
    ("evenings", "A person begins at most {} evenings a day and keeps at most {} clubs",
     (stored_evenings._PER_DAY, stored_clubs._KEPT)),
    ("evenings", "an evening has up to {} guests and {} rounds, a club up to {} members",
     (stored_evenings._GUESTS, stored_evenings._ROUNDS, stored_clubs._MEMBERS)),
    ("evenings", "An evening without a round goes after {} days", (stored_evenings._UNUSED_MS / DAY,)),
    ("tournaments", "for {} to {} people and computer players", (beginning.LEAST, stored_tournaments.MOST)),
    ("tournaments", "has not looked at it for {} minutes", (director.HOST_GONE_MS / MINUTE,)),
    ("tournaments", "Of a round with more than {} boards only", (bracket.MOST_BOARDS,)),
    ("tournaments", "played by up to {} clubs in the same way", (making.MOST_RIVALS + 1,)),
    ("tournaments", "({} minutes unless it says otherwise", (TournamentForm("swiss", "standard").grace / 60,)),
    ("tournaments", "a holiday of {} days, once a month", (correspondence.HOLIDAY_DAYS,)),
]  # fmt: skip


@cache
def words_of(document: str) -> str:
    return " ".join((DOCS / f"{document}.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("document", "sentence", "values"), PROMISES)
def test_a_document_says_what_holds(document: str, sentence: str, values: tuple[float, ...]) -> None:
    assert all(value == int(value) for value in values), values
    numbers = [re.escape(f"{value:,.6g}") for value in values]
    either = [
        f"({number}|{WORDS[value]})" if value in WORDS else number
        for number, value in zip(numbers, values, strict=True)
    ]
    assert re.search(re.escape(sentence).replace(r"\{\}", "{}").format(*either), words_of(document)), (sentence, values)
