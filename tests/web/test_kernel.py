"""The browser's kernel without a browser: deferred fetching, the connection to the server, gestures, names of cards."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def on_a_line(modules: Modules, act: str) -> Any:
    """Run something with a connection (stand-ins.js) and return its result."""
    source = f"""async () => {{
      const {{ line }} = await import("/tests/stand-ins.js");
      const {{ socket, clock, told, away, events, lines }} = await line();
      try {{ {act} }} finally {{ away(); }}
    }}"""
    return modules.evaluate(source)


def on_a_surface(modules: Modules, act: str, keys: str = "") -> Any:
    """Perform gestures on a surface (stand-ins.js) with active keys, and return their results."""
    source = f"""async () => {{
      const {{ surface }} = await import("/tests/stand-ins.js");
      const {{ clock, done, away, pointer, tap, press, table }} = await surface({keys});
      try {{ {act}; return done; }} finally {{ away(); }}
    }}"""
    return modules.evaluate(source)


def test_what_is_fetched_later_is_fetched_once_a_name_and_again_only_after_a_failure(modules: Modules) -> None:
    source = """async () => {
      const { lazily } = await import("/static/kernel/dom/lazily.js");
      const asked = [];
      const fetch = lazily(async (name) => {
        asked.push(name);
        if (asked.length === 1) throw new Error("no line");
        return `${name} ${asked.length}`;
      });
      const failed = await fetch("a").catch(({ message }) => message);
      return [failed, await fetch("a"), await fetch("a"), await fetch("b"), asked];
    }"""
    assert modules.evaluate(source) == ["no line", "a 2", "a 2", "b 3", ["a", "a", "b"]]


def test_a_message_without_an_answer_is_sent_again_on_the_next_line_and_an_answered_one_is_not(
    modules: Modules,
) -> None:
    sent = on_a_line(
        modules,
        """
        lines[0].opens();
        const [first, second, third] = [1, 2, 3].map((number) => socket.send({ type: "move", number }));
        lines[0].hears({ type: "accepted", id: second });
        socket.forget(third);
        lines[0].breaks();
        clock.pass(1000);
        lines[1].opens();
        const sent = lines[1].sent.map(({ type, number }) => [type, number ?? null]);
        return [lines.length, sent, new Set([first, second, third]).size];
        """,
    )
    assert sent == [2, [["hello", None], ["move", 1]], 3]


def test_a_message_sent_while_there_is_no_line_goes_out_once_there_is_one(modules: Modules) -> None:
    sent = on_a_line(
        modules,
        """
        socket.send({ type: "say" });
        const before = lines[0].sent.length;
        lines[0].opens();
        return [before, lines[0].sent.map(({ type }) => type)];
        """,
    )
    assert sent == [0, ["hello", "say"]]


@pytest.mark.parametrize(
    ("code", "states", "count"), [(4003, ["closed"], 1), (4005, ["closed"], 1), (1006, ["lost"], 2)]
)
def test_a_table_that_is_not_for_us_is_not_asked_again(
    modules: Modules, code: int, states: list[str], count: int
) -> None:
    told = on_a_line(modules, f"lines[0].breaks({code}); clock.pass(10_000); return [told.states, lines.length];")
    assert told[0][:1] == states
    assert told[1] >= count if code == 1006 else told[1] == count


def test_a_line_that_does_not_answer_is_given_up(modules: Modules) -> None:
    told = on_a_line(
        modules,
        """
        lines[0].opens();
        lines[0].hears({ type: "snapshot" });
        socket.send({ type: "move" });
        clock.pass(9_000);
        const patient = [...told.states];
        clock.pass(1_000);
        return [patient, told.states, told.received];
        """,
    )
    assert told == [["open"], ["open", "lost"], ["snapshot"]]


def test_waits_between_tries_grow_to_a_bound_and_are_short_again_after_a_line(modules: Modules) -> None:
    counts = on_a_line(
        modules,
        """
        const tries = [];
        for (let round = 0; round < 12; round += 1) {
          const before = clock.now;
          lines.at(-1).breaks();
          const count = lines.length;
          while (lines.length === count) clock.pass(50);
          tries.push(clock.now - before);
        }
        lines.at(-1).opens();
        const before = clock.now;
        const count = lines.length;
        lines.at(-1).breaks();
        while (lines.length === count) clock.pass(50);
        return [tries, clock.now - before];
        """,
    )
    tries, after = counts
    assert 300 <= tries[0] <= 550
    assert 0.8 * 8_000 - 50 <= tries[-1] <= 1.2 * 8_000 + 50
    assert 300 <= after <= 550


@pytest.mark.parametrize(("chance", "factor"), [(0, 0.8), (0.5, 1), (0.999_999, 1.2)])
def test_every_wait_is_up_to_a_fifth_shorter_or_longer_than_usual(
    modules: Modules, chance: float, factor: float
) -> None:
    """So that not all pages of a server reconnect at once."""
    waits = on_a_line(
        modules,
        f"""
        const {{ random }} = Math;
        Math.random = () => {chance};
        const waits = [];
        for (let round = 0; round < 7; round += 1) {{
          const [before, count] = [clock.now, lines.length];
          lines.at(-1).breaks();
          while (lines.length === count) clock.pass(1);
          waits.push(clock.now - before);
        }}
        Math.random = random;
        return waits;
        """,
    )
    usual = [min(8000, 400 * 2**at) for at in range(7)]
    assert waits == pytest.approx([factor * wait for wait in usual], abs=1.5)


def asked_for_life(modules: Modules, act: str) -> Any:
    """Return the number of pings of an open connection, and whether it was lost, at each `note()`."""
    return on_a_line(
        modules,
        f"""
        const found = [];
        const pings = () => lines[0].sent.filter(({{ type }}) => type === "ping").length;
        const note = () => found.push([pings(), told.states.includes("lost")]);
        lines[0].opens();
        lines[0].hears({{ type: "snapshot" }});
        {act}
        return found;
        """,
    )


def test_a_quiet_line_is_asked_for_a_sign_of_life_and_given_up_without_one(modules: Modules) -> None:
    act = """clock.pass(5_000); note(); clock.pass(1_000); note(); lines[0].hears({ type: "pong" });
    clock.pass(6_000); note(); clock.pass(4_499); note(); clock.pass(1); note();"""
    assert asked_for_life(modules, act) == [[0, False], [1, False], [2, False], [2, False], [2, True]]


def test_a_line_that_nobody_sees_is_asked_more_rarely_and_given_more_time(modules: Modules) -> None:
    act = "document.hidden = true; clock.pass(20_000); note(); clock.pass(10_400); note(); clock.pass(200); note();"
    assert asked_for_life(modules, act) == [[0, False], [1, False], [1, True]]


def test_a_line_with_a_message_under_way_is_asked_but_not_given_up_before_the_message_is(modules: Modules) -> None:
    for before in (2_000, 5_500):
        send = f"clock.pass({before}); socket.send({{ type: 'move' }});"
        act = f"{send} clock.pass(9_400); note(); clock.pass(200); note();"
        assert [lost for _pings, lost in asked_for_life(modules, act)] == [False, True]


@pytest.mark.parametrize(
    "doubt",
    [
        "clock.now += 8_000; clock.pass(0)",
        'events.dispatchEvent(new Event("offline"))',
        'document.dispatchEvent(new Event("visibilitychange"))',
    ],
)
def test_a_line_in_doubt_has_to_answer_soon(modules: Modules, doubt: str) -> None:
    act = f"clock.pass(1_000); note(); {doubt}; note(); clock.pass(2_499); note(); clock.pass(1); note();"
    assert asked_for_life(modules, act) == [[0, False], [1, False], [1, False], [1, True]]


def test_a_page_that_is_seen_again_or_online_comes_back_at_once(modules: Modules) -> None:
    counts = on_a_line(
        modules,
        """
        const counts = [];
        for (const [told, type] of [[events, "online"], [document, "visibilitychange"]]) {
          lines.at(-1).opens();
          lines.at(-1).breaks();
          told.dispatchEvent(new Event(type));
          counts.push(lines.length);
        }
        document.hidden = true;
        lines.at(-1).breaks();
        document.dispatchEvent(new Event("visibilitychange"));
        return [...counts, lines.length];
        """,
    )
    assert counts == [2, 3, 3]


def test_who_signs_in_elsewhere_has_the_page_loaded_again_but_not_again_and_again(modules: Modules) -> None:
    told = on_a_line(
        modules,
        """
        const reloads = [];
        clock.now = 100_000;
        for (const wait of [700, 10_000]) {
          lines.at(-1).breaks(4006);
          clock.pass(wait - 1);
          reloads.push(told.states.length);
          clock.pass(1);
          reloads.push(told.states.length);
          socket.connect();
        }
        return [reloads, new Set(told.states).size];
        """,
    )
    assert told == [[0, 1, 1, 2], 1]


def test_a_page_hears_of_calls_and_of_settings_chosen_elsewhere(modules: Modules) -> None:
    heard = on_a_line(
        modules,
        """
        const heard = [];
        for (const type of ["spite-called", "spite-chosen-elsewhere"]) {
          events.addEventListener(type, () => heard.push(type));
        }
        lines[0].opens();
        const line = document.documentElement.dataset.line;
        lines[0].hears({ type: "called" });
        lines[0].hears({ type: "settings" });
        socket.restart();
        return [heard, line, document.documentElement.dataset.line ?? null, told.states];
        """,
    )
    assert heard == [["spite-called", "spite-called", "spite-chosen-elsewhere"], "", None, ["open", "lost"]]


def test_a_pong_and_a_call_are_nothing_for_the_table(modules: Modules) -> None:
    received = on_a_line(
        modules,
        """
        lines[0].opens();
        for (const type of ["pong", "called", "settings", "event"]) lines[0].hears({ type });
        return told.received;
        """,
    )
    assert received == ["event"]


def test_two_taps_on_a_card_are_a_double_tap_only_if_they_are_quick(modules: Modules) -> None:
    assert on_a_surface(modules, 'tap("H1"); clock.pass(100); tap("H1")') == [["tap", "H1", False], ["double", "H1"]]
    assert on_a_surface(modules, 'tap("H1"); clock.pass(400); tap("H1")') == [["tap", "H1", False]] * 2


def test_two_quick_taps_on_different_cards_are_two_taps(modules: Modules) -> None:
    assert on_a_surface(modules, 'tap("H1"); clock.pass(50); tap("H2")') == [["tap", "H1", False], ["tap", "H2", False]]


def test_a_third_quick_tap_begins_again(modules: Modules) -> None:
    taps = 'tap("H1"); clock.pass(50); tap("H1"); clock.pass(50); tap("H1")'
    assert on_a_surface(modules, taps) == [["tap", "H1", False], ["double", "H1"], ["tap", "H1", False]]


def test_a_finger_that_stays_looks_closer(modules: Modules) -> None:
    assert on_a_surface(modules, 'tap("S1", 600)') == [["look", "S1"]]


def test_a_finger_that_goes_far_enough_lifts_drags_and_drops(modules: Modules) -> None:
    done = on_a_surface(
        modules,
        """
        pointer("pointerdown", "H1", 110, 60);
        pointer("pointermove", "H1", 113, 60);
        pointer("pointermove", "H1", 130, 80);
        pointer("pointermove", "H1", 190, 80, { pointerId: 2 });
        pointer("pointerup", "H1", 140, 90);
        """,
    )
    lifted = ["lift", "H1", 10, 10]
    assert done == [lifted, ["drag", 20, 20, 30, 30], ["drag", 30, 30, 40, 40], ["drop", True, 40, 40]]


def test_a_drag_that_is_broken_off_drops_nothing(modules: Modules) -> None:
    done = on_a_surface(
        modules,
        """
        pointer("pointerdown", "H1", 110, 60);
        pointer("pointermove", "H1", 130, 80);
        pointer("pointercancel", "H1", 130, 80);
        pointer("pointerup", "H1", 140, 90);
        """,
    )
    assert [act[:2] for act in done] == [["lift", "H1"], ["drag", 20], ["drop", False]]


def test_a_second_button_of_the_mouse_plays_nothing(modules: Modules) -> None:
    gestures = (
        'pointer("pointerdown", "H1", 110, 60, { button: 2 }); pointer("pointerup", "H1", 110, 60, { button: 2 })'
    )
    assert on_a_surface(modules, gestures) == []


def test_a_press_without_a_pointer_plays_and_the_click_that_follows_a_tap_does_not(modules: Modules) -> None:
    click = 'pointer("click", "{key}", 0, 0, {{ detail: {detail} }});'
    by_keyboard = click.format(key="H1", detail=0)
    assert on_a_surface(modules, f'tap("H1"); {by_keyboard}') == [["tap", "H1", False], ["tap", "H1", True]]
    clicked = click.format(key="H1", detail=1)
    acts = f'tap("H1"); {clicked} clock.pass(399); {clicked} clock.pass(1); {clicked}'
    assert on_a_surface(modules, acts) == [["tap", "H1", False], ["tap", "H1", True]]
    assert on_a_surface(modules, f"clock.pass(1000); {click.format(key='', detail=0)}") == []


@pytest.mark.parametrize(
    ("press", "name"),
    [
        ('press("a")', "a"),
        ('press("A", { shiftKey: true })', "Shift+a"),
        ('press("z", { ctrlKey: true })', "Ctrl+z"),
        ('press("z", { metaKey: true })', "Ctrl+z"),
        ('press("?", { shiftKey: true })', "?"),
        ('press("&", { code: "Digit1" })', "1"),
        ('press("!", { code: "Digit1", shiftKey: true })', "Shift+1"),
        # On a Cyrillic keyboard, a key is its Latin counterpart.
        ('press("ф", { code: "KeyA" })', "a"),
        ('press("F2")', "F2"),
    ],
)
def test_a_key_has_one_name_on_every_keyboard(modules: Modules, press: str, name: str) -> None:
    keys = '["a", "Shift+a", "Ctrl+z", "?", "1", "Shift+1", "F2"]'
    assert on_a_surface(modules, f"done.push({press})", keys) == [["key", name], True]


@pytest.mark.parametrize(
    "press",
    [
        'press("a", { altKey: true })',
        'press("a", { ctrlKey: true })',
        'press("b")',
        'press("a", {}, ["input"])',
        'press("a", {}, [".lobby"])',
    ],
)
def test_a_key_that_means_something_else_is_left_to_the_browser(modules: Modules, press: str) -> None:
    assert on_a_surface(modules, f"done.push({press})", '["a"]') == [False]


def test_a_key_that_is_held_acts_once_or_where_that_is_of_use_slowly_again(modules: Modules) -> None:
    act = """const held = { repeat: true };
    clock.pass(1_000);
    for (const name of ["a", "b"]) {
      press(name);
      for (const wait of [300, 1, 300, 1]) { clock.pass(wait); done.push(press(name, held)); }
    }"""
    a, b = ["key", "a"], ["key", "b"]
    once = [a, True, True, True, True]
    assert on_a_surface(modules, act, '["a", "b"], ["b"]') == [*once, b, True, b, True, True, b, True]


def test_space_skips_what_moves_and_escape_breaks_a_drag_off(modules: Modules) -> None:
    act = """table.skip = () => done.push("skip");
    press(" ");
    table.busy = true;
    press(" ");
    press(" ", { repeat: true });
    table.busy = false;
    pointer("pointerdown", "H1", 110, 60);
    pointer("pointermove", "H1", 130, 80);
    press("Escape");
    pointer("pointerup", "H1", 140, 90)"""
    acts = on_a_surface(modules, act, '[" ", "Escape"]')
    assert [one if one == "skip" else one[0] for one in acts] == ["key", "skip", "lift", "drag", "drop", "key"]
    assert acts[4][1] is False


def test_a_long_press_of_a_system_looks_closer_and_drops_nothing(modules: Modules) -> None:
    act = (
        'pointer("pointerdown", "H1", 110, 60); pointer("contextmenu", "H1", 110, 60); pointer("contextmenu", "", 0, 0)'
    )
    assert on_a_surface(modules, act) == [["look", "H1"]]


def test_a_finger_beside_all_buttons_is_told_apart_from_one_on_a_button(modules: Modules) -> None:
    acts = 'pointer("pointerdown", "", 110, 60); pointer("pointerup", "", 110, 60); tap("H1")'
    assert on_a_surface(modules, acts) == [["nowhere"], ["tap", "H1", False]]


def test_a_finger_that_stops_what_moves_is_on_the_card_that_lies_there_then(modules: Modules) -> None:
    act = """table.busy = true;
    table.buttons = [
      { key: "H1", rect: { x: 0, y: 0, w: 50, h: 70 } }, { key: "H2", rect: { x: 5, y: 0, w: 50, h: 70 } },
    ];
    table.arrive = () => done.push("arrives") > 0;
    tap("C1");
    await new Promise((go) => setTimeout(go));
    pointer("pointerdown", "", 400, 60);
    pointer("pointerup", "", 400, 60)"""
    assert on_a_surface(modules, act) == ["arrives", ["tap", "H2", False], "arrives", ["nowhere"]]


def test_ranks_have_the_article_that_is_spoken(modules: Modules) -> None:
    source = """async (rules) => {
      const { rankWithArticle } = await import("/static/kernel/cards/cards.js");
      return Array.from({ length: 15 }, (_, at) => rankWithArticle(at + 1, rules));
    }"""
    numbers = modules.evaluate(source, {"deck": {"numbers": 15}})
    assert numbers == [f"{'an' if rank in (8, 11) else 'a'} {rank}" for rank in range(1, 16)]
    letters = modules.evaluate(source, {"deck": {"packs": 2}})
    assert letters[:2] + letters[6:13] == ["an ace", "a 2", "a 7", "an 8", "a 9", "a 10", "a jack", "a queen", "a king"]


def test_what_waits_to_be_shown_is_shown_in_order_and_can_be_skipped(modules: Modules) -> None:
    source = """async () => {
      const { Queue } = await import("/static/kernel/cards/queue.js");
      const shown = [];
      const idle = new Promise((done) => {
        const queue = new Queue(() => done(queue.busy));
        queue.push(async (wait) => { await wait(1); shown.push("one"); });
        queue.push(async () => shown.push("two"));
        shown.push(queue.busy);
      });
      shown.push(await idle);
      const skipped = new Queue(() => shown.push("idle"));
      skipped.push(async (wait) => { await wait(10_000); shown.push("never"); });
      skipped.push(async () => shown.push("never"));
      skipped.clear();
      await new Promise((done) => setTimeout(done));
      shown.push(skipped.busy);
      return shown;
    }"""
    assert modules.evaluate(source) == [True, "one", "two", False, False]


def test_where_a_browser_keeps_nothing_nothing_is_found_and_nothing_thrown(modules: Modules) -> None:
    source = """async () => {
      const { installed } = await import("/tests/stand-ins.js");
      const { readText, readValue, writeText, writeValue, forgetAll } = await import("/static/kernel/storage.js");
      const kept = new Map();
      const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text),
        removeItem: (key) => void kept.delete(key) };
      const away = installed({ get localStorage() { return storage; } });
      const found = [writeText("spite.a", "x"), readText("spite.a")];
      found.push(writeValue("spite.b", { one: 1 }), readValue("spite.b"));
      kept.set("spite.c", "{");
      found.push(readValue("spite.c"), writeText("spite.a", null), readText("spite.a"));
      away();
      return [...found, readText("spite.b"), writeText("spite.b", "y"), readValue("spite.b"), forgetAll() ?? "quiet"];
    }"""
    kept = [True, "x", True, {"one": 1}, None, True, None]
    assert modules.evaluate(source) == [*kept, None, False, None, "quiet"]


def test_a_joker_that_stands_for_a_rank_is_drawn_with_no_suit(modules: Modules) -> None:
    use = '<use class="pip" href="#suit" x="77" y="33"></use>'
    joker, ace = modules.evaluate(
        """async (use) => {
          const { standsSvg } = await import("/static/kernel/cards/cards.js");
          const faces = new Map([["face-stands", use], ["small-stands", use.replace("></use>", "/>")]]);
          return ["*", "Kh"].map((card) => standsSvg(card, "A", faces));
        }""",
        use,
    )
    assert "suit" not in joker
    assert ace.count('href="#suit-h"') == 2
