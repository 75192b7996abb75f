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
      for (let code = 0; code < 0x110000; code += 1)
        if (code < 0xd800 || code > 0xdfff) {
          const one = String.fromCodePoint(code);
          if (isolated(one) !== one) found.push(code);
        }
      return found;
    }"""
    codes = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    assert modules.evaluate(source) == [code for code in codes if isolated(chr(code)) != chr(code)]


def test_what_stands_in_an_element_of_a_line_is_isolated() -> None:
    style = (Path(spite_and_malice.__file__).parent / "web" / "static" / "base.css").read_text(encoding="utf-8")
    assert "unicode-bidi: isolate" in style
