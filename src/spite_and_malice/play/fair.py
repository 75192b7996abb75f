"""Deals that anybody can check (docs/fair-deals.md): every shuffle and lot of a game comes from one committed stream.

The server commits to a secret by publishing its SHA-256, then learns the seats' contributions. The key of the game is

    SHA-256(secret || SHA-256(contribution of seat 0) || SHA-256(contribution of seat 1) || …)

with contributions as UTF-8. Shuffles and lots are numbered from 0 in the order in which the game asks for them. Number
k reads the 32-bit big-endian words of HMAC-SHA256(key, k || i) for i = 0, 1, 2, …, both numbers as 8 bytes big-endian.
A number below n is the next word modulo n, words of 2^32 - (2^32 mod n) and above being skipped. A shuffle of
c cards swaps, for i from c - 1 down to 1, card i with the card at a number below i + 1.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from spite_and_malice.arguments import InvalidArgument, Seed, of_type, seed_number, texts, whole

_WORDS: Final = 1 << 32
_SECRET_BYTES: Final = 32
_BLOCK_BYTES: Final = 64
"""The block size of SHA-256 in bytes."""
_read_words: Final = struct.Struct(">8I").unpack


def new_secret() -> bytes:
    """Return the server's part of a deal: 32 bytes that nobody can guess."""
    return secrets.token_bytes(_SECRET_BYTES)


def candidate_secret(root: bytes, day: str, number: int) -> bytes:
    """Return one candidate, numbered from 0, for the secret of a day's deal."""
    return hmac.digest(root, f"{day} {number}".encode(), "sha256")


@dataclass(frozen=True, slots=True)
class FairDeal:
    """The server's secret and each seat's contribution, which together determine all chance of a game."""

    secret: bytes
    contributions: tuple[str, ...]

    def __post_init__(self) -> None:
        of_type(self.secret, bytes, "secret", "new_secret() has 32 bytes that nobody can guess")
        own = texts(self.contributions, "contributions", "a text for each seat")
        if any("\ud800" <= sign <= "\udfff" for text in own for sign in text):
            raise InvalidArgument("contributions must be whole texts: half a surrogate pair is none")
        object.__setattr__(self, "contributions", own)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hexadecimal, to be published before the contributions are known."""
        return hashlib.sha256(self.secret).hexdigest()

    def key(self) -> bytes:
        """The key of the game's stream, 32 bytes."""
        parts = [self.secret, *(hashlib.sha256(text.encode()).digest() for text in self.contributions)]
        return hashlib.sha256(b"".join(parts)).digest()

    def dealer(self, players: int) -> int:
        """The seat that deals the first game of a match: a number below `players` from HMAC-SHA256(key, "dealer")."""
        digest = hmac.digest(self.key(), b"dealer", "sha256")
        return int.from_bytes(digest) % whole(players, "players", 1)


class FairChance:
    """The chance source of a `FairDeal`. `used` counts the shuffles and lots so far; an undo sets it back."""

    def __init__(self, fair_deal: FairDeal) -> None:
        self.used: int = 0
        self._use_key(of_type(fair_deal, FairDeal, "fair_deal").key())

    def _use_key(self, key: bytes) -> None:
        # HMAC of RFC 2104 with the part that depends only on the key computed once, which halves the time of a shuffle.
        self._key = key
        block = key.ljust(_BLOCK_BYTES, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_inner", "_outer")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._use_key(self._key)

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place, as number `used` of the game."""
        words = self._next_words()
        for left in range(len(cards), 1, -1):
            j = _below(left, words)
            cards[left - 1], cards[j] = cards[j], cards[left - 1]

    def lot(self, count: int) -> int:
        """Draw a whole number below `count`, as number `used` of the game.

        Raises `InvalidArgument` for a count outside 1 to 2 ** 32, the range of a word of the stream.
        """
        return _below(whole(count, "count", 1, _WORDS), self._next_words())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.used} shuffles and lots used>"

    def _next_words(self) -> Iterator[int]:
        number = self.used
        self.used += 1
        return self._words(number)

    def _words(self, number: int) -> Iterator[int]:
        for block in count():
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(number.to_bytes(8) + block.to_bytes(8))
            outer.update(inner.digest())
            yield from _read_words(outer.digest())


def _below(bound: int, words: Iterator[int]) -> int:
    word = next(words)
    # The first comparison nearly always settles it, without another division.
    while word >= _WORDS - bound and word >= _WORDS - _WORDS % bound:
        word = next(words)
    return word % bound


class SeededChance(FairChance):
    """The stream of a fair deal (`spite_and_malice.play.fair`) whose secret is a number.

    Raises `InvalidArgument` for an invalid seed.
    """

    def __init__(self, seed: Seed) -> None:
        self.seed: int = seed_number(seed)
        super().__init__(FairDeal(str(self.seed).encode(), ()))

    def __repr__(self) -> str:
        return f"<SeededChance of seed {self.seed}, {self.used} used>"
