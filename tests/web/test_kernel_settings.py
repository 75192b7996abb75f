"""The styling of a table, without a browser: the available looks, and the settings form."""

from __future__ import annotations

from typing import Any, Final

import pytest

from .modules import Modules

STATIC: Final = "http://table.test/static"
LOOKS: Final = """{"surface": {"felt": "Felt", "oak": "Oak"}, "deck": {"plain": "Plain"}, "pack": {"here": "Here"},
"back": {"red": "Red", "blue": "Blue", "gold": "Gold"}}"""
SIGNS: Final = [
    {"id": "leaf", "name": "Leaf", "takes": "One game", "earned": True},
    {"id": "star", "name": "Star", "takes": "Ten games", "earned": False},
]


def dressed(modules: Modules, act: str) -> Any:
    """Return the result of something done on a page with those looks, with fresh modules.

    The script has `looks` and `preferences` (the modules), the `DEFAULTS`, the browser's storage `kept`, and may change
    the server's `answers` by address.
    """
    source = f"""async ([looks_, signs]) => {{
      const {{ page, fetched }} = await import("/tests/stand-in-page.js");
      const site = page('<div id="form"></div>');
      const {{ document, kept }} = site;
      const root = document.documentElement;
      root.dataset.looks = looks_;
      root.dataset.languages = '[["en", "English"], ["de", "Deutsch"]]';
      const {{ fetch }} = globalThis;
      const answers = {{ "/api/signs": signs }};
      globalThis.fetch = async (url) => ({{
        ok: url in answers, status: 404, json: async () => answers[url] ?? null, text: async () => answers[url],
      }});
      try {{
        const fresh = Math.random();
        const [looks, preferences, {{ DEFAULTS }}] = await Promise.all(
          ["looks", "preferences", "settings"].map((name) => import(`/static/kernel/settings/${{name}}.js?${{fresh}}`)),
        );
        {act}
      }} finally {{
        globalThis.fetch = fetch;
        site.away();
      }}
    }}"""
    return modules.evaluate(source, [LOOKS, SIGNS])


def formed(modules: Modules, act: str) -> Any:
    """Return the result of something done with the settings form.

    The script has the `body`, the last values `chosen`, the messages `told` and sounds `sounded`, and `named(name)`:
    the inputs of a row.
    """
    return dressed(
        modules,
        f"""const body = document.querySelector("#form");
        const told = [];
        const sounded = [];
        let chosen = null;
        const table = {{
          settings: {{ ...DEFAULTS }}, change: (settings) => {{ table.settings = chosen = settings; }},
          tell: (words) => told.push(words), sound: (...sound) => sounded.push(sound),
        }};
        const named = (name) => body.querySelectorAll("input").filter((input) => input.name === name);
        const form = async (tables = ["spite", "patience"], terms = false) => {{
          preferences.drawSettings(body, table, tables, terms);
          await fetched();
        }};
        {act}""",
    )


@pytest.mark.parametrize(
    ("chosen", "kept", "look"),
    [
        ({"surface": "oak", "back": "gold"}, None, ["oak", "back", "gold", "red"]),
        ({"surface": "moss", "back": "gone"}, None, ["felt", "back", "red", "blue"]),
        ({"surface": "felt", "back": "own"}, None, ["felt", "back", "red", "blue"]),
        ({"surface": "felt", "back": "own"}, "data:image/png,x", ["felt", "own", "data:image/png,x", "red"]),
    ],
)
def test_a_page_wears_what_was_chosen_or_else_the_first(
    modules: Modules, chosen: dict[str, str], kept: str | None, look: list[str]
) -> None:
    """The pay-off stack has the next back, because it is another pack."""
    act = f"""if ({str(kept is not None).lower()}) looks.keepPicture("{kept}");
    const applied = looks.applyLook({{ deck: "plain", ...{chosen!r} }});
    await fetched();
    const sheets = () => document.querySelectorAll("link").filter(({{ rel }}) => rel === "stylesheet");
    const before = root.dataset.surface ?? null;
    for (const link of sheets()) link.dispatchEvent(new Event("load"));
    const faces = await applied;
    const backs = ["--back", "--back-payoff"].map((name) => root.style[name]);
    return [before, sheets().map(({{ href }}) => href), root.dataset.surface, backs, faces];"""
    surface, kind, back, payoff = look
    first = back if kind == "own" else f"{STATIC}/look/backs/{back}.svg"
    backs = [f'url("{first}")', f'url("{STATIC}/look/backs/{payoff}.svg")']
    # Every page has the first surface.
    before, sheets = ("felt", []) if surface == "felt" else (None, [f"{STATIC}/look/surfaces/{surface}.css"])
    assert dressed(modules, act) == [before, sheets, surface, backs, None]


def test_a_surface_that_did_not_come_is_asked_for_again(modules: Modules) -> None:
    act = """const sheets = () => document.querySelectorAll("link");
    const first = looks.fetchSurface("oak");
    const same = looks.fetchSurface("oak");
    const found = [sheets().length];
    sheets()[0].dispatchEvent(new Event("error"));
    found.push(await first, await same, sheets().length);
    const again = looks.fetchSurface("oak");
    Object.assign(sheets()[0], { sheet: {} }).dispatchEvent(new Event("load"));
    return [...found, await again, await looks.fetchSurface("oak"), sheets().length];"""
    assert dressed(modules, act) == [1, False, False, 0, True, True, 1]


def test_the_form_shows_the_settings_of_the_tables_it_is_for(modules: Modules) -> None:
    act = """const names = () => body.querySelectorAll(".group").map((group) => group.ariaLabel);
    const words = () => body.querySelectorAll("label.choice").map(({ textContent }) => textContent);
    const own = "Call the piles what the version calls them";
    const found = [];
    for (const [tables, terms] of [[["spite"], true], [["spite"], false], [["patience"], true]]) {
      await form(tables, terms);
      found.push([names(), words().includes(own), body.querySelectorAll("input[type=range]").length]);
    }
    root.dataset.offline = "/offline/";
    const ways = body.querySelectorAll("a").length;
    await form();
    return [...found, ways, body.querySelectorAll("a").map(({ href }) => href)];"""
    every, spite, patience = "Every table", "Spite & Malice", "Patience"
    assert formed(modules, act) == [
        [[every, spite, "You"], True, 1],
        [[every, spite, "You"], False, 1],
        [[every, patience, "You"], False, 1],
        0,
        ["/offline/"],
    ]


def test_what_is_chosen_in_the_form_is_the_only_thing_that_changes(modules: Modules) -> None:
    act = """const before = { ...table.settings };
    const changed = () => {
      const names = Object.keys(table.settings).filter((name) => table.settings[name] !== before[name]);
      return Object.fromEntries(names.map((name) => [name, table.settings[name]]));
    };
    await form();
    const shown = named("speed").filter(({ checked }) => checked).map(({ value }) => value);
    const acts = [
      () => named("speed").find(({ value }) => value === "fast").onchange(),
      () => named("surface").find(({ value }) => value === "oak").onchange(),
      () => named("sign").find(({ value }) => value === "leaf").onchange(),
    ];
    return [shown, ...acts.map((act) => { table.settings = { ...before }; act(); return changed(); })];"""
    assert formed(modules, act) == [["normal"], {"speed": "fast"}, {"surface": "oak"}, {"sign": "leaf"}]


@pytest.mark.parametrize(("volume", "is_on", "step"), [(0, False, 0), (1, True, 0), (70, True, 5), (100, True, 7)])
def test_sound_is_as_loud_as_it_is_heard_and_nothing_is_silence(
    modules: Modules, volume: int, is_on: bool, step: int
) -> None:
    act = f"""await form();
    const slider = body.querySelector("input[type=range]");
    const boxes = body.querySelectorAll("input[type=checkbox]");
    const sound = boxes.find((box) => box.parentElement.textContent === "Sound");
    sound.checked = !{str(is_on).lower()};
    slider.valueAsNumber = {volume};
    slider.onchange();
    return [chosen.volume, chosen.sound, sound.checked, sounded];"""
    assert formed(modules, act) == [volume, is_on, is_on, [["payoff", step]]]


def test_a_sign_is_chosen_by_its_picture(modules: Modules) -> None:
    act = """await form();
    return named("sign").map((input) => input.parentElement.querySelector("img")?.src ?? "");"""
    pictures = formed(modules, act)
    assert [picture.rpartition("/")[2] for picture in pictures] == ["", "leaf.svg", "star.svg"]


def test_signs_are_offered_once_earned_and_none_is_always_there(modules: Modules) -> None:
    act = """const seen = () => named("sign").map(({ value, checked, disabled }) => [value, checked, disabled]);
    const set = () => body.querySelector(".of-sign");
    preferences.drawSettings(body, table, ["spite"]);
    const hidden = set().hidden;
    await fetched();
    const takes = set().querySelectorAll(".takes").map(({ textContent }) => textContent);
    const found = [hidden, set().hidden, seen(), takes];
    for (const sign of ["leaf", "star"]) {
      table.settings = { ...DEFAULTS, sign };
      await form(["spite"]);
      found.push(seen().filter(([, checked]) => checked).map(([value]) => value));
    }
    delete answers["/api/signs"];
    await form(["spite"]);
    return [...found, set().hidden];"""
    offered = [["", True, False], ["leaf", False, False], ["star", False, True]]
    assert formed(modules, act) == [True, False, offered, ["Ten games"], ["leaf"], [""], True]


def test_a_back_of_ones_own_is_removed_for_the_first_there_is(modules: Modules) -> None:
    act = """const words = "Remove your picture";
    const remove = () => body.querySelectorAll("button").find(({ textContent }) => textContent === words);
    const own = () => named("back").some(({ value }) => value === "own");
    await form();
    const found = [own(), remove() !== undefined];
    looks.keepPicture("data:,x");
    await form();
    found.push(own(), remove() !== undefined);
    remove().click();
    await fetched();
    return [...found, own(), chosen.back, looks.ownPicture()];"""
    assert formed(modules, act) == [False, False, True, True, False, "red", None]
