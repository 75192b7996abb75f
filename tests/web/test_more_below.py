"""A card longer than its window, whose buttons stay visible, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def cut(modules: Modules, act: str, **how: Any) -> Any:
    """Return the result of something done with a long card.

    Its row of buttons begins at 300, and its sign for more at 280; `lines` are the tops and heights of lines of text,
    `boxes` those of pictures, and of each another number says how wide it is. `seen()` says whether there is more, and
    where the last whole line ends.
    """
    return modules.evaluate(
        f"""async (how) => {{
          const {{ page, rest }} = await import("/tests/stand-in-page.js");
          const parts = '<p></p><figure></figure><div id="row"><b></b></div>';
          const site = page(`<div id="card"><div id="content">${{parts}}</div></div>`);
          const {{ document, told }} = site;
          try {{
            const [card, content, row] = ["card", "content", "row"].map((id) => document.getElementById(id));
            const rect = ([top, height, width = 100]) => ({{ top, height, width, bottom: top + height }});
            const lies = (element, at) => (element.getBoundingClientRect = () => rect(at));
            lies(card, [10, 390]);
            lies(row, [300, 80]);
            for (const at of how.boxes ?? []) {{
              const picture = document.createElement("img");
              content.prepend(picture);
              lies(picture, at);
            }}
            // Texts of a picture and of the row itself are no lines.
            const [text, picture] = ["p", "figure"].map((name) => content.querySelector(name));
            const texts = [[text, how.lines ?? []], [picture, [[270, 20]]], [row, [[270, 20]]]];
            document.createTreeWalker = () => {{
              let at = -1;
              return {{
                nextNode: () => (at += 1) < texts.length,
                get currentNode() {{ return {{ parentElement: texts[at][0], at }}; }},
              }};
            }};
            document.createRange = () => ({{
              selectNodeContents(node) {{ this.rects = texts[node.at][1].map(rect); }},
              getClientRects() {{ return this.rects; }},
            }});
            const watchers = [];
            const Watcher = class {{
              constructor(act) {{ this.act = act; this.on = []; watchers.push(this); }}
              observe(element) {{ this.on.push(element); }}
              disconnect() {{ this.on = []; }}
            }};
            Object.assign(globalThis, {{ ResizeObserver: Watcher, MutationObserver: Watcher }});
            Object.assign(card, {{ scrollHeight: 1000, clientHeight: 400, scrollTop: how.scrolled ?? 0 }});
            const scrolled = [];
            card.scrollBy = (by) => scrolled.push(by);
            if (how.speed) document.documentElement.dataset.speed = how.speed;
            globalThis.matchMedia = () => ({{ matches: how.still ?? false }});
            const {{ tellMore }} = await import("/static/kernel/more-below.js");
            tellMore(card, content, row);
            const more = () => row.querySelector(".more-below");
            const {{ createElement }} = document;
            // The sign is made by then, and lies where it does once it is in the row.
            const place = () => {{ if (more()) lies(more(), [280, 20]); }};
            const update = () => {{ watchers[0].act(); place(); watchers[0].act(); }};
            update();
            const seen = () => [!more().hidden, 300 - parseFloat(row.style["--cover"])];
            {act}
          }} finally {{ site.away(); }}
        }}""",
        how,
    )


@pytest.mark.parametrize(
    ("how", "edge"),
    [
        ({"lines": []}, 280),
        ({"lines": [[240, 20], [260, 20]]}, 280),
        ({"lines": [[247, 20], [270, 20]]}, 268),
        ({"lines": [[259, 20], [270, 20]]}, 257),
        ({"lines": [[280, 20]]}, 280),
        ({"lines": [[279, 20]]}, 277),
        # An element as high as that visibly continues.
        ({"lines": [[240, 56]]}, 280),
        ({"lines": [[240, 55]]}, 238),
        # Invisible elements are not cut.
        ({"lines": [[270, 0]]}, 280),
        ({"lines": [[270, 20, 1]]}, 280),
        ({"lines": [[270, 20, 2]]}, 268),
        ({"boxes": [[270, 20]]}, 268),
        ({"boxes": [[270, 20]], "lines": [[255, 20]]}, 253),
    ],
)
def test_what_is_seen_of_a_long_card_ends_with_a_whole_line(modules: Modules, how: dict[str, Any], edge: float) -> None:
    assert cut(modules, "return seen();", **how) == [True, edge]


@pytest.mark.parametrize(("scrolled", "more"), [(0, True), (595, True), (596, False), (600, False)])
def test_there_is_more_until_the_end_is_seen(modules: Modules, scrolled: int, more: bool) -> None:
    told, edge = cut(modules, "return seen();", scrolled=scrolled, lines=[[270, 20]])
    assert (told, edge) == (more, 268 if more else 300)


@pytest.mark.parametrize(
    ("how", "behavior"),
    [({}, "smooth"), ({"still": True}, "auto"), ({"speed": "off"}, "auto"), ({"speed": "fast"}, "smooth")],
)
def test_a_press_shows_what_follows_with_a_little_of_what_was_seen(
    modules: Modules, how: dict[str, Any], behavior: str
) -> None:
    act = "more().click(); return [scrolled, more().tabIndex, more().ariaHidden];"
    # From the top of the card, at 10, to the last line, at 268, less 32.
    assert cut(modules, act, lines=[[270, 20]], **how) == [[{"top": 226, "behavior": behavior}], -1, "true"]


def test_a_card_is_followed_as_it_changes_until_it_is_gone(modules: Modules) -> None:
    act = """const found = [watchers.map(({ on }) => on.map(({ id }) => id))];
    texts[0][1].push([270, 20]);
    watchers[1].act();
    found.push(seen());
    card.scrollTop = 600;
    card.dispatchEvent(new Event("scroll"));
    found.push(seen());
    row.replaceChildren();
    card.scrollTop = 0;
    card.dispatchEvent(new Event("scroll"));
    found.push(more() !== null);
    content.remove();
    card.dispatchEvent(new Event("scroll"));
    row.replaceChildren();
    card.dispatchEvent(new Event("scroll"));
    return [...found, more(), watchers.map(({ on }) => on.length)];"""
    assert cut(modules, act) == [
        [["card", "content"], ["content"]], [True, 268], [False, 300], True, None, [0, 0],
    ]  # fmt: skip
