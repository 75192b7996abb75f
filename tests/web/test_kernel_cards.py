"""Cards as elements without a browser: their motion, their visible positions, and the sources of their faces."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def on_a_table(modules: Modules, act: str) -> Any:
    """Return the result of something done with cards on a table.

    It finds `motion` and `cards` (the modules), the `pieces` of a layer, a `slot` for a card, and `moving`: how many
    animations each element was given. `pace` may be changed, and people may want things `still`.
    """
    source = f"""async () => {{
      const {{ page }} = await import("/tests/stand-in-page.js");
      const site = page('<div id="cards"></div>');
      const {{ document, clock }} = site;
      const layer = document.querySelector("#cards");
      const motions = {{ matches: false }};
      globalThis.matchMedia = () => motions;
      try {{
        const [motion, cards, {{ Pieces }}] = await Promise.all(
          ["motion", "cards", "pieces"].map((name) => import(`/static/kernel/cards/${{name}}.js`)),
        );
        const landed = [];
        const pieces = new Pieces(layer, (place) => landed.push(place), new Map());
        const first = {{ place: "T1", index: 0, w: 50, z: 1, angle: 0, pack: 0, strip: false, veiled: false }};
        const slot = (card, x, y, more = {{}}) => ({{ ...first, card, x, y, ...more }});
        const laid = (...slots) => slots.map((one) => {{
          const piece = pieces.make(one);
          pieces.keep(piece, one);
          pieces.settle(piece, one, {{ instant: true }}, 0);
          return piece;
        }});
        const where = (piece) => piece.element.style.transform;
        {act}
      }} finally {{ site.away(); }}
    }}"""
    return modules.evaluate(source)


def test_a_card_lies_with_its_corner_in_its_pose_and_is_seen_there(modules: Modules) -> None:
    """It is scaled and rotated about its middle, as in the style sheets."""
    act = """const pose = { x: 10, y: 20, w: 50, angle: 90 };
    const element = document.createElement("div");
    element.append(document.createElement("div"));
    element.style.transform = motion.transformOf(pose, 100);
    const seen = motion.seenPose(element, 100);
    return [element.style.transform, seen, motion.transformOf({ x: 1, y: 2, w: 30 }, 30)];"""
    transform, seen, plain = on_a_table(modules, act)
    assert transform == "translate(-15px, -15px) rotate(90deg) scale(0.5)"
    assert seen == pytest.approx({"x": 10, "y": 20, "w": 50, "angle": 90})
    assert plain == "translate(1px, 2px) rotate(0deg) scale(1)"


def test_a_card_goes_its_way_and_lies_a_little_before_it_rests(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    piece.coming = 1;
    pieces.keep(piece, slot("7h", 200, 0, { place: "T2" }));
    const time = pieces.settle(piece, slot("7h", 200, 0, { place: "T2" }), { duration: 100 }, 40);
    const marks = () => piece.element.className.split(" ").slice(1).sort();
    const seen = () => [piece.coming, landed.length, pieces.arriving, marks()];
    const found = [time];
    for (const pass of [0, 39, 1, 74, 1, 25]) { await site.pass(pass); found.push(seen()); }
    return [...found, where(piece), landed];"""
    time, *seen, transform, landed = on_a_table(modules, act)
    waits, flies, lies = ["small", "waiting"], ["flying", "small"], ["small"]
    assert time == 140
    assert seen == [
        [1, 0, True, waits],
        [1, 0, True, waits],
        [1, 0, True, flies],
        [1, 0, True, flies],
        [0, 1, False, flies],
        [0, 2, False, lies],
    ]
    assert (transform, landed) == ("translate(200px, 0px) rotate(0deg) scale(1)", ["T2", "T2"])


def test_all_that_moves_can_be_brought_to_its_end(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    pieces.settle(piece, slot("7h", 200, 0), { duration: 1_000 }, 0);
    const before = piece.flight !== null;
    pieces.finish();
    await pieces.motion.rested();
    return [before, piece.flight, landed];"""
    assert on_a_table(modules, act) == [True, None, ["T1"]]


def test_a_card_that_is_turned_shows_one_side_after_the_other(modules: Modules) -> None:
    act = """const [piece] = laid(slot(null, 0, 0));
    pieces.keep(piece, slot("7h", 0, 0));
    const time = pieces.settle(piece, slot("7h", 0, 0), {}, 0);
    const [front, back] = piece.element.firstElementChild.children;
    const frames = [front, back].map(({ animations: [{ frames }] }) => frames);
    const sides = frames.map((each) => each.map(({ transform }) => transform));
    const offsets = frames.map((each) => each.map(({ offset }) => offset));
    const turning = () => piece.element.classList.contains("turning");
    const found = [turning()];
    await site.pass(259);
    found.push(turning());
    await site.pass(1);
    return [time, sides, offsets, [...found, turning()]];"""
    time, sides, offsets, turning = on_a_table(modules, act)
    flat, edge = "none", "scaleX(0)"
    assert time == 260
    assert sides == [[edge, edge, flat, flat], [flat, flat, edge, edge]]
    # The back closes in the first half, the front opens in the second.
    assert offsets == [[0, 0.5, 1, 1], [0, 0, 0.5, 1]]
    assert turning == [True, True, False]


def test_a_card_that_is_turned_again_does_not_go_on_with_the_first_turn(modules: Modules) -> None:
    act = """const [piece] = laid(slot(null, 0, 0));
    const sides = [...piece.element.firstElementChild.children];
    const turns = [];
    for (const side of sides) {
      const animate = side.animate.bind(side);
      side.animate = (...how) => { turns.push(animate(...how)); return turns.at(-1); };
    }
    pieces.motion.turn(piece.element, false, 100, 0);
    pieces.motion.turn(piece.element, true, 100, 0);
    return turns.map(({ playState }) => playState);"""
    assert on_a_table(modules, act) == ["finished", "finished", "running", "running"]


def test_one_card_has_no_edges_and_more_cards_show_more_of_them(modules: Modules) -> None:
    act = "return [0, 1, 2, 3, 60, 61].map((count) => cards.thickness(count, 100));"
    none, one, *more = on_a_table(modules, act)
    assert none == one == 0
    assert more == sorted({*more})
    assert more[0] > 0


@pytest.mark.parametrize(
    ("how", "gathers"),
    [
        ("", [260, True, ["goes"]]),
        ("pieces.pace = 0.5;", [130, True, ["goes"]]),
        ("motions.matches = true;", [80, True, ["fades"]]),
        ("pieces.pace = 0;", [0, False, []]),
        ("to = undefined;", [0, False, []]),
    ],
)
def test_cards_of_a_game_that_is_over_go_to_the_stock_together(modules: Modules, how: str, gathers: list[Any]) -> None:
    act = f"""let to = {{ x: 300, y: 0, w: 50, h: 70 }};
    const all = laid(slot(null, 0, 0), slot(null, 60, 0, {{ place: "T2" }}));
    {how}
    const time = pieces.gather(to);
    const gone = () => document.querySelector(".gathered");
    const moves = all[0].element.animations.map(({{ frames }}) => ("transform" in frames[0] ? "goes" : "fades"));
    const found = [time, gone() !== null, moves];
    const left = [layer.children.length, pieces.places.size];
    await site.pass(time - 1);
    const late = gone() !== null;
    await site.pass(1);
    return [found, left, late, gone() === null];"""
    assert on_a_table(modules, act) == [gathers, [0, 0], gathers[1], True]


def test_a_table_without_cards_has_none_to_gather(modules: Modules) -> None:
    act = "return [pieces.gather({ x: 0, y: 0, w: 50, h: 70 }), document.querySelector('.gathered')];"
    assert on_a_table(modules, act) == [0, None]


def test_faces_are_read_with_their_style_sheets_once(modules: Modules) -> None:
    act = """const asked = [];
    const { fetch } = globalThis;
    const svg = (name) => `<svg><style>.${name} { fill: red }</style>
      <g id="face-${name}"><use href="#suit"/></g><g id="small-${name}"></g></svg>`;
    const answers = { parts: svg("K"), plain: svg("7") };
    globalThis.fetch = async (url) => {
      const name = String(url).match(/(\\w+)\\.svg$/)[1];
      asked.push(name);
      return { ok: name in answers, status: 404, text: async () => answers[name] };
    };
    globalThis.CSSStyleSheet = class { replaceSync(text) { this.text = text; } };
    const { createElement } = document;
    document.createElement = (name) => {
      const element = createElement(name);
      Object.defineProperty(element, "content", { get: () => element });
      return element;
    };
    try {
      const { readDeck } = await import(`/static/kernel/cards/cards.js?${Math.random()}`);
      const found = [await readDeck("none")];
      const faces = await readDeck("plain");
      await readDeck("plain");
      const sheets = document.adoptedStyleSheets.map(({ text }) => text);
      found.push([...faces.keys()].sort(), faces.get("face-7"), asked.sort(), sheets.sort());
      return [...found, document.querySelectorAll("style").length];
    } finally {
      globalThis.fetch = fetch;
      delete globalThis.CSSStyleSheet;
    }"""
    none, names, face, asked, sheets, left = on_a_table(modules, act)
    assert none is None
    assert names == ["face-7", "face-K", "small-7", "small-K"]
    assert "<use" in face
    assert asked == ["none", "parts", "plain"]
    assert sheets == [f".{name} {{ fill: red }}" for name in ("7", "K")]
    assert left == 0


def test_cards_of_a_place_are_found_by_their_place_in_it_and_the_last_one_by_its_name(modules: Modules) -> None:
    act = """const at = (index, card) => slot(card, 0, 20 * index, { index });
    const made = laid(at(1, "8h"), at(0, "9s"), at(3, "6h"), at(2, "7s"));
    const order = pieces.places.get("T1").map(({ index }) => index);
    const card = (key) => pieces.pieceAt(key)?.card ?? null;
    return [order, card("T1"), card("T1#0"), card("T1#2"), card("T1#4"), card("T2")];"""
    assert on_a_table(modules, act) == [[0, 1, 2, 3], "6h", "9s", "7s", None, None]


def test_a_mark_is_taken_from_what_has_it_no_more_and_what_it_raises_is_seen_raised(modules: Modules) -> None:
    act = """const [one, two] = laid(slot("7h", 0, 0), slot("8h", 60, 0, { place: "T2" }));
    const marked = (name) => [one, two].map(({ element }) => element.classList.contains(name));
    const found = [];
    for (const [name, cards] of [["hinted", [one]], ["hinted", [one, two]], ["hinted", [two]], ["playable", [one]]]) {
      pieces.mark(name, new Set([...cards, undefined]));
      found.push(marked(name));
    }
    pieces.mark("hinted", new Set());
    one.raised = false;
    pieces.mark("playable", new Set([one]));
    found.push(one.raised, two.raised);
    two.element.firstElementChild.style.translate = "0px -8px";
    const { getComputedStyle } = globalThis;
    globalThis.getComputedStyle = (element) => {
      const { transform = "none", translate = "none" } = element.style;
      return { transform, translate };
    };
    pieces.look({ instant: false });
    return [...found, one.seen, two.seen?.y, two.raised];"""
    assert on_a_table(modules, act) == [
        *([True, False], [True, True], [False, True], [True, False]),
        *(False, True),
        *(None, -8, True),
    ]


def test_a_table_that_is_another_one_now_has_nothing_going_on(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    const found = [];
    for (const instant of [false, true]) {
      pieces.settle(piece, slot("7h", instant ? 200 : 100, 0), { duration: 100 }, 0);
      await site.pass(10);
      pieces.look({ instant });
      found.push([piece.flight !== null, piece.seen !== null]);
    }
    return found;"""
    assert on_a_table(modules, act) == [[True, True], [False, False]]


def test_a_card_under_one_that_is_coming_keeps_its_whole_face_until_that_lies(modules: Modules) -> None:
    act = """const below = { index: 0, strip: true, dense: 2, veiled: true, aside: true };
    const [under, over] = laid(slot("8s", 0, 0, { place: "T1" }), slot("7h", 200, 0, { place: "T2" }));
    const looks = () => under.element.className.split(" ").slice(1).sort();
    const found = [looks()];
    pieces.places = new Map();
    const on = slot("7h", 0, 20, { index: 1 });
    pieces.keep(under, slot("8s", 0, 0, below));
    pieces.keep(over, on);
    pieces.settle(over, on, { duration: 100 }, 0);
    pieces.dressAll();
    found.push(looks());
    await site.pass(100);
    found.push(looks(), under.element.style["--dense"]);
    pieces.grab(over);
    pieces.uncover([over]);
    found.push(looks());
    pieces.release(over);
    pieces.stop(over);
    pieces.dressAll();
    return [...found, looks()];"""
    covered = ["aside", "dense", "small", "strip", "veiled"]
    assert on_a_table(modules, act) == [["small"], ["small"], covered, "2", ["small"], covered]


@pytest.mark.parametrize(
    ("slot", "looks"),
    [
        ({"w": 55}, ["small"]),
        ({"w": 56}, []),
        ({"w": 56, "dense": 3}, ["dense", "small", "wide"]),
        ({"w": 55, "dense": 3}, ["dense", "small"]),
        ({"w": 60, "strip": True}, ["strip"]),
        ({"w": 60, "aside": True, "veiled": True}, ["aside", "veiled"]),
    ],
)
def test_a_card_looks_as_its_slot_has_room_for_it(modules: Modules, slot: dict[str, Any], looks: list[str]) -> None:
    act = f"""const [piece] = laid(slot("7h", 0, 0, {str(slot).replace("True", "true")}));
    return piece.element.className.split(" ").slice(1).sort();"""
    assert on_a_table(modules, act) == looks


def test_a_card_in_the_air_stays_where_it_is_held_and_goes_on_from_there(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    const classes = () => piece.element.className.split(" ").slice(1).sort();
    const held = pieces.grab(piece);
    pieces.drag(piece, { ...held, x: 90 });
    const time = pieces.settle(piece, slot("7h", 10, 0), { duration: 100 }, 0);
    const found = [time, where(piece), classes()];
    pieces.release(piece);
    found.push(classes());
    const back = pieces.settle(piece, slot("7h", 10, 0), { duration: 100 }, 0);
    const [{ frames }] = piece.element.animations;
    return [...found, back, [frames[0], frames.at(-1)].map(({ transform }) => transform)];"""
    at = "translate({}px, 0px) rotate(0deg) scale(1)".format
    assert on_a_table(modules, act) == [
        *(0, at(90), ["dragged", "lifted", "small"]),
        ["flying", "small"],
        *(100, [at(90), at(10)]),
    ]


def test_a_card_that_is_turned_on_its_way_turns_when_it_goes_and_its_way_goes_on(modules: Modules) -> None:
    act = """const [piece] = laid(slot(null, 0, 0));
    const there = slot(null, 200, 0);
    pieces.keep(piece, there);
    pieces.settle(piece, there, { duration: 100 }, 40);
    await site.pass(10);
    const { flight } = piece;
    const open = slot("7h", 200, 0);
    pieces.keep(piece, open);
    const time = pieces.settle(piece, open, { duration: 100 }, 0);
    const back = piece.element.querySelector(".back").animations[0];
    return [time, piece.flight === flight, back.frames.map(({ offset }) => Math.round(offset * back.duration))];"""
    assert on_a_table(modules, act) == [130, True, [0, 30, 160, 290]]


@pytest.mark.parametrize(
    ("how", "time", "moves"),
    [
        ("", 260, ["goes"]),
        ("pieces.pace = 0.5;", 130, ["goes"]),
        ("pieces.pace = 0;", 0, []),
        ("motions.matches = true;", 80, ["fades"]),
        ("change.instant = true;", 0, []),
    ],
)
def test_a_card_from_elsewhere_comes_as_fast_as_people_want_it(
    modules: Modules, how: str, time: int, moves: list[str]
) -> None:
    """It is dealt face down and turned on its way, which takes the longer of both."""
    act = f"""const change = {{ duration: 100 }};
    const dealt = slot("7h", 200, 0);
    const piece = pieces.make(dealt, {{ x: 0, y: 0, w: 50, h: 70 }});
    {how}
    pieces.keep(piece, dealt);
    const before = [piece.down, pieces.arrivals("T1")];
    const time = pieces.settle(piece, dealt, change, 0);
    const seen = pieces.arrivals("T1").coming;
    const goes = piece.element.animations.filter(({{ frames }}) => frames.length > 2);
    const moves = goes.map(({{ frames }}) => ("transform" in frames[0] ? "goes" : "fades"));
    await site.pass(300);
    const front = piece.element.querySelector(".front").className;
    return [before, time, seen, moves, pieces.arrivals("T1"), front];"""
    coming = 1 if moves == ["goes"] else 0
    before = [True, {"coming": 1, "lies": False}]
    assert on_a_table(modules, act) == [before, time, coming, moves, {"coming": 0, "lies": True}, "front ink-h"]


def test_what_only_makes_room_is_there_at_once_where_nothing_moves(modules: Modules) -> None:
    act = """motions.matches = true;
    const [piece] = laid(slot("7h", 0, 0));
    const time = pieces.settle(piece, slot("7h", 20, 0), { duration: 100 }, 0);
    return [time, piece.element.animations.length, where(piece)];"""
    assert on_a_table(modules, act) == [0, 0, "translate(20px, 0px) rotate(0deg) scale(1)"]


def test_a_card_that_hardly_moves_stays_where_it_lies(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    const turned = [{ angle: 0.05 }, { angle: 3 }, { angle: 3, w: 51 }].map((way) => ({ x: 2, ...way }));
    return [{ x: 0.5 }, { x: 0.8 }, { x: 2 }, ...turned].map(({ x, ...more }) => {
      const time = pieces.settle(piece, slot("7h", x, 0, more), { duration: 100 }, 0);
      pieces.finish();
      return time;
    });"""
    assert on_a_table(modules, act) == [0, 0, 100, 0, 100, 100]


def test_another_deck_draws_every_face_that_is_seen_again(modules: Modules) -> None:
    act = """const [open, down] = laid(slot("7h", 0, 0), slot(null, 60, 0, { place: "T2" }));
    const face = ({ element }) => element.querySelector(".front").innerHTML;
    pieces.redraw(new Map([["face-7", "<path/>"], ["small-7", "<path/>"]]));
    return [open, down].map((piece) => face(piece).includes("path"));"""
    assert on_a_table(modules, act) == [True, False]


@pytest.mark.parametrize(("mark", "raised"), [("", False), ("picked", True), ("hinted", True)])
def test_a_card_is_raised_until_it_is_seen_where_it_lies_again(modules: Modules, mark: str, raised: bool) -> None:
    act = f"""const [piece] = laid(slot("7h", 0, 0));
    piece.raised = true;
    if ("{mark}") piece.element.classList.add("{mark}");
    pieces.look({{ instant: false }});
    const found = [piece.raised];
    // On its way it is raised as before, wherever it is seen.
    piece.seen = null;
    piece.raised = true;
    pieces.settle(piece, slot("7h", 100, 0), {{ duration: 100 }}, 0);
    pieces.look({{ instant: false }});
    return [...found, piece.flight !== null, piece.raised];"""
    assert on_a_table(modules, act) == [raised, True, True]


def test_a_card_of_a_deal_is_seen_shortly_before_it_leaves_and_flies_only_until_it_lies(modules: Modules) -> None:
    """It leaves after 400 ms and takes 100; all cards of the deal end together, after 1000."""
    act = """const [piece] = laid(slot("7h", 0, 0));
    pieces.motion.together = 1000;
    pieces.settle(piece, slot("7h", 100, 0), { duration: 100 }, 400);
    const looks = ["unseen", "waiting", "flying"];
    const found = [];
    for (const time of [0, 300, 90, 100, 30, 500]) {
      await site.pass(time);
      found.push([...looks.filter((look) => piece.element.classList.contains(look)), piece.flight !== null].join(" "));
    }
    return found;"""
    assert on_a_table(modules, act) == [
        "unseen waiting true", "waiting true", "flying true", "flying true", "true", "false",
    ]  # fmt: skip


def test_a_page_draws_what_changes_in_a_deal_for_several_cards_at_a_time(modules: Modules) -> None:
    act = """const dealt = laid(slot("7h", 0, 0), slot("8h", 0, 0), slot("9h", 0, 0), slot("5h", 0, 0));
    pieces.motion.together = 1000;
    dealt.forEach((piece, at) => pieces.settle(piece, slot(piece.card, 100, 0), { duration: 120 }, 400 + 10 * at));
    const changes = [];
    let before = "";
    for (let time = 0; time < 600; time += 1) {
      const looks = dealt.map(({ element }) => element.className).join();
      if (looks !== before) changes.push(looks);
      before = looks;
      await site.pass(1);
    }
    return changes.length;"""
    # As they are laid, seen, leave and arrive; each time all at once.
    assert on_a_table(modules, act) == 4


def test_bringing_a_deal_to_its_end_shows_cards_that_were_not_seen_yet(modules: Modules) -> None:
    act = """const [piece] = laid(slot("7h", 0, 0));
    pieces.motion.together = 1000;
    pieces.settle(piece, slot("7h", 100, 0), { duration: 100 }, 400);
    pieces.finish();
    return [piece.flight, piece.element.className];"""
    flight, looks = on_a_table(modules, act)
    assert flight is None
    assert "unseen" not in looks.split()


def test_what_has_ended_is_not_ended_again(modules: Modules) -> None:
    act = """const run = new motion.Motion();
    const ends = [];
    const start = (at) => run.run(document.createElement("i"), [{}, {}], 100 + 100 * at, 0, () => ends.push(at));
    const started = [0, 1, 2].map(start);
    const counts = [0, 0, 0];
    started.forEach((one, at) => {
      const plain = one.finish;
      one.finish = () => ((counts[at] += 1), plain());
    });
    await site.pass(120);
    started[1].cancel();
    run.finish();
    run.finish();
    await run.rested();
    return [ends, counts.slice(1), started.map(({ playState }) => playState)];"""
    ends, counts, states = on_a_table(modules, act)
    assert (ends, counts) == ([0, 1, 2], [0, 1])
    assert states == ["finished", "idle", "finished"]
