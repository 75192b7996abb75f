"""An evening's sentences for each of its people, over thousands of random histories without a server."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.features.evenings.answers import called_guests
from spite_and_malice.server.features.evenings.presence import (
    CALL_MS,
    EMPTY_SECONDS,
    HERE_MS,
    HOST_GONE_MS,
    awaited,
    call_ends_at,
    has_enough,
    is_deserted,
    is_due,
    is_planned,
    may_act,
    ready,
)
from spite_and_malice.server.features.evenings.situation import CALLS, STATES, THEN, situation
from spite_and_malice.server.protocol.situation import Situation
from spite_and_malice.server.store import Evening, Guest, RoundTable, StoredEvening
from spite_and_malice.server.store.events.evening_rows import Invitee, PlacedGuest, Reply
from spite_and_malice.texts import _, in_language, languages
from tests.examples import examples

HOST, STRANGER = "host", "stranger"
ACTS = {"enter", "table", "next", "now", "ready", "unready", "play", "pause", "leave"}
PLAN = {"yes", "perhaps", "no", "leave", "begin", "move", "hand", "cancel"}
"""The actions that have a button or a form on the page (web/pages/evenings/evening.js, evening-plan.js)."""
PLANNED = {None: "planned", "yes": "coming", "perhaps": "perhaps", "no": "absent"}


class History:
    """An evening in memory, advanced step by step as its routes advance a stored one."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.now = chance, 1_000_000_000
        rules = preset_rules("standard", chance.choice((2, 2, 3))).to_json()
        evening = Evening(
            *("e", "Friday", HOST, None, "standard", rules, chance.choice((None, None, "club")), False, ""),
            starts_at=chance.choice((None, self.now + 300_000, self.now + 600_000)),
            minutes=0,
            created_at=self.now,
        )
        self.at = StoredEvening(evening, (), ())

    def change(self, **changes: object) -> None:
        self.at = replace(self.at, evening=replace(self.at.evening, **changes))  # type: ignore[arg-type]

    def guest(self, person: str, **changes: object) -> None:
        guests = [replace(each, **changes) if each.person == person else each for each in self.at.guests]  # type: ignore[arg-type]
        self.at = replace(self.at, guests=tuple(guests))

    def reply(self, person: str) -> None:
        """Let somebody answer whether they are coming, or take it back."""
        others = tuple(each for each in self.at.replies if each.person != person)
        answers: tuple[Reply | None, ...] = ("yes", "yes", "perhaps", "no", None)
        says = self.chance.choice(answers)
        self.at = replace(self.at, replies=others)
        if says is not None:
            self.at = replace(self.at, replies=(*others, answered(person, says, self.at.evening.starts_at)))
        elif self.at.guest_of(person) is not None:
            self.guest(person, state="left")

    def plan(self) -> None:
        """Let the host begin, postpone, call off or hand over an upcoming evening."""
        match self.chance.randrange(5):
            case 0:
                hour = self.at.evening.starts_at
                told = [
                    replace(each, starts_at=self.now) if each.starts_at == hour else each for each in self.at.replies
                ]
                self.at = replace(self.at, replies=tuple(told))
                self.change(starts_at=self.now)
            case 1:
                self.change(starts_at=self.now + self.chance.choice((60_000, 600_000)), moved_at=self.now)
            case 2 if self.chance.random() < 0.2:
                self.change(is_over=True, is_cancelled=True, cancelled_by=self.at.evening.host)
            case 3 if self.at.replies:
                self.change(host=self.chance.choice(self.at.replies).person)
            case _:
                pass

    def enter(self, person: str) -> None:
        own = self.at.guest_of(person)
        if is_planned(self.at, self.now):
            return
        if own is None:
            number = len(self.at.guests) + 1
            comer = Guest(number, person, person.title(), None, "", "waiting", self.now, self.now)
            self.at = replace(self.at, guests=(*self.at.guests, comer))
        elif own.state == "left":
            self.guest(person, state="waiting", seen_at=self.now)

    def draw(self) -> None:
        """Draw a round at random from those who are ready."""
        players, number = self.at.evening.rules["players"], self.at.evening.round + 1
        left = ready(self.at)
        self.chance.shuffle(left)
        drawn: list[RoundTable] = []
        while len(left) >= (1 if self.at.evening.computer else players):
            there: list[int | None] = [left.pop() for _seat in range(min(players, len(left)))]
            there += [None] * (players - len(there))
            seats = tuple(PlacedGuest(seat, guest) for seat, guest in enumerate(there))
            drawn.append(RoundTable(number, len(drawn) + 1, f"{number}-{len(drawn) + 1}", None, seats))
        guests = [replace(each, state="waiting" if each.state == "ready" else each.state) for each in self.at.guests]
        self.at = replace(self.at, tables=(*self.at.tables, *drawn), guests=tuple(guests))
        self.change(round=number, called=False)

    def end_table(self) -> None:
        """End a table."""
        running = self.at.running()
        if not running:
            return
        table = self.chance.choice(running)
        winner = self.chance.randrange(len(table.seats))
        seats = tuple(replace(each, points=5 * (each.seat == winner), won=each.seat == winner) for each in table.seats)
        ended = replace(table, ended_at=self.now, seats=seats)
        self.at = replace(self.at, tables=tuple(ended if each is table else each for each in self.at.tables))

    def step(self) -> None:
        """Make a random possible event happen."""
        chance, evening = self.chance, self.at.evening
        self.now += chance.choice((1_000, 10_000, HERE_MS, HOST_GONE_MS))
        self.now += EMPTY_SECONDS * 1000 if chance.random() < 0.02 else 0
        if is_deserted(self.at, self.now):
            self.change(is_over=True, is_cancelled=True, cancelled_by="")
            return
        if is_planned(self.at, self.now) and chance.random() < 0.8:
            self.reply(chance.choice(("ada", "ben", HOST)))
            if chance.random() < 0.2:
                self.plan()
            return
        if evening.starts_at is not None and evening.round == 0 and chance.random() < 0.05:
            # Some have already entered, and it is postponed.
            self.change(starts_at=self.now + 600_000, moved_at=self.now, called=False)
        people = [each.person for each in self.at.guests if each.person]
        looked = chance.choice([HOST, *people])
        match chance.randrange(9):
            case 0 | 1:
                self.enter(chance.choice((HOST, "ada", "ben", "eve")))
            case 2 | 3:
                self.guest(looked, seen_at=self.now)
            case 4 | 5:
                own = self.at.guest_of(looked)
                if own is not None and own.state not in ("left", "out"):
                    states = ("ready", "ready", "waiting", "paused", "left")
                    self.guest(looked, state=chance.choice(states), seen_at=self.now)
            case 6:
                self.end_table()
            case 7:
                if may_act(self.at, looked, self.now) and not is_planned(self.at, self.now):
                    self.change(called=True, called_at=evening.called_at if evening.called else self.now)
            case _:
                if looked != HOST and may_act(self.at, HOST, self.now) and chance.random() < 0.3:
                    self.guest(looked, state="out")
                elif chance.random() < 0.1:
                    self.change(is_over=True, is_cancelled=evening.round == 0)
        if not self.at.evening.is_over and is_due(self.at, evening.rules["players"], self.now):
            self.draw()

    def told(self) -> dict[str, Situation]:
        """Return everybody's sentences, including a stranger's."""
        called = called_guests(self.at)
        guests = {each.person for each in self.at.guests if each.person}
        people = guests | {each.person for each in self.at.replies} | {HOST, STRANGER}
        return {person: situation(self.at, person, called, self.now) for person in people}


def answered(person: str, reply: Reply, hour: int | None) -> Invitee:
    """Return somebody's answer for an hour."""
    return Invitee(person, person.title(), reply, hour)


def check(history: History) -> None:
    """Check the properties of everybody's sentences at an evening."""
    at, told = history.at, history.told()
    running = [each for each in at.running() if each.round == at.evening.round]
    playing = {place.guest: table for table in running for place in table.seats}
    names = [each.name for each in awaited(at, history.now)]
    for person, found in told.items():
        own = at.guest_of(person)
        is_in = own is not None and own.state not in ("left", "out")
        assert found.words
        assert found.then
        assert (found.at is not None) == found.then.endswith(":")
        if at.evening.is_over:
            state = "cancelled" if at.evening.is_cancelled else "over"
            assert (found.state, found.acts, found.url) == (state, (), None)
            continue
        if is_planned(at, history.now) and not (own is not None and own.state == "out"):
            check_plan(history, person, found)
            continue
        assert set(found.acts) <= ACTS
        # Only a person with a table reads that they have one and where it is.
        has_table = is_in and own is not None and own.number in playing
        assert (found.state == "table") == has_table == (found.url is not None) == ("table" in found.acts)
        if has_table and own is not None:
            assert found.url == f"/table/{playing[own.number].table_id}"
            assert found.acts[0] == "table"
        # The page asks nobody to wait for finished tables, and asks those who are awaited to come.
        assert found.state != "playing" or running
        if own is not None and own in awaited(at, history.now) and at.evening.called and not has_table:
            assert found.state in CALLS
            assert found.acts[0] == "ready"
        if found.state in ("called", "called_ready", "before", "between") and names:
            assert all(name in found.then for name in names)
        if found.state in ("called", "called_ready"):
            # For people who are not ready, the time when it is drawn without them is in the future.
            is_bounded = bool(names) and has_enough(at, at.evening.rules["players"]) and not running
            assert found.at == (call_ends_at(at) if is_bounded else None)
            assert found.at is None or history.now < found.at <= history.now + CALL_MS
            assert (
                names or "Everybody is ready." not in found.then or is_due(at, at.evening.rules["players"], history.now)
            )
        # Everybody inside can go home, others can enter unless asked to leave; the host can have it drawn.
        assert ("leave" in found.acts) == is_in
        assert ("enter" in found.acts) == (not is_in and (own is None or own.state == "left"))
        if is_in:
            assert ("next" in found.acts) == (may_act(at, person, history.now) and not at.evening.called)


def check_plan(history: History, person: str, found: Situation) -> None:
    """Check the properties of a person's sentences about an upcoming evening."""
    at, said = history.at, history.at.reply_of(person)
    assert set(found.acts) <= PLAN
    is_before = said is not None and said.starts_at != at.evening.starts_at
    assert found.state == ("moved" if is_before else PLANNED[None if said is None else said.reply])
    if is_before and said is not None:
        assert found.then.startswith(f"You said {said.reply} to the earlier time.")
    # Its beginning is the next time, in the future; everybody can give the answers they have not given.
    assert (found.at, found.url) == (at.evening.starts_at, None)
    assert found.at is not None
    assert found.at > history.now
    assert {"yes", "perhaps", "no"} - set(found.acts) == ({said.reply} if said and not is_before else set())
    assert said is None or "leave" in found.acts
    # Only the host can begin, postpone or call it off, however long they are away; an answer gives no right to do so.
    assert ({"begin", "move", "cancel"} <= set(found.acts)) == (person == at.evening.host)
    counts = Counter(each.reply for each in at.replies if each.starts_at == at.evening.starts_at)
    told = {"yes": "{} {}coming.", "perhaps": "{} may come.", "no": "{} {}not coming."}
    for reply, n in counts.items():
        assert told[reply].format(n, "is " if n == 1 else "are ") in found.then


def test_whatever_happens_everybody_reads_what_there_is_for_them() -> None:
    met: Counter[str] = Counter()
    for seed in range(examples(2000).max_examples):
        history = History(random.Random(seed))
        history.enter(HOST)
        for _step in range(40):
            history.step()
            check(history)
            met.update(found.state for found in history.told().values())
            if history.at.evening.is_over:
                break
    assert met.keys() == STATES.keys()


def test_every_state_has_its_sentence_in_every_language() -> None:
    for language in languages():
        with in_language(language):
            sentences = [_(text) for text in STATES.values()]
            assert len(set(sentences)) == len(STATES)
            # German is kept complete; the others follow.
            if language == "de":
                assert not {*sentences, *map(_, THEN.values())} & {*STATES.values(), *THEN.values()}


def test_who_won_most_is_named_at_the_end_and_those_who_are_equal_together() -> None:
    history = History(random.Random(1))
    for person in (HOST, "ada"):
        history.enter(person)
    seats = (PlacedGuest(0, 1, 5, won=True), PlacedGuest(1, 2, 0, won=False))
    other = (PlacedGuest(0, 1, 0, won=False), PlacedGuest(1, 2, 5, won=True))
    history.change(is_over=True, round=2)
    history.at = replace(history.at, tables=(RoundTable(1, 1, "a", 1, seats),))
    assert history.told()["ada"].then == "Host won the evening."
    history.at = replace(history.at, tables=(*history.at.tables, RoundTable(2, 1, "b", 1, other)))
    assert history.told()["ada"].then == "Host and Ada won the evening together."


def test_who_is_not_in_yet_reads_that_it_has_begun_and_who_else_has_said_yes() -> None:
    history = History(random.Random(1))
    hour = history.now - 1
    history.change(starts_at=hour)
    history.at = replace(history.at, replies=(answered("ada", "yes", hour), answered("ben", "yes", hour)))
    read = history.told()[STRANGER]
    assert read.then.startswith("The evening has begun. Say who you are")
    assert read.then.endswith("Coming, and not here yet: Ada and Ben.")
    assert situation(history.at, "ada", {}, history.now).then.endswith("Coming, and not here yet: Ben.")
    history.change(starts_at=None)
    assert "has begun" not in history.told()[STRANGER].then


def test_a_round_that_is_called_waits_three_minutes_for_those_who_are_not_ready() -> None:
    history = History(random.Random(1))
    history.change(starts_at=None, computer=None, rules=preset_rules("standard", 2).to_json())
    for person in (HOST, "ada", "ben"):
        history.enter(person)
    history.change(called=True, called_at=history.now)
    history.guest("ada", state="ready")
    # One is ready: no table could be drawn, so no time can be given.
    told = history.told()["ben"]
    assert (told.at, told.then) == (
        None,
        "Not ready yet: Host and Ben. It is drawn as soon as enough for a table are ready.",
    )
    history.guest(HOST, state="ready")
    told = history.told()["ben"]
    assert (told.state, told.at) == ("called", history.now + CALL_MS)
    assert told.then == "Not ready yet: Ben. Those who are not ready by then sit this round out. It is drawn in:"
    history.guest("ben", seen_at=history.now + CALL_MS)
    assert not is_due(history.at, 2, history.now + CALL_MS - 1)
    assert is_due(history.at, 2, history.now + CALL_MS)


def test_who_called_an_evening_off_is_named() -> None:
    history = History(random.Random(1))
    history.change(starts_at=history.now + 1, is_over=True, is_cancelled=True, cancelled_by="ada")
    assert history.told()[STRANGER].then == "It does not take place."
    history.at = replace(history.at, officers={"ada": "Ada"})
    assert history.told()[STRANGER].then == "Ada called it off."
    assert situation(history.at, "ada", {}, history.now).then == "You called it off."
    history.change(cancelled_by="")
    assert history.told()["host"].then == "Nobody came within an hour after it began."
