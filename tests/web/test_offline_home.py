"""The whole journey of a game from a server's own pages: begun and finished offline, then uploaded once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.web.axe import violations

from .conftest import SIZES
from .test_app import CONTROLLED, Servers

WAIT = 120_000

# A separate table, created by a page in the frame like the page for new games.
BEGIN = """async (body) => {
    const root = document.documentElement.dataset.root;
    const headers = { "content-type": "application/json" };
    return (await fetch(`${root}/api/tables`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}"""

# Plays a game to its end over the offline connection, preferring moves that get rid of cards; returns its moves.
FINISH = """(url) => new Promise((resolve, reject) => {
    const line = spiteShell.openLine(new URL(`${url}/ws`, location.origin).href);
    let count = 0, moves = 0;
    const say = (message) => line.send(JSON.stringify({ id: `own${++count}`, ...message }));
    line.onopen = () => line.send(JSON.stringify({ type: "hello" }));
    line.onmessage = ({ data }) => {
        const { type, view, standing, game, ply, message } = JSON.parse(data);
        if (type === "refused") return reject(new Error(message));
        if (type === "snapshot" && !view) return say({ type: "contribute", game: 1, contribution: "0".repeat(64) });
        if (standing) {
            line.close();
            return resolve(moves);
        }
        if (!view?.legal.length) return;
        const rank = (move) => (move[0] === "P" ? 0 : move.includes("-C") ? 1 : 2);
        moves += 1;
        say({ type: "move", game, ply, move: [...view.legal].sort((a, b) => rank(a) - rank(b))[0] });
    };
})"""

# Counts uploads, and while `forges` is set changes one digit of the first digest or secret in them.
WATCH = """() => {
    window.sent = 0;
    window.forges = true;
    const own = window.fetch;
    window.fetch = (address, options) => {
        if (!String(address).endsWith("/api/imported")) return own(address, options);
        window.sent += 1;
        const forged = (_all, most, last) => most + (last === "0" ? "1" : "0");
        const body = window.forges ? options.body.replace(/([0-9a-f]{63})([0-9a-f])/, forged) : options.body;
        return own(address, { ...options, body });
    };
}"""


SEND = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}"""


@pytest.fixture(scope="module")
def servers(built_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Serve with the kit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPITE_KIT", str(built_kit))
        servers = Servers(tmp_path_factory.mktemp("servers"))
        servers.start()
        yield servers
        servers.stop()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(WAIT)
    yield context
    context.close()


@pytest.fixture(scope="module")
def table(context: BrowserContext, servers: Servers) -> str:
    """Begin a game at the server, go from its settings to the offline game, and return its address."""
    asked: list[str] = []

    def note(response: Response) -> None:
        if not response.from_service_worker:
            asked.append(urlsplit(response.url).path)

    context.on("response", note)
    page = context.new_page()
    page.goto(servers.address)
    page.wait_for_function(CONTROLLED)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".place.hand[aria-pressed]").first).to_be_attached()
    table = page.url
    page.locator("[data-panel=settings]").click()
    way = page.locator("#panel").get_by_role("link", name="Play offline")
    expect(way).to_be_visible()
    # Its files are fetched only on request.
    assert [path for path in asked if path.startswith("/offline/")] == []
    way.click()
    expect(page.frame_locator("iframe").locator("h1").first).to_be_visible(timeout=WAIT)
    # Each file comes once.
    files = [path for path in asked if path.startswith("/offline/kit/")]
    assert len(files) == len(set(files)) > 1
    return table


def tables(page: Page) -> list[Any]:
    """Return this person's games at the remote server."""
    found: list[Any] = page.evaluate("async () => (await fetch('/api/tables', { cache: 'no-store' })).json()")
    return found


def comes_back(page: Page) -> None:
    """Let the page learn that it is online, and look for the server."""
    with page.expect_response("**/site.json"):
        page.evaluate("dispatchEvent(new Event('online'))")


def test_a_game_finished_without_a_line_comes_home_once(
    browser: Browser, context: BrowserContext, servers: Servers, table: str
) -> None:
    page = context.pages[0]
    # It goes to the account, which has other devices.
    page.evaluate(SEND, ["/api/me", {}])
    own = tables(page)
    page.evaluate(WATCH)
    context.set_offline(True)
    assert page.evaluate("fetch('/health/live', { cache: 'no-store' }).then(() => true, () => false)") is False
    body = {
        "preset": "quick",
        "rules": {"payoff": 2},
        "seats": [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "club"}],
    }
    page.evaluate(FINISH, page.frames[-1].evaluate(BEGIN, body)["url"])
    assert page.evaluate("sent") == 0
    # A record changed on its way: the server gives the reason for refusing it, and stores nothing.
    context.set_offline(False)
    word = page.locator("[data-word]")
    expect(word).to_contain_text("The server did not take a game: This game does not fit together", timeout=WAIT)
    assert tables(page) == own
    page.evaluate("forges = false; localStorage.removeItem('spite.brought')")
    comes_back(page)
    expect(word).to_contain_text("1 game that you finished offline is at the table server now.")
    [brought] = [each for each in tables(page) if each not in own]
    assert brought["state"] == "match_over"
    assert page.evaluate("sent") == 2
    # Answered games are not sent again, and games sent again are not accepted twice.
    comes_back(page)
    assert page.evaluate("sent") == 2
    page.evaluate("localStorage.removeItem('spite.brought')")
    comes_back(page)
    page.wait_for_function("sent === 3")
    expect(word).to_be_visible()
    assert len(tables(page)) == len(own) + 1
    code = page.evaluate(SEND, ["/api/me/link", {}])["code"]
    page.goto(f"{servers.address}/table/{brought['id']}")
    expect(page.get_by_role("dialog")).to_be_visible()
    other = browser.new_context().new_page()
    other.goto(servers.address)
    other.evaluate(SEND, ["/api/sign-in/code", {"code": code}])
    assert brought["id"] in [each["id"] for each in tables(other)]
    other.context.close()


def test_a_game_of_the_server_waits_there_and_a_new_one_is_offered(
    context: BrowserContext, servers: Servers, table: str
) -> None:
    page, home = context.pages[0], context.new_page()
    page.goto(table)
    expect(page.locator(".place.hand[aria-pressed]").first).to_be_attached()
    home.goto(servers.address)
    servers.stop()
    word = page.locator("[data-offline-banner]")
    expect(word).to_contain_text("This game waits there, move by move, and goes on when the connection is back.")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for act in ("link", "button"):
            expect(word.get_by_role(act)).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    # So do the buttons of an open page, the app when it is started, and the offline notice page.
    home.get_by_role("button", name="Play now").click()
    home.get_by_role("button", name="Give it up and start another").click()
    expect(home.get_by_role("alert").get_by_role("link", name="Play offline")).to_be_visible()
    home.reload()
    expect(home.locator("[data-word]")).to_contain_text("What you began there waits for you there", timeout=WAIT)
    home.get_by_role("link", name="Your games there").click()
    expect(home.get_by_text("A game that was begun at the server goes on only there.")).to_be_visible()
    expect(home.locator(f"a[href='{urlsplit(table).path}']")).to_be_visible()
    expect(home.locator("main").get_by_role("link", name="Play offline")).to_be_visible()
    servers.start()
    expect(page.locator("#connection")).to_have_text("Connected again.")
    expect(word).to_have_count(0)
