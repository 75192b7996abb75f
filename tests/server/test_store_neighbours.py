"""What is done to one tournament, club, evening or person changes nothing of another with the same past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import pytest
from sqlalchemy import Connection, insert, update

from spite_and_malice.server.store import EntrantRow, PairingRow
from spite_and_malice.server.store import operators as stored_operators
from spite_and_malice.server.store.accounts import joining
from spite_and_malice.server.store.accounts import people as stored_accounts
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.database.schema import metadata
from spite_and_malice.server.store.events import clubs, evening_people, evenings, tournaments
from spite_and_malice.server.store.events.evening_rows import DrawnRound, PlacedGuest
from spite_and_malice.server.store.events.tournament_rows import Tournament
from spite_and_malice.server.store.games import house_rules, objections
from spite_and_malice.server.store.games.house_rules import HouseRules
from spite_and_malice.server.store.games.objections import Objection
from spite_and_malice.server.store.games.statements import add_table
from spite_and_malice.server.store.operators import NewReport
from spite_and_malice.server.store.people import erasing, friends, letters, mails, news_mails, notices
from spite_and_malice.server.store.people.notices import Choices, Device

from .test_store import SEAL, START, TABLE
from .test_store_limits import ADA, AGENT, BEN, CLUB, EVENING, HOUR, NOW, clock, connection, cup, somebody

__all__ = ["clock", "connection"]

CLEO, DORA = somebody(3), somebody(4)
WORLDS = ("-one", "-two")

Step = Callable[[Connection, str], object]
"""Does something in the world whose ids end so."""


def rows(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that is stored, by the world that it is of; empty for what is of none."""
    found: dict[str, list[tuple[Any, ...]]] = {world: [] for world in (*WORLDS, "")}
    for table in metadata.sorted_tables:
        for row in connection.exec_driver_sql(f"SELECT * FROM {table.name}"):
            own = next((w for w in WORLDS if any(isinstance(value, str) and value.endswith(w) for value in row)), "")
            found[own].append((table.name, *row))
    return {world: sorted(of_it, key=repr) for world, of_it in found.items()}


def entered(connection: Connection, tournament_id: str) -> Tournament:
    found = tournaments.read(connection, tournament_id)
    assert found is not None
    return found


def begin_tournament(connection: Connection, world: str) -> None:
    tournaments._add(connection, replace(cup(0), id=f"cup{world}"))
    for person in (ADA, BEN, CLEO, DORA):
        tournaments._join(connection, f"cup{world}", EntrantRow(0, "Somebody", person))


def first_pair(connection: Connection, world: str) -> PairingRow:
    return entered(connection, f"cup{world}").pairings[0]


def pair(connection: Connection, world: str) -> None:
    at = f"cup{world}"
    pairs = [PairingRow(1, 1, 1, 2), PairingRow(1, 2, 3, 4)]
    tournaments._pair(connection, at, pairs)
    for each in pairs:
        table = f"table-{each.board}{world}"
        add_table(connection, replace(TABLE, id=table), SEAL, replace(START, game=0, turn=None))
        tournaments._note_tables(connection, at, [replace(each, table_id=table)])


def step_in(connection: Connection, world: str) -> None:
    one, other = entered(connection, f"cup{world}").entrants[:2]
    assert tournaments._step_in(connection, f"cup{world}", first_pair(connection, world), [(one, other)])


TOURNAMENT: Sequence[Step] = (
    begin_tournament,
    lambda c, w: tournaments._withdraw(c, f"cup{w}", DORA),
    lambda c, w: tournaments._take_out(c, f"cup{w}", DORA),
    lambda c, w: tournaments._join(c, f"cup{w}", EntrantRow(0, "Eve", somebody(5))),
    lambda c, w: tournaments._say(c, f"cup{w}", BEN, "Ben", "hello"),
    lambda c, w: tournaments._wait(c, f"cup{w}", BEN),
    lambda c, w: tournaments.set_entrant(c, f"cup{w}", 1, team=1, board=1),
    lambda c, w: tournaments.set_entrant(c, f"cup{w}", 2, team=1, board=2),
    lambda c, w: tournaments._move_up(c, f"cup{w}", 2),
    lambda c, w: tournaments._change(c, replace(entered(c, f"cup{w}").row, name="Other", host_seen_at=5)),
    lambda c, w: tournaments._note_host(c, f"cup{w}"),
    lambda c, w: tournaments.follow_host(c, f"cup{w}", ADA, NOW + 1),
    lambda c, w: tournaments._start(c, f"cup{w}", [], "lot", [1, 2, 3, 4]),
    pair,
    step_in,
    lambda c, w: tournaments._end(c, f"cup{w}", [replace(first_pair(c, w), outcome="first", margin=3)]),
    lambda c, w: tournaments._forfeit(
        c, f"cup{w}", replace(entered(c, f"cup{w}").pairings[1], outcome="second_forfeit")
    ),
    lambda c, w: tournaments._withdraw(c, f"cup{w}", CLEO),
    lambda c, w: tournaments.finish(c, f"cup{w}", "over"),
    lambda c, w: tournaments.remove(c, f"cup{w}"),
)

CLUBS: Sequence[Step] = (
    lambda c, w: clubs._found(c, replace(CLUB, id=f"club{w}"), "Ada", None),
    lambda c, w: clubs._ask(c, f"club{w}", BEN, "Ben", None),
    lambda c, w: clubs._join(c, f"club{w}", BEN, "Ben", None),
    lambda c, w: clubs._join(c, f"club{w}", CLEO, "Cleo", None),
    lambda c, w: clubs._join(c, f"club{w}", CLEO, "Cleopatra", None),
    lambda c, w: clubs._ask(c, f"club{w}", DORA, "Dora", None),
    lambda c, w: clubs._ask(c, f"club{w}", somebody(5), "Eve", None),
    lambda c, w: clubs._decline(c, f"club{w}", DORA),
    lambda c, w: clubs._set_role(c, f"club{w}", BEN, "officer"),
    lambda c, w: clubs._want_messages(c, f"club{w}", BEN, False),
    lambda c, w: clubs._write(c, f"club{w}", BEN, "Ben", "hello"),
    lambda c, w: clubs._calendar_of(c, f"club{w}", BEN),
    lambda c, w: clubs._renew_link(c, f"club{w}"),
    lambda c, w: clubs.change(c, replace(CLUB, id=f"club{w}", name="Other")),
    lambda c, w: clubs._begin_season(c, f"club{w}", 1),
    lambda c, w: clubs._take_out(c, f"club{w}", CLEO),
    lambda c, w: clubs._pardon(c, f"club{w}", CLEO),
    lambda c, w: evening_people.leave_club(c, f"club{w}", ADA),
    lambda c, w: clubs.remove(c, f"club{w}"),
)


def draw(connection: Connection, world: str) -> None:
    table = replace(TABLE, id=f"table{world}")
    drawn = cast("Any", type("Drawn", (), {"table": table, "seal": SEAL, "summary": START, "guests": (1, 2)}))
    assert evenings._draw(connection, f"evening{world}", 0, [1, 2, 3], DrawnRound((drawn,), (3,)))


def settle(connection: Connection, world: str) -> None:
    [(table, _listed)] = evenings._read_running(connection, f"evening{world}").values()
    evenings._settle(connection, f"evening{world}", table, [PlacedGuest(0, 1, 5, True), PlacedGuest(1, 2, 0, False)])


def enter(person: str, name: str) -> Step:
    return lambda c, w: evenings._enter(c, f"evening{w}", person, name, None, "")


def ready(number: int) -> Step:
    return lambda c, w: evenings._set_state(c, f"evening{w}", number, "ready")


EVENINGS: Sequence[Step] = (
    lambda c, w: evenings._add(c, replace(EVENING, id=f"evening{w}", starts_at=NOW + HOUR), "Ada"),
    lambda c, w: evenings._reply(c, f"evening{w}", BEN, "yes", "Ben"),
    lambda c, w: evenings._reply(c, f"evening{w}", BEN, "perhaps"),
    lambda c, w: evenings._change(c, replace(EVENING, id=f"evening{w}", starts_at=NOW + 2 * HOUR), BEN),
    lambda c, w: evenings._open(c, f"evening{w}"),
    enter(ADA, "Ada"),
    enter(BEN, "Ben"),
    enter(CLEO, "Cleo"),
    enter(BEN, "Benjamin"),
    lambda c, w: evenings._reply(c, f"evening{w}", BEN, None),
    enter(BEN, "Ben"),
    *(ready(number) for number in (1, 2, 3)),
    lambda c, w: evenings._call(c, f"evening{w}", 0),
    draw,
    settle,
    lambda c, w: evenings._write_guest(c, f"evening{w}", 2, seen_at=1),
    lambda c, w: evenings._note_seen(c, f"evening{w}", BEN),
    lambda c, w: evenings._hand_on(c, f"evening{w}", BEN),
    lambda c, w: evenings._set_state(c, f"evening{w}", 2, "left"),
    lambda c, w: evenings.end(c, f"evening{w}"),
    lambda c, w: evenings.remove(c, f"evening{w}"),
)


def device(world: str, endpoint: str = "https://push") -> Device:
    return Device(f"me{world}", f"device{world}", f"{endpoint}/{world}", "public", "secret", "en")


PERSON: Sequence[Step] = (
    lambda c, w: stored_accounts.open_account(c, f"me{w}", f"first{w}", AGENT),
    lambda c, w: stored_accounts.add_device(c, f"me{w}", f"device{w}", AGENT),
    lambda c, w: friends._put_profile(c, f"me{w}", "Me", None, f"code{w}", "friends"),
    lambda c, w: friends._put_profile(c, f"me{w}", "Myself", None, "", "all"),
    lambda c, w: friends._renew_link(c, f"me{w}", f"new{w}"),
    lambda c, w: c.execute(update(schema.profiles).where(schema.profiles.c.person == f"me{w}").values(seen_at=1)),
    lambda c, w: friends.note_seen(c, f"me{w}"),
    lambda c, w: friends._befriend(c, f"me{w}", ADA),
    lambda c, w: friends._befriend(c, ADA, f"me{w}"),
    lambda c, w: friends._befriend(c, BEN, f"me{w}"),
    lambda c, w: letters._send(c, ADA, f"me{w}", text="hello"),
    lambda c, w: letters._remove(c, f"me{w}", letters.read_waiting(c, f"me{w}")[0].id),
    lambda c, w: letters._send(c, BEN, f"me{w}", text="hello"),
    lambda c, w: friends._part(c, f"me{w}", ADA),
    lambda c, w: friends._avoid(c, f"me{w}", BEN, "mute"),
    lambda c, w: friends._avoid(c, f"me{w}", BEN, "block"),
    lambda c, w: friends._avoid(c, f"me{w}", BEN, None),
    lambda c, w: house_rules._put(c, f"me{w}", HouseRules(f"rules{w}", "Ours", "standard", {})),
    lambda c, w: house_rules._put(c, f"me{w}", HouseRules(f"others{w}", "Theirs", "standard", {})),
    lambda c, w: house_rules._rename(c, f"me{w}", f"rules{w}", "Yours"),
    lambda c, w: house_rules._remove(c, f"me{w}", f"rules{w}"),
    lambda c, w: objections.add(c, Objection(f"me{w}", "puzzle", {}, ["P-C1"], "win", "missed")),
    lambda c, w: notices._put_device(c, device(w)),
    lambda c, w: notices._put_device(c, device(w, "https://other")),
    lambda c, w: notices._choose(c, f"me{w}", Choices(most=3)),
    lambda c, w: notices._choose(c, f"me{w}", Choices(most=4)),
    lambda c, w: notices._claim(c, f"me{w}", "turn/1"),
    lambda c, w: notices._finish(c, f"me{w}", "turn/1", []),
    lambda c, w: notices._remove_device(c, f"me{w}", f"https://other/{w}"),
    lambda c, w: news_mails._put(c, f"me{w}", f"me@example{w}", "en", "UTC", ["club"]),
    lambda c, w: news_mails._remove(c, f"me{w}"),
    lambda c, w: stored_accounts.sign_out(c, f"me{w}", f"device{w}"),
    lambda c, w: friends.forget(c, f"me{w}"),
    lambda c, w: notices.forget(c, f"me{w}"),
    lambda c, w: news_mails.forget(c, f"me{w}"),
)


EVERYWHERE: Sequence[Step] = (
    *PERSON[:-4],
    lambda c, w: tournaments._add(c, replace(cup(0), id=f"cup{w}", host=f"me{w}")),
    lambda c, w: tournaments._join(c, f"cup{w}", EntrantRow(0, "Me", f"me{w}")),
    lambda c, w: tournaments._say(c, f"cup{w}", f"me{w}", "Me", "hello"),
    lambda c, w: clubs._found(c, replace(CLUB, id=f"club{w}", keeper=f"me{w}"), "Me", None),
    lambda c, w: evenings._add(c, replace(EVENING, id=f"evening{w}", host=f"me{w}"), "Me"),
    lambda c, w: evenings._enter(c, f"evening{w}", f"me{w}", "Me", None, ""),
    lambda c, w: friends._befriend(c, f"me{w}", ADA),
    lambda c, w: friends._avoid(c, f"me{w}", CLEO, "block"),
    lambda c, w: letters._send(c, f"me{w}", DORA, text="hello"),
    lambda c, w: stored_operators.add_report(c, NewReport("table", f"me{w}", ADA, "Ada")),
    lambda c, w: stored_operators.add_report(c, NewReport("table", BEN, f"me{w}", "Me")),
    lambda c, w: mails.ask_for(c, f"box{w}", f"me{w}"),
    lambda c, w: c.execute(insert(schema.holidays).values(person=f"me{w}", month="2026-01", taken_at=1)),
)
"""Leaves something of somebody in every part of the store."""


def with_person(connection: Connection, person: str) -> set[str]:
    """Return the tables that have a row with somebody."""
    return {table for of_world in rows(connection).values() for table, *row in of_world if person in row}


def test_who_is_erased_or_joined_with_another_is_in_no_part_any_more_and_others_are(connection: Connection) -> None:
    for step in EVERYWHERE:
        for world in WORLDS:
            step(connection, world)
    there = with_person(connection, "me-one")
    before = rows(connection)["-two"]
    joining.join(connection, "me-one", "you-one", [])
    # The devices and the account itself are joined apart.
    left = {"accounts", "devices"}
    assert with_person(connection, "me-one") == left
    assert with_person(connection, "you-one") == there - left
    assert rows(connection)["-two"] == before
    erasing.forget_rest(connection, "me-one")
    erasing.forget_rest(connection, "you-one")
    assert with_person(connection, "me-one") == with_person(connection, "you-one") == set()
    assert rows(connection)["-two"] == before


LIVES: Final = {"tournament": TOURNAMENT, "club": CLUBS, "evening": EVENINGS, "person": PERSON}


@pytest.mark.parametrize("steps", LIVES.values(), ids=LIVES)
def test_what_is_done_to_one_leaves_the_other_alone(connection: Connection, steps: Sequence[Step]) -> None:
    before = rows(connection)
    for number, step in enumerate(steps):
        for own, other in (WORLDS, WORLDS[::-1]):
            step(connection, own)
            after = rows(connection)
            assert after[own] != before[own], f"step {number} did nothing"
            assert (after[other], after[""]) == (before[other], before[""]), f"step {number}"
            before = after
