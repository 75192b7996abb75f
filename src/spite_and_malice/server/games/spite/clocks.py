"""The clocks of a game: what each seat has left, in milliseconds, and what an action does to it.

They are counted in plain numbers; how long a seat took is the room's to measure.
"""

from __future__ import annotations

from ...protocol.settings import ClockSettings


def full_clocks(settings: ClockSettings, players: int) -> tuple[int, ...]:
    """Return the clocks of all seats as a game begins."""
    return (settings.seconds * 1000,) * players


def after_action(
    settings: ClockSettings, clocks: tuple[int, ...], seat: int, elapsed: int, goes_further: bool
) -> tuple[int, ...]:
    """Return the clocks after ``seat`` acted within ``elapsed`` milliseconds.

    An action that does not go further (an undo, or a move in place of one that was taken back) brings no new time.
    """
    if not goes_further:
        left = clocks[seat] - elapsed
    elif settings.kind == "move":
        left = settings.seconds * 1000
    else:
        left = clocks[seat] - elapsed + settings.increment * 1000
    return (*clocks[:seat], max(0, left), *clocks[seat + 1 :])
