"""The end of a game, and the small moments before it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.archive.result_picture import Racer, result_picture
from tests.web.axe import violations_at_rest

from .company import SETTINGS, people, person
from .conftest import FakeTable, new_context, settle, snapshot_of

CHANCES = [{"number": at + 1, "ply": at, "chance": chance} for at, chance in enumerate((0.5, 0.6, 0.46, 0.9))]


def a_review() -> dict[str, Any]:
    """Return a possible review of a game."""
    view = last_card()[0].view(0).to_json()
    hand = view["players"][0]["hand"]
    seen = {name: value for name, value in view.items() if name not in ("rules", "legal")}
    lesser = {
        "number": 1, "ply": 0, "played": ["H7h-S1"], "best": ["P-C1"], "view": seen, "chance": 0.6,
        "cost": 0.04, "played_words": "7♥ on the side stack with J♦", "best_words": "3♠ on 2♥",
        "words": "It plays a pay-off card.",
    }  # fmt: skip
    worst = {
        "number": 3, "ply": 2, "played": [f"H{hand[0]}-S1"], "best": [f"H{hand[1]}-S2"], "view": seen,
        "chance": 0.6, "cost": 0.14, "played_words": "K♦ on 6♠", "best_words": "2♣ on A♠",
        "words": "It keeps the wild card.",
    }  # fmt: skip
    return {
        "seat": 0, "choices": 10, "seconds": 754, "missed": [lesser, worst], "chances": CHANCES, "won": True,
        "turned": None, "moves": 9, "rules": view["rules"], "hints": 2, "standing": [],
        "shared": "▅▅▄█\nThe greatest swing: 46 → 90 %",
    }  # fmt: skip


def last_card() -> tuple[Game, str]:
    """Return a game whose seat to move has one pay-off card left, and the move that plays it."""
    rules = preset_rules("standard", 2, {"payoff": 1, "target": 1})
    for number in range(500):
        game = Game.deal(rules, 0, FairDeal(number.to_bytes(32, "big"), ("a",)))
        move = next((str(move) for move in game.legal_moves if str(move).startswith("P")), None)
        if move and game.turn == 0:
            return game, move
    raise AssertionError("no such deal")


REVIEW = a_review()
RECORDS = [
    {"measure": "time", "value": 245_000, "before": 3_661_000},
    {"measure": "turns", "value": 1, "before": 9},
    {"measure": "margin", "value": 1, "before": 0},
    {"measure": "most_payoff", "value": 3, "before": 2},
]


class End:
    """A page at which the last card is about to be played, by ``seat``."""

    def __init__(self, browser: Browser, speed: str, you: int = 0, size: tuple[int, int] = (1280, 800), **options: Any):
        self.game, self.move = last_card()
        # Each has had a turn, so that there is something to review.
        snapshot = snapshot_of(self.game.view(you).to_json(), ["1 H7h-S1"])
        for seat in snapshot["table"]["seats"]:
            if seat["kind"] == "computer":
                seat |= {"name": "Pip", "player": "beginner"}
        snapshot["table"]["preset"] = "standard"
        context = new_context(browser, size, {"speed": speed, "sound": False}, **options)
        self.context = context
        self.you = you
        self.table = FakeTable(context, snapshot)
        self.page: Page = self.table.page
        self.page.route("**/review", lambda route: route.fulfill(json=REVIEW))
        self.page.route("**/records", lambda route: route.fulfill(json={"records": RECORDS}))
        self.page.route("**/achievements", lambda route: route.fulfill(json={"achieved": []}))
        self.calls: list[dict[str, Any]] = []
        self.match: dict[str, Any] = {}

    def play(self) -> None:
        """Play the last card: by keyboard if it is your own."""
        sent: str | None = None
        if self.you == 0:
            self.page.locator('[data-key="payoff:0:0"]').press("Enter")
            if not any(message["type"] == "move" for message in self.table.sent):
                self.page.locator('[data-key="centre:0"]').press("Enter")
            message = self.table.last("move")
            sent, self.move = message["id"], message["move"]
        self.game.play(self.move)
        match = snapshot_of(self.game.view(0).to_json())["table"]["match"]
        match |= {"over": True, "winners": [0], "games_played": 1, "scores": [6, 0]}
        match |= self.match
        self.table.send(
            type="event", version=2, game=1, ply=1, seat=0, action="move", move=self.move, id=sent,
            view=self.game.view(self.you).to_json(), undo=False, clocks=None, stand_in=False, match=match, standing=[],
            seconds=754, secret="00", next_commitment="00",
        )  # fmt: skip


@pytest.fixture
def end(browser: Browser) -> Any:
    """Open pages shortly before the end."""
    opened: list[End] = []

    def open_end(*args: Any, **options: Any) -> End:
        opened.append(End(browser, *args, **options))
        return opened[-1]

    yield open_end
    for one in opened:
        assert one.table.problems.found == []
        one.context.close()


def test_a_win_opens_the_centre_and_cards_fall_until_a_gesture(end: Any) -> None:
    table = end("normal")
    page = table.page
    table.play()
    page.locator(".finale canvas").wait_for(state="attached")
    drawn = """() => {
        const canvas = document.querySelector(".finale canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    }"""
    page.wait_for_function(f"({drawn})() > 50")
    page.keyboard.press("Shift")
    expect(page.locator(".finale")).to_have_count(0)
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()


def test_the_end_of_a_match_has_a_moment_of_its_own(end: Any) -> None:
    table = end("normal")
    page = table.page
    table.match = {"target": 12, "scores": [12, 3], "games_played": 2, "games": [[12, 0], [0, 3]]}
    table.play()
    expect(page.locator(".finale .triumph")).to_have_text("You win the match!12 : 3")
    page.keyboard.press("Shift")
    expect(page.locator(".finale")).to_have_count(0)
    expect(page.get_by_role("heading", name="You win the match!")).to_be_visible()


def test_the_last_card_is_slow(end: Any) -> None:
    table = end("normal")
    page = table.page
    page.evaluate(
        """() => { window.lengths = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          if (this.matches(".card")) window.lengths.push(options.duration ?? options ?? 0);
          return animate.call(this, frames, options); }; }"""
    )
    table.play()
    page.locator("#finish[open]").wait_for()
    assert max(page.evaluate("window.lengths")) >= 700


@pytest.mark.parametrize("still", [{"reduced_motion": "reduce"}, {}])
def test_without_motion_nothing_falls(end: Any, still: dict[str, str]) -> None:
    table = end("off" if not still else "normal", **still)
    table.page.evaluate(
        """() => { window.seen = 0; new MutationObserver(() => {
        window.seen += document.querySelectorAll(".finale, .flourish").length; })
        .observe(document.body, { childList: true, subtree: true }); }"""
    )
    table.play()
    table.page.locator("#finish[open]").wait_for()
    assert table.page.evaluate("window.seen") == 0


SHARES = """files => {
    navigator.canShare = () => files;
    window.shared = new Promise((done) => (navigator.share = async (shared) => done(shared)));
}"""
TAKEN = """async () => {
    const { text, url, files = [] } = await window.shared;
    return { text, url, files: files.map(({ name, type, size }) => (size > 100 ? [name, type] : [name, size])) };
}"""


@pytest.mark.parametrize(
    ("takes_files", "drawn", "files"),
    [(True, True, [["result.png", "image/png"]]), (False, True, []), (True, False, [])],
)
def test_a_result_is_shared_with_its_curve_and_a_picture(
    end: Any, takes_files: bool, drawn: bool, files: list[Any]
) -> None:
    table = end("off")
    page = table.page
    picture = result_picture([Racer("club", 3, False)], [0.5, 0.3], won=False)
    answer = {"body": picture, "content_type": "image/svg+xml"} if drawn else {"status": 404}
    page.route("**/result.svg", lambda route: route.fulfill(**answer))
    page.evaluate(SHARES, takes_files)
    table.play()
    expect(page.locator("#finish .decided")).to_contain_text("It keeps the wild card.")
    page.locator("#finish [data-share]").click()
    shared = page.evaluate(TAKEN)
    assert shared["text"].splitlines()[1:] == ["▅▅▄█", "The greatest swing: 46 → 90 %"]
    assert shared["url"].endswith("/games/1")
    assert shared["files"] == files
    if not drawn:
        table.table.problems.found.clear()


def test_without_a_review_the_result_alone_is_shared(end: Any) -> None:
    table = end("off")
    page = table.page
    page.route("**/review", lambda route: route.fulfill(status=503))
    page.evaluate(SHARES, True)
    table.play()
    expect(page.locator("#finish .decided")).to_contain_text("There is no review")
    page.locator("#finish [data-share]").click()
    shared = page.evaluate(TAKEN)
    assert len(shared["text"].splitlines()) == 1
    assert shared["files"] == []
    table.table.problems.found.clear()


def test_the_time_is_there_before_the_review(end: Any) -> None:
    table = end("off")
    waiting: list[Route] = []
    table.page.route("**/review", lambda route: waiting.append(route))
    table.play()
    facts = table.page.locator("#finish .facts")
    expect(facts.locator("div").first).to_have_text("time12:34")
    expect(facts).to_contain_text("best moves found…")
    assert len(waiting) == 1
    waiting[0].fulfill(json=REVIEW)
    expect(facts).to_contain_text("80%with 2 hints")


def test_the_card_tells_time_turns_the_review_and_the_moment_that_decided(end: Any) -> None:
    table = end("off")
    table.play()
    dialog = table.page.locator("#finish")
    expect(dialog.locator(".facts")).to_contain_text("12:34")
    expect(dialog.locator(".facts")).to_contain_text("80%with 2 hints")
    decided = dialog.locator(".decided")
    expect(decided).to_contain_text("It keeps the wild card.")
    expect(decided.locator(".position .arrows > .played")).to_have_count(1)
    expect(decided.locator(".position .arrows > .best")).to_have_count(1)
    ranks = "[...document.querySelectorAll('#finish .position use.rank')].map((rank) => getComputedStyle(rank).display)"
    shown = dialog.page.evaluate(ranks)
    assert shown
    assert "none" not in shown
    # The course of the chances is beside it, in otherwise empty space.
    expect(dialog.get_by_role("img", name="Your chances over the game: 50% at first")).to_be_hidden()
    table.page.evaluate("document.querySelector('#finish .beaten').replaceChildren()")
    expect(dialog.get_by_role("img", name="Your chances over the game: 50% at first").locator(".now")).to_have_count(1)
    # Drawing the picture's cards does not change those of the table.
    backs = """[...document.querySelectorAll("#cards .card.down")].map((card) =>
        getComputedStyle(card.querySelector(".back") ?? card.firstChild).backgroundImage !== "none")"""
    lying = dialog.page.evaluate(backs)
    assert lying
    assert all(lying)
    inside = """() => { const inner = document.querySelector("#finish .position").getBoundingClientRect();
        const outer = document.querySelector("#finish .decided").getBoundingClientRect();
        const cards = [...document.querySelectorAll("#finish .position .card")];
        const whole = cards.every((one) => one.getBoundingClientRect().right < inner.right);
        return whole && outer.left <= inner.left && inner.right <= outer.right; }"""
    assert dialog.page.evaluate(inside)
    # The person has won: mistakes decided nothing.
    expect(decided.locator("h3")).to_have_text("What was missed most: move 3")
    expect(decided.locator(".cost")).to_have_text("chances 60% → 46%")
    # Turning a phone to landscape and back changes the available space.
    dialog.page.set_viewport_size({"width": 340, "height": 700})
    settle(dialog.page)
    assert dialog.page.evaluate(inside)
    expect(dialog.locator(".racers .won")).to_contain_text("all paid off")
    expect(dialog.get_by_role("button", name="Rematch")).to_be_focused()
    dialog.get_by_role("button", name="Rematch").click()
    assert table.table.last("next")["game"] == 1


PLACES = """() => [...document.querySelectorAll("#finish :is(h2, .racers li, dt, .beaten, .decided, .actions .button)")]
    .map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)])"""


@pytest.mark.parametrize(
    ("size", "made"),
    [((1280, 800), True), ((768, 1024), True), ((360, 640), True), ((640, 360), True), ((1280, 800), False)],
)
def test_nothing_moves_when_the_review_comes(end: Any, size: tuple[int, int], made: bool) -> None:
    one = end("off", size=size)
    page = one.page
    held: list[Route] = []
    page.route("**/review", lambda route: held.append(route))
    one.play()
    card = page.locator("#finish[open]")
    expect(card.locator(".beaten p")).to_have_count(len(RECORDS))
    expect(card.get_by_role("button", name="Keep your games")).to_be_visible()
    expect(card.locator(".decided")).to_have_text("The review is looking for the moment that decided …")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    before = page.evaluate(PLACES)
    if made:
        held[0].fulfill(json=REVIEW)
        expect(card.locator(".decided .position")).to_have_count(1)
    else:
        held[0].fulfill(status=503, json={})
        expect(card.locator(".decided")).to_have_text("There is no review of this game just now.")
        one.table.problems.found.clear()
    settle(page)
    assert page.evaluate(PLACES) == before
    # The picture and its text are within the reserved space.
    assert card.locator(".decided").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    # The buttons are in one row or two.
    rows = "(all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().bottom))).size"
    assert card.locator(".actions .button:not(.more-below)").evaluate_all(rows) <= 2


def test_the_arrows_beside_the_words_are_whole_and_of_two_kinds(end: Any) -> None:
    one = end("off")
    one.play()
    samples = one.page.locator("#finish .sample")
    expect(samples).to_have_count(2)
    whole = """(svg) => { const outer = svg.viewBox.baseVal; const inner = svg.firstElementChild.getBBox();
        const inside = inner.x > 0 && inner.y > 0;
        return inside && inner.x + inner.width < outer.width && inner.y + inner.height < outer.height; }"""
    assert [samples.nth(n).evaluate(whole) for n in range(2)] == [True, True]
    heads = samples.locator(".line.head").evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
    assert heads[0] == "none"
    assert heads[1] != "none"


def test_of_two_long_ways_the_picture_shows_the_one_that_is_pressed(end: Any) -> None:
    one = end("off", size=(360, 640))
    hand = REVIEW["missed"][1]["view"]["players"][0]["hand"]
    moves = [f"H{card}-S{at + 1}" for at, card in enumerate(hand[:4])]
    long = REVIEW["missed"][1] | {"played": moves, "best": moves[::-1]}
    one.page.route("**/review", lambda route: route.fulfill(json=REVIEW | {"missed": [long]}))
    one.play()
    played, best = (one.page.locator(f"#finish .position .{kind}").first for kind in ("played", "best"))
    expect(best).to_be_visible()
    expect(played).to_be_hidden()
    # Words with a hyphen stay in one piece.
    assert one.page.locator("#finish .reason .whole").evaluate("(word) => word.getClientRects().length") == 1
    one.page.get_by_role("button", name="You played").click()
    expect(best).to_be_hidden()
    expect(played).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (360, 640)])
def test_the_faces_of_four_stay_apart_and_their_names_whole(end: Any, size: tuple[int, int]) -> None:
    one = end("off", size=size)
    one.play()
    expect(one.page.locator("#finish .racers li")).to_have_count(2)
    met = one.page.locator("#finish .racers").evaluate("""(list) => {
        for (const racer of [...list.children]) list.append(racer.cloneNode(true));
        for (const racer of list.children) {
          // Who has chosen no head has initials.
          const face = Object.assign(document.createElement("span"), { className: "portrait" });
          racer.querySelector(".portrait").replaceWith(face);
          racer.querySelector("b").textContent = "Octavia 2";
        }
        const boxes = [...list.querySelectorAll(".portrait")].map((face) => face.getBoundingClientRect());
        const apart = (one, other) => one.right <= other.left || one.bottom <= other.top;
        const cut = [...list.querySelectorAll("b")].filter((name) => name.scrollWidth > name.clientWidth);
        const met = boxes.slice(1).filter((box, at) => !apart(boxes[at], box) && !apart(box, boxes[at]));
        return [cut.length, met.length];
    }""")
    assert met == [0, 0]


@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_picture_can_be_read_and_keeps_to_its_room_for_any_number_of_seats(end: Any, players: int) -> None:
    one = end("off")
    preset = "standard" if players == 2 else "round"
    game = Game.deal(preset_rules(preset, players), 0, FairDeal(bytes(32), ("a",)))
    drawn = """async ([view, width, height]) => {
        await (await import("/static/kernel/dom/lazily.js")).styled("spite/review/review.css");
        const { drawPosition } = await import("/static/spite/review/position.js");
        const picture = drawPosition(view, view.players.map((_each, seat) => `Player ${seat}`), [], width, height);
        const room = Object.assign(document.createElement("div"), { style: `width:${width}px` });
        room.append(picture);
        document.querySelector("#above").append(room);
        const within = picture.getBoundingClientRect();
        const parts = [...picture.querySelectorAll(":scope > :not(svg)")].map((part) => part.getBoundingClientRect());
        const out = parts.filter(({ left, right, bottom }) =>
            left < within.left - 1 || right > within.right + 1 || bottom > within.bottom + 1).length;
        const labels = [...picture.querySelectorAll(".label")];
        // A name may end in dots.
        const words = labels.filter((label) => !label.querySelector("span"));
        const cut = words.filter((label) => label.scrollWidth > label.clientWidth).length;
        const scale = within.width / picture.offsetWidth;
        const letters = Math.min(...labels.map((label) => Number.parseFloat(getComputedStyle(label).fontSize) * scale));
        return [Math.round(within.width), Math.round(within.height), out, cut, letters >= 11]; }"""
    view = game.view(game.turn).to_json()
    for width, height in ((370, 390), (270, 330), (300, 262)):
        assert one.page.evaluate(drawn, [view, width, height]) == [width, height, 0, 0, True]


@pytest.mark.parametrize(
    ("won", "after", "said"),
    [(True, 0.9, "Here luck was with you."), (False, 0.12, "Here luck was against you.")],
)
def test_where_nothing_was_missed_it_shows_where_luck_turned(end: Any, won: bool, after: float, said: str) -> None:
    table = end("off")
    worst = REVIEW["missed"][1]
    turned = {name: worst[name] for name in ("number", "ply", "played", "played_words", "view")}
    turned |= {"chance": 0.46, "after": after}
    review = REVIEW | {"missed": [], "won": won, "turned": turned}
    table.page.route("**/review", lambda route: route.fulfill(json=review))
    # Several of these would take the space of the graph.
    table.page.route("**/records", lambda route: route.fulfill(json={"records": []}))
    table.play()
    decided = table.page.locator("#finish .decided")
    expect(decided.get_by_role("heading")).to_have_text("Where luck turned: move 3")
    expect(decided.locator(".cost")).to_have_text(f"chances 46% → {after:.0%}")
    expect(decided.locator(".told-way")).to_have_text("You played K♦ on 6♠")
    expect(decided.locator(".ways > p")).to_have_text(f"None of your choices was surely a mistake. {said}")
    expect(decided.locator(".picture .position")).to_be_visible()
    expect(decided.locator(".position .arrows > .played")).to_have_count(1)
    expect(table.page.locator("#finish .course .now")).to_have_count(1)


def test_a_long_name_in_the_picture_is_cut_at_its_end_alone(end: Any) -> None:
    one = end("off", size=(360, 640))
    seats = one.table.snapshot["table"]["seats"]
    seats[1]["name"] = "Maximiliane Müller-Lüdenscheidt"
    one.table.send(**one.table.snapshot)
    one.play()
    label = one.page.locator("#finish .position .label").first
    expect(label).to_contain_text("Maximiliane Müller-Lüdenscheidt · 5 in hand")
    cut = """(label) => {
        const { left, right } = label.getBoundingClientRect();
        const [name, count] = [label.firstChild, document.createRange()];
        count.selectNodeContents(label.lastChild);
        const whole = count.getBoundingClientRect();
        const ends = name.scrollWidth > name.clientWidth && getComputedStyle(name).textOverflow === "ellipsis";
        return ends && whole.left >= left && whole.right <= right; }"""
    assert label.evaluate(cut)


@pytest.mark.parametrize(("over", "target"), [(True, 12), (True, 10), (False, 12)])
def test_the_end_in_a_match_tells_how_far_each_has_come(end: Any, over: bool, target: int) -> None:
    one = end("off")
    games = [[6, 0], [0, 3], [6, 0]] if over else [[6, 0], [0, 3]]
    one.match = {
        "target": target,
        "scores": [12 if over else 6, 3],
        "games_played": len(games),
        "games": games,
        "over": over,
    }
    one.play()
    expect(one.page.locator("#finish h2")).to_have_text("You win the match!" if over else "You win!")
    racers = one.page.locator("#finish .racers li")
    won = "12 points" if target < 12 else "12 points of 12"
    expect(racers.nth(0).locator("span").last).to_have_text(won if over else "6 points of 12")
    expect(racers.nth(1)).to_contain_text(f"3 points of {target}")
    ways = racers.locator(".track i").evaluate_all(
        "(all) => all.map((one) => one.offsetWidth / one.parentElement.offsetWidth)"
    )
    assert [round(way, 1) for way in ways] == [1.0 if over else 0.5, round(3 / target, 1)]
    # At its end the points are large, with the games below.
    expect(racers.locator(".score")).to_have_text(["12", "3"] if over else [])
    told = ["You6 points", "Pip3 points", "You6 points"] if over else []
    expect(one.page.locator("#finish .games li")).to_have_text(told)


def test_how_it_ended_is_told_when_nothing_falls_any_more(end: Any) -> None:
    table = end("fast", size=(360, 640))
    page = table.page
    page.evaluate(
        """() => { window.covered = null; const show = HTMLDialogElement.prototype.showModal;
        HTMLDialogElement.prototype.showModal = function () {
          window.covered = document.querySelectorAll(".finale:not(.ends)").length; show.call(this); }; }"""
    )
    table.play()
    page.locator("#finish[open]").wait_for()
    assert page.evaluate("window.covered") == 0


@pytest.mark.parametrize("still", [{}, {"reduced_motion": "reduce"}])
def test_a_loss_has_its_moment_too(end: Any, still: dict[str, str]) -> None:
    table = end("normal", you=1, **still)
    page = table.page
    seats = [person("Ada", 0) | {"kind": "computer", "player": "expert", "name": "Nadia"}, person("Pip", 1)]
    table.table.send(type="people", **people(seats, 1))
    table.play()
    loss_effect = page.locator(".loss-effect")
    loss_effect.wait_for(state="attached")
    expect(loss_effect.locator("b")).to_have_text("As counted.")
    glow, card = loss_effect.locator("i").bounding_box(), page.locator('[data-key="centre:0"]').bounding_box()
    assert glow is not None
    assert card is not None
    assert (glow["x"], glow["y"]) == (pytest.approx(card["x"], abs=2), pytest.approx(card["y"], abs=2))
    expect(page.locator("#finish")).not_to_be_visible()
    page.keyboard.press("Shift")
    expect(page.locator("#finish")).to_be_visible()
    expect(loss_effect).to_have_count(0)


def test_people_who_won_say_nothing_by_themselves(end: Any) -> None:
    table = end("normal", you=1)
    table.play()
    table.page.locator(".loss-effect i").wait_for(state="attached")
    expect(table.page.locator(".loss-effect b")).to_have_count(0)


def test_a_loss_has_a_kind_and_true_word_and_nothing_falls(end: Any) -> None:
    table = end("fast", you=1)
    table.play()
    dialog = table.page.locator("#finish")
    expect(dialog).to_contain_text("One more card, and it would have been yours.")
    expect(table.page.locator(".finale")).to_have_count(0)
    expect(dialog.get_by_role("heading", level=2)).not_to_contain_text("!")


def test_the_result_can_be_looked_at_again(end: Any) -> None:
    table = end("off")
    result = table.page.get_by_role("button", name="Result")
    expect(result).to_have_count(0)
    table.play()
    finish = table.page.locator("#finish")
    expect(finish.get_by_text("best moves found")).to_be_visible()
    finish.get_by_role("button", name="Look at the table").click()
    expect(finish).to_be_hidden()
    result.click()
    expect(finish.get_by_role("heading", name="You win!")).to_be_visible()
    table.page.keyboard.press("Escape")
    table.table.send(**table.table.snapshot | {"version": 3, "game": 2})
    expect(result).to_have_count(0)


@pytest.mark.parametrize("back", ["/tournaments/t", ""])
def test_a_table_of_a_tournament_offers_and_promises_nothing_after_its_match(end: Any, back: str) -> None:
    table = end("off", you=1)
    table.page.route("**/now", lambda route: route.fulfill(json={"state": "over", "words": "Over.", "table": None}))
    table.page.locator("#table").evaluate("(table, back) => back && (table.dataset.back = back)", back)
    table.match = {"target": 25, "scores": [26, 3], "games_played": 2, "games": [[23, 0], [0, 3]], "winners": [0]}
    table.play()
    finish, offered = table.page.locator("#finish"), 0 if back else 1
    expect(finish.get_by_text("The next match starts at zero for everybody.")).to_have_count(offered)
    finish.get_by_role("button", name="Look at the table").click()
    expect(table.page.get_by_role("button", name="Result")).to_be_visible()
    expect(table.page.locator("[data-do=next]:not([hidden])")).to_have_count(offered)


@pytest.mark.parametrize("signed_in", [False, True])
def test_who_has_no_account_is_offered_one_quietly(end: Any, signed_in: bool) -> None:
    table = end("off")
    if signed_in:
        table.page.evaluate("localStorage.setItem('spite.account', '1')")
    table.play()
    table.page.wait_for_function(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/kernel/people/passkeys.js'))"
    )
    offer = table.page.get_by_role("button", name="Keep your games on every device")
    expect(table.page.locator("#finish[open]")).to_be_visible()
    expect(offer).to_have_count(0 if signed_in else 1)


def test_three_wins_of_four_lead_to_the_next_level(end: Any) -> None:
    table = end("off")
    page = table.page
    standing = {"counted": [], "levels": {"beginner": {"latest": [False, True, True]}}}
    page.evaluate("(kept) => localStorage.setItem('spite.standing', kept)", json.dumps(standing))
    asked: list[Any] = []

    def hear(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.abort()

    page.route("**/api/tables", hear)
    table.play()
    why = "You have won 3 of your last 4 games against Pip: time for the next level."
    expect(page.locator("#finish")).to_contain_text(why)
    page.get_by_role("button", name="Next level: Rosa").click()
    assert page.evaluate("localStorage.getItem('spite.opponent')") == "casual"
    assert [seat["kind"] for seat in asked[0]["seats"]] == ["person", "computer"]
    assert asked[0]["seats"][1]["player"] == "casual"
    kept = page.evaluate("JSON.parse(localStorage.getItem('spite.standing'))")
    assert kept["levels"]["beginner"]["latest"] == [False, True, True, True]
    table.table.problems.found.clear()


@pytest.mark.parametrize(("over", "winners", "offered"), [(False, [], False), (True, [1], False), (True, [0], True)])
def test_the_next_level_waits_for_the_end_of_a_match_and_for_who_wins_it(
    end: Any, over: bool, winners: list[int], offered: bool
) -> None:
    table = end("off")
    standing = {"counted": [], "levels": {"beginner": {"latest": [False, True, True]}}}
    table.page.evaluate("(kept) => localStorage.setItem('spite.standing', kept)", json.dumps(standing))
    table.match = {
        "target": 25, "scores": [25 if 0 in winners else 21, 25 if 1 in winners else 6], "games_played": 3,
        "games": [[9, 0], [0, 6], [12, 0]], "over": over, "winners": winners,
    }  # fmt: skip
    table.play()
    finish = table.page.locator("#finish")
    expect(finish.locator("[data-next]")).to_have_text("Rematch" if over else "Next game")
    expect(finish.get_by_role("button", name="Next level")).to_have_count(int(offered))
    expect(finish.locator(".button.primary")).to_have_text("Next level: Rosa" if offered else finish_text(over))
    kept = table.page.evaluate("localStorage.getItem('spite.opponent')")
    assert kept == ("casual" if offered else "beginner")


def finish_text(over: bool) -> str:
    """Return the label of the button that continues with the same opponent."""
    return "Rematch" if over else "Next game"


class Pair:
    """The page of a table with two people, where the last card has just been played."""

    def __init__(self, end: Any, size: tuple[int, int]) -> None:
        one = end("off", size=size)
        self.page: Page = one.page
        self.table = one.table
        self.game = one.game
        self.page.route("**/api/tables/t/ratings", lambda route: route.fulfill(json=[None, None]))
        self.tell()
        one.match = {"target": 25, "scores": [9, 0], "games_played": 1, "games": [[9, 0]], "over": False, "winners": []}
        one.play()
        self.finish = self.page.locator("#finish")
        expect(self.finish).to_be_visible()

    def tell(self, ready: tuple[bool, bool] = (False, False), deals_in: int | None = None) -> None:
        """Report who is ready for the next game."""
        seats = [person(name, seat, ready=ready[seat]) for seat, name in enumerate(("Ada", "Ben"))]
        self.table.send(type="people", **people(seats, 0, "game_over", deals_in=deals_in))

    def deal(self) -> None:
        """Deal the next game."""
        rules = preset_rules("standard", 2, {"payoff": 1})
        view = Game.deal(rules, 0, FairDeal(bytes(32), ("a",))).view(0).to_json()
        seats = [person(name, seat) for seat, name in enumerate(("Ada", "Ben"))]
        self.table.send(**snapshot_of(view) | {"game": 2, "version": 9, "people": people(seats, 0)})


@pytest.mark.parametrize("size", [(1280, 800), (360, 640), (640, 360)])
def test_with_others_one_is_ready_and_sees_who_else_is(end: Any, size: tuple[int, int]) -> None:
    pair = Pair(end, size)
    button = pair.finish.locator("[data-next]")
    expect(button).to_have_text("Ready for the next game")
    pair.tell((False, True), 25_000)
    line = pair.finish.locator(".readiness")
    expect(line).to_contain_text("Ben is ready for the next game.")
    expect(line).to_contain_text(re.compile(r"It is dealt in 0:2[45]\."))
    assert line.evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight")
    line.get_by_role("button", name="Stop").click()
    assert pair.table.last("wait")["game"] == 1
    pair.tell((False, True), None)
    expect(line).to_contain_text("It is dealt when everybody is ready.")
    expect(line.get_by_role("button")).to_be_hidden()
    button.click()
    assert pair.table.last("next")["game"] == 1
    pair.table.send(type="accepted", id=pair.table.last("next")["id"], version=2, ply=1)
    pair.tell((True, False), 20_000)
    expect(button).to_have_text("You are ready")
    expect(button).to_be_disabled()
    expect(line).to_contain_text("You are ready. Waiting for Ben.")
    assert violations_at_rest(pair.page) == []
    # Somebody who is ready has seen enough.
    pair.deal()
    expect(pair.finish).to_be_hidden()


def test_the_result_stays_open_when_the_next_game_is_dealt(end: Any) -> None:
    pair = Pair(end, (1280, 800))
    pair.tell((False, True), 1_000)
    pair.deal()
    expect(pair.finish.locator(".readiness")).to_have_text("The next game has begun.")
    expect(pair.finish.locator("h2")).to_have_text("You win!")
    pair.finish.get_by_role("button", name="To the table").click()
    expect(pair.finish).to_be_hidden()
    expect(pair.page.locator("[data-do=next]")).to_be_hidden()


def test_who_looks_at_the_table_sees_the_countdown_and_stops_it(end: Any) -> None:
    pair = Pair(end, (360, 640))
    pair.finish.get_by_role("button", name="Look at the table").click()
    pair.tell((False, True), 25_000)
    banner = pair.page.locator(".live-banner")
    expect(banner).to_contain_text("Ben is ready for the next game. It is dealt in 0:2")
    banner.get_by_role("button", name="Stop").click()
    assert pair.table.last("wait")["game"] == 1
    pair.page.locator("[data-do=next]").click()
    assert pair.table.last("next")["game"] == 1


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/moments/",
    "src/spite_and_malice/web/kernel/finish.js",
    "src/spite_and_malice/web/kernel/finish.css",
)
def test_records_that_fell_are_told_unless_they_are_hidden(end: Any) -> None:
    table = end("off")
    table.play()
    told = table.page.locator("#finish").locator(".beaten p")
    expect(told).to_have_text(
        [
            "New record Your quickest win: 4:05. It was 1:01:01.",
            "New record Your fewest turns: 1. It was 9.",
            "New record Your largest margin: 1 card. It was 0.",
            "New record Your most pay-off cards in one turn: 3. It was 2.",
        ]
    )
    hidden = end("off")
    hidden.page.evaluate('localStorage.setItem(\'spite.settings\', \'{"speed": "off", "figures": false}\')')
    hidden.play()
    expect(hidden.page.locator("#finish .facts")).to_contain_text("12:34")
    expect(hidden.page.locator("#finish .beaten")).to_have_count(0)


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/moments/",
    "src/spite_and_malice/web/kernel/finish.js",
    "src/spite_and_malice/web/kernel/finish.css",
)
def test_what_is_new_in_the_scrapbook_is_told_in_a_few_lines(end: Any) -> None:
    table = end("off")
    achieved = [{"key": f"key{at}", "title": f"Title {at}", "words": f"Words {at}.", "url": "/"} for at in range(6)]
    table.page.route("**/games/1/achievements", lambda route: route.fulfill(json={"achieved": achieved}))
    table.play()
    told = table.page.locator("#finish .achieved p")
    lines = [f"Scrapbook Title {at} Words {at}." for at in range(3)]
    expect(told).to_have_text([*lines, "3 more in your scrapbook"])
    expect(told.nth(1).get_by_role("link")).to_have_attribute("href", "/scrapbook#key1")
    expect(told.last.get_by_role("link")).to_have_attribute("href", "/scrapbook")
    assert violations_at_rest(table.page) == []
    few = end("off")
    few.page.route("**/games/1/achievements", lambda route: route.fulfill(json={"achieved": achieved[:4]}))
    few.play()
    expect(few.page.locator("#finish .achieved p")).to_have_count(4)
    expect(few.page.locator("#finish .achieved")).not_to_contain_text("more")


def test_a_rated_game_tells_where_the_ratings_went_and_ones_place(end: Any) -> None:
    table = end("off")
    changes = [
        {"before": 1512, "after": 1531, "give_or_take": 60, "place": 4},
        {"before": 1600, "after": 1588, "give_or_take": 80, "place": None},
    ]
    table.page.route("**/api/tables/t/ratings", lambda route: route.fulfill(json=[None, None]))
    table.page.route("**/games/1/ratings", lambda route: route.fulfill(json={"changes": changes}))
    seats = [person("Ada", 0), person("Pip", 1)]
    table.table.send(type="people", **people(seats, 0, settings=SETTINGS | {"rated": True}))
    table.play()
    finish = table.page.locator("#finish")
    rank = finish.locator(".rank")
    expect(rank.locator("[aria-hidden]")).to_have_text("Your rating: 1512 → 1531, place 4")
    expect(rank.locator(".visually-hidden")).to_have_text("Your rating went from 1512 to 1531. You have place 4.")
    expect(finish.locator(".racers .rated")).to_have_text("1600 → 1588Rating from 1600 to 1588")
    assert violations_at_rest(table.page) == []


def test_a_refusal_is_a_short_shake_of_the_head(end: Any) -> None:
    table = end("normal")
    page = table.page
    page.evaluate(
        """() => { window.shaken = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          if (this.matches(".seat-name.own .face")) window.shaken += 1;
          return animate.call(this, frames, options); }; }"""
    )
    page.locator('[data-key="stock"]').click()
    page.locator('[data-key="hand:0#0"]').click()
    page.locator('[data-key="payoff:1:0"]').click()
    page.wait_for_function("window.shaken === 1")


@pytest.mark.parametrize(("you", "size"), [(0, (1280, 800)), (1, (360, 640))])
def test_axe_finds_nothing_in_how_it_is_told(end: Any, you: int, size: tuple[int, int]) -> None:
    table = end("off", you, size)
    table.play()
    table.page.locator("#finish .decided .told-way").first.wait_for()
    for theme in ("dark", "light"):
        table.page.emulate_media(color_scheme=theme)
        assert violations_at_rest(table.page) == []


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_on_a_phone_no_button_of_a_win_has_three_lines(end: Any, size: tuple[int, int], locale: str) -> None:
    table = end("off", 0, size, locale=locale)
    standing = {"counted": [], "levels": {"beginner": {"latest": [False, True, True]}}}
    table.page.evaluate("(kept) => localStorage.setItem('spite.standing', kept)", json.dumps(standing))
    table.play()
    expect(table.page.locator("#finish .next-level")).to_be_visible()
    high = "all => Math.max(...all.map((e) => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)))"
    assert table.page.locator("#finish .actions .button").evaluate_all(high) < 3


CLIMBED = {
    "player": "beginner", "name": "Pip", "family": "Spite and Malice", "before": 1, "stars": 2,
    "gold_before": 1, "gold": 1,
    "next": "Win four of five in a row for the third star.", "promoted": "casual",
    "signs": [{"id": "acorn", "name": "Acorn", "takes": "Two stars against Pip", "earned": True}],
}  # fmt: skip


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/moments/",
    "src/spite_and_malice/web/kernel/finish.js",
    "src/spite_and_malice/web/kernel/finish.css",
)
@pytest.mark.parametrize("speed", ["normal", "off"])
def test_who_climbs_stands_on_the_higher_step_beside_the_next(end: Any, speed: str) -> None:
    table = end(speed)
    page = table.page
    page.route("**/ladder", lambda route: route.fulfill(json=CLIMBED))
    table.play()
    if speed == "normal":
        page.locator(".finale canvas").wait_for(state="attached")
        page.keyboard.press("Shift")
    expect(page.locator("#finish .climbed")).to_contain_text("You have climbed to Rosa.")
    expect(page.locator("#finish .climbed")).to_contain_text("Your second star against Pip (Spite and Malice)!")
    expect(page.locator("#finish .climbed")).to_contain_text("It is silver")
    expect(page.locator("#finish .star.won.silver")).to_have_count(1)
    expect(page.locator("#finish .climbed")).to_contain_text("A sign for your plate: Acorn")
    page.get_by_role("button", name="Put it on your plate").click()
    expect(page.locator("#finish .climbed")).to_contain_text("It is on your plate now.")
    assert page.evaluate("JSON.parse(localStorage.getItem('spite.settings')).sign") == "acorn"
    faces = page.locator("#finish .ascent .portrait")
    expect(faces).to_have_count(3)
    page.wait_for_function(
        "document.querySelector('#finish .climber').getAnimations({ subtree: true })"
        ".every(({ playState }) => playState === 'finished')"
    )
    beaten, following, own = (face.bounding_box() for face in faces.all())
    foot = own["y"] + own["height"]
    assert foot == pytest.approx(following["y"] + following["height"], abs=4)
    assert foot < beaten["y"] + beaten["height"] - 20
    assert beaten["x"] + beaten["width"] < own["x"] < following["x"] - own["width"] + 4


def test_stars_against_a_seat_of_another_name_say_whose_they_are(end: Any) -> None:
    table = end("off")
    table.page.route("**/ladder", lambda route: route.fulfill(json=CLIMBED | {"name": "Rosa"}))
    table.play()
    expect(table.page.locator("#finish .climbed")).to_contain_text("Pip plays as Rosa does. Your stars against Rosa: ")
