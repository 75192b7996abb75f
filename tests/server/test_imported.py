"""Games played in a browser without a server and imported by one: checked, accepted once, and distinguished."""

from __future__ import annotations

import time
from typing import Any

from spite_and_malice.patience import Rules as PatienceRules
from spite_and_malice.patience import deal_number, solve
from spite_and_malice.play import FairDeal, Game, RecordedAction, RecordedSeat, new_secret, parse, record_game, write
from spite_and_malice.play.patience import Deal, PatienceAction, record_patience
from spite_and_malice.play.patience import parse as parse_patience
from spite_and_malice.play.patience import write as patience_text
from spite_and_malice.rules import preset_rules

from .conftest import Browser, RunningServer, Visit
from .play import finish
from .test_accounts import keep, linked
from .test_patience import begin

BEGAN = 1_750_000_000_000
EASY = 3
"""The number of a patience deal that is quickly won."""


def record(
    *,
    secret: bytes | None = None,
    seats: tuple[str, ...] = ("", "club"),
    began: int = BEGAN,
    over: bool = True,
    name: str = "Ada",
) -> str:
    """Return the record of a short game; seats are computer players, or an empty text for a person."""
    rules = preset_rules("goal-13", changes={"payoff": 2, "players": len(seats)})
    fair = FairDeal(secret or new_secret(), ("ada", ""))
    game = Game.deal(rules, 1, fair)
    while not game.is_over:
        moves = [str(move) for move in game.legal_moves]
        game.play(min(moves, key=lambda move: (move[0] != "P", "-C" not in move, move)))
    played = game.actions if over else game.actions[:-1]
    actions = [RecordedAction(each.seat, each.text, began + 1000 * at) for at, each in enumerate(played, start=1)]
    who = [RecordedSeat("computer", "X", player) if player else RecordedSeat("person", name) for player in seats]
    return write(record_game(rules, who, 1, fair, actions, preset="goal-13", table="t", number=4, started=began))


def patience(
    *, choice: Any = "winnable", secret: bytes | None = None, moves: int | None = None, name: str = "Ada"
) -> str:
    """Return the record of a game of patience without any help, won unless ``moves`` limits the number of moves."""
    rules = PatienceRules()
    made = solve(deal_number(rules, EASY), seconds=None).moves[:moves]
    actions = [PatienceAction(str(move), BEGAN + 1000 * at) for at, move in enumerate(made, start=1)]
    sealed = secret if secret is not None else new_secret()
    deal = Deal(EASY, choice)
    return patience_text(record_patience(rules, deal, actions, player=name, secret=sealed, started=BEGAN))


async def bring(browser: Browser, text: str) -> Any:
    """Import the record of a game."""
    return await browser.http.post("/api/imported", json={"record": text})


async def test_a_game_is_taken_once_and_is_the_persons(browser: Browser, visit: Visit, server: RunningServer) -> None:
    text = record()
    answer = await bring(browser, text)
    assert answer.status_code == 201, answer.text
    again = await bring(browser, text)
    assert (again.status_code, again.json()) == (201, answer.json())
    [listed] = (await browser.http.get("/api/tables")).json()
    before = parse(text)
    assert before.outcome is not None
    assert (listed["id"], listed["state"], listed["scores"]) == (
        answer.json()["id"], "match_over", list(before.outcome.scores),
    )  # fmt: skip
    assert (await browser.http.get(answer.json()["url"])).status_code == 200
    # The record here is the one from there, except for the table.
    there = f"/api/tables/{listed['id']}/games/1"
    kept = parse((await browser.http.get(f"{there}/record")).text)
    assert (kept.actions, kept.secret, kept.outcome, kept.started) == (
        before.actions, before.secret, before.outcome, before.started,
    )  # fmt: skip
    assert (await browser.http.get(f"{there}/check")).json()["faults"] == []
    other = visit(server.address)
    taken = await bring(other, text)
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "taken_before")


async def test_a_game_of_a_table_here_is_nobodys_to_bring(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    table = await browser.table([{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}])
    page = await browser.open(table)
    await finish(page, await page.hello())
    of_spite = (await browser.http.get(f"/api/tables/{table}/games/1/record")).text
    alone = await begin(browser, deal="17")
    patience_table = alone.told["table"]["id"]
    await alone.ask("give_up")
    of_patience = (await browser.http.get(f"/api/tables/{patience_table}/games/1/record")).text
    for person in (visit(server.address), browser):
        for text in (of_spite, of_patience):
            answer = await bring(person, text)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "played_here"), answer.text
    assert len((await browser.http.get("/api/tables")).json()) == 2


async def test_a_name_of_an_account_is_refused_as_elsewhere(
    server: RunningServer, browser: Browser, visit: Visit
) -> None:
    ada = visit(server.address)
    await keep(ada)
    assert (await ada.http.put("/api/me", json={"name": "Berta"})).status_code == 200
    for text in (record(name="Berta"), patience(name="BERTA")):
        answer = await bring(browser, text)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "name_taken")
        assert (await bring(ada, text)).status_code == 201


async def test_statistics_tell_it_apart_and_it_sets_no_record(browser: Browser) -> None:
    for _each in range(3):
        assert (await bring(browser, record())).status_code == 201
    found = (await browser.http.get("/api/statistics")).json()
    assert (found["all"]["games"], found["choices"]["place"]) == (
        3, [{"id": "offline", "name": "Offline", "games": 3}],
    )  # fmt: skip
    assert [each["time"] for each in found["records"]] == [None]
    assert (await browser.http.get("/api/statistics?place=here")).json()["all"]["games"] == 0
    assert (await browser.http.get("/api/statistics?place=offline")).json()["all"]["games"] == 3


async def test_it_counts_for_an_account_on_every_device(browser: Browser, visit: Visit, server: RunningServer) -> None:
    await keep(browser)
    phone = visit(server.address)
    await linked(browser, phone)
    text = record()
    answer = await bring(phone, text)
    assert answer.status_code == 201, answer.text
    # Another device that also has it imports the same game, not a second one.
    assert (await bring(browser, text)).json() == answer.json()
    for device in (browser, phone):
        assert [each["id"] for each in (await device.http.get("/api/tables")).json()] == [answer.json()["id"]]
        found = (await device.http.get("/api/statistics")).json()
        assert (found["all"]["games"], found["choices"]["place"]) == (
            1, [{"id": "offline", "name": "Offline", "games": 1}],
        )  # fmt: skip


async def test_patience_is_taken_once_too(browser: Browser) -> None:
    text = patience()
    answer = await bring(browser, text)
    assert answer.status_code == 201, answer.text
    assert (await bring(browser, text)).json() == answer.json()
    records = (await browser.http.get("/api/patience/records?preset=klondike-1")).json()
    records = records if records["played"] else (await browser.http.get("/api/patience/records")).json()
    [line] = records["games"]
    assert (line["result"], line["offline"], line["ended_at"]) == ("won", True, parse_patience(text).actions[-1].time)
    assert records["best"]["moves"] is None
    kept = await browser.http.get(f"/api/tables/{answer.json()['id']}/games/1/record")
    assert parse_patience(kept.text).actions == parse_patience(text).actions


async def test_a_deal_of_a_day_is_that_of_the_server_alone(browser: Browser) -> None:
    answer = await bring(browser, patience(choice="day"))
    kept = await browser.http.get(f"/api/tables/{answer.json()['id']}/games/1/record")
    assert parse_patience(kept.text).deal.choice == "number"
    [today] = (await browser.http.get("/api/patience/days")).json()["days"]
    assert [mark for name, mark in today.items() if name != "day"] == [None] * (len(today) - 1)


async def test_a_clock_that_was_ahead_is_put_right(browser: Browser) -> None:
    ahead = int(time.time() * 1000) + 86_400_000
    answer = await bring(browser, record(began=ahead))
    kept = parse((await browser.http.get(f"/api/tables/{answer.json()['id']}/games/1/record")).text)
    times = [action.time or 0 for action in kept.actions]
    assert kept.started is not None
    assert times[0] - kept.started == 1000
    assert times[-1] <= time.time() * 1000


def changed(text: str, begins: str, old: str, new: str) -> str:
    """Return a text with something changed in its first line with this beginning."""
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(begins) and old in line)
    lines[at] = lines[at].replace(old, new, 1)
    return "\n".join(lines)


async def test_what_is_forged_or_of_another_kind_is_refused_with_a_sentence(browser: Browser) -> None:
    good = record(secret=bytes(range(32)))
    card = next(line for line in good.splitlines() if line.startswith("hand 0: ")).split()[2]
    winner = good.split("\nwinners: ")[1][0]
    wrong = [
        ("hello", "does not fit together"),
        (changed(good, "secret:", good.split("\nsecret: ")[1][:2], "zz"), "does not fit together"),
        (changed(good, "hand 0:", card, "As" if card != "As" else "Ks"), "By the fair deal"),
        (changed(good, "1. ", good.split("\n1. ")[1].split()[1], "H2h-C1"), "does not fit together"),
        (changed(good, "winners:", winner, str(1 - int(winner))), f"By the actions this is {winner}"),
        (record(over=False), "not over"),
        (record(seats=("", "")), "one person"),
        (record(seats=("", "nobody")), "not known here"),
        (write(parse(good).seen_by(0)), "secret"),
        (patience(secret=b"short"), "secret"),
        (patience(moves=3), "not over"),
        (changed(patience(), "2. ", patience().split("\n2. ")[1].split()[0], "F0-T9"), "does not fit together"),
        (changed(patience(), "moves:", ": ", ": 1"), "By the actions this is"),
    ]
    for text, said in wrong:
        answer = await bring(browser, text)
        assert answer.status_code == 422, (said, answer.text)
        assert said in answer.json()["error"]["message"]
    assert (await browser.http.get("/api/tables")).json() == []
    assert (await browser.http.post("/api/brought", json={"record": 1})).status_code == 400


async def test_what_is_imported_brings_nothing_that_others_see(browser: Browser, server: RunningServer) -> None:
    """Anybody can write a record: of a tournament of their own, with another name at a seat."""
    for player in ("beginner", "master"):
        for _ in range(3):
            answer = await bring(browser, record(seats=("", player)))
            assert answer.status_code == 201, answer.text
    assert [each["id"] for each in (await browser.http.get("/api/signs")).json() if each["earned"]] == []
    # In your own list and scrapbook they stay.
    assert 'id="win"' in (await browser.http.get("/scrapbook")).text
    assert len((await browser.http.get("/api/tables")).json()) == 6
