"""The service worker shows a notice for every push, whatever its data, and subscribes with the server's key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import spite_and_malice
from tests.web.modules import Modules

WORKER = (Path(spite_and_malice.__file__).parent / "web" / "static" / "worker.js").read_text(encoding="utf-8")

RUN = """async ({ worker, data, seen, key, broken }) => {
  const { runInNewContext } = await import("node:vm");
  const heard = {}, shown = [], closed = [], asked = [], put = [], told = [];
  const visibilityState = seen ? "visible" : "hidden";
  const client = { url: "https://x.example/games", visibilityState, postMessage: (it) => told.push(it.kind) };
  const tagged = (tag) => shown.filter((each) => each.tag === tag);
  const subscription = { toJSON: () => ({ endpoint: "new", keys: {} }) };
  const self = {
    addEventListener: (name, hear) => (heard[name] = hear),
    clients: { matchAll: async () => [client] },
    navigator: { setAppBadge: broken ? () => Promise.reject(new Error()) : async () => {} },
    registration: {
      showNotification: async (title, options) => {
        if (broken && options) throw new TypeError("odd options");
        shown.push({ title, ...options });
      },
      getNotifications: async ({ tag }) => tagged(tag).map((each) => ({ close: () => closed.push(each.tag) })),
      pushManager: { subscribe: async (options) => (asked.push(options), subscription) },
    },
  };
  const fetch = async (url, options) => {
    if (options) put.push(JSON.parse(options.body).endpoint);
    return { json: async () => ({ key }) };
  };
  const location = { origin: "https://x.example" };
  runInNewContext(worker, { self, fetch, caches: {}, location, URL, BASE: "", VERSION: "1", FILES: [] });
  let done;
  const event = { waitUntil: (promise) => (done = promise) };
  if (data !== undefined) heard["push"]({ ...event, data: data === null ? null : { json: () => JSON.parse(data) } });
  else heard.pushsubscriptionchange({ ...event, oldSubscription: { options: { applicationServerKey: "old" } } });
  await done;
  return { shown, closed, asked, put, told };
}"""


def run(modules: Modules, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = modules.evaluate(RUN, {"worker": WORKER, "seen": False, "key": "new key", **given})
    return found


GOOD = '{"title": "Your turn", "text": "At the table", "path": "/table/x", "tag": "turn", "badge": 2, "language": "de"}'


@pytest.mark.parametrize(
    "data",
    [
        GOOD,
        None,
        "",
        "{",
        "null",
        "[]",
        "7",
        '"text"',
        "{}",
        '{"title": 7, "path": 7, "tag": {}, "badge": "x"}',
        '{"title": "", "tag": "", "path": "https://elsewhere.example"}',
        '{"title": "x", "path": "//elsewhere.example", "badge": -1}',
        '{"title": null, "text": [1], "badge": 1e400}',
    ],
)
@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("broken", [False, True])
def test_every_push_shows_a_notice(modules: Modules, data: str | None, seen: bool, broken: bool) -> None:
    found = run(modules, data=data, seen=seen, broken=broken)
    (shown,) = found["shown"]
    title = "Your turn" if data == GOOD else "x" if '"title": "x"' in (data or "") else "Spite & Malice"
    assert shown["title"] == title
    if not broken:
        assert shown["tag"]
        assert shown["data"]["path"].startswith("/")
        assert not shown["data"]["path"].startswith("//")
        # If a page is visible it is closed at once; only showing it counts.
        assert found["closed"] == ([shown["tag"]] if seen else [])
    assert found["told"] == (["called"] if seen else [])


def test_a_notice_says_what_came_and_a_trial_stays(modules: Modules) -> None:
    (shown,) = run(modules, data=GOOD)["shown"]
    assert (shown["title"], shown["body"], shown["tag"], shown["lang"]) == ("Your turn", "At the table", "turn", "de")
    assert run(modules, data='{"title": "Test", "tag": "trial"}', seen=True)["closed"] == []


def test_a_new_address_is_asked_for_with_the_key_that_the_server_has_now(modules: Modules) -> None:
    found = run(modules)
    assert found["asked"] == [{"userVisibleOnly": True, "applicationServerKey": "new key"}]
    assert found["put"] == ["new"]
    assert run(modules, key=None)["put"] == []
