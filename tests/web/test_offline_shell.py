"""The page around a server in the browser: fetched whole or not at all, in one tab, below any address.

The server in its worker is replaced here by one that answers at once; other tests use the real one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from spite_and_malice.server.features.offline import MANIFEST, PACK, Site, type_of
from spite_and_malice.server.http.templates import templates
from tests.waiting import SECONDS
from tests.web.axe import violations

from .conftest import HERE, SIZES, WEB
from .hosting import Host

pytestmark = pytest.mark.nightly("src/spite_and_malice/offline/", "src/spite_and_malice/web/offline/")

OURS = {"static/offline/worker.js": HERE / "offline-worker.js", "static/page.js": HERE / "offline-page.js"}
"""A server of one page that answers at once, and the script of that page."""


class SiteHost(Host):
    """A plain web host, with the site deep below its address."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.site = folder / "some" / "where"
        self._folder = folder

    @property
    def address(self) -> str:
        return f"{super().address}some/where/"

    def put(self, version: str) -> None:
        """Serve a version of the site, with these tests' worker."""
        kit = self._folder / f"kit-{version}"
        kit.mkdir()
        (kit / "version.txt").write_text(version)
        files = dict(Site(kit, templates("static")).files)
        ours = {path: file.read_text() for path, file in OURS.items()}
        packed = json.loads(gzip.decompress(files[PACK]))
        packed |= {path: {"type": "text/javascript", "text": text} for path, text in ours.items()}
        files |= {path: text.encode() for path, text in ours.items()}
        files[PACK] = gzip.compress(json.dumps(packed).encode())
        manifest = json.loads(files[MANIFEST])
        manifest["version"] = version
        for file in manifest["files"]:
            if file["path"] == PACK:
                file |= {"size": len(files[PACK]), "sha256": hashlib.sha256(files[PACK]).hexdigest()}
        files[MANIFEST] = json.dumps(manifest).encode()
        for path, content in {**files, "kit/version.txt": version.encode()}.items():
            (self.site / path).parent.mkdir(parents=True, exist_ok=True)
            (self.site / path).write_bytes(content)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SiteHost]:
    host = SiteHost(tmp_path)
    host.put("one")
    yield host
    host.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(SECONDS * 1000)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    """Open the page and wait for the server's first in its frame."""
    page = context.new_page()
    page.goto(address)
    expect(page.locator("iframe")).to_be_visible()
    expect(page.frame_locator("iframe").locator("[data-line]")).to_have_attribute("data-line", "heard hello")
    return page


def test_pages_lie_below_any_address_and_need_no_line_again(context: BrowserContext, host: SiteHost) -> None:
    page = opened(context, host.address)
    inside = page.frame_locator("iframe")
    expect(inside.locator("h1")).to_have_text("/")
    expect(inside.locator("body")).to_have_attribute("data-version", "one")
    inside.get_by_role("link", name="Games").click()
    expect(inside.locator("h1")).to_have_text("/games")
    expect(page).to_have_url(f"{host.address}#/games")
    expect(page).to_have_title("/games")
    # Links made by scripts and requests sent by forms stay below the address too.
    inside.get_by_role("link", name="Made").click()
    expect(inside.locator("h1")).to_have_text("/made")
    inside.get_by_role("button", name="Speak").click()
    expect(inside.locator("h1")).to_have_text("/after?from=/made")
    page.go_back()
    expect(inside.locator("h1")).to_have_text("/made")
    # A forced reload bypasses the service worker, which is brought back.
    context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    expect(page.locator("iframe")).to_be_visible()
    expect(inside.locator("h1")).to_have_text("/made")
    host.stop()
    page.reload()
    expect(inside.locator("h1")).to_have_text("/made")
    # Opened in its own tab it gets the outer page, which says that there is one already.
    other = context.new_page()
    other.goto(f"{host.address}at/games?x=1")
    expect(other).to_have_url(f"{host.address}#/games?x=1")
    expect(other.locator("[data-said]")).to_contain_text("open in another tab")
    other.get_by_role("button", name="Play here").click()
    expect(other.frame_locator("iframe").locator("h1")).to_have_text("/games?x=1")
    expect(page.locator("[data-said]")).to_contain_text("another tab now")
    expect(page.locator("iframe")).to_be_hidden()


def test_a_version_is_replaced_whole_at_the_next_start(context: BrowserContext, host: SiteHost) -> None:
    page = opened(context, host.address)
    # Python's memory of this version, as stored by the worker.
    page.evaluate("caches.open('spite-offline-one-memory')")
    page.reload()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("/")
    assert "spite-offline-one-memory" in page.evaluate("caches.keys()")
    host.put("two")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-word]")).to_contain_text("A newer version is here")
    inside = page.frame_locator("iframe")
    inside.get_by_role("link", name="Games").click()
    expect(inside.locator("body")).to_have_attribute("data-version", "one")
    page.get_by_role("button", name="Take it now").click()
    expect(inside.locator("body")).to_have_attribute("data-version", "two")
    expect(inside.locator("h1")).to_have_text("/games")
    assert sorted(page.evaluate("caches.keys()")) == ["spite-offline", "spite-offline-two"]


def test_what_comes_changed_is_not_kept(context: BrowserContext, host: SiteHost) -> None:
    (host.site / "kit" / "version.txt").write_text("forged")
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator("[data-said]")).to_contain_text("did not come as it was sent")
    (host.site / "kit" / "version.txt").unlink()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-said]")).to_contain_text("The connection broke")
    (host.site / "kit" / "version.txt").write_text("one")
    # So does a page with which somebody else replaces everything.
    manifest = (host.site / MANIFEST).read_bytes()
    (host.site / MANIFEST).write_text("<html>Sign in to this network</html>")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-said]")).to_contain_text("did not come as it was sent")
    (host.site / MANIFEST).write_bytes(manifest)
    page.get_by_role("button", name="Try again").click()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("/")


def test_a_line_that_breaks_within_a_file_costs_that_file_alone(context: BrowserContext, host: SiteHost) -> None:
    kit, pack = ("/some/where/kit/version.txt", f"/some/where/{PACK}")
    host.cut = {pack}
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator("[data-said]")).to_contain_text("The connection broke")
    # Nothing is left of an incomplete download.
    kept = "caches.open('spite-offline-one').then((cache) => cache.keys())"
    kept = f"{kept}.then((all) => all.map(({{ url }}) => new URL(url).pathname))"
    assert pack not in page.evaluate(kept)
    expect(page.locator("progress")).to_be_hidden()
    before = host.asked.count(kit)
    host.cut = set()
    page.get_by_role("button", name="Try again").click()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("/")
    assert host.asked.count(kit) == before == 1
    assert host.asked.count(pack) == 2


def test_two_tabs_fetch_everything_once(context: BrowserContext, host: SiteHost) -> None:
    kit = "/some/where/kit/version.txt"
    host.held[kit] = threading.Event()
    first, second = context.new_page(), context.new_page()
    first.goto(host.address)
    expect(first.locator("[data-said]")).to_contain_text("Fetching the game")
    second.goto(host.address)
    second.get_by_role("button", name="Play here").click()
    expect(first.locator("[data-said]")).to_contain_text("another tab now")
    expect(second.locator("[data-said]")).to_contain_text("Fetching the game")
    host.held[kit].set()
    expect(second.frame_locator("iframe").locator("h1")).to_have_text("/")
    assert host.asked.count(kit) == 1
    # The one that began to fetch does not start the game as well.
    expect(first.locator("[data-said]")).to_contain_text("another tab now")
    assert first.workers == []
    expect(first.locator("iframe")).to_be_hidden()


SERVED = """<!doctype html><html data-offline="/some/where/"><title>A page of a server</title>
<script type="module">
import { fetchWhenIdle } from "/some/where/static/offline/cache.js";
const wait = window.setTimeout;
window.setTimeout = (act, time) => (time < 5000 ? wait(act, time) : (window.elapse = act));
window.finish = () => void fetchWhenIdle().then(() => (document.title = "Done"));
</script>"""


def test_the_first_game_fetches_everything_once_when_nothing_else_goes_on(
    context: BrowserContext, host: SiteHost
) -> None:
    (host.site / "served.html").write_text(SERVED)
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{host.address}served.html")
        page.wait_for_function("'finish' in window")
    host.asked.clear()
    for page in pages:
        page.evaluate("finish()")
    assert host.asked == [], "the end of a game has some seconds for itself"
    for page in pages:
        page.evaluate("elapse()")
    for page in pages:
        expect(page).to_have_title("Done")
    fetched = [path for path in host.asked if not path.endswith((MANIFEST, "/sw.js"))]
    assert len(fetched) == len(set(fetched)) > 2
    assert pages[0].evaluate("caches.has('spite-offline-one')")
    # Later games request nothing.
    host.asked.clear()
    pages[0].evaluate("document.title = ''; finish(); elapse()")
    expect(pages[0]).to_have_title("Done")
    assert [path for path in host.asked if not path.endswith("/sw.js")] == []


HURT = """async () => {
    const cache = await caches.open("spite-offline-one");
    await cache.put(new URL("kit/version.txt", location), new Response("broken"));
}"""


def test_what_was_damaged_since_is_fetched_anew(context: BrowserContext, host: SiteHost) -> None:
    page = opened(context, host.address)
    page.evaluate(HURT)
    context.set_offline(True)
    page.reload()
    said = page.locator("[data-said]")
    expect(said).to_contain_text("stored in this browser is damaged. Your games are safe.")
    page.get_by_role("button", name="Fetch it again").click()
    expect(said).to_contain_text("without the internet it cannot be fetched anew")
    context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("/")


def test_what_stops_in_play_says_what_is_kept(context: BrowserContext, host: SiteHost) -> None:
    page = opened(context, host.address)
    page.workers[0].evaluate("postMessage({ kind: 'failed', why: 'runtime' })")
    word = page.locator("[data-word]")
    expect(word).to_contain_text("has stopped here")
    # The display stays visible, and nothing more happens there.
    expect(page.locator("iframe")).to_be_visible()
    assert page.evaluate("document.querySelector('iframe').inert")
    expect(word.get_by_role("button", name="Close")).to_have_count(0)
    expect(page.get_by_role("button", name="Start again")).to_be_focused()
    # A newer version may work where this one failed.
    host.put("two")
    page.get_by_role("button", name="Start again").click()
    expect(page.frame_locator("iframe").locator("body")).to_have_attribute("data-version", "two")


def test_a_storage_that_is_full_in_play_is_told_of_until_there_is_room(context: BrowserContext, host: SiteHost) -> None:
    page = opened(context, host.address)
    worker, word = page.workers[0], page.locator("[data-word]")
    for _ in range(2):
        worker.evaluate("postMessage({ kind: 'stuck' })")
        expect(word).to_contain_text("the last move could not be kept. All that was played before it is.")
        expect(word.get_by_role("button", name="Close")).to_have_count(0)
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        assert page.evaluate("document.querySelector('iframe').inert")
    page.get_by_role("button", name="Try again").click()
    expect(word).to_be_hidden()
    assert not page.evaluate("document.querySelector('iframe').inert")
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("/")


def test_a_clock_that_was_set_back_is_told_of(context: BrowserContext, host: SiteHost) -> None:
    host.put("behind")
    page = opened(context, host.address)
    word = page.locator("[data-word]")
    expect(word).to_contain_text("it is behind your latest game here")
    expect(word).to_contain_text("Your games are all there")
    word.get_by_role("button", name="Close").click()
    expect(word).to_be_hidden()


@pytest.mark.parametrize(
    ("where", "sentence"), [("offline/", "Über diese spielst du auf dem Server"), ("", "Frag, wer das Spiel hierher")]
)
def test_an_address_without_https_says_what_is_missing(
    browser: Browser, host: SiteHost, where: str, sentence: str
) -> None:
    context = browser.new_context(locale="de")
    page = context.new_page()

    def serve(route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix(f"/{where}") or "index.html"
        route.fulfill(body=(host.site / path).read_bytes(), content_type=type_of(path))

    page.route("http://table.test/**", serve)
    page.goto(f"http://table.test/{where}")
    expect(page.locator("[data-said]")).to_contain_text(sentence)
    context.close()


DENIED = """
const no = () => { throw new DOMException("Access is denied.", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "caches"]) Object.defineProperty(window, name, { get: no });
navigator.serviceWorker.register = async () => no();
window.BroadcastChannel = class { constructor() { no(); } };
"""
NO_CHANNEL = "window.BroadcastChannel = class { constructor() { throw new DOMException('denied', 'SecurityError'); } };"
FULL = "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize(
    ("lack", "sentence"),
    [
        (DENIED, "it refuses cookies and storage"),
        (NO_CHANNEL, "it refuses cookies and storage"),
        (FULL, "not enough room on this device"),
    ],
)
def test_a_browser_that_keeps_nothing_is_told_of(
    context: BrowserContext, host: SiteHost, lack: str, sentence: str
) -> None:
    page = context.new_page()
    page.add_init_script(lack)
    page.goto(host.address)
    expect(page.locator("[data-said]")).to_contain_text(sentence)


def test_a_storage_that_is_closed_is_told_at_every_size(browser: Browser, host: SiteHost) -> None:
    host.put("fails")
    context = browser.new_context(reduced_motion="reduce", locale="de", bypass_csp=True)
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator("[data-said]")).to_contain_text("Dieser Browser speichert nichts für diese Seite")
    expect(page.get_by_role("button", name="Neu starten")).to_be_focused()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.querySelector('main').scrollWidth") <= width
        expect(page.get_by_role("button", name="Neu starten")).to_be_in_viewport()
    assert violations(page) == []
    context.close()


ALONE: Final = """async ([source, scope, host]) => {
  const heard = {};
  const never = new Promise(() => {});
  const self = {
    registration: { scope }, addEventListener: (kind, act) => (heard[kind] = act),
    // As in Firefox: a worker is not known before its scripts are there.
    clients: { get: () => never, matchAll: async () => [], claim: async () => {} },
  };
  const fetched = async () => { if (host === "gone") throw new TypeError("no host"); return new Response("code"); };
  new Function("self", "fetch", source)(self, fetched);
  let answer;
  const request = { url: `${scope}static/offline/python.js`, mode: "cors", cache: "default", headers: [] };
  heard.fetch({ request, clientId: "a worker", respondWith: (one) => (answer = one) });
  const said = await answer;
  return said.type === "error" ? "no answer" : said.text();
}"""
"""The service worker, asked for a script by a worker that it cannot know yet."""


@pytest.mark.parametrize(("around", "said"), [("there", "code"), ("gone", "no answer")])
def test_no_worker_is_waited_for_that_waits_for_its_scripts(
    context: BrowserContext, host: SiteHost, around: str, said: str
) -> None:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{host.address}nothing", wait_until="domcontentloaded")
    source = (WEB / "offline" / "sw.js").read_text()
    assert page.evaluate(ALONE, [source, host.address, around]) == said
    assert faults == []


def test_who_presses_twice_takes_over_once(context: BrowserContext, host: SiteHost) -> None:
    first, second = context.new_page(), context.new_page()
    faults: list[str] = []
    for page in (first, second):
        page.on("pageerror", lambda error: faults.append(str(error)))
    first.goto(host.address)
    expect(first.frame_locator("iframe").locator("h1")).to_have_text("/")
    second.goto(host.address)
    second.get_by_role("button", name="Play here").dblclick()
    expect(second.frame_locator("iframe").locator("h1")).to_have_text("/")
    expect(first.locator("[data-said]")).to_contain_text("another tab now")
    assert len(second.workers) == 1
    # The previous page is gone, and requests nothing.
    expect(first.locator("iframe")).to_be_hidden()
    assert first.frames[-1].url in ("about:blank", first.url)
    assert faults == []
