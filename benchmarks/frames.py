"""How smoothly the table moves, by the browser's own tracing, and how soon it answers to a tap.

``.venv/bin/python -m benchmarks.frames`` prints it.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, Position, WebSocketRoute

from tools.live import chromium, open_table, server

SEATS = 8
SIZE = (1280, 800)
SECONDS = 3.0
TURNS = 4
SLOWER = 4
CATEGORIES = (
    "benchmark,viz,disabled-by-default-devtools.timeline.frame,devtools.timeline,disabled-by-default-devtools.timeline"
)

# Moves a card in circles with a pointer event for each frame, as a finger does.
DRAG = """
([x, y, seconds]) => new Promise((done) => {
    const at = (type, dx, dy) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(type, {
        bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x + dx, clientY: y + dy, buttons: 1,
    }));
    const end = performance.now() + seconds * 1000;
    let frame = 0;
    const step = () => {
        frame += 1;
        at("pointermove", 220 * Math.sin(frame / 14), -180 + 120 * Math.cos(frame / 14));
        if (performance.now() < end) requestAnimationFrame(step);
        else { at("pointercancel", 0, 0); done(frame); }
    };
    at("pointermove", 12, -12);
    requestAnimationFrame(step);
})
"""

# The longest time from an input to the frame after it, as counted by Interaction to Next Paint.
WATCH = """
window.slowest = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
    }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


# A card of the player can be picked, and nothing moves.
MY_TURN = "() => document.querySelector('.place.hand[aria-pressed]') && !document.getAnimations().length"


@dataclass(frozen=True)
class Smoothness:
    """Frames of one period: how many per second, and the share that was late."""

    per_second: float
    late: float


@dataclass(frozen=True)
class FramesReport:
    """Smoothness with eight seats, and the slowest answer to each kind of tap in seconds.

    The same again on a processor four times slower, as in a cheap phone; and the page's own work there until the frame
    is handed over, which other programs on the machine affect little.
    """

    dragging: Smoothness
    dealing: Smoothness
    taps: dict[str, float]
    taps_slowed: dict[str, float]
    work_slowed: dict[str, float]


def measure() -> FramesReport:
    """Drag and deal at a table for eight, then tap at one with a thinking opponent."""
    with tempfile.TemporaryDirectory() as data, server(Path(data) / "games.sqlite3") as address, chromium() as browser:
        person = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        seats = [{"kind": "person", "name": "Ada"}] + [{"kind": "computer", "player": "greedy"}] * (SEATS - 1)
        body = {"preset": "round", "rules": {"players": SEATS}, "seats": seats}
        page = person.new_page()
        wires, snapshots = tapped(page)
        page.goto(address + person.request.post(f"{address}/api/tables", data=body).json()["url"])
        card = page.locator(".place.hand[aria-pressed]").first
        card.wait_for(state="attached", timeout=120_000)
        box = card.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        tracing = person.new_cdp_session(page)
        dragging = smoothness(trace(tracing, page, lambda: page.evaluate(DRAG, [x, y, SECONDS])))
        page.mouse.up()
        dealing = smoothness(trace(tracing, page, lambda: deal(page, wires[-1], snapshots[-1])))
        (taps, _), (slowed, work) = (slowest_taps(person, address, slower) for slower in (1, SLOWER))
    return FramesReport(dragging, dealing, taps, slowed, work)


def tapped(page: Page) -> tuple[list[WebSocketRoute], list[dict[str, Any]]]:
    """Listen in on a page's connection; return the connection to the page, and the snapshots on it."""
    wires: list[WebSocketRoute] = []
    snapshots: list[dict[str, Any]] = []

    def connected(wire: WebSocketRoute) -> None:
        wires.append(wire)
        server_side = wire.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "snapshot" and message["view"]:
                snapshots.append(message)
            wire.send(text)

        server_side.on_message(heard)

    page.route_web_socket("**/ws", connected)
    return wires, snapshots


def deal(page: Page, wire: WebSocketRoute, snapshot: dict[str, Any]) -> None:
    """Let the next game be dealt: every card flies from the stock to where it lies."""
    wire.send(json.dumps({**snapshot, "game": snapshot["game"] + 1, "version": snapshot["version"] + 1}))
    page.wait_for_function("() => document.getAnimations().length > 20")
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")


def slowest_taps(person: BrowserContext, address: str, slower: float) -> tuple[dict[str, float], dict[str, float]]:
    """Tap at a table against a computer player; return the slowest answer to each kind of tap and its most work.

    Both are in seconds. Once the page is loaded, its processor is slowed by a factor.
    """
    page = person.new_page()
    page.add_init_script(WATCH)
    page.goto(address + open_table(person, address))
    session = page.context.new_cdp_session(page)
    hand = page.locator(".place.hand")
    kinds = ("while cards are dealt", "on a card", "that puts a card down", "in the opponent's turn")
    slowest, most = dict.fromkeys(kinds, 0.0), dict.fromkeys(kinds, 0.0)
    tapped: list[str] = []

    def tap(kind: str, place: Locator, position: Position) -> None:
        page.evaluate("window.slowest = 0")
        place.click(position=position, force=True)
        took = float(page.evaluate("new Promise((done) => setTimeout(() => done(window.slowest), 500))")) / 1000
        slowest[kind] = max(slowest[kind], took)
        tapped.append(kind)

    def play() -> None:
        hand.first.wait_for(state="attached")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        tap("while cards are dealt", hand.first, {"x": 8, "y": 60})
        for turn in range(TURNS):
            page.wait_for_function(MY_TURN)
            own = page.locator(".place.hand[aria-pressed]")
            for card in range(2):
                tap("on a card", own.nth((turn + card) % own.count()), {"x": 8, "y": 60})
            tap("that puts a card down", page.locator(".place.target.side").first, {"x": 10, "y": 40})
            page.locator("#cards .card.flying").first.wait_for(state="attached")
            tap("in the opponent's turn", page.locator(".place.stock"), {"x": 8, "y": 40})

    for kind, seconds in zip(tapped, work(trace(session, page, play)), strict=True):
        most[kind] = max(most[kind], seconds)
    page.close()
    return slowest, most


def work(events: list[dict[str, Any]]) -> list[float]:
    """Return the processor time of a page from each tap to the frame that follows it, in seconds."""
    named = [event for event in events if event["name"] == "EventDispatch"]
    down, up = (
        sorted((event for event in named if event["args"]["data"]["type"] == kind), key=lambda event: event["ts"])
        for kind in ("pointerdown", "pointerup")
    )
    own = [event for event in events if event["tid"] == down[0]["tid"] and event["ph"] == "X"]
    frames = sorted(event["ts"] + event["dur"] for event in own if event["name"] == "Commit")
    tasks = [event for event in own if event["name"] == "RunTask" and "tdur" in event]
    found = []
    for first, last in zip(down, up, strict=True):
        end = next((time for time in frames if time > last["ts"] + last["dur"]), 0.0)
        during = (task["tdur"] for task in tasks if task["ts"] + task["dur"] > first["ts"] and task["ts"] < end)
        found.append(float(sum(during)) / 1e6)
    return found


def trace(session: CDPSession, page: Page, act: Any) -> list[dict[str, Any]]:
    """Return the events that the browser's tracing collects during an action."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    config = {"includedCategories": CATEGORIES.split(",")}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    act()
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return events


def smoothness(events: list[dict[str, Any]]) -> Smoothness:
    """Return what the compositor reports of the frames on which the smoothness of a motion depends."""
    frames = [event for event in events if event["name"] == "PipelineReporter" and event["ph"] == "b"]
    reports = [(event["ts"] / 1e6, event["args"]["frame_reporter"]) for event in frames]
    shown = {each["frame_sequence"]: time for time, each in reports if each["state"].startswith("STATE_PRESENTED")}
    late = {
        each["frame_sequence"] for _, each in reports if each["state"] == "STATE_DROPPED" and each["affects_smoothness"]
    }
    late -= shown.keys()
    span = max(shown.values()) - min(shown.values())
    return Smoothness((len(shown) - 1) / span, len(late) / (len(shown) + len(late)))


def main() -> None:
    """Measure and print."""
    frames = measure()
    for what, smooth in (("dragging", frames.dragging), ("dealing", frames.dealing)):
        print(f"{what}, eight seats: {smooth.per_second:.1f} frames/s, {smooth.late:.1%} late (60)")
    for taps, where in ((frames.taps, ""), (frames.taps_slowed, f", processor {SLOWER} times slower")):
        for kind, seconds in taps.items():
            print(f"slowest tap {kind}{where}: {seconds * 1000:.0f} ms (100 ms)")
    for kind, seconds in frames.work_slowed.items():
        print(f"most work for a tap {kind}, processor {SLOWER} times slower: {seconds * 1000:.0f} ms")


if __name__ == "__main__":
    main()
