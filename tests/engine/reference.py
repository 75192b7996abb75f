"""The rules read out again, slowly: RULES.md sections 3 to 6 and 9 as plain functions on the JSON of a position.

Written from the text alone and without the engine, so that the two can be compared. Nothing here is
checked or fast; a position is the dict of section 9, a card its text, a move its text, and there is no chance.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

State = dict[str, Any]

RANKS = "A23456789TJQK"
SUITS = "shdc"


class Source(NamedTuple):
    """A card that may be played: the text of its place (with the card if it is in the hand), and the card."""

    text: str
    card: str


# Section 2: cards


def rank(card: str) -> int:
    """Return the rank of a suited or number card."""
    return int(card) if card.isdigit() else RANKS.index(card[0]) + 1


def is_number(card: str) -> bool:
    return card.isdigit()


def is_wild(rules: State, card: str) -> bool:
    """Section 4: wild cards are the kinds listed in `wilds`; the number 13 is no king."""
    if card == "*":
        return "*" in rules["wilds"]
    return not is_number(card) and card[0] == "K" and "K" in rules["wilds"]


def order(card: str) -> tuple[int, int]:
    """Section 9: the order of cards."""
    if card == "*":
        return (99, 0)
    return (rank(card), 9 if is_number(card) else SUITS.index(card[1]))


def whole_deck(deck: State) -> list[str]:
    """Section 9: a renewed deck, without chance."""
    if "packs" in deck:
        cards = [r + s for _ in range(deck["packs"]) for r in RANKS for s in SUITS]
    else:
        cards = [number for number in sorted(deck["numbers"], key=int) for _ in range(deck["numbers"][number])]
    return cards + ["*"] * int(deck.get("jokers", 0))


# Sides


def partner(position: State, seat: int) -> int | None:
    n = len(position["players"])
    return (seat + n // 2) % n if position["rules"]["partners"] else None


def side_of(position: State, seat: int) -> list[int]:
    """Return the seats of the side that `seat` plays for."""
    mate = partner(position, seat)
    return [seat] if mate is None else sorted([seat, mate])


def cards_left(position: State, side: list[int]) -> int:
    return sum(len(pile) for seat in side for pile in position["players"][seat]["payoff"])


# Section 4: sources


def pile_name(position: State, letter: str, index: int) -> str:
    return f"{letter}{index + 1}" if position["rules"]["payoff_piles"] > 1 else letter


def hand_sources(position: State) -> list[Source]:
    hand = position["players"][position["turn"]]["hand"]
    return [Source("H" + card, card) for card in sorted(set(hand), key=order)]


def payoff_sources(position: State, seat: int, sign: str = "") -> list[Source]:
    piles = position["players"][seat]["payoff"]
    return [Source(sign + pile_name(position, "P", i), pile[-1]) for i, pile in enumerate(piles) if pile]


def side_sources(position: State, seat: int, sign: str = "") -> list[Source]:
    stacks = position["players"][seat]["side"]
    return [Source(f"{sign}S{i + 1}", stack[-1]) for i, stack in enumerate(stacks) if stack]


def all_sources(position: State) -> list[Source]:
    turn = position["turn"]
    sources = hand_sources(position) + payoff_sources(position, turn) + side_sources(position, turn)
    mate = partner(position, turn)
    if mate is not None:
        sources += payoff_sources(position, mate, "+") + side_sources(position, mate, "+")
    return sources


# Section 4: to a centre stack


def centre_places(position: State) -> list[int]:
    """Return every place that may be played on, by index; with `centre` null possibly one that does not exist yet."""
    places = list(range(len(position["centre"])))
    if position["rules"]["centre"] is None and all(position["centre"]):
        places.append(len(places))
    return places


def height(position: State, place: int) -> int:
    return len(position["centre"][place]) if place < len(position["centre"]) else 0


def takes_natural(position: State, place: int, card: str) -> bool:
    return not is_wild(position["rules"], card) and rank(card) == height(position, place) + 1


def fits_centre(position: State, place: int, source: Source) -> bool:
    rules = position["rules"]
    if not is_wild(rules, source.card):
        return takes_natural(position, place, source.card)
    stands_for = height(position, place) + 1
    if stands_for > rules["build_to"] or stands_for in rules["wild_never"]:
        return False
    return not rules["wild_covered"] or could_cover(position, stands_for, source)


def could_cover(position: State, stands_for: int, wild: Source) -> bool:
    """Section 4, `wild_covered`: whether a natural card of the next rank is among the cards the player can see."""
    if stands_for >= position["rules"]["build_to"]:
        return False
    after = copy.deepcopy(position)
    take(after, wild)
    seen = list(after["players"][position["turn"]]["hand"])
    for source in all_sources(after):
        is_hand = source.text.startswith("H")
        uncovered_payoff = "P" in wild.text and source.text == wild.text
        if not is_hand and not uncovered_payoff:
            seen.append(source.card)
    return any(not is_wild(position["rules"], card) and rank(card) == stands_for + 1 for card in seen)


def centre_plays(position: State, sources: list[Source]) -> Iterator[str]:
    for source in sources:
        for place in centre_places(position):
            if fits_centre(position, place, source):
                yield f"{source.text}-C{place + 1}"


# Section 4: discards


def top_values(rules: State, stack: list[str]) -> set[int] | None:
    """Section 4, `side_order`: the set S of values of the top card; None for an empty stack."""
    values: set[int] | None = None
    for card in stack:
        values = add_value(rules, values, card)
    return values


def add_value(rules: State, values: set[int] | None, card: str) -> set[int]:
    if not is_wild(rules, card):
        return {rank(card)}
    allowed = {v for v in range(1, rules["build_to"] + 1) if v not in rules["wild_never"]}
    return allowed if values is None else {v for v in allowed if v in values or v + 1 in values}


def fits_side(rules: State, values: set[int] | None, card: str) -> bool:
    """Say whether this card may be discarded onto a side stack whose top card has these values."""
    if not is_wild(rules, card) and rank(card) in rules["no_discard"]:
        return False
    if rules["side_order"] == "any" or values is None:
        return True
    if is_wild(rules, card):
        return bool(add_value(rules, values, card))
    return rank(card) in values or rank(card) + 1 in values


def discards(position: State) -> Iterator[str]:
    """Single cards and pairs from the hand to side stacks, as in the play and the fill stage."""
    rules, player = position["rules"], position["players"][position["turn"]]
    empty_only = rules["side_filled"] and not all(player["side"])
    for index, stack in enumerate(player["side"]):
        if empty_only and stack:
            continue
        values = top_values(rules, stack)
        for card in set(player["hand"]):
            if fits_side(rules, values, card):
                yield f"H{card}-S{index + 1}"
        if rules["pairs"] and not empty_only:
            yield from (f"H{a}+{b}-S{index + 1}" for a, b in pairs(position, values))


def pairs(position: State, values: set[int] | None) -> Iterator[tuple[str, str]]:
    rules, hand = position["rules"], sorted(position["players"][position["turn"]]["hand"], key=order)
    for i, first in enumerate(hand):
        for second in hand[i + 1 :]:
            if is_wild(rules, first) or is_wild(rules, second):
                alike = is_wild(rules, first) and is_wild(rules, second) and (first == "*") == (second == "*")
            else:
                alike = rank(first) == rank(second)
            if alike and fits_side(rules, values, first) and fits_side(rules, add_value(rules, values, first), second):
                yield first, second


# Section 4: loads


def loads(position: State) -> Iterator[str]:
    turn = position["turn"]
    own_side = side_of(position, turn)
    payoff_sources_left = payoff_sources(position, turn) if cards_left(position, own_side) > 1 else []
    for source in hand_sources(position) + payoff_sources_left:
        for seat, player in enumerate(position["players"]):
            if seat in own_side:
                continue
            for index, pile in enumerate(player["payoff"]):
                if pile and loads_on(source.card, pile[-1]):
                    number = f".{index + 1}" if position["rules"]["payoff_piles"] > 1 else ""
                    yield f"{source.text}-L{seat}{number}"


def loads_on(card: str, top: str) -> bool:
    if "*" in (card, top) or is_number(card) or is_number(top):
        return False
    return card[1] == top[1] and abs(rank(card) - rank(top)) == 1


# Section 4: what is legal


def legal(position: State) -> list[str]:
    """Return the text of every legal move, sorted as plain strings (section 10)."""
    if position["stage"] == "over":
        return []
    moves = sorted(set(stage_moves(position)))
    return moves or ["pass"]


def stage_moves(position: State) -> list[str]:
    """Return the moves of the stage, except the pass that is legal because nothing else is."""
    rules, stage = position["rules"], position["stage"]
    if stage == "cover":
        place = position["cover"]
        return [f"{s.text}-C{place + 1}" for s in all_sources(position) if takes_natural(position, place, s.card)]
    if stage == "fill":
        return list(discards(position))
    if stage == "break":
        return list(centre_plays(position, low_cards(position, position["turn"])))
    forced = list(centre_plays(position, forced_sources(position)))
    if forced:
        return forced
    moves = [*centre_plays(position, all_sources(position)), *discards(position)]
    if rules["loading"]:
        moves += loads(position)
    if rules["pass"]:
        moves.append("pass")
    return moves


def low_cards(position: State, seat: int) -> list[Source]:
    """Section 5, `low`: the natural aces and twos in a hand."""
    cards = sorted(set(position["players"][seat]["hand"]), key=order)
    return [Source("H" + c, c) for c in cards if not is_wild(position["rules"], c) and rank(c) in (1, 2)]


def forced_sources(position: State) -> list[Source]:
    rules, turn = position["rules"], position["turn"]
    sources: list[Source] = []
    if "hand" in rules["forced_from"]:
        sources += hand_sources(position)
    if "payoff" in rules["forced_from"]:
        sources += payoff_sources(position, turn)
    if "side" in rules["forced_from"]:
        sources += side_sources(position, turn)
    return [s for s in sources if not is_wild(rules, s.card) and rank(s.card) in rules["forced"]]


# Section 5: after a move


def pile_at(position: State, text: str) -> tuple[int, list[str]]:
    """Return the owner of the pay-off pile or side stack of a source, and the pile itself."""
    seat = position["turn"]
    if text.startswith("+"):
        mate = partner(position, seat)
        assert mate is not None
        seat, text = mate, text[1:]
    player = position["players"][seat]
    piles: list[list[str]] = player["payoff"] if text[0] == "P" else player["side"]
    return seat, piles[int(text[1:] or 1) - 1]


def take(position: State, source: Source) -> None:
    if source.text.startswith("H"):
        position["players"][position["turn"]]["hand"].remove(source.card)
    else:
        pile_at(position, source.text)[1].pop()


def play(position: State, move: str) -> State:
    """Return the position after a legal move, without chance (sections 5 and 9)."""
    position = copy.deepcopy(position)
    if move == "pass":
        end_turn(position)
        return position
    match = re.fullmatch(r"(?:H(?P<cards>[^-]+)|(?P<pile>[^-]+))-(?P<kind>[CSL])(?P<target>.+)", move)
    assert match is not None, move
    mover, rules = position["turn"], position["rules"]
    player = position["players"][mover]
    pile = match["pile"]
    if pile is None:
        owner, cards = mover, match["cards"].split("+")
        for card in cards:
            player["hand"].remove(card)
    else:
        owner, stack = pile_at(position, pile)
        cards = [stack.pop()]
    position["moved"] = True
    ends = False
    if match["kind"] == "C":
        to_centre(position, int(match["target"]) - 1, cards[0])
    elif match["kind"] == "L":
        seat, _, index = match["target"].partition(".")
        position["players"][int(seat)]["payoff"][int(index or 1) - 1].append(cards[0])
    else:
        target = player["side"][int(match["target"]) - 1]
        fills = rules["side_filled"] and not all(player["side"])
        target.extend(cards)
        ends = not fills
        if fills:
            position["stage"] = "fill"
    if pile is not None and "P" in pile and cards_left(position, side_of(position, owner)) == 0:
        finish(position, "payoff", side_of(position, owner))
    elif ends:
        end_turn(position)
    elif not player["hand"] and position["stage"] != "cover":
        hand_empty(position)
    return position


def to_centre(position: State, place: int, card: str) -> None:
    rules = position["rules"]
    if place == len(position["centre"]):
        position["centre"].append([])
    stack = position["centre"][place]
    stack.append(card)
    position["stage"], position["cover"] = "play", None
    if rules["wild_covered"] and is_wild(rules, card):
        position["stage"], position["cover"] = "cover", place
    if len(stack) == rules["build_to"]:
        position["stock" if rules["completed"] == "shuffle" else "aside"].extend(stack)
        position["centre"][place] = []


def hand_empty(position: State) -> None:
    if position["stage"] == "fill" or position["rules"]["empty_hand"] == "refill":
        position["stage"] = "play"
        draw_up(position)
    else:
        end_turn(position)


def draw_up(position: State) -> None:
    """Section 3: the seat to move draws up to `hand` cards, or the game ends for want of a card."""
    hand, rules = position["players"][position["turn"]]["hand"], position["rules"]
    while len(hand) < rules["hand"]:
        if not position["stock"] and position["aside"]:
            position["stock"], position["aside"] = position["aside"], []
        if not position["stock"] and rules["stock_out"] == "renew":
            position["stock"] = whole_deck(rules["deck"])
        if not position["stock"]:
            finish(position, "stock", fewest(position))
            return
        hand.append(position["stock"].pop(0))


def end_turn(position: State) -> None:
    n = len(position["players"])
    position["passes"] = 0 if position["moved"] else position["passes"] + 1
    position["turn"] = (position["turn"] + 1) % n
    position["stage"], position["cover"], position["moved"] = "play", None, False
    if position["passes"] == n:
        settle_stalemate(position)
    else:
        draw_up(position)


def settle_stalemate(position: State) -> None:
    rules, n = position["rules"], len(position["players"])
    seats = [(position["turn"] + i) % n for i in range(n)]
    if rules["stalemate"] == "low":
        for seat in seats:
            if any(centre_plays(position, low_cards(position, seat))):
                position["turn"], position["passes"], position["stage"] = seat, 0, "break"
                draw_up(position)
                return
    if rules["stalemate"] == "redeal":
        cards: list[str] = []
        for player in position["players"]:
            cards += player["hand"] + [card for stack in player["side"] for card in stack]
        cards += [card for stack in position["centre"] for card in stack] + position["aside"] + position["stock"]
        if len(cards) >= n * rules["hand"]:
            for player in position["players"]:
                player["side"] = [[] for _ in player["side"]]
            position["centre"] = [[] for _ in position["centre"]]
            position["aside"] = []
            for seat in seats:
                position["players"][seat]["hand"], cards = cards[: rules["hand"]], cards[rules["hand"] :]
            position["stock"], position["passes"] = cards, 0
            return
    finish(position, "stalemate", fewest(position))


# Section 6: the end and the score


def sides(position: State) -> list[list[int]]:
    n = len(position["players"])
    return [side_of(position, seat) for seat in range(n // 2 if position["rules"]["partners"] else n)]


def strictly_fewest(position: State) -> list[int]:
    """Return the side with strictly the fewest cards left; [] on a tie."""
    least = min(cards_left(position, side) for side in sides(position))
    leaders = [side for side in sides(position) if cards_left(position, side) == least]
    return leaders[0] if len(leaders) == 1 else []


def fewest(position: State) -> list[int]:
    return strictly_fewest(position) if position["rules"]["stock_out"] == "fewest" else []


def finish(position: State, reason: str, winners: list[int]) -> None:
    score = position["rules"]["score"]
    scorers, points = winners, 0
    if reason == "payoff":
        others = [side for side in sides(position) if side != winners]
        points = score["win"] + score["card"] * sum(cards_left(position, side) for side in others)
    else:
        scorers = strictly_fewest(position) if score["stalemate"] == "difference" else []
        if scorers:
            own = cards_left(position, scorers)
            others = [side for side in sides(position) if side != scorers]
            points = score["card"] * sum(cards_left(position, side) - own for side in others)
    position["stage"], position["cover"] = "over", None
    position["result"] = {
        "reason": reason,
        "winners": winners,
        "scores": [points if seat in scorers else 0 for seat in range(len(position["players"]))],
    }
