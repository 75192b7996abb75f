"""What a table of Spite and Malice works out without a page: words, a finished game, seats at one device, shuffles."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.play import new_game
from tests.web.modules import Modules

TABLE: Final[dict[str, Any]] = {
    "you": 0, "name": "Friday", "seats": [{"name": "Ada", "kind": "person"}, {"name": "Rosa", "kind": "computer"}],
    "match": {},
}  # fmt: skip
SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000


def live(modules: Modules, act: str, argument: object = None) -> Any:
    """Return what something done with the words of a live table (`words`) comes to."""
    source = f"""async (given) => {{
      const words = await import("/static/spite/live/words.js");
      {act}
    }}"""
    return modules.evaluate(source, argument)


def seat(kind: str = "person", **more: Any) -> dict[str, Any]:
    """Return a seat with somebody who is there."""
    there = {"who": "a", "name": "Ada", "here": True, "ready": False, "stand_in": None, "away_since": None}
    return {"kind": kind, **there, **more}


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (-5, "0:00"), (1, "0:01"), (59 * SECOND, "0:59"), (4 * MINUTE + 4001, "4:05"), (HOUR - 1, "1:00:00"),
        (72 * MINUTE, "1:12:00"), (HOUR + 61 * SECOND, "1:01:01"), (2 * DAY - SECOND, "47:59:59"), (2 * DAY, "2 days"),
        (60 * HOUR, "3 days"), (59 * HOUR, "2 days"),
    ],
)  # fmt: skip
def test_a_time_that_is_left_is_a_clock_or_days(modules: Modules, left: int, shown: str) -> None:
    assert live(modules, "return words.clockText(given);", left) == shown


@pytest.mark.parametrize(
    ("lasted", "shown"),
    [
        (0, "1 minute"), (119 * SECOND, "1 minute"), (59 * MINUTE, "59 minutes"), (HOUR, "1 hour"),
        (119 * MINUTE, "1 hour"), (23 * HOUR, "23 hours"), (DAY, "1 day"), (47 * HOUR, "1 day"), (48 * HOUR, "2 days"),
    ],
)  # fmt: skip
def test_how_long_something_lasts_is_said_in_its_largest_unit(modules: Modules, lasted: int, shown: str) -> None:
    assert live(modules, "return words.lasting(given);", lasted) == shown


@pytest.mark.parametrize(
    ("one", "you", "words"),
    [
        (seat("open"), False, "Free seat"),
        (seat("computer"), False, "Computer player"),
        (seat(stand_in="left"), False, "has left; a stand-in plays"),
        (seat(stand_in="clock"), False, "ran out of time; a stand-in plays"),
        (seat(stand_in="away"), True, "away; a stand-in plays"),
        (seat(), True, "you"),
        (seat(), False, "here"),
        (seat(here=False), False, "away"),
        (seat(here=False, away_since=HOUR - MINUTE + 1), False, "away"),
        (seat(here=False, away_since=HOUR - MINUTE), False, "away for 1 minute"),
        (seat(here=False, away_since=0), False, "away for 1 hour"),
    ],
)
def test_where_somebody_is_can_be_read(modules: Modules, one: dict[str, Any], you: bool, words: str) -> None:
    assert live(modules, f"return words.stateWords(given[0], given[1], {HOUR});", [one, you]) == words


@pytest.mark.parametrize(
    ("you", "ready", "words"),
    [
        (0, [], ""),
        (0, [1], "Ben is ready for the next game."),
        (0, [1, 2], "Ben and Cleo are ready for the next game."),
        (0, [0], "You are ready. Waiting for Ben and Cleo."),
        (0, [0, 1], "You are ready. Waiting for Cleo."),
        (None, [0], "Ada is ready for the next game."),
    ],
)
def test_who_is_ready_is_said_and_who_is_waited_for(
    modules: Modules, you: int | None, ready: list[int], words: str
) -> None:
    seats = [seat(name=name, ready=at in ready) for at, name in enumerate(["Ada", "Ben", "Cleo"])]
    assert live(modules, "return words.readyWords(given);", {"you": you, "seats": seats}) == words


def test_when_it_is_dealt_is_said(modules: Modules) -> None:
    said = live(modules, "return [words.dealWords(null), words.dealWords(0), words.dealWords(9500)];")
    assert said == ["It is dealt when everybody is ready.", "It is dealt in 0:00.", "It is dealt in 0:10."]


def test_a_phrase_is_said_in_the_readers_words_and_a_text_as_it_is(modules: Modules) -> None:
    said = live(
        modules,
        """const said = [{ phrase: "ouch" }, { phrase: "new" }, { phrase: null, text: "Hi" }, { phrase: null }];
        return said.map(words.saidWords);""",
    )
    assert said == ["Ouch!", "new", "Hi", ""]


@pytest.mark.parametrize(
    ("before", "after", "state", "kind", "words"),
    [
        (0, None, "playing", "computer", "A computer player, Ada, has your seat now. You can take it back."),
        (0, None, "playing", "person", "Ada has taken your seat. You are watching."),
        (0, None, "gathering", "person", ""),
        (0, 0, "playing", "person", ""),
        (None, None, "playing", "person", ""),
    ],
)
def test_whoever_loses_a_seat_is_told(
    modules: Modules, before: int | None, after: int | None, state: str, kind: str, words: str
) -> None:
    then = {"you": after, "state": state, "seats": [seat(kind)]}
    assert live(modules, "return words.lostSeat(...given);", [{"you": before}, then]) == words


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (seat(), seat(), []),
        (seat(), seat(ready=True), ["Ada is ready for the next game."]),
        (seat(), seat(here=False), ["Ada has lost the connection."]),
        (seat(here=False), seat(), []),
        (seat(), seat(here=False, stand_in="away"), ["A stand-in plays for Ada."]),
        (seat(here=False, stand_in="away"), seat(), ["Ada is back and plays on."]),
        (seat(here=False, stand_in="clock"), seat(here=False), []),
        (seat("open", who=None, name=""), seat(), ["Ada sits down."]),
        (seat(), seat("open", who=None, name=""), ["Ada has left the seat."]),
        (seat(), seat(who="b", name="Ben"), ["Ben takes the seat of Ada."]),
        (seat(), seat("computer", who=None, name="Greta"), ["Greta takes the seat of Ada."]),
        (seat("computer", who=None, name="Greta"), seat("computer", who=None, name="Greta"), []),
    ],
)
def test_what_changes_at_a_seat_is_told(
    modules: Modules, was: dict[str, Any], now: dict[str, Any], said: list[str]
) -> None:
    """Not to whoever sits there."""
    changes = (
        "return [null, 0].map((you) => words.changes({ seats: [given[0]] }, { you, seats: [given[1]] }, new Set()));"
    )
    assert live(modules, changes, [was, now]) == [said, []]


def test_whoever_comes_back_was_there_before(modules: Modules) -> None:
    act = """const gone = new Set();
    const after = (seat, at) => words.changes({ seats: [given[at]] }, { you: null, seats: [seat] }, gone);
    return given.slice(1).map(after);"""
    away, ben = seat(here=False), {"who": "b", "name": "Ben"}
    assert live(modules, act, [seat(), away, seat(), away, seat(here=False, **ben), seat(**ben)]) == [
        ["Ada has lost the connection."], ["Ada is back."], ["Ada has lost the connection."],
        ["Ben takes the seat of Ada."], [],
    ]  # fmt: skip


def test_two_who_change_seats_leave_none(modules: Modules) -> None:
    one, other, none = seat(), seat(who="b", name="Ben"), seat("open", who=None, name="")
    act = "return words.changes({ seats: given[0] }, { you: null, seats: given[1] }, new Set());"
    assert live(modules, act, [[one, none, other], [none, one, other]]) == ["Ada sits at seat 2 now."]
    assert live(modules, act, [[one, other], [other, one]]) == ["Ben sits at seat 1 now.", "Ada sits at seat 2 now."]


def filmed(modules: Modules, act: str) -> Any:
    """Return what something done with the film of a finished game comes to.

    Each seat has ended a turn in it, after the first move was taken back once.
    """
    game = new_game("standard", seed=3)
    start = game.view(0).to_json()
    steps: list[dict[str, Any]] = []
    while len({step["seat"] for step in steps}) < 2 or game.turn == steps[-1]["seat"]:
        mover = game.turn
        move = next((one for one in game.legal_moves if one.is_discard), game.legal_moves[0])
        game.play(move)
        steps.append({"seat": mover, "action": "move", "move": str(move), "view": game.view(0).to_json()})
    first = steps[0]
    taken = {"seat": first["seat"], "action": "undo", "move": None, "stands": 0, "view": start}
    told = [{**first, "stands": 1}, taken, *({**step, "stands": at + 1} for at, step in enumerate(steps))]
    last = {"seat": 1, "move": None, "stands": len(steps), "view": steps[-1]["view"]}
    ends = [{**last, "action": action, "seat": seat} for action in ("resign", "forfeit", "takeback") for seat in (0, 1)]
    source = f"""async ([table, start, steps, ends]) => {{
      const {{ Film }} = await import("/static/spite/replay/film.js");
      const film = new Film({{ game: 2, seat: 0, table, start, steps }});
      const ended = (end) => new Film({{ game: 2, seat: 0, table, start, steps: [...steps, end] }});
      {act}
    }}"""
    return modules.evaluate(source, [TABLE, start, told, ends])


def test_a_film_shows_a_game_and_nothing_of_its_match(modules: Modules) -> None:
    act = """const { name, match } = film.table;
    const nobodyPlays = film.views.every(({ legal, rules }) => legal.length === 0 && rules.players === 2);
    return [name, match.over, film.length, film.views.length, nobodyPlays];"""
    name, over, length, views, plain = filmed(modules, act)
    assert (name, over, plain) == ("Game 2, Friday", False, True)
    assert views == length + 1


def test_a_film_tells_what_stood_at_each_place(modules: Modules) -> None:
    act = """const all = [...Array(film.length + 1).keys()];
    return [all.map((ply) => film.log(ply).length), all.map((ply) => film.lines(ply).map(({ seat }) => seat)),
      film.move(1).text === film.move(2).text, film.log(1), film.lines(1)[0].text.length > 0];"""
    logs, lines, same, first, told = filmed(modules, act)
    assert logs[:4] == [0, 1, 0, 1]
    assert [len(line) for line in lines] == logs
    assert (same, told, len(first)) == (True, True, 1)
    assert logs[-1] == len(logs) - 3


def test_a_film_goes_from_turn_to_turn(modules: Modules) -> None:
    act = """const all = [...Array(film.length + 1).keys()];
    const turns = all.map((ply) => film.views[ply].turn);
    return [turns, all.map((ply) => film.turnBefore(ply)), all.map((ply) => film.turnAfter(ply))];"""
    turns, before, after = filmed(modules, act)
    starts = [at for at in range(1, len(turns)) if turns[at] != turns[at - 1]]
    assert len(starts) >= 2
    last = len(turns) - 1
    assert before == [max((at for at in [0, *starts] if at < ply), default=0) for ply in range(len(turns))]
    assert after == [min((at for at in [*starts, last] if at > ply), default=last) for ply in range(len(turns))]


def test_a_film_says_what_was_done(modules: Modules) -> None:
    act = """return [film.sentence(0), film.sentence(1), film.sentence(2), ends.map((end) => {
      const one = ended(end);
      return [one.sentence(one.length), one.move(one.length)];
    })];"""
    nothing, first, undone, ends = filmed(modules, act)
    assert nothing == ""
    assert first.split()[0] in {"You", "Rosa"}
    assert undone in {"You take the last move back.", "Rosa takes the last move back."}
    assert ends == [
        ["You give up.", None], ["Rosa gives up.", None],
        ["You do not come back.", None], ["Rosa does not come back.", None],
        ["You take your turn back.", None], ["Rosa takes the turn back.", None],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("you", "host", "kinds", "seats"),
    [
        (0, True, ["person", "guest", "computer"], [0, 1]),
        (0, True, ["person", "person", "computer"], []),
        (0, False, ["person", "guest"], []),
        (None, True, ["person", "guest"], []),
    ],
)
def test_the_seats_at_one_device_are_those_of_its_host_and_guests(
    modules: Modules, you: int | None, host: bool, kinds: list[str], seats: list[int]
) -> None:
    source = """async ([you, host, kinds]) => {
      const { covered, seatsHere } = await import("/static/spite/one-device.js");
      const table = { you, seats: kinds.map((kind) => ({ kind })) };
      const people = { host, seats: kinds.map((kind, at) => ({ kind, host: at === 0 })) };
      const players = kinds.map((_kind, at) => ({ hand: at === 0 ? ["As", "2h"] : 5 }));
      const view = (turn, result = null) => ({ turn, result, players });
      const hand = (...how) => covered(view(...how), table, people).players[0].hand;
      return [seatsHere(table, people), seatsHere(table, null), hand(1), hand(0), hand(1, { winner: 0 })];
    }"""
    open_ = ["As", "2h"]
    found = modules.evaluate(source, [you, host, kinds])
    assert found == [seats, [], 2 if seats else open_, open_, open_]


def test_a_page_gives_the_same_bytes_for_the_same_promise_and_keeps_the_last_ones(modules: Modules) -> None:
    source = """async () => {
      const { page } = await import("/tests/stand-in-page.js");
      const site = page("");
      try {
        const { contribution, given } = await import("/static/spite/live/fair.js");
        const all = ["t 1 c", "t 1 c", "t 1 d", "t 2 c", "u 1 c"].map((one) => contribution(...one.split(" ")));
        const first = given().map(({ contribution: bytes }) => bytes);
        for (let game = 10; game < 220; game += 1) contribution("t", game, "c");
        return [all, first, given().length, given().at(-1).game];
      } finally { site.away(); }
    }"""
    made, kept, count, newest = modules.evaluate(source)
    assert made[0] == made[1]
    assert len(set(made)) == 4
    assert all(len(bytes.fromhex(one)) == 32 for one in made)
    assert (kept, count, newest) == (made[1:], 200, 219)


@pytest.mark.parametrize(
    ("kept", "at", "done", "complete"),
    [
        (None, 1, [], False),
        ('{"at": 3, "done": [1, 2]}', 3, [1, 2], False),
        ('{"at": 4, "done": [4, "x"]}', 4, [4], True),
        ('{"at": 5, "done": 7}', 1, [], False),
        ('{"at": 0}', 1, [], False),
        ('{"at": 1.5}', 1, [], False),
        ("{", 1, [], False),
    ],
)
def test_lessons_go_on_where_they_were_left(
    modules: Modules, kept: str | None, at: int, done: list[int], complete: bool
) -> None:
    source = """async (kept) => {
      const { page } = await import("/tests/stand-in-page.js");
      const site = page('<main id="table"></main>');
      try {
        if (kept) site.kept.set("spite.lessons", kept);
        const { isNewcomer, Progress } = await import("/static/spite/exercises/progress.js");
        const progress = new Progress(4);
        const root = site.document.querySelector("#table");
        const found = [progress.at, [...progress.done], progress.complete, isNewcomer(root)];
        root.dataset.newcomer = "";
        found.push(isNewcomer(root));
        progress.keep();
        return [...found, JSON.parse(site.kept.get("spite.lessons"))];
      } finally { site.away(); }
    }"""
    found = modules.evaluate(source, kept)
    assert found == [at, done, complete, False, done == [], {"at": at, "done": done}]


def test_words_lie_in_the_gap_that_is_nearest_to_where_they_stand(modules: Modules) -> None:
    source = """async () => {
      const { gapFor } = await import("/static/spite/board/gap.js");
      const within = { x: 0, y: 0, w: 400, h: 200 };
      const near = { x: 150, y: 90, w: 100, h: 20 };
      const wall = (x, w) => ({ rect: { x, y: 0, w, h: 200 }, weight: Infinity });
      const small = [{ width: 100, height: 20 }];
      return [
        gapFor([], small, within, near), gapFor([wall(120, 200)], small, within, near),
        gapFor([wall(0, 400)], small, within, near),
        gapFor([{ rect: { x: 140, y: 80, w: 120, h: 40 }, weight: 1 }], small, within, near),
        gapFor([wall(0, 320)], [...small, { width: 60, height: 40 }], within, near),
      ];
    }"""
    free, beside, nowhere, over, narrow = modules.evaluate(source)
    # Where nothing lies, words touch the edge.
    assert free == {"x": 147, "y": 6, "w": 100, "h": 20}
    assert beside == {"x": 20, "y": 6, "w": 100, "h": 20}
    assert nowhere is None
    assert over == {"x": 147, "y": 60, "w": 100, "h": 20}
    assert narrow == {"x": 320, "y": 6, "w": 60, "h": 40}
