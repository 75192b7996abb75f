"""The dealing of a game's cards, and the counts and texts meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import OpenFake, ViewOf, new_context
from tests.web.motion import (
    AT_REST,
    Recording,
    at_speed,
    slowly,
    well_moved,
)


@pytest.mark.parametrize("speed", ["normal", "fast"])
def test_a_deal_goes_straight(fake_table: OpenFake, view_of: ViewOf, speed: str) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), speed)
    recording = Recording(table.page)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    moved = well_moved(recording.stop(), in_deal=True)
    assert len([path for path in moved if path.place == "hand:1"]) == 5


def test_a_deal_turns_cards_over_and_leaves_each_flat_on_one_side(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "slow"})
    page = table.page
    table.send(**table.snapshot | {"version": 2, "game": 2})
    expect(page.locator(".card.turning")).not_to_have_count(0)
    expect(page.locator(".card.turning")).to_have_count(0)
    assert page.locator("#cards .card.down .front").filter(visible=True).count() == 0
    assert page.locator("#cards .card:not(.down) .back").filter(visible=True).count() == 0
    cards = page.locator("#cards .card").count()
    assert page.locator("#cards .card :is(.front, .back)").filter(visible=True).count() == cards
    assert table.problems.found == []


# A busy machine may only check again when it is over.
NOTES_TURNING = """
new MutationObserver(() => { window.turned ||= document.querySelector(".card.turning") !== null; })
    .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
"""


def test_the_first_game_of_a_table_is_dealt_too(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "slow"}).page
    page.add_init_script(NOTES_TURNING)
    page.reload()
    page.wait_for_function("() => window.turned")


def test_a_page_that_comes_into_a_running_game_shows_it_at_once(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "slow")
    table.snapshot["log"] = ["0 H7h-C1"]
    table.page.reload()
    table.page.wait_for_selector("#cards .card")
    assert table.page.evaluate("document.querySelectorAll('.card.turning, .card.flying').length") == 0


RAISED = """() => {
    const all = (selector) => [...document.querySelectorAll(`#cards .card${selector}`)];
    const z = (selector) => all(selector).map((card) => Number(getComputedStyle(card).zIndex));
    const waiting = z(".waiting");
    return waiting.length > 0 && Math.min(...waiting) > Math.max(...z(":not(.waiting, .flying)"));
}"""


def test_a_card_that_waits_to_be_dealt_lies_over_all_at_rest(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "slow")
    table.send(**table.snapshot | {"version": 2, "game": 2})
    table.page.wait_for_function(RAISED)


FACED = """() => {
    window.faced = [];
    const take = () => {
        const cards = [...document.querySelectorAll('#cards .card[data-place="hand:1"].turning')];
        const sides = cards.map((card) => card.querySelector(".front"));
        window.faced.push(sides.map((side) => [side.getBoundingClientRect().width > 1, side.childElementCount > 0]));
        if (!window.faced.some((frame) => frame.length > 0) || cards.length > 0) requestAnimationFrame(take);
        else window.done = true;
    };
    requestAnimationFrame(take);
}"""


@pytest.mark.nightly("src/spite_and_malice/web/kernel/cards/", "src/spite_and_malice/web/spite/board/")
def test_a_drawn_card_gets_its_face_on_its_way_and_before_it_is_seen(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "normal")
    page = table.page
    slowly(page, 0.25)
    page.evaluate(FACED)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.wait_for_function("window.done")
    frames = [frame for frame in page.evaluate("window.faced") if frame]
    # The frame in which the cards come has enough to do.
    assert not all(faced for _, faced in frames[0])
    assert all(faced for frame in frames for seen, faced in frame if seen)
    assert any(seen for frame in frames for seen, _ in frame)


@pytest.mark.nightly("src/spite_and_malice/web/kernel/cards/")
def test_a_pile_has_edges_once_a_card_lies_on_it(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = at_speed(fake_table, view_of("standard-2/0"), "slow")
    page = table.page
    slowly(page, 0.02)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.locator(".card.flying").first.wait_for(state="attached")
    pile = page.locator('.pile[data-place="payoff:1:0"]')
    expect(pile).to_be_hidden()
    # Its place is already there.
    expect(page.locator(".outline.payoff").first).to_have_css("opacity", "1")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(pile).to_be_visible()


COUNTED = """() => {
    const told = [];
    let began = false;
    const take = () => {
        const text = (of) => document.querySelector(of)?.innerText ?? "";
        const moves = document.querySelector(".card:is(.turning, .flying, .waiting)") !== null;
        began ||= moves;
        told.push({
            labels: [...document.querySelectorAll(".label.payoff")].map((one) => one.textContent),
            left: text('.seat-name[data-seat="0"] .left').replace(" to pay off", ""),
            held: text('.seat-name[data-seat="0"] .held').replace(" in hand", ""),
            stock: Number(text(".label.stock")),
            flying: document.querySelectorAll('.card:is(.flying, .waiting)[data-place="payoff:0:0"]').length,
        });
        if (!began || moves) requestAnimationFrame(take);
        else window.told = told;
    };
    take();
}"""


def test_counts_grow_with_the_cards_that_are_dealt(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = at_speed(fake_table, view, "normal")
    page = table.page
    count = view["players"][0]["payoff"][0]["count"]
    page.evaluate(COUNTED)
    table.send(**table.snapshot | {"version": 2, "game": 2})
    page.wait_for_function("window.told")
    told = page.evaluate("window.told")
    dealing = [frame for frame in told if frame["flying"] > 0]
    assert dealing
    # While all are in the air nothing is counted, and while one is, not all of them.
    assert (dealing[0]["labels"], dealing[0]["left"], dealing[0]["held"]) == (["", ""], "", "")
    assert all(int(frame["left"] or 0) < count for frame in dealing)
    told = told[told.index(dealing[0]) :]
    for name in ("left", "held"):
        seen = [int(frame[name] or 0) for frame in told]
        assert seen == sorted(seen)
    stock = [frame["stock"] for frame in told]
    assert set(stock) == {0, view["stock"]}
    assert stock == sorted(stock)
    own = view["players"][1]["payoff"][0]["count"]
    assert told[-1]["labels"] == [str(own), str(count)]
    assert told[-1]["held"] == str(view["players"][0]["hand"])


def test_nothing_is_said_while_cards_are_dealt_and_another_window_ends_it(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    table = at_speed(fake_table, view_of("unlimited-2/0"), "slow")
    page = table.page
    page.evaluate(
        """() => {
            const plain = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                const animation = plain.apply(this, given);
                animation.pause();
                return animation;
            };
        }"""
    )
    table.send(**table.snapshot | {"version": 2, "game": 2})
    expect(page.locator(".card.turning")).not_to_have_count(0)
    note = page.locator("#status .note")
    expect(note).to_have_text("")
    # Nothing continues with the sizes of the last window.
    page.set_viewport_size({"width": 800, "height": 600})
    expect(page.locator(".card:is(.turning, .flying, .waiting)")).to_have_count(0)
    expect(note).to_contain_text("Nothing fits")


ORDER = """() => {
    window.wrong = [];
    window.dealt = false;
    const take = () => {
        const moving = [...document.querySelectorAll("#cards .card:is(.flying, .waiting)")];
        window.dealt ||= moving.length > 0;
        const piles = Map.groupBy(moving, (card) => card.dataset.place);
        for (const [place, cards] of piles) {
            const heights = cards.map((card) => Number(getComputedStyle(card).zIndex));
            const sorted = heights.toSorted((one, other) => one - other);
            if (String(heights) !== String(sorted)) window.wrong.push([place, ...heights]);
        }
        if (!window.dealt || moving.length) requestAnimationFrame(take);
        else window.over = true;
    };
    requestAnimationFrame(take);
}"""
"""Records piles in which a dealt card is over one that comes later, until the deal is over."""


@pytest.mark.parametrize("game", ["spite", "patience"])
def test_while_cards_are_dealt_none_lies_over_the_one_that_covers_it(browser: Browser, site: str, game: str) -> None:
    context = new_context(browser, (960, 640), {"speed": "normal"})
    page = context.new_page()
    asked = {"preset": "standard", "seats": [{"kind": "person"}, {"kind": "computer", "player": "club"}]}
    path, sent = ("/api/tables", asked) if game == "spite" else ("/api/patience", {"deal": "258"})
    url = context.request.post(site + path, data=sent).json()["url"]
    page.add_init_script(f"addEventListener('DOMContentLoaded', {ORDER})")
    page.goto(site + url)
    page.wait_for_function("() => window.over")
    assert page.evaluate("wrong") == []
    context.close()


@pytest.mark.parametrize("reduced", [False, True])
def test_the_cards_of_the_last_game_go_to_the_stock(fake_table: OpenFake, view_of: ViewOf, reduced: bool) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce"} if reduced else {}
    table = fake_table(view_of("standard-2/0"), settings={"speed": "normal"}, **options)
    page = table.page
    page.evaluate(AT_REST)
    slowly(page, 0.05)
    before = page.locator("#cards .card").count()
    table.send(**table.snapshot | {"version": 2, "game": 2})
    gone = page.locator(".gathered .card")
    expect(gone).to_have_count(before)
    keys = "card => card.getAnimations().flatMap((one) => Object.keys(one.effect.getKeyframes()[0]))"
    moved = gone.first.evaluate(keys)
    assert ("opacity" if reduced else "transform") in moved
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator(".gathered")).to_have_count(0)
    expect(page.locator("#cards .card.flying")).to_have_count(0)
    assert table.problems.found == []
