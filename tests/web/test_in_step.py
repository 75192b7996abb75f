"""Elements besides the cards keep in step with them: labels, text, the light, the edges of a pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.answers import answer
from tests.web.conftest import OpenFake, ViewOf, wait_on
from tests.web.modules import Modules
from tests.web.motion import (
    LEFT,
    at_speed,
    held,
    slowly,
)
from tests.web.person import corner, middle
from tests.web.places import hand, place

FRAME: Final = 16
"""The duration of a frame in milliseconds."""


def test_a_pile_is_as_thick_as_its_cards_are_many(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "off")
    thick = """(id) => {
        const edges = getComputedStyle(document.querySelector(`.pile[data-place="${id}"]`), "::before");
        return -Number.parseFloat(edges.bottom);
    }"""
    told = []
    for version, count in enumerate((20, 12, 5), 2):
        view["players"][1]["payoff"][0]["count"] = count
        table.send(**table.snapshot | {"version": version, "view": view})
        expect(table.page.locator(".label.payoff").first).to_have_text(str(count))
        told.append(table.page.evaluate(thick, "payoff:1:0"))
    assert told[0] > told[1] + 2 > told[2] + 4
    assert told[2] > 1, "five cards are seen to be more than one"


def test_a_stack_takes_the_next_card_before_one_has_wholly_come_to_rest(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "normal")
    page = table.page
    label = page.locator(".label.centre").first
    slowly(page, 0.02)
    page.mouse.dblclick(*corner(hand(table, "7c")))
    page.locator('.card.flying[data-card="7c"]').wait_for(state="attached")
    page.evaluate("document.getAnimations().forEach((one) => one.pause())")
    for part, takes in ((0.6, "takes 7"), (0.9, "takes 8")):
        page.evaluate(
            """(part) => {
                for (const one of document.getAnimations()) {
                    const end = one.effect.getComputedTiming().endTime;
                    one.currentTime = part * 180;
                    if (one.currentTime >= end) one.finish();
                }
            }""",
            part,
        )
        expect(label).to_have_text(takes)
    assert page.locator('.card.flying[data-card="7c"]').count() == 1


@pytest.mark.nightly("src/spite_and_malice/web/spite/", "src/spite_and_malice/web/kernel/cards/")
def test_a_stack_takes_what_follows_the_card_that_lies_there(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["turn"], view["legal"] = 0, []
    table = at_speed(fake_table, view, "slow")
    page = table.page
    slowly(page, 0.02)
    page.clock.install()
    label = page.locator(".label.centre").first
    expect(label).to_have_text("takes 7")
    after = {**view, "centre": [[*view["centre"][0], "7h"], *view["centre"][1:]]}
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H7h-C1", id=None, view=after, undo=False,
        match=None, standing=None,
    )  # fmt: skip
    card = page.locator('.card.flying[data-place="centre:0"][data-card="7h"]')
    card.wait_for(state="attached")
    expect(label).to_have_text("takes 7")
    # The view after the move is shown while the card is still on its way.
    page.clock.run_for(1500)
    assert card.count() == 1
    expect(label).to_have_text("takes 7")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(label).to_have_text("takes 8")


@pytest.mark.parametrize(
    ("told", "ends"), [({"goes_on": ["H2s-S1"]}, [False, True]), ({"goes_on": []}, [True, True]), ({}, [False, False])]
)
def test_the_server_tells_which_moves_end_the_turn(modules: Modules, told: dict[str, Any], ends: list[bool]) -> None:
    source = """async ([texts, view]) => {
      const { endsTurn } = await import("/static/spite/moves.js");
      return texts.map((text) => endsTurn({ text }, view));
    }"""
    assert modules.evaluate(source, [["H2s-S1", "pass"], told]) == ends


def test_the_light_goes_with_the_card_that_ends_the_turn(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "slow")
    page = table.page
    lit = page.locator(".seat-name.turn")
    expect(lit).to_have_attribute("data-seat", "1")
    slowly(page, 0.02)
    page.mouse.click(*corner(hand(table, "9c")))
    page.mouse.click(*middle(place(page, "side:1:0")))
    table.last("move")
    # There was no response yet.
    expect(lit).to_have_count(0)
    expect(page.locator("#status .head")).to_be_hidden()
    after = {**view, "turn": 0, "legal": [], "players": [dict(player) for player in view["players"]]}
    after["players"][1] |= {"hand": ["Th", "7c", "Ah", "8c"], "side": [["9c"], *view["players"][1]["side"][1:]]}
    answer(table, after)
    expect(lit).to_have_attribute("data-seat", "0")
    expect(page.locator("#status .head")).to_have_text("Ada's turn.")
    assert page.locator('.card.flying[data-card="9c"]').count() == 1, "the card is still on its way"


HEARD = f"""() => {{
    window.heard = [];
    const note = document.querySelector("#status .note");
    const cards = () => [...document.querySelectorAll('.card:is([data-card="7h"], [data-card="8h"])')];
    const left = {LEFT};
    // A busy machine begins a flight late, but counts the time to the words from when it was asked for.
    const lie = () => cards().filter((card) => left(card) < 0.75).length;
    new MutationObserver(() => window.heard.push([note.textContent, lie()])).observe(note, {{ childList: true }});
}}"""


def test_what_is_said_comes_when_the_card_is_seen_to_lie(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view |= {"turn": 0, "legal": []}
    table = at_speed(fake_table, view, "slow")
    page = table.page
    page.evaluate(HEARD)
    centre = view["centre"]
    for ply, card in enumerate(["7h", "8h"], 1):
        centre = [[*centre[0], card], *centre[1:]]
        table.send(
            type="event", version=1 + ply, game=1, ply=ply, seat=0, action="move", move=f"H{card}-C1", id=None,
            view=view | {"centre": centre}, undo=False, match=None, standing=None,
        )  # fmt: skip
    expect(page.locator("#status .note")).to_contain_text("8")
    heard = [(text, laid) for text, laid in page.evaluate("window.heard") if text]
    assert [laid for _, laid in heard] == [1, 2]


def pass_until(page: Page, holds: Callable[[], bool]) -> None:
    """Let time pass, frame by frame, until something holds."""

    def passed() -> bool:
        page.clock.run_for(FRAME)
        return holds()

    wait_on(page, passed)


@pytest.mark.nightly("src/spite_and_malice/web/spite/", "src/spite_and_malice/web/kernel/cards/")
def test_the_points_of_a_game_come_with_its_last_card(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view |= {"turn": 0, "legal": []}
    table = at_speed(fake_table, view, "slow")
    page = table.page
    going = table.snapshot["table"]["match"] | {"games_played": 1, "scores": [4, 0]}
    second = table.snapshot["table"] | {"match": going}
    table.send(**table.snapshot | {"version": 2, "game": 2, "table": second})
    before, points = "A table · Game 2 · Ada 4, You 0 · to 50", page.locator('[data-seat="0"] .points')
    expect(page.locator("#title")).to_have_text(before)
    held(page)
    # Only the time simulated here passes, however long the page takes.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    over = {
        **view, "centre": [[*view["centre"][0], "7h"], *view["centre"][1:]], "stage": "over",
        "result": {"reason": "payoff", "winners": [0], "scores": [9, 0]},
    }  # fmt: skip
    table.send(
        type="event", version=3, game=2, ply=1, seat=0, action="move", move="H7h-C1", id=None, view=over, undo=False,
        match=going | {"games_played": 2, "scores": [13, 0], "games": [[4, 0], [9, 0]]}, standing=None,
    )  # fmt: skip
    flying = page.locator('.card.flying[data-place="centre:0"][data-card="7h"]')
    pass_until(page, lambda: flying.count() == 1)
    # People coming and going redraw the table.
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator("#title")).to_have_text(before)
    expect(points).to_have_text("4/50")
    page.clock.run_for(FRAME)
    expect(page.locator("#title")).to_have_text(before)
    expect(points).to_have_text("4/50")
    page.keyboard.press("Space")
    pass_until(page, lambda: points.inner_text() == "13/50")
    expect(page.locator("#title")).to_have_text("A table · Game 2 · Ada 13, You 0 · to 50")
