"""The kernel's work on every page, without a browser: announcing, waiting, sharing, the end of days, emblems."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

import pytest

from .modules import Modules

CARDS: Final = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]


def on_a_page(modules: Modules, act: str, markup: str = "", argument: object = None) -> Any:
    """Return the result of something done on a page; scripts have the `site`, `the` element of a selector, `load`."""
    source = f"""async ([markup, argument]) => {{
      const {{ page, rest, fetched }} = await import("/tests/stand-in-page.js");
      const site = page(markup);
      const {{ document, clock, told }} = site;
      const the = (selector) => document.querySelector(selector);
      // A module that does something as it is loaded does it for this page alone.
      const load = (name) => import(`/static/kernel/${{name}}.js?${{Math.random()}}`);
      try {{ {act} }} finally {{ site.away(); }}
    }}"""
    return modules.evaluate(source, [markup, argument])


def announced(modules: Modules, act: str) -> Any:
    markup = '<main><div id="live"></div></main><dialog id="one"></dialog><dialog id="two"></dialog>'
    return on_a_page(
        modules,
        """const { Announcer } = await load("dom/announce");
        const [region, one, two] = ["#live", "#one", "#two"].map(the);
        const announcer = new Announcer(region, (text) => text.replace("7♥", "seven of hearts"));
        const lines = () => region.children.map(({ textContent }) => textContent);
        const where = () => region.parentElement.id || region.parentElement.localName;
        """
        + act,
        markup,
    )


def test_what_is_said_lies_in_the_uppermost_dialog_and_earlier_words_are_not_repeated_there(modules: Modules) -> None:
    act = """const found = [];
    const say = (text) => (announcer.say(text), found.push([where(), lines()]));
    say("a"), say("b");
    one.showModal();
    say("c");
    two.showModal();
    say("d"), say("e");
    two.close(), one.close();
    say("f");
    return found;"""
    assert announced(modules, act) == [
        ["main", ["a"]],
        ["main", ["a", "b"]],
        ["one", ["c"]],
        ["two", ["d"]],
        ["two", ["d", "e"]],
        ["main", ["f"]],
    ]


def test_words_said_again_are_another_line_and_the_last_eight_are_kept(modules: Modules) -> None:
    act = """for (const text of ["7♥.", "", "7♥.", "7♥."]) announcer.say(text);
    const same = lines();
    for (let n = 1; n <= 9; n += 1) announcer.say(String(n));
    return [same, lines()];"""
    same, last = announced(modules, act)
    assert [line.rstrip("\u00a0") for line in same] == ["seven of hearts."] * 3
    assert all(one != two for one, two in pairwise(same))
    assert last == [str(n) for n in range(2, 10)]


def test_a_part_that_did_not_come_is_reported_and_other_faults_are_the_consoles(modules: Modules) -> None:
    act = """const { whenUnfetched } = await load("dom/lazily");
    const words = [];
    whenUnfetched((text) => words.push(text));
    return ["Importing a module script failed.", "x is undefined", null].map((message) => {
      const reason = message === null ? undefined : { message };
      const event = Object.assign(new Event("unhandledrejection", { cancelable: true }), { reason });
      told.dispatchEvent(event);
      return [event.defaultPrevented, words.splice(0).length];
    });"""
    assert on_a_page(modules, act) == [[True, 1], [False, 0], [False, 0]]


@pytest.mark.parametrize(
    ("markup", "come", "waits"),
    [("", 0, 300), ('<div id="cards"></div>', 400, 700), ('<div id="cards"></div>', 0, 1800)],
)
def test_later_is_after_the_first_cards_but_they_are_not_waited_for_without_end(
    modules: Modules, markup: str, come: int, waits: int
) -> None:
    act = """const { later } = await load("dom/lazily");
    let came = null;
    later().then(() => (came = clock.now));
    if (argument) clock.setTimeout(() => the("#cards").append("a", document.createElement("i")), argument);
    await site.pass(3000);
    return came;"""
    assert on_a_page(modules, act, markup, come) == pytest.approx(waits, abs=50)


@pytest.mark.parametrize(("hidden", "came"), [(True, 0), (False, 16)])
def test_a_page_that_nobody_looks_at_is_not_waited_for(modules: Modules, hidden: bool, came: int) -> None:
    act = """const { shown } = await load("dom/lazily");
    document.hidden = argument;
    let came = null;
    shown().then(() => (came = clock.now));
    for (let n = 0; n < 40; n += 1) { await rest(); if (came === null) clock.pass(1); }
    return came;"""
    assert on_a_page(modules, act, "", hidden) == came


def test_a_style_sheet_is_fetched_once_and_one_that_does_not_come_is_not_waited_for(modules: Modules) -> None:
    act = """const { styled } = await load("dom/lazily");
    const sheets = () => document.querySelectorAll("link").length;
    await styled("kernel/a.css");
    await styled("kernel/a.css");
    const found = [sheets()];
    const late = styled("kernel/b.css");
    const link = document.head.lastElementChild;
    link.onload = null;
    link.onerror();
    await late;
    return [...found, sheets(), link.rel];"""
    assert on_a_page(modules, act) == [1, 2, "stylesheet"]


def test_rectangles_share_what_is_in_both(modules: Modules) -> None:
    """Points of a grid are counted: those in the open middle of both."""
    act = """const { holds, overlap } = await load("dom/elements");
    const wrong = [];
    const each = (...values) => values;
    const all = each(0, 2, 3).flatMap((x) => each(1, 3).flatMap((w) => each(0, 1).flatMap((y) => each(2, 4).map(
      (h) => ({ x, y, w, h }),
    ))));
    const half = (count) => Array.from({ length: count }, (_none, at) => at + 0.5);
    for (const one of all) {
      for (const other of all) {
        const both = half(9).flatMap((x) => half(9).filter((y) => holds(one, { x, y }) && holds(other, { x, y })));
        if (overlap(one, other) !== both.length) wrong.push([one, other]);
      }
      const { x, y, w, h } = one;
      const at = ([dx, dy]) => holds(one, { x: x + dx, y: y + dy });
      if (![[0, 0], [w, 0], [0, h], [w, h]].every(at)) wrong.push([one, "corners"]);
      if ([[-0.1, 0], [w + 0.1, 0], [0, -0.1], [0, h + 0.1]].some(at)) wrong.push([one, "beside"]);
    }
    return wrong;"""
    assert on_a_page(modules, act) == []


def test_a_table_is_as_large_as_it_is_and_its_letters_as_they_are_usual_or_larger(modules: Modules) -> None:
    act = """const { sizeOf } = await load("dom/elements");
    const table = Object.assign(document.createElement("main"), { clientWidth: 640, clientHeight: 360 });
    return ["", "16px", "24px", "0px"].map((rem) => {
      table.style.setProperty("--rem", rem);
      return Object.values(sizeOf(table));
    });"""
    assert on_a_page(modules, act) == [[640, 360, letters] for letters in (1, 1, 1.5, 1)]


def test_what_an_element_has_already_is_not_written_again(modules: Modules) -> None:
    act = """const { lay, style } = await load("dom/elements");
    const element = document.createElement("div");
    const written = [];
    const setProperty = (name, value) => void written.push([name, value]);
    element.style = new Proxy({ setProperty }, { set: (_none, name, value) => (written.push([name, value]), true) });
    lay(element, { x: 1, y: 2, w: 3, h: 4 });
    lay(element, { x: 1, y: 2, w: 3, h: 5 });
    style(element, "left", "1px");
    style(element, "left", "9px");
    return written;"""
    assert on_a_page(modules, act) == [
        ["left", "1px"], ["top", "2px"], ["width", "3px"], ["height", "4px"], ["height", "5px"], ["left", "9px"],
    ]  # fmt: skip


END: Final = 1_800_000_000_000


@pytest.mark.parametrize(
    ("at", "state", "reloads"),
    [
        (END - 1, {}, False),
        (END, {}, True),
        (END, {"field": "input", "value": "a"}, False),
        (END, {"field": "textarea", "value": "a"}, False),
        (END, {"field": "input", "value": "old"}, True),
        (END, {"field": "textarea", "value": "old"}, True),
        (END, {"field": "button", "value": "a"}, True),
        (END, {"dialog": True}, False),
        (END, {"before": str(END)}, False),
        (END, {"before": str(END - 86_400_000)}, True),
        (END, {"meta": False}, False),
    ],
)
@pytest.mark.parametrize("event", ["focus", "pageshow", "online", "visibilitychange"])
def test_the_page_of_a_day_that_is_over_is_loaded_again_once_unless_somebody_is_writing(
    modules: Modules, event: str, at: int, state: dict[str, Any], reloads: bool
) -> None:
    act = """const { event, at, end, state } = argument;
    class Field { constructor(value) { Object.assign(this, { value, defaultValue: "old" }); } }
    class Area extends Field {}
    class Input extends Field {}
    Object.assign(globalThis, { HTMLInputElement: Input, HTMLTextAreaElement: Area });
    const { now } = Date;
    try {
      Date.now = () => at;
      if (state.meta !== false) document.head.innerHTML = `<meta name="day-ends" content="${end}">`;
      for (const one of document.querySelectorAll("meta")) one.content = one.getAttribute("content");
      if (state.before) site.kept.set("spite.new-day", state.before);
      const kinds = { input: Input, textarea: Area, button: Field };
      if (state.field) document.activeElement = new kinds[state.field](state.value);
      the("dialog").toggleAttribute("open", state.dialog ?? false);
      let loaded = 0;
      location.reload = () => (loaded += 1);
      await load("new-day");
      document.visibilityState = "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
      const unseen = loaded;
      document.visibilityState = "visible";
      const hears = event === "visibilitychange" ? document : told;
      for (let time = 0; time < 3; time += 1) hears.dispatchEvent(new Event(event));
      return [unseen, loaded, site.kept.get("spite.new-day") ?? null];
    } finally {
      Date.now = now;
      delete globalThis.HTMLInputElement;
      delete globalThis.HTMLTextAreaElement;
    }"""
    about = {"event": event, "at": at, "end": END, "state": state}
    unseen, loaded, kept = on_a_page(modules, act, "<dialog></dialog>", about)
    assert (unseen, loaded) == (0, int(reloads))
    assert kept == (str(END) if reloads else state.get("before"))


@pytest.mark.parametrize(("before", "loaded"), [(1000, [0, 1]), (-5000, [0, 1])])
def test_a_page_that_stays_open_is_loaded_again_as_its_day_ends(
    modules: Modules, before: int, loaded: list[int]
) -> None:
    act = """const { now } = Date;
    try {
      Date.now = () => argument.end - argument.before + clock.now;
      document.head.innerHTML = `<meta name="day-ends" content="${argument.end}">`;
      the("meta").content = String(argument.end);
      let loaded = 0;
      location.reload = () => (loaded += 1);
      await load("new-day");
      clock.pass(Math.max(0, argument.before) + 400);
      const early = loaded;
      clock.pass(200);
      return [early, loaded];
    } finally { Date.now = now; }"""
    # The contents of a page without editable elements.
    modules.evaluate(
        "() => void Object.assign(globalThis, { HTMLInputElement: class {}, HTMLTextAreaElement: class {} })"
    )
    try:
        assert on_a_page(modules, act, "", {"end": END, "before": before}) == loaded
    finally:
        modules.evaluate("() => { delete globalThis.HTMLInputElement; delete globalThis.HTMLTextAreaElement; }")


def test_every_card_in_a_text_is_read_out_by_its_name_which_begins_a_sentence_large(modules: Modules) -> None:
    act = """const { cardName, cardShort, spoken } = await load("cards/cards");
    return argument.map((card) => [cardName(card), spoken(`On ${cardShort(card)}, then 12. ${cardShort(card)}`)]);"""
    for name, text in on_a_page(modules, act, "", CARDS):
        assert text == f"On {name}, then 12. {name[0].upper()}{name[1:]}"


def test_a_drawn_card_is_not_seen_before_it_has_its_face_and_one_face_down_at_once(modules: Modules) -> None:
    act = """const { fetch } = globalThis;
    globalThis.fetch = async () => ({ ok: false, status: 404 });
    const { drawnCard, ready } = await load("cards/drawn-cards");
    const emblem = the(".emblem").firstElementChild;
    const sides = [drawnCard("7h"), drawnCard("*", "9"), drawnCard("back")].map((card) => card.firstElementChild);
    const seen = () => sides.map(({ hidden, innerHTML }) => [hidden, innerHTML !== ""]);
    const before = seen();
    for (const sheet of document.querySelectorAll("link")) sheet.dispatchEvent(new Event("load"));
    await ready;
    await fetched();
    globalThis.fetch = fetch;
    return [before, seen(), sides.map(({ className }) => className), emblem.className];"""
    before, after, names, emblem = on_a_page(modules, act, '<i class="emblem" data-card="Ks"></i>')
    assert before == [[True, False], [True, False], [False, False]]
    assert after == [[False, True], [False, True], [False, False]]
    assert [name.split()[0] for name in names] == ["front", "front", "back"]
    assert emblem == "card drawn"


def test_keys_are_listed_with_what_they_do_in_a_dialog_that_is_named_so(modules: Modules) -> None:
    act = """const { showKeys } = await load("gestures/keys");
    const dialog = the("dialog");
    let opened = 0;
    dialog.showModal = () => { opened += 1; dialog.open = true; };
    showKeys(dialog, [["U", "Take a move back"], ["H", "A hint"]]);
    showKeys(dialog, [["U", "Take a move back"], ["H", "A hint"]], "Keys of the table");
    const parts = dialog.querySelectorAll("dt, dd").map(({ localName, textContent }) => [localName, textContent]);
    const title = the(`#${dialog.getAttribute("aria-labelledby")}`).textContent;
    return [opened, title, parts, dialog.querySelectorAll("kbd").length];"""
    opened, title, parts, keys = on_a_page(modules, act, "<dialog></dialog>")
    assert (opened, title, keys) == (1, "Keys of the table", 2)
    assert parts == [["dt", "U"], ["dd", "Take a move back"], ["dt", "H"], ["dd", "A hint"]]


DRAWN: Final = "ec70058852ecf5d7"
"""A change shows everybody another face than the one they know: of 120 names, which have every wall and pattern."""


def test_the_face_that_is_made_of_a_name_stays_as_it_was(modules: Modules) -> None:
    act = """const { monogram } = await load("people/monogram");
    return argument.map(monogram);"""
    drawings = on_a_page(modules, act, "", [f"Ada {number}" for number in range(120)])
    assert sha256("\n".join(drawings).encode()).hexdigest()[:16] == DRAWN


SHARED: Final = {"text": "Won in 12 turns", "url": "http://table.test/t"}


def shared(modules: Modules, able: dict[str, Any], act: str) -> Any:
    """Return the actions `done` by sharing something, on a system that is `able` to do some of them."""
    return on_a_page(
        modules,
        """const { able, what } = argument;
        const done = [];
        document.title = "Table";
        const note = (name, works, given) => { done.push([name, given]); if (!works) throw new Error("no"); };
        const named = ({ name, type }) => name === "result.png" && type === "image/png";
        const share = async ({ files, ...rest }) => note("share", able.share, { ...rest, files: files?.length ?? 0 });
        const writeText = async (text) => note("clipboard", able.clipboard, text);
        if ("share" in able) navigator.share = share;
        if ("files" in able) navigator.canShare = ({ files }) => able.files && named(files[0]);
        if ("clipboard" in able) navigator.clipboard = { writeText };
        document.execCommand = (name) => (done.push([name, the("textarea").value]), able.hand ?? false);
        const { createElement } = document;
        document.createElement = (name) => Object.assign(createElement(name), {
          select() {},
          ...(name === "canvas" && { toBlob: (give) => give(new Blob(["x"], { type: "image/png" })) }),
          ...(name === "a" && { click() { done.push(["saved", this.download, this.href]); } }),
        });
        const isField = (one) => one?.localName === "textarea";
        globalThis.HTMLTextAreaElement = class { static [Symbol.hasInstance] = isField; };
        globalThis.Image = class {
          width = 30;
          height = 20;
          async decode() { if (!able.draws) throw new Error("no"); }
        };
        const { fetch } = globalThis;
        globalThis.fetch = async (url) => {
          done.push(["fetched", String(url)]);
          if (able.line === false) throw new Error("no line");
          return { ok: able.there ?? true, text: async () => "<svg/>" };
        };
        const { handOver, pictureButton, shareButton } = await load("dom/share");
        try {
        """
        + act
        + "} finally { globalThis.fetch = fetch; delete globalThis.HTMLTextAreaElement; }",
        "<main></main>",
        {"able": able, "what": SHARED},
    )


SHARE: Final = """
const button = shareButton(() => able.picture ? { ...what, picture: "/t.svg" } : what);
the("main").append(button);
const press = async () => { button.click(); await fetched(); return button.textContent; };
const words = [await press(), await press()];
return [done, words, document.querySelectorAll("textarea").length];"""
TEXT: Final = "Won in 12 turns\nhttp://table.test/t"
GIVEN: Final = {"title": "Table", **SHARED, "files": 0}


@pytest.mark.parametrize(
    ("able", "done", "words", "fields"),
    [
        ({"share": True}, [["share", GIVEN]], "Share", 0),
        ({"share": False, "clipboard": True}, [["share", GIVEN]], "Share", 0),
        ({"clipboard": True}, [["clipboard", TEXT]], "Link copied", 0),
        ({"clipboard": False, "hand": True}, [["clipboard", TEXT], ["copy", TEXT]], "Link copied", 0),
        ({"hand": True}, [["copy", TEXT]], "Link copied", 0),
        ({}, [["copy", TEXT]], "Share", 1),
    ],
)
def test_a_result_is_shared_as_the_system_can_or_else_by_hand(
    modules: Modules, able: dict[str, Any], done: list[Any], words: str, fields: int
) -> None:
    assert shared(modules, able, SHARE) == [done * 2, [words, words], fields]


@pytest.mark.parametrize(
    ("able", "files"),
    [
        ({"files": True, "draws": True}, 1),
        ({"files": False, "draws": True}, 0),
        ({"draws": True}, 0),
        ({"files": True, "draws": False}, 0),
        ({"files": True, "draws": True, "there": False}, 0),
        ({"files": True, "draws": True, "line": False}, 0),
    ],
)
def test_a_picture_goes_with_a_result_where_there_is_one_and_the_system_takes_it(
    modules: Modules, able: dict[str, Any], files: int
) -> None:
    done, _words, _fields = shared(modules, {"share": True, "picture": True, **able}, SHARE)
    assert [step for step in done if step[0] == "share"] == [["share", {**GIVEN, "files": files}]] * 2
    # Things that the system does not accept are not fetched.
    assert sum(step[0] == "fetched" for step in done) == 2 * ("files" in able)


@pytest.mark.parametrize(
    ("able", "said"),
    [({"share": True}, "shared"), ({"share": False}, "shared"), ({"clipboard": True}, "copied"), ({}, "refused")],
)
def test_what_is_handed_over_says_how(modules: Modules, able: dict[str, Any], said: str) -> None:
    assert shared(modules, able, "return await handOver(what);") == said


@pytest.mark.parametrize(("draws", "count"), [(True, 1), (False, 0)])
def test_a_picture_is_saved_and_its_memory_is_free_a_minute_later(modules: Modules, draws: bool, count: int) -> None:
    act = """const { createObjectURL, revokeObjectURL } = URL;
    let held = 0;
    Object.assign(URL, { createObjectURL: () => (held += 1, "blob:1"), revokeObjectURL: () => (held -= 1) });
    const button = pictureButton("/t.svg", "t.png");
    button.click();
    await fetched();
    const found = [done.filter(([name]) => name === "saved"), held];
    clock.pass(59_000);
    found.push(held);
    clock.pass(2_000);
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    return [...found, held];"""
    saved = [["saved", "t.png", "blob:1"]] * count
    assert shared(modules, {"draws": draws}, act) == [saved, count, count, 0]


@pytest.mark.parametrize(
    ("act", "over"),
    [
        ('told.dispatchEvent(new Event("pointerdown"))', 0),
        ('told.dispatchEvent(new Event("keydown"))', 0),
        ("finish()", 0),
        ("clock.pass(499)", None),
        ("clock.pass(500)", 500),
    ],
)
def test_a_moment_lasts_until_it_is_over_or_somebody_acts_and_then_hears_nothing_more(
    modules: Modules, act: str, over: int | None
) -> None:
    # In its capturing phase, because the pressed element may stop the event.
    source = f"""const heard = new Set();
    const note = (kind) => (name, act, capture) => {{
      heard[kind](`${{name}} ${{capture}}`);
      told[kind === "add" ? "addEventListener" : "removeEventListener"](name, act, capture);
    }};
    globalThis.addEventListener = note("add");
    globalThis.removeEventListener = note("delete");
    const {{ untilGesture }} = await load("effects");
    let came = null;
    let finish;
    untilGesture(500, new Promise((done) => (finish = done))).then(() => (came = clock.now));
    const hears = [...heard];
    {act};
    await rest();
    const found = [hears, came, came === null ? null : [...heard]];
    return found;"""
    hears, came, left = on_a_page(modules, source)
    assert hears == ["pointerdown true", "keydown true"]
    assert (came, left) == (over, None if over is None else [])


def test_a_moment_without_an_end_of_its_own_lasts_its_time(modules: Modules) -> None:
    act = """const { untilGesture } = await load("effects");
    let came = false;
    untilGesture(500).then(() => (came = true));
    const found = [];
    for (const time of [499, 1]) { clock.pass(time); await rest(); found.push(came); }
    return found;"""
    assert on_a_page(modules, act) == [False, True]


@pytest.mark.parametrize(("ratio", "sharp"), [(1, 1), (1.5, 1.5), (2, 2), (3, 2)])
def test_a_canvas_is_as_sharp_as_eyes_are(modules: Modules, ratio: float, sharp: float) -> None:
    act = """globalThis.devicePixelRatio = argument;
    const { sharpPen } = await load("effects");
    const canvas = document.createElement("canvas");
    const pen = sharpPen(canvas, { clientWidth: 100, clientHeight: 60 });
    return [canvas.width, canvas.height, pen === canvas.getContext("2d") ? 0 : pen.scale];"""
    assert on_a_page(modules, act, "", ratio)[:2] == [100 * sharp, 60 * sharp]


@pytest.mark.parametrize(("still", "paces"), [(False, [0, 0.5, 1]), (True, [0, 0, 0])])
def test_effects_are_as_fast_as_a_player_wants_everything(modules: Modules, still: bool, paces: list[float]) -> None:
    act = """globalThis.matchMedia = () => ({ matches: argument });
    const { effectPace } = await load("effects");
    return ["off", "fast", "normal"].map((speed) => effectPace({ speed }));"""
    assert on_a_page(modules, act, "", still) == paces


def test_an_arrow_leads_to_the_nearest_place_of_a_row_before_any_other(modules: Modules) -> None:
    """Places that only touch another's height range are in another row."""
    act = """const { neighbour } = await load("gestures/neighbour");
    const at = (x, y, w = 10, h = 10) => ({ rect: { x, y, w, h } });
    const leads = (direction, ...places) => places.indexOf(neighbour(at(0, 0).rect, places, direction));
    const [right, left, down, up] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    return [
      [leads(right, at(100, 10), at(200, 0)), leads(right, at(100, -10), at(200, 0))],
      [leads(right, at(100, 9), at(200, 0)), leads(right, at(100, -9), at(200, 0))],
      [leads(left, at(-100, 10), at(-200, 0)), leads(left, at(-100, 9), at(-200, 0))],
      [leads(right, at(100, 10), at(90, 15)), leads(right, at(90, 15), at(100, 10))],
      [leads(down, at(30, 20), at(0, 90)), leads(down, at(20, 20), at(0, 90)), leads(up, at(0, -90), at(20, -20))],
      [leads(right, at(0.5, 0)), leads(right, at(1, 0)), leads(right, at(-50, 0)), leads(down, at(50, 0))],
      [leads(right, at(50, 0), at(50, 0)), leads(right, at(50, 3), at(50, 2)), leads(right, at(200, 40), at(50, 300))],
      [leads(right, at(20, 0, 40), at(30, 0, 10)), leads(down, at(0, 20, 10, 60), at(0, 30))],
    ];"""
    assert on_a_page(modules, act) == [
        *([1, 1], [0, 0], [1, 0], [0, 1]),
        *([1, 0, 1], [-1, 0, -1, -1], [0, 1, 0], [1, 1]),
    ]


@pytest.mark.parametrize(
    ("typed", "plain", "words"),
    [
        ("Z\u00fcge", "zuge", ["zuge"]),
        ("  \u00c9t\u00e9\tKo\u0308nig\n", "  ete\tkonig\n", ["ete", "konig"]),
        ("\u0141\u00f3d\u017a 3", "\u0142odz 3", ["\u0142odz", "3"]),
        ("   ", "   ", []),
        ("", "", []),
    ],
)
def test_what_is_typed_is_compared_without_accents_and_capitals(
    modules: Modules, typed: str, plain: str, words: list[str]
) -> None:
    act = """const { plain, plainWords } = await load("dom/search");
    return [plain(argument), plainWords(argument)];"""
    assert on_a_page(modules, act, argument=typed) == [plain, words]


def test_keys_are_listed_each_with_what_it_does_and_the_list_can_be_closed(modules: Modules) -> None:
    act = """const { showKeys } = await load("gestures/keys");
    const dialog = the("dialog");
    let opened = 0;
    const showModal = dialog.showModal;
    dialog.showModal = () => ((opened += 1), showModal.call(dialog));
    showKeys(dialog, [["Space", "Deal"], ["?", "Help"]]);
    const first = [dialog.querySelector("h2").textContent, dialog.open];
    showKeys(dialog, [["Z", "Undo"], ["Esc", "Close"]], "Moves");
    const list = dialog.querySelector("dl").children.map(({ localName, textContent }) => [localName, textContent]);
    const name = dialog.getAttribute("aria-labelledby");
    const found = [first, opened, list, the(`#${name}`).textContent, dialog.querySelectorAll("kbd").length];
    dialog.querySelector("button").click();
    return [...found, dialog.open];"""
    assert on_a_page(modules, act, "<dialog></dialog>") == [
        ["Keys", True],
        1,
        [["dt", "Z"], ["dd", "Undo"], ["dt", "Esc"], ["dd", "Close"]],
        "Moves",
        2,
        False,
    ]


def test_what_moves_on_a_page_that_is_left_is_at_its_end_at_once(modules: Modules) -> None:
    act = """const { animate } = await load("dom/animate");
    const box = the("p");
    const frames = [{ opacity: 0 }, { opacity: 1 }];
    const usual = animate(box, frames, { duration: 300 });
    const before = [usual.playState, box.animations.length];
    box.animate = () => null;
    globalThis.KeyframeEffect = class { constructor(...given) { this.given = given; } };
    globalThis.Animation = class {
      playState = "idle";
      constructor(effect) { this.effect = effect; }
      finish() { this.playState = "finished"; }
    };
    const left = animate(box, frames, 300);
    delete globalThis.KeyframeEffect, delete globalThis.Animation;
    const [element, shown, length] = left.effect.given;
    return [before, left.playState, element === box, shown, length];"""
    assert on_a_page(modules, act, "<p></p>") == [
        ["running", 1],
        "finished",
        True,
        [{"opacity": 0}, {"opacity": 1}],
        300,
    ]
