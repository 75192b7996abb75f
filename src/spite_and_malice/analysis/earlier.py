"""What a player has heard in a game's hints, so that none says it again or contradicts it without a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.analysis.reason import Reason

_MOST: Final = 80
"""As many sentences are remembered."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """The last sentences, and the cards that were to stay out of the centre.

    `kept` has each of those cards with the opponent's pay-off card that it was kept from, or "".
    """

    sentences: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Earlier:
        """Read what `to_json` wrote, or nothing at all."""
        return cls(tuple(data.get("sentences", ())), tuple((card, top) for card, top in data.get("kept", ())))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"sentences": list(self.sentences), "kept": [list(each) for each in self.kept]}

    def is_new(self, reason: Reason) -> bool:
        """Say whether a sentence was not heard yet."""
        return reason.words not in self.sentences

    def is_worn(self, reason: Reason) -> bool:
        """Say whether a sentence was heard twice."""
        return self.sentences.count(reason.words) > 1

    def with_hint(self, reasons: Iterable[Reason], kept: Sequence[tuple[str, str]] | None, played: str) -> Earlier:
        """Return what has been heard after one more hint, with the cards that it keeps; None where it keeps on playing.

        The card `played` is kept no longer.
        """
        sentences = (*self.sentences, *(each.words for each in reasons))[-_MOST:]
        left = [each for each in self.kept if each[0] != played] if kept is None else kept
        return Earlier(sentences, tuple(left))


NOTHING: Final = Earlier()
"""At the beginning of a game."""
