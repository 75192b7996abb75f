"""Right-to-left names are in the right places in the sentences of scripts and beside figures."""

from __future__ import annotations

from pathlib import Path

import spite_and_malice
from spite_and_malice.texts import isolated
from tests.web.modules import Modules

NAMES = [
    "אבי 3",
    "سارة",
    "\u202eAda",
    "Ada",
    "Zoë 李",
    "",
    "7",
    "\u2068\u05d0\u05d1\u05d9\u2069",
    "𞤀𞤁",
    "\ufb2a",
    "👩‍🚀",
]


def test_scripts_isolate_what_python_isolates(modules: Modules) -> None:
    source = """async (names) => {
      const { _, ngettext, listed, isolated } = await import("/static/texts.js");
      return names.map((name) => [
        isolated(name),
        _("{name} leads 3 : 5", { name }),
        ngettext("{n} card of {name}", "{n} cards of {name}", 2, { name }),
        listed([name, "Ben", name]),
      ]);
    }"""
    for name, [alone, sentence, number, list_] in zip(NAMES, modules.evaluate(source, NAMES), strict=True):
        kept = isolated(name)
        assert (alone, sentence, number) == (kept, f"{kept} leads 3 : 5", f"2 cards of {kept}")
        assert list_ == f"{kept}, Ben and {kept}"


def test_python_and_scripts_agree_on_every_character(modules: Modules) -> None:
    source = """async () => {
      const { isolated } = await import("/static/texts.js");
      const found = [];
      // Most blocks hold none, which one look at all of their characters shows.
      for (let first = 0; first < 0x110000; first += 256)
        if (first < 0xd800 || first > 0xdfff) {
          const codes = Array.from({ length: 256 }, (_, at) => first + at);
          const block = String.fromCodePoint(...codes);
          if (isolated(block) === block) continue;
          found.push(...codes.map((code) => [code, String.fromCodePoint(code)])
            .filter(([, one]) => isolated(one) !== one).map(([code]) => code));
        }
      return found;
    }"""
    blocks = [range(first, first + 256) for first in range(0, 0x110000, 256) if not 0xD800 <= first < 0xE000]
    some = [codes for codes in blocks if isolated(text := "".join(map(chr, codes))) != text]
    found = [code for codes in some for code in codes if isolated(chr(code)) != chr(code)]
    assert len(found) > 1000
    assert modules.evaluate(source) == found


def test_what_stands_in_an_element_of_a_line_is_isolated() -> None:
    style = (Path(spite_and_malice.__file__).parent / "web" / "static" / "base.css").read_text(encoding="utf-8")
    assert "unicode-bidi: isolate" in style
