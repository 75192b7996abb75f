"""The page of a finished game, in a real browser: its record, checked step by step."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from websockets.sync.client import connect

from spite_and_malice.play import FairDeal, Game, parse, verify, write
from spite_and_malice.rules import preset_rules
from tests.server.play import choose
from tests.web.axe import violations
from tests.web.conftest import resize
from tests.web.modules import Modules
from tests.web.windows import WINDOWS
from tools.record_files import FOLDER

GOOD = "Checked: nobody could choose these cards. Every shuffle is the promised one, and every move was legal."


def a_review() -> dict[str, Any]:
    """Return a possible server review of the second seat's choices in a game."""
    game = Game.deal(preset_rules("standard", 2, {"payoff": 9}), 0, FairDeal(b"review", ("a", "b")))
    view = game.view(1).to_json()
    hand = view["players"][1]["hand"]
    played, best = [f"H{hand[0]}-S1"], [f"H{hand[1]}-S2", f"H{hand[2]}-S3"]
    seen = {name: value for name, value in view.items() if name not in ("rules", "legal")}
    costs = (0.02, 0.03, 0.12, 0.04)
    return {
        "seat": 1,
        "choices": 9,
        "missed": [
            {
                "number": 2 * at + 3, "ply": 2 * at + 2, "played": played,
                "chance": 0.3 + at / 20, "cost": cost,
                "best": best, "played_words": "7♥", "best_words": "8♥",
                "words": "It is better.", "view": seen,
                "played_steps": stepped(seen, played), "best_steps": stepped(seen, best),
            }
            for at, cost in enumerate(costs)
        ],
        "chances": [{"ply": 2 * at + 2, "number": 2 * at + 3, "chance": 0.3 + at / 20} for at in range(9)],
        "won": False,
        "moves": 30,
        "rules": view["rules"],
    }  # fmt: skip


def stepped(seen: dict[str, Any], line: list[str]) -> list[dict[str, Any]]:
    """Return the views as one card after the other leaves the hand of the second seat."""
    steps = list[dict[str, Any]]()
    for text in line:
        left = list(seen["players"][1]["hand"])
        left.remove(text[1:].partition("-")[0])
        seen = {**seen, "players": [seen["players"][0], {**seen["players"][1], "hand": left}]}
        steps.append({"words": f"card {len(steps) + 1}", "view": seen})
    return steps


REVIEW = a_review()
WORST = ["chances 40% → 28%", "chances 45% → 41%", "chances 35% → 32%", "chances 30% → 28%"]
STEPS = [
    "The secret is the promised one",
    "The secret and the seats make the key",
    "Every shuffle follows from the key",
    "The cards were dealt from the shuffled deck",
    "Every move was legal",
]


class Player:
    """A browser whose person plays a table's games over the websocket, and then looks at their pages."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.faults: list[str] = []

    def table(self, preset: str = "standard", payoff: int = 3) -> str:
        """Set up a table and return its path."""
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "greedy"}]
        body = {"preset": preset, "rules": {"payoff": payoff}, "seats": seats}
        answer = self.context.request.post(f"{self.site}/api/tables", data=body)
        assert answer.ok, answer.text()
        return str(answer.json()["url"])

    def play(self, table: str, moves: int | None = None) -> int:
        """Play the newest game of a table to its end, or a number of moves, and return the number of moves made."""
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.context.cookies())
        address = f"ws{self.site.removeprefix('http')}{table}/ws"
        with connect(address, additional_headers={"Cookie": cookies}) as socket:
            socket.send(json.dumps({"type": "hello"}))
            for frame in socket:
                message = json.loads(frame)
                if message["type"] not in ("snapshot", "event"):
                    continue
                if message["view"] is None:
                    part = {"type": "contribute", "id": "part", "game": 1, "contribution": "5a" * 32}
                    socket.send(json.dumps(part))
                    continue
                if message["view"]["result"] is not None or message["ply"] == moves:
                    return int(message["ply"])
                if legal := message["view"]["legal"]:
                    sent = {"type": "move", "id": f"{message['ply']}", "game": message["game"], "ply": message["ply"]}
                    socket.send(json.dumps({**sent, "move": choose(legal)}))
        raise ConnectionError(f"the server hung up before {table} had come so far")

    def open(self, path: str, size: str = "desktop") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.set_viewport_size(dict(zip(("width", "height"), WINDOWS[size], strict=True)))  # type: ignore[arg-type]
        page.goto(self.site + path)
        return page


@pytest.fixture(scope="module")
def player(browser: Browser, site: str) -> Iterator[Player]:
    """One person for all tests of this file; a fault in a page's scripts fails the last of them."""
    context = browser.new_context(reduced_motion="reduce", color_scheme="dark")
    player = Player(context, site)
    yield player
    context.close()
    assert player.faults == []


@pytest.fixture(scope="module")
def finished(player: Player) -> str:
    """Return the path of a finished game that has every moment of `REVIEW`: a lucky deal is over in four moves."""
    last = max(moment["ply"] for moment in REVIEW["chances"])
    table = player.table()
    while player.play(table) <= last:
        table = player.table()
    return f"{table}/games/1"


def with_record(page: Page, change: Callable[[str], str]) -> None:
    """Give the page its record with a change."""

    def answer(route: Route) -> None:
        route.fulfill(body=change(route.fetch().text()), content_type="text/plain")

    page.route("**/games/*/record", answer)
    page.reload()


def test_a_finished_game_is_checked_step_by_step_and_found_right(player: Player, finished: str) -> None:
    page = player.open(finished)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.get_by_text("How that was checked").click()
    expect(page.locator(".step h3")).to_have_text(STEPS)
    assert page.locator(".step.bad, .mark.bad").count() == 0
    address = page.locator("[data-record]").get_attribute("data-record")
    record = parse(player.context.request.get(f"{player.site}{address}").body())
    assert record.secret is not None
    for name, text in (
        ("Secret", record.secret.hex()),
        ("Promise at the table", record.commitment),
        ("Added by Ada", record.contributions[0]),
    ):
        item = page.locator(".comparison", has=page.get_by_text(name, exact=True))
        item.locator("summary").click()
        expect(item.locator(".bytes")).to_have_text(text)
    shuffles = sum(fact.label.startswith("shuffle ") for fact in all_facts(record))
    expect(page.locator(".step").nth(2).locator(".comparison")).to_have_count(shuffles)
    expect(page.locator(".step").nth(4)).to_contain_text(f"all {len(record.actions)} actions")


def all_facts(record: Any) -> list[Any]:
    return [*record.facts, *(fact for action in record.actions for fact in action.facts)]


@pytest.mark.parametrize(
    "preset", ["standard", "book", "skip-bo", "starturn", "misery", "massachusetts", "quick", "partners"]
)
def test_the_browser_computes_what_the_engine_dealt(modules: Modules, preset: str) -> None:
    text = write(parse((FOLDER / f"{preset}.txt").read_text(encoding="utf-8")))
    compared = modules.evaluate(
        """async ([text, commitment]) => {
            const { steps, agrees } = await import("/static/pages/replays/record.js");
            const { readRecord } = await import("/static/pages/replays/record.js");
            const found = [];
            for await (const step of steps(readRecord(text), commitment)) {
                for (const one of step.comparisons) found.push([one.name, agrees(one)]);
            }
            return found;
        }""",
        [text, parse(text).commitment],
    )
    assert [name for name, good in compared if not good] == []
    names = [name for name, _ in compared]
    assert sum(name.startswith("Shuffle ") for name in names) == text.count("shuffled ")
    assert "Stock" in names
    assert sum("pay-off pile" in name for name in names) == text.count("\npay-off ")


TAMPERED: dict[str, tuple[Callable[[str], str], set[int]]] = {
    "the secret": (lambda text: swap(text, "secret: "), {0, 1, 2}),
    "the commitment": (lambda text: swap(text, "commitment: "), {0}),
    "a contribution": (lambda text: swap(text, 'contribution 0: "'), {1, 2}),
    "the shuffled deck": (lambda text: swap_cards(text, "shuffled 0: "), {2, 3}),
    "a hand": (lambda text: swap_cards(text, "hand 0: "), {3}),
    "the deck before": (lambda text: swap_cards(text, "shuffle 0: "), {2, 3}),
}


def swap(text: str, after: str) -> str:
    """Change the first character after some words for another hexadecimal digit."""
    at = text.index("\n" + after) + 1 + len(after)
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def swap_cards(text: str, after: str) -> str:
    """Exchange the first card after some words with the next that differs."""
    at = text.index("\n" + after) + 1 + len(after)
    end = text.index("\n", at)
    cards = text[at:end].split(" ")
    other = next(number for number, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return text[:at] + " ".join(cards) + text[end:]


@pytest.mark.parametrize("what", TAMPERED)
def test_a_record_that_was_tampered_with_is_found_out_in_the_browser(player: Player, finished: str, what: str) -> None:
    tamper, bad = TAMPERED[what]
    page = player.open(finished)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    with_record(page, tamper)
    expect(page.get_by_role("status")).to_contain_text("Something does not fit")
    steps = page.locator(".step")
    expect(steps).to_have_count(5)
    classes = [steps.nth(number).get_attribute("class") or "" for number in range(5)]
    assert {number for number, name in enumerate(classes) if "bad" in name} == bad
    expect(page.locator(".step.bad").first.get_by_text("✗ differs").first).to_be_visible()
    page.close()


def test_faults_that_the_server_finds_are_shown_with_their_line(player: Player, finished: str) -> None:
    page = player.open(finished)
    fault = {"line": 71, "message": "H8c-S1 is not legal."}
    page.route("**/check", lambda route: route.fulfill(json={"actions": 9, "faults": [fault]}))
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("Something does not fit")
    expect(page.locator(".step.bad")).to_have_count(1)
    expect(page.locator(".step.bad .fault")).to_have_text("Line 71: H8c-S1 is not legal.")
    page.close()


def test_a_server_that_is_gone_and_a_browser_without_hashes_are_said(player: Player, finished: str) -> None:
    page = player.open(finished)
    page.route("**/games/*/record", lambda route: route.fulfill(status=503))
    page.reload()
    expect(page.get_by_role("status")).to_have_text("The record could not be checked: The server answered 503.")
    page.unroute("**/games/*/record")
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("only over https or on the same computer")
    page.close()


def test_the_records_can_be_downloaded(player: Player, finished: str, tmp_path: Path) -> None:
    page = player.open(finished)
    for name, viewer in (("Download the record", None), ("Download what you saw", 0)):
        with page.expect_download() as started:
            page.get_by_role("link", name=name).click()
        file = tmp_path / started.value.suggested_filename
        started.value.save_as(file)
        assert parse(file.read_bytes()).viewer == viewer
        if viewer is None:
            assert verify(file.read_bytes()) == ()
    page.close()


def test_a_running_game_shows_its_promise_and_what_you_have_seen(player: Player) -> None:
    table = player.table(payoff=20)
    player.play(table, moves=0)
    page = player.open(f"{table}/games/1")
    expect(page.locator(".bytes").first).to_have_text(parse(record_of_mine(player, table)).commitment)
    expect(page.get_by_role("link", name="Download what you have seen so far")).to_be_visible()
    assert page.get_by_role("link", name="Download the record").count() == 0
    page.close()


def record_of_mine(player: Player, table: str) -> bytes:
    address = f"/api{table.replace('/table/', '/tables/')}/games/1/record/mine"
    return player.context.request.get(f"{player.site}{address}").body()


def test_the_end_of_a_game_at_the_table_leads_to_its_record(player: Player, finished: str) -> None:
    page = player.open(finished.removesuffix("/games/1"), "phone")
    expect(page.locator("#finish [data-next]")).to_be_focused()
    page.locator("#finish").get_by_role("link", name="Look back at this game").click()
    page.wait_for_url(f"**{finished}")
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.close()


def test_a_finished_game_leads_to_its_replay_and_back(player: Player, finished: str) -> None:
    page = player.open(finished)
    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_url(f"**{finished}/replay?seat=0#0")
    expect(page.locator("#cards .card").first).to_be_attached()
    page.keyboard.press("End")
    expect(page.locator("#status")).to_contain_text("win")
    page.get_by_role("link", name="Back to game 1").click()
    page.wait_for_url(f"**{finished}")
    page.route("**/review?seat=*", lambda route: route.fulfill(json=REVIEW))
    page.get_by_role("button", name="Review Greedy").click()
    page.get_by_role("link", name="Watch it from here").click()
    page.wait_for_url(f"**{finished}/replay?seat=1#6")
    expect(page.locator("#replay .at")).to_contain_text("6 /")
    page.close()


def test_your_games_lead_to_the_record(player: Player, finished: str) -> None:
    page = player.open("/games")
    page.locator(f"a[href='{finished}']").first.click()
    # Whoever the cards favoured.
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^(Greedy|You) won$"))
    expect(page.locator(".game-head .lead")).to_contain_text("Game 1")
    expect(page.locator(".game-seats li > .portrait")).to_have_count(2)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.close()


@pytest.mark.parametrize("size", WINDOWS)
def test_nothing_is_wider_than_the_window_and_everything_can_be_hit(player: Player, finished: str, size: str) -> None:
    page = player.open(finished, size)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0]
    small = page.evaluate(
        """() => [...document.querySelectorAll('main a, main summary')]
        .map(e => [e.outerHTML, e.getBoundingClientRect()]).filter(([, box]) => box.height < 24 || box.width < 24)
        .map(([html]) => html)"""
    )
    assert small == []
    page.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing(player: Player, finished: str, theme: str) -> None:
    page = player.open(finished)
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    assert violations(page) == []
    page.close()


def test_the_check_works_with_the_keyboard(player: Player, finished: str) -> None:
    page = player.open(finished)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    page.locator("summary", has_text="How that was checked").focus()
    page.keyboard.press("Enter")
    first = page.locator(".comparison").first
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(first.locator(".bytes")).to_be_visible()
    page.close()


@pytest.fixture
def reviewed(player: Player, finished: str) -> Iterator[Page]:
    """Open the page of a finished game with a review of the second seat."""
    page = player.open(finished)
    page.route("**/review?seat=*", lambda route: route.fulfill(json=REVIEW))
    page.get_by_role("button", name="Review Greedy").click()
    expect(page.locator("[data-told]")).to_contain_text("Greedy: ")
    yield page
    page.close()


def test_what_was_missed_comes_to_the_sum_of_what_is_listed_the_worst_first(reviewed: Page) -> None:
    page = reviewed
    expect(page.locator(".missed .cost")).to_have_text(WORST[:3])
    page.get_by_role("button", name="Show 1 more").click()
    expect(page.locator(".missed .cost").last).to_have_text(WORST[3])
    expect(page.locator(".missed button").last).to_be_focused()
    expect(page.locator("[data-told]")).to_contain_text(
        "What was missed cost 21 percentage points of the chances in all."
    )


def test_a_moment_is_drawn_with_what_was_played_and_what_was_better(reviewed: Page) -> None:
    page = reviewed
    picture = page.locator(".position")
    view = REVIEW["missed"][0]["view"]
    hand = view["players"][1]["hand"]
    expect(page.get_by_role("img", name="In hand: ")).to_have_count(1)
    drawn = picture.locator(".card .front")
    tops = [pile["top"] for player in view["players"] for pile in player["payoff"]]
    expect(drawn).to_have_count(len(hand) + len(tops))
    # The arrows: one for the move played, and one for each move of the better line, which are counted.
    expect(picture.locator(".played .line.head")).to_have_count(1)
    expect(picture.locator(".best .line.head")).to_have_count(2)
    expect(picture.locator(".best text")).to_have_text(["1", "2"])
    line = """(() => { const style = getComputedStyle(document.querySelector('.position .%s .line'));
        return [style.strokeDasharray, style.strokeWidth]; })()"""
    played, best = (page.evaluate(line % kind) for kind in ("played", "best"))
    assert played[0] != best[0]
    assert played[1] != best[1]
    # Each begins at a card in hand.
    places = page.evaluate(
        """() => { const cards = [...document.querySelectorAll(".position .card")].slice(-5)
            .map((card) => card.getBoundingClientRect());
        return [...document.querySelectorAll(".position .arrows .foot")].map((foot) => {
            const { x, y, width, height } = foot.getBoundingClientRect();
            const [cx, cy] = [x + width / 2, y + height / 2];
            return cards.some((card) => card.left < cx && cx < card.right && card.top < cy && cy < card.bottom);
        }); }"""
    )
    assert places == [True, True, True]


def test_the_moments_are_gone_through_by_keyboard(reviewed: Page) -> None:
    page = reviewed
    heading = page.locator(".moment h4")
    expect(heading).to_have_text(f"Move 7, {WORST[0]}")
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.get_by_role("button", name="Next").focus()
    for number, cost in zip((9, 5, 3), WORST[1:], strict=True):
        page.keyboard.press("Enter")
        expect(heading).to_have_text(f"Move {number}, {cost}")
    expect(page.get_by_role("button", name="Previous")).to_be_focused()
    expect(page.get_by_text("4 of 4")).to_be_visible()
    page.locator(".missed button").nth(1).focus()
    page.keyboard.press("Space")
    expect(heading).to_have_text(f"Move 9, {WORST[1]}")
    expect(page.locator(".missed button[aria-pressed=true]")).to_contain_text("Move 9")


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_both_lines_of_a_moment_are_played_move_by_move(reviewed: Page, by_keys: bool) -> None:
    page = reviewed
    told, cards = page.locator(".line-step"), page.locator(".moment .position .card")
    best, played = page.locator(".position .arrows .best"), page.locator(".position .arrows .played")
    forward, back = (page.get_by_role("button", name=f"Step {way}") for way in ("forward", "back"))

    def step(by: int) -> None:
        if by_keys:
            page.keyboard.press("ArrowRight" if by > 0 else "ArrowLeft")
        else:
            (forward if by > 0 else back).click()

    page.locator(".missed button").first.focus()
    expect(told).to_have_text("Play a line move by move, by the buttons or with ← and →.")
    expect(back).to_be_disabled()
    expect(best).to_have_count(2)
    expect(played).to_have_count(1)
    whole = cards.count()
    step(1)
    expect(told).to_have_text("Better, 1 of 2: card 1.")
    expect(page.get_by_role("button", name="Better", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(best).to_have_count(1)
    expect(played).to_have_count(0)
    expect(cards).to_have_count(whole)
    step(1)
    expect(told).to_have_text("Better, 2 of 2: card 2.")
    expect(cards).to_have_count(whole - 1)
    step(1)
    # Its benefit is described at the end of the line.
    expect(told).to_have_text("Better: this is what it leads to. It is better.")
    expect(cards).to_have_count(whole - 2)
    expect(best).to_have_count(0)
    expect(forward).to_be_disabled()
    if by_keys:
        step(1)
        page.get_by_role("button", name="Played", exact=True).press("Enter")
    else:
        page.get_by_role("button", name="Played", exact=True).click()
    expect(told).to_have_text("Played, 1 of 1: card 1.")
    expect(played).to_have_count(1)
    step(1)
    expect(told).to_have_text("Played: this is what it leads to.")
    for _time in range(2):
        step(-1)
    expect(best).to_have_count(2)
    for size in ("desktop", "phone"):
        resize(page, *WINDOWS[size])
        step(1)
        expect(page.locator(".line-steps")).to_be_visible()
        assert violations(page) == []
        step(-1)
    # Another moment begins before its first move.
    step(1)
    page.locator(".missed button").nth(1).click()
    expect(back).to_be_disabled()


def test_the_chances_are_a_graph_and_a_table(reviewed: Page) -> None:
    page = reviewed
    graph = page.get_by_role("img", name="The chances of Greedy over the game: 30% at first")
    expect(graph.locator(".mark text")).to_have_text(["1", "2", "3"])
    expect(graph.locator(".dot")).to_have_count(1)
    graph.locator(".mark", has=page.locator("text")).nth(2).click()
    expect(page.locator(".moment h4")).to_contain_text("Move 5")
    expect(graph.locator(".mark.shown text")).to_have_text("3")
    # The numbers of moments that are near each other are parted, at the edges too.
    apart = """async (chance) => {
        const page = document.querySelector('script[src$="/pages/replays/review.js"]').src;
        const { drawChances } = await import(new URL("../../spite/review/chances.js", page).href);
        const marks = [7, 8, 9].map((number) => ({ number, ply: number - 1, cost: 1, chance }));
        const svg = drawChances({ chances: marks, won: true, moves: 60 }, marks, null, 320, () => {});
        const placed = (one) => ["cx", "cy"].map((name) => Number(one.getAttribute(name)));
        const at = [...svg.querySelectorAll("circle")].map(placed);
        const ways = at.flatMap(([x, y], n) => at.slice(n + 1).map(([ox, oy]) => Math.hypot(x - ox, y - oy)));
        return [at.length, Math.min(...ways)]; }"""
    for chance in (0, 0.5, 1):
        count, nearest = page.evaluate(apart, chance)
        assert count == 3
        assert nearest >= 20
    page.get_by_text("The chances as a table, 9 choices").click()
    rows = page.locator(".as-table tbody tr")
    expect(rows).to_have_count(9)
    expect(rows.nth(2)).to_have_text(f"740%{WORST[0]}")
    # Without a selected moment, there is no line for it.
    expect(graph.locator(".now")).to_have_count(1)
    page.route("**/review?seat=*", lambda route: route.fulfill(json={**REVIEW, "missed": []}))
    page.get_by_role("button", name="Review your play").click()
    own = page.get_by_role("img", name="Your chances over the game: 30% at first")
    expect(own.locator(".line")).to_have_count(1)
    expect(own.locator(".now")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_looking_back_fits_every_window(player: Player, finished: str, language: str) -> None:
    page = player.context.new_page()
    page.set_extra_http_headers({"accept-language": language})
    page.route("**/review?seat=*", lambda route: route.fulfill(json=REVIEW))
    page.goto(player.site + finished)
    page.locator("[data-seat='1']").click()
    expect(page.locator(".position .label").first).to_be_visible()
    for size in WINDOWS:
        resize(page, *WINDOWS[size])
        assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0]
        cut = page.evaluate(
            """[...document.querySelectorAll('.position .label')].filter((e) => e.scrollWidth > e.clientWidth)
            .map((e) => e.textContent)"""
        )
        assert (size, cut) == (size, [])
        out = page.evaluate(
            """() => { const box = document.querySelector(".position").getBoundingClientRect();
            return [...document.querySelectorAll(".position > :not(.arrows)")].map((e) => e.getBoundingClientRect())
                .filter((one) => one.left < box.left || one.right > box.right || one.bottom > box.bottom).length; }"""
        )
        assert (size, out) == (size, 0)
    page.close()


def test_it_is_said_how_far_a_review_is(player: Player, finished: str) -> None:
    # The review of your own seat begins with the page.
    player.context.route("**/review/progress?seat=*", lambda route: route.fulfill(json={"choices": 8, "done": 2}))
    waiting: list[Route] = []
    player.context.route("**/review?seat=*", lambda route: waiting.append(route))
    page = player.open(finished)
    bar = page.get_by_role("progressbar", name="How far the review is")
    expect(bar).to_have_attribute("value", "2")
    expect(bar).to_have_attribute("max", "8")
    waiting[-1].fulfill(json=REVIEW)
    expect(page.locator(".position")).to_be_visible()
    expect(bar).to_be_hidden()
    page.close()
    player.context.unroute_all()


def test_a_review_without_a_choice_says_so_and_draws_nothing(player: Player, finished: str) -> None:
    none = REVIEW | {"choices": 0, "missed": [], "chances": [], "moves": 0}
    player.context.route("**/review?seat=*", lambda route: route.fulfill(json=none))
    page = player.open(finished)
    expect(page.locator("[data-told]")).to_contain_text(": there was nothing to decide.")
    expect(page.locator("[data-shown] > *")).to_have_count(0)
    page.close()
    player.context.unroute_all()


def test_a_game_is_played_on_from_a_moment(player: Player, finished: str) -> None:
    player.context.route("**/review?seat=*", lambda route: route.fulfill(json=REVIEW | {"seat": 0}))
    page = player.open(finished)
    page.get_by_role("button", name="Play it from here").click()
    page.wait_for_url(re.compile(r"/table/[^/]+$"))
    player.context.unroute_all()
    assert finished not in page.url
    expect(page.locator("#title")).to_contain_text("Practice")
    expect(page.locator("#cards .card").first).to_be_attached()
    page.close()


def test_the_steps_of_the_check_are_folded(player: Player, finished: str) -> None:
    page = player.open(finished)
    expect(page.get_by_role("status")).to_have_text(GOOD)
    expect(page.locator(".step").first).to_be_hidden()
    page.get_by_text("How that was checked").click()
    expect(page.locator(".step").first).to_be_visible()
    page.close()


def test_a_finished_game_is_reviewed_seat_by_seat(player: Player, finished: str) -> None:
    page = player.open(finished, "phone")
    expect(page.locator(".game-seats .name")).to_have_text(["You", "Greedy"])
    page.get_by_role("button", name="Review your play").click()
    told = page.locator("[data-told]")
    expect(told).to_contain_text("You: ", timeout=60_000)
    expect(page.get_by_role("button", name="Review your play")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("How likely you were to win")).to_be_visible()
    answer = player.context.request.get(f"{player.site}/api{finished.replace('/table/', '/tables/')}/review").json()
    expect(page.locator(".missed .choice-of-moment")).to_have_count(
        min(3, sum(one["cost"] > 0 for one in answer["missed"]) or len(answer["missed"]))
    )
    worst = sorted(answer["missed"], key=lambda one: -one["cost"])
    for missed, item in zip(worst, page.locator(".missed .choice-of-moment").all(), strict=False):
        item.click()
        expect(item).to_contain_text(f"Move {missed['number']}")
        expect(page.locator(".moment")).to_contain_text(missed["best_words"])
        expect(page.locator(".moment")).to_contain_text(missed["words"])
    assert violations(page) == []
    page.get_by_role("button", name="Review Greedy").click()
    expect(told).to_contain_text("Greedy: ", timeout=60_000)
