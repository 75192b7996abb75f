"""The algorithm of docs/fair-deals.md written again from its text alone: only the standard library, no game code."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator


def key(secret: bytes, contributions: list[str]) -> bytes:
    """Return the key of a game's stream."""
    joined = secret
    for contribution in contributions:
        joined += hashlib.sha256(contribution.encode("utf-8")).digest()
    return hashlib.sha256(joined).digest()


def dealer(key: bytes, players: int) -> int:
    """Return the dealer of a match's first game."""
    return int.from_bytes(hmac.new(key, b"dealer", hashlib.sha256).digest(), "big") % players


def words(key: bytes, number: int) -> Iterator[int]:
    """Yield the 32-bit words of shuffle or lot `number`."""
    for block in range(1 << 62):
        message = number.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(key, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12, 16, 20, 24, 28))


def below(bound: int, stream: Iterator[int]) -> int:
    """Return a number below `bound`: the next word that is not skipped, modulo `bound`."""
    fair = (2**32 // bound) * bound
    return next(word for word in stream if word < fair) % bound


def shuffled(cards: list[str], key: bytes, number: int) -> list[str]:
    """Return the cards after shuffle `number`."""
    stream, cards = words(key, number), list(cards)
    for i in reversed(range(1, len(cards))):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
