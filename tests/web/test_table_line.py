"""Between the table and its server: the display before a response, and while none comes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.web.answers import answer, without_rules
from tests.web.conftest import FakeTable, OpenFake, ViewOf, new_context, settle, snapshot_of
from tests.web.person import corner, middle
from tests.web.places import hand, place


def test_until_the_server_answers_the_table_says_that_it_is_being_laid(browser: Browser, view_of: ViewOf) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"})
    table = FakeTable(context, {"type": "pong"}, ready=".laying")
    laying = table.page.get_by_text("The table is being laid …")
    expect(laying).to_be_visible()
    table.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(laying).to_have_css("opacity", "1")
    table.send(**snapshot_of(view_of("standard-2/0")))
    expect(laying).not_to_be_visible()
    context.close()


def test_an_own_move_is_shown_before_the_answer_and_taken_back_on_refusal(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    expect(page.locator('#cards [data-place="centre:0"][data-card="7c"]')).to_have_count(1)
    assert page.locator(".place.hand").count() == 4
    table.send(
        type="refused",
        id=table.last("move")["id"],
        code="stale",
        message="That came too late.",
        version=1,
        ply=0,
        view=without_rules(view),
        undo=False,
    )
    expect(page.locator("#status .note")).to_have_text("That came too late.")
    assert page.locator(".place.hand").count() == 5
    expect(page.locator('#cards [data-place="centre:0"][data-card="7c"]')).to_have_count(0)


def test_a_hidden_pay_off_card_is_never_guessed(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][1]["payoff"] = [{"count": 19, "top": "7h"}]
    view["legal"] = ["P-C1"]
    table = fake_table(view)
    page = table.page
    page.mouse.dblclick(*middle(place(page, "payoff:1:0")))
    assert table.last("move")["move"] == "P-C1"
    top = page.locator('#cards [data-place="payoff:1:0"]').last
    expect(top).to_have_attribute("data-card", "")
    expect(page.locator(".label.payoff").first).to_have_text("18")
    view["players"][1]["payoff"] = [{"count": 18, "top": "4d"}]
    view["centre"][0].append("7h")
    answer(table, view)
    expect(page.locator('#cards [data-place="payoff:1:0"][data-card="4d"]')).to_have_count(1)


def test_a_gesture_that_comes_before_the_answer_to_the_move_before_is_not_lost(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.mouse.click(*middle(page.locator('[data-key="hand:1#2"]')))
    page.mouse.click(*middle(page.locator('[data-key="centre:0"]')))
    assert table.last("move")["move"] == "H7c-C1"
    # A player who plays on sees the new place of the eight.
    expect(page.locator(".place.hand")).to_have_count(4)
    eight = page.locator('.place.hand[aria-label^="Eight of clubs"]')
    page.mouse.click(*middle(eight))
    page.mouse.click(*middle(page.locator('[data-key="centre:0"]')))
    expect(page.locator("#status .note")).not_to_contain_text("needs")
    after = json.loads(json.dumps(view)) | {"legal": ["H8c-C1", "H8c-S1"], "moved": True}
    after["players"][1]["hand"].remove("7c")
    after["centre"][0].append("7c")
    assert [message["move"] for message in table.sent if message["type"] == "move"] == ["H7c-C1"]
    answer(table, after)
    table.last("move")
    page.wait_for_function('document.querySelectorAll(\'[data-card="8c"][data-place="centre:0"]\').length === 1')
    assert table.last("move")["move"] == "H8c-C1"


def test_a_lost_line_is_told_and_an_unanswered_move_sent_again(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    first = table.last("move")
    table.sent.clear()
    table.hang_up()
    connection = page.locator("#connection")
    expect(connection).to_have_text("No connection. Your move is kept and will be sent.")
    assert connection.evaluate("line => line.getBoundingClientRect().bottom") <= 48
    expect(page.locator("#connection")).to_have_text("Connected again.")
    assert [message["type"] for message in table.sent] == ["hello", "move"]
    assert table.sent[0] == {"type": "hello", "version": 1, "game": 1, "remarks": True, "heard": []}
    assert table.last("move") == first


def test_a_move_that_is_kept_is_sent_again_by_a_page_that_was_reloaded(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    page.mouse.dblclick(*corner(hand(table, "7c")))
    kept = table.last("move")
    table.sent.clear()
    page.reload()
    assert table.last("move") == kept
    assert [message["type"] for message in table.sent] == ["hello", "move"]
    page.wait_for_selector("#cards .card")
    # What the server has answered is kept no longer.
    table.send(type="accepted", id=kept["id"], version=1, ply=0)
    settle(page)
    table.sent.clear()
    page.reload()
    page.wait_for_selector("#cards .card")
    assert [message["type"] for message in table.sent] == ["hello"]


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "No connection. Your move is kept and will be sent."),
        ("de", "Keine Verbindung. Dein Zug ist gemerkt und wird gesendet."),
    ],
)
def test_a_line_that_is_silently_gone_is_told_in_the_bar_and_nowhere_else(
    fake_table: OpenFake, view_of: ViewOf, locale: str, words: str
) -> None:
    table = fake_table(view_of("standard-2/0"), (360, 640), locale=locale)
    page = table.page
    table.deaf = True
    page.clock.install()
    page.context.set_offline(True)
    page.route("**/help/help.js", lambda route: route.abort())
    page.mouse.click(*corner(hand(table, "9c")))
    page.mouse.click(*corner(place(page, "side:1:0")))
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/help/help.js")):
        page.keyboard.press("c")
    page.clock.pause_at(page.evaluate("() => Date.now() + 4500"))
    connection = page.locator("#connection")
    expect(connection).to_have_text(words)
    box = connection.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 44
    expect(page.locator("#status .told")).to_have_count(0)


@pytest.mark.parametrize("part", ["stage", "panel", "help"])
def test_a_part_that_could_not_be_fetched_is_fetched_when_it_is_wanted_again(
    fake_table: OpenFake, view_of: ViewOf, part: str
) -> None:
    table = fake_table(view_of("standard-2/0"))
    page = table.page
    address = f"**/{part}.js"
    page.route(address, lambda route: route.abort())
    # It may have come already, for later.
    page.reload()
    page.locator("#cards .card").first.wait_for()
    page.keyboard.press("c")
    expect(page.locator("#status .note")).to_contain_text("This could not be fetched")
    page.unroute(address)
    page.keyboard.press("c")
    expect(page.get_by_role("heading", name="In sight")).to_be_visible()
