"""Everybody waiting for a process gets their turn."""

from __future__ import annotations

from spite_and_malice.server.workers.pool import Asker, FairQueue, Urgency


def test_who_asks_for_little_does_not_wait_behind_who_asks_for_much() -> None:
    queue = FairQueue[str]()
    for number in range(20):
        queue.put(Asker("eve"), f"eve {number}")
    queue.put(Asker("ada"), "ada")
    queue.put(Asker("ben"), "ben")
    assert len(queue) == 22
    assert [queue.pop() for _ in range(5)] == ["eve 0", "ada", "ben", "eve 1", "eve 2"]


def test_people_come_before_what_is_watched_and_that_before_what_is_over() -> None:
    queue = FairQueue[str]()
    for urgency in (Urgency.LEISURE, Urgency.WATCHED, Urgency.PEOPLE):
        queue.put(Asker("ada", urgency), urgency.name)
    assert [queue.pop() for _ in range(4)] == ["PEOPLE", "WATCHED", "LEISURE", None]


def test_people_who_ask_again_and_again_come_to_their_turn_evenly() -> None:
    """Twenty people play against a slow player at once."""
    queue = FairQueue[str]()
    people = [f"person {number}" for number in range(20)]
    for person in people:
        queue.put(Asker(person), person)
    served = []
    for _ in range(200):
        first = queue.pop()
        assert first is not None
        served.append(first)
        queue.put(Asker(first), first)
    assert served == people * 10
