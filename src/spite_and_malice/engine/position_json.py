"""Positions as JSON (RULES.md section 9), read strictly; and a core as plain data, to be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from spite_and_malice.engine.core import Core, codes, core_rules, recycled_cards, watch_recycled
from spite_and_malice.engine.notation import InvalidNotation, read_list, read_number, read_object, read_word
from spite_and_malice.engine.outcome import Outcome, Reason, Stage
from spite_and_malice.rules import FIELDS, InvalidCard, Rules, card_code, card_text

STAGES: Final = tuple(Stage)
"""The stages by the core's number."""
REASONS: Final = tuple(Reason)
"""The reasons by the core's number, which starts at 1."""
BY_CARDS: Final = REASONS[: codes.BY_STALEMATE]
"""The reasons that a move can lead to."""

_KEYS: Final = (
    "rules", "centre", "stock", "aside", "players", "turn", "stage", "cover", "passes", "moved", "result",
)  # fmt: skip


def write(rules: Rules, position: Core) -> dict[str, Any]:
    """Write a position. Hands are listed in the order in which their cards came."""
    return {
        "rules": rules.to_json(),
        "centre": [cards_text(position.centre(place)) for place in range(position.places)],
        "stock": cards_text(position.stock()),
        "aside": cards_text(position.aside()),
        "players": [
            {
                "hand": cards_text(position.hand(seat)),
                "payoff": [cards_text(position.payoff(seat, pile)) for pile in range(rules.payoff_piles)],
                "side": [cards_text(position.side(seat, stack)) for stack in range(rules.side)],
            }
            for seat in range(rules.players)
        ],
        **write_turn(position),
    }


def write_turn(position: Core) -> dict[str, Any]:
    """Write the turn, its stage and the outcome of the game: the part that positions and views share."""
    outcome = outcome_of(position)
    return {
        "turn": position.turn,
        "stage": STAGES[position.stage].value,
        "cover": position.cover if position.cover >= 0 else None,
        "passes": position.passes,
        "moved": bool(position.moved),
        "result": None if outcome is None else outcome.to_json(),
    }


def outcome_of(position: Core) -> Outcome | None:
    """Return the outcome of the game; None if it is not over."""
    if position.stage != codes.OVER:
        return None
    return Outcome(REASONS[position.reason - 1], tuple(position.winners()), tuple(position.scores()))


def cards_text(codes: list[int]) -> list[str]:
    """Write card codes as texts."""
    return [card_text(code) for code in codes]


def read(obj: object) -> tuple[Rules, Core]:
    """Read a position; `InvalidNotation` or `InvalidRules` says what is wrong and where."""
    data = read_object(obj, "The position", _KEYS)
    rules = Rules.from_json(data["rules"])
    centre = [_cards(rules, place, f"centre[{i}]") for i, place in enumerate(read_list(data["centre"], "centre"))]
    stock = _cards(rules, data["stock"], "stock")
    aside = _cards(rules, data["aside"], "aside")
    players = [
        _read_player(rules, player, f"players[{seat}]")
        for seat, player in enumerate(read_list(data["players"], "players", rules.players))
    ]
    return rules, build(rules, data, centre, stock, aside, players)


Player = tuple[list[int], list[list[int]], list[list[int]]]


def build(
    rules: Rules,
    turn: Mapping[str, Any],
    centre: list[list[int]],
    stock: list[int],
    aside: list[int],
    players: list[Player],
) -> Core:
    """Place cards by their codes and set the turn. `turn` has the fields of `write_turn`.

    Raises `InvalidNotation` for an impossible position.
    """
    if rules.centre is not None and len(centre) != rules.centre:
        raise InvalidNotation(f"centre must have a list for each of the {rules.centre} centre places.")
    for place, stack in enumerate(centre):
        if len(stack) >= rules.build_to:
            raise InvalidNotation(f"centre[{place}] is complete: a stack has fewer than {rules.build_to} cards.")
    total = len(stock) + len(aside) + sum(map(len, centre))
    total += sum(len(hand) + sum(map(len, payoff)) + sum(map(len, side)) for hand, payoff, side in players)
    if total > codes.MOST_CARDS or len(centre) > codes.MOST_CARDS:
        raise InvalidNotation(f"The position has more than {codes.MOST_CARDS} cards or places.")
    position = Core(core_rules(rules), total, len(centre))
    for place, stack in enumerate(centre):
        if rules.centre is None:
            position.put_place()
        for code in stack:
            position.put_centre(place, code)
    for code in stock:
        position.put_stock(code)
    for code in aside:
        position.put_aside(code)
    for seat, (hand, payoff, side) in enumerate(players):
        for code in hand:
            position.put_hand(seat, code)
        for number, pile in enumerate(payoff):
            for code in pile:
                position.put_payoff(seat, number, code)
        for number, pile in enumerate(side):
            for code in pile:
                position.put_side(seat, number, code)
    _read_turn(rules, position, turn)
    return position


def _read_turn(rules: Rules, position: Core, data: Mapping[str, Any]) -> None:
    turn = read_number(data["turn"], 0, rules.players - 1, "turn")
    at = STAGES.index(read_word(data["stage"], STAGES, "stage"))
    most_passes = rules.players if at == codes.OVER else rules.players - 1
    passes = read_number(data["passes"], 0, most_passes, "passes")
    if not isinstance(data["moved"], bool):
        raise InvalidNotation("moved must be true or false.")
    cover, reason = -1, 0
    for field in FIELDS.values():
        for value, stage in field.stages.items():
            if STAGES[at] == stage and field.of(rules) != value:
                lacking = field.name if value is True else f'{field.name} "{value}"'
                raise InvalidNotation(f"stage cannot be {stage}: these rules do not have {lacking}.")
    if (at == codes.COVER) != (data["cover"] is not None):
        raise InvalidNotation("cover must be the index of a centre place in stage cover, and else null.")
    if data["cover"] is not None:
        cover = read_number(data["cover"], 0, position.places - 1, "cover")
        stack = position.centre(cover)
        if not stack or not core_rules(rules).is_wild(stack[-1]):
            raise InvalidNotation(f"cover is {cover}, but no wild card is on top of that centre place.")
    if (at == codes.OVER) != (data["result"] is not None):
        raise InvalidNotation("result must be an object in stage over, and null in every other stage.")
    if data["result"] is not None:
        result = read_object(data["result"], "result", ("reason", "winners", "scores"))
        reason = REASONS.index(read_word(result["reason"], REASONS, "result.reason")) + 1
        position.put_turn(turn, at, cover, passes, data["moved"], reason)
        for key, found in (("winners", position.winners()), ("scores", position.scores())):
            if result[key] != found:
                raise InvalidNotation(f"result.{key} must be {found}, as the cards lie.")
    else:
        position.put_turn(turn, at, cover, passes, data["moved"])
    is_out = any(position.cards_left(side) == 0 for side in range(rules.side_count))
    if is_out != (position.reason == codes.BY_PAYOFF):
        raise InvalidNotation(
            'players: a side has no pay-off cards left exactly if stage is "over" and result.reason "payoff".'
        )


def _read_player(rules: Rules, obj: object, where: str) -> Player:
    player = read_object(obj, where, ("hand", "payoff", "side"))
    hand = _cards(rules, player["hand"], f"{where}.hand")
    if len(hand) > rules.hand:
        raise InvalidNotation(f"{where}.hand has {len(hand)} cards, but a hand has at most {rules.hand}.")
    return (
        hand,
        _piles(rules, player["payoff"], rules.payoff_piles, f"{where}.payoff"),
        _piles(rules, player["side"], rules.side, f"{where}.side"),
    )


def _piles(rules: Rules, obj: object, count: int, where: str) -> list[list[int]]:
    return [_cards(rules, pile, f"{where}[{i}]") for i, pile in enumerate(read_list(obj, where, count))]


def _cards(rules: Rules, obj: object, where: str) -> list[int]:
    kinds = core_rules(rules)
    read = []
    for i, card in enumerate(read_list(obj, where)):
        try:
            code = card_code(card)
        except InvalidCard as error:
            raise InvalidNotation(f"{where}[{i}]: {error}") from None
        if not kinds.is_wild(code) and not 1 <= kinds.rank(code) <= rules.build_to:
            raise InvalidNotation(
                f"{where}[{i}]: {card!r} is in no game with these rules; natural cards have ranks 1 to "
                f"{rules.build_to}, and wild cards are {', '.join(rules.wilds) or 'none'}."
            )
        read.append(code)
    return read


def save(rules: Rules, core: Core) -> dict[str, Any]:
    """Return the core as lists of integers, including unknown cards and the state of its generator."""
    seats = range(rules.players)
    return {
        "centre": [core.centre(place) for place in range(core.places)],
        "stock": core.stock(),
        "aside": core.aside(),
        "hands": [core.hand(seat) for seat in seats],
        "payoff": [[core.payoff(seat, pile) for pile in range(rules.payoff_piles)] for seat in seats],
        "side": [[core.side(seat, stack) for stack in range(rules.side)] for seat in seats],
        "turn": [core.turn, core.stage, core.cover, core.passes, int(core.moved), core.reason],
        "generator": core.generator(),
        "recycled": recycled_cards(core),
    }


def restore(rules: Rules, data: dict[str, Any]) -> Core:
    """Restore a core from the result of `save`."""
    piles = [data["stock"], data["aside"], *data["centre"], *data["hands"]]
    piles += [pile for of_seat in (*data["payoff"], *data["side"]) for pile in of_seat]
    core = Core(core_rules(rules), sum(map(len, piles)), len(data["centre"]))
    for place, cards in enumerate(data["centre"]):
        if rules.centre is None:
            core.put_place()
        for code in cards:
            core.put_centre(place, code)
    for code in data["stock"]:
        core.put_stock(code)
    for code in data["aside"]:
        core.put_aside(code)
    for seat, hand in enumerate(data["hands"]):
        for code in hand:
            core.put_hand(seat, code)
        for pile, cards in enumerate(data["payoff"][seat]):
            for code in cards:
                core.put_payoff(seat, pile, code)
        for stack, cards in enumerate(data["side"][seat]):
            for code in cards:
                core.put_side(seat, stack, code)
    core.put_turn(*data["turn"])
    if data["generator"] is not None:
        core.resume(data["generator"])
    if data["recycled"] is not None:
        watch_recycled(core, *data["recycled"])
    return core
