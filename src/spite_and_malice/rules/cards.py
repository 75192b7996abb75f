"""Cards: their text (RULES.md section 9) and the small whole numbers the engine keeps them as.

A code is ``rank * 8 + suit``, the suits being spades 0, hearts 1, diamonds 2 and clubs 3, number cards 4; the joker is
128. Sorting codes therefore gives the order of cards of RULES.md section 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
NUMBER: Final = 4
"""The "suit" of a number card."""
JOKER: Final = 128
UNKNOWN: Final = 0
"""The code that stands for a card a viewer may not see; it has no text."""
HIGHEST_NUMBER: Final = 15


class InvalidCard(ValueError):
    """A text that names no card, or a number that is no card's code."""


def _suited() -> dict[str, int]:
    return {
        rank_text + suit_text: rank * 8 + suit
        for rank, rank_text in enumerate(RANKS, start=1)
        for suit, suit_text in enumerate(SUITS)
    }


def _numbered() -> dict[str, int]:
    return {str(rank): rank * 8 + NUMBER for rank in range(1, HIGHEST_NUMBER + 1)}


_CODES: Final[dict[str, int]] = {**_suited(), **_numbered(), "*": JOKER}
CARD_TEXTS: Final[dict[int, str]] = {code: text for text, code in _CODES.items()}
"""The text of every card by its code."""


def card_code(text: str) -> int:
    """Return the code of the card that ``text`` names (``"7h"``, ``"12"``, ``"*"``); `InvalidCard` if it names none."""
    try:
        return _CODES[text]
    except (KeyError, TypeError):
        raise InvalidCard(
            f"{text!r} is no card: write a rank (A 2 … 9 T J Q K) and a suit (s h d c) such as 'Td', "
            f"a number from 1 to {HIGHEST_NUMBER}, or '*' for a joker."
        ) from None


def card_codes(texts: Sequence[str]) -> list[int]:
    """Return the codes of cards, as `card_code` does of each."""
    try:
        return [_CODES[text] for text in texts]
    except (KeyError, TypeError):
        return [card_code(text) for text in texts]


def card_rank(text: str) -> int:
    """Return the rank on the card that ``text`` names, 0 for a joker; `InvalidCard` if it names none."""
    code = card_code(text)
    return 0 if code == JOKER else code // 8


def card_text(code: int) -> str:
    """Return the text of the card with this code; `InvalidCard` for `UNKNOWN` and for every code that is no card's."""
    try:
        return CARD_TEXTS[code]
    except (KeyError, TypeError):
        raise InvalidCard(f"{code!r} is the code of no card.") from None


def card_texts(codes: Iterable[int]) -> tuple[str, ...]:
    """Return the texts of many cards as `card_text` does, faster than one by one."""
    try:
        return tuple(map(CARD_TEXTS.__getitem__, codes))
    except (KeyError, TypeError):
        raise InvalidCard("One of these is the code of no card.") from None
