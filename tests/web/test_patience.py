"""The patience table in a real browser, with the test as its server: gestures, text, focus, geometry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from spite_and_malice.patience import Position, deal_number, preset_rules
from spite_and_malice.rules.naming import card_name
from tests.web.conftest import SIZES, Window, resize, settle, wait_on, window
from tests.web.ink import cards_without_rank
from tests.web.modules import Modules
from tests.web.patience import WAY, FakePatience, after
from tests.web.patience_person import (
    Gesture,
    by_drag,
    by_keyboard,
    by_touch,
    card_of,
    grip,
    key_of,
    lies,
    not_twice,
    on_stock,
)

OpenPatience = Callable[..., FakePatience]


@pytest.fixture
def patience(browser: Browser) -> Iterator[OpenPatience]:
    """Open patience tables with the test as their server."""
    windows: list[Window] = []

    def open_patience(
        position: Position | None = None,
        size: tuple[int, int] = (1280, 800),
        settings: Mapping[str, Any] | None = None,
        preset: str = "klondike-1",
        **options: Any,
    ) -> FakePatience:
        windows.append(window(browser, size, settings or {"speed": "off"}, **options))
        return FakePatience(windows[-1], position, preset)

    yield open_patience
    for each in windows:
        each.close()


def view_of(table: FakePatience) -> dict[str, Any]:
    """Return the player's view."""
    view: dict[str, Any] = table.position.view().to_json()
    return view


def cards_at(page: Page, place: str) -> list[str]:
    """Return the names of the cards drawn at a place, from left to right and from top to bottom."""
    found: list[str] = page.locator(f'#cards [data-place="{place}"]').evaluate_all(
        "cards => cards.sort((a, b) => a.style.getPropertyValue('--z') - b.style.getPropertyValue('--z'))"
        ".map((card) => card.dataset.card)"
    )
    return found


@pytest.mark.parametrize(("gesture", "touch"), [(by_drag, False), (by_touch, True), (by_keyboard, False)])
def test_every_way_of_playing_makes_every_kind_of_move(patience: OpenPatience, gesture: Gesture, touch: bool) -> None:
    table = patience(size=(360, 640), has_touch=touch)
    for made, move in enumerate(WAY[:50]):
        before = len(table.moves)
        gesture(table.page, view_of(table), str(move))
        # A finger's gesture waits for its move; one on the stock is a mere tap.
        if not touch or on_stock(str(move)):
            table.wait_for(before + 1)
        assert lies(view_of(table)) == lies(after(made + 1).view().to_json()), f"after {move}"
    assert table.problems.found == []


def test_a_move_is_shown_before_the_answer_comes(patience: OpenPatience) -> None:
    table = patience()
    table.hold()
    table.page.keyboard.press("d")
    expect(table.page.locator('#cards [data-place="W"]')).to_have_count(1)
    assert cards_at(table.page, "W") == [""]
    table.let_go()
    expect(table.page.locator('#cards [data-place="W"]:not(.down)')).to_have_count(1)
    assert cards_at(table.page, "W") == table.position.view().to_json()["waste"]


def test_moves_are_taken_back_and_made_again_before_the_answer_comes(patience: OpenPatience) -> None:
    table = patience()
    for made in range(2):
        table.page.keyboard.press("d")
        table.wait_for(made + 1)
    expect(table.page.locator('#cards [data-place="W"]:not(.down)')).to_have_count(2)
    both = cards_at(table.page, "W")
    table.hold()
    table.page.keyboard.press("u")
    expect(table.page.locator('#cards [data-place="W"]')).to_have_count(1)
    assert (cards_at(table.page, "W"), len(table.moves)) == (both[:1], 2)
    table.let_go()
    table.wait_for(1)
    table.hold()
    table.page.keyboard.press("r")
    expect(table.page.locator('#cards [data-place="W"]')).to_have_count(2)
    assert (cards_at(table.page, "W"), len(table.moves)) == (both, 1), "it was seen before which card comes"
    table.let_go()
    table.wait_for(2)
    assert table.problems.found == []


@pytest.mark.nightly("src/spite_and_malice/web/patience/", "src/spite_and_malice/web/kernel/finish.js")
def test_when_all_lies_open_the_game_finishes_by_itself_unless_somebody_plays_on(patience: OpenPatience) -> None:
    last = len(WAY) - 6
    table = patience(after(last))
    expect(table.page.locator("#words")).to_contain_text("the cards go home on their own")
    table.page.get_by_role("button", name="Let me play on").click()
    expect(table.page.locator("#words")).to_be_hidden()
    table.page.reload()
    table.wait_for(6)
    expect(table.page.locator("#finish h2")).to_have_text("You win!")
    table.page.reload()
    expect(table.page.locator("#finish").get_by_role("button", name="New deal")).to_be_visible()
    asked = patience(after(last), settings={"speed": "off", "finish": False})
    expect(asked.page.locator("#words")).to_contain_text('As good as won: "Finish" plays')
    offered = asked.page.get_by_role("button", name="Finish")
    expect(offered).to_have_count(1)
    asked.page.keyboard.press("Escape")
    asked.page.keyboard.press("h")
    offered.click()
    asked.wait_for(6)
    assert not [message for message in asked.sent if message["type"] == "hint"]
    assert table.problems.found + asked.problems.found == []


def test_the_cascade_keeps_to_the_clock_where_frames_come_slowly(patience: OpenPatience) -> None:
    table = patience(after(len(WAY) - 6), settings={"speed": "fast", "finish": False})
    page = table.page
    page.evaluate("() => { window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 1000); }")
    page.get_by_role("button", name="Finish").click()
    # Counted in frames it would take three quarters of a minute.
    expect(page.locator("#finish h2")).to_have_text("You win!")
    assert table.problems.found == []


def test_a_card_that_comes_up_while_the_game_finishes_shows_its_face(patience: OpenPatience) -> None:
    position = after(len(WAY) - 6).to_json()
    # The last card to go home is in the stock still.
    last = position["tableau"][5]["up"].pop()
    table = patience(Position.from_json({**position, "stock": [last]}), settings={"speed": "normal", "finish": False})
    page = table.page
    page.evaluate(
        """() => {
          window.faceless = [];
          const look = () => {
            for (const card of document.querySelectorAll('#cards [data-place="W"]'))
              if (!card.dataset.card || !card.querySelector(".front").innerHTML) window.faceless.push(card.outerHTML);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    page.get_by_role("button", name="Finish").click()
    expect(page.locator("#finish h2")).to_have_text("You win!")
    assert page.evaluate("window.faceless") == []
    assert table.problems.found == []


def test_a_hint_asked_for_twice_is_given_once_and_shown_again(patience: OpenPatience) -> None:
    table = patience()
    table.hint = {"move": str(WAY[0]), "reason": "It frees a card.", "winnable": 0.5}
    page = table.page
    table.hold()
    page.keyboard.press("h")
    page.keyboard.press("h")
    table.let_go()
    expect(page.locator("#words")).to_contain_text("It frees a card.")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.keyboard.press("h")
    expect(page.locator("#words")).to_contain_text("It frees a card.")
    assert [message["type"] for message in table.sent].count("hint") == 1
    assert table.problems.found == []


def test_a_hint_lies_over_none_of_the_cards_that_it_is_about(patience: OpenPatience) -> None:
    def lowest(number: int) -> tuple[int, str]:
        moves = deal_number(preset_rules("montana"), number).view().to_json()["legal"]
        return max((int(move.split("-")[0][1:]), move) for move in moves if move[0] == "T")

    number = max(range(40), key=lowest)
    table = patience(deal_number(preset_rules("montana"), number), (360, 640), preset="montana")
    long = "This card goes there, for reasons given at some length, so that the words need several lines. " * 2
    table.hint = {"move": lowest(number)[1], "reason": long, "winnable": 0.5}
    table.page.keyboard.press("h")
    expect(table.page.locator("#words")).to_contain_text("at some length")
    told, covered = table.page.evaluate("""() => {
      const words = document.querySelector("#words").getBoundingClientRect();
      const told = [...document.querySelectorAll(".card.hinted, .light")].map((one) => one.getBoundingClientRect());
      return [told.length, told.filter(({ top, bottom }) => top < words.bottom && bottom > words.top).length];
    }""")
    assert (told, covered) == (2, 0)


def test_a_question_lies_between_the_cards_where_there_is_room(patience: OpenPatience) -> None:
    table = patience(preset="royal-cotillion", size=(640, 360))
    page = table.page
    page.keyboard.press("d")
    table.wait_for(1)
    page.get_by_role("button", name="More").click()
    page.get_by_text("Give up", exact=True).click()
    words = page.locator("#words")
    expect(words).to_contain_text("Really give up?")
    settle(page)
    under = words.evaluate("""(words) => {
      const own = words.getBoundingClientRect();
      const rects = [...document.querySelectorAll("#cards .card")].map((one) => one.getBoundingClientRect());
      const meets = ({ left, right, top, bottom }) =>
        left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      return rects.filter(meets).length;
    }""")
    assert under == 0


def test_a_hint_without_a_move_offers_what_leads_out(patience: OpenPatience) -> None:
    table = patience()
    page = table.page
    for _card in range(3):
        page.keyboard.press("d")
    for back, reason, button, sent in (
        (2, "You were there before.", "Take 2 moves back", {"type": "undo", "count": 2}),
        (0, "This game is lost.", "Back to where it could be won", {"type": "rescue"}),
    ):
        table.hint = {"move": None, "back": back, "reason": reason, "winnable": 0.0}
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#words")).to_contain_text(reason)
        expect(page.locator("#cards .hinted")).to_have_count(0)
        expect(page.get_by_role("button", name="Play it")).to_have_count(0)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("button", name=button)).to_be_hidden()
        assert sent.items() <= table.sent[-1].items()
    assert table.problems.found == []


def test_a_hint_in_a_game_that_is_lost_goes_on_or_leads_back(patience: OpenPatience) -> None:
    table = patience()
    page, words = table.page, table.page.locator("#words")
    page.keyboard.press("d")
    table.wait_for(1)
    back = words.get_by_role("button", name="Back to where it could be won")
    for winnable, count in ((0.5, 0), (0.0, 1)):
        table.hint = {"move": "draw", "reason": f"{count} more cards can go.", "winnable": winnable}
        page.get_by_role("button", name="Hint").click()
        expect(words).to_contain_text(f"{count} more cards can go.")
        expect(words.get_by_role("button", name="Play it")).to_be_visible()
        expect(back).to_have_count(count)
        if not count:
            page.keyboard.press("d")
            table.wait_for(2)
    back.click()
    expect(back).to_be_hidden()
    assert table.sent[-1]["type"] == "rescue"
    assert table.problems.found == []


def test_a_stock_turned_thirty_times_for_nothing_is_told(patience: OpenPatience) -> None:
    table = patience()
    page = table.page
    for count in range(1, 31):
        page.keyboard.press("d")
        expect(page.locator("#meters")).to_contain_text(f"{count} move")
        if count == 29:
            expect(page.locator("#words")).not_to_contain_text("played nothing")
    expect(page.locator("#words")).to_contain_text("You have turned the stock 30 times and played nothing.")
    page.locator("#words").get_by_role("button", name="Can this still be won?").click()
    expect(page.locator("#words")).to_contain_text("Yes, you can still win.")


def test_a_deal_that_cannot_be_won_from_its_beginning_is_not_called_lost_by_play(patience: OpenPatience) -> None:
    table = patience()
    table.solved = "no"
    table.page.keyboard.press("w")
    expect(table.page.locator("#words")).to_contain_text("No, this deal cannot be won.")
    table.page.keyboard.press("d")
    table.page.keyboard.press("w")
    expect(table.page.locator("#words")).to_contain_text("No, this game can no longer be won.")


def test_a_verdict_is_kept_until_the_next_move_and_when_the_page_comes_back(patience: OpenPatience) -> None:
    table = patience()
    page = table.page
    table.page.keyboard.press("d")
    table.wait_for(1)
    for answer, words, short in (
        ("yes", "Yes, you can still win.", "can be won"),
        ("no", "No, this game can no longer be won.", "lost"),
    ):
        table.solved = answer
        page.keyboard.press("w")
        expect(page.locator("#words")).to_contain_text(words)
        # A gesture that moves nothing removes the text, and keeps the known facts.
        page.keyboard.press("s")
        expect(page.locator("#meters")).to_contain_text(f" · {short}")
        page.reload()
        expect(page.locator("#words")).to_contain_text(words)
        expect(page.locator("#meters")).to_contain_text(f" · {short}")
    expect(page.locator("#words").get_by_role("button", name="Back to where it could be won")).to_be_visible()
    page.keyboard.press("d")
    table.wait_for(2)
    expect(page.locator("#meters")).not_to_contain_text("lost")
    expect(page.locator("#words")).to_be_hidden()


def test_what_is_told_before_the_table_is_passed_over(patience: OpenPatience) -> None:
    table = patience()
    table.tells_early = True
    table.page.reload()
    table.page.wait_for_selector("#cards .card")
    assert [message["type"] for message in table.sent].count("hello") == 2, "the line was not cut"


def test_taps_that_come_before_the_answer_are_not_lost(patience: OpenPatience) -> None:
    table = patience()
    table.hold()
    for _ in range(3):
        table.page.keyboard.press("d")
    # Queries about the cards are made once they have landed.
    table.page.keyboard.press("w")
    table.let_go()
    table.wait_for(3)
    expect(table.page.locator("#words")).to_contain_text("Yes, you can still win.")


def test_a_double_tap_moves_one_card_alone(patience: OpenPatience) -> None:
    made = next(at for at, move in enumerate(WAY) if str(move).endswith("-F") and str(move).startswith("T"))
    table = patience(after(made))
    table.page.mouse.dblclick(*grip(table.page, key_of(view_of(table), str(WAY[made]))))
    table.wait_for(1)
    settle(table.page)
    assert table.moves == [str(WAY[made])]


def test_a_second_tap_offers_the_next_place(patience: OpenPatience) -> None:
    table = patience(two_places())
    for place in ("T2", "T1", "T2"):
        table.page.mouse.click(*grip(table.page, table.page.evaluate(KEY, "7h")))
        not_twice(table.page)
        expect(table.page.locator('#cards [data-card="7h"]')).to_have_attribute("data-place", place)


def test_where_a_press_would_send_a_card_is_seen_before_it(patience: OpenPatience) -> None:
    table = patience(two_places())
    page = table.page
    ahead = page.locator(".place.ahead")
    key = page.evaluate(KEY, "7h")
    page.mouse.move(*grip(page, key))
    expect(ahead).to_have_attribute("data-key", re.compile("^T2"))
    page.mouse.move(2, 300)
    expect(ahead).to_have_count(0)
    page.keyboard.press("Tab")
    page.locator(f'[data-key="{key}"]').focus()
    expect(ahead).to_have_attribute("data-key", re.compile("^T2"))
    # The next press sends it on, and says so first.
    page.keyboard.press("Enter")
    expect(page.locator('#cards [data-card="7h"]')).to_have_attribute("data-place", "T2")
    expect(ahead).to_have_attribute("data-key", re.compile("^T1"))
    page.keyboard.press("Enter")
    expect(page.locator('#cards [data-card="7h"]')).to_have_attribute("data-place", "T1")
    assert table.moves == ["T1-T2", "T2-T1"]


KEY: Final = """card => {
  const { x, y } = document.querySelector(`#cards [data-card="${card}"]`).getBoundingClientRect();
  return document.elementFromPoint(x + 12, y + 5).closest("[data-key]").dataset.key;
}"""


def two_places() -> Position:
    """Return a position in which the seven of hearts goes to two piles."""
    up = [["8c", "7h"], ["8s"], ["Jd"], ["Kh"], ["Kd"], ["Ks"], ["Kc"]]
    used = {card for pile in up for card in pile}
    rest = [rank + suit for suit in "shdc" for rank in "A23456789TJQK" if rank + suit not in used]
    tableau = [{"down": [rest.pop() for _ in range(at)], "up": pile} for at, pile in enumerate(up)]
    empty = {"waste": [], "foundations": dict.fromkeys("shdc", 0)}
    return Position.from_json({**after(0).to_json(), **empty, "tableau": tableau, "stock": rest})


def longest_runs() -> dict[str, Any]:
    """Return a view with the longest possible pile, among others, and a full waste."""
    run = [rank + ("s" if at % 2 == 0 else "h") for at, rank in enumerate("KQJT98765432A")]
    up = [["9d"], ["Td"], ["Kc", "Qd"], ["Jd"], ["Kd", "Qc", "Jd", "Tc", "9d", "8c", "7d"], ["4d"], run]
    return {
        "rules": {"draw": 3, "passes": None, "empty": "king", "worry_back": True},
        "stock": 3, "waste": ["Ac", "2c", "3c", "4c"], "foundations": dict.fromkeys("shdc", 0),
        "tableau": [{"down": at, "up": pile} for at, pile in enumerate(up)],
        "pass": 1, "result": None, "legal": [],
    }  # fmt: skip


def test_a_covered_card_of_a_pyramid_is_said_to_be_covered(modules: Modules) -> None:
    view = deal_number(preset_rules("pyramid"), 7).view().to_json()
    said = modules.evaluate(
        "async (view) => { const { standsStill } = await import('/static/patience/words.js');"
        " return [['T1', 'Jh'], ['T28', 'Jh']].map(([place, card]) => standsStill(view, place, card)); }",
        view,
    )
    assert said == ["J♥ is covered: take what lies on it first.", "Nothing takes J♥ now."]


def test_a_foundation_that_does_not_go_up_by_one_says_what_comes_next(modules: Modules) -> None:
    said = [
        modules.evaluate(
            "async ([view, card]) => { const { standsStill } = await import('/static/patience/words.js');"
            " return standsStill(view, 'F4', card); }",
            [deal_number(preset_rules(preset), 7).view().to_json(), card],
        )
        for preset, card in (("calculation", "Qd"), ("royal-cotillion", "Kh"), ("bristol", "2h"))
    ]
    assert said == ["On Q♦ comes 3.", "On K♥ comes 2♥.", "Nothing takes 2♥ now."]


TOLD: Final = """async ({ hopeless, view }) => {
    const { answer, tellHopeless, tellStuck } = await import('/static/patience/help.js');
    const told = [];
    const table = {
        hopeless, view, table: { deal: { day: null } }, root: { dataset: {} },
        state: { moves: 2, can_undo: true, verdict: 'lost' },
        tell: (text, offers) => told.push([text, ...offers.map((one) => one.text)]),
    };
    answer(table, { type: 'hint', move: null, back: 0, reason: 'This game is lost: take moves back.' });
    answer(table, { type: 'solved' });
    tellStuck(table);
    table.table.deal.day = '2026-01-31';
    tellStuck(table);
    return told;
}"""


def test_the_way_back_is_not_offered_where_none_was_found(modules: Modules) -> None:
    lost, stuck = "No, this game can no longer be won.", "No moves left. Take some back, or start again."
    back = "Back to where it could be won"
    other = ["New deal", "The same deal again"]
    ends = [[stuck, "Take 1 move back", "New deal"], [stuck, "Take 1 move back"]]
    view = deal_number(preset_rules("klondike-1"), 7).view().to_json()
    told = partial(modules.evaluate, TOLD)
    assert told({"hopeless": "", "view": view}) == [["This game is lost: take moves back.", back], [lost, back], *ends]
    hopeless = "This deal cannot be won."
    assert told({"hopeless": hopeless, "view": view}) == [[hopeless, *other], [lost, *other], *ends]


def test_everything_has_its_place_in_every_window(modules: Modules) -> None:
    windows = [*SIZES, (320, 568), (390, 844), (844, 390), (1024, 768), (2560, 1440)]
    views = (after(0).view().to_json(), after(100).view().to_json(), longest_runs())
    for view, (width, height), left in product(views, windows, (False, True)):
        found = modules.evaluate(
            "async ([view, width, height, left]) =>"
            " (await import('/tests/patience-geometry.js')).problems(view, { width, height }, { left })",
            [view, width, height, left],
        )
        assert (width, height, left, found) == (width, height, left, [])


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
def test_a_lost_line_is_told_beside_the_buttons_and_over_no_name(patience: OpenPatience, size: tuple[int, int]) -> None:
    table = patience(size=size)
    table.page.evaluate(
        """words => Object.assign(document.getElementById("connection"), { hidden: false, textContent: words })""",
        "No connection. Your move is kept and will be sent.",
    )
    boxes = """() => Object.fromEntries(["#connection", ".titles h1", "#meters", ".bar nav", ".bar"].map((one) =>
      [one, document.querySelector(one).getBoundingClientRect().toJSON()]))"""
    found = table.page.evaluate(boxes)
    line, bar = found.pop("#connection"), found.pop(".bar")
    assert line["top"] >= bar["top"]
    assert line["bottom"] <= bar["bottom"]
    assert line["right"] <= found.pop(".bar nav")["left"]
    named = table.page.locator(".titles").evaluate("one => getComputedStyle(one).clipPath") == "none"
    assert named == (size[0] > 700)
    if named:
        assert all(one["right"] <= line["left"] for one in found.values())


def test_a_drag_to_where_nothing_is_taken_brings_the_card_back(patience: OpenPatience) -> None:
    table = patience()
    page = table.page
    home = page.locator('#cards [data-place="T7"]').last.bounding_box()
    page.mouse.move(*grip(page, "T7#6"))
    page.mouse.down()
    page.mouse.move(640, 700, steps=4)
    page.mouse.move(*grip(page, "T1#0"), steps=4)
    page.mouse.up()
    wait_on(page, lambda: page.locator('#cards [data-place="T7"]').last.bounding_box() == home)
    view = view_of(table)
    lowest = view["tableau"][0]["up"][-1]
    expect(page.locator("#words")).to_contain_text(f"On {card_name(lowest)} only ")
    page.locator('[data-key="T7#6"]').focus()
    page.keyboard.press("0")
    expect(page.locator("#words")).to_contain_text("A foundation begins with the ace.")
    assert table.moves == []


def test_what_happens_is_said(patience: OpenPatience) -> None:
    made = next(at for at, move in enumerate(WAY) if str(move).startswith("T") and "-T" in str(move))
    table = patience(after(made))
    by_keyboard(table.page, view_of(table), str(WAY[made]))
    expect(table.page.locator("#live")).to_contain_text(re.compile(r"to pile \d\."))
    table.page.keyboard.press("u")
    expect(table.page.locator("#live")).to_contain_text("Taken back.")
    names = table.page.locator(".place").evaluate_all("places => places.map((place) => place.ariaLabel)")
    assert any("can go to" in name for name in names)
    assert all("undefined" not in name and "{" not in name for name in names)


def test_the_focus_goes_with_the_card(patience: OpenPatience) -> None:
    made = next(at for at, move in enumerate(WAY) if str(move).startswith("T") and "-T" in str(move))
    table = patience(after(made))
    card = card_of(view_of(table), str(WAY[made]))
    by_keyboard(table.page, view_of(table), str(WAY[made]))
    table.wait_for(1)
    focused = table.page.evaluate("document.activeElement.ariaLabel")
    assert focused.lower().startswith(NAMES[card[0]])


NAMES: Final = dict(
    zip(
        "A23456789TJQK",
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
        strict=True,
    )
)


def test_the_end_is_celebrated_and_can_be_skipped_and_seen_again(patience: OpenPatience) -> None:
    table = patience(after(len(WAY) - 1), settings={"speed": "fast"})
    page = table.page
    by_keyboard(page, view_of(table), str(WAY[-1]))
    expect(page.locator("canvas.cascade")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#finish[open]")).to_be_visible()
    page.get_by_role("button", name="Watch the cards fall again").click()
    expect(page.locator("canvas.cascade").last).to_be_visible()
    page.mouse.click(5, 300)
    expect(page.locator("#finish[open]")).to_be_visible()
    assert table.problems.found == []


@pytest.mark.parametrize("locale", ["en", "de"])
def test_on_a_phone_no_button_of_the_end_has_three_lines(patience: OpenPatience, locale: str) -> None:
    table = patience(after(len(WAY) - 1), size=(360, 640), settings={"speed": "fast"}, locale=locale)
    by_keyboard(table.page, view_of(table), str(WAY[-1]))
    table.page.locator("canvas.cascade").wait_for()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#finish[open]")).to_be_visible()
    high = "all => Math.max(...all.map((e) => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    assert table.page.locator("#finish .actions .button").evaluate_all(high) < 3


def test_with_less_motion_nothing_flies_at_the_end(patience: OpenPatience) -> None:
    table = patience(after(len(WAY) - 1), settings={"speed": "normal"}, reduced_motion="reduce")
    by_keyboard(table.page, view_of(table), str(WAY[-1]))
    expect(table.page.locator("#finish[open]")).to_be_visible()
    assert table.page.locator("canvas.cascade").count() == 0
    assert table.page.get_by_role("button", name="Watch the cards fall again").count() == 0


@pytest.mark.parametrize("left", [False, True])
def test_in_german_everything_fits(patience: OpenPatience, left: bool) -> None:
    settings = {"speed": "off", "left": left, "finish": False}
    page = patience(after(len(WAY) - 2), settings=settings, locale="de").page
    expect(page.locator('[data-tool="undo"]')).to_contain_text("Zurück")
    for size in SIZES:
        resize(page, *size)
        cut = page.locator("#tools .button").evaluate_all(
            "buttons => buttons.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert cut == []
        boxes = [button.bounding_box() for button in page.locator("#tools .button:visible").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in boxes)
        page.keyboard.press("m")
        menu = page.locator(".menu").bounding_box()
        assert menu is not None
        assert menu["y"] >= 0
        assert menu["y"] + menu["height"] <= size[1] + 1
        page.keyboard.press("Escape")
        expect(page.locator(".menu")).to_be_hidden()


@pytest.mark.parametrize("deck", ["large", "classic"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_rank_of_every_card_is_seen(patience: OpenPatience, size: tuple[int, int], deck: str) -> None:
    page = patience(after(30), size=size, settings={"speed": "off", "deck": deck}).page
    assert cards_without_rank(page) == []


@pytest.mark.parametrize(("row", "kind"), [("New deal", "next"), ("The same deal again", "again")])
def test_a_game_that_runs_is_thrown_away_only_when_its_player_says_so(
    patience: OpenPatience, row: str, kind: str
) -> None:
    table = patience(size=(360, 640), has_touch=True)
    page = table.page

    def choose() -> None:
        page.locator('[data-tool="more"]').tap()
        page.get_by_role("menuitem", name=row).tap()

    # If nothing has been played, nothing is lost.
    choose()
    expect(page.locator("#live")).to_contain_text("New cards.")
    assert [message["type"] for message in table.sent if message["type"] in ("next", "again")] == [kind]
    table.sent.clear()
    page.keyboard.press("d")
    table.wait_for(1)
    choose()
    page.locator("#words").get_by_role("button", name="Let me play on").tap()
    expect(page.locator("#words")).to_be_hidden()
    assert table.moves == ["draw"]
    assert kind not in [message["type"] for message in table.sent]
    choose()
    page.locator("#words").get_by_role("button", name=row).tap()
    table.wait_for(0)
    assert [message["type"] for message in table.sent if message["type"] in ("next", "again")] == [kind]
    assert table.problems.found == []


CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => {
  if (!window.isKept) throw new Error("no clipboard");
  window.copied = text;
  return Promise.resolve();
} } }); delete Navigator.prototype.share;"""


def test_a_deal_is_shared_from_the_menu(patience: OpenPatience) -> None:
    table = patience(size=(640, 360))
    page = table.page

    def share() -> None:
        page.keyboard.press("m")
        page.get_by_role("menuitem", name="Share this deal").click()

    page.evaluate(CLIPBOARD)
    share()
    expect(page.locator("#words")).to_have_text(
        "Nobody can be dealt these cards before your game is over. Share them then."
    )
    # A chosen number is no secret.
    table.number = 13
    page.reload()
    page.wait_for_selector("#cards .card")
    page.evaluate(CLIPBOARD)
    share()
    # If nothing can be copied, the link itself is shown.
    expect(page.locator("#words")).to_contain_text("/patience?deal=")
    page.evaluate("window.isKept = true")
    share()
    expect(page.locator("#words")).to_contain_text("Link copied")
    assert re.fullmatch(
        r"The same cards for you: Klondike, turn 1\.\nhttps?://\S+/patience\?deal=\S+", page.evaluate("window.copied")
    )


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (640, 360), (1280, 800)])
def test_what_ends_a_game_lies_apart_from_taking_all_moves_back(patience: OpenPatience, size: tuple[int, int]) -> None:
    table = patience(size=size)
    page = table.page
    page.keyboard.press("d")
    table.wait_for(1)
    page.keyboard.press("m")
    back = page.get_by_role("menuitem", name="Undo everything").bounding_box()
    assert back is not None
    for name in ("The same deal again", "New deal", "Give up"):
        box = page.get_by_role("menuitem", name=name).bounding_box()
        assert box is not None
        assert box["y"] >= back["y"] + back["height"] + 8, name


HIDE = """(hidden) => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); }"""


@pytest.mark.parametrize("cover", [False, True])
def test_a_page_out_of_sight_says_so_and_covers_its_cards_if_that_is_wished(
    patience: OpenPatience, cover: bool
) -> None:
    table = patience(settings={"speed": "off", "cover": cover})
    page = table.page
    table.running = True
    page.keyboard.press("d")
    table.wait_for(1)
    page.wait_for_function("document.querySelector('#meters').textContent.startsWith('1 move')")
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    page.wait_for_function("true")
    assert [message["shown"] for message in table.sent if message["type"] == "look"] == [False, True]
    expect(page.locator("#rest")).to_be_visible(visible=cover)
    assert ("pause" in [message["type"] for message in table.sent]) == cover


def test_points_are_shown_by_the_scoring_that_is_chosen(patience: OpenPatience) -> None:
    table = patience(size=(360, 640))
    page, meters = table.page, table.page.locator("#meters")
    table.points = {"standard": 15, "vegas": -47}
    page.keyboard.press("d")
    table.wait_for(1)
    expect(meters).to_have_text("1 move · 2:05")
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Vegas").check()
    expect(meters).to_have_text("1 move · 2:05 · −47 points")
    # Spider has its own points, whichever are chosen.
    table.points = {"spider": 499}
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    table.wait_for(2)
    expect(meters).to_have_text("2 moves · 2:05 · 499 points")
    assert not table.problems.found


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (390, 844)])
def test_on_a_phone_held_upright_stock_and_waste_are_in_reach_of_a_thumb(
    patience: OpenPatience, size: tuple[int, int]
) -> None:
    page = patience(size=size).page
    lowest = page.locator(".place.tableau").evaluate_all(
        "all => Math.max(...all.map((e) => e.getBoundingClientRect().top))"
    )
    for place in ("S", "W"):
        box = page.locator(f'[data-key="{place}"]').bounding_box()
        assert box is not None
        assert box["y"] > max(size[1] * 0.6, lowest)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_finish_has_its_word_on_a_phone_on_its_side(patience: OpenPatience, locale: str) -> None:
    page = patience(
        after(len(WAY) - 6), settings={"speed": "off", "finish": False}, size=(640, 360), locale=locale
    ).page
    word = page.locator("#tools [data-tool=finish] span")
    cut = "e => e.scrollWidth > e.parentElement.clientWidth || e.getBoundingClientRect().width < 20"
    expect(word).to_be_in_viewport(ratio=1)
    assert not word.evaluate(cut)


def test_a_page_that_gets_no_animations_any_more_does_not_complain(patience: OpenPatience) -> None:
    table = patience(deal_number(preset_rules("spider-1"), 1), preset="spider-1", settings={"speed": "normal"})
    # A browser does the same on a page that is being left.
    table.page.evaluate("Element.prototype.animate = () => null")
    move = next(move for move in view_of(table)["legal"] if move.startswith("T"))
    table.page.locator(f'[data-key^="{move.split("-")[0].split(":")[0]}#"]').last.click()
    table.wait_for(1)
    table.page.locator('[data-key^="S"]').click()
    table.wait_for(2)
    assert table.problems.found == []
