"""What a table of patience makes of the messages of its server: what is seen, heard and asked, and when."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import Position, deal_number, preset_rules
from tests.web.patience import WAY, after
from tests.web.patience_in_node import TURN, Open, TableInNode, tables  # noqa: F401

FLYING: Final = '(_table, { ui }) => ui.cards.querySelectorAll(".flying, .waiting").length'
WAITS: Final = "(table) => table.waits"
HOME: Final = "(table) => Object.values(table.view.foundations).reduce((all, count) => all + Number(count), 0)"
OPEN_TO: Final = """(_table, { ui }) =>
  ui.above.querySelectorAll("[data-key]").filter((one) => one.getAttribute("aria-label").includes("can go")).length"""
HIDE: Final = """(_table, { site: { document } }) => {
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def press(text: str) -> str:
    """Return the press of a button under the message."""
    return f"""(_table, {{ ui }}) =>
      ui.words.querySelectorAll("button").find(({{ textContent }}) => textContent === "{text}").click()"""


def going_home() -> tuple[int, str]:
    """Return after how many moves of the tests' deal a card can go to its foundation, and its move."""
    for made in range(len(WAY)):
        for move in after(made).view().legal:
            if move.endswith("-F"):
                return made, move
    raise AssertionError


# What a page is told when it opens.


@pytest.mark.parametrize("ply", [0, 1])
def test_only_a_new_deal_is_dealt_and_heard(open_table: Open, ply: int) -> None:
    table = open_table(speed="normal")
    table.ply = ply
    table.open()
    assert (table.do(FLYING)["result"] > 20) == (ply == 0)
    assert table.sounds == ([["shuffle", 0]] if ply == 0 else [])
    assert "New cards." not in table.do()["heard"]
    table.do(milliseconds=3000)
    table.sounds.clear()
    table.open()
    assert table.do(FLYING)["result"] == 0
    assert table.sounds == []


@pytest.mark.parametrize("ply", [0, 3])
def test_other_cards_are_dealt_and_told_only_at_their_beginning(open_table: Open, ply: int) -> None:
    table = open_table(speed="normal")
    table.ply = 1
    table.open()
    table.game, table.ply = 2, ply
    shown = table.open()
    assert table.do(FLYING)["result"] > 20
    assert table.sounds == ([["shuffle", 0]] if ply == 0 else [])
    assert ("New cards." in shown["heard"]) == (ply == 0)


def test_what_was_said_before_the_line_came_back_is_taken_away(open_table: Open) -> None:
    table = open_table()
    table.open()
    assert table.do('(table) => table.act("undo")')["words"] is not None
    assert table.open()["words"] is None


@pytest.mark.parametrize(("elsewhere", "stays"), [(False, True), (True, False)])
def test_a_dragged_card_stays_under_the_finger_when_the_line_comes_back(
    open_table: Open, *, elsewhere: bool, stays: bool
) -> None:
    table = open_table()
    table.open()
    first = str(WAY[0])
    assert table.do('(table) => table.hands.lift("T7#6", 0, 0)')["result"] is True
    if elsewhere:
        table.moves.append(first)
    table.open()
    assert table.do('(_table, { ui }) => ui.root.classList.contains("dragging")')["result"] is stays


def test_what_is_known_about_a_game_is_told_to_whoever_comes_back(open_table: Open) -> None:
    table = open_table()
    table.verdict = "lost"
    assert table.open()["words"] == ["No, this deal cannot be won.", "New deal", "The same deal again"]


def test_a_page_that_opens_out_of_sight_says_so(open_table: Open) -> None:
    table = open_table(cover=True)
    table.do(HIDE)
    assert table.told == []
    table.open()
    # The clock did not run, so nothing is covered.
    assert [(message["type"], message["shown"]) for message in table.told] == [("look", False)]
    over = open_table()
    over.over = "given_up"
    over.open()
    over.do(HIDE)
    assert over.told == []


def test_a_game_that_is_over_shows_its_end_once(open_table: Open) -> None:
    table = open_table()
    table.over = "given_up"
    assert table.open()["finish"][0] == "Given up"
    table.do("(_table, { ui }) => ui.finish.close()")
    assert table.open()["finish"] is None


def test_a_window_of_another_size_gets_another_layout_at_once(open_table: Open) -> None:
    table = open_table(speed="normal")
    resize = """(table, { ui, resized: [act] }) => {
      Object.assign(ui.root, { clientWidth: 360, clientHeight: 640 });
      act();
      return ui.root.dataset.mode;
    }"""
    table.do("(_table, { resized: [act] }) => act()")
    table.open()
    table.do(milliseconds=3000)
    assert table.do(resize)["result"] == "tall"
    assert table.do(FLYING)["result"] == 0


# Events.


def test_a_move_is_heard_once_and_help_is_not(open_table: Open) -> None:
    table = open_table()
    table.ply = 1
    table.open()
    table.do(TURN)
    assert table.sounds == [["card", 0]]
    table.do('(table) => table.act("undo")')
    assert table.sounds == [["card", 0]] * 2
    table.do('(table) => table.act("solve")')
    table.do("(table) => table.pause()")
    assert table.sounds == [["card", 0]] * 2


def test_an_undo_that_this_page_has_not_seen_is_heard_when_it_comes(open_table: Open) -> None:
    table = open_table()
    table.moves, table.ply = ["draw"], 1
    table.open()
    table.hold()
    shown = table.do('(table) => table.act("undo")')
    assert len(shown["cards"][0]) == 1
    assert table.sounds == []
    table.let_go()
    assert table.do()["cards"][0] == []
    assert table.sounds == [["card", 0]]


def test_how_far_one_is_brought_back_is_shown_and_an_undo_only_said(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do(TURN)
    table.do(TURN)
    taken = [table.moves.pop()]
    table.event("undo", taken)
    shown = table.do()
    assert (shown["words"], shown["heard"][-1]) == (None, "Taken back.")
    table.moves += ["draw", "draw"]
    table.event("finish", ["draw", "draw"])
    table.do(milliseconds=1000)
    taken = [table.moves.pop() for _ in range(3)]
    table.event("rescue:3", taken)
    assert table.do()["words"] == ["3 moves taken back."]


@pytest.mark.parametrize("speed", ["normal", "slow"])
def test_a_card_goes_home_by_itself_after_a_moment(open_table: Open, speed: str) -> None:
    made, move = going_home()
    table = open_table(after(made), speed=speed)
    table.ply = 1
    table.open()
    before = table.do(HOME)["result"]
    pace = {"normal": 1, "slow": 1.7}[speed]
    table.told_elsewhere(move, f"auto:{move}")
    heard = table.do()["heard"][-1]
    assert "foundation" in heard
    # What can be played is only known once it lies there.
    assert table.do("(table) => table.moves.length")["result"] == 0
    table.do(milliseconds=round(84 * pace) - 1)
    assert table.do(HOME)["result"] == before
    assert table.sounds == []
    table.do(milliseconds=3)
    assert table.do(HOME)["result"] == before + 1
    assert table.sounds == [["payoff", 0]]
    flight = """(_table, { ui }) => Math.max(...ui.cards.children.flatMap(({ animations }) =>
      animations.map(({ duration, delay }) => duration + delay)))"""
    assert table.do(flight)["result"] == pytest.approx(260 * pace)
    assert table.do("(table) => table.moves.length")["result"] > 0


def test_a_card_that_goes_home_by_itself_leaves_a_move_alone_that_is_already_shown(open_table: Open) -> None:
    made, move = going_home()
    table = open_table(after(made), speed="normal")
    table.ply = 1
    table.open()
    before = table.do(HOME)["result"]
    table.hold()
    table.do(TURN)
    waste = table.do("(table) => table.view.waste.length")["result"]
    table.told_elsewhere(move, f"auto:{move}")
    table.do(milliseconds=500)
    assert table.do(HOME)["result"] == before
    assert table.do("(table) => table.view.waste.length")["result"] == waste


def test_a_card_on_its_way_home_does_not_wait_for_the_next_event(open_table: Open) -> None:
    made, move = going_home()
    table = open_table(after(made), speed="normal")
    table.ply = 1
    table.open()
    before = table.do(HOME)["result"]
    table.told_elsewhere(move, f"auto:{move}")
    table.event("pause", [])
    table.do()
    assert table.do(HOME)["result"] == before + 1
    assert table.do("(table) => table.busy")["result"] is False


@pytest.mark.parametrize("speed", ["normal", "fast"])
def test_the_last_cards_sound_ever_higher_one_after_the_other(open_table: Open, speed: str) -> None:
    pace = {"normal": 1, "fast": 0.5}[speed]
    table = open_table(after(len(WAY) - 6), speed=speed, finish=False)
    table.ply = 1
    table.open()
    table.do('(table) => table.act("finish")')
    count = len(table.moves)
    steps = [min(7, at * 8 // count) for at in range(count)]
    assert len({*steps}) > 4
    heard = []
    for _ in range(count - 1):
        heard.append(len(table.sounds))
        table.do(milliseconds=round(85 * pace) + 1)
    assert heard == list(range(1, count))
    assert table.sounds == [["payoff", step] for step in steps]
    busy = "(table) => table.busy"
    assert table.do(busy, round(250 * pace) - count)["result"] is True
    assert table.do(busy)["result"] is True
    table.do(milliseconds=round(10 * pace) + count)
    assert table.do(busy)["result"] is False


def test_a_card_that_comes_up_while_the_rest_is_played_shows_its_face(open_table: Open) -> None:
    position = after(len(WAY) - 6).to_json()
    # The last card to go home is in the stock still.
    last = position["tableau"][5]["up"].pop()
    table = open_table(Position.from_json({**position, "stock": [last]}), speed="normal", finish=False)
    table.ply = 1
    table.open()
    table.do('(table) => table.act("finish")')
    assert "draw" in table.moves
    wastes = [table.do("(table) => table.view.waste", 86)["result"] for _ in range(len(table.moves))]
    assert [last] in wastes
    assert not any(None in waste for waste in wastes)


@pytest.mark.parametrize(("speed", "time"), [("normal", 360), ("slow", 612), ("off", 0)])
def test_the_end_is_told_once_the_last_move_has_been_seen(open_table: Open, speed: str, time: int) -> None:
    table = open_table(speed=speed)
    table.ply = 1
    table.open()
    shown = table.do('(table) => table.act("give_up")', max(0, time - 20))
    assert (shown["finish"] is None) == (time > 0)
    assert table.do(milliseconds=40)["finish"][0] == "Given up"


def test_a_gesture_before_the_end_is_told_tells_it_at_once(open_table: Open) -> None:
    table = open_table(speed="slow")
    table.ply = 1
    table.open()
    assert table.do('(table) => table.act("give_up")', 20)["finish"] is None
    assert table.do("(table) => table.begin()")["finish"][0] == "Given up"


def test_a_game_without_a_move_says_what_leads_on(open_table: Open) -> None:
    table = open_table()
    table.open()
    stuck = {**table.position.view().to_json(), "result": "stuck", "legal": []}
    table.event("resume", [], view=stuck)
    assert table.do()["words"] == ["These cards allow no move at all.", "New deal"]
    # A hint says the same, and leads on too.
    assert table.do('(table) => table.act("hint")')["words"] == ["These cards allow no move at all.", "New deal"]
    table.do(TURN)
    table.moves = ["draw"]
    table.event("resume", [], view=stuck)
    assert table.do()["words"] == ["No moves left. Take some back, or start again.", "Take 1 move back", "New deal"]
    table.do(press("Take 1 move back"))
    assert table.told[-1]["type"] == "undo"
    assert table.told[-1]["count"] == 1


def test_a_game_that_is_over_is_not_called_stuck(open_table: Open) -> None:
    table = open_table()
    table.over = "given_up"
    table.send(**{**table._snapshot(), "view": {**table.position.view().to_json(), "result": "stuck"}})
    assert table.do()["words"] is None


# Refusals.


def test_a_move_that_is_stale_without_a_reason_is_not_sent_again(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    [asked] = table.forget()
    table._refuse(asked["id"], "stale", "The table has changed.")
    shown = table.do()
    assert shown["words"] == ["The table has changed."]
    assert shown["cards"][0] == []
    assert table.asked == ["move"]


def test_a_refusal_drops_what_waits_for_the_answer(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do("(table) => { table.turn(); table.turn(); }")
    [asked] = table.forget()
    table.answers = True
    table._refuse(asked["id"], "late", "Too late.")
    table.do()
    table.do(TURN)
    assert table.asked == ["move", "move"]


def test_a_refusal_of_nothing_in_particular_is_told_and_the_answer_still_comes(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    table.send(type="refused", id=None, code="busy", message="One moment.")
    assert table.do()["words"] == ["One moment."]
    assert table.do(WAITS)["result"] is True
    table.let_go()
    table.do()
    assert table.do(WAITS)["result"] is False


def test_a_way_back_that_there_is_not_is_said_until_there_are_other_cards(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do(TURN)
    table.hold()
    assert table.do('(table) => table.act("rescue")')["words"] == ["Let me see …"]
    [asked] = table.forget()
    table.answers = True
    table._refuse(asked["id"], "no_rescue", "None was found.")
    assert table.do()["words"] == ["None was found.", "New deal", "The same deal again"]
    table.solved = "no"
    told = table.do('(table) => table.act("solve")')["words"]
    assert told == ["No, this game can no longer be won.", "New deal", "The same deal again"]
    table.open()
    assert table.do("(table) => table.hopeless")["result"] == "None was found."
    table.do('(table) => table.anew("next")')
    assert "next" in table.asked
    assert table.do("(table) => table.hopeless")["result"] == ""


def test_the_game_of_somebody_else_says_so(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    [asked] = table.forget()
    table._refuse(asked["id"], "not_yours", "This is not your game.")
    shown = table.do()
    assert shown["finish"][0] == "This is somebody else's game"
    found = table.do(
        '(_table, { ui }) => ui.finish.querySelectorAll("a").map((one) => [one.textContent, one.href, one.className])'
    )["result"]
    assert found == [
        ["Play the same deal", "/patience?deal=t.1", "button primary"], ["Home", "/", "button"],
    ]  # fmt: skip


def test_a_card_that_is_refused_shakes_its_head_where_things_move(open_table: Open) -> None:
    shaken = """(table) => {
      const { element } = table.scene.piece("T1", 0);
      return element.firstElementChild.animations.map(({ frames, duration }) => [frames.length, duration]);
    }"""
    for speed, moves in [("normal", [[6, 300]]), ("off", [])]:
        table = open_table(speed=speed)
        table.ply = 1
        table.open()
        shown = table.do('(table) => table.ask("T1-F", "T1", 0)')
        assert shown["words"]
        assert table.do(shaken)["result"] == moves
        assert table.sounds == [["refusal", 0]]
    still = open_table(speed="normal")
    still.ply = 1
    still.open()
    still.do("(table) => Object.defineProperty(table.scene.motion, 'still', { value: true })")
    still.do('(table) => table.refuse("No.", "T1", 0)')
    assert still.do(shaken)["result"] == []


# Questions.


def test_a_question_is_pending_until_its_answer_comes(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do('(table) => table.act("hint")')
    [asked] = table.forget()
    table._event(asked["id"], "hint", [])
    shown = table.do(WAITS)
    assert shown["result"] is True
    hint = {"move": "draw", "reason": "Because.", "winnable": 0.5, "back": 0}
    table.send(type="hint", id=asked["id"], game=1, ply=table.ply, **hint)
    table.do()
    assert table.do(WAITS)["result"] is False
    table.answers = True
    table.do('(table) => table.act("hint")')
    assert table.asked == ["hint"]


def test_advice_for_another_position_is_not_shown(open_table: Open) -> None:
    table = open_table()
    table.open()
    hint = {"move": "draw", "reason": "Because.", "winnable": 0.5, "back": 0}
    table.send(type="hint", id="other", game=1, ply=table.ply + 1, **hint)
    shown = table.do()
    assert (shown["words"], shown["hinted"]) == (None, [])


def test_after_another_question_advice_is_asked_for_anew(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hint = {"move": "draw", "reason": "Because.", "winnable": 0.5}
    for kind in ("hint", "solve", "hint"):
        table.do(f'(table) => table.act("{kind}")')
    assert table.asked == ["hint", "solve", "hint"]


@pytest.mark.parametrize("kind", ["hint", "redo", "solve"])
def test_what_is_asked_for_during_a_move_is_asked_after_it(open_table: Open, kind: str) -> None:
    table = open_table()
    table.undone = ["draw"]
    table.open()
    table.hint = {"move": "draw", "reason": "Because.", "winnable": 0.5}
    table.do("(table) => table.pause()")
    table.hold()
    table.do(f'(table) => {{ table.pause(); table.act("{kind}"); table.act("give_up"); }}')
    assert table.asked == ["pause", "resume"]
    table.let_go()
    table.do()
    assert table.asked == ["pause", "resume", kind]


def test_a_question_that_is_thought_about_is_asked_once(open_table: Open) -> None:
    for kind in ("hint", "solve"):
        table = open_table()
        table.open()
        table.hint = {"move": "draw", "reason": "Because.", "winnable": 0.5}
        table.hold()
        table.do(f'(table) => {{ table.act("{kind}"); table.act("{kind}"); }}')
        table.let_go()
        table.do()
        assert table.asked == [kind]


@pytest.mark.parametrize(("kind", "thinks"), [("hint", True), ("solve", True), ("rescue", True), ("pause", False)])
def test_only_what_takes_thought_says_that_it_is_thought_about(open_table: Open, kind: str, thinks: bool) -> None:
    table = open_table()
    table.open()
    table.do(TURN)
    table.hold()
    shown = table.do(f'(table) => table.act("{kind}")')
    assert shown["words"] == (["Let me see …"] if thinks else None)


def test_nothing_is_asked_once_a_game_is_over(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do(TURN)
    assert table.do(OPEN_TO)["result"] > 0
    table.do('(table) => table.act("give_up")')
    assert table.do(OPEN_TO)["result"] == 0
    assert table.do("(table) => [table.resting, table.moves.length]")["result"] == [True, 0]
    told = len(table.told)
    for act in ("hint", "solve", "redo", "finish", "pause"):
        assert table.do(f'(table) => table.act("{act}")')["words"] == ["The game is over."]
    table.do("""(table) => { table.play({ text: "draw", source: "S", target: "W", count: 1 }, null); table.turn(); }""")
    assert len(table.told) == told


def test_a_pause_that_was_on_at_the_end_does_not_cover_it(open_table: Open) -> None:
    table = open_table()
    table.paused = "pause"
    assert table.open()["paused"]
    table.over = "given_up"
    assert not table.open()["paused"]


# The rest is certain.


def sure(open_table: Open, **settings: Any) -> TableInNode:
    """Open a table whose rest is certain."""
    table = open_table(after(len(WAY) - 6), **settings)
    table.ply = 1
    return table


def test_whoever_takes_moves_back_or_pauses_is_not_told_that_the_rest_is_certain(open_table: Open) -> None:
    back = sure(open_table)
    back.undone = ["draw"]
    assert back.open()["words"] is None
    rests = sure(open_table)
    rests.paused = "pause"
    assert rests.open()["words"] is None
    over = sure(open_table)
    over.over = "given_up"
    assert over.open()["words"] is None


def test_that_the_rest_is_certain_is_told_once_until_it_no_longer_is(open_table: Open) -> None:
    table = sure(open_table)
    assert table.open()["words"] is not None
    table.do(press("Let me play on"))
    table.event("resume", [])
    assert table.do(milliseconds=5000)["words"] is None
    assert table.told == []
    state = table._told()["state"]
    table.event("resume", [], state={**state, "can_finish": False})
    table.do()
    table.event("resume", [])
    assert table.do()["words"] is not None
    table.do(press("Let me play on"))
    table.game += 1
    assert table.open()["words"] is not None


# Showing.


def test_with_keys_the_focus_goes_home_with_the_card(open_table: Open) -> None:
    made, move = going_home()
    table = open_table(after(made))
    table.ply = 1
    table.open()
    view = table.position.view().to_json()
    source = move.split("-")[0]
    card = view["waste"][-1] if source == "W" else view["tableau"][int(source[1:]) - 1]["up"][-1]
    shown = table.do(f'(table) => table.play(table.moves.find(({{ text }}) => text === "{move}"), "{card}")')
    assert shown["focused"] == f"F{card[1]}"
    # It follows one move only.
    assert table.do(TURN)["focused"] == f"F{card[1]}"


FOCUS: Final = "(table) => {{ table.board.button('{key}').focus(); }}"


def test_a_focus_whose_card_has_left_goes_to_what_lies_there(open_table: Open) -> None:
    made = next(at for at in range(len(WAY)) if any(m[0] == "T" and "-T" in m for m in after(at).view().legal))
    table = open_table(after(made))
    table.ply = 1
    table.open()
    view = table.position.view().to_json()
    move = next(move for move in view["legal"] if move[0] == "T" and "-T" in move)
    source, count = move.split("-")[0].split(":")[0], int(([*move.split("-")[0].split(":"), "1"])[1])
    pile = view["tableau"][int(source[1:]) - 1]
    whole = pile["down"] + len(pile["up"])
    table.do(FOCUS.format(key=f"{source}#{whole - 1}"))
    table.told_elsewhere(move)
    left = whole - count
    assert table.do()["focused"] == f"{source}#{max(0, left - 1)}"


def test_a_focus_on_a_card_that_leaves_with_others_stays_at_their_pile(open_table: Open) -> None:
    def longest(move: str) -> int:
        source, colon, count = move.split("-")[0].partition(":")
        return int(count) if colon and source[0] == "T" else 0

    start = max(
        (deal_number(preset_rules("yukon"), number) for number in range(1, 20)),
        key=lambda deal: max(map(longest, deal.view().legal)),
    )
    move = max(start.view().legal, key=longest)
    source = move.split(":")[0]
    pile = start.view().to_json()["tableau"][int(source[1:]) - 1]
    whole = pile["down"] + len(pile["up"])
    assert longest(move) > 3
    table = open_table(start, "yukon")
    table.ply = 1
    table.open()
    table.do(FOCUS.format(key=f"{source}#{whole - 1}"))
    table.told_elsewhere(move)
    assert table.do()["focused"] == f"{source}#{whole - longest(move) - 1}"


def test_a_focus_whose_place_has_gone_goes_to_the_nearest(open_table: Open) -> None:
    deals = (deal_number(preset_rules("pyramid"), number) for number in range(1, 50))
    start = next(
        deal for deal in deals if any(m.startswith("T") and m.count("T") == 2 and "+" in m for m in deal.view().legal)
    )
    move = next(m for m in start.view().legal if m.count("T") == 2 and "+" in m)
    one, two = move.partition("-")[0].split("+")
    table = open_table(start, "pyramid")
    table.ply = 1
    table.open()
    places = table.do("(table) => table.layout.places.map(({ key, rect }) => [key, rect.x, rect.y])")["result"]
    table.do(FOCUS.format(key=f"{one}#0"))
    table.told_elsewhere(move)
    focused = table.do()["focused"]
    x, y = next((x, y) for key, x, y in places if key == f"{one}#0")
    left = table.do("(table) => table.layout.places.map(({ key, rect }) => [key, rect.x, rect.y])")["result"]
    near = min(left, key=lambda place: (place[1] - x) ** 2 + (place[2] - y) ** 2)
    assert focused == near[0]
    assert focused not in (f"{one}#0", f"{two}#0")


def test_a_focus_on_nothing_stays_there(open_table: Open) -> None:
    table = open_table()
    table.open()
    assert table.do(TURN)["focused"] is None


def test_what_a_card_can_do_is_still_said_while_an_answer_is_pending(open_table: Open) -> None:
    table = open_table()
    table.open()
    before = table.do(OPEN_TO)["result"]
    assert before > 0
    table.hold()
    table.do(TURN)
    assert table.do("(table) => table.moves.length")["result"] == 0
    assert table.do(OPEN_TO)["result"] > 0


def test_where_a_press_sends_the_card_pointed_at_is_shown(open_table: Open) -> None:
    made, move = going_home()
    table = open_table(after(made))
    table.do('(table) => table.point("T1#0")')
    table.ply = 1
    table.open()
    ahead = '(_table, { ui }) => ui.above.querySelectorAll(".ahead").map(({ dataset }) => dataset.key)'
    assert table.do(ahead)["result"] == []
    source = move.split("-")[0]
    key = table.do(f'(table) => table.layout.places.filter(({{ id }}) => id === "{source}").at(-1).key')["result"]
    table.do(f'(table) => table.point("{key}")')
    assert [place[0] for place in table.do(ahead)["result"]] == ["F"]
    table.do('(table) => table.point("")')
    assert table.do(ahead)["result"] == []
    table.do(f'(table) => table.point("{key}")')
    table.do(f'(table) => table.play(table.moves.find(({{ text }}) => text === "{move}"), null)')
    assert all(place[0] != "F" for place in table.do(ahead)["result"])


def test_an_empty_pile_is_shown_as_where_a_press_sends_a_card(open_table: Open) -> None:
    ahead = '(_table, { ui }) => ui.above.querySelectorAll(".ahead").map(({ dataset }) => dataset.key)'
    key = """(table) => {
      const into = table.moves.find(({ target }) => target === "%s");
      const key = table.layout.places.find(({ id, index }) => id === into.source &&
        index === table.layout.slots.filter(({ place }) => place === id).length - into.depth).key;
      table.point(key);
    }"""
    gap = {"down": 0, "up": []}
    king = {"down": 1, "up": ["Kh"]}
    table = open_table()
    table.ply = 1
    snapshot = table._snapshot()
    view = {**snapshot["view"], "tableau": [gap, king, *snapshot["view"]["tableau"][2:]], "legal": ["T2-T1"]}
    table.send(**{**snapshot, "view": view})
    table.do(key % "T1")
    assert table.do(ahead)["result"] == ["T1#0"]


def test_any_gesture_lets_cards_arrive_and_takes_away_what_was_pointed_at(open_table: Open) -> None:
    table = open_table(speed="normal")
    table.ply = 1
    table.open()
    table.hint = {"move": "draw", "reason": "Because.", "winnable": 0.5}
    table.do(TURN)
    shown = table.do('(table) => { table.act("hint"); table.light(["T1"]); }')
    assert shown["lit"] == 1
    assert table.do()["hinted"] != []
    assert table.do(FLYING)["result"] == 1
    shown = table.do("(table) => table.begin()")
    assert (shown["lit"], shown["hinted"], shown["words"]) == (0, [], None)
    assert table.do(FLYING)["result"] == 0


def test_a_gesture_during_the_last_moves_shows_how_it_ends(open_table: Open) -> None:
    table = sure(open_table, speed="normal", finish=False)
    table.open()
    table.do('(table) => table.act("finish")')
    assert table.do(HOME)["result"] < 52
    table.do("(table) => table.begin()")
    assert table.do(HOME)["result"] == 52
    assert table.do("(table) => table.busy")["result"] is False


# Playing.


@pytest.mark.parametrize("autoplay", ["off", "safe", "all"])
def test_a_move_says_what_may_follow_by_itself(open_table: Open, autoplay: str) -> None:
    table = open_table(autoplay=autoplay)
    table.open()
    table.do(TURN)
    assert table.told[-1].get("autoplay", "off") == autoplay
    assert ("autoplay" in table.told[-1]) == (autoplay != "off")


def test_a_play_between_the_turns_of_the_stock_begins_the_count_anew(open_table: Open) -> None:
    table = open_table()
    table.open()
    move = next(one for one in table.position.view().legal if one[0] == "T")
    for _ in range(29):
        assert table.do(TURN)["words"] is None
    if move not in table.position.view().legal:
        pytest.skip("the move has gone")
    table.play(move)
    for _ in range(29):
        shown = table.do(TURN)
        assert shown["words"] is None
    shown = table.do(TURN)
    assert shown["words"][1:] == ["Hint", "Can this still be won?"]
    table.hint = {"move": "draw", "reason": "Because.", "winnable": 0.5}
    table.do(press("Can this still be won?"))
    assert table.asked[-1] == "solve"
    for _ in range(30):
        shown = table.do(TURN)
    assert shown["words"][0].startswith("You have turned the stock 60 times")
    table.do(press("Hint"))
    assert table.asked[-1] == "hint"


def test_a_stock_that_gives_nothing_says_why_and_no_stock_says_nothing(open_table: Open) -> None:
    table = open_table(deal_number(preset_rules("klondike-1"), 258))
    table.open()
    view = {**table.position.view().to_json(), "stock": 0, "waste": [], "legal": []}
    table.event("resume", [], view=view)
    table.do()
    table.hold()
    table.do(TURN)
    assert [(one["type"], one["move"]) for one in table.told] == [("move", "redeal")]
    none = open_table(deal_number(preset_rules("freecell"), 1), "freecell")
    none.open()
    none.do(TURN)
    assert none.told == []


def test_a_game_without_a_choice_goes_on_with_each_turn(open_table: Open) -> None:
    table = open_table(deal_number(preset_rules("clock"), 1), "clock")
    table.open()
    legal = list(table.position.view().legal)
    table.do(TURN)
    table.do(TURN)
    assert table.moves[0] == legal[0]
    assert len(table.moves) == 2
    table.hint = {"move": None, "reason": "None.", "winnable": None}
    table.do('(table) => table.act("hint")')
    assert table.asked[-1] == "hint"


def test_sound_is_switched_and_kept(open_table: Open) -> None:
    table = open_table()
    table.open()
    kept = '(_table, { site: { kept } }) => JSON.parse(kept.get("spite.settings")).sound'
    for word, on in [("Sound on.", True), ("Sound off.", False)]:
        assert table.do("(table) => table.toggleSound()")["words"] == [word]
        assert table.do(kept)["result"] is on


def test_settings_chosen_elsewhere_on_the_page_are_followed(open_table: Open) -> None:
    table = open_table()
    table.do('() => dispatchEvent(new Event("spite-settings"))')
    table.open()
    assert table.do('(_table, { ui }) => ui.tools.classList.contains("left")')["result"] is False
    shown = table.do("""(table, { ui, site: { kept } }) => {
      kept.set("spite.settings", '{"left": true, "meters": false, "speed": "off"}');
      dispatchEvent(new Event("spite-settings"));
      return [ui.tools.classList.contains("left"), ui.meters.hidden, table.layout.spots.get("S").x];
    }""")
    left, hidden, x = shown["result"]
    assert (left, hidden) == (True, True)
    assert x < 640


def test_other_faces_are_worn_by_every_card(open_table: Open) -> None:
    table = open_table()
    table.do("(table) => table.wear(new Map())")
    table.open()
    worn = """(table, { ui }) => {
      const faces = Object.assign(new Map(), { has: () => true, get: () => '<i class="own"></i>' });
      table.wear(faces);
      const worn = ui.cards.children.filter((card) => card.querySelector(".own"));
      return [worn.map(({ dataset }) => dataset.card).sort(), table.faces === faces];
    }"""
    cards, kept = table.do(worn)["result"]
    assert cards == sorted(card for pile in table.position.view().to_json()["tableau"] for card in pile["up"])
    assert kept


def test_a_pile_is_looked_at_by_the_button_of_any_of_its_cards(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do('(table) => table.look("T2#1")')
    reader = '(_table, { site: { document } }) => document.querySelector("#reader")'
    title = table.do(f'(table, open) => ({reader})(table, open).querySelector("h2").textContent')["result"]
    assert title == "Pile 2"
