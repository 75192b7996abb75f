"""Cards: their text (RULES.md section 9) and the small integers for them in the engine; and decks (section 2).

A code is ``rank * 8 + suit``, the suits being spades 0, hearts 1, diamonds 2 and clubs 3, number cards 4; the joker is
128. Sorting codes therefore gives the order of cards of RULES.md section 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice import arguments
from spite_and_malice.arguments import plain
from spite_and_malice.rules.errors import shown
from spite_and_malice.texts import _

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
            f"{arguments.shown(text)} is no card: write a rank (A 2 … 9 T J Q K) and a suit (s h d c) such as 'Td', "
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
    """Return the text of the card with this code; `InvalidCard` for `UNKNOWN` and for codes without a card."""
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


KING: Final = len(RANKS)
MOST_PACKS: Final = 12
MOST_COPIES: Final = 100
MOST_JOKERS: Final = 100

_NUMBER_KEYS: Final = {str(rank): rank for rank in range(1, HIGHEST_NUMBER + 1)}


class InvalidDeck(ValueError):
    """A deck that RULES.md section 7 refuses; the message starts in the middle of a sentence about a field."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Either `packs` packs of 52 cards or `numbers`, pairs of rank and copies with the ranks ascending; and jokers.

    Raises `InvalidDeck` when made with anything that RULES.md section 7 does not allow.
    """

    packs: int | None = None
    numbers: tuple[tuple[int, int], ...] | None = None
    jokers: int = 0

    def __post_init__(self) -> None:
        for name in ("packs", "numbers", "jokers"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        if (self.packs is None) == (self.numbers is None):
            raise InvalidDeck(_('needs exactly one of "packs" and "numbers"'))
        if self.packs is not None:
            _check_count('"packs"', self.packs, 1, MOST_PACKS)
        if self.numbers is not None:
            _check_numbers(self.numbers)
        _check_count('"jokers"', self.jokers, 0, MOST_JOKERS)

    @classmethod
    def from_json(cls, obj: object) -> Deck:
        """Read ``{"packs": n, "jokers": j}`` or ``{"numbers": {"1": c, …}, "jokers": j}``; `InvalidDeck` otherwise."""
        if not isinstance(obj, Mapping):
            raise InvalidDeck(
                _("must be an object such as {packs} or {numbers}").format(
                    packs='{"packs": 2, "jokers": 0}', numbers='{"numbers": {"1": 12}, "jokers": 0}'
                )
            )
        unknown = [key for key in obj if key not in ("packs", "numbers", "jokers")]
        if unknown:
            text = _('may hold "packs" or "numbers", and "jokers", but not {value}')
            raise InvalidDeck(text.format(value=shown(unknown[0])))
        if ("packs" in obj) == ("numbers" in obj):
            raise InvalidDeck(_('needs exactly one of "packs" and "numbers"'))
        jokers = obj.get("jokers", 0)
        if "packs" in obj:
            if obj["packs"] is None:
                _check_count('"packs"', None, 1, MOST_PACKS)
            return cls(packs=obj["packs"], jokers=jokers)
        return cls(numbers=_read_numbers(obj["numbers"]), jokers=jokers)

    def to_json(self) -> dict[str, Any]:
        """Write the deck as JSON, `jokers` always included."""
        if self.packs is not None:
            return {"packs": self.packs, "jokers": self.jokers}
        return {"numbers": {str(rank): copies for rank, copies in self.numbers or ()}, "jokers": self.jokers}

    @property
    def has_numbers(self) -> bool:
        """Whether there is a number card in it."""
        return any(copies for _rank, copies in self.numbers or ())

    @property
    def has_kings(self) -> bool:
        """Whether there is a suited king in it."""
        return self.packs is not None

    def ranks(self) -> tuple[int, ...]:
        """Return the ranks of its suited and number cards, ascending, kings included, jokers left out."""
        if self.packs is not None:
            return tuple(range(1, KING + 1))
        return tuple(rank for rank, copies in self.numbers or () if copies)

    def count(self) -> int:
        """Count the cards, jokers included."""
        if self.packs is not None:
            return self.packs * len(RANKS) * len(SUITS) + self.jokers
        return sum(copies for _rank, copies in self.numbers or ()) + self.jokers

    def cards(self) -> tuple[str, ...]:
        """Every card as text, in the order of a renewed deck without chance (RULES.md section 9)."""
        if self.packs is not None:
            naturals = [rank + suit for rank in RANKS for suit in SUITS] * self.packs
        else:
            naturals = [str(rank) for rank, copies in self.numbers or () for _copy in range(copies)]
        return (*naturals, *["*"] * self.jokers)


def _read_numbers(obj: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(obj, Mapping):
        text = _('needs "numbers" to be an object such as {example}')
        raise InvalidDeck(text.format(example='{"1": 12, "2": 12}'))
    for key in obj:
        if not isinstance(key, str) or key not in _NUMBER_KEYS:
            text = _('needs the keys of "numbers" to be "1" to "{high}" without leading zeros, not {value}')
            raise InvalidDeck(text.format(high=HIGHEST_NUMBER, value=shown(key)))
    return tuple(sorted((_NUMBER_KEYS[key], copies) for key, copies in obj.items()))


def _check_numbers(numbers: tuple[tuple[int, int], ...]) -> None:
    before = 0
    for rank, copies in numbers:
        _check_count(_('the ranks in "numbers"'), rank, 1, HIGHEST_NUMBER)
        if rank <= before:
            raise InvalidDeck(_('needs the ranks in "numbers" to ascend, each once'))
        _check_count(_('the copies of {rank} in "numbers"').format(rank=rank), copies, 0, MOST_COPIES)
        before = rank


def _check_count(what: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        text = _("needs {what} to be whole and from {low} to {high}, not {value}")
        raise InvalidDeck(text.format(what=what, low=low, high=high, value=shown(value)))
