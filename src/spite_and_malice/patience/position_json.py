"""Positions of patience as JSON (PATIENCE.md section 6), read strictly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from spite_and_malice.arguments import of_type, shown
from spite_and_malice.engine.notation import InvalidNotation, read_list, read_number, read_object
from spite_and_malice.patience.core import Layout, card_with, codes, rank_of, suit_of
from spite_and_malice.patience.rules import Rules
from spite_and_malice.patience.tables import covers_of, foundations_of, is_built, lowest_rank, ruleset_of
from spite_and_malice.rules.cards import RANKS, SUITS, InvalidCard, card_code, card_text, card_texts

RESULTS: Final = (None, "won", "stuck")
"""The results of `Layout.result` as in JSON."""

Pile = tuple[list[int], list[int]]
"""The codes of a pile's cards that lie face down, and of those face up, bottom to top."""


def keys_of(rules: Rules) -> tuple[str, ...]:
    """Return the keys that a position has under these rules."""
    more = {
        "cells": rules.cells > 0,
        "reserve": bool(rules.reserve),
        "base": rules.has_base,
        "later": rules.gather == "shuffle",
        "merci": rules.merci > 0,
        "pocket": rules.pocket,
    }
    given = ("rules", "stock", "waste", "foundations", "tableau", "pass", "result")
    return (*given, *(key for key, is_there in more.items() if is_there))


def empty_layout(rules: Rules, base: int | None = None) -> Layout:
    """A layout without cards under these rules, and the rank that foundations begin with if that is dealt."""
    return Layout(ruleset_of(rules, base or lowest_rank(rules)))


def write(rules: Rules, layout: Layout) -> dict[str, Any]:
    """Write a position."""
    written: dict[str, Any] = {
        "rules": rules.to_json(),
        "stock": list(card_texts(layout.stock())),
        "waste": list(card_texts(layout.waste())),
        "foundations": write_foundations(rules, layout),
        "tableau": [_write_pile(layout, place) for place in range(rules.places)],
        "pass": layout.pass_number,
        "result": RESULTS[layout.result()],
    }
    if rules.gather == "shuffle":
        written["later"] = [list(card_texts(pack)) for pack in layout.later_packs()]
    return written | write_more(rules, layout, [_write_pile(layout, place) for place in reserve_places(rules)])


def write_more(rules: Rules, layout: Layout, reserve: list[Any]) -> dict[str, Any]:
    """Write the visible parts that only some rules have: cells, a reserve, the base of a deal, merci, the pocket."""
    more: dict[str, Any] = {}
    if rules.cells:
        cells = [layout.face_up(codes.CELL + number) for number in range(rules.cells)]
        more["cells"] = [card_text(cell[0]) if cell else None for cell in cells]
    if rules.reserve:
        more["reserve"] = reserve
    if rules.has_base:
        more["base"] = layout.rules.base
    if rules.merci:
        more["merci"] = layout.merci
    if rules.pocket:
        more["pocket"] = list(card_texts(layout.pocket()))
    return more


def reserve_places(rules: Rules) -> range:
    """Return the places of the reserve's piles."""
    return range(codes.RESERVE, codes.RESERVE + len(rules.reserve))


def write_foundations(rules: Rules, layout: Layout) -> dict[str, Any] | list[list[str]]:
    """Write the foundations: a number for each suit, or a list of two if two packs are built up.

    Those that are piles of their own are lists of their cards.
    """
    if rules.foundations:
        return [list(card_texts(cards)) for cards in layout.homes()]
    high = layout.foundations()
    if not rules.has_two_foundations:
        return dict(zip(SUITS, high, strict=True))
    return {suit: [*pair] for suit, *pair in zip(SUITS, high, layout.second_foundations(), strict=True)}


def read(obj: object) -> tuple[Rules, Layout]:
    """Read a reachable position; `InvalidNotation` or `InvalidRules` says what is wrong and where."""
    rules = Rules.from_json(obj.get("rules")) if isinstance(obj, Mapping) and "rules" in obj else Rules()
    data = read_object(obj, "The position", keys_of(rules))
    stock = read_cards(data["stock"], "stock")
    waste = read_cards(data["waste"], "waste")
    check_talon(rules, len(waste))
    base = read_number(data["base"], 1, codes.KING, "base") if rules.has_base else None
    layout = empty_layout(rules, base)
    homes = read_homes(rules, layout.rules.base, data["foundations"])
    found = [(0, 0)] * codes.SUITS if homes else read_foundations(rules, data["foundations"])
    piles = read_tableau(rules, layout.rules.base, data["tableau"])
    cells = read_cells(rules, data.get("cells"))
    reserve = _read_reserve(rules, data.get("reserve"))
    pocket = read_cards(data["pocket"], "pocket") if rules.pocket else []
    lying = [*waste, *stock, *filter(None, cells), *(card for down, up in piles + reserve for card in (*down, *up))]
    lying += [*pocket, *(card for cards in homes for card in cards)]
    _check_pack(rules, lying + away(rules, layout.rules.base, found))
    pass_number = read_pass(rules, data["pass"])
    later = _read_later(rules, pass_number, data.get("later"))
    merci = read_merci(rules, data.get("merci"))
    layout.fill(waste, stock, found, piles, pass_number, cells, reserve, homes, pocket, later, merci)
    if layout.clone().settle():
        raise InvalidNotation(
            "The position must be as it is when everything automatic is done: cards turned up, whole runs off the "
            "table, gaps refilled."
        )
    check_result(data["result"], layout)
    return rules, layout


def check_talon(rules: Rules, waste: int) -> None:
    """Raise `InvalidNotation` if the waste has a card where it cannot, or none where it always has one."""
    if rules.stock in ("piles", "reserve") and waste:
        raise InvalidNotation("waste must be empty: the stock is dealt on the piles.")
    if rules.aim == "clock" and waste > 1:
        raise InvalidNotation("waste must have one card at most: the one that is laid next.")
    if rules.aim == "waste" and not waste:
        raise InvalidNotation("waste must have a card: it begins with one.")


def read_foundations(rules: Rules, obj: object) -> list[tuple[int, int]]:
    """Return for each suit how many cards, or runs, lie on its two foundations, the higher number first."""
    found = read_object(obj, "foundations", tuple(SUITS))
    if rules.has_two_foundations:
        pairs = []
        for suit in SUITS:
            where = f"foundations.{suit}"
            high, low = (read_number(n, 0, codes.KING, where) for n in read_list(found[suit], where, 2))
            if high < low:
                raise InvalidNotation(f"{where} must have the higher number first.")
            pairs.append((high, low))
        return pairs
    most = {"build": codes.KING, "runs": 4 * rules.packs // rules.suits}.get(rules.aim, 0)
    return [(read_number(found[suit], 0, most, f"foundations.{suit}"), 0) for suit in SUITS]


def read_homes(rules: Rules, base: int, obj: object) -> list[list[int]]:
    """Return the cards of foundations that are piles of their own, each a card that its foundation takes."""
    if not rules.foundations:
        return []
    homes = [
        read_cards(cards, f"foundations[{number}]")
        for number, cards in enumerate(read_list(obj, "foundations", rules.foundations))
    ]
    for number, (cards, wanted) in enumerate(zip(homes, foundations_of(rules, base), strict=True)):
        for i, card in enumerate(cards):
            if rules.home == "osmosis":
                is_right = suit_of(card) == suit_of(cards[0]) and rank_of(cards[0]) == base
            else:
                is_right = i < len(wanted) and rank_of(card) == wanted[i][0] and suit_of(card) in wanted[i][1]
            if not is_right:
                raise InvalidNotation(f"foundations[{number}][{i}]: {card_text(card)} does not belong there.")
    return homes


def _read_later(rules: Rules, pass_number: int, obj: object) -> list[list[int]]:
    """Return the packs with the order of each later layout."""
    if rules.gather != "shuffle":
        return []
    packs = read_list(obj, "later", rules.packs_dealt - pass_number)
    whole = Counter(pack_codes(rules))
    later = [read_cards(pack, f"later[{number}]") for number, pack in enumerate(packs)]
    for number, pack in enumerate(later):
        if Counter(pack) != whole:
            raise InvalidNotation(f"later[{number}] must be a whole pack of these rules.")
    return later


def read_merci(rules: Rules, obj: object) -> int:
    """Return how many cards may still be drawn from under others."""
    return read_number(obj, 0, rules.merci, "merci") if rules.merci else 0


def read_pass(rules: Rules, obj: object) -> int:
    """Return the number of a pass, which is not beyond the last one; 1 where the waste is never turned over."""
    has_redeal = rules.gather != "none" or (rules.stock_cards > 0 and rules.stock == "waste" and rules.aim != "waste")
    return read_number(obj, 1, (rules.passes or codes.MOST_PASSES) if has_redeal else 1, "pass")


def check_result(obj: object, layout: Layout) -> None:
    """Raise `InvalidNotation` unless this is the status of the game."""
    right = RESULTS[layout.result()]
    if obj != right or type(obj) is not type(right):
        shown = "null" if right is None else f'"{right}"'
        raise InvalidNotation(f"result must be {shown}, as the cards lie.")


def read_tableau(rules: Rules, base: int, obj: object) -> list[Pile]:
    """Return the piles, or the places of a pyramid or of peaks."""
    piles = []
    for place, entry in enumerate(read_list(obj, "tableau", rules.places)):
        where = f"tableau[{place}]"
        down, up = _read_pile(entry, where)
        check_up(rules, base, up, where)
        if rules.layout != "piles":
            if len(down) + len(up) > 1 and rules.aim != "one":
                raise InvalidNotation(f"{where} has more than one card; with this layout each place has one at most.")
            if down and rules.layout == "grid":
                raise InvalidNotation(f"{where}.down must be empty: in a grid all cards lie face up.")
        elif rules.aim == "clock":
            _check_hour(place, len(down), up, where)
        elif down and not up:
            raise InvalidNotation(f"{where}.up is empty, but the top card of a pile is always face up.")
        piles.append((down, up))
    _check_covers(rules, piles)
    return piles


def _check_hour(place: int, down: int, up: list[int], where: str) -> None:
    """Raise `InvalidNotation` unless a pile of a clock hides and shows only cards that it can."""
    if down > 4 or any(rank_of(card) != place + 1 for card in up):
        raise InvalidNotation(f"{where} hides four cards at most, and those laid there are of the rank {place + 1}.")


def check_up(rules: Rules, base: int, up: list[int], where: str) -> None:
    """Raise `InvalidNotation` if face-up cards cannot lie on each other: piles grow only by building on their tops."""
    if not is_built(rules):
        return
    fits = ruleset_of(rules, base)
    for i, (card, upon) in enumerate(zip(up[1:], up, strict=False), 1):
        if not fits.goes_on(card, upon):
            wanted = _BUILT_DOWN if rules.is_klondike else _BUILT_SO
            raise InvalidNotation(f"{where}.up[{i}]: {card_text(card)} cannot lie on {card_text(upon)}; {wanted}.")


_BUILT_DOWN: Final = "face-up cards go down by one rank, red on black and black on red"
_BUILT_SO: Final = "with these rules face-up cards build on each other"


def read_cells(rules: Rules, obj: object) -> list[int]:
    """Return the codes of the cards in the cells, 0 for an empty one."""
    if not rules.cells:
        return []
    cells = read_list(obj, "cells", rules.cells)
    return [0 if card is None else read_card(card, f"cells[{i}]") for i, card in enumerate(cells)]


def _read_reserve(rules: Rules, obj: object) -> list[Pile]:
    if not rules.reserve:
        return []
    piles = []
    for number, entry in enumerate(read_list(obj, "reserve", len(rules.reserve))):
        where = f"reserve[{number}]"
        down, up = _read_pile(entry, where)
        if down and (rules.face == "up" or not up):
            raise InvalidNotation(f"{where} cannot have cards face down so: {_RESERVE_UP}.")
        if rules.face != "up" and rules.stock != "reserve" and len(up) > 1:
            raise InvalidNotation(f"{where} shows {len(up)} cards; only its top card lies face up.")
        piles.append((down, up))
    return piles


_RESERVE_UP: Final = 'its top card lies face up, with face "up" all of it'


def _check_covers(rules: Rules, piles: list[Pile]) -> None:
    """Raise `InvalidNotation` if a card of a pyramid or of peaks lies on nothing, or is face down and free."""
    for place, covering in enumerate(covers_of(rules)):
        is_covered = any(piles[other][0] or piles[other][1] for other in covering)
        down, up = piles[place]
        if is_covered and not (down or up):
            raise InvalidNotation(f"tableau[{place}] is empty, but a card lies on it.")
        if is_covered and up and rules.face == "top":
            raise InvalidNotation(f"tableau[{place}]: {card_text(up[0])} lies face up under another card.")


def _write_pile(layout: Layout, place: int) -> dict[str, list[str]]:
    return {"down": list(card_texts(layout.face_down(place))), "up": list(card_texts(layout.face_up(place)))}


def _read_pile(entry: object, where: str) -> Pile:
    pile = read_object(entry, where, ("down", "up"))
    return read_cards(pile["down"], f"{where}.down"), read_cards(pile["up"], f"{where}.up")


def pack_codes(rules: Rules) -> list[int]:
    """Return the codes of all cards of the rules, in the order of suits and ranks.

    Raises `InvalidArgument` for anything but rules of patience.
    """
    of_type(rules, Rules, "rules", "preset_rules returns those of a game")
    suits = [suit for suit in range(rules.suits) for _each in range(codes.SUITS // rules.suits)] * rules.packs
    return [card_with(rank, suit) for suit in sorted(suits) for rank in range(1, codes.KING + 1)]


def cards_off(rules: Rules, layout: Layout) -> list[int]:
    """Return the cards that have left the table, in the order of suits and ranks."""
    if not may_lack(rules):
        return []
    places = (*range(rules.places), *range(codes.CELL, codes.CELL + rules.cells), *reserve_places(rules))
    there = Counter([*layout.stock(), *layout.waste()])
    for place in places:
        there.update([*layout.face_down(place), *layout.face_up(place)])
    return sorted((Counter(pack_codes(rules)) - there).elements(), key=lambda card: (suit_of(card), rank_of(card)))


def away(rules: Rules, base: int, found: list[tuple[int, int]]) -> list[int]:
    """Return the cards on the foundations, or of the runs that have left."""
    cards: list[int] = []
    for suit, pair in enumerate(found):
        for count in pair:
            if rules.aim == "runs":
                cards += [card_with(rank, suit) for rank in range(1, codes.KING + 1)] * count
            else:
                cards += [card_with((base + k - 1) % codes.KING + 1, suit) for k in range(count)]
    return cards


def may_lack(rules: Rules) -> bool:
    """Say whether cards leave the table, so that some of the pack may be nowhere."""
    return rules.aim in ("pairs", "aces")


def _check_pack(rules: Rules, cards: Iterable[int]) -> None:
    """Raise `InvalidNotation` unless every card of the pack is there once per copy, except those that may be gone."""
    there, whole = Counter(cards), Counter(pack_codes(rules))
    if rules.aim == "rows":
        whole = Counter(card for card in whole.elements() if rank_of(card) > 1)
    for card in sorted(there):
        if card not in whole:
            raise InvalidNotation(f"{card_text(card)} is not in the pack of these rules.")
        if there[card] > whole[card]:
            if whole[card] == 1:
                raise InvalidNotation(f"{card_text(card)} is there twice, but there is one of each card.")
            times = f"{there[card]} times, but the pack has it {whole[card]} times"
            raise InvalidNotation(f"{card_text(card)} is there {times}.")
    missing = [card_text(card) for card in whole if there[card] < whole[card]]
    if missing and not may_lack(rules):
        missing.sort(key=lambda text: (SUITS.index(text[1]), RANKS.index(text[0])))
        raise InvalidNotation(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing.")


def read_cards(obj: object, where: str) -> list[int]:
    """Return the codes of a list of cards; `InvalidNotation` for anything else."""
    return [read_card(card, f"{where}[{i}]") for i, card in enumerate(read_list(obj, where))]


def read_card(obj: object, where: str) -> int:
    """Return the code of one of the 52 cards; `InvalidNotation` for anything else."""
    try:
        code = card_code(obj) if isinstance(obj, str) else 0
    except InvalidCard:
        code = 0
    if suit_of(code) >= codes.SUITS or not 1 <= rank_of(code) <= codes.KING:
        raise InvalidNotation(
            f"{where}: {shown(obj)} is no card: write a rank ({' '.join(RANKS)}) and a suit "
            f"({' '.join(SUITS)}) such as 'Td'."
        )
    return code
