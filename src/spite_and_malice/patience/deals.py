"""The deal (PATIENCE.md section 3): from a pack, from a source of chance, or by its number.

A deal's number stands for the same cards everywhere. The pack begins as spades, hearts, diamonds, clubs, each from the
ace to the king (two packs as all spades of both, ace to king twice, and so on; with fewer suits likewise), and is
shuffled by Fisher and Yates from its last card to its second: the card at place i (from 0)
is swapped with the one at place ``(x * (i + 1)) >> 64``, x being the next number of SplitMix64, whose state begins as
the deal's number: add 0x9E3779B97F4A7C15 to the state, then mix a copy of it as ``z = (z ^ z >> 30) *
0xBF58476D1CE4E5B9``, ``z = (z ^ z >> 27) * 0x94D049BB133111EB``, ``x = z ^ z >> 31``, all modulo 2 ** 64. Where the
tableau is shuffled again, a pack for each layout follows, begun and shuffled in the same way with the next numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from spite_and_malice.arguments import InvalidArgument, items, plain
from spite_and_malice.engine.chance import Chance, shuffled
from spite_and_malice.engine.notation import InvalidNotation
from spite_and_malice.patience.core import codes, rank_of, suit_of
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import Pile, empty_layout, pack_codes, read_card
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import covers_of, starts_of
from spite_and_malice.rules.cards import RANKS, SUITS, card_text

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order in which a pack begins."""
HIGHEST_NUMBER: Final = 2**53 - 1
"""The highest number of a deal: the largest integer that every JSON reader keeps exactly."""

_LOW_64: Final = 2**64 - 1


def deal(rules: Rules, chance: Chance) -> Position:
    """Shuffle a pack with a source of chance and deal it. Raises TypeError or ValueError if the source misbehaves."""
    whole = pack_codes(rules)
    packs = [shuffled(chance, whole) for _each in range(rules.packs_dealt)]
    return deal_pack(rules, [card_text(card) for pack in packs for card in pack])


def deal_number(rules: Rules, number: int) -> Position:
    """Deal the pack of `pack_of(number, rules)`; ValueError for an invalid number."""
    return deal_pack(rules, pack_of(number, rules))


def pack_of(number: int, rules: Rules | None = None) -> list[str]:
    """The shuffled pack of a deal's number, first card first, as described above; one whole pack without rules.

    Where the tableau is gathered and shuffled, one such pack follows for each layout.

    Raises ValueError with a sentence for anything but a whole number from 0 to `HIGHEST_NUMBER`.
    """
    number = plain(number)  # type: ignore[assignment]
    if type(number) is not int or not 0 <= number <= HIGHEST_NUMBER:
        raise InvalidArgument(f"The number of a deal is a whole number from 0 to {HIGHEST_NUMBER}.")
    whole = list(PACK) if rules is None else [card_text(code) for code in pack_codes(rules)]
    numbers = split_mix(number)
    packs: list[str] = []
    for _each in range(1 if rules is None else rules.packs_dealt):
        pack = whole[:]
        for i in range(len(pack) - 1, 0, -1):
            j = next(numbers) * (i + 1) >> 64
            pack[i], pack[j] = pack[j], pack[i]
        packs += pack
    return packs


def split_mix(state: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64, each from 0 to 2 ** 64 - 1, starting from a state."""
    while True:
        state = state + 0x9E3779B97F4A7C15 & _LOW_64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _LOW_64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _LOW_64
        yield mixed ^ mixed >> 31


def deal_pack(rules: Rules, pack: Sequence[str]) -> Position:
    """Deal a shuffled pack, first card first; `InvalidNotation` if it is not the pack of the rules."""
    whole = pack_codes(rules)
    layouts = rules.packs_dealt
    count = len(whole) * layouts
    what = f"{count} cards, first card first"
    given = [read_card(card, f"pack[{i}]") for i, card in enumerate(items(pack, "pack", what))]
    packs = [given[i : i + len(whole)] for i in range(0, count, len(whole))]
    if len(given) != count or any(Counter(each) != Counter(whole) for each in packs):
        times = "once" if rules.packs == 1 and rules.suits == codes.SUITS else "as often as these rules have it"
        each = f", for each of the {layouts} layouts" if layouts > 1 else ""
        raise InvalidNotation(f"A pack must have each of the {len(whole)} cards {times}{each}.")
    cards, *later = packs
    waste: list[int] = []
    found = [0] * codes.SUITS
    homes: list[list[int]] = [[] for _each in range(rules.foundations)]
    base = rank_of(cards[0]) if rules.base == "first" else None
    if rules.ready and rules.foundations:
        for home, (rank, suits) in zip(homes, starts_of(rules), strict=False):
            home.append(next(card for card in cards if rank_of(card) == rank and suit_of(card) in suits))
            cards.remove(home[0])
    elif rules.ready:
        found = [rules.packs] * codes.SUITS
        cards = [card for card in cards if rank_of(card) != rules.base]
    elif base is not None:
        found = [rules.packs - (suit == suit_of(cards[0])) for suit in range(codes.SUITS)]
        cards = cards[:1] + [card for card in cards[1:] if rank_of(card) != base]
    elif rules.aim == "waste" and isinstance(rules.base, int):
        first = next(card for card in cards if rank_of(card) == rules.base and suit_of(card) == 0)
        cards.remove(first)
        waste = [first]
    left = iter(cards)
    reserve = [_face(rules, [next(left) for _each in range(count)], count - 1) for count in rules.reserve]
    if rules.aim == "build" and rules.base == "dealt":
        card = next(left)
        base = rank_of(card)
        if homes:
            homes[0] = [card]
        else:
            found[suit_of(card)] = 1
    piles = _tableau(rules, left)
    cells = [next(left) for _each in range(rules.cells_dealt)] + [0] * (rules.cells - rules.cells_dealt)
    if rules.aim == "waste" and rules.base == "dealt":
        waste = [next(left)]
    if rules.aim == "rows":
        piles = [(down, [card for card in up if rank_of(card) > 1]) for down, up in piles]
    if rules.aim == "clock":
        waste = [piles[-1][0].pop()]
    layout = empty_layout(rules, base)
    pairs = [(min(count, 1), count - 1 if count else 0) for count in found]
    layout.fill(waste, list(left), pairs, piles, 1, cells, reserve, homes, [], later, rules.merci)
    layout.settle()
    return Position(rules, layout)


def _tableau(rules: Rules, left: Iterator[int]) -> list[Pile]:
    """Deal the piles in rounds, or the places of a pyramid, of peaks or of a grid row by row."""
    if rules.layout != "piles":
        return [_face(rules, [next(left)], 1 if covering else 0) for covering in covers_of(rules)]
    piles: list[list[int]] = [[] for _each in rules.piles]
    for number in range(max(rules.piles, default=0)):
        for pile, count in zip(piles, rules.piles, strict=True):
            if count > number:
                pile.append(next(left))
    if rules.kings_down:
        piles = [sorted(pile, key=lambda card: rank_of(card) != codes.KING) for pile in piles]
    return [_face(rules, pile, down) for pile, down in zip(piles, rules.face_down, strict=True)]


def _face(rules: Rules, cards: list[int], down: int) -> Pile:
    """Lay the first `down` cards face down, as the rules say."""
    down = 0 if rules.face == "up" else down
    return cards[:down], cards[down:]
