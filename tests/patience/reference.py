"""A second, slow and plain implementation of PATIENCE.md sections 3 to 7, written from the text, on JSON positions."""

from __future__ import annotations

import copy
from typing import Any

Position = dict[str, Any]

RANKS = "A23456789TJQK"


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def is_red(card: str) -> bool:
    return card[1] in "hd"


def fits(rules: dict[str, Any], pile: dict[str, list[str]], card: str) -> bool:
    if not pile["up"]:
        return rules["empty"] == "any" or card[0] == "K"
    top = pile["up"][-1]
    return is_red(top) != is_red(card) and rank(top) == rank(card) + 1


def legal(position: Position) -> list[str]:
    """The legal moves as sorted texts."""
    rules, waste, piles = position["rules"], position["waste"], position["tableau"]
    founded = position["foundations"]
    moves = []
    if sum(founded.values()) == 52:
        return []
    if position["stock"]:
        moves.append("draw")
    elif waste and (rules["passes"] is None or position["pass"] < rules["passes"]):
        moves.append("redeal")
    sources = [("W", waste[-1:])] + [(f"T{k}", pile["up"][-1:]) for k, pile in enumerate(piles, 1)]
    for name, top in sources:
        if top and founded[top[0][1]] == rank(top[0]) - 1:
            moves.append(f"{name}-F")
    for k, target in enumerate(piles, 1):
        if waste and fits(rules, target, waste[-1]):
            moves.append(f"W-T{k}")
        for j, source in enumerate(piles, 1):
            for count in range(1, len(source["up"]) + 1):
                if j != k and fits(rules, target, source["up"][-count]):
                    moves.append(f"T{j}-T{k}" if count == 1 else f"T{j}:{count}-T{k}")
        for suit, height in founded.items():
            if rules["worry_back"] and height and fits(rules, target, RANKS[height - 1] + suit):
                moves.append(f"F{suit}-T{k}")
    return sorted(moves)


def after(position: Position, move: str) -> Position:
    """The position after a legal move."""
    position = copy.deepcopy(position)
    stock, waste, piles, founded = (position[key] for key in ("stock", "waste", "tableau", "foundations"))
    if move == "draw":
        for _ in range(position["rules"]["draw"]):
            if stock:
                waste.append(stock.pop(0))
    elif move == "redeal":
        stock.extend(waste)
        waste.clear()
        position["pass"] += 1
    else:
        source, target = move.split("-")
        if source == "W":
            cards = [waste.pop()]
        elif source[0] == "F":
            cards = [RANKS[founded[source[1]] - 1] + source[1]]
            founded[source[1]] -= 1
        else:
            number, _, count = source[1:].partition(":")
            pile = piles[int(number) - 1]
            cut = len(pile["up"]) - int(count or 1)
            cards = pile["up"][cut:]
            del pile["up"][cut:]
            if not pile["up"] and pile["down"]:
                pile["up"].append(pile["down"].pop())
        if target == "F":
            founded[cards[0][1]] += 1
        else:
            piles[int(target[1]) - 1]["up"].extend(cards)
    position["result"] = None
    if sum(founded.values()) == 52:
        position["result"] = "won"
    elif not legal(position):
        position["result"] = "stuck"
    return position
