"""Tournaments on a server (docs/tournaments.md): joined, paired round by round, played, and viewed afterwards."""

from __future__ import annotations

import asyncio
import codecs
import csv
import secrets
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from spite_and_malice.play import verify
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.tournaments import answers
from spite_and_malice.server.features.tournaments.rounds import FIRST_LEFT, SECOND_LEFT, commitment, result_of
from spite_and_malice.server.store import Conflict, EndedGame, GameFigures, Origin, OriginTable, PairingRow, SeatCounted
from tests.play import independent_standings as independent

from .conftest import Browser, RunningServer, Visit
from .play import finish
from .tournaments import act, look, make, read_lines, wait_until


def is_over(found: Any) -> bool:
    return bool(found["state"] == "over")


async def come_and_play(browser: Browser, table: str) -> None:
    """Sit down at a tournament's table and play its game to the end."""
    page = await browser.open(table.removeprefix("/table/"))
    await page.contribute(await page.greet())
    state = await page.get_until(lambda message: message.get("view") is not None)
    await finish(page, state)


async def enter(server: RunningServer, visit: Visit, tournament_id: str, names: list[str]) -> list[Browser]:
    browsers = [visit(server.address) for _ in names]
    for browser, name in zip(browsers, names, strict=True):
        await act(browser, tournament_id, "join", name=name, contribution=secrets.token_hex(16))
    return browsers


async def sheet(browser: Browser, tournament_id: str, what: str) -> str:
    """Return a tournament's table as a spreadsheet reads it, by its byte order mark."""
    answer = await browser.http.get(f"/api/tournaments/{tournament_id}/{what}.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(codecs.BOM_UTF8)
    assert not answer.content.startswith(codecs.BOM_UTF8 * 2)
    return answer.content.decode("utf-8-sig")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("  +1", "  '+1"),
        ("\t=x", "\t'=x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-3", "'-3"),
        ("Ada;=1", "Ada;'=1"),
        ("Ada, @x", "Ada, '@x"),
        ("＝1", "'＝1"),  # noqa: RUF001
        ('"=1', "\"'=1"),
        ("Ada", "Ada"),
        ("Ada-Marie", "Ada-Marie"),
        ("a=b", "a=b"),
        ("אבי", "אבי"),
    ],
)
def test_no_name_is_a_formula(name: str, cell: str) -> None:
    assert answers._cell(name) == cell


@pytest.mark.parametrize("system", ["swiss", "round_robin", "knock_out"])
async def test_computer_players_play_a_tournament_to_its_end(
    server: RunningServer, browser: Browser, system: str
) -> None:
    tournament_id = await make(browser, system, rounds=3, fill=6)
    await act(browser, tournament_id, "start")
    found = await wait_until(browser, tournament_id, is_over)
    lines = read_lines(await sheet(browser, tournament_id, "results"))
    assert len(found["standings"]) == 6
    games = [line for line in lines if line.second is not None]
    if system == "knock_out":
        assert found["rounds"] == 3
        assert sum(line.result != "draw" for line in games) == 5
        # The two with the best lots have byes.
        assert sorted(line.first for line in lines if line.second is None) == [1, 2]
    else:
        independent.check_swiss(lines)
        assert len(games) == {"swiss": 9, "round_robin": 15}[system]
        scores = independent.scores(lines)
        written = {line["seed"]: Fraction(line["points"].replace("½", "") or 0) for line in found["standings"]}
        assert written == {seed: Fraction(int(score)) for seed, score in scores.items()}
    table = list(csv.DictReader(StringIO(await sheet(browser, tournament_id, "standings"))))
    assert [row["name"] for row in table] == [line["name"] for line in found["standings"]]
    # Each computer player has its own face at every table.
    made = await server.store.tables.of_origin("tournament", tournament_id)
    faces = {(seat.name, seat.head) for table in made for seat in table.seats}
    assert len({name for name, _head in faces}) == len(faces) == 6
    # Every game is a record that can be checked.
    url = next(game["url"] for part in found["games"] for game in part["games"] if game["second"])
    record = (await browser.http.get(f"/api{url.replace('table/', 'tables/')}/record")).text
    assert verify(record) == ()


async def test_people_join_play_and_stand_where_their_games_put_them(
    server: RunningServer, visit: Visit, browser: Browser
) -> None:
    tournament_id = await make(browser, rounds=2)
    players = await enter(server, visit, tournament_id, ["Ada", "Ben", "Cleo", "Dan"])
    before = await look(players[0], tournament_id)
    assert (before["state"], before["number"], len(before["standings"])) == ("gathering", 1, 4)
    await act(browser, tournament_id, "start")
    for number in (1, 2):
        found = [
            await wait_until(each, tournament_id, lambda one, n=number: one["round"] == n and one["table"] is not None)
            for each in players
        ]
        assert sorted(one["opponent"] for one in found) == ["Ada", "Ben", "Cleo", "Dan"]
        await asyncio.gather(*(come_and_play(each, one["table"]) for each, one in zip(players, found, strict=True)))
    over = await wait_until(players[0], tournament_id, is_over)
    lines = read_lines(await sheet(browser, tournament_id, "results"))
    independent.check_swiss(lines)
    assert len(lines) == 4
    assert sum(line["wins"] for line in over["standings"]) == sum(line.result != "draw" for line in lines)
    assert [line["you"] for line in over["standings"]].count(True) == 1
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    exported = (await server.store.people.export(str(stored.entrants[0].person)))["tournaments"]
    assert exported[0]["you"]["name"] == "Ada"
    assert len(exported[0]["games"]) == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_gains_cards_on_another_by_giving_up(seat: int) -> None:
    ahead, behind = (SeatCounted(side, 9, 20, 18 - left, 3, left, 0, 0) for side, left in enumerate((2, 15)))
    figures = GameFigures("", 20, 60_000, [ahead, behind] if seat == 0 else [behind, ahead])
    game = EndedGame(1, (), "resignation", (1 - seat,), (0, 0), (), figures, 0, 1)
    row = result_of(
        PairingRow(1, 1, 1, 2),
        OriginTable("t", Origin("tournament", "t", 1, 1), (), 1, True, False, frozenset(), (game,)),
    )
    assert row is not None
    # The player who was ahead and gave up had 2 left, and the other counts as having none.
    assert (row.outcome, row.margin) == (("second", -2) if seat == 0 else ("first", 2))


@pytest.mark.parametrize(
    ("is_closed", "game", "expected"),
    [
        (False, None, None),
        (True, None, ("no_show", 0, "closed")),
        (True, {}, ("first", 4, "")),
        (False, {}, ("first", 4, "")),
        (False, {"winners": (1,)}, ("second", 4, "")),
        (False, {"winners": (0, 1)}, ("draw", 4, "")),
        (False, {"stand_ins": (0,)}, ("second", 4, FIRST_LEFT)),
        (False, {"stand_ins": (1,), "winners": (1,)}, ("first", 4, SECOND_LEFT)),
        (False, {"stand_ins": (0, 1)}, ("first", 4, "")),
        (False, {"figures": None}, ("first", 0, "")),
    ],
)
def test_what_became_of_a_pairing_is_read_from_its_table(
    is_closed: bool, game: dict[str, Any] | None, expected: tuple[str, int, str] | None
) -> None:
    seats = [SeatCounted(side, 9, 20, 18 - left, 3, left, 0, 0) for side, left in enumerate((1, 5))]
    usual = EndedGame(1, (), "payoff", (0,), (0, 0), (), GameFigures("", 20, 60_000, seats), 0, 17)
    ended = () if game is None else (replace(usual, **game), replace(usual, winners=(1,)))
    origin = Origin("tournament", "t", 1, 1)
    row = result_of(PairingRow(1, 1, 1, 2), OriginTable("table", origin, (), 1, True, is_closed, frozenset(), ended))
    if expected is None:
        assert row is None
        return
    assert row is not None
    assert (row.outcome, row.margin, row.note) == expected
    assert (row.table_id, row.ended_at) == ("table", None if game is None else 17)


async def test_who_does_not_come_loses_and_who_came_wins(
    server: RunningServer, visit: Visit, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament_id = await make(browser, "round_robin", grace=20)
    (ada, ben) = await enter(server, visit, tournament_id, ["Ada", "Ben"])
    both = (("Ada", ada), ("Ben", ben))
    await act(browser, tournament_id, "start")
    found = await wait_until(ada, tournament_id, lambda one: one["table"] is not None)
    now = (await ada.http.get(f"/api/tournaments/{tournament_id}/now")).json()
    assert (now["table"], now["words"]) == (found["table"], "Your game is ready, against Ben.")
    # The forfeit time is the same for both, and is shown beside its meaning for each.
    assert now["situation"]["then"] == "If you are not at the table within this time, you lose the game:"
    until = now["situation"]["at"]
    assert 0 < until - now_ms() <= 20_000
    page = await ada.open(found["table"].removeprefix("/table/"))
    greeted = await page.greet()
    await page.contribute(greeted)
    ada_now, ben_now = [(await each.http.get(f"/api/tournaments/{tournament_id}/now")).json() for each in (ada, ben)]
    assert ada_now["words"] == "Ben has not come to the table yet."
    assert ada_now["situation"]["then"] == "If they do not come within this time, you win the game:"
    assert ben_now["words"] == "Ada is at the table and waits for you."
    assert ada_now["situation"]["at"] == ben_now["situation"]["at"] == until
    table_now = greeted["people"]["now"]
    assert (table_now["state"], table_now["words"]) == ("awaiting", "Waiting for Ben.")
    assert (table_now["then"], table_now["at"]) == (ada_now["situation"]["then"], until)
    # The seat is reserved: it can neither be left nor offered to others.
    assert table_now["acts"] == []
    monkeypatch.setattr("spite_and_malice.server.features.tournaments.director.late_at", lambda *_: 0)
    over = await wait_until(ada, tournament_id, is_over)
    told = {name: (await each.http.get(f"/api/tournaments/{tournament_id}/now")).json() for name, each in both}
    assert told["Ada"]["words"] == (
        "Ben did not come in time: the game counts as won by you. The tournament is over. You have won."
    )
    assert told["Ben"]["words"].startswith("You did not come in time")
    assert {each["table"] for each in told.values()} == {None}
    (game,) = over["games"][0]["games"]
    assert (game["how"], game["url"]) == ("did not come", None)
    assert [(line["name"], line["points"], line["wins"]) for line in over["standings"]] == [
        ("Ada", "1", 0),
        ("Ben", "0", 0),
    ]
    # The table no longer exists.
    assert (await ada.http.get(found["table"])).status_code == 404


async def test_who_withdraws_is_paired_no_more_and_a_late_comer_is(
    server: RunningServer, visit: Visit, browser: Browser
) -> None:
    tournament_id = await make(browser, rounds=3, fill=5)
    (ada,) = await enter(server, visit, tournament_id, ["Ada"])
    await act(browser, tournament_id, "start")
    found = await wait_until(ada, tournament_id, lambda one: one["table"] is not None or one["has_bye"])
    await act(ada, tournament_id, "withdraw")
    (late,) = await enter(server, visit, tournament_id, ["Late"])
    if found["table"] is not None:
        await come_and_play(ada, found["table"])
    found = await wait_until(late, tournament_id, lambda one: one["round"] == 2 and (one["table"] or one["has_bye"]))
    if found["table"] is not None:
        await come_and_play(late, found["table"])
    found = await wait_until(late, tournament_id, lambda one: one["round"] == 3 and (one["table"] or one["has_bye"]))
    if found["table"] is not None:
        await come_and_play(late, found["table"])
    over = await wait_until(late, tournament_id, is_over)
    rounds = {
        name: [
            part["number"]
            for part in over["games"]
            for game in part["games"]
            if name in (game["first"], game["second"])
        ]
        for name in ("Ada", "Late")
    }
    assert rounds == {"Ada": [1], "Late": [2, 3]}


async def test_all_tables_of_a_round_can_have_the_same_deal(server: RunningServer, browser: Browser) -> None:
    tournament_id = await make(browser, rounds=2, fill=4, shared=True)
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    promised = [commitment(stored.row, number) for number in (1, 2)]
    page = (await browser.http.get(f"/tournaments/{tournament_id}")).text
    assert all(each in page for each in promised)
    await act(browser, tournament_id, "start")
    over = await wait_until(browser, tournament_id, is_over)
    for part, promise in zip(over["games"], promised, strict=True):
        assert part["commitment"] == promise
        urls = [game["url"] for game in part["games"]]
        records = [(await browser.http.get(f"/api{url.replace('table/', 'tables/')}/record")).text for url in urls]
        assert len(records) == 2
        assert [record for record in records if promise not in record] == []
        assert all(verify(record) == () for record in records)


async def test_an_arena_pairs_those_who_are_free_until_its_time_is_up(
    server: RunningServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament_id = await make(browser, "arena", minutes=5, fill=5)
    await act(browser, tournament_id, "start")
    await wait_until(browser, tournament_id, lambda one: one["round"] >= 6)
    monkeypatch.setattr(
        "spite_and_malice.server.features.tournaments.rounds.ends_at", lambda row: (row.started_at or 0) + 1
    )
    found = await wait_until(browser, tournament_id, is_over)
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    ordered = sorted(stored.pairings, key=lambda each: (each.ended_at or 0, each.round, each.board))
    lines = [independent.Line(e.round, e.board, e.first, e.second, e.outcome or "") for e in ordered]
    scores = independent.arena_scores(lines)
    assert {line["seed"]: int(line["points"]) for line in found["standings"]} == {
        line["seed"]: scores.get(line["seed"], 0) for line in found["standings"]
    }
    last: dict[int, int] = {}
    for each in sorted(stored.pairings, key=lambda one: (one.round, one.board)):
        assert each.second is not None
        assert last.get(each.first) != each.second
        last[each.first], last[each.second] = each.second, each.first


async def test_a_round_is_paired_once_whoever_pairs_it(server: RunningServer, browser: Browser) -> None:
    tournament_id = await make(browser, rounds=3, fill=4)
    await act(browser, tournament_id, "start")
    await wait_until(browser, tournament_id, is_over)
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    with pytest.raises(Conflict):
        await server.store.tournaments.pair(tournament_id, [PairingRow(2, 1, 1, 2)])
    assert await server.store.tournaments.end(tournament_id, [PairingRow(1, 1, 1, 2, outcome="draw")]) == 0
    assert (await server.store.tournaments.get(tournament_id)) == stored


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": " "}, 422, "no_name"),
        ({"preset": "bridge"}, 422, "invalid_preset"),
        ({"player": "deep-blue"}, 422, "invalid_player"),
        ({"rated": True, "payoff": 3}, 422, "not_ratable"),
    ],
)
async def test_a_form_that_cannot_be_played_is_refused(
    browser: Browser, body: dict[str, Any], status: int, code: str
) -> None:
    await browser.http.get("/games")
    form = {"name": "Cup", "system": "swiss", "preset": "standard", **body}
    response = await browser.http.post("/api/tournaments", json=form)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


async def test_only_who_made_it_begins_and_ends_it(server: RunningServer, visit: Visit, browser: Browser) -> None:
    tournament_id = await make(browser, "round_robin")
    (ada,) = await enter(server, visit, tournament_id, ["Ada"])
    for what in ("start", "cancel"):
        response = await ada.http.post(f"/api/tournaments/{tournament_id}/{what}", json={})
        assert response.status_code == 403
    response = await browser.http.post(f"/api/tournaments/{tournament_id}/start", json={})
    assert response.json()["error"]["code"] == "too_few"
    await act(browser, tournament_id, "cancel")
    response = await ada.http.post(f"/api/tournaments/{tournament_id}/join", json={"name": "Ada"})
    assert response.status_code == 409


async def test_who_comes_late_joins_only_where_a_round_is_left(server: RunningServer, visit: Visit) -> None:
    for rounds, more in ((1, False), (4, True)):
        # A host has one tournament with computer players at a time.
        browser = visit(server.address)
        tournament_id = await make(browser, rounds=rounds, fill=4)
        await enter(server, visit, tournament_id, ["Ada"])
        page = (await browser.http.get(f"/tournaments/{tournament_id}")).text
        assert ("it is 3 rounds of the 4 planned" in page) == more
        await act(browser, tournament_id, "start")
        found = await wait_until(browser, tournament_id, lambda one: one["round"] == 1)
        assert found["can_join"] == more
        page = (await browser.http.get(f"/tournaments/{tournament_id}")).text
        assert ("More than 3 rounds would have some meet again." in page) == more


async def test_who_is_erased_leaves_no_name(server: RunningServer, visit: Visit, browser: Browser) -> None:
    tournament_id = await make(browser, rounds=1, fill=4)
    await enter(server, visit, tournament_id, ["Ada Unlikely"])
    await act(browser, tournament_id, "start")
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    (person,) = [each.person for each in stored.entrants if each.person]
    await server.store.people.erase(person)
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    assert not any(each.person for each in stored.entrants)
    assert "Ada Unlikely" not in (await browser.http.get(f"/tournaments/{tournament_id}")).text


@pytest.mark.parametrize("rated", [True, False])
async def test_the_games_of_a_rated_tournament_count_and_those_of_another_do_not(
    server: RunningServer, visit: Visit, browser: Browser, rated: bool
) -> None:
    tournament_id = await make(browser, rounds=2, preset="quick", payoff=0, rated=rated)
    players = [visit(server.address) for _ in range(4)]
    for number, each in enumerate(players):
        name = f"{'Rated' if rated else 'Free'} {number}"
        await each.http.get("/api/me")
        assert (await each.http.post("/api/me", json={})).is_success
        await act(each, tournament_id, "join", name=name, contribution=secrets.token_hex(16))
    await act(browser, tournament_id, "start")
    for number in (1, 2):
        found = [
            await wait_until(each, tournament_id, lambda one, n=number: one["round"] == n and one["table"] is not None)
            for each in players
        ]
        tables = [each["table"] for each in found]
        await asyncio.gather(*(come_and_play(each, table) for each, table in zip(players, tables, strict=True)))
    over = await wait_until(players[0], tournament_id, is_over)
    stored = await server.store.tournaments.get(tournament_id)
    assert stored is not None
    people = {str(each.person): each.name for each in stored.entrants}
    ratings = {people[each.person]: each for each in await server.store.ratings.of(list(people))}
    assert {name: found.games for name, found in ratings.items()} == (
        dict.fromkeys(people.values(), 2) if rated else {}
    )
    wins = {line["name"]: line["wins"] for line in over["standings"]}
    assert all(ratings[name].skill.mu > 25 for name in ratings if wins[name] == 2)
    assert all(ratings[name].skill.mu < 25 for name in ratings if wins[name] == 0)
