"""How a server's messages become what a table shows and says, without a page (spite/feed.js, spite/state.js)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.play import Game, new_game
from tests.web.conftest import snapshot_of
from tests.web.modules import Modules

ME, OTHER = 0, 1
MATCH: Final = {"scores": [1, 0]}


def follow(modules: Modules, act: str, argument: object = None) -> Any:
    """Return the result of an act with a `feed`, its `state`, and what its table has `done`."""
    source = f"""async (given) => {{
      const {{ page, rest }} = await import("/tests/stand-in-page.js");
      const site = page("<main></main>");
      const {{ Feed }} = await import("/static/spite/feed.js");
      const {{ State }} = await import("/static/spite/state.js");
      const done = [];
      const told = (name) => (...words) => void done.push([name, ...words]);
      const all = (...names) => Object.fromEntries(names.map((name) => [name, told(name)]));
      const state = new State({{ speed: "off" }}, null);
      const show = (view, change) => {{
        state.view = view;
        done.push(["show", change]);
        return 0;
      }};
      const feed = new Feed({{
        ...all("nameTable", "mark", "refresh", "sound", "tell", "meet", "end", "settled"),
        state, show, setUp: (fresh) => fresh,
        wire: all("forget", "restart"),
        hands: all("clear", "focusSource"),
        status: {{ forget: told("forgotten"), tell: () => {{}}, event: told("event") }},
        announcer: all("say"),
      }});
      const of = (name) => done.filter(([one]) => one === name).map(([_name, ...words]) => words);
      const receive = async (message, course = {{}}) => {{
        done.length = 0;
        feed.receive(message, course);
        await rest();
      }};
      try {{ {act} }} finally {{ site.away(); }}
    }}"""
    return modules.evaluate(source, argument)


def begun(seed: int = 5, **changes: Any) -> Game:
    """Return a new game that the seat `ME` begins."""
    while True:
        game = new_game("standard", 2, seed=seed, **changes)
        if game.turn == ME:
            return game
        seed += 1


def snapshot(game: Game, **more: Any) -> dict[str, Any]:
    """Return the snapshot of a game for `ME`."""
    found = snapshot_of(game.view(ME).to_json(), list(game.log))
    found["table"]["you"] = ME
    return {**found, "ply": len(game.log), **more}


def event(game: Game, move: str, version: int = 2, **more: Any) -> dict[str, Any]:
    """Play a move, and return the event that tells of it."""
    seat = game.turn
    game.play(move)
    view = {name: value for name, value in game.view(ME).to_json().items() if name != "rules"}
    return {
        "type": "event", "version": version, "ply": len(game.log), "undo": seat == ME, "action": "move", "seat": seat,
        "move": move, "view": view, "id": None, "pause": 0, "worlds": 0, "match": None, **more,
    }  # fmt: skip


def three() -> dict[str, Any]:
    """Return the snapshot of a new game of three, in which it is another's turn."""
    seed = 1
    while (game := new_game("standard", 3, seed=seed)).turn == ME:
        seed += 1
    return snapshot(game)


def discard_of(game: Game) -> str:
    """Return a move that ends the turn."""
    return str(next(move for move in game.legal_moves if move.is_discard))


def test_before_the_first_message_nobody_sits_there(modules: Modules) -> None:
    assert follow(modules, "return [state.you, state.version, state.log, state.faces instanceof Map];") == [
        None, None, [], True,
    ]  # fmt: skip


def test_a_game_that_begins_is_dealt_and_one_that_runs_is_there_at_once(modules: Modules) -> None:
    game = begun()
    act = """await receive(given);
    const { version, game, ply, undo, log, last, you } = state;
    return { show: of("show"), sound: of("sound"), kept: { version, game, ply, undo, log, last, you },
      same: state.view === state.live && state.live === given.view, lines: state.lines };"""
    first = follow(modules, act, {**snapshot(game), "version": 7, "game": 3})
    assert first["show"] == [[{"instant": False, "deal": True, "back": False}]]
    assert first["sound"] == [["shuffle"], ["turn"]]
    assert first["kept"] == {"version": 7, "game": 3, "ply": 0, "undo": False, "log": [], "last": None, "you": ME}
    assert first["same"]
    assert first["lines"] == []

    move = discard_of(game)
    game.play(move)
    later = follow(modules, act, snapshot(game, undo=True))
    assert later["show"] == [[{"instant": True, "deal": True, "back": False}]]
    assert later["sound"] == []
    assert later["kept"]["log"] == [f"{ME} {move}"]
    assert later["kept"]["undo"] is True
    assert later["kept"]["last"].startswith(f"side:{ME}:")
    assert [line["seat"] for line in later["lines"]] == [ME]


def test_the_order_of_play_is_said_once_where_it_is_not_plain(modules: Modules) -> None:
    act = """await receive(given);
    const first = of("say").length;
    await receive({ ...given, ply: 0 });
    const again = of("say").length;
    await receive({ ...given, game: 2 });
    return [first, again, of("say").length];"""
    assert follow(modules, act, three()) == [1, 0, 1]


def test_a_snapshot_with_words_of_its_own_says_them(modules: Modules) -> None:
    act = """await receive(given, { sentence: "So it went.", lines: [{ seat: 0, text: "x" }] });
    const own = [of("event").flat(), state.lines];
    await receive(given, {});
    return [...own, of("event"), state.lines];"""
    assert follow(modules, act, snapshot(begun())) == [["So it went."], [{"seat": 0, "text": "x"}], [], []]


def test_a_lobby_is_named_and_shows_no_cards(modules: Modules) -> None:
    lobby = snapshot(begun(), view=None, people={"you": ME, "seats": []})
    act = 'await receive(given); return [of("show"), of("nameTable").length, state.people, state.live ?? null];'
    assert follow(modules, act, lobby) == [[], 1, lobby["people"], None]


def test_a_move_of_another_is_carried_said_and_then_shown_whole(modules: Modules) -> None:
    game = begun()
    game.play(discard_of(game))
    before = snapshot(game)
    told = event(game, discard_of(game), undo=False, worlds=12)
    act = """await receive(given[0]);
    const joined = feed.busy;
    await receive(given[1]);
    const [carried, last] = of("show");
    return { joined, carried, last, said: of("say").flat(), events: of("event").flat(), sound: of("sound"),
      log: state.log, version: state.version, turn: state.view.turn, lines: state.lines.length, at: state.last,
      busy: feed.busy, worlds: [...state.worlds], settled: of("settled").length };"""
    found = follow(modules, act, [before, told])
    assert not found["joined"]
    (change,) = found["carried"]
    assert (change["move"]["text"], change["move"]["seat"]) == (told["move"], OTHER)
    assert found["last"] == [{}]
    # The move, and then that it is one's own turn.
    assert len(found["said"]) == 2
    assert found["said"][:1] == found["events"]
    assert "Bertrand" in found["said"][0]
    assert found["sound"] == [["table"], ["turn"]], "the first card on an empty stack"
    assert found["log"][-1] == f"{OTHER} {told['move']}"
    assert (found["version"], found["turn"], found["lines"]) == (2, ME, 2)
    assert found["at"] == change["move"]["target"]
    assert not found["busy"]
    assert found["worlds"] == [[OTHER, 12]]
    assert found["settled"] == 1


def test_ones_turn_is_said_and_heard(modules: Modules) -> None:
    game = begun()
    act = """await receive(given);
    return [of("say").length, of("sound").filter(([name]) => name === "turn").length, of("focusSource").length];"""
    assert follow(modules, act, snapshot(game)) == [1, 1, 1]
    moved = snapshot(game)
    moved["view"]["moved"] = True
    assert follow(modules, act, moved) == [1, 0, 1], "in the middle of it there is no bell"
    game.play(discard_of(game))
    assert follow(modules, act, snapshot(game)) == [0, 0, 0]


def test_a_refusal_while_a_move_is_shown_ends_it(modules: Modules) -> None:
    game = begun()
    game.play(discard_of(game))
    before = snapshot(game)
    told = event(game, discard_of(game), undo=False)
    act = """await receive(given[0]);
    state.settings.speed = "slow";
    await receive(given[1]);
    const busy = feed.busy;
    await receive({ type: "refused", code: "no", message: "No.", id: null, version: 2, ply: 2, undo: false });
    return [busy, feed.busy, state.view === state.live];"""
    assert follow(modules, act, [before, told]) == [True, False, True]


def test_after_a_refused_move_the_light_is_on_the_last_card_that_was_played(modules: Modules) -> None:
    game = begun()
    fresh = snapshot(game)
    game.play(discard_of(game))
    act = """await receive(given);
    state.pending = { id: "mine", type: "move", move: null };
    state.last = "centre:3";
    await receive({ type: "refused", code: "no", message: "No.", id: given.type, version: 2, ply: 2, undo: false });
    const other = state.last;
    await receive({ type: "refused", code: "no", message: "No.", id: "mine", version: 2, ply: 2, undo: false });
    return [other, state.last];"""
    assert follow(modules, act, fresh) == ["centre:3", None]
    other, last = follow(modules, act, snapshot(game))
    assert other == "centre:3"
    assert last.startswith(f"side:{ME}:")


def test_ones_own_move_is_there_already_and_its_answer_ends_the_wait(modules: Modules) -> None:
    game = begun()
    before = snapshot(game)
    own = event(game, discard_of(game), id="mine")
    act = """await receive(given[0]);
    state.pending = { id: "mine", type: "move", move: null };
    await receive(given[1]);
    return [state.pending, of("show"), of("sound"), of("refresh").length, state.undo, of("focusSource")];"""
    pending, show, sound, refreshed, undo, focus = follow(modules, act, [before, own])
    assert pending is None
    assert show == [[{}]], "the card is not carried a second time"
    assert sound == []
    assert refreshed == 2, "the light goes to whoever plays next before the cards do"
    assert undo is True
    assert focus == []


@pytest.mark.parametrize(("version", "asks"), [(1, 0), (0, 0), (3, 1)])
def test_what_came_twice_is_left_and_after_a_gap_the_state_is_asked_for(
    modules: Modules, version: int, asks: int
) -> None:
    game = begun()
    before = snapshot(game)
    act = """await receive(given[0]);
    await receive(given[1]);
    return [of("restart").length, of("show"), state.log, state.version];"""
    assert follow(modules, act, [before, event(game, discard_of(game), version)]) == [asks, [], [], 1]


@pytest.mark.parametrize(("seat", "words"), [(ME, "You take the last move back."), (OTHER, "Bertrand takes")])
def test_a_move_taken_back_leaves_the_log(modules: Modules, seat: int, words: str) -> None:
    game = begun()
    first, view = discard_of(game), game.view(ME).to_json()
    game.play(first)
    if seat == OTHER:
        view = game.view(ME).to_json()
        game.play(discard_of(game))
    undo = {
        "type": "event", "version": 2, "ply": 1, "undo": False, "action": "undo", "seat": seat, "move": None,
        "view": view, "id": None,
    }  # fmt: skip
    act = """await receive(given[0]);
    await receive(given[1]);
    return [state.log, state.lines.length, state.last !== null, of("say")[0][0], of("show")[0][0].undone.seat];"""
    log, lines, is_last, said, undone = follow(modules, act, [snapshot(game), undo])
    assert log == ([] if seat == ME else [f"{ME} {first}"])
    assert lines == len(log)
    assert is_last == bool(log)
    assert said.startswith(words)
    assert undone == seat


def test_a_refusal_is_told_and_the_card_goes_back(modules: Modules) -> None:
    refused = {
        "type": "refused", "code": "illegal", "message": "No.", "id": "mine", "version": 4, "ply": 9, "undo": True,
    }  # fmt: skip
    act = """await receive(given[0]);
    const seen = [];
    for (const refused of given.slice(1)) {
      state.pending = { id: "mine", type: "move", move: { text: "H7h-C1" } };
      await receive(refused);
      seen.push([of("tell").flat(), of("show").map(([change]) => change.undone), of("clear").length,
        state.pending === null, state.version, state.ply, state.undo]);
    }
    return seen;"""
    others = {**refused, "id": "another", "version": 5}
    early = {**refused, "version": None}
    twice = {**refused, "code": "already_contributed", "version": 6}
    assert follow(modules, act, [snapshot(begun()), refused, others, early, twice]) == [
        [["No."], [{"text": "H7h-C1"}], 1, True, 4, 9, True],
        [["No."], [None], 1, False, 5, 9, True],
        # The table does not know what stands: only the words are shown.
        [["No."], [], 0, True, 5, 9, True],
        [[], [], 0, False, 5, 9, True],
    ]


def test_only_its_own_answer_ends_the_wait_of_a_message(modules: Modules) -> None:
    act = """await receive(given);
    state.pending = { id: "mine", type: "undo", move: null };
    await receive({ type: "accepted", id: "another" });
    const waits = state.pending?.id;
    await receive({ type: "accepted", id: "mine" });
    return [waits, state.pending];"""
    assert follow(modules, act, snapshot(begun())) == ["mine", None]


@pytest.mark.parametrize(
    ("kind", "change", "is_over"),
    [("move", {}, False), ("move", {"ply": 1}, True), ("move", {"game": 2}, True), ("next", {}, True)],
)
def test_what_waits_is_forgotten_once_a_snapshot_is_beyond_it(
    modules: Modules, kind: str, change: dict[str, Any], is_over: bool
) -> None:
    before = snapshot(begun())
    act = """await receive(given[0]);
    state.pending = { id: "mine", type: given[2], move: null };
    await receive(given[1]);
    return [state.pending === null, of("forget")];"""
    assert follow(modules, act, [before, {**before, **change}, kind]) == [is_over, [["mine"]] if is_over else []]


def test_a_snapshot_with_another_past_takes_the_table_back(modules: Modules) -> None:
    game = begun()
    early = snapshot(game)
    game.play(discard_of(game))
    late = snapshot(game)
    act = """await receive(given[0]);
    await receive(given[1]);
    return [of("show")[0][0].back, of("forgotten").length];"""
    assert follow(modules, act, [early, late]) == [False, 0], "it goes on"
    assert follow(modules, act, [late, early]) == [True, 1]


def test_people_come_and_go_while_the_game_runs(modules: Modules) -> None:
    people = {"type": "people", "you": OTHER, "seats": [{"name": "Zoe", "here": True}, {"here": False}]}
    act = """await receive(given[1]);
    const early = [state.people !== null, of("meet").length];
    await receive(given[0]);
    await receive(given[1]);
    return [early, state.you, state.table.seats.map(({ name, kind, here }) => [name, kind, here]), of("refresh").length,
      of("meet").length];"""
    early, you, seats, refreshed, met = follow(modules, act, [snapshot(begun()), people])
    assert early == [True, 0], "before the table is known there is nobody to meet"
    assert you == OTHER
    assert seats == [["Zoe", "person", True], ["Bertrand", "computer", False]]
    assert (refreshed, met) == (1, 1)


def test_the_end_is_told_once_and_the_match_is_counted_when_the_last_card_lies(modules: Modules) -> None:
    game = begun(changes={"payoff": 1})
    while True:
        before = snapshot(game)
        moves = list(game.legal_moves)
        pays = next((move for move in moves if str(move).startswith("P")), None)
        plays = next((move for move in moves if not move.is_discard), None)
        told = event(game, str(pays or plays or moves[0]), match={**MATCH, "games": []})
        if game.is_over:
            break
    act = """await receive(given[0]);
    feed.receive(given[1], {});
    const early = state.table.match.scores;
    await rest();
    const [ends, late, said] = [of("end"), state.table.match.scores, of("say").length];
    await receive({ ...given[0], view: { ...given[0].view, ...given[1].view }, log: state.log, version: 2 });
    return [early, late, ends, of("end").length, given[1].view.result !== null, said];"""
    early, late, ends, again, is_over, said = follow(modules, act, [before, told])
    assert is_over
    assert early == [0, 0]
    assert late == MATCH["scores"]
    assert ends == [[True]]
    assert said == 2, "the move, and who has won"
    assert again == 0


def test_what_is_skipped_is_said_and_the_table_stands_as_it_is(modules: Modules) -> None:
    game = begun()
    game.play(discard_of(game))
    before = snapshot(game)
    told = event(game, discard_of(game), undo=False)
    act = """await receive(given[0]);
    state.settings.speed = "slow";
    await receive(given[1]);
    const waiting = [feed.busy, state.view === state.live, of("say").length];
    feed.skip();
    await rest();
    return [waiting, feed.busy, state.view === state.live, of("say")[0][0], state.last, of("show")];"""
    waiting, busy, same, said, last, show = follow(modules, act, [before, told])
    assert waiting == [True, False, 0]
    assert not busy
    assert same
    assert "Bertrand" in said
    assert last.startswith(f"side:{OTHER}:")
    assert show[1:] == [[{}]], "the card was under way"
