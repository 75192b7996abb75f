"""Replaying a finished game of patience, without a browser."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules
from tests.web.patience import WAY, after

MOVES: Final = [str(move) for move in WAY[:4]]
PARTS: Final = "".join(f'<button data-do="{name}"><span></span></button>' for name in ("straight", "speed", "practise"))
MARKUP: Final = f"""<main id="table" data-table="t" data-game="2"><h1 id="title"></h1><p id="meters"></p>{PARTS}
<div id="below"></div><div id="cards"></div><div id="above"></div><div id="words"></div><div id="tools"></div></main>
<div id="live"></div>"""
ADDRESS: Final = "/api/tables/t/games/2/replay?straight="
PRACTICE: Final = "/api/tables/t/games/2/practice"


def frames(count: int, **last: Any) -> list[dict[str, Any]]:
    """Return a game with this many moves, a second each; the last frame has these changes."""
    told = [
        {
            "ply": 2 * at, "action": MOVES[at - 1] if at else None, "moves": list(MOVES[at - 1 : at] if at else []),
            "at": 1000 * at, "view": after(at).view().to_json(), "points": {"standard": 5 * at},
        }
        for at in range(count + 1)
    ]  # fmt: skip
    told[-1].update(last)
    return told


def replayed(
    modules: Modules, act: str, whole: Any = None, at: str = "", settings: str = '{"speed":"off"}', **answers: Any
) -> Any:
    """Return the result of something done with a replay, and the requests; `seen()` returns its current place."""
    told = modules.evaluate(
        f"""async (how) => (await import("/tests/visit-page.js")).visit(how, async (site) => {{
          const {{ document, kept, went, told }} = site;
          const {{ fetched }} = await import("/tests/stand-in-page.js");
          for (const sheet of document.querySelectorAll("link")) sheet.dispatchEvent(new Event("load"));
          await fetched();
          const the = (selector) => document.querySelector(selector);
          const press = async (name) => {{
            const step = the(`[data-go=${{name}}]`);
            if (step) {{
              const event = new Event("click");
              Object.defineProperty(event, "target", {{ value: step }});
              the("#tools").dispatchEvent(event);
            }} else the(`[data-do=${{name}}]`).click();
            await fetched();
          }};
          const slider = the("input");
          const buttons = () => document.querySelectorAll("#tools button");
          const off = () => buttons().filter(({{ disabled }}) => disabled).map(({{ dataset }}) => dataset.go);
          const seen = () => [the("#meters").textContent, slider.value, off()];
          const lines = (element) => element.children.map(({{ textContent }}) => textContent);
          const words = () => (the("#words").hidden ? null : lines(the("#words")));
          {act}
        }})""",
        {
            "markup": MARKUP,
            "module": "/static/patience/replay.js",
            "address": f"http://table.test/replay/t/2{at}",
            "kept": {"spite.settings": settings},
            "answers": {f"GET {ADDRESS}false": {"frames": whole or frames(4)}, **answers},
        },
    )
    mine = [asked for asked in told["asked"] if asked[1].startswith("/api/tables")]
    return told["seen"], mine


def test_buttons_lead_through_a_game_and_say_what_was_done(modules: Modules) -> None:
    act = """const found = [the("#title").textContent, slider.max, seen()];
    for (const name of ["on", "end", "back", "start"]) { await press(name); found.push(seen()); }
    return [...found, location.hash, the("#live").childElementCount];"""
    found, asked = replayed(modules, act)
    title, most, *places, hash_, told = found
    assert (title, most, hash_, told) == ("Patience", "4", "#0", 5)
    assert [(meters.split(" · ")[:2], value, off) for meters, value, off in places] == [
        (["0 of 4", "0:00"], "0", ["start", "back"]),
        (["1 of 4", "0:01"], "1", []),
        (["4 of 4", "0:04"], "4", ["on", "end"]),
        (["3 of 4", "0:03"], "3", []),
        (["0 of 4", "0:00"], "0", ["start", "back"]),
    ]
    assert places[0][0].endswith("The deal")
    assert all(not meters.endswith("The deal") for meters, _value, _off in places[1:4])
    assert asked == [["GET", f"{ADDRESS}false", None]]


@pytest.mark.parametrize(("at", "place"), [("#3", "3"), ("#9", "4"), ("#x", "0"), ("", "0")])
def test_the_address_says_where_a_game_is_shown_first(modules: Modules, at: str, place: str) -> None:
    assert replayed(modules, "return slider.value;", at=at)[0] == place


@pytest.mark.parametrize(("scoring", "points"), [("standard", True), ("none", False)])
def test_points_are_shown_by_the_scoring_that_was_chosen(modules: Modules, scoring: str, points: bool) -> None:
    settings = f'{{"speed":"off","scoring":"{scoring}"}}'
    meters, _asked = replayed(modules, 'await press("end"); return the("#meters").textContent;', settings=settings)
    assert ("20 points" in meters) == points


def test_moves_that_were_taken_back_are_left_out_and_told_again(modules: Modules) -> None:
    act = """await press("end");
    const state = () => [slider.max, slider.value, the("[data-do=straight]").getAttribute("aria-pressed")];
    const found = [state()];
    await press("straight");
    found.push(state());
    await press("practise");
    await press("straight");
    return [...found, state(), went];"""
    straight: Any = {f"GET {ADDRESS}true": {"frames": frames(2)}, f"POST {PRACTICE}": {"url": "/table/p"}}
    (*states, went), asked = replayed(modules, act, **straight)
    assert states == [["4", "4", None], ["2", "2", "true"], ["4", "2", "false"]]
    assert [place.removeprefix("http://table.test") for place in went] == ["/table/p"]
    assert asked[2] == ["POST", PRACTICE, {"ply": 4, "straight": True}]
    assert [address for _method, address, _body in asked] == [
        f"{ADDRESS}false", f"{ADDRESS}true", PRACTICE, f"{ADDRESS}false",
    ]  # fmt: skip


def test_what_cannot_be_had_is_said_and_changes_nothing(modules: Modules) -> None:
    act = """const found = [words()];
    await press("straight");
    found.push(words()?.length, slider.max, the("[data-do=straight]").getAttribute("aria-pressed"));
    await press("on");
    found.push(words());
    await press("practise");
    return [...found, words()?.length, went];"""
    assert replayed(modules, act)[0] == [None, 1, "4", None, None, 1, []]


def test_nobody_practises_from_the_end_of_a_game_that_is_won(modules: Modules) -> None:
    act = """const found = [the("[data-do=practise]").disabled];
    await press("end");
    return [...found, the("[data-do=practise]").disabled];"""
    won = frames(4)
    won[-1]["view"] = {**won[-1]["view"], "result": "won"}
    assert replayed(modules, act, won)[0] == [False, True]


def test_speeds_go_round_and_are_kept(modules: Modules) -> None:
    act = """const found = [the("[data-do=speed]").title];
    for (let time = 0; time < 4; time += 1) {
      await press("speed");
      found.push([the("[data-do=speed]").title, JSON.parse(kept.get("spite.settings")).speed]);
    }
    return [...found, the("[data-do=speed] span").textContent, the("#live").lastElementChild.textContent];"""
    first, *speeds, shown, said = replayed(modules, act, settings='{"speed":"fast"}')[0]
    assert first == "Speed: Fast"
    assert speeds == [
        ["Speed: No motion", "off"], ["Speed: Slow", "slow"], ["Speed: Normal", "normal"], ["Speed: Fast", "fast"],
    ]  # fmt: skip
    assert (shown, said) == ("Speed: Fast", "Speed: Fast")


FLOWN: Final = """const flown = () => {
  const cards = the("#cards").children;
  const times = cards.flatMap(({ animations }) => animations.splice(0).map(({ duration }) => duration));
  return Math.round(Math.max(0, ...times));
};"""


@pytest.mark.parametrize(("at", "deals"), [("", True), ("#1", False)])
def test_a_game_is_dealt_where_it_is_shown_from_its_start(modules: Modules, at: str, deals: bool) -> None:
    time, mode = replayed(
        modules, f'{FLOWN} return [flown(), the("#table").dataset.mode];', at=at, settings='{"speed":"normal"}'
    )[0]
    assert (time > 1000, time > 0, mode) == (deals, deals, "wide")


@pytest.mark.parametrize(("speed", "time"), [("slow", 306), ("fast", 90), ("off", 0)])
def test_cards_fly_as_fast_as_was_chosen(modules: Modules, speed: str, time: int) -> None:
    act = f"""{FLOWN}
    await site.pass(5000);
    flown();
    await press("on");
    return flown();"""
    assert replayed(modules, act, settings=f'{{"speed":"{speed}"}}')[0] == time


@pytest.mark.parametrize(("speed", "beat"), [("slow", 1530), ("normal", 900), ("fast", 450), ("off", 540)])
def test_a_game_that_runs_is_as_fast_as_was_chosen(modules: Modules, speed: str, beat: int) -> None:
    act = f"""await press("play");
    const found = [];
    for (const time of [{beat - 60}, 120, {beat - 120}, 120]) {{
      await site.pass(time);
      found.push(Number(slider.value));
    }}
    return found.map((place) => place - found[0]);"""
    assert replayed(modules, act, settings=f'{{"speed":"{speed}"}}')[0] == [0, 1, 1, 2]


def test_every_pile_has_its_place_and_the_tools_lie_under_them(modules: Modules) -> None:
    act = """const { left, top, width } = the("#tools").style;
    return [the("#above").children.length > 0, left, top, width, the("#tools").classList.contains("watching")];"""
    assert replayed(modules, act)[0] == [True, "16px", "746px", "1248px", True]


def test_a_place_that_one_slides_to_is_there_at_once(modules: Modules) -> None:
    act = f"""{FLOWN}
    await site.pass(5000);
    flown();
    slider.valueAsNumber = 3;
    slider.dispatchEvent(new Event("input"));
    await fetched();
    return [flown(), seen()[1]];"""
    assert replayed(modules, act, settings='{"speed":"normal"}')[0] == [0, "3"]


def test_a_game_that_runs_says_nothing_and_shows_how_to_stop_it(modules: Modules) -> None:
    act = """const icon = () => the("[data-go=play] path").getAttribute("d");
    const before = icon();
    const said = the("#live").childElementCount;
    await press("play");
    const runs = icon();
    await site.pass(6000);
    return [before !== runs, slider.value, icon() === before, the("#live").childElementCount - said];"""
    moved, place, stopped, said = replayed(modules, act)[0]
    assert (moved, place, stopped) == (True, "4", True)
    assert said <= 1


def test_a_game_that_there_is_not_says_so_with_the_way_home(modules: Modules) -> None:
    told = modules.evaluate(
        """async (how) => (await import("/tests/visit-page.js")).visit(how, async ({ document }) => {
          const { fetched } = await import("/tests/stand-in-page.js");
          for (const sheet of document.querySelectorAll("link")) sheet.dispatchEvent(new Event("load"));
          await fetched();
          const words = document.querySelector("#words");
          return [words.hidden, words.children.length, words.querySelector("a").href];
        })""",
        {"markup": MARKUP, "module": "/static/patience/replay.js", "answers": {}},
    )
    assert told["seen"] == [False, 2, "/"]
