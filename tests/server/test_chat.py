"""What is kept of what people say has a bound, however many come and however much they say."""

from __future__ import annotations

import pytest

from spite_and_malice.server import rate_limiter
from spite_and_malice.server.games.spite.audience import SNAPSHOT, Lag
from spite_and_malice.server.protocol.incoming import Say
from spite_and_malice.server.tables.chat import KEPT, Chat
from spite_and_malice.server.tables.game import Refusal


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


def test_of_what_is_said_between_two_actions_spectators_get_the_last_lines() -> None:
    lag = Lag(delay=1, plies=1)
    for number in range(10 * KEPT):
        assert lag.say(b"line %d" % number) == []
    assert (lag.actions, lag.lines) == (1, KEPT)
    assert lag.act(b"event") == [SNAPSHOT, *[b"line %d" % number for number in range(9 * KEPT, 10 * KEPT)]]
