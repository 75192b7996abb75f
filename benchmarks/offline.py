"""The table without a server: how soon it starts, its size and memory, and its frame rate while it thinks.

``.venv/bin/python -m benchmarks.offline FOLDER`` prints it, for a site that ``spite offline export FOLDER`` wrote.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import BrowserContext, Page, sync_playwright

from tools.live import CHROMIUM_FLAGS

STARTS = 5
PATIENCE_MS = 120_000

# When the awaited element first appeared.
SEEN = """window.seen = {};
new MutationObserver(() => {
    for (const first of ["main", "#cards .card"]) {
        if (document.querySelector(first)) window.seen[first] ??= performance.now();
    }
}).observe(document, { childList: true, subtree: true });"""

# A reference: billions of additions per second in plain JavaScript.
REFERENCE = """() => {
    const start = performance.now();
    let sum = 0;
    for (let at = 0; at < 1e8; at++) sum = (sum + at) | 0;
    return 1e8 / (performance.now() - start) / 1e6 + sum * 0;
}"""


# In the frame: waits until Python's memory is saved; returns how long that took from its first file on, and the longest
# that the page waited for an answer and for a frame meanwhile, in milliseconds.
KEEP = """async () => {
    const has = async (file) => {
        const names = (await caches.keys()).filter((name) => name.endsWith("-memory"));
        const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return found.flat().some(({ url }) => url.endsWith(`/${file}`));
    };
    const ask = () => fetch(`${document.documentElement.dataset.root}/games`);
    await ask();
    while (!(await has("state"))) await new Promise((resolve) => setTimeout(resolve, 5));
    const begun = performance.now();
    let [isKept, answer, frame, last] = [false, 0, 0, begun];
    const look = (now) => {
        frame = Math.max(frame, now - last);
        last = now;
        if (!isKept) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    while (!isKept) {
        const asked = performance.now();
        await ask();
        answer = Math.max(answer, performance.now() - asked);
        isKept = await has("note");
    }
    return [performance.now() - begun, answer, frame];
}"""
FORGET = """async () => {
    for (const name of await caches.keys()) if (name.endsWith("-memory")) await caches.delete(name);
}"""

TURNS = 8
REST_MS = 1500
_FRAME_MS = 1000 / 60
_READY = ".place.hand[aria-pressed]"

# In the frame: how far apart its frames come, in milliseconds, while the player waits for the other and while it rests.
GAPS = """() => {
    window.gaps = { other: [], rest: [] };
    let last = null;
    const look = (now) => {
        const own = document.querySelector(".place.hand[aria-pressed]");
        const kind = !own ? "other" : document.getAnimations().length ? null : "rest";
        if (last !== null && kind) gaps[kind].push(now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""

GAMES = 5
# Plays a game to its end over the line that tables have here; returns how long each move of the other took to come, in
# milliseconds, as it was asked and as it was kept.
ANSWERS = """(url) => new Promise((resolve, reject) => {
    const line = spiteShell.openLine(new URL(`${url}/ws`, location.origin).href);
    const took = [];
    let [count, since] = [0, 0];
    const say = (message) => line.send(JSON.stringify({ id: `own${++count}`, ...message }));
    line.onopen = () => line.send(JSON.stringify({ type: "hello" }));
    line.onmessage = ({ data }) => {
        const now = performance.now();
        const { type, view, standing, seat, game, ply, message } = JSON.parse(data);
        if (type === "refused") return reject(new Error(message));
        if (type === "snapshot" && !view) return say({ type: "contribute", game: 1, contribution: "0".repeat(64) });
        if (type === "event" && seat === 1 && since) took.push(now - since);
        since = now;
        if (standing) return line.close(), resolve(took);
        if (!view?.legal.length) return;
        const rank = (move) => (move[0] === "P" ? 0 : move.includes("-C") ? 1 : 2);
        say({ type: "move", game, ply, move: [...view.legal].sort((a, b) => rank(a) - rank(b))[0] });
    };
})"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_told: Any) -> None:
        """Do not log requests."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder like any web host; yields its address."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=host.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{host.server_address[1]}/"
    host.shutdown()
    thread.join()


@contextmanager
def browser(profile: str) -> Iterator[BrowserContext]:
    """Start Chromium with its profile in a folder."""
    path = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if path is None:
        raise SystemExit("This needs Chromium; on Debian: apt install chromium.")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=[*CHROMIUM_FLAGS, "--no-sandbox"]
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(SEEN)
        yield context
        context.close()


def start(page: Page, address: str, first: str) -> float:
    """Open an address; return the seconds until ``first`` appears in the frame of the page."""
    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    page.frame_locator("iframe").locator(first).first.wait_for(state="attached")
    # Waiting polls only twice a second: the page itself has recorded the time.
    at = page.frames[-1].evaluate("(first) => performance.timeOrigin + window.seen[first]", first)
    return float(at - page.evaluate("performance.timeOrigin")) / 1000


def memory() -> float:
    """Return the megabytes of memory that are the largest renderer's own: the tab with its workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                kinds = dict(line.split(":", 1) for line in (process / "smaps_rollup").read_text().splitlines()[1:])
                found.append(sum(int(kinds[kind].split()[0]) for kind in ("Private_Clean", "Private_Dirty")) / 1000)
        except OSError:
            continue
    return max(found)


def begin(page: Page, player: str) -> str:
    """Begin a game against a level; return the address of its table below the site's."""
    body = {"preset": "standard", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": player}]}
    frame = page.frames[-1]
    made = frame.evaluate(
        """async (body) => {
            const root = document.documentElement.dataset.root;
            const headers = { "content-type": "application/json" };
            const answer = await fetch(`${root}/api/tables`, { method: "POST", headers, body: JSON.stringify(body) });
            return answer.json();
        }""",
        body,
    )
    return str(made["url"])


def frames(page: Page, player: str) -> str:
    """Play some turns against a level; return the frame intervals during its turns, and while idle."""
    table = begin(page, player)
    page.evaluate("(path) => { location.hash = path; }", table)
    page.wait_for_function("(path) => frames[0].location.pathname.endsWith(path)", arg=table)
    inside = page.frame_locator("iframe")
    inside.locator(_READY).first.wait_for(state="attached")
    page.frames[-1].evaluate(GAPS)
    for turn in range(TURNS):
        page.wait_for_timeout(REST_MS)
        inside.locator(_READY).first.click()
        inside.locator(".place.target.side").nth(turn % 4).click()
        inside.locator(_READY).first.wait_for(state="detached")
        inside.locator(_READY).first.wait_for(state="attached")
    gaps = page.frames[-1].evaluate("gaps")
    return "; ".join(_told(name, gaps[kind]) for name, kind in (("while it plays", "other"), ("at rest", "rest")))


def answers(page: Page, player: str) -> str:
    """Play some games against a level; return how long its moves took, from the previous event to the display."""
    took = sorted(each for _ in range(GAMES) for each in page.evaluate(ANSWERS, begin(page, player)))
    middle, rare = statistics.median(took), took[int(len(took) * 0.99)]
    return f"{len(took)} moves, median {middle:.0f} ms, 99 % within {rare:.0f} ms, longest {took[-1]:.0f} ms"


def _told(name: str, gaps: list[float]) -> str:
    late = sum(gap > 1.5 * _FRAME_MS for gap in gaps)
    return f"{name} {len(gaps)} frames, late {late / len(gaps):.1%}, longest {max(gaps):.0f} ms"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Measure and print."""
    size = sum(path.stat().st_size for path in (folder / "kit").iterdir())
    print(f"kit: {size / 1e6:.2f} MB (6.5)")
    with served(folder) as address, tempfile.TemporaryDirectory() as profile:
        with browser(profile) as context:
            page = context.new_page()
            first = start(page, address, "main")
            print(f"first visit of all to home: {first:.1f} s; reference {page.evaluate(REFERENCE):.2f} G additions/s")
            table = begin(page, "expert")
        cold, warm, taken, kept = [], [], [], []
        for _ in range(STARTS):
            with browser(profile) as context:
                page = context.new_page()
                page.goto(f"{address}static/offline/shell.css")
                page.evaluate(FORGET)
                cold.append(start(page, f"{address}#{table}", "#cards .card"))
                taken.append(memory())
                kept.append(page.frames[-1].evaluate(KEEP))
                taken.append(memory())
            with browser(profile) as context:
                page = context.new_page()
                warm.append(start(page, f"{address}#{table}", "#cards .card"))
                taken.append(memory())
        for name, times, most in (("cold", cold, 5), ("warm", warm, 3)):
            print(f"{name} start to first card: {statistics.median(times):.1f} s, worst {max(times):.1f} ({most})")
            print(f"  all: {', '.join(f'{each:.2f}' for each in times)}")
        print(f"memory of the tab with a table: {max(taken):.0f} MB (250)")
        most_of_all, answer, frame = (max(each) for each in zip(*kept, strict=True))
        print(
            f"Python's memory is kept within {most_of_all:.0f} ms; longest answer {answer:.0f} ms, frame {frame:.0f} ms"
        )
        with browser(profile) as context:
            page = context.new_page()
            start(page, address, "main")
            # A baseline that does not think, but moves cards the same way.
            for player in ("club", "expert"):
                print(f"answers of {player}: {answers(page, player)}")
            for player in ("club", "expert", "master"):
                print(f"frames against {player}: {frames(page, player)}")


if __name__ == "__main__":
    main()
