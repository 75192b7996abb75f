"""Positions of patience as JSON (PATIENCE.md section 6), read strictly."""

from __future__ import annotations

from typing import Any, Final

from spite_and_malice.engine.errors import InvalidNotation
from spite_and_malice.engine.reading import read_list, read_number, read_object
from spite_and_malice.patience.core import Layout, card_with, codes, fits_on, rank_of, suit_of
from spite_and_malice.patience.rules import Rules
from spite_and_malice.rules.cards import RANKS, SUITS, InvalidCard, card_code, card_text, card_texts

RESULTS: Final = (None, "won", "stuck")
"""What `Layout.result` returns, as JSON has it."""

KEYS: Final = ("rules", "stock", "waste", "foundations", "tableau", "pass", "result")

_PACK: Final = tuple(card_with(rank, suit) for suit in range(codes.SUITS) for rank in range(1, codes.KING + 1))

Piles = list[tuple[list[int], list[int]]]


def empty_layout(rules: Rules) -> Layout:
    """A layout without cards under these rules."""
    return Layout(rules.draw, rules.passes or 0, rules.empty == "any", rules.worry_back)


def write(rules: Rules, layout: Layout) -> dict[str, Any]:
    """Write a position."""
    return {
        "rules": rules.to_json(),
        "stock": list(card_texts(layout.stock())),
        "waste": list(card_texts(layout.waste())),
        "foundations": dict(zip(SUITS, layout.foundations(), strict=True)),
        "tableau": [
            {"down": list(card_texts(layout.face_down(pile))), "up": list(card_texts(layout.face_up(pile)))}
            for pile in range(codes.PILES)
        ],
        "pass": layout.pass_number,
        "result": RESULTS[layout.result()],
    }


def read(obj: object) -> tuple[Rules, Layout]:
    """Read a position that a game can come to; `InvalidNotation` or `InvalidRules` says what is wrong and where."""
    data = read_object(obj, "The position", KEYS)
    rules = Rules.from_json(data["rules"])
    stock = read_cards(data["stock"], "stock")
    waste = read_cards(data["waste"], "waste")
    if len(stock) + len(waste) > codes.TALON:
        raise InvalidNotation(f"stock and waste hold {len(stock) + len(waste)} cards; they begin with {codes.TALON}.")
    found = read_foundations(data["foundations"])
    piles = _piles(data["tableau"])
    _check_pack(waste + stock, found, piles)
    layout = empty_layout(rules)
    layout.fill(waste, stock, found, piles, read_pass(rules, data["pass"]))
    check_result(data["result"], layout)
    return rules, layout


def read_foundations(obj: object) -> list[int]:
    """Return the ranks on the foundations in the order of suits."""
    found = read_object(obj, "foundations", tuple(SUITS))
    return [read_number(found[suit], 0, codes.KING, f"foundations.{suit}") for suit in SUITS]


def read_pass(rules: Rules, obj: object) -> int:
    """Return the number of a pass, which is not beyond the last one."""
    return read_number(obj, 1, rules.passes or codes.MOST_PASSES, "pass")


def check_result(obj: object, layout: Layout) -> None:
    """Raise `InvalidNotation` unless this is how the game stands."""
    right = RESULTS[layout.result()]
    if obj != right or type(obj) is not type(right):
        shown = "null" if right is None else f'"{right}"'
        raise InvalidNotation(f"result must be {shown}, as the cards lie.")


def read_run(obj: object, where: str) -> list[int]:
    """Return the face-up cards of a pile, each of the other colour and one rank lower than the one before."""
    up = read_cards(obj, where)
    for i, (card, upon) in enumerate(zip(up[1:], up, strict=False), 1):
        if not fits_on(card, upon):
            raise InvalidNotation(
                f"{where}[{i}]: {card_text(card)} cannot lie on {card_text(upon)}; face-up cards go down by one rank, "
                "red on black and black on red."
            )
    return up


def is_red(card: int) -> bool:
    """Whether a card is a heart or a diamond."""
    return SUITS[suit_of(card)] in "hd"


def _piles(obj: object) -> Piles:
    piles: Piles = []
    for k, entry in enumerate(read_list(obj, "tableau", codes.PILES)):
        pile = read_object(entry, f"tableau[{k}]", ("down", "up"))
        down = read_cards(pile["down"], f"tableau[{k}].down")
        up = read_run(pile["up"], f"tableau[{k}].up")
        if len(down) > k:
            raise InvalidNotation(
                f"tableau[{k}].down has {len(down)} cards, but T{k + 1} begins with {k} cards face down."
            )
        if down and not up:
            raise InvalidNotation(f"tableau[{k}].up is empty, but the top card of a pile is always face up.")
        piles.append((down, up))
    return piles


def _check_pack(talon: list[int], found: list[int], piles: Piles) -> None:
    """Raise `InvalidNotation` unless every card of the pack is there exactly once."""
    cards = [*talon, *(card for down, up in piles for card in (*down, *up))]
    cards += [card_with(rank, suit) for suit in range(codes.SUITS) for rank in range(1, found[suit] + 1)]
    twice = {card for card in cards if cards.count(card) > 1} if len(set(cards)) < len(cards) else set()
    if twice:
        raise InvalidNotation(f"{card_text(min(twice))} is there twice, but there is one of each card.")
    missing = [card_text(card) for card in _PACK if card not in set(cards)]
    if missing:
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
            f"{where}: {str(obj)[:20]!r} is no card: write a rank ({' '.join(RANKS)}) and a suit "
            f"({' '.join(SUITS)}) such as 'Td'."
        )
    return code
