"""A plain search of everything that can be reached, move by move: slow, and too simple to be wrong."""

from __future__ import annotations

from spite_and_malice.patience import Position
from spite_and_malice.patience.core import codes


def verdict(position: Position, most: int) -> str | None:
    """``"won"`` or ``"lost"``; None if more positions than `most` can be reached."""
    seen = {position.layout.key()}
    todo = [position.layout]
    while todo:
        layout = todo.pop()
        if layout.result() == codes.WON:
            return "won"
        for move in layout.legal():
            after = layout.clone()
            after.apply(move)
            key = after.key()
            if key not in seen:
                if len(seen) == most:
                    return None
                seen.add(key)
                todo.append(after)
    return "lost"
