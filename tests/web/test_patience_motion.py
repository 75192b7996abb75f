"""The motion of cards at the table of patience, frame by frame: straight, above everything, never from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from spite_and_malice.patience import Position, deal_number, preset_rules, solve
from tests.web.conftest import new_context
from tests.web.motion import Path, Recording, held, slowly, well_moved
from tests.web.patience import FakePatience
from tests.web.patience_person import by_drag, by_keyboard

AT_REST: Final = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"
WAY: Final = [str(move) for move in solve(deal_number(preset_rules("klondike-1"), 258), seconds=None).moves]
RUN: Final = next(at for at, move in enumerate(WAY) if ":" in move)
TURNS: Final = next(at for at, move in enumerate(WAY) if move.startswith("T") and "-T" in move)

Open = Callable[..., FakePatience]


@pytest.fixture
def moving(browser: Browser) -> Iterator[Open]:
    """Open tables whose cards move."""
    contexts: list[BrowserContext] = []

    def open_table(position: Position | None = None, preset: str = "klondike-1", speed: str = "normal") -> FakePatience:
        contexts.append(new_context(browser, (960, 640), {"speed": speed}))
        table = FakePatience(contexts[-1], position, preset)
        table.page.evaluate(AT_REST)
        return table

    yield open_table
    for context in contexts:
        context.close()


def after(moves: int, preset: str = "klondike-1", deal: int = 258) -> Position:
    """Return a position of the tests' deal."""
    position = deal_number(preset_rules(preset), deal)
    for move in WAY[:moves]:
        position.play(move)
    return position


def below(view: dict[str, Any], move: str) -> list[str]:
    """Return the face-up cards of a pile, without those leaving it and the uncovered one."""
    place, _, count = move.split("-")[0].partition(":")
    return list(view["tableau"][int(place[1:]) - 1]["up"][: -int(count) - 1])


def filmed(page: Page, act: Callable[[], None]) -> list[Path]:
    """Return the cards moved by an action, each checked."""
    recording = Recording(page)
    act()
    return well_moved(recording.stop())


def test_a_card_that_is_drawn_comes_from_the_stock(moving: Open) -> None:
    table = moving(after(4))
    drawn = filmed(table.page, lambda: table.page.keyboard.press("d"))
    waste = table.position.view().to_json()["waste"]
    assert waste[-1] in {path.name for path in drawn}


def test_three_cards_that_are_drawn_come_one_after_the_other_and_go_back(moving: Open) -> None:
    table = moving(deal_number(preset_rules("klondike-3"), 7), "klondike-3")
    table.page.keyboard.press("d")
    table.wait_for(1)
    table.page.evaluate(AT_REST)
    drawn = filmed(table.page, lambda: table.page.keyboard.press("d"))
    waste = table.position.view().to_json()["waste"]
    assert set(waste[-3:]) <= {path.name for path in drawn}
    undone = filmed(table.page, lambda: table.page.keyboard.press("u"))
    assert len([path for path in undone if path.place == "S"]) >= 3


def test_the_waste_is_turned_over(moving: Open) -> None:
    table = moving(after(WAY.index("redeal")))
    turned = filmed(table.page, lambda: table.page.keyboard.press("d"))
    assert len([path for path in turned if path.place == "S"]) == 3


@pytest.mark.parametrize("at", [RUN, TURNS])
def test_a_run_goes_over_all_and_comes_back(moving: Open, at: int) -> None:
    table = moving(after(at))
    view = table.position.view().to_json()
    there = filmed(table.page, lambda: by_keyboard(table.page, view, WAY[at]))
    assert len(there) >= (2 if ":" in WAY[at] else 1)
    back = filmed(table.page, lambda: table.page.keyboard.press("u"))
    assert {path.name for path in there} == {path.name for path in back}


def test_a_run_that_is_let_go_settles(moving: Open) -> None:
    table = moving(after(RUN))
    view = table.position.view().to_json()
    by_drag(table.page, view, WAY[RUN], release=False)
    # Nothing is on the card under the former run any longer.
    place = WAY[RUN].split(":")[0]
    assert table.page.locator(f".card:not(.dragged).strip[data-place={place}]").count() == len(below(view, WAY[RUN]))
    recording = Recording(table.page)
    table.page.mouse.up()
    assert len(well_moved(recording.stop())) == int(WAY[RUN].split(":")[1][0])


@pytest.mark.parametrize("rate", [1.0, 0.25])
def test_the_last_cards_go_home_by_themselves_before_they_fall(moving: Open, rate: float) -> None:
    table = moving(after(len(WAY) - 6), speed="fast")
    slowly(table.page, rate)
    recording = Recording(table.page)
    table.page.keyboard.press("f")
    table.page.wait_for_selector("canvas.cascade")
    table.page.keyboard.press("Escape")
    moved = well_moved(recording.stop())
    assert len(moved) == 6


def test_what_a_run_has_covered_is_turned_where_it_lies(moving: Open) -> None:
    position = deal_number(preset_rules("spider-1"), 7)
    moves = iter(solve(position, seconds=None).moves)
    while not (completing := re.fullmatch(r"T(\d):12-T(\d)", str(move := next(moves)))):
        position.play(move)
    source, target = completing.groups()
    after = position.clone()
    after.play(move)
    turned = str(after.view().tableau[int(source) - 1].up[-1])
    page = moving(position, "spider-1").page
    page.evaluate(
        f"window.covered = [...document.querySelectorAll('#cards .card[data-place=T{source}]:not([data-card*=s])')]"
    )
    page.locator(f'[data-key^="T{source}#"]').first.focus()
    page.keyboard.press(target)
    # Its rank is also in the leaving run: that card is not the one that arrives here.
    page.wait_for_function(
        "(turned) => window.covered.some((card) => card.isConnected && card.dataset.card === turned)", arg=turned
    )


STEPS: Final = 60
LOOK: Final = """(steps) => {
  const all = document.getAnimations().filter((one) => one.effect.target?.closest("#cards"));
  const end = Math.max(...all.map((one) => one.effect.getComputedTiming().endTime));
  const height = (card) => Number(getComputedStyle(card).zIndex);
  return Array.from({ length: steps + 1 }, (_none, step) => {
    for (const one of all.filter(({ playState }) => playState === "paused")) {
      one.currentTime = (step / steps) * end;
      if (one.currentTime >= one.effect.getComputedTiming().endTime) one.finish();
    }
    const spot = document.querySelector('[data-key="F"]').getBoundingClientRect();
    const near = [...document.querySelectorAll("#cards .card:not(.down)")].filter((card) => {
      const box = card.getBoundingClientRect();
      return Math.abs(box.x - spot.x) < 3 && Math.abs(box.y - spot.y) < 3;
    });
    near.sort((one, other) => height(one) - height(other));
    return [near.at(-1)?.dataset.card ?? null, near.length];
  });
}"""
"""The top card where a suit is gathered, and the number of cards there, from the beginning to the end."""


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_a_suit_that_leaves_is_gathered_under_its_king(moving: Open, speed: str) -> None:
    position = deal_number(preset_rules("spider-1"), 5)
    for move in solve(position, seconds=None).moves:
        before = position.clone()
        position.play(move)
        if sum(position.layout.foundations()):
            break
    table = moving(before, "spider-1", speed)
    page = table.page
    held(page)
    by_keyboard(page, before.view().to_json(), str(move))
    page.locator(".card.crown").wait_for(state="attached")
    page.wait_for_function("document.querySelectorAll('.card.flying').length >= 13")
    seen = [(card, count) for card, count in page.evaluate(LOOK, STEPS) if count > 0]
    assert {card for card, _count in seen} == {"Ks"}
    assert max(count for _card, count in seen) > 2, "no card was seen to be gathered under it"
    expect(page.locator('#cards .card[data-place="F"]:not(.crown)')).to_have_count(1)
