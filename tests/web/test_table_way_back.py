"""A whole turn taken back: how long it is offered, and the place of its button."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.company import after_a_turn
from tests.web.conftest import OpenFake, ViewOf, settle
from tests.web.places import place


def test_a_whole_turn_can_be_taken_back_until_the_next_move(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    page = table.page
    back = page.get_by_role("button", name="Take the turn back")
    expect(back).to_have_count(0)
    table.send(**table.snapshot | after_a_turn())
    expect(back).to_be_visible()
    back.click()
    assert table.last("undo_turn")["ply"] == 2
    table.send(type="accepted", id=table.last("undo_turn")["id"], version=3, ply=3)
    table.send(**table.snapshot | after_a_turn() | {"version": 3, "log": [], "ply": 3})
    expect(back).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (960, 640), (1280, 720), (1366, 768)])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_way_back_of_a_turn_moves_nothing(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int], locale: str
) -> None:
    view = view_of("standard-2/0")
    # Then the text is longest.
    view["legal"] = [move for move in view["legal"] if "-S" in move]
    table = fake_table(view, size, locale=locale)
    page = table.page
    back = page.locator("[data-do=undo-turn]")
    ended = table.snapshot | after_a_turn()
    table.snapshot = ended | {"log": [], "ply": 0}
    page.reload()
    page.locator("#cards .card").first.wait_for()

    def lies() -> list[float]:
        settle(page)
        return [place(page, f"{where}:0").bounding_box()["y"] for where in ("centre", "side:1", "payoff:1")]

    expect(back).to_be_hidden()
    before = lies()
    table.send(**ended | {"version": 3})
    expect(back).to_be_visible()
    assert lies() == before
    table.send(**ended | {"version": 4, "ply": 3, "view": view | {"moved": True}})
    expect(back).to_be_hidden()
    assert lies() == before
    table.send(**ended | {"version": 5, "ply": 5})
    expect(back).to_be_visible()
    assert lies() == before


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_whose_turn_it_is_has_room_beside_the_way_back(
    fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]
) -> None:
    table = fake_table(view_of("standard-2/0"), size, locale="de-DE")
    page = table.page
    table.send(**table.snapshot | after_a_turn())
    back = page.get_by_role("button", name="Zug zurücknehmen")
    expect(back).to_be_visible()
    if size[0] > 1000:
        # Beside the drawer the line is shortest.
        page.get_by_role("button", name="Optionen", exact=True).click()
        page.locator("#panel .segments").first.wait_for()
    expect(page.locator("#status")).not_to_have_class(re.compile("long"))
    head, button = page.locator("#status .head").bounding_box(), back.bounding_box()
    assert head is not None
    assert button is not None
    words = page.locator("#status .head").evaluate("(head) => head.scrollWidth")
    assert head["x"] + words + 4 <= button["x"]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_way_back_lies_on_no_card_of_the_smallest_phone(fake_table: OpenFake, view_of: ViewOf, locale: str) -> None:
    table = fake_table(view_of("standard-2/0"), (320, 568), locale=locale)
    table.send(**table.snapshot | after_a_turn())
    back = table.page.locator("#status [data-do=undo-turn]")
    expect(back).to_be_visible()
    settle(table.page)
    button, pile = back.bounding_box(), place(table.page, "payoff:1:0").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= pile["y"]
