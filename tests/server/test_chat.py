"""The stored chat is limited, however many people come and however much they say."""

from __future__ import annotations

import pytest

from spite_and_malice.server import rate_limiter
from spite_and_malice.server.games.spite.audience import SNAPSHOT, Lag
from spite_and_malice.server.protocol.incoming import Say
from spite_and_malice.server.protocol.outgoing import Said
from spite_and_malice.server.protocol.settings import Chat as ChatSetting
from spite_and_malice.server.tables import chat as chats
from spite_and_malice.server.tables.chat import KEPT, Chat
from spite_and_malice.server.tables.game import Refusal

from .conftest import RunningServer, Visit

GERMAN = {"accept-language": "de"}


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_who_has_said_nothing_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(rate_limiter, "time", time)
    said = Chat()
    for number in range(10_000):
        said.say(Say("id", phrase="hello"), f"owner {number}", 0, "Ada", "all")
        time.now += 1
    assert said._spoken.known < 100


def test_who_says_much_at_once_is_still_slowed_down_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(rate_limiter, "time", time)
    said = Chat()
    for number in range(200):
        said.say(Say("id", phrase="hello"), f"owner {number}", 0, "Ada", "all")
    for _ in range(4):
        said.say(Say("id", phrase="hello"), "owner 0", 0, "Ada", "all")
    with pytest.raises(Refusal, match="at once"):
        said.say(Say("id", phrase="hello"), "owner 0", 0, "Ada", "all")


@pytest.mark.parametrize(
    ("text", "phrase", "allowed", "refused"),
    [
        ("Hi", None, "all", None),
        (None, "hello", "all", None),
        (None, "hello", "phrases", None),
        ("Hi", None, "phrases", "chat_off"),
        ("Hi", None, "off", "chat_off"),
        (None, "hello", "off", "chat_off"),
        ("Hi", "hello", "all", "malformed"),
        (None, None, "all", "malformed"),
        ("\u200b", None, "all", "malformed"),
        (None, "hullo", "all", "malformed"),
    ],
)
def test_a_text_or_a_phrase_is_said_where_it_is_allowed(
    text: str | None, phrase: str | None, allowed: ChatSetting, refused: str | None
) -> None:
    chat = Chat()
    said = Say("id", text=text, phrase=phrase, to=1)
    if refused is None:
        line = chat.say(said, "ada", 0, "Ada", allowed)
        assert (line.text, line.phrase, line.to, line.seat, line.name) == (text, phrase, 1, 0, "Ada")
        assert list(chat.lines) == [line]
    else:
        with pytest.raises(Refusal) as found:
            chat.say(said, "ada", 0, "Ada", allowed)
        assert (found.value.code, list(chat.lines)) == (refused, [])


def test_five_lines_may_be_said_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(rate_limiter, "time", time)
    chat = Chat()

    def most() -> int:
        for count in range(20):
            try:
                chat.say(Say("id", phrase="hello"), "ada", 0, "Ada", "all")
            except Refusal:
                return count
        raise AssertionError("nobody is slowed down")

    assert most() == 5
    time.now += 60
    assert most() == 5


def test_each_line_has_a_greater_number_than_those_before_whatever_the_clock_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chat = Chat()
    for now in (5000, 5000, 4000, 4000, 9000):
        monkeypatch.setattr(chats, "now_ms", lambda now=now: now)
        chat.say(Say("id", phrase="hello"), "ada", 0, "Ada", "all")
    assert [line.number for line in chat.lines] == [5000, 5001, 5002, 5003, 9000]
    # One that another process assigned at the same time, and one that it assigned later.
    chat.hear(Said(9000, 1, "Ben", None, "thanks", 9000))
    chat.hear(Said(9500, 1, "Ben", None, "thanks", 9500))
    assert [line.number for line in chat.lines][-2:] == [9001, 9500]
    assert [line.name for line in chat.lines][-3:] == ["Ada", "Ben", "Ben"]


def test_a_table_keeps_its_last_lines() -> None:
    chat = Chat()
    for number in range(1, 61):
        chat.hear(Said(number, None, "Ada", f"line {number}", None, number))
    assert [line.text for line in chat.lines] == [f"line {number}" for number in range(11, 61)]


def test_of_what_is_said_between_two_actions_spectators_get_the_last_lines() -> None:
    lag, lines = Lag(delay=1, plies=1), [Said(number, 0, "Ada", "text", None, number) for number in range(10 * KEPT)]
    for number in range(10 * KEPT):
        assert lag.say(lines[number]) == []
    assert (lag.actions, lag.lines) == (1, KEPT)
    assert lag.act(b"event") == [SNAPSHOT, *lines[9 * KEPT :]]


async def test_who_has_no_name_is_called_in_the_language_of_who_reads(server: RunningServer, visit: Visit) -> None:
    ada, ben = visit(server.address), visit(server.address)
    table = await ada.table([{"kind": "person"}, {"kind": "open"}])
    speaking, reading = await ada.open(table), await ben.open(table, **GERMAN)
    await speaking.greet()
    await reading.greet()
    await speaking.ask("say", text="Hello")
    said = await reading.get_until(lambda message: message["type"] == "said")
    assert (said["name"], said["text"]) == ("Spieler 1", "Hello")
    late = await (await ben.open(table, **GERMAN)).greet()
    assert [line["name"] for line in late["chat"]] == ["Spieler 1"]
