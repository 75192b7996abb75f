"""Parts of the kernel's pages, without a browser: replays, the drawer, plots, settings, notices."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from tests.web.modules import Modules

REPLAY: Final = """<div id="controls"><button data-go="start"></button><button data-go="back"></button>
<button data-go="on"></button><button data-go="end"></button><button data-go="turn-on"></button>
<button data-go="play"></button><button data-go="elsewhere"></button></div><input id="track">"""


def replayed(modules: Modules, act: str) -> Any:
    """Return the result of something done with the controls of a game of ten actions.

    The script has `place()`, may `press` a button or a `key`, and let time `pass`; `told` has the calls to the game.
    """
    return modules.evaluate(
        f"""async (markup) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page(markup);
          try {{
            const {{ ReplayControls }} = await import("/static/kernel/replay-controls.js");
            const {{ document, clock }} = site;
            const the = (selector) => document.querySelector(selector);
            const told = [];
            let isReady = true;
            const watched = {{
              length: () => 10, ready: () => isReady, rest: () => 500,
              show: (from, slid) => {{ told.push(["show", from, slid]); controls.shown(); }},
              restart: () => {{ told.push(["restart"]); controls.at = 0; controls.shown(); }},
              tell: () => told.push(["tell", controls.runs]),
            }};
            const goals = {{ "turn-on": () => 7, "turn-back": () => 2 }};
            const controls = new ReplayControls(watched, the("#controls"), the("#track"), goals);
            controls.listen({{ f: () => told.push(["f"]), "Shift+F": () => told.push(["F"]) }});
            const place = () => controls.at;
            const press = (name) => {{
              const event = new Event("click");
              Object.defineProperty(event, "target", {{ value: the(`[data-go=${{name}}]`) }});
              the("#controls").dispatchEvent(event);
              return place();
            }};
            const key = (name, options = {{}}, target = document.body) => {{
              const event = Object.assign(new Event("keydown", {{ cancelable: true }}), {{ key: name, ...options }});
              Object.defineProperty(event, "target", {{ value: target }});
              document.dispatchEvent(event);
              return [place(), event.defaultPrevented];
            }};
            {act}
          }} finally {{ site.away(); }}
        }}""",
        REPLAY,
    )


def test_buttons_lead_through_a_game_and_stop_at_its_ends(modules: Modules) -> None:
    act = 'return ["back", "on", "on", "back", "turn-on", "elsewhere", "end", "on", "start"].map(press);'
    assert replayed(modules, act) == [0, 1, 2, 1, 7, 7, 10, 10, 0]


def test_a_place_is_shown_once_and_where_one_comes_from_is_said(modules: Modules) -> None:
    act = """press("on");
    controls.go(1);
    controls.go(4, true);
    controls.go(99);
    return told.filter(([what]) => what === "show");"""
    assert replayed(modules, act) == [["show", 0, False], ["show", 1, True], ["show", 4, False]]


def test_a_game_runs_by_itself_until_its_end_or_a_press(modules: Modules) -> None:
    act = """press("play");
    const places = [place(), controls.runs];
    clock.pass(499); places.push(place());
    clock.pass(1); places.push(place());
    press("play"); places.push(controls.runs);
    clock.pass(5_000); places.push(place());
    press("play");
    clock.pass(60_000); places.push(place(), controls.runs);
    press("play"); places.push(place(), controls.runs);
    clock.pass(500); places.push(place());
    press("back");
    clock.pass(60_000); places.push(place(), controls.runs);
    return [places, told.filter(([what]) => what === "restart").length];"""
    assert replayed(modules, act) == [[1, True, 1, 2, False, 2, 10, False, 0, True, 1, 0, False], 1]


def test_a_game_that_begins_to_run_or_pauses_says_so_if_it_can_be_gone_through(modules: Modules) -> None:
    act = """const last = () => told.filter(([what]) => what === "tell").at(-1)[1];
    press("play");
    const said = [last()];
    press("play");
    said.push(last());
    press("play");
    isReady = false;
    controls.pause();
    return [...said, last(), controls.runs];"""
    assert replayed(modules, act) == [True, False, True, False]


def test_keys_lead_through_a_game(modules: Modules) -> None:
    act = """const shift = { shiftKey: true };
    return [
      key("ArrowRight"), key("ArrowRight"), key("ArrowLeft"), key("ArrowDown"), key("ArrowUp"),
      key("ArrowRight", shift), key("ArrowLeft", shift), key("End"), key("Home"), key("x"),
    ];"""
    places = [1, 2, 1, 7, 2, 7, 2, 10, 0]
    assert replayed(modules, act) == [*([place, True] for place in places), [0, False]]


def test_keys_of_the_page_and_of_the_browser_are_theirs(modules: Modules) -> None:
    act = """const button = the("[data-go=on]"), track = the("#track");
    const left = [
      key("ArrowRight", { ctrlKey: true }), key("ArrowRight", { altKey: true }), key("ArrowRight", { metaKey: true }),
      key("ArrowRight", {}, track), key(" ", {}, button),
    ];
    isReady = false;
    left.push(key("ArrowRight"));
    isReady = true;
    key(" ", {}, track);
    return [left, controls.runs];"""
    assert replayed(modules, act) == [[[0, False]] * 6, True]


def test_a_key_that_is_held_walks_on_and_does_everything_else_once(modules: Modules) -> None:
    act = """const held = { repeat: true };
    const places = [key("ArrowRight", held)[0], key("ArrowRight", held)[0], key("End", held)];
    key("f"); key("F"); key("f", held); key("F", { shiftKey: true });
    return [places, told.filter(([what]) => what.toLowerCase() === "f")];"""
    assert replayed(modules, act) == [[1, 2, [2, True]], [["f"], ["f"]]]


def test_the_slider_leads_past_others(modules: Modules) -> None:
    act = """press("play");
    Object.assign(the("#track"), { valueAsNumber: 6 }).dispatchEvent(new Event("input"));
    return [place(), controls.runs, told.at(-1)];"""
    assert replayed(modules, act) == [6, False, ["show", 1, True]]


def drawer(modules: Modules, act: str, docked: bool = False) -> Any:
    """Return the result of something done with a drawer of three tabs; `seen()` returns its display."""
    return modules.evaluate(
        f"""async (docked) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const bar = '<div class="bar"><button data-panel="log"></button><button data-panel="chat"></button></div>';
          const site = page(`<dialog></dialog>${{bar}}`);
          globalThis.matchMedia = () => ({{ matches: docked }});
          history.pushState = (state) => (history.state = state);
          history.back = () => ((history.state = null), site.told.dispatchEvent(new Event("popstate")));
          try {{
            const {{ Drawer }} = await import("/static/kernel/drawer/drawer.js");
            const {{ document, told }} = site;
            const the = (selector) => document.querySelector(selector);
            const dialog = the("dialog");
            const side = new Drawer(dialog);
            const drawn = [];
            const draws = (name) => (body) => (drawn.push(name), body.replaceChildren(name));
            side.add("log", "Log", draws("log"));
            side.add("chat", "Chat", draws("chat"));
            side.add("rules", "Rules", draws("rules"), true);
            const seen = () => [dialog.open, the(".panel-title").textContent, the(".panel-body").textContent];
            {act}
          }} finally {{ site.away(); }}
        }}""",
        docked,
    )


def test_a_drawer_opens_at_a_tab_and_closes_with_the_same_button(modules: Modules) -> None:
    act = """const buttons = [...document.querySelectorAll(".bar button")];
    const pressed = () => buttons.map(({ ariaExpanded }) => ariaExpanded);
    side.toggle("log");
    const found = [seen(), pressed()];
    side.toggle("chat");
    found.push(seen(), pressed(), [side.shows("log"), side.shows("chat")]);
    side.toggle("chat");
    found.push(dialog.open, pressed(), drawn);
    return found;"""
    shut = ["false", "false"]
    log, chat = [True, "Log", "log"], [True, "Chat", "chat"]
    marked = [["true", "false"], ["false", "true"]]
    assert drawer(modules, act) == [log, marked[0], chat, marked[1], [False, True], False, shut, ["log", "chat"]]


def test_a_drawer_and_its_parts_have_names_for_those_who_hear_them(modules: Modules) -> None:
    act = """side.open("log");
    const label = (selector) => the(selector)?.getAttribute("aria-label") ?? "";
    const named = the("[role=tabpanel]").getAttribute("aria-labelledby");
    return [label("dialog"), label("[role=tablist]"), the(`#${named}`).textContent];"""
    assert drawer(modules, act) == ["Drawer", "Drawer", "Log"]


def test_only_the_open_tab_draws_itself_again(modules: Modules) -> None:
    act = """side.redraw("log");
    side.open("log");
    side.redraw("log"); side.redraw("chat");
    side.add("log", "Log", draws("newer"));
    side.redraw("log");
    return [drawn, document.querySelectorAll("[role=tab]").map(({ id }) => id)];"""
    assert drawer(modules, act) == [["log", "log", "newer"], ["tab-rules", "tab-log", "tab-chat"]]


def test_arrows_go_round_the_tabs(modules: Modules) -> None:
    act = """side.open("log");
    const list = the("[role=tablist]");
    const press = (key) => {
      list.dispatchEvent(Object.assign(new Event("keydown"), { key }));
      return document.activeElement.id;
    };
    const at = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "x"].map(press);
    const marks = document.querySelectorAll("[role=tab]").map((tab) =>
      ["aria-selected", "tabindex"].map((name) => tab.getAttribute(name)));
    return [at, marks];"""
    off, on = ["false", "-1"], ["true", "0"]
    # The tabs are in the order in which they were added.
    assert drawer(modules, act) == [["tab-chat", "tab-rules", "tab-log", "tab-rules", "tab-rules"], [on, off, off]]


@pytest.mark.parametrize("docked", [False, True])
def test_the_way_back_leads_out_of_a_drawer_that_covers_the_table(modules: Modules, docked: bool) -> None:
    act = """side.open("log");
    const state = [history.state, document.body.classList.contains("docked")];
    told.dispatchEvent(new Event("popstate"));
    side.open("log");
    dialog.dispatchEvent(Object.assign(new Event("keydown"), { key: "Escape" }));
    return [...state, dialog.open, history.state, document.body.classList.contains("docked")];"""
    assert drawer(modules, act, docked) == [None if docked else "drawer", docked, False, None, False]


def test_a_page_loaded_again_forgets_the_drawer_that_was_open(modules: Modules) -> None:
    """Otherwise the next back button press would lead nowhere."""
    act = """history.replaceState = (state) => (history.state = state);
    const states = ["drawer", "other"].map((state) => {
      history.state = state;
      new Drawer(dialog);
      return history.state;
    });
    return states;"""
    assert drawer(modules, act) == [None, "other"]


def test_escape_that_ends_the_typing_of_a_word_leaves_the_drawer_open(modules: Modules) -> None:
    act = """side.open("chat");
    const keys = [["a", false], ["Escape", true], ["Escape", false]];
    return keys.map(([key, isComposing]) => {
      dialog.dispatchEvent(Object.assign(new Event("keydown"), { key, isComposing }));
      return dialog.open;
    });"""
    assert drawer(modules, act) == [True, True, False]


def test_from_tab_to_tab_is_no_way_that_one_goes_back(modules: Modules) -> None:
    act = """let pushed = 0;
    history.pushState = () => (pushed += 1);
    side.open("log");
    side.open("chat");
    return [pushed, seen(), the(".panel-body").hasAttribute("autofocus"),
      document.querySelectorAll("[role=tab]").map((tab) => tab.hasAttribute("autofocus"))];"""
    chat = [True, "Chat", "chat"]
    assert drawer(modules, act) == [1, chat, False, [False, False, True]]
    assert drawer(modules, act, docked=True) == [0, chat, True, [False, False, False]]


@pytest.mark.parametrize(
    ("value", "top"), [(1, 1), (1.1, 2), (2, 2), (3, 5), (7, 10), (10, 10), (11, 20), (0.3, 0.5), (499, 500)]
)
def test_an_axis_ends_at_a_number_that_is_easily_read(modules: Modules, value: float, top: float) -> None:
    source = 'async (value) => (await import("/static/kernel/dom/plot.js")).roundTop(value)'
    assert modules.evaluate(source, value) == pytest.approx(top)


def plotted(modules: Modules, plot: dict[str, Any], width: int = 252) -> list[list[Any]]:
    """Return the parts of a plot, each with its name, text and position; it is 200 wide between its axes."""
    parts: list[list[Any]] = modules.evaluate(
        """async ([plot, width]) => {
          const { page } = await import("/tests/stand-in-page.js");
          const site = page("");
          const observers = [];
          globalThis.ResizeObserver = class {
            constructor(act) { this.act = act; }
            observe(element) { observers.push(() => (Object.assign(element, { clientWidth: width }), this.act())); }
          };
          try {
            const { drawPlot } = await import("/static/kernel/dom/plot.js");
            const holder = drawPlot({ ...plot, format: (value) => `${value}!` });
            for (const act of observers) act();
            const [drawing] = holder.children;
            const of = (part, names) => names.filter((name) => part.hasAttribute(name));
            const names = ["class", "d", "x", "y", "width", "height", "cx", "cy", "r", "text-anchor"];
            return [drawing, ...(drawing?.children ?? [])].filter(Boolean).map((part) => [
              part.localName, part.localName === "svg" ? part.getAttribute("aria-label") : part.textContent,
              Object.fromEntries(of(part, names).map((name) => [name, part.getAttribute(name)])),
            ]);
          } finally { site.away(); }
        }""",
        [plot, width],
    )
    return parts


def test_a_plot_draws_axes_bars_dots_and_a_line(modules: Modules) -> None:
    plot = {
        "label": "Games", "columns": 2, "top": 10, "height": 120,
        "bars": [
            [{"value": 5, "className": "won"}, {"value": 2, "className": "lost"}],
            [{"value": 0, "className": "won"}],
        ],
        "dots": [None, {"value": 10, "className": "best"}],
        "line": [0, 10],
    }  # fmt: skip
    svg, *parts = plotted(modules, plot)
    assert svg == ["svg", "Games", {"width": "252", "height": "120"}]
    assert parts[:6] == [
        ["path", "", {"class": "axis", "d": "M44 110H244"}],
        ["text", "0!", {"x": "38", "y": "114", "text-anchor": "end"}],
        ["path", "", {"class": "grid", "d": "M44 60H244"}],
        ["text", "5!", {"x": "38", "y": "64", "text-anchor": "end"}],
        ["path", "", {"class": "grid", "d": "M44 10H244"}],
        ["text", "10!", {"x": "38", "y": "14", "text-anchor": "end"}],
    ]
    assert parts[6:] == [
        ["rect", "", {"class": "won", "x": "80", "y": "60", "width": "28", "height": "50"}],
        ["rect", "", {"class": "lost", "x": "80", "y": "40", "width": "28", "height": "20"}],
        ["path", "", {"class": "line", "d": "M94.0 110.0L194.0 10.0"}],
        ["circle", "", {"class": "best", "cx": "194", "cy": "10", "r": "4"}],
    ]


def test_a_plot_has_its_axis_at_nought_and_a_line_measured_on_its_own(modules: Modules) -> None:
    plot = {"label": "", "columns": 3, "top": 5, "bottom": -5, "height": 120, "line": [1, None, 3], "lineTop": 4}
    parts = plotted(modules, plot)[1:]
    axes = [(part["class"], part["d"], said[1]) for (_, _, part), said in zip(parts[:6:2], parts[1:6:2], strict=True)]
    assert axes == [("grid", "M44 110H244", "-5!"), ("axis", "M44 60H244", "0!"), ("grid", "M44 10H244", "5!")]
    # It goes straight across unknown values.
    assert re.findall(r"[\d.]+", parts[6][2]["d"]) == ["77.3", "85.0", "210.7", "35.0"]


def test_a_plot_writes_as_many_names_as_there_is_room_for_from_the_last_on(modules: Modules) -> None:
    names = [f"n{number}" for number in range(10)]
    parts = plotted(modules, {"label": "", "columns": 10, "top": 1, "names": names, "height": 120})
    written = [
        (words, part["x"], part["text-anchor"]) for kind, words, part in parts if kind == "text" and "n" in words
    ]
    assert written == [("n9", "244", "end"), ("n5", "154", "middle"), ("n1", "74", "middle")]
    assert {part["y"] for _, words, part in parts if "n" in words and words} == {"116"}
    # Names take room below.
    assert parts[1][2]["d"] == "M44 98H244"
    few = plotted(modules, {"label": "", "columns": 3, "top": 1, "names": names[:3], "height": 120})
    assert [words for kind, words, _part in few if kind == "text" and "n" in words] == ["n2", "n1", "n0"]


def test_what_is_not_shown_is_not_drawn(modules: Modules) -> None:
    assert plotted(modules, {"label": "", "columns": 1, "top": 1}, width=52) == []


def settings(modules: Modules, act: str, stored: str | None = None) -> Any:
    """Return the result of something done with the settings, after earlier choices."""
    return modules.evaluate(
        f"""async (stored) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page("");
          try {{
            const settings = await import("/static/kernel/settings/settings.js");
            const {{ kept, told, document }} = site;
            if (stored) kept.set("spite.settings", stored);
            {act}
          }} finally {{ site.away(); }}
        }}""",
        stored,
    )


@pytest.mark.parametrize(
    ("stored", "found"),
    [
        (None, ["normal", "two", False, 75]),
        ('{"speed":"fast","volume":10}', ["fast", "two", False, 10]),
        ('{"speed":"of long ago"}', ["normal", "two", False, 75]),
        ('{"colours":"contrast"}', ["normal", "four", True, 75]),
        ("{", ["normal", "two", False, 75]),
    ],
)
def test_settings_are_found_as_they_were_chosen_or_were_once(
    modules: Modules, stored: str | None, found: list[Any]
) -> None:
    act = """const { speed, colours, contrast, volume } = settings.loadSettings();
    return [speed, colours, contrast, volume];"""
    assert settings(modules, act, stored) == found


def test_who_chose_nothing_has_what_is_usual(modules: Modules) -> None:
    """Looks aside, which the server names."""
    act = """const looks = ["surface", "deck", "pack", "back", "sign"];
    return Object.fromEntries(Object.entries(settings.DEFAULTS).filter(([name]) => !looks.includes(name)));"""
    usual = settings(modules, act)
    on = {name for name, value in usual.items() if value is True}
    assert on == {"spread", "spoils", "remarks", "figures", "meters", "finish", "sound", "vibration"}
    others = {name: value for name, value in usual.items() if not isinstance(value, bool)}
    assert others == {
        "speed": "normal", "colours": "two", "letters": "auto", "theme": "auto", "scoring": "none", "autoplay": "off",
        "volume": 75,
    }  # fmt: skip


def test_settings_are_kept_and_others_hear_of_it(modules: Modules) -> None:
    act = """let heard = 0;
    told.addEventListener("spite-chosen", () => (heard += 1));
    settings.saveSettings({ ...settings.DEFAULTS, speed: "off" });
    return [settings.loadSettings().speed, heard];"""
    assert settings(modules, act) == ["off", 1]


def test_a_device_is_offered_what_it_can_do(modules: Modules) -> None:
    act = """const names = () => settings.flags("all").map(([name]) => name);
    const mouse = names();
    globalThis.matchMedia = (query) => ({ matches: query === "(pointer: coarse)" });
    const finger = names();
    globalThis.navigator = { languages: ["en"] };
    return [mouse, finger.filter((name) => !mouse.includes(name)), names().length === mouse.length];"""
    assert settings(modules, act) == [["contrast", "left", "sound", "room"], ["vibration"], True]


def test_settings_are_listed_where_they_are_for(modules: Modules) -> None:
    act = """const where = ["all", "spite", "patience", "person"];
    const names = (list) => list.map(([name]) => name);
    return where.map((one) => [settings.choices(one), settings.flags(one)].map(names));"""
    assert settings(modules, act) == [
        [["speed", "colours", "letters", "theme"], ["contrast", "left", "sound", "room"]],
        [[], ["spread", "spoils", "remarks", "remarksRead", "figures"]],
        [["scoring", "autoplay"], ["meters", "cover", "finish"]],
        [[], ["research"]],
    ]


def push(modules: Modules, act: str) -> Any:
    """Return the result of something done with notices, on a device that `found` has subscribed with the key `own`.

    `device` has its abilities; `asked` has the requests to the server.
    """
    return modules.evaluate(
        f"""async () => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page("", {{ address: "https://table.test/" }});
          const {{ fetch }} = globalThis;
          const asked = [];
          const answers = {{ "/api/notices/trial": {{ outcome: "sent" }}, "/api/notices": {{ key: "b3du" }} }};
          globalThis.fetch = async (url, {{ method = "GET", body }}) => {{
            asked.push([method, url, body ? JSON.parse(body).endpoint : null]);
            return {{ ok: true, json: async () => answers[url] ?? {{}} }};
          }};
          const subscribed = (text) => ({{
            endpoint: `https://push/${{text}}`, options: {{ applicationServerKey: new TextEncoder().encode(text) }},
            toJSON: () => ({{ endpoint: `https://push/${{text}}`, keys: {{ p256dh: "p", auth: "a" }} }}),
            unsubscribe: async () => void (device.found = null),
          }});
          const device = {{ found: null, made: "own" }};
          const pushManager = {{
            getSubscription: async () => device.found,
            subscribe: async () => (device.found = subscribed(device.made)),
          }};
          navigator.serviceWorker = {{ getRegistration: async () => ({{ pushManager }}), ready: {{ pushManager }} }};
          const Notification = {{ permission: "granted", requestPermission: async () => "granted" }};
          Object.assign(globalThis, {{ isSecureContext: true, Notification }});
          Object.assign(window, {{ PushManager: true, Notification }});
          const own = "b3du";
          try {{
            const push = await import("/static/kernel/line/push.js");
            const {{ kept, location }} = {{ ...site, location: globalThis.location }};
            {act}
          }} finally {{
            globalThis.fetch = fetch;
            delete globalThis.isSecureContext;
            delete globalThis.Notification;
            site.away();
          }}
        }}"""
    )


def test_how_a_device_stands_with_notices(modules: Modules) -> None:
    act = """const states = [await push.pushState(own)];
    device.found = subscribed("own");
    states.push(await push.pushState(own));
    Notification.permission = "default";
    states.push(await push.pushState(own));
    Notification.permission = "denied";
    states.push(await push.pushState(own));
    delete window.PushManager;
    states.push(await push.pushState(own));
    navigator.standalone = false;
    states.push(await push.pushState(own));
    location.protocol = "http:";
    states.push(await push.pushState(own));
    location.protocol = "https:";
    globalThis.isSecureContext = false;
    states.push(await push.pushState(own));
    return [states, asked];"""
    states = ["off", "on", "off", "denied", "unsupported", "home screen", "untrusted", "untrusted"]
    assert push(modules, act) == [states, []]


def test_a_device_that_subscribed_with_another_key_subscribes_again(modules: Modules) -> None:
    act = """device.found = subscribed("other");
    return [await push.pushState(own), asked, kept.has("spite.push")];"""
    told = [["PUT", "/api/notices/device", "https://push/own"]]
    assert push(modules, act) == ["on", told, True]


def test_notices_are_switched_on_with_leave_and_off_again(modules: Modules) -> None:
    act = """Notification.requestPermission = async () => "denied";
    await push.switchOn(own);
    const refused = asked.length;
    Notification.requestPermission = async () => "granted";
    await push.switchOn(own);
    const on = kept.get("spite.push").split(" ")[1];
    await push.switchOff();
    await push.switchOff();
    return [refused, on, asked, device.found, kept.has("spite.push")];"""
    told = [["PUT", "/api/notices/device", "https://push/own"], ["DELETE", "/api/notices/device", "https://push/own"]]
    assert push(modules, act) == [0, "en", told, None, False]


def test_a_trial_says_what_came_of_it_and_ends_what_is_gone(modules: Modules) -> None:
    act = """const outcomes = [await push.sendTrial()];
    device.found = subscribed("own");
    outcomes.push(await push.sendTrial(), device.found !== null);
    answers["/api/notices/trial"] = { outcome: "gone" };
    outcomes.push(await push.sendTrial(), device.found);
    return outcomes;"""
    assert push(modules, act) == ["gone", "sent", True, "gone", None]


def test_the_server_hears_of_a_device_once_a_day_or_in_another_language(modules: Modules) -> None:
    act = """device.found = subscribed("own");
    const told = async (before) => {
      if (before) kept.set("spite.push", before);
      asked.length = 0;
      await push.followPush();
      return asked.map(([method]) => method);
    };
    const day = 24 * 3600 * 1000;
    return [
      await told(null), await told(null), await told(`${Date.now() - day + 60_000} en`),
      await told(`${Date.now() - day - 1} en`), await told(`${Date.now()} de`),
    ];"""
    renewed = ["GET", "PUT"]
    assert push(modules, act) == [renewed, [], [], renewed, renewed]


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("gone", [True, False])
def test_a_game_here_is_offered_once_a_line_has_been_gone_for_a_while(modules: Modules, kept: bool, gone: bool) -> None:
    told = modules.evaluate(
        """async ([kept, gone]) => {
          const { page, fetched } = await import("/tests/stand-in-page.js");
          const site = page("");
          const { document, clock } = site;
          document.documentElement.dataset.offline = "/offline/";
          const asked = [];
          const caches = { match: async (...words) => (asked.push(words), kept ? "found" : undefined) };
          Object.assign(globalThis, { isSecureContext: true, caches });
          Object.assign(window, { caches });
          try {
            const offer = await import(`/static/kernel/line/offline-banner.js?${kept} ${gone}`);
            const sentence = document.createElement("p");
            await offer.offerInstead(sentence);
            void offer.showOfflineBanner(() => gone);
            await fetched();
            clock.pass(3_999);
            await fetched();
            const word = () => document.querySelector("[data-offline-banner]");
            const early = word() !== null;
            clock.pass(1);
            await fetched();
            const links = [sentence, word()].map((one) => one?.querySelector("a")?.href ?? null);
            const shown = word() !== null;
            word()?.querySelector("button").click();
            return [early, shown, links, word() === null, asked[0]];
          } finally {
            delete globalThis.isSecureContext;
            delete globalThis.caches;
            site.away();
          }
        }""",
        [kept, gone],
    )
    place = ["/offline/current", {"cacheName": "spite-offline"}]
    links = ["/offline/" if kept else None, "/offline/" if kept and gone else None]
    assert told == [False, kept and gone, links, True, place]


def drawn(modules: Modules, act: str) -> Any:
    """Return the result of something done with a board's elements; `all()` are those below the `root`."""
    return modules.evaluate(
        f"""async () => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page('<div id="root"></div>');
          try {{
            const {{ Drawn, focusedKey }} = await import("/static/kernel/dom/drawn.js");
            const {{ document }} = site;
            const root = document.querySelector("#root");
            const board = new Drawn();
            const all = () => root.children.map(({{ className }}) => className);
            {act}
          }} finally {{ site.away(); }}
        }}"""
    )


def test_what_is_drawn_again_stays_and_the_rest_goes(modules: Modules) -> None:
    act = """const place = (...names) => () => names.map((name) => board.element(`at ${name}`, "button", root, name));
    board.anew(place("H1", "H2"));
    const first = board.button("H1");
    const found = [all()];
    board.anew(place("H1", "S1"));
    found.push(all(), board.button("H1") === first, board.button("H2") ?? null);
    board.anew(() => board.element("light S1", "div", root, "light"), "light ");
    found.push(all());
    board.anew(() => {}, "light ");
    found.push(all());
    board.clear();
    return [...found, all()];"""
    two = ["H1", "S1"]
    assert drawn(modules, act) == [["H1", "H2"], two, True, None, [*two, "light"], two, []]


def test_buttons_that_belong_together_have_one_group_until_all_goes(modules: Modules) -> None:
    act = """const group = board.group("hand", "Your hand", root);
    const same = board.group("hand", "The hand", root) === group;
    const said = ["role", "aria-label"].map((name) => group.getAttribute(name));
    board.clear();
    const gone = all().length;
    return [same, said, gone, board.group("hand", "Your hand", root) === group, all().length];"""
    assert drawn(modules, act) == [True, ["group", "The hand"], 0, False, 1]


def test_a_pile_has_edges_once_two_cards_lie_there(modules: Modules) -> None:
    act = """const spot = { x: 0, y: 0, w: 60, h: 84 };
    return [0, 1, 2, 9].map((count) => {
      board.edges("P1", spot, count, root);
      const [pile] = root.children;
      return [pile.hidden, pile.dataset.place, pile.style["--w"], parseFloat(pile.style["--thick"])];
    });"""
    none, one, two, nine = drawn(modules, act)
    assert [none[0], one[0], two[0], nine[0]] == [True, True, False, False]
    assert nine[1:3] == ["P1", "60px"]
    assert none[3] <= two[3] < nine[3]


def test_the_target_under_the_card_is_lit_alone(modules: Modules) -> None:
    act = """for (const place of ["C1", "C2"]) board.element(`light ${place}`, "div", root, "light");
    board.element("at C1", "button", root, "place");
    const over = () => root.children.map(({ className }) => className);
    board.hover("C1");
    const one = over();
    board.hover("C2");
    const other = over();
    board.hover(null);
    return [one, other, over()];"""
    off = ["light", "light", "place"]
    assert drawn(modules, act) == [["light over", "light", "place"], ["light", "light over", "place"], off]
