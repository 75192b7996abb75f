"""Face-down piles without an order: a card is drawn only when it is revealed."""

from __future__ import annotations

from spite_and_malice.interop.kinds import Kinds


class FacedownPile:
    """A shuffled pile of `count` cards: those that have been seen before, `seen` of each kind, and cards never seen.

    The never-seen cards of all piles of a game come from one pool and are equally likely to lie anywhere, so a pile
    needs only their number.
    """

    __slots__ = ("count", "seen", "seen_count")

    def __init__(self, count: int, seen: list[int]) -> None:
        self.count: int = count
        self.seen: list[int] = seen
        self.seen_count: int = sum(seen)

    def copy(self) -> FacedownPile:
        """A pile equal to this one."""
        return FacedownPile(self.count, self.seen[:])

    def put_back(self, kind: int) -> None:
        """Shuffle a known card into the pile."""
        self.count += 1
        self.seen[kind] += 1
        self.seen_count += 1

    def outcomes(self, fresh: list[int], fresh_count: int) -> list[tuple[int, float]]:
        """Cards that may be revealed, with their probabilities: a kind never seen, or `len(fresh)` more if seen before.

        `fresh` is the pool of never-seen cards, `fresh_count` of them.
        """
        kinds = len(fresh)
        found: list[tuple[int, float]] = []
        never_seen = self.count - self.seen_count
        if never_seen:
            share = never_seen / (self.count * fresh_count)
            found = [(kind, share * cards) for kind, cards in enumerate(fresh) if cards]
        found += [(kinds + kind, cards / self.count) for kind, cards in enumerate(self.seen) if cards]
        return found

    def take(self, outcome: int, fresh: list[int]) -> int:
        """Take the card of an outcome out of the pile, or out of the pool and the pile; its kind.

        Raises ValueError, with nothing changed, for an outcome of probability 0.
        """
        kind = outcome % len(fresh)
        if outcome >= len(fresh):
            if not self.seen[kind]:
                raise ValueError(f"outcome {outcome}: no card of kind {kind} that has been seen lies in this pile")
            self.seen[kind] -= 1
            self.seen_count -= 1
        elif self.count == self.seen_count or not fresh[kind]:
            raise ValueError(f"outcome {outcome}: no card of kind {kind} that has never been seen can lie in this pile")
        else:
            fresh[kind] -= 1
        self.count -= 1
        return kind


class Stock:
    """The stock as face-down piles, the one to draw from first.

    Usually it is one pile. While drawn cards wait to be revealed, there may be more: a new stock was made before the
    last cards of the old one were revealed. `went_back` notes each shuffle: how many drawn cards are not revealed yet,
    and how many cards of each kind went back; `returned` has the codes of these cards.
    """

    __slots__ = ("kinds", "piles", "returned", "went_back")

    def __init__(self, kinds: Kinds, piles: list[FacedownPile]) -> None:
        self.kinds: Kinds = kinds
        self.piles: list[FacedownPile] = piles
        self.went_back: list[tuple[int, list[int]]] = []
        self.returned: list[int] = []

    def copy(self) -> Stock:
        """A stock equal to this one."""
        return Stock(self.kinds, [pile.copy() for pile in self.piles])

    def top(self) -> FacedownPile:
        """The pile to draw from."""
        while len(self.piles) > 1 and not self.piles[0].count:
            del self.piles[0]
        return self.piles[0]

    def forget(self, cards: list[int]) -> None:
        """Forget where the cards lie, as the core requires of a witness of its shuffles.

        Known cards become cards of this stock that have been seen before.
        """
        known = [code for code in cards if code]
        drawn = sum(pile.count for pile in self.piles) if len(known) == len(cards) else 0
        if drawn:
            self.piles.append(FacedownPile(0, [0] * self.kinds.count))
        went = [0] * self.kinds.count
        for code in known:
            kind = self.kinds.of_code[code]
            self.piles[-1].put_back(kind)
            went[kind] += 1
        self.went_back.append((drawn, went))
        self.returned += known
