"""What is said of a puzzle when it is over: the way, why it is the only one, and where an attempt went astray."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import Move
from spite_and_malice.texts import _, ngettext

from .attempt import lost_at


def way_words(puzzle: Puzzle) -> str:
    """Say the way in one sentence."""
    line = line_name(puzzle.view, [Move.parse(text) for text in puzzle.way])
    if puzzle.ways == 1:
        return _("This is the way: {line}.").format(line=line)
    return _("This is one of the two shortest ways: {line}.").format(line=line)


def reasons(puzzle: Puzzle, tried: Sequence[str]) -> list[str]:
    """Say what makes the puzzle hard, each in a sentence; of an attempt that failed, where it went astray."""
    sentences = []
    lost = lost_at(puzzle, tried)
    if lost is not None:
        played = line_name(puzzle.view, [Move.parse(text) for text in tried[: lost + 1]])
        if lost == 0:
            sentences.append(_("After your first move there was no way left: {line}.").format(line=played))
        else:
            sentences.append(_("With your last move here the way was lost: {line}.").format(line=played))
    length = len(puzzle.way)
    text = _("There is no shorter way than these {count} plays: every other turn with the cards you see was looked at.")
    sentences.append(text.format(count=length))
    if puzzle.wilds:
        sentences.append(
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
        sentences.append(text.format(count=puzzle.traps))
    looks = round(2 ** (1 + puzzle.difficulty))
    text = ngettext(
        "It takes about {count} play tried out in your head before each of yours to find it.",
        "It takes about {count} plays tried out in your head before each of yours to find it.",
        looks,
    )
    sentences.append(text.format(count=_rounded(looks)))
    return sentences


def _rounded(count: int) -> int:
    """A count as one says it: with two digits that tell something."""
    return count if count < 100 else round(count, 1 - len(str(count)) + 1)
