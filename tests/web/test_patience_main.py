"""The page of a patience table as it starts, without a browser: its line, its keys, its drawer."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.modules import Modules
from tests.web.patience import WAY, PatienceServer, after

MARKUP: Final = """<main id="table" data-table="t" {data}><header class="bar">
<a class="home"><svg class="icon"></svg></a>
<h1 id="title"></h1><p id="meters"></p><button data-panel="rules"></button></header><div id="below"></div>
<div id="cards"></div><div id="above"></div><div id="words"></div><div id="tools"></div></main><div id="live"></div>
<p id="connection"></p><dialog id="reader"></dialog><dialog id="finish"></dialog><dialog id="panel"></dialog>"""


class Told(PatienceServer):
    """What a server says first."""

    said: dict[str, Any]

    def send(self, **message: Any) -> None:
        """Note it."""
        self.said = message


def started(modules: Modules, act: str, data: str = "", **game: Any) -> Any:
    """Return what something done at a table that has just been opened comes to.

    It finds the `line` to the server and may `press` a key: it returns what the page says then, without what it is for.
    """
    server = Told(**game)
    if not game:
        server.moves = [str(move) for move in WAY[:4]]
    server.hear({"type": "hello"})
    return modules.evaluate(
        f"""async ([markup, snapshot]) => {{
          const {{ fetched, page }} = await import("/tests/stand-in-page.js");
          const {{ FakeWebSocket, installed }} = await import("/tests/stand-ins.js");
          const site = page(markup);
          const {{ document, kept }} = site;
          kept.set("spite.settings", '{{"speed":"off","sound":false}}');
          FakeWebSocket.all = [];
          const fetch = async () => ({{ ok: false, status: 404, json: async () => null, text: async () => "" }});
          const pictures = [];
          const Image = class {{
            async decode() {{
              pictures.push(this.src);
            }}
          }};
          const away = installed({{ WebSocket: FakeWebSocket, fetch, Image }});
          try {{
            await import(`/static/patience/main.js?${{Math.random()}}`);
            for (let turn = 0; turn < 6 && FakeWebSocket.all.length === 0; turn += 1) {{
              for (const sheet of document.querySelectorAll("link")) sheet.dispatchEvent(new Event("load"));
              await fetched();
            }}
            const [line] = FakeWebSocket.all;
            line.opens();
            const hello = line.sent.splice(0);
            line.hears(snapshot);
            await fetched();
            // What is fetched for it comes when it comes.
            const opened = async (selector) => {{
              const dialog = document.querySelector(selector);
              for (let turn = 0; turn < 200 && !dialog.open; turn += 1) await fetched();
              return dialog;
            }};
            const press = async (key, more = {{}}) => {{
              const event = Object.assign(new Event("keydown", {{ cancelable: true }}), {{ key, code: "", ...more }});
              Object.defineProperty(event, "target", {{ value: document.activeElement }});
              document.dispatchEvent(event);
              await fetched();
              return line.sent.splice(0).map(({{ type, move }}) => [type, move ?? null]);
            }};
            {act}
          }} finally {{
            away();
            site.away();
          }}
        }}""",
        [MARKUP.format(data=data), server.said],
    )


def test_a_page_says_where_it_stands_and_shows_what_it_hears(modules: Modules) -> None:
    act = """return [line.url, hello.map(({ type, version, game }) => [type, version, game]),
      document.querySelector("#title").textContent, document.querySelector("#cards").children.length > 20,
      document.title];"""
    url, hello, title, drawn, of_window = started(modules, act)
    assert "/t" in url
    assert hello == [["hello", None, None]]
    assert title.startswith("Klondike")
    assert of_window == f"{title} · Patience"
    assert drawn


def test_the_backs_are_there_before_the_cards_are_dealt(modules: Modules) -> None:
    act = """return [pictures, document.documentElement.style["--back"]];"""
    [picture], back = started(modules, act)
    assert back == f'url("{picture}")'


@pytest.mark.parametrize(
    ("key", "more", "said"),
    [
        ("d", {}, "move"),
        ("u", {}, "undo"),
        ("z", {"ctrlKey": True}, "undo"),
        ("h", {}, "hint"),
        ("w", {}, "solve"),
        ("p", {}, "pause"),
    ],
)
def test_keys_do_what_the_page_offers(modules: Modules, key: str, more: dict[str, bool], said: str) -> None:
    sent = started(modules, f"return press({key!r}, {str(more).replace('True', 'true')});")
    assert [kind for kind, _move in sent] == [said]


def test_a_digit_sends_the_card_in_focus_to_a_pile(modules: Modules) -> None:
    position = after(4)
    moves = [str(move) for move in position.legal_moves]
    move = next(one for one in moves if one.startswith("T") and "-T" in one and ":" not in one)
    source, target = move.split("-")
    act = f"""const all = document.querySelectorAll("#above [data-key]");
    const keys = all.filter(({{ dataset }}) => dataset.key.startsWith("{source}#"));
    const nothing = await press("{target[1:]}");
    keys.at(-1).focus();
    return [nothing, await press("{target[1:]}")];"""
    assert started(modules, act) == [[], [["move", move]]]


def test_the_drawer_opens_with_the_rules_in_words_and_has_the_settings(modules: Modules) -> None:
    act = """Object.assign(history, { pushState: () => {}, back: () => {} });
    const button = document.querySelector("[data-panel]");
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: button });
    document.querySelector("#table").dispatchEvent(event);
    const panel = await opened("#panel");
    const found = [panel.open, panel.textContent.includes("Klondike")];
    const tabs = panel.querySelectorAll("[role=tab]");
    tabs.at(-1).click();
    const settings = panel.querySelectorAll(".panel-body input").length;
    await press("Escape");
    return [...found, tabs.map(({ textContent }) => textContent), settings > 5, panel.open];"""
    assert started(modules, act) == [True, True, ["Rules", "Settings"], True, False]


def test_the_keys_are_told_by_a_key(modules: Modules) -> None:
    act = """await press("?");
    const reader = await opened("#reader");
    return [reader.open, reader.querySelectorAll("kbd").length > 8];"""
    assert started(modules, act) == [True, True]


@pytest.mark.parametrize(("preset", "aim", "count"), [("clock", "clock", 1), ("klondike-1", "build", 0)])
def test_a_game_without_a_choice_is_played_by_a_key_that_is_held(
    modules: Modules, preset: str, aim: str, count: int
) -> None:
    act = """return (await press("d", { repeat: true })).length;"""
    position = deal_number(preset_rules(preset), 1)
    assert started(modules, act, f'data-aim="{aim}"', position=position, preset=preset) == count
