"""Kinds of moves from the view of the hand that makes them, from the move's text and the view where it is legal."""

from __future__ import annotations

import re
from typing import Any, Final

View = dict[str, Any]

_SPITE: Final = re.compile(
    r"(?P<source>H(?P<cards>[^-]+)|\+?P\d*|\+?S\d+)-(?P<target>C(?P<centre>\d+)|S(?P<side>\d+)|L[\d.]+)"
)


def patience_kind(view: View, move: str) -> str:
    """Return the kind of a move of patience: the families of its piles, whether it is a run, a pair, to an empty pile.

    ``T:n-T`` is a run from pile to pile, ``T@n-T`` a card from under others, ``W-T0`` the waste on an empty pile,
    ``T+W-X`` a pair.
    """
    source, _, target = move.partition("-")
    if not target:
        return move
    first, _, second = source.partition("+")
    if second:
        return f"{'+'.join(sorted((first[0], second[0])))}-{target}"
    mark = next((f"{mark}n" for mark in ":@" if mark in source), "")
    empty = "0" if target[0] == "T" and count_at(view, target) == 0 else ""
    return f"{source[0]}{mark}-{target[0]}{empty}"


def count_at(view: View, place: str) -> int:
    """Return the number of cards on a pile of the tableau or of the reserve."""
    pile = view["tableau" if place[0] == "T" else "reserve"][int(place[1:]) - 1]
    return int(pile["down"]) + len(pile["up"])


def pass_ends(view: View) -> bool:
    """Whether everybody else has just passed and another pass ends the game, so that the page asks before it."""
    rules = view["rules"]
    everybody = view["passes"] + 1 >= rules["players"]
    return rules["stalemate"] == "end" and view["stage"] == "play" and not view["moved"] and everybody


def spite_kind(view: View, move: str) -> str:
    """Return the kind of a move of Spite and Malice: the families of its places, whether it is a pair, to an empty one.

    ``H-C0`` is a card from the hand that begins a centre stack, ``H+H-S`` a pair that is discarded, ``fill H-S`` one
    that fills a side stack, ``last pass`` the one that ends the game as a stalemate (RULES.md section 5).
    """
    if move == "pass" and pass_ends(view):
        return "last pass"
    stage = "" if view["stage"] == "play" else f"{view['stage']} "
    if (found := _SPITE.fullmatch(move)) is None:
        return stage + move
    source = re.sub(r"\d+", "", found["source"]) if not found["cards"] else "H+H" if "+" in found["cards"] else "H"
    empty = False
    if found["centre"]:
        stack = int(found["centre"]) - 1
        empty = stack >= len(view["centre"]) or not view["centre"][stack]
    elif found["side"]:
        empty = not view["players"][view["seat"]]["side"][int(found["side"]) - 1]
    return f"{stage}{source}-{found['target'][0]}{'0' if empty else ''}"
