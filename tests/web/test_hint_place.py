"""The place of a hint: over no card, in any window and text size, in any version, however long its text is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from spite_and_malice.analysis.reasons import reasons_for
from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import PRESETS, preset_rules
from spite_and_malice.texts import in_language
from tests.web.conftest import FakeTable, OpenFake, new_context, settle, snapshot_of
from tests.web.modules import Modules

UNDER_THE_HINT = """() => {
  const slips = [...document.querySelectorAll("#status:is(.long, .aside) .button, #status.long:not(.aside), #status p")]
    .filter((one) => one.offsetHeight > 0 && one.textContent)
    .map((one) => one.getBoundingClientRect());
  const lie = [...document.querySelectorAll("#cards .card, #below .light.pointed")].filter((one) => {
    const at = one.getBoundingClientRect();
    return slips.some(({ left, right, top, bottom }) =>
      left < at.right - 1 && right > at.left + 1 && top < at.bottom - 1 && bottom > at.top + 1);
  });
  const outside = slips.filter(({ left, right, top, bottom }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight);
  return [...lie.map((one) => one.dataset.place ?? one.className), ...outside.map(() => "the edge of the window")];
}"""
"""The elements under a hint's text, or cut off by the window."""

WINDOWS = [(360, 640), (320, 568), (360, 560), (640, 360), (768, 1024), (1280, 800)]
LARGE = 24


def played(preset_id: str, moves: int) -> Position:
    """A position of a version after a number of the policy's moves, or the last one before its end."""
    players = 2 if 2 in PRESETS[preset_id].players else 4
    position, chance = deal(preset_rules(preset_id, players), 0, SeededChance(moves)), SeededChance(moves)
    policy = Policy(position.core, list(tuned_for(position.rules)))
    for _ in range(moves):
        before = position.clone()
        position.play(str(decode(policy.choose(position.core), position.rules.payoff_piles)), chance)
        if position.is_over:
            return before
    return position


def ask(table: FakeTable, move: str, reason: str) -> None:
    """Ask for a hint, give it, and wait until it is laid."""
    table.page.keyboard.press("h")
    table.send(type="hint", id=table.last("hint")["id"], ply=0, move=move, line=[move], reason=reason)
    expect(table.page.locator("#status .offer")).to_be_visible()
    settle(table.page)


def a_hint(preset_id: str, language: str) -> tuple[dict[str, Any], str, str]:
    """A position, a move, and the longest reason for one of its moves."""
    rng = Random(preset_id)
    position = played(preset_id, rng.randrange(4, 120))
    view = position.view(position.turn)
    with in_language(language):
        reasons = {text: [each.words for each in reasons_for(view, text, None, 0.2)] for text in view.legal}
    move = max(reasons, key=lambda text: max(map(len, reasons[text])))
    return view.to_json(), move, max(reasons[move], key=len)


@pytest.mark.nightly("src/spite_and_malice/web/spite/board/", "src/spite_and_malice/web/spite/help/")
@pytest.mark.parametrize("letters", [16, LARGE])
@pytest.mark.parametrize("size", WINDOWS)
def test_a_hint_covers_no_card(fake_table: OpenFake, size: tuple[int, int], letters: int) -> None:
    at = WINDOWS.index(size) + len(WINDOWS) * (letters == LARGE)
    covered: dict[str, list[str]] = {}
    for preset_id in list(PRESETS)[at::4]:
        language = "de" if at % 2 else "en"
        view, move, reason = a_hint(preset_id, language)
        table = fake_table(view, size, locale=language)
        table.page.evaluate(f"document.documentElement.style.fontSize = '{letters}px'")
        ask(table, move, reason)
        if under := table.page.evaluate(UNDER_THE_HINT):
            covered[preset_id] = under
        table.page.close()
    assert covered == {}


PLATES = """() => {
  const slips = [...document.querySelectorAll("#status.aside .note")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".seat-name:not(.own)")].filter((one) => {
    const at = one.getBoundingClientRect();
    return slips.some(({ left, right, top, bottom }) =>
      left < at.right - 1 && right > at.left + 1 && top < at.bottom - 1 && bottom > at.top + 1);
  }).length;
}"""
"""The number of others' plates under a hint's text."""


@pytest.mark.parametrize("seed", [0, 3, 8, 20])
def test_a_hint_on_a_tablet_leaves_the_plates_of_others_free(fake_table: OpenFake, seed: int) -> None:
    position = played("standard", Random(seed).randrange(4, 140))
    view = position.view(position.turn)
    reasons = {text: max((each.words for each in reasons_for(view, text, None, 0.2)), key=len) for text in view.legal}
    move = max(reasons, key=lambda text: len(reasons[text]))
    table = fake_table(view.to_json(), (768, 1024))
    ask(table, move, reasons[move])
    assert table.page.evaluate(PLATES) == 0
    assert table.page.evaluate(UNDER_THE_HINT) == []


def test_a_hint_without_room_says_the_move_and_more_when_asked(fake_table: OpenFake) -> None:
    view, move, _ = a_hint("standard", "en")
    table = fake_table(view, (320, 568))
    page = table.page
    page.evaluate(f"document.documentElement.style.fontSize = '{LARGE}px'")
    reason = "A reason that goes on for longer than any place on this small table has room for. " * 4
    ask(table, move, reason.strip())
    # Screen readers get the whole text from the start.
    expect(page.locator("#live")).to_contain_text(reason.strip())
    assert page.evaluate(UNDER_THE_HINT) == []
    note = page.locator("#status .note")
    assert "A reason" not in note.inner_text()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator("#reader")).to_contain_text(reason.strip())
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play it")).to_be_visible()


def test_where_what_finds_a_gap_cannot_be_fetched_the_hint_is_given_all_the_same(browser: Browser) -> None:
    view, move, reason = a_hint("standard", "en")
    context = new_context(browser, (360, 640), {"speed": "off"})
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    context.route("**/board/gap.js*", refuse)
    table = FakeTable(context, snapshot_of(view))
    ask(table, move, reason)
    assert asked
    expect(table.page.locator("#live")).to_contain_text(reason)
    table.page.get_by_role("button", name="Play it").click()
    assert table.last("move")["move"] == move
    context.close()


def test_the_numbers_of_many_steps_to_one_place_stay_on_it(modules: Modules) -> None:
    spread = """async ([count, width]) => {
      const { placeOf } = await import("/static/spite/help/numbers.js");
      return Array.from({ length: count }, (_, at) => placeOf(at, count, width));
    }"""
    assert modules.evaluate(spread, [1, 60]) == [{"x": 0, "y": 0}]
    assert modules.evaluate(spread, [3, 200]) == [{"x": -20, "y": 0}, {"x": 0, "y": 0}, {"x": 20, "y": 0}]
    places = [(each["x"], each["y"]) for each in modules.evaluate(spread, [5, 64])]
    assert places == [(-20, -10), (0, -10), (20, -10), (-10, 10), (10, 10)]
    assert {x for x, _y in [(each["x"], each["y"]) for each in modules.evaluate(spread, [3, 8])]} == {0}
