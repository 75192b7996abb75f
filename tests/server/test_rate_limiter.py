"""The rate limiter: a maximum per time span, in memory or for all processes together."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from spite_and_malice.server.rate_limiter import RateLimiter

ADA, BEN = "192.0.2.1", "192.0.2.2"


def test_a_minute_is_any_sixty_seconds() -> None:
    now = [0.0]
    limiter = RateLimiter(30, 60, clock=lambda: now[0])

    def admitted(seconds: float) -> int:
        now[0] = seconds
        return sum(limiter.allows(ADA) for _ in range(100))

    assert [admitted(at) for at in (59.0, 60.0, 90.0, 300.0)] == [30, 0, 15, 30]
    assert limiter.allows(BEN)
    assert limiter.known == 2, "who asks no more is forgotten"


def test_without_a_bound_everything_is_allowed_and_nothing_is_kept() -> None:
    limiter = RateLimiter(None, 60)
    assert all(limiter.allows(ADA) for _ in range(1000))
    assert (limiter.seconds_until(ADA), limiter.known) == (0.0, 0)


@pytest.mark.parametrize("seed", range(20))
def test_who_waits_as_long_as_they_are_asked_to_is_let_in(seed: int) -> None:
    chance, now = random.Random(seed), [0.0]
    limiter = RateLimiter(10, 10, clock=lambda: now[0])
    admitted = []
    for _ in range(200):
        now[0] += chance.random() / 2
        wait = limiter.seconds_until(ADA)
        assert limiter.allows(ADA) == (wait == 0.0)
        if wait > 0.0:
            now[0] += wait
            assert limiter.allows(ADA)
        admitted.append(now[0])
    assert all(earlier <= later for earlier, later in pairwise(admitted))
    assert max(sum(at <= each < at + 10 for each in admitted) for at in admitted) <= 20
    # In the long run it is no more than ten in ten seconds.
    assert len(admitted) <= now[0] + 10


def test_what_costs_much_makes_its_key_wait_into_the_next_window() -> None:
    now = [0.0]
    limiter = RateLimiter(10, 10, clock=lambda: now[0])
    assert limiter.allows(ADA, 40.0)
    now[0] = 10.0
    assert not limiter.allows(ADA)
    assert limiter.seconds_until(ADA) == pytest.approx(7.5, abs=0.01)


async def test_processes_count_together_where_they_can() -> None:
    answers: list[bool | None] = [True, False, None]
    asked = []

    async def shared(key: str, most: int, seconds: int) -> bool | None:
        asked.append((key, most, seconds))
        return answers.pop(0)

    limiter = RateLimiter(1, 60, name="tables", shared=shared)
    assert [await limiter.allows_in_all(ADA) for _ in range(3)] == [True, False, True]
    assert asked == [(f"tables:{ADA}", 1, 60)] * 3
    assert not limiter.allows(ADA), "alone it has counted the third"
