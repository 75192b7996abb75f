"""The patience table in a real browser, its server being the test: gestures, words, focus, geometry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from spite_and_malice.patience import Position, deal_number, preset_rules, solve
from tests.web.conftest import new_context
from tests.web.patience import FakePatience
from tests.web.patience_person import APART, Gesture, by_drag, by_keyboard, by_touch, grip, key_of

OpenPatience = Callable[..., FakePatience]

WAY: Final = solve(deal_number(preset_rules("klondike-1"), 258), seconds=None).moves
"""How the deal of the tests is won."""


@pytest.fixture
def patience(browser: Browser) -> Iterator[OpenPatience]:
    """Open patience tables whose server is the test."""
    contexts: list[BrowserContext] = []

    def open_patience(
        position: Position | None = None,
        size: tuple[int, int] = (1280, 800),
        settings: Mapping[str, Any] | None = None,
        preset: str = "klondike-1",
        **options: Any,
    ) -> FakePatience:
        contexts.append(new_context(browser, size, settings or {"speed": "off"}, **options))
        return FakePatience(contexts[-1], position, preset)

    yield open_patience
    for context in contexts:
        context.close()


def after(moves: int) -> Position:
    """Return the position of the tests' deal after so many moves of the way."""
    position = deal_number(preset_rules("klondike-1"), 258)
    for move in WAY[:moves]:
        position.play(move)
    return position


def view_of(table: FakePatience) -> dict[str, Any]:
    """Return what the player sees."""
    view: dict[str, Any] = table.position.view().to_json()
    return view


def cards_at(page: Page, place: str) -> list[str]:
    """Return the names of the cards that are drawn at a place, from left to right and from top to bottom."""
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
        if not touch:
            table.wait_for(before + 1)
        assert without_pass(view_of(table)) == without_pass(after(made + 1).view().to_json()), f"after {move}"
    assert table.problems.found == []


def without_pass(view: dict[str, Any]) -> dict[str, Any]:
    """Return what lies where."""
    return {name: view[name] for name in ("stock", "waste", "foundations", "tableau")}


def test_a_move_is_shown_before_the_answer_comes(patience: OpenPatience) -> None:
    table = patience()
    table.hold()
    table.page.keyboard.press("d")
    table.page.wait_for_timeout(100)
    assert cards_at(table.page, "W") == [""]
    table.let_go()
    expect(table.page.locator('#cards [data-place="W"]:not(.down)')).to_have_count(1)
    assert cards_at(table.page, "W") == table.position.view().to_json()["waste"]


def test_taps_that_come_before_the_answer_are_not_lost(patience: OpenPatience) -> None:
    table = patience()
    table.hold()
    for _ in range(3):
        table.page.keyboard.press("d")
    table.let_go()
    table.wait_for(3)


def test_a_double_tap_moves_one_card_alone(patience: OpenPatience) -> None:
    made = next(at for at, move in enumerate(WAY) if str(move).endswith("-F") and str(move).startswith("T"))
    table = patience(after(made))
    table.page.mouse.dblclick(*grip(table.page, key_of(view_of(table), str(WAY[made]))))
    table.page.wait_for_timeout(100)
    assert table.moves == [str(WAY[made])]


def test_a_second_tap_offers_the_next_place(patience: OpenPatience) -> None:
    table = patience(two_places())
    for place in ("T2", "T1", "T2"):
        table.page.mouse.click(*grip(table.page, table.page.evaluate(KEY, "7h")))
        table.page.wait_for_timeout(APART + 60)
        assert table.page.locator('#cards [data-card="7h"]').get_attribute("data-place") == place


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
