"""A puzzle as a scene: its table, and the question in place of whose turn it is."""

from __future__ import annotations

from dataclasses import replace

from spite_and_malice.terminal.puzzle.session import PuzzleSession
from spite_and_malice.terminal.screen.scene import Scene
from spite_and_malice.terminal.screen.spite import scene_of as table_scene
from spite_and_malice.texts import _


def scene_of(session: PuzzleSession) -> Scene:
    """Return the current state of the puzzle."""
    scene = table_scene(session.table)
    grade = _("Puzzle of grade {grade} of 5.").format(grade=session.puzzle.grade).rstrip(".")
    title = " · ".join((scene.title, grade, session.progress()))
    if session.is_over:
        return replace(scene, title=title, status=_("This puzzle is over: “next” brings another one."), steps=())
    return replace(scene, title=title, status=session.puzzle.task)
