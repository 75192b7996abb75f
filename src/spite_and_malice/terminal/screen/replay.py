"""A finished game as a scene: its table after some moves, and the chances below it once they are known."""

from __future__ import annotations

from dataclasses import replace

from spite_and_malice.terminal.replay.session import ReplaySession
from spite_and_malice.terminal.screen.scene import Scene
from spite_and_malice.terminal.screen.spite import scene_of as table_scene
from spite_and_malice.texts import _


def scene_of(session: ReplaySession) -> Scene:
    """Return the game at the current position."""
    scene = table_scene(session.table)
    title = f"{scene.title} · {session.progress()}"
    said = [session.words, session.judged(), session.ending()]
    status = " ".join(filter(None, said)) or _("This is the deal.")
    return replace(scene, title=title, status=status, steps=(), curve=session.curve, curve_at=session.at)
