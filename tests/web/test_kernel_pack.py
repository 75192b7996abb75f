"""The letters of another country on the cards and in their short names, without a browser."""

from __future__ import annotations

from typing import Any, Final

from tests.web.modules import Modules

MARKUP: Final = """<svg><symbol id="rank-K" viewBox="0 0 1 1"><path d="k"/></symbol>
<symbol id="suit-s" viewBox="0 0 2 2"><path d="s"/></symbol></svg>
<p id="words">K♠ takes Q♥; OK♠ and A new K</p><code>K♠</code><p id="later"></p>"""
PACKS: Final = {
    "french": """<svg><symbol id="rank-K" data-letter="R" viewBox="0 0 66 100"><path d="r"/></symbol>
<symbol id="rank-Q" data-letter="D" viewBox="0 0 70 100"><path d="d"/></symbol></svg>""",
    "dutch": """<svg><symbol id="rank-Q" data-letter="V" viewBox="0 0 9 9"><path d="v"/></symbol></svg>""",
    "international": "<svg></svg>",
}


def wearing(modules: Modules, act: str) -> Any:
    """Return the result of applying packs to a page; scripts have a `pack`, the `root`, `the` and `changed`."""
    return modules.evaluate(
        f"""async ([markup, packs]) => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page(markup);
          const {{ document }} = site;
          const root = document.documentElement;
          const the = (selector) => document.querySelector(selector);
          const words = () => the("#words").textContent;
          const drawn = () => [the("#rank-K").getAttribute("viewBox"), the("#rank-K").innerHTML];
          let changed = null;
          const watched = [];
          globalThis.MutationObserver = class {{
            constructor(act) {{ changed = (changes) => act(changes); }}
            observe(element, what) {{ watched.push([element === root, what.subtree]); }}
            disconnect() {{ watched.push("not"); }}
            takeRecords() {{ watched.push("taken"); }}
          }};
          const {{ fetch }} = globalThis;
          globalThis.fetch = async (url) => {{
            const name = String(url).match(/([a-z]+)\\.svg/)[1];
            return {{ ok: name in packs, text: async () => packs[name] }};
          }};
          try {{
            const {{ Pack }} = await import(`/static/kernel/settings/pack.js?${{Math.random()}}`);
            const pack = new Pack();
            {act}
          }} finally {{
            globalThis.fetch = fetch;
            site.away();
          }}
        }}""",
        [MARKUP, PACKS],
    )


def test_cards_are_called_and_drawn_as_in_the_country_of_the_pack(modules: Modules) -> None:
    act = """await pack.wear("french");
    return [words(), the("code").textContent, drawn(), the("#suit-s").innerHTML, { ...root.dataset }.pack, watched];"""
    words, code, drawn, suit, _pack, watched = wearing(modules, act)
    assert words == "R♠ takes D♥; OK♠ and A new K"
    assert code == "K♠"
    assert drawn == ["0 0 66 100", '<path d="r"></path>']
    assert suit == '<path d="s"></path>'
    assert watched == ["not", [True, True]]


def test_another_pack_starts_from_what_stood_there_first(modules: Modules) -> None:
    act = """const found = [];
    for (const name of ["french", "dutch", "international"]) {
      await pack.wear(name);
      found.push([words(), ...drawn(), root.dataset.pack, root.dataset.rankK ?? null, root.dataset.rankQ ?? null]);
    }
    return found;"""
    own = ["0 0 1 1", '<path d="k"></path>']
    assert wearing(modules, act) == [
        ["R♠ takes D♥; OK♠ and A new K", "0 0 66 100", '<path d="r"></path>', "french", "R", "D"],
        ["K♠ takes V♥; OK♠ and A new K", *own, "dutch", None, "V"],
        ["K♠ takes Q♥; OK♠ and A new K", *own, "international", None, None],
    ]


def test_a_pack_that_does_not_come_changes_nothing(modules: Modules) -> None:
    act = """await pack.wear("french");
    await pack.wear("gone");
    return [words(), root.dataset.pack, watched.length];"""
    assert wearing(modules, act) == ["R♠ takes D♥; OK♠ and A new K", "french", 2]


def test_what_a_page_says_later_is_in_these_letters_too(modules: Modules) -> None:
    act = """await pack.wear("french");
    const later = the("#later");
    later.append("Q♣ ", document.createElement("b"));
    later.lastElementChild.append("K♦");
    changed([{ type: "childList", target: later, addedNodes: [...later.childNodes] }]);
    const found = [later.textContent];
    // Words that change are not the ones that stood there before.
    const [text] = the("#words").childNodes;
    text.data = "J♠ and Q♠";
    changed([{ type: "characterData", target: text, addedNodes: [] }]);
    return [...found, words(), watched.filter((one) => one === "taken").length];"""
    assert wearing(modules, act) == ["D♣ R♦", "J♠ and D♠", 2]
