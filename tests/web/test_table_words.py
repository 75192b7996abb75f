"""The table's texts: the stage, why a gesture does nothing, the others' moves, the match score."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import expect

from spite_and_malice.play import FairDeal, Game, new_game
from spite_and_malice.rules import PRESETS, preset_rules
from tests.web.answers import discard_of_ada
from tests.web.company import person
from tests.web.conftest import OpenFake, ViewOf, resize, snapshot_of
from tests.web.modules import Modules
from tests.web.person import corner, middle
from tests.web.places import hand, place


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        ("covered-wilds-3/0", "Cover the wild card with a jack."),
        ("house-33/0", "Fill your side stacks from your hand: 3 are empty."),
        ("massachusetts-2/0", "Your side stacks are full: one more card on any of them ends your turn."),
        ("house-56/0 after", "Start with an ace or a 2 from your hand."),
        ("flinch-5/0", "A 1 must be played first."),
        ("goal-13-4/1", "Nothing fits: pass to end your turn."),
        ("unlimited-2/0", "Nothing fits: put a card on a side stack to end your turn."),
    ],
)
def test_every_stage_is_explained_in_a_line(fake_table: OpenFake, view_of: ViewOf, vector: str, words: str) -> None:
    table = fake_table(view_of(vector))
    expect(table.page.locator("#status .note")).to_have_text(words)


def test_where_passing_is_allowed_it_is_named(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    discards = [move for move in view["legal"] if "-S" in move]
    table = fake_table({**view, "legal": [*discards, "pass"]})
    note = table.page.locator("#status .note")
    expect(note).to_have_text("Nothing fits: put a card on a side stack or pass to end your turn.")
    table.send(**snapshot_of({**view, "legal": discards}) | {"version": 2})
    expect(note).to_have_text("Nothing fits: put a card on a side stack to end your turn.")


def test_an_impossible_gesture_says_why(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"))
    for target, words in (
        ("centre:1", "This centre stack takes a 2 next."),
        ("payoff:0:0", "Only its owner plays on that pay-off pile."),
        ("side:0:0", "Cards go to the centre or to your own side stacks."),
        ("stock", "The stock is only drawn from."),
    ):
        table.page.mouse.click(*corner(hand(table, "9c")))
        expect(table.page.locator(".place.picked")).to_have_count(1)
        table.page.mouse.click(*middle(place(table.page, target)))
        expect(table.page.locator("#status .note")).to_have_text(words)
        expect(table.page.locator("#live")).to_contain_text(words)
        table.page.keyboard.press("Escape")
        expect(table.page.locator(".place.picked")).to_have_count(0)
    assert [message["type"] for message in table.sent] == ["hello"]


def test_who_watches_is_told_so(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["seat"], view["legal"], view["players"][1]["hand"] = None, [], 5
    page = fake_table(view).page
    expect(page.locator("#status .note")).to_have_text("You are watching.")


def test_the_others_moves_are_paced_and_can_be_skipped(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []}, settings={"speed": "slow"})
    page = table.page
    expect(page.locator("#status .head")).to_have_text("Ada's turn.")
    page.clock.install()  # It stands still: waiting steps wait until skipped.
    page.clock.pause_at(2**40)
    discard_of_ada(table, view)
    expect(page.locator(".area.turn")).to_have_count(1)
    expect(page.locator('#cards [data-place="side:0:0"]')).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("#status .head")).to_have_text("Your turn.")
    expect(page.locator('#cards [data-place="side:0:0"][data-card="9h"]')).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Ada puts 9♥ on an empty side stack.")
    expect(page.locator(".card.last")).to_have_attribute("data-card", "9h")


def test_what_happens_is_announced_while_a_dialog_is_open(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    page = table.page
    page.keyboard.press("?")
    expect(page.locator("#reader:modal #live")).to_be_empty()
    discard_of_ada(table, view)
    expect(page.locator("#reader:modal #live")).to_contain_text("Ada puts 9♥ on an empty side stack.")
    assert "log" in page.locator("#reader").aria_snapshot()
    page.keyboard.press("Escape")
    expect(page.locator("body > #live")).to_be_empty()


@pytest.mark.parametrize(("game", "log"), [(2, []), (1, []), (1, ["0 H9d-S1"])])
def test_what_is_not_on_the_table_any_more_is_not_told(
    fake_table: OpenFake, view_of: ViewOf, game: int, log: list[str]
) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    note = table.page.locator("#status .note")
    discard_of_ada(table, view)
    expect(note).to_have_text("Ada puts 9♥ on an empty side stack.")
    table.send(**snapshot_of(view, log) | {"version": 3, "game": game})
    expect(note).to_be_empty()


def test_a_move_is_told_by_the_card_that_it_covers(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    view["players"][0]["side"][0] = ["Tc"]
    table = fake_table({**view, "turn": 0, "legal": []})
    discard_of_ada(table, view)
    expect(table.page.locator("#status .note")).to_have_text("Ada puts 9♥ on the side stack with 10♣.")


def test_what_just_happened_is_still_told_after_a_lost_line(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "turn": 0, "legal": []})
    discard_of_ada(table, view)
    table.send(**snapshot_of(view, ["0 H9h-S1"]) | {"version": 2})
    expect(table.page.locator("#status .note")).to_have_text("Ada puts 9♥ on an empty side stack.")


def test_a_word_with_a_hyphen_stays_in_one_piece(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0") | {"turn": 0, "legal": []}
    table = fake_table(view)
    table.send(
        type="refused", id=None, message="The pay-off pile is not yours.", version=1, ply=0, view=None, undo=False
    )
    expect(table.page.locator("#status .note")).to_have_text("The pay-off pile is not yours.")
    expect(table.page.locator("#status .note .whole")).to_have_text("pay-off")


def test_phones_say_what_a_stack_takes(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), size=(360, 640)).page
    expect(page.locator(".label.centre").first).to_have_text("takes 7")
    wide = "labels => labels.every((one) => one.scrollWidth <= one.clientWidth)"
    assert page.locator(".label.centre").evaluate_all(wide)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_phones_say_so_under_many_stacks_too(fake_table: OpenFake, size: tuple[int, int], locale: str) -> None:
    game = Game.deal(preset_rules("round", 8), 0, FairDeal(b"takes" * 7, ("a",)))
    page = fake_table(game.view(game.turn).to_json(), size, locale=locale).page
    page.locator(".label.centre small").last.wait_for()
    unseen = """labels => labels.filter((label) => {
      const place = label.getBoundingClientRect();
      const words = [...label.querySelectorAll("small, b")].map((word) => word.getBoundingClientRect());
      return words.length < 2 || words.some(({ left, right, top, bottom }) =>
        left < place.left - 1 || right > place.right + 1 || top < place.top - 1 || bottom > place.bottom + 1);
    }).map((label) => label.textContent)"""
    assert page.locator(".label.centre").evaluate_all(unseen) == []


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([0, 0, 0, 0, 0], "Match to 50"),
        ([12, 31, 5, 0, 2], "Game 2 · You 12, Bertrand 31 · to 50"),
        ([0, 7, 3, 7, 0], "Game 2 · You 0, Bertrand 7, Daria 7 · to 50"),
        ([40, 0, 0, 0, 0], "Game 2 · You 40 · to 50"),
    ],
)
def test_a_match_of_many_says_ones_own_points_and_the_best_of_the_others(
    fake_table: OpenFake, scores: list[int], said: str
) -> None:
    rules = preset_rules("round", 5, changes={"target": 50})
    table = fake_table(Game.deal(rules, 0, FairDeal(b"many!" * 7, ("a",))).view(0).to_json())
    match = table.snapshot["table"]["match"] | {"games_played": 1, "scores": scores}
    table.send(**table.snapshot | {"version": 2, "table": table.snapshot["table"] | {"match": match}})
    expect(table.page.locator("#title")).to_have_text(f"A table · {said}")


def test_a_match_says_how_it_stands_and_a_single_game_nothing_of_one(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    table = fake_table(view)
    expect(table.page.locator("#title")).to_have_text("A table · Game 1 · Ada 0, You 0 · to 50")
    # After a match of two games the next begins with its first.
    going = table.snapshot["table"]["match"] | {"games_played": 1, "scores": [9, 0]}
    second = table.snapshot["table"] | {"match": going}
    table.send(**table.snapshot | {"version": 2, "game": 2, "table": second})
    expect(table.page.locator("#title")).to_have_text("A table · Game 2 · Ada 9, You 0 · to 50")
    table.send(**table.snapshot | {"version": 3, "game": 3})
    expect(table.page.locator("#title")).to_have_text("A table · Game 1 · Ada 0, You 0 · to 50")
    resize(table.page, 360, 640)
    title, stand = table.page.locator("#title"), table.page.locator("#title .match")
    brief = "(one) => JSON.parse(getComputedStyle(one, '::after').content.split(' / ')[0])"
    assert title.evaluate(brief) == "0:0"
    words = table.page.locator(".bar nav .button > span").evaluate_all(
        "(all) => all.filter((one) => !one.nextElementSibling).map((one) => one.getBoundingClientRect())"
    )
    ends = [(box["left"], box["right"]) for box in words]
    assert all(right + 4 <= left for (_left, right), (left, _right) in pairwise(ends)), "words stand apart"
    assert ends[-1][1] <= 360
    three = [{**seat, "side": at} for at, seat in enumerate([*second["seats"], person("Cyprian", 2)])]
    many = second | {"seats": three, "match": going | {"games_played": 0, "scores": [20, 12, 35]}}
    table.send(**table.snapshot | {"version": 4, "game": 4, "table": many})
    expect(stand).to_have_text("Ada 20, You 12, Cyprian 35 · to 50")
    assert title.evaluate(brief) == f"{[20, 12, 35][table.snapshot['table']['you']]}/50"
    table.send(**table.snapshot | {"version": 5, "game": 3})
    view["result"] = {"reason": "payoff", "winners": [1], "scores": [0, 9]}
    view["stage"] = "over"
    match = table.snapshot["table"]["match"] | {"target": 1, "over": True, "winners": [1]}
    single = table.snapshot["table"] | {"match": match}
    table.send(**table.snapshot | {"version": 4, "game": 4, "view": view, "table": single})
    expect(table.page.locator("#title")).to_have_text("A table")
    finish = table.page.locator("#finish[open]")
    expect(finish.get_by_role("button", name="Rematch")).to_be_visible()
    expect(finish).not_to_contain_text("point")


LINES: Final = """() => {
    const status = document.querySelector("#status");
    const note = status.querySelector(".note");
    note.textContent = "Cards with a bright edge fit a centre stack. ".repeat(4);
    status.classList.add("small", "long", "stacked");
    const range = document.createRange();
    range.selectNodeContents(note);
    const tops = [...range.getClientRects()].map((rect) => Math.round(rect.y));
    return tops.slice(1).map((top, at) => top - tops[at]);
}"""


def test_all_lines_of_many_words_are_as_far_apart(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), size=(1280, 800))
    apart = table.page.evaluate(LINES)
    assert len(apart) >= 2
    assert max(apart) - min(apart) <= 1


def test_a_wild_card_is_covered_by_the_name_of_what_it_stands_for(modules: Modules) -> None:
    covered = """async ([target, wilds]) => {
      const { coveredBy } = await import("/static/spite/words.js");
      const rules = { wilds, deck: { packs: 1 }, payoff_deck: null };
      const players = [{ side: [["Kd"]], payoff: [], hand: [] }];
      return coveredBy({ target }, { rules, centre: [["As", "2h", "Kd"]], players });
    }"""
    assert modules.evaluate(covered, ["centre:0", ["K"]]) == "K♦ (3)"
    assert modules.evaluate(covered, ["centre:0", ["*"]]) == "K♦"
    assert modules.evaluate(covered, ["side:0:0", ["K"]]) == "K♦"


@pytest.mark.parametrize(
    ("stock", "changes", "words"),
    [
        (7, {}, "7 cards are left in the stock. When it is gone, nobody wins."),
        (1, {"stock_out": "fewest"}, "1 card is left in the stock. When it is gone, the fewest pay-off cards win."),
        (11, {}, ""),
        (7, {"stock_out": "renew"}, ""),
    ],
)
def test_a_stock_that_ends_the_game_is_told_of_before_it_is_gone(
    fake_table: OpenFake, view_of: ViewOf, stock: int, changes: dict[str, str], words: str
) -> None:
    view = view_of("standard-2/0")
    table = fake_table({**view, "stock": stock, "aside": [], "rules": {**view["rules"], **changes}})
    expect(table.page.locator("#status")).to_contain_text(words or "Your turn.")
    assert ("stock" in table.page.locator("#status").inner_text()) is bool(words)
    assert table.page.locator(".label.stock.soon").count() == bool(words)


def test_the_words_of_a_picture_name_the_place_where_a_stack_can_be_begun(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    page = fake_table(view_of("standard-2/0")).page
    read = """async (view) => {
      const { positionWords } = await import("/static/spite/review/position.js");
      return positionWords(view, ["Ada", "Rosa"]);
    }"""
    for preset in PRESETS:
        game = new_game(preset, seed=7)
        view = game.view(game.turn).to_json()
        if game.rules.centre is None:
            ace = "As" if game.rules.deck.numbers is None else "1"
            first = ace.removesuffix("s")
            assert f"The centre stacks take {first}." in page.evaluate(read, view)
            assert f"The centre stacks take 2 and {first}." in page.evaluate(read, {**view, "centre": [[ace]]})
