"""The table of patience without a browser: a player's actions, its requests, and its display meanwhile."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.modules import Modules
from tests.web.patience import TIME, WAY, after
from tests.web.patience_in_node import TURN, Open, TableInNode, tables  # noqa: F401


def test_a_table_shows_its_cards_name_and_figures(open_table: Open) -> None:
    table = open_table()
    shown = table.open()
    view = table.position.view().to_json()
    assert shown["cards"] == [[], *(pile["up"] for pile in view["tableau"])]
    assert shown["drawn"] == 28 + 3
    assert shown["title"].startswith("Klondike")
    assert shown["meters"] == "0 moves · 2:05"
    assert shown["tools"] == ["hint", "more"]
    assert shown["words"] is None
    assert table.told == []


@pytest.mark.parametrize("preset", ["congress", "osmosis", "klondike-1", "clock"])
def test_no_count_is_written_over_the_edges_of_its_pile(open_table: Open, preset: str) -> None:
    table = open_table(deal_number(preset_rules(preset), 7), preset)
    table.open()
    over = table.do("""({ layout }, { ui }) => ui.below.querySelectorAll(".pile").flatMap((pile) => {
        const [spot, label] = [layout.spots, layout.labels].map((all) => all.get(pile.dataset.place));
        const [thick, bottom] = [parseFloat(pile.style["--thick"]), spot.y + spot.h];
        return label && label.y >= bottom && bottom + thick > label.y + 0.1 ? [pile.dataset.place] : [];
    })""")
    assert over["result"] == []


def test_a_move_is_shown_before_its_answer_and_stands_after_it(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    shown = table.do(TURN)
    assert len(shown["cards"][0]) == 1
    assert shown["tools"] == ["hint", "more"]
    assert table.told[-1] == {"type": "move", "game": 1, "ply": 0, "move": "draw", "id": "m1"}
    table.let_go()
    shown = table.do()
    assert shown["cards"][0] == list(table.position.view().waste)
    assert shown["tools"] == ["undo", "hint", "more"]
    assert shown["meters"] == "1 move · 2:05"


def test_gestures_wait_for_an_answer_but_no_more_than_four(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do("(table) => { for (let n = 0; n < 8; n += 1) table.turn(); }")
    assert table.asked == ["move"]
    table.let_go()
    table.do()
    assert table.asked == ["move"] * 5
    assert table.moves == ["draw"] * 5


def test_a_card_tapped_before_an_answer_is_sent_after_it(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    move = next(str(move) for move in table.position.legal_moves if str(move).startswith("T"))
    source = move.partition("-")[0]
    key = f"(table) => table.layout.places.findLast(({{ id }}) => id === '{source}').key"
    table.do(f"(table) => table.hands.tap(({key})(table), true, 0)")
    assert table.asked == ["move"]
    table.let_go()
    table.do()
    assert table.moves == ["draw", move]


def test_a_move_is_taken_back_and_made_again_before_the_answer(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.do(TURN)
    table.do(TURN)
    table.hold()
    shown = table.do('(table) => table.act("undo")')
    assert len(shown["cards"][0]) == 1
    assert table.told[-1]["type"] == "undo"
    table.let_go()
    table.do()
    table.hold()
    shown = table.do('(table) => table.act("redo")')
    assert len(shown["cards"][0]) == 2
    table.let_go()
    assert len(table.do()["cards"][0]) == 2
    shown = table.do('(table) => table.act("undo", { count: 2 })')
    assert table.told[-1]["count"] == 2
    assert shown["cards"][0] == []


def test_what_cannot_be_done_is_said_and_not_asked(open_table: Open) -> None:
    table = open_table()
    table.open()
    for act in ("undo", "redo", "finish"):
        shown = table.do(f'(table) => table.act("{act}")')
        assert shown["words"]
        assert shown["heard"][-1].strip()
    assert table.told == []


def test_a_card_that_cannot_be_played_says_why_and_stays(open_table: Open) -> None:
    table = open_table(vibration=True)
    table.open()
    shown = table.do('(table) => table.ask("T1-F", "T1", 0)')
    assert table.told[-1]["type"] == "move"
    assert shown["words"]
    table.do(milliseconds=40)
    assert table.trembled == [[24, 60, 24]]
    assert table.moves == []
    assert table.play("draw")["cards"][0] != []


def test_a_move_that_is_refused_is_shown_as_it_was(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    [asked] = table.forget()
    table._refuse(asked["id"], "late", "Too late.")
    shown = table.do()
    assert shown["cards"][0] == []
    assert shown["words"] == ["Too late."]


def test_a_clock_that_stopped_meanwhile_does_not_take_a_move_back(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    [asked] = table.forget()
    table.event("pause", [])
    table._refuse(asked["id"], "stale", "The table has changed.")
    table.answers = True
    shown = table.do()
    assert [message["ply"] for message in table.told if message["type"] == "move"] == [0, 1]
    assert len(shown["cards"][0]) == 1
    assert shown["words"] is None
    assert table.moves == ["draw"]


def test_an_event_that_is_missing_begins_the_line_anew_and_an_old_one_does_not(open_table: Open) -> None:
    table = open_table()
    table.event("resume", [])
    table.do()
    table.open()
    for version in (1, 2):
        table.event("resume", [], version=version)
        table.do()
    assert table.told == []
    table.event("resume", [], version=9)
    table.do()
    assert table.asked == ["restart"]


def test_moves_of_another_page_are_shown_and_said(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.moves.append("draw")
    table.event("draw", ["draw"])
    shown = table.do()
    assert len(shown["cards"][0]) == 1
    assert shown["heard"]


def test_a_hint_counts_once_where_it_was_given(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hint = {"move": "draw", "reason": "Nothing else helps.", "winnable": 0.5}
    shown = table.do('(table) => table.act("hint")')
    assert shown["words"][0].endswith("Nothing else helps.")
    assert shown["words"][1] == "Play it"
    assert table.do("(table) => table.begin()")["hinted"] == []
    again = table.do('(table) => table.act("hint")')
    assert again["words"] == shown["words"]
    assert again["hinted"] == shown["hinted"] == [""]
    assert table.asked == ["hint"]
    table.play("draw")
    table.do('(table) => table.act("hint")')
    assert table.asked == ["hint", "move", "hint"]


def test_what_is_thought_about_is_not_asked_twice_and_an_undo_waits(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.play("draw")
    table.hold()
    shown = table.do('(table) => { table.act("solve"); table.act("solve"); table.act("pause"); table.act("undo"); }')
    assert shown["words"] == ["Let me see …"]
    table.let_go()
    table.do()
    assert table.asked == ["move", "solve", "undo"]


@pytest.mark.parametrize(
    ("solved", "words"),
    [
        ("yes", ["Yes, you can still win."]),
        ("unknown", ["It could not be found out. You may still win."]),
        ("no", ["No, this game can no longer be won.", "Back to where it could be won"]),
    ],
)
def test_whether_it_can_be_won_is_said(open_table: Open, solved: str, words: list[str]) -> None:
    table = open_table()
    table.open()
    table.play("draw")
    table.solved = solved
    assert table.do('(table) => table.act("solve")')["words"] == words


def test_a_pause_covers_the_table_and_takes_nothing(open_table: Open) -> None:
    table = open_table()
    table.open()
    shown = table.do("(table) => table.pause()")
    assert shown["paused"]
    table.do("(table) => { table.play({ text: 'draw' }, null); table.ask('T1-F', 'T1', 0); }")
    assert table.asked == ["pause"]
    assert not table.do("(table) => table.pause()")["paused"]
    assert table.asked == ["pause", "resume"]


@pytest.mark.parametrize("cover", [False, True])
def test_who_does_not_look_stops_the_clock(open_table: Open, cover: bool) -> None:
    table = open_table(cover=cover)
    table.running = True
    table.open()
    hide = """(table, { site: { document } }) => {
      document.hidden = %s;
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    table.do(hide % "true")
    assert table.asked == [*(["pause"] if cover else []), "look"]
    assert table.told[-1]["shown"] is False
    table.do(hide % "false")
    assert table.told[-1]["shown"] is True


def test_the_clock_stands_when_nothing_has_been_done_for_five_minutes(open_table: Open) -> None:
    table = open_table()
    table.running = True
    table.open()
    assert table.do("(table) => table.elapsed")["result"] == TIME
    table.do("() => {}", 60_000)
    assert table.do("(table) => table.elapsed")["result"] == TIME + 60_000
    table.do("() => {}", 300_000)
    assert table.do("(table) => table.elapsed")["result"] == TIME + 300_000
    # A page that comes during a pause counts the remaining part.
    table.counts_on = 60_000
    table.open()
    table.do("() => {}", 120_000)
    assert table.do("(table) => table.elapsed")["result"] == TIME + 60_000


def test_the_stock_turned_in_vain_is_noticed_every_thirtieth_time(open_table: Open) -> None:
    table = open_table()
    table.open()
    for turned in range(1, 31):
        shown = table.do(TURN)
        assert (shown["words"] is not None) == (turned == 30), turned
    assert shown["words"][0].startswith("You have turned the stock 30 times")
    assert shown["words"][1:] == ["Hint", "Can this still be won?"]


def test_points_and_the_verdict_stand_beside_the_time(open_table: Open) -> None:
    table = open_table(scoring="standard")
    table.points = {"standard": 15}
    table.verdict = "lost"
    shown = table.open()
    assert shown["meters"] == "0 moves · 2:05 · 15 points · lost"


def test_nothing_is_left_once_another_game_has_begun(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.play("draw")
    shown = table.do('(table) => table.anew("next")')
    assert shown["cards"][0] == []
    assert shown["heard"][-1] == "New cards."
    assert shown["meters"] == "0 moves · 2:05"
    table.do('(table) => table.act("undo")')
    assert "undo" not in table.asked


def test_a_line_that_comes_back_keeps_the_move_that_is_shown(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.hold()
    table.do(TURN)
    table.send(**table._snapshot())
    shown = table.do()
    assert len(shown["cards"][0]) == 1
    assert "forget" not in table.asked
    table.let_go()
    assert len(table.do()["cards"][0]) == 1
    table.hold()
    table.do(TURN)
    table.moves.append("draw")
    table.version += 1
    table.send(**table._snapshot())
    table.do()
    assert table.asked[-1] == "forget"


def test_giving_up_ends_the_game_and_its_card_says_so(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.play("draw")
    shown = table.do('(table) => table.act("give_up")', 2000)
    assert shown["finish"][0] == "Given up"
    assert shown["tools"] == ["undo", "more"]
    assert table.do("(table) => table.tellEnd()")["finish"][0] == "Given up"


def test_a_sure_game_finishes_after_a_moment_unless_somebody_plays_on(open_table: Open) -> None:
    table = open_table(after(len(WAY) - 6))
    shown = table.open()
    assert shown["words"] == ["As good as won: the cards go home on their own.", "Let me play on"]
    assert table.do(milliseconds=2480)["words"] is not None
    assert table.told == []
    table.do(milliseconds=40)
    assert table.asked == ["finish"]
    other = open_table(after(len(WAY) - 6))
    other.open()
    other.do("(table) => table.begin()", 5000)
    assert other.told == []


def test_a_sure_game_only_says_so_where_that_is_wished(open_table: Open) -> None:
    table = open_table(after(len(WAY) - 6), finish=False)
    assert table.open()["words"] == ['As good as won: "Finish" plays the rest.']
    assert table.do(milliseconds=5000)["words"] is not None
    assert table.told == []
    table.do("(table) => table.begin()")
    assert table.do('(table) => table.act("hint")')["words"] == ['As good as won: "Finish" plays the rest.']
    assert table.told == []


def test_the_last_cards_go_home_one_after_the_other_and_the_game_is_won(open_table: Open) -> None:
    table = open_table(after(len(WAY) - 6), speed="normal", finish=False)
    table.open()
    home = "(table) => Object.values(table.view.foundations).reduce((all, count) => all + Number(count), 0)"
    table.do('(table) => table.act("finish")')
    counts = [table.do(home, 85)["result"] for _ in range(12)]
    assert counts == sorted(counts)
    assert len(set(counts)) > 5
    assert counts[-1] == 52


def test_whoever_skips_sees_the_end_at_once(open_table: Open) -> None:
    table = open_table(after(len(WAY) - 6), speed="normal", finish=False)
    table.open()
    table.do('(table) => table.act("finish")')
    shown = table.do("(table) => { table.skip(); return table.busy; }", 20_000)
    assert shown["result"] is False
    assert shown["finish"][0] == "You win!"


def test_the_card_of_a_game_that_was_won_tells_how(open_table: Open) -> None:
    table = open_table(after(len(WAY) - 1))
    table.open()
    table.play(str(WAY[-1]))
    title, says, facts, *rest = table.do(milliseconds=2000)["finish"]
    assert title == "You win!"
    assert says == "A new best of yours: fewest moves and fewest passes."
    assert facts == "time2:05move1passes6"
    assert rest[0] == "Without undo or hints."
    assert rest[1] == "3 of 4 won. Deal number 13."
    assert "Download this game" in rest[2]


END = {
    "result": "won", "moves": 90, "time": 61_000, "passes": 2, "undos": 0, "hints": 0, "answers": 0, "number": 13,
    "secret": None, "replay": None, "records": {"moves": False, "time": False, "passes": False}, "streak": 0,
    "won": 1, "played": 1, "totals": {}, "rank": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({}, ["All four foundations are home.", "Without undo or hints.", "1 of 1 won. Deal number 13."]),
        ({"streak": 1}, ["All four foundations are home."]),
        ({"streak": 2}, ["All four foundations are home. That makes 2 wins in a row."]),
        (
            {"won": 2, "records": {"moves": False, "time": True, "passes": False}},
            ["A new best of yours: shortest time."],
        ),
        ({"records": {"moves": False, "time": True, "passes": False}}, ["All four foundations are home."]),
        ({"undos": 1, "hints": 2, "answers": 1}, ["With 1 undo, 2 hints and 1 answer of the solver."]),
        ({"undos": 2, "answers": 2}, ["With 2 undos and 2 answers of the solver."]),
        ({"hints": 1}, ["With 1 hint."]),
        ({"result": "given_up", "played": 0}, ["The next deal is a fresh start.", "Deal number 13."]),
        ({"number": None}, ["1 of 1 won. The number of the deal, and how it went, can be seen when the day is over."]),
        ({"rank": {"rank": 1, "players": 3, "newcomer": False}}, ["Rank 1 of 3 today."]),
        ({"rank": {"rank": 3, "players": 3, "newcomer": False}}, ["Rank 3 of 3 today."]),
        ({"rank": {"rank": 4, "players": 3, "newcomer": False}}, ["Rank 4 today."]),
        (
            {"rank": {"rank": 2, "players": 3, "newcomer": False}, "undos": 1},
            ["Rank 2 of 3 today. Whoever plays without undo and hints comes first."],
        ),
        (
            {"rank": {"rank": None, "players": 3, "newcomer": True}},
            ["You have a place among the others once you have played on three days."],
        ),
        ({"totals": {"standard": -5}}, ["All games together: −5 points."]),
    ],
)
def test_the_end_of_a_game_in_words(open_table: Open, end: dict[str, Any], words: list[str]) -> None:
    table = open_table(scoring="standard")
    table.points = {"standard": -5}
    table.send(**{**table._snapshot(), "end": {**END, **end}})
    told = table.do("(table) => table.tellEnd()", 500)["finish"]
    assert "points−5" in told[2]
    for line in words:
        assert line in told, told


def buttons(table: TableInNode) -> list[list[str]]:
    """Return the links and buttons of the result card, each with its look and its target."""
    found: list[list[str]] = table.do(
        """(_table, { ui }) =>
          ui.finish.querySelectorAll("a, button").map((one) => [one.textContent, one.className, one.href])"""
    )["result"]
    return found


@pytest.mark.parametrize(
    ("about", "day", "players", "first"),
    [
        ({}, None, 0, ["New deal", "button primary", ""]),
        ({"practice": "t"}, None, 0, ["New deal", "button primary", "/patience"]),
        ({}, "2026-05-01", 2, ["Compare with the others", "button primary", "/patience/day/2026-05-01"]),
        ({}, "2026-05-01", 1, ["Compare with the others", "button", "/patience/day/2026-05-01"]),
    ],
)
def test_what_goes_on_after_a_game(
    open_table: Open, about: dict[str, str], day: str | None, players: int, first: list[str]
) -> None:
    table = open_table(about=about)
    snapshot = table._snapshot()
    snapshot["table"]["deal"]["day"] = day
    rank = {"rank": 1, "players": players, "newcomer": False} if day else None
    table.send(**{**snapshot, "end": {**END, "rank": rank}})
    table.do("(table) => table.tellEnd()", 500)
    found = buttons(table)
    assert first in found
    share = next(look for text, look, _href in found if text == "Share")
    assert ("primary" in share) == (players == 1)
    assert not any("fall again" in text for text, _look, _href in found)
    practice = "Practice: this game does not count."
    assert (practice in table.do()["finish"]) == bool(about)


@pytest.mark.parametrize(("asks", "text"), [("next", "New deal"), ("again", "Same deal again")])
def test_a_press_on_the_card_of_the_end_deals(open_table: Open, asks: str, text: str) -> None:
    table = open_table()
    table.send(**{**table._snapshot(), "end": END})
    table.do("(table) => table.tellEnd()", 500)
    press = f"""(_table, {{ ui }}) =>
      ui.finish.querySelectorAll("button").find((button) => button.textContent === "{text}").click()"""
    shown = table.do(press)
    assert table.asked[0] == asks
    assert shown["finish"] is None


def test_the_focus_goes_with_the_card(open_table: Open) -> None:
    table = open_table(after(8))
    table.open()
    view = table.position.view().to_json()
    move = next(move for move in view["legal"] if move[0] == "T" and "-T" in move and ":" not in move)
    source, target = move.split("-")
    card = view["tableau"][int(source[1:]) - 1]["up"][-1]
    count = len(view["tableau"][int(target[1:]) - 1]["up"]) + view["tableau"][int(target[1:]) - 1]["down"]
    shown = table.do(f'async (table) => table.play(table.moves.find(({{ text }}) => text === "{move}"), "{card}")')
    assert shown["focused"] == f"{target}#{count}"


def test_cards_fly_unless_nothing_is_to_move(open_table: Open) -> None:
    table = open_table(speed="normal")
    table.open()
    table.do(milliseconds=2000)
    flying = '(_table, { ui }) => ui.cards.querySelectorAll(".flying, .waiting").length'
    table.do(TURN)
    assert table.do(flying)["result"] == 1
    assert table.do(flying, 400)["result"] == 1
    assert table.do(flying)["result"] == 0
    still = open_table(speed="off")
    still.open()
    still.do(TURN)
    assert still.do(flying)["result"] == 0


def test_a_deal_lets_the_cards_fly_from_the_stock_and_comes_to_rest(open_table: Open) -> None:
    table = open_table(speed="normal")
    shown = table.open()
    flights = "(_table, { ui }) => ui.cards.children.filter(({ animations }) => animations.length > 0).length"
    assert table.do(flights)["result"] == 28
    assert shown["drawn"] == 31
    assert table.do("(table) => table.scene.arriving", 2500)["result"] is True
    assert table.do("(table) => table.scene.arriving")["result"] is False


@pytest.mark.parametrize(
    ("preset", "there", "missing"),
    [
        ("klondike-1", {"1 … 7", "0", "D"}, {"C", "Shift 0 … 0"}),
        ("freecell", {"1 … 8", "0", "C"}, {"D"}),
        ("spider-1", {"1 … 9", "Shift 0 … 0", "D"}, {"0", "C"}),
        ("fan", {"1 … 9", "Shift 0 … 8", "0"}, {"C", "D"}),
        ("pyramid", {"0", "D"}, {"1 … 7", "C"}),
        ("golf", {"0", "D"}, {"1 … 7", "C"}),
    ],
)
def test_the_list_of_keys_has_those_that_do_something(
    modules: Modules, preset: str, there: set[str], missing: set[str]
) -> None:
    view = deal_number(preset_rules(preset), 1).view().to_json()
    listed = modules.evaluate('async (view) => (await import("/static/patience/help.js")).keysOf(view)', view)
    keys = {key for key, _does in listed}
    assert there <= keys
    assert not keys & missing
    assert all(does for _key, does in listed)


MENU: Final = """(table, { ui }) => {
  ui.tools.querySelector("[data-tool=more]").click();
}"""
ITEMS: Final = """(_table, { ui }) =>
  ui.root.querySelectorAll(".menu [role=menuitem]")
    .map(({ childNodes: [text], disabled }) => [text.textContent, disabled])"""


def menu(table: TableInNode) -> dict[str, bool]:
    """Open the menu and return its items, each with whether it can be pressed."""
    table.do(MENU)
    found = table.do(ITEMS)["result"]
    return {text: not disabled for text, disabled in found}


def press(table: TableInNode, text: str) -> dict[str, Any]:
    """Press an item of the menu."""
    return table.do(
        f"""(_table, {{ ui }}) => ui.root.querySelectorAll(".menu button")
          .find(({{ childNodes: [words] }}) => words.textContent === "{text}").click()"""
    )


def test_the_menu_offers_what_can_be_done_before_the_first_move(open_table: Open) -> None:
    table = open_table()
    table.open()
    items = menu(table)
    assert list(items) == [
        "Can this still be won?", "Back to where it could be won", "Pause", "Undo everything", "The same deal again",
        "New deal", "Share this deal", "Your records", "Another kind of deal …",
    ]  # fmt: skip
    assert [text for text, can in items.items() if not can] == ["Back to where it could be won", "Undo everything"]
    table.do(MENU)
    assert table.do(ITEMS)["result"] == []
    table.do(MENU)
    press(table, "New deal")
    assert table.asked[0] == "next"


def test_other_cards_end_a_game_that_was_begun_only_after_a_question(open_table: Open) -> None:
    table = open_table()
    table.open()
    table.play("draw")
    items = menu(table)
    assert "Give up" in items
    assert all(items.values())
    shown = press(table, "The same deal again")
    assert shown["words"] == ["Start this deal again from the beginning?", "The same deal again", "Let me play on"]
    menu(table)
    shown = press(table, "New deal")
    assert shown["words"] == ["Give this game up for a new deal?", "New deal", "Let me play on"]
    menu(table)
    assert press(table, "Give up")["words"] == [
        "Really give up? This deal counts as not won.",
        "Give up",
        "Let me play on",
    ]
    # Enter plays on.
    assert table.do("(_table, { site }) => site.document.activeElement.textContent")["result"] == "Let me play on"
    assert table.asked == ["move"]
    menu(table)
    press(table, "Undo everything")
    assert table.moves == []
    menu(table)
    press(table, "Pause")
    assert "Go on" in menu(table)


@pytest.mark.parametrize(("day", "practice"), [(True, False), (False, True)])
def test_a_deal_of_the_day_and_practice_have_no_other_cards(open_table: Open, day: bool, practice: bool) -> None:
    table = open_table(about={"practice": "t"} if practice else {})
    snapshot = table._snapshot()
    snapshot["table"]["deal"]["day"] = "2026-05-03" if day else None
    table.send(**snapshot)
    items = menu(table)
    assert "New deal" not in items
    assert ("The same deal again" in items) == ("Share this deal" in items) == practice


def test_the_menu_of_a_game_that_is_over_leads_to_its_end(open_table: Open) -> None:
    table = open_table()
    table.send(**{**table._snapshot(), "end": END})
    items = menu(table)
    assert list(items)[:2] == ["How it ended", "Undo everything"]
    assert not {"Give up", "Pause"} & set(items)
    assert not items["Undo everything"]


def test_the_arrows_go_round_in_the_menu_past_what_cannot_be_pressed(open_table: Open) -> None:
    table = open_table()
    table.open()
    menu(table)
    step = """(_table, {{ ui, site }}) => {{
      const event = Object.assign(new Event("keydown"), {{ key: "{key}" }});
      ui.root.querySelector(".menu").dispatchEvent(event);
      return site.document.activeElement.childNodes[0].textContent;
    }}"""
    assert table.do(step.format(key="ArrowUp"))["result"] == "Another kind of deal …"
    assert table.do(step.format(key="ArrowDown"))["result"] == "Can this still be won?"
    assert table.do(step.format(key="ArrowDown"))["result"] == "Pause"
    assert table.do(step.format(key="x"))["result"] == "Pause"


def test_a_card_that_waits_for_its_partner_is_marked_until_it_goes_or_is_let_go(open_table: Open) -> None:
    deals = (deal_number(preset_rules("pyramid"), number) for number in range(1, 50))
    table = open_table(next(deal for deal in deals if any("+" in move for move in deal.view().legal)), "pyramid")
    table.open()
    marked = """(_table, { ui }) => ["picked", "can"].map((name) => ui.cards.querySelectorAll(`.${name}`).length)"""
    tap = """(table) => {
      const { source } = table.moves.find(({ partner }) => partner);
      table.hands.tap(table.layout.places.find(({ id }) => id === source).key, false, %d);
    }"""
    shown = table.do(tap % 1000)
    assert len(shown["picked"]) == 1
    picked, partners = table.do(marked)["result"]
    assert picked == 1
    assert partners >= 1
    shown = table.do("(table) => table.hands.nowhere()")
    assert shown["picked"] == []
    assert table.do(marked)["result"] == [0, 0]


@pytest.mark.parametrize(
    ("preset", "action", "home", "heard"),
    [
        ("klondike-1", "draw", [3, 3], ["card", 0]),
        ("klondike-1", "redeal", [3, 3], ["shuffle", 0]),
        ("klondike-1", "T1-F", [0, 1], ["payoff", 0]),
        ("klondike-1", "T1-F", [5, 6], ["payoff", 0]),
        ("klondike-1", "T1-F", [6, 7], ["payoff", 1]),
        ("klondike-1", "T1-F", [12, 13], ["payoff", 2]),
        ("double-klondike", "T1-F", [12, 13], ["payoff", 1]),
        ("klondike-1", "T1-F", [50, 51], ["payoff", 7]),
        ("klondike-1", "T1-F", [51, 52], ["payoff", 7]),
        ("klondike-1", "Fs-T1", [7, 6], ["card", 0]),
    ],
)
def test_a_card_that_goes_home_sounds_higher_the_more_lie_there(
    open_table: Open, preset: str, action: str, home: list[int], heard: list[Any]
) -> None:
    table = open_table(deal_number(preset_rules(preset), 1), preset)
    table.open()
    double = preset == "double-klondike"

    def foundations(count: int) -> dict[str, Any]:
        counts = {suit: min(13, max(0, count - 13 * at)) for at, suit in enumerate("shdc")}
        return {suit: [number, 0] if double else number for suit, number in counts.items()}

    for count, (act, made) in zip(home, [("resume", []), (action, ["draw"])], strict=True):
        table.sounds.clear()
        view = {**table.position.view().to_json(), "foundations": foundations(count)}
        table.event(act, list(made), view=view)
        table.do()
    assert table.sounds == [heard]
