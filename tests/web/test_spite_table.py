"""The table of Spite and Malice without a browser: what a player does, sees, hears and asks the server."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.play import Game
from tests.web.conftest import snapshot_of
from tests.web.spite_in_node import ME, OpenSpite, SpiteInNode, begun, spite_tables  # noqa: F401

HAND: Final = f"hand:{ME}"


def plays(game: Game) -> list[str]:
    """Return the moves of cards from the hand to the centre."""
    return [str(move) for move in game.legal_moves if str(move).startswith("H") and "-C" in str(move)]


def card_of(move: str) -> str:
    """Return the card of a move from the hand."""
    return move[1:].split("-")[0]


def key_of(game: Game, card: str) -> str:
    """Return the button of a card in the hand."""
    return f"{HAND}#{game.view(ME).to_json()['players'][ME]['hand'].index(card)}"


def tap(table: SpiteInNode, key: str, keyboard: bool = False) -> dict[str, Any]:
    """Tap a button."""
    return table.do(f'(table) => table.hands.tap("{key}", {str(keyboard).lower()})')


def playing(open_spite: OpenSpite, **settings: Any) -> tuple[SpiteInNode, str]:
    """Open a table at which a card of the hand goes to the centre, and return that move."""
    game = begun(lambda one: bool(plays(one)))
    table = open_spite(game, **settings)
    table.open()
    table.sounds.clear()
    table.occasions.clear()
    return table, plays(game)[0]


def test_a_game_that_begins_shows_who_plays_and_what_can_be_done(open_spite: OpenSpite) -> None:
    table = open_spite(begun(lambda one: bool(plays(one))))
    shown = table.open()
    assert shown["head"] == "Your turn."
    assert shown["page"] == "Your turn · A table"
    assert shown["title"] == "A table · Game 1 · You 0, Bertrand 0 · to 50"
    assert shown["can"] > 0
    assert shown["buttons"] == []
    assert {f"{HAND}#{at}" for at in range(5)} < {*shown["keys"]}
    assert table.sounds == [["shuffle", 0], ["turn", 0]]
    assert table.occasions == ["drawn", "shown"]


def test_the_cards_of_a_new_game_fly_and_then_it_is_seen_what_can_be_done(open_spite: OpenSpite) -> None:
    table = open_spite(begun(lambda one: bool(plays(one))), speed="normal")
    assert table.open()["moving"] > 10
    shown = table.do(milliseconds=8000)
    assert shown["moving"] == 0
    assert shown["can"] > 0
    again = table.open()
    assert again["moving"] == 0


def test_a_move_is_shown_before_its_answer(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.answers = False
    table.play(move)
    assert table.told == [{"type": "move", "game": 1, "ply": 0, "move": move, "id": "m1"}]
    # What is not a card is drawn a frame later.
    shown = table.do(milliseconds=40)
    assert f"{HAND}#4" not in shown["keys"]
    assert shown["last"] == [card_of(move)]
    assert table.sounds == [["table", 0]]
    assert table.do("(table) => [table.moves.length, table.waits]")["result"] == [0, True]
    # It is not played a second time.
    table.do(f'(table) => table.play({{ text: "{move}" }})')
    assert len(table.told) == 1
    table.event(move, "m1")
    shown = table.do()
    assert shown["note"] in shown["heard"]
    assert table.do("(table) => [table.moves.length > 0, table.waits]")["result"] == [True, False]


def test_a_move_that_is_not_legal_is_not_played(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    table.do('(table) => table.play({ text: "H*-C9", source: "", target: "" })')
    assert table.told == []


def test_a_move_that_ends_the_turn_gives_it_away_at_once(open_spite: OpenSpite) -> None:
    game = begun()
    table = open_spite(game)
    table.open()
    table.answers = False
    move = next(str(one) for one in game.legal_moves if one.is_discard)
    shown = table.play(move)
    assert shown["can"] == 0
    assert table.do("(table) => table.waits")["result"] is False
    table.event(move, "m1")
    assert table.do()["head"] == "Bertrand's turn."


def test_a_move_that_is_refused_comes_back_with_the_reason(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.answers = False
    table.play(move)
    table.refuse("m1", "That card does not fit.")
    shown = table.do()
    assert f"{HAND}#4" in shown["keys"]
    assert shown["last"] == []
    assert "That card does not fit." in (shown["head"], shown["note"])
    assert shown["heard"][-1] == "That card does not fit."
    assert table.do("(table) => table.moves.length > 0")["result"] is True


def test_the_move_of_another_is_seen_and_told(open_spite: OpenSpite) -> None:
    game = begun()
    game.play(next(move for move in game.legal_moves if move.is_discard))
    table = open_spite(game, speed="normal")
    shown = table.open()
    assert shown["head"] == "Bertrand's turn."
    table.do(milliseconds=8000)
    move = next(str(one) for one in game.legal_moves if one.is_discard)
    table.event(move)
    assert table.do(milliseconds=200)["moving"] >= 0
    shown = table.do(milliseconds=5000)
    assert shown["head"] == "Your turn."
    assert len(shown["last"]) == 1
    assert any("Bertrand" in line for line in shown["heard"])
    assert table.sounds[-1] == ["turn", 0]


def test_a_card_is_picked_and_goes_where_one_taps(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    card, place = card_of(move), f"centre:{int(move.split('-C')[1]) - 1}"
    shown = tap(table, key_of(table.game, card))
    assert shown["picked"] == [card]
    assert tap(table, key_of(table.game, card))["picked"] == []
    tap(table, key_of(table.game, card))
    assert table.do("(table) => table.hands.nowhere()")["picked"] == []
    tap(table, key_of(table.game, card))
    tap(table, place)
    assert table.told[-1]["move"] == move


def test_a_card_that_fits_nowhere_says_so(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    fits = {card_of(move) for move in plays(table.game)}
    hand = table.game.view(ME).to_json()["players"][ME]["hand"]
    card = next(one for one in hand if one not in fits and one != "*")
    tap(table, key_of(table.game, card))
    shown = tap(table, "centre:0")
    assert table.told == []
    assert len(shown["heard"][-1]) > 10
    assert ["refusal", 0] in table.sounds


def test_with_a_double_tap_a_card_goes_to_the_centre(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.do(f'(table) => table.hands.double("{key_of(table.game, card_of(move))}")')
    assert table.told[0]["move"].startswith(f"H{card_of(move)}-C")


def test_a_double_tap_without_one_place_asks_which(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    fits = {card_of(move) for move in plays(table.game)}
    hand = table.game.view(ME).to_json()["players"][ME]["hand"]
    card = next(one for one in hand if one not in fits and one != "*")
    shown = table.do(f'(table) => table.hands.double("{key_of(table.game, card)}")')
    assert shown["picked"] == [card]
    assert shown["heard"][-1] == "It can go to several places: choose one."


def test_with_keys_the_focus_goes_to_the_target_and_back(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    focused = "(_table, { site: { document } }) => document.activeElement?.dataset.key ?? null"
    tap(table, key_of(table.game, card_of(move)), keyboard=True)
    target = table.do(focused)["result"]
    assert target.startswith("centre:")
    tap(table, target, keyboard=True)
    assert table.told[-1]["type"] == "move"
    assert table.do(focused)["result"].split(":")[0] in ("hand", "payoff", "side")


def test_a_card_is_dragged_to_the_centre_or_back(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    key, place = key_of(table.game, card_of(move)), f"centre:{int(move.split('-C')[1]) - 1}"
    drag = f"""(table) => {{
      const middle = (id, at = 0) => {{
        const {{ rect }} = table.state.layout.places.find((one) => one.id === id && (one.index ?? 0) === at);
        return [rect.x + rect.w / 2, rect.y + rect.h / 2];
      }};
      const [x, y] = middle("{HAND}", {key.split("#")[1]});
      const lifted = table.hands.lift("{key}", x, y);
      const [toX, toY] = WHERE;
      table.hands.drag(toX - x, toY - y, toX, toY);
      table.hands.drop(true, toX, toY);
      return lifted;
    }}"""
    shown = table.do(drag.replace("WHERE", "[x + 5, y + 5]"))
    assert shown["result"] is True
    assert (shown["picked"], table.told) == ([], [])
    table.do(drag.replace("WHERE", f'middle("{place}")'))
    assert table.told[0]["move"] == move


@pytest.mark.parametrize("moved", [False, True])
def test_a_dragged_card_stays_under_the_finger_when_the_line_comes_back(open_spite: OpenSpite, *, moved: bool) -> None:
    game = begun()
    table = open_spite(game)
    table.open()
    move = next(move for move in game.legal_moves if move.source == "H")
    at = game.view(ME).hand(ME).index(move.cards[0])
    assert table.do(f'(table) => table.hands.lift("{HAND}#{at}", 0, 0)')["result"] is True
    if moved:
        game.play(move)
    table.open()
    assert table.do('(table) => table.root.classList.contains("dragging")')["result"] is not moved


def test_nothing_is_lifted_in_the_turn_of_another(open_spite: OpenSpite) -> None:
    game = begun()
    game.play(next(move for move in game.legal_moves if move.is_discard))
    table = open_spite(game)
    table.open()
    assert table.do(f'(table) => table.hands.lift("{HAND}#0", 0, 0)')["result"] is False
    shown = tap(table, f"{HAND}#0")
    assert shown["picked"] == []
    assert len(shown["heard"]) > 0


def test_a_move_is_taken_back_while_it_may_be(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    shown = table.do("(table) => table.undo()")
    assert table.told == []
    assert shown["heard"][-1].startswith("There is no move to take back")
    shown = table.play(move)
    assert shown["buttons"] == ["undo"]
    table.do("(table) => { table.undo(); table.undo(); }")
    assert table.asked == ["move", "undo"]
    shown = table.do()
    assert "You take the last move back." in shown["heard"]
    assert f"{HAND}#4" in shown["keys"]
    assert shown["buttons"] == []
    assert table.do("(table) => table.cannotRedo()")["heard"][-1].startswith("What was taken back is not done again")


def test_a_pass_that_is_not_allowed_says_when_it_is(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    words = table.do("(table) => table.pass()")["heard"][-1]
    assert words == "You may pass only when nothing else is possible."
    game = begun()
    game.play(next(move for move in game.legal_moves if move.is_discard))
    other = open_spite(game)
    other.open()
    assert other.do("(table) => table.pass()")["heard"][-1] == "It is not your turn."
    assert other.told == []


def test_a_lesson_allows_only_its_moves(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.do('(_table, { state }) => { state.allow = () => "Not this one."; }')
    shown = table.play(move)
    assert shown["heard"][-1] == "Not this one."
    assert table.told == []
    table.do("(_table, { state }) => { state.allow = () => true; }")
    table.play(move)
    assert table.asked == ["move"]


def test_a_stack_is_looked_at_and_the_stock_is_counted(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    shown = table.do('(table) => table.look("stock")')
    assert shown["reader"] is None
    assert str(table.game.view(ME).to_json()["stock"]) in shown["heard"][-1]
    shown = table.do("(table) => table.lookAtSeat(1)")
    assert "Bertrand" in shown["reader"]
    assert "looked" in table.occasions


def test_a_gesture_takes_words_and_flourishes_away(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    table.do("(table) => table.pass()")
    shown = table.do("""(table, { site: { document } }) => {
      const one = Object.assign(document.createElement("div"), { className: "flourish" });
      document.getElementById("table").append(one);
      table.begin();
      return one.isConnected;
    }""")
    assert shown["result"] is False
    assert "pass only" not in shown["head"] + shown["note"]
    assert "begun" in table.occasions


def test_a_gesture_lets_cards_arrive(open_spite: OpenSpite) -> None:
    table = open_spite(begun(lambda one: bool(plays(one))), speed="normal")
    assert table.open()["moving"] > 0
    shown = table.do("(table) => table.begin()")
    assert shown["moving"] == 0
    assert shown["can"] > 0


def test_sound_is_switched_and_kept(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    kept = '(_table, { site: { kept } }) => JSON.parse(kept.get("spite.settings")).sound'
    for word, on in [("Sound on.", True), ("Sound off.", False)]:
        assert table.do("(table) => table.toggleSound()")["heard"][-1] == word
        assert table.do(kept)["result"] is on


@pytest.mark.parametrize(("size", "changed"), [((360, 640), True), ((1280, 800), False)])
def test_a_window_of_another_size_gets_another_layout_at_once(
    open_spite: OpenSpite, size: tuple[int, int], changed: bool
) -> None:
    table, _move = playing(open_spite, speed="normal")
    table.do(milliseconds=8000)
    table.occasions.clear()
    before = table.do()["mode"]
    shown = table.do(f"""(_table, {{ site: {{ document }}, resized: [act] }}) => {{
      Object.assign(document.getElementById("table"), {{ clientWidth: {size[0]}, clientHeight: {size[1]} }});
      act();
    }}""")
    assert (shown["mode"] != before) == changed
    assert ("drawn" in table.occasions) == changed
    assert shown["moving"] == 0


def test_settings_chosen_elsewhere_on_the_page_are_followed(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    found = table.do("""(table, { state, site: { kept } }) => {
      const before = state.layout.anchors.get("stock").x;
      kept.set("spite.settings", '{"left": true, "speed": "fast"}');
      dispatchEvent(new Event("spite-settings"));
      return [before === state.layout.anchors.get("stock").x, state.settings.speed, table.scene.motion.pace];
    }""")["result"]
    assert found == [False, "fast", 0.5]


@pytest.mark.parametrize(("winner", "sound"), [(ME, "win"), (1, "loss")])
def test_the_end_is_heard_and_shown_with_what_goes_on(open_spite: OpenSpite, winner: int, sound: str) -> None:
    table, move = playing(open_spite)
    table.answers = False
    table.play(move)
    view = {name: value for name, value in table.game.view(ME).to_json().items() if name != "rules"}
    result = {"winners": [winner], "reason": "payoff", "points": [12, 0] if winner == ME else [0, 12]}
    result |= {"scores": result["points"], "left": [0, 3]}
    snapshot = snapshot_of(table.game.view(ME).to_json())
    match = {**snapshot["table"]["match"], "scores": result["points"], "games_played": 1}
    table.event(move, "m1", view={**view, "result": result, "legal": []}, match=match)
    shown = table.do(milliseconds=4000)
    assert [sound, 0] in table.sounds
    assert shown["finish"] is True
    assert "next" in shown["buttons"] or "result" in shown["buttons"]
    table.do("(table) => table.next()")
    assert table.asked[-1] == "next"


def test_nobody_asks_for_the_next_game_during_one(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    table.do("(table) => table.next()")
    assert table.told == []


def test_where_a_page_tells_the_end_itself_no_card_does_and_a_turn_is_silent(open_spite: OpenSpite) -> None:
    table = open_spite(how={"end": False, "turn": False})
    shown = table.open()
    assert shown["finish"] is False
    assert table.do("(table) => table.end(true)")["finish"] is False


def test_a_game_without_a_match_has_its_name_alone(open_spite: OpenSpite) -> None:
    table = open_spite()
    snapshot = snapshot_of(table.game.view(ME).to_json())["table"]
    snapshot["match"]["target"] = None
    snapshot["you"] = ME
    shown = table.open(table=snapshot)
    assert shown["title"] == "A table"
    assert table.do('(table) => table.root.hasAttribute("data-match")')["result"] is False
    other = open_spite()
    other.open()
    assert other.do('(table) => table.root.getAttribute("data-match")')["result"] == "2"


def test_what_is_pointed_at_is_lit_on_the_table(open_spite: OpenSpite) -> None:
    table, _move = playing(open_spite)
    hinted = """(table, { state, site: { document } }) => {
      state.lit = ["hand:0#1"];
      table.refresh();
      return document.querySelectorAll("#cards .hinted").map(({ dataset }) => dataset.card);
    }"""
    assert table.do(hinted)["result"] == [table.game.view(ME).to_json()["players"][ME]["hand"][1]]


@pytest.mark.parametrize("soon", [False, True])
def test_what_is_not_a_card_is_drawn_with_a_gesture_or_a_frame_later(open_spite: OpenSpite, soon: bool) -> None:
    table = open_spite(begun(lambda one: bool(plays(one))), speed="normal")
    table.open()
    table.occasions.clear()
    table.do(f"(table, {{ occasions }}) => {{ table.begin({str(soon).lower()}); occasions.push('begun so'); }}")
    # The table is drawn once, in time for the gesture or after it.
    drawn = [one for one in table.occasions if one in ("drawn", "begun so")]
    assert drawn[: 1 if soon else 2] == (["begun so"] if soon else ["drawn", "begun so"])
    table.do(milliseconds=40)
    assert table.occasions.count("drawn") == 1
    table.occasions.clear()
    table.do("(table) => table.begin()")
    assert "drawn" not in table.occasions


def test_the_last_card_is_marked_until_another_is_picked(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.play(move)
    assert table.do()["last"] == [card_of(move)]
    shown = tap(table, f"{HAND}#0")
    assert (len(shown["picked"]), shown["last"]) == (1, [])
    assert table.do("(table) => table.hands.nowhere()")["last"] == [card_of(move)]


@pytest.mark.parametrize(
    ("about", "number", "only"),
    [({}, 1, False), ({"practice": "t"}, 2, True), ({"day": "2026-05-01"}, 1, True), ({"day": "2026-05-01"}, 2, False)],
)
def test_a_game_that_stands_alone_leads_to_no_next_one(
    open_spite: OpenSpite, about: dict[str, str], number: int, only: bool
) -> None:
    table = open_spite(about=about, how={"end": False})
    view = table.game.view(ME).to_json()
    result = {"winners": [ME], "reason": "payoff", "points": [12, 0], "scores": [12, 0], "left": [0, 3]}
    shown = table.open(game=number, view={**view, "result": result, "legal": []})
    told = open_spite(about=about)
    shown = told.open(game=number, view={**view, "result": result, "legal": []})
    assert ("next" in shown["buttons"]) == (not only)


def test_a_lesson_shows_a_forbidden_move_as_it_was(open_spite: OpenSpite) -> None:
    table, move = playing(open_spite)
    table.do("(_table, { state }) => { state.allow = () => false; }")
    tap(table, key_of(table.game, card_of(move)))
    table.occasions.clear()
    shown = table.play(move)
    assert (shown["picked"], table.told) == ([], [])
    assert "drawn" in table.occasions


def test_a_turn_is_taken_back_where_the_table_allows_it(open_spite: OpenSpite) -> None:
    game = begun()
    game.play(next(move for move in game.legal_moves if move.is_discard))
    while game.turn != ME:
        game.play(next(move for move in game.legal_moves if move.is_discard))
    people: dict[str, Any] = {
        "you": ME, "seats": [{"kind": "person", "name": "Ada"}, {"kind": "computer", "name": "Bertrand"}],
        "settings": {"undo_turns": True}, "spectators": [],
    }  # fmt: skip
    table = open_spite(game)
    shown = table.open(people=people)
    assert "undo-turn" in shown["buttons"]
    two = {**people, "seats": [{**seat, "kind": "person"} for seat in people["seats"]]}
    assert "undo-turn" not in open_spite(game).open(people=two)["buttons"]
    never = {**people, "settings": {"undo_turns": False}}
    assert "undo-turn" not in open_spite(game).open(people=never)["buttons"]
    fresh = open_spite(begun())
    assert "undo-turn" not in fresh.open(people=people)["buttons"]
