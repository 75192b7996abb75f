"""Help while playing, the card counter, the menu, the keys, and the texts of a game: the server is the test."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spite_and_malice.rules import PRESETS
from tests.web.company import after_a_turn
from tests.web.conftest import SIZES, FakeTable, OpenFake, ViewOf, resize, settle, snapshot_of, wait_on
from tests.web.modules import Modules
from tests.web.person import middle

pytestmark = pytest.mark.firefox

# standard-2/0: seat 1 holds 9c Th 7c Ah 8c; the centre takes 7, 2 and 3; a jack lies on the pay-off pile.


def asked(table: FakeTable, kind: str) -> dict[str, Any]:
    """Wait for a request of a type from the page, and return it."""
    table.page.wait_for_function("document.querySelector('#status .note').textContent === 'Thinking…'")
    return table.last(kind)


def note(page: Page) -> Any:
    return page.locator("#status .note")


def test_a_hint_lights_the_move_up_and_says_why(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("h")
    question = asked(table, "hint")
    assert (question["game"], question["ply"]) == (1, 0)
    table.send(type="hint", id=question["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason="Your ace comes free.")
    expect(note(page)).to_have_text("Your ace comes free.")
    expect(page.locator("#live")).to_contain_text("Your ace comes free.")
    assert page.locator(".card.hinted").evaluate_all("cards => cards.map((card) => card.dataset.card)") == ["7c"]
    expect(page.locator(".light.pointed.centre")).to_have_count(1)
    page.get_by_role("button", name="Play it: Play 7♣ on 6♣", exact=True).click()
    assert table.last("move")["move"] == "H7c-C1"
    expect(page.locator(".light, .card.hinted")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (320, 568)])
def test_a_long_hint_leaves_buttons_in_their_place(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard-2/0"), size, locale="de-DE")
    page = table.page
    table.send(**table.snapshot | after_a_turn())
    expect(page.get_by_role("button", name="Zug zurücknehmen")).to_be_visible()
    page.keyboard.press("h")
    page.wait_for_function("document.querySelector('#status .note').textContent === 'Ich denke nach …'")
    reason = (
        "Das führt zu deiner Zielkarte: 7♣, 8♠ von deinem Ablagestapel, 9♥ von deinem Ablagestapel und "
        "deine Zielkarte 10♥."
    )
    table.send(type="hint", id=table.last("hint")["id"], ply=2, move="H7c-C1", line=["H7c-C1"], reason=reason)
    expect(page.locator("#status .offer")).to_be_visible()
    outside = """(status) => {
      const slip = status.getBoundingClientRect();
      return [...status.querySelectorAll(".button")].filter((button) => button.offsetHeight).filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const across = left >= slip.left && right <= Math.min(slip.right, innerWidth);
        return !across || top < slip.top || bottom > slip.bottom || button.scrollWidth > button.clientWidth;
      }).map((button) => button.textContent);
    }"""
    expect(page.locator("#status")).to_have_class(re.compile("long|aside"))
    assert page.locator("#status").evaluate(outside) == []


LINES_OF_BUTTONS = """(all) => all.filter((one) => one.offsetHeight).map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [{ left, right }, outside] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  const tops = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
  return [one.textContent, tops.size, Math.min(left - outside.left, outside.right - right) >= 4];
})"""
"""For visible buttons: the number of lines of their text, and whether these are clear of the edges."""


@pytest.mark.parametrize("undo", [False, True])
def test_what_takes_a_move_back_has_one_line_on_a_phone_on_its_side(
    fake_table: OpenFake, view_of: ViewOf, undo: bool
) -> None:
    table = fake_table(view_of("standard-2/0"), (640, 360), locale="de-DE")
    page = table.page
    words = "Karte zurücknehmen" if undo else "Zug zurücknehmen"
    there = {"version": 2, "undo": True, "ply": 2} if undo else after_a_turn()
    table.send(**table.snapshot | there)
    back = page.get_by_role("button", name=words)
    expect(back).to_be_visible()
    buttons = page.locator("#status .button")
    assert buttons.evaluate_all(LINES_OF_BUTTONS) == [[words, 1, True]]
    page.keyboard.press("h")
    table.send(
        type="hint",
        id=table.last("hint")["id"],
        ply=2,
        move="H7c-C1",
        line=["H7c-C1"],
        reason="Das führt zu deiner Zielkarte.",
    )
    expect(page.locator("#status .offer")).to_be_visible()
    settle(page)
    assert buttons.evaluate_all(LINES_OF_BUTTONS) == [["Spielen", 1, True], [words, 1, True]]


@pytest.mark.parametrize(("first", "second"), ["hh", "ww", "hw", "wh"])
def test_who_asks_twice_gets_the_first_answer(fake_table: OpenFake, view_of: ViewOf, first: str, second: str) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press(first)
    page.keyboard.press(second)
    kind = {"h": "hint", "w": "reach"}[first]
    question = asked(table, kind)
    table.send(
        type=kind, id=question["id"], ply=0, move="H7c-C1", reason="It fits.", line=["H7c-C1"], words="One move."
    )
    expect(note(page)).to_have_text("It fits." if first == "h" else "One move.")
    assert len([message for message in table.sent if message["type"] in ("hint", "reach")]) == 1
    # It is answered: another request is allowed.
    page.keyboard.press(second)
    asked(table, {"h": "hint", "w": "reach"}[second])
    assert len([message for message in table.sent if message["type"] in ("hint", "reach")]) == 2


def test_a_gesture_takes_a_hint_off_the_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("h")
    table.send(type="hint", id=asked(table, "hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason="It fits.")
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    page.mouse.click(640, 260)
    expect(page.get_by_role("button", name="Play it")).to_be_hidden()
    expect(page.locator(".light, .card.hinted, .paths path")).to_have_count(0)


def test_the_plan_of_a_hint_is_drawn_and_its_next_move_alone_is_played(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("h")
    line = ["H7c-C1", "H8d-C1"]
    table.send(type="hint", id=asked(table, "hint")["id"], ply=0, move="H7c-C1", line=line, reason="Two plays.")
    expect(page.locator(".paths path")).to_have_count(2)
    expect(page.locator(".paths text")).to_have_text(["1", "2"])
    page.get_by_role("button", name="Play it: Play 7♣ on 6♣", exact=True).click()
    assert table.last("move")["move"] == "H7c-C1"
    expect(page.locator(".paths path")).to_have_count(0)


def test_the_numbers_of_a_long_plan_stay_in_the_window(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), (360, 640))
    page = table.page
    page.keyboard.press("h")
    line = ["H7c-C3"] * 8
    table.send(type="hint", id=asked(table, "hint")["id"], ply=0, move="H7c-C3", line=line, reason="Eight plays.")
    expect(page.locator(".paths circle")).to_have_count(8)
    right = page.locator(".paths circle").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(right) <= 360


def test_what_can_be_reached_is_drawn_step_by_step(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("w")
    line = ["H7c-C1", "H8c-C1", "P-C1"]
    table.send(type="reach", id=asked(table, "reach")["id"], ply=0, line=line, words="Three moves, and it is gone.")
    expect(note(page)).to_have_text("Three moves, and it is gone.")
    expect(page.locator(".paths text")).to_have_text(["1", "2", "3"])


COVERED_BY_WORDS = """(all) => {
  const words = "#status.long, #status:not(.aside) .says, #status .buttons, #status.aside .note";
  const slips = [...document.querySelectorAll(words)]
    .map((one) => one.getBoundingClientRect());
  return all.filter((one) => {
    const at = one.getBoundingClientRect();
    return slips.some((words) => words.left < at.right - 1 && words.right > at.left + 1
      && words.top < at.bottom - 1 && words.bottom > at.top + 1);
  }).map((one) => one.dataset.key ?? one.className);
}"""
"""Those of some elements that are under the text and its buttons."""

SEEN = ".bar, #cards .card, #below .light.pointed"
"""Elements that temporary text must not cover."""


def of_others(place: str, view: dict[str, Any]) -> bool:
    """Return whether a place belongs to another seat."""
    return re.match(rf"(payoff|side|hand):(?!{view['seat']}\b)", place) is not None


LIES = """() => [...document.querySelectorAll("#above .place, #above .label, #cards .card")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.key ?? one.dataset.card ?? one.textContent, x, y, width, height].join(" ");
})"""

LONG = (
    "Spiele 7♣ aus deiner Hand auf 6♣. Das führt zu deiner Zielkarte: 7♣, 8♣ und 9♣ auf Mittelstapel 1, "
    "dann deine Zielkarte 10♣ auf Stapel 1. Nimmst du eine andere, so bleibt sie liegen."
)


@pytest.mark.parametrize("vector", ["standard-2/0", "round-5/0", "house-0/0"])
@pytest.mark.parametrize("size", [*SIZES, (390, 844), (320, 568)])
def test_a_hint_moves_nothing_and_covers_no_card(
    fake_table: OpenFake, view_of: ViewOf, vector: str, size: tuple[int, int]
) -> None:
    view = view_of(vector)
    table = fake_table(view, size)
    page = table.page
    before = page.evaluate(LIES)
    page.keyboard.press("h")
    table.send(
        type="hint", id=asked(table, "hint")["id"], ply=0, move=view["legal"][0], line=[view["legal"][0]], reason=LONG
    )
    page.get_by_role("button", name="Play it").click(trial=True)
    settle(page)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    assert page.evaluate(LIES) == before
    assert page.locator(SEEN).evaluate_all(COVERED_BY_WORDS) == []
    words = note(page).bounding_box()
    assert words is not None
    assert words["x"] >= 0
    assert words["y"] >= 0
    assert words["x"] + words["width"] <= size[0]


# Each row of ELSEWHERE is as long as the longest everyday line of the German table.
ELSEWHERE = (
    "Nothing fits: put a card on a side stack to end your turn.",
    "Nichts passt in die Mitte: Belade einen Zielstapel oder lege eine Karte auf einen Ablagestapel.",
    "Deine Ablagestapel sind voll: Noch eine Karte auf einen davon beendet deinen Zug.",
)


UNDER_WHAT_IS_SAID = """() => {
  const said = [...document.querySelectorAll("#status p, #status button:not([hidden])")].flatMap(
    (one) => [...one.getClientRects()]);
  return [...document.querySelectorAll("#cards .card")].filter((card) => {
    const at = card.getBoundingClientRect();
    return said.some((one) => one.left < at.right - 1 && one.right > at.left + 1
      && one.top < at.bottom - 1 && one.bottom > at.top + 1);
  }).map((card) => card.dataset.place);
}"""


@pytest.mark.parametrize("vector", ["standard-2/0", "goal-13-4/0", "book-2/0"])
def test_everyday_words_cover_no_card_of_ones_own_on_a_phone(
    fake_table: OpenFake, view_of: ViewOf, vector: str
) -> None:
    view = view_of(vector)
    table = fake_table(view, size=(360, 640))
    page = table.page
    for words in ELSEWHERE:
        table.send(type="refused", id=None, code="x", message=words, version=None, ply=None, view=None, undo=False)
        expect(note(page)).to_have_text(words)
        # They are fitted right before the next frame.
        settle(page)
        under = page.evaluate(UNDER_WHAT_IS_SAID)
        assert (words, [place for place in under if not of_others(place, view)]) == (words, [])


LINES_OF_HEAD = """(head) => {
  const range = document.createRange();
  range.selectNodeContents(head);
  const rects = [...range.getClientRects()].filter((rect) => rect.width > 0).sort((a, b) => a.top - b.top);
  return rects.filter((rect, at) => at === 0 || rect.top > rects[at - 1].bottom - 4).length;
}"""


def test_whose_turn_it_is_has_one_line_on_a_phone_and_a_long_name_gives_way(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    waits = {**view, "turn": 0, "legal": []}
    table = fake_table(waits, size=(360, 640), locale="de")
    head = table.page.locator("#status .head")
    other = snapshot_of(waits)
    other["table"]["seats"][0]["name"] = "Bartholomäus-Maximilian von Hohenfels"
    table.send(**other | {"version": 2})
    expect(head).to_have_text("Bartholomäus-Maximilian von Hohenfels ist dran.")
    wait_on(table.page, lambda: head.evaluate(LINES_OF_HEAD) == 1)
    assert table.page.locator("#status").evaluate("(all) => all.scrollWidth <= all.clientWidth")
    table.send(**snapshot_of({**view, "legal": ["H7c-C1"]}) | {"version": 3, "undo": True})
    expect(table.page.get_by_role("button", name="Karte zurücknehmen")).to_be_visible()
    wait_on(table.page, lambda: head.evaluate(LINES_OF_HEAD) == 1)
    assert table.page.locator("#status").evaluate("(all) => all.scrollWidth <= all.clientWidth + 1")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_plate_and_headline_stay_where_they_are_when_a_hint_comes(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard-2/0"), size=size)
    page = table.page
    parts = page.locator(".seat-name.own, #status .head, [data-key='payoff:1:0']")
    tops = "parts => parts.map((part) => part.getBoundingClientRect().top)"
    before = parts.evaluate_all(tops)
    page.keyboard.press("h")
    reason = f"{LONG.partition(' Nimmst')[0]} Das schafft auch Platz für J♠ (Ada)."
    table.send(type="hint", id=asked(table, "hint")["id"], ply=0, move="H7c-C1", line=["H7c-C1"], reason=reason)
    offered = page.get_by_role("button", name="Play it")
    offered.click(trial=True)
    expect(page.locator("#status.long, #status.aside")).to_be_visible()
    shown = parts.evaluate_all(tops)
    assert all(abs(one - other) <= 9 for one, other in zip(before, shown, strict=True)), (before, shown)
    offered.click()
    after = parts.evaluate_all(tops)
    assert after[:2] == before[:2]


def test_nothing_to_reach_is_said_and_nothing_drawn(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("w")
    table.send(type="reach", id=asked(table, "reach")["id"], ply=0, line=None, words="Not this turn.")
    expect(note(page)).to_have_text("Not this turn.")
    expect(page.locator(".paths path")).to_have_count(0)


def test_a_refused_question_is_answered_with_the_reason(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    table.page.keyboard.press("h")
    question = asked(table, "hint")
    refusal = {"code": "no_help", "message": "There is no help at this table.", "view": None}
    table.send(type="refused", id=question["id"], version=None, ply=None, undo=False, **refusal)
    expect(note(table.page)).to_have_text("There is no help at this table.")


def test_the_whole_turn_is_taken_back(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.keyboard.press("Shift+U")
    page.wait_for_function("true")
    page.locator("[data-menu=help]").click()
    page.get_by_role("button", name="Take the turn back").click()
    question = table.last("undo_turn")
    table.send(**{**table.snapshot, "version": 2, "ply": 1})
    table.send(type="accepted", id=question["id"], version=2, ply=1)
    expect(note(page)).to_have_text("You take your turn back.")


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_the_menu_offers_what_the_table_allows(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]) -> None:
    table = fake_table(view_of("standard-2/0"), size=size)
    page = table.page
    seats = [{**seat, "here": True, "contributed": True} for seat in table.snapshot["table"]["seats"]]
    people = {"type": "people", "state": "running", "you": 1, "host": True, "watching": 0, "seats": seats,
              "clocks": None, "next_commitment": "", "settings": {"help": False, "undo_turns": False}}  # fmt: skip
    menu = page.locator("#help-menu")
    page.locator("[data-menu=help]").click()
    expect(menu.get_by_role("button")).to_have_count(6)
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    table.send(**people)
    page.locator("[data-menu=help]").click()
    expect(menu.get_by_role("button")).to_have_count(3)


def test_the_card_counter_counts_what_lies_open(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.keyboard.press("c")
    open_cards = [
        *view["players"][1]["hand"],
        *(card for player in view["players"] for stack in player["side"] for card in stack),
        *(pile["top"] for player in view["players"] for pile in player["payoff"] if pile["top"]),
        *(card for stack in view["centre"] for card in stack),
        *view["aside"],
    ]
    rows = page.locator(".seen tr")
    expect(rows).to_have_count(13)
    for index, rank in enumerate("A23456789TJQK"):
        seen = sum(card[0] == rank for card in open_cards)
        expect(rows.nth(index).locator("td").last).to_have_text(f"{seen} of 8")


def test_the_question_mark_shows_the_keys(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0")).page
    page.keyboard.press("?")
    expect(page.locator("#reader")).to_contain_text("play the card to the obvious place")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator(".panel-body")).to_contain_text("The rules of this table")


def test_a_stack_that_hides_cards_fans_out_under_the_mouse(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][0] = ["Qh"] * 12
    page = fake_table(view).page
    stack = page.locator('[data-key="side:1:0"]')
    page.mouse.move(*middle(page.locator('[data-key="side:1:1"]')))
    page.mouse.move(*middle(stack))
    expect(page.locator(".peek .mini")).to_have_count(12)
    page.mouse.move(5, 300)
    expect(page.locator(".peek")).to_be_hidden()


UNDER_THE_FAN = """(all) => {
  const fan = document.querySelector(".peek").getBoundingClientRect();
  return all.filter((one) => {
    const at = one.getBoundingClientRect();
    return fan.left < at.right - 1 && fan.right > at.left + 1 && fan.top < at.bottom - 1 && fan.bottom > at.top + 1;
  }).map((one) => one.dataset.key);
}"""


@pytest.mark.parametrize("cards", [12, 23])
@pytest.mark.parametrize("stack", [0, 3])
def test_a_fan_lies_over_none_of_ones_own_cards(fake_table: OpenFake, view_of: ViewOf, cards: int, stack: int) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][stack] = ["Qh"] * cards
    page = fake_table(view).page
    for width, height in ((1280, 800), (1920, 1080), (768, 1024)):
        resize(page, width, height)
        page.mouse.move(5, height // 2)
        page.mouse.move(*middle(page.locator(f'[data-key="side:1:{stack}"]')))
        expect(page.locator(".peek .mini")).to_have_count(cards)
        own = page.locator('.place[data-key^="hand:1"], .place[data-key^="side:1"], .place[data-key^="payoff:1"]')
        assert own.evaluate_all(UNDER_THE_FAN) == [], (width, height)


@pytest.mark.parametrize("changes", [{"turn": 0}, {"result": {"winners": [0], "reason": "payoff", "scores": [9, 0]}}])
def test_a_fan_closes_when_the_turn_passes_or_the_game_ends(
    fake_table: OpenFake, view_of: ViewOf, changes: dict[str, Any]
) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][0] = ["Qh"] * 12
    table = fake_table(view)
    page = table.page
    page.mouse.move(*middle(page.locator('[data-key="side:1:1"]')))
    page.mouse.move(*middle(page.locator('[data-key="side:1:0"]')))
    expect(page.locator(".peek")).to_be_visible()
    after = {**view, **changes, "legal": []}
    table.send(
        type="event", version=2, game=1, ply=1, seat=1, action="move", move="H7c-C1", id=None, undo=False, view=after
    )
    expect(page.locator(".peek")).to_be_hidden()


def test_a_picked_card_opens_no_fan(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["side"][0] = ["Qh"] * 12
    page = fake_table(view).page
    page.clock.install()
    page.mouse.click(*middle(page.locator('[data-key="side:1:0"]')))
    page.mouse.move(*middle(page.locator('[data-key="side:1:1"]')))
    page.mouse.move(*middle(page.locator('[data-key="side:1:0"]')))
    page.clock.run_for(600)
    expect(page.locator(".peek")).to_be_hidden()


@pytest.mark.parametrize(
    ("preset", "words"),
    [("skip-bo", "Nothing fits: put a card on a discard pile to end your turn."), ("flinch", "reserve pile")],
)
def test_a_table_can_speak_in_the_words_of_its_game(
    fake_table: OpenFake, view_of: ViewOf, preset: str, words: str
) -> None:
    view = view_of("unlimited-2/0")
    table = fake_table(view)
    page = table.page
    expect(note(page)).to_have_text("Nothing fits: put a card on a side stack to end your turn.")
    # The page is reloaded, and the server sends the words with the table.
    table.snapshot["table"]["terms"] = dict(PRESETS[preset].terms)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Call the piles").click()
    expect(note(page)).to_contain_text(words)
    assert "spite_words=own" in page.evaluate("document.cookie")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Call the piles")).to_be_checked()
    expect(page.locator('[aria-label*="side stack"], [aria-label*="pay-off pile"]')).to_have_count(0)


@pytest.mark.parametrize(
    ("forced", "hand", "legal", "hint"),
    [
        ([1, 7], ["7c", "9c"], ["H7c-C1"], "A 7 must be played first."),
        ([7, 2], ["7c", "2h"], ["H7c-C1", "H2h-C2"], "A 2 or a 7 must be played first."),
        ([7, 2, 3], ["7c", "2h", "3d"], ["H7c-C1", "H2h-C2", "H3d-C3"], "A 2, a 3 or a 7 must be played first."),
        # Nothing else is possible, but for other reasons.
        ([1], ["Kh"], ["HKh-C1", "HKh-C2"], ""),
        ([1], ["7c"], ["H7c-C1"], ""),
    ],
)
def test_only_forced_cards_are_said_to_come_first(
    modules: Modules, view_of: ViewOf, forced: list[int], hand: list[str], legal: list[str], hint: str
) -> None:
    view = view_of("standard-2/0")
    view["rules"].update(forced=forced, forced_from=["hand"])
    view["players"][view["turn"]]["hand"] = hand
    view["legal"] = legal
    words = 'async (view) => (await import("/static/spite/words.js")).turnHint(view)'
    assert modules.evaluate(words, view) == hint
