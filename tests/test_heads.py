"""The heads: served as drawn, small and self-contained."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from spite_and_malice.players import LEVELS
from tools.heads.cast import MOODS
from tools.heads.draw import names, svg

FOLDER = Path(__file__).parents[1] / "src" / "spite_and_malice" / "web" / "heads"
LARGEST = 12_000
"""Bytes: a page with eight of them stays small; a level's head has five faces, of which a fifth is sent."""


def test_the_files_are_what_the_tool_draws() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.svg")) == sorted(names())
    changed = [name for name in names() if (FOLDER / f"{name}.svg").read_text(encoding="utf-8") != svg(name)]
    assert changed == [], "python -m tools.heads"


@pytest.mark.parametrize("name", names())
def test_a_drawing_stands_alone_and_is_small(name: str) -> None:
    drawn = svg(name)
    assert ElementTree.fromstring(drawn).attrib["viewBox"] == "0 0 120 120"
    assert len(drawn.encode()) < LARGEST
    assert set(re.findall(r"url\(#(\w)\)", drawn)) <= set(re.findall(r' id="(\w)"', drawn))
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_no_two_heads_are_alike_and_each_level_has_one() -> None:
    drawings = {svg(name) for name in names()}
    assert len(drawings) == len(names())
    assert {level.id for level in LEVELS} <= set(names())
    assert len(names()) - len(LEVELS) >= 40


@pytest.mark.parametrize("level", MOODS)
def test_a_level_shows_each_mood_in_a_face_of_its_own(level: str) -> None:
    root = ElementTree.fromstring(svg(level))
    space = "{http://www.w3.org/2000/svg}"
    views = {view.attrib["id"]: int(view.attrib["viewBox"].split()[0]) for view in root.iter(f"{space}view")}
    assert list(views) == list(MOODS[level])
    moved = [group for group in root.iter(f"{space}g") if "transform" in group.attrib]
    drawn = {group.attrib["transform"]: ElementTree.tostring(group) for group in moved}
    faces = [drawn[f"translate({place})"].replace(b"%d" % place, b"") for place in views.values()]
    assert len({*faces}) == len(faces) == 4
