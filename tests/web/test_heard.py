"""The computer players' remarks heard by a browser: none is repeated within five games."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def in_a_browser(modules: Modules, act: str, kept: object = None) -> Any:
    """Run something with the heard remarks, and a storage with this value under their key."""
    source = f"""async (kept) => {{
      const {{ installed }} = await import("/tests/stand-ins.js");
      const stored = new Map(kept === null ? [] : [["spite.heard", kept]]);
      const storage = {{ getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) }};
      const away = installed({{ localStorage: storage }});
      const {{ heardLines, rememberLine }} = await import("/static/spite/live/heard.js");
      try {{ {act} }} finally {{ away(); }}
    }}"""
    return modules.evaluate(source, kept)


def test_no_line_is_heard_again_within_five_games(modules: Modules) -> None:
    # A server with few remarks uses the first allowed one as soon as possible.
    games: list[list[str]] = in_a_browser(
        modules,
        """
        const all = Array.from({ length: 40 }, (_none, at) => `line ${at}`);
        return Array.from({ length: 30 }, (_none, game) => {
          const heard = heardLines();
          const said = all.filter((line) => !heard.includes(line)).slice(0, 5);
          for (const line of said) rememberLine(`t/${game}`, line);
          return said;
        });
        """,
    )
    assert all(len(said) == 5 for said in games)
    for number, said in enumerate(games):
        for before in games[max(0, number - 5) : number]:
            assert not set(said) & set(before), f"said again in game {number}"
    assert set(games[0]) & set(games[7]), "in the end there must be something to say"


def test_games_played_side_by_side_are_counted_once_each(modules: Modules) -> None:
    heard = in_a_browser(
        modules,
        """
        rememberLine("a/1", "first");
        for (let turn = 0; turn < 12; turn += 1) rememberLine(turn % 2 ? "b/1" : "c/1", `turn ${turn}`);
        return heardLines();
        """,
    )
    assert "first" in heard
    assert len(heard) == 13


def test_a_table_takes_all_lines_of_six_long_games(modules: Modules) -> None:
    lines = in_a_browser(
        modules,
        """
        const said = (game, at) => rememberLine(`t/${game}`, `${game} ${at}`);
        for (let at = 0; at < 300; at += 1) said(Math.floor(at / 50), at % 50);
        return heardLines();
        """,
    )
    assert len(lines) == 200
    assert lines[0] == "5 49", "the latest first: what does not fit is what was heard longest ago"


@pytest.mark.parametrize("kept", ["", "{", "null", "7", '{"game": "t"}', '[1, null, {"game": 3}, {"game": "t"}]'])
def test_what_cannot_be_read_is_as_nothing(modules: Modules, kept: str) -> None:
    heard = in_a_browser(modules, "rememberLine('t/2', 'new'); return heardLines();", kept)
    assert heard == ["new"]
