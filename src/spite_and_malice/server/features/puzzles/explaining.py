"""What is said of a puzzle when it is over: the way, why it is the only one, and where an attempt went astray."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import Move
from spite_and_malice.players import LEVELS
from spite_and_malice.texts import _, listed, ngettext

from .attempt import lost_at

_HALF = 50


def way_words(puzzle: Puzzle) -> str:
    """Say the way in one sentence."""
    line = line_name(puzzle.view, [Move.parse(text) for text in puzzle.way])
    if puzzle.ways == 1:
        return _("This is the way: {line}.").format(line=line)
    return _("This is one of the two shortest ways: {line}.").format(line=line)


def reasons(puzzle: Puzzle, tried: Sequence[str]) -> list[str]:
    """Say what makes the puzzle hard, each in a sentence; of an attempt that failed, where it went astray."""
    told = []
    lost = lost_at(puzzle, tried)
    if lost is not None:
        played = line_name(puzzle.view, [Move.parse(text) for text in tried[: lost + 1]])
        if lost == 0:
            told.append(_("After your first move there was no way left: {line}.").format(line=played))
        else:
            told.append(_("With your last move here the way was lost: {line}.").format(line=played))
    length = len(puzzle.way)
    text = _("There is no shorter way than these {count} plays: every other turn with the cards you see was looked at.")
    told.append(text.format(count=length))
    if puzzle.wilds:
        told.append(
            ngettext(
                "It takes {count} wild card from the hand, and it has to be spent in the right place.",
                "It takes {count} wild cards from the hand, and they have to be spent in the right places.",
                puzzle.wilds,
            ).format(count=puzzle.wilds)
        )
    if puzzle.traps:
        text = ngettext(
            "One other play on the way looks possible, and spoils it.",
            "{count} other plays on the way look possible, and spoil it.",
            puzzle.traps,
        )
        told.append(text.format(count=puzzle.traps))
    told.append(_levels(puzzle))
    return told


def _levels(puzzle: Puzzle) -> str:
    # That a strong player misses what weaker ones see is chance: they count from the weakest on.
    half = takewhile(lambda each: each[1] >= _HALF, zip(LEVELS, puzzle.missed, strict=True))
    missed = [level.character.name for level, _share in half if level.character is not None]
    if not missed:
        return _("Some of the computer players miss it now and then.")
    if len(missed) == len(LEVELS):
        return _("All five computer players missed it.")
    return _("It was missed by {names}.").format(names=listed(missed))
