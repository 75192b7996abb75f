"""The browser's kernel without a browser: what is fetched later, the line to the server, gestures, names of cards."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def on_a_line(modules: Modules, act: str) -> Any:
    """Carry out something with a line (stand-ins.js) and return what it comes to."""
    source = f"""async () => {{
      const {{ line }} = await import("/tests/stand-ins.js");
      const {{ socket, clock, told, away, lines }} = await line();
      try {{ {act} }} finally {{ away(); }}
    }}"""
    return modules.evaluate(source)


def on_a_surface(modules: Modules, act: str) -> Any:
    """Carry out gestures on a surface (stand-ins.js) and return what they come to."""
    source = f"""async () => {{
      const {{ surface }} = await import("/tests/stand-ins.js");
      const {{ clock, done, away, pointer, tap }} = await surface();
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
