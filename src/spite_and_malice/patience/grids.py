"""The reason for an advised move in a grid, whose cards lie on nothing, from the player's view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.gains import gain_of, in_its_row
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.plans import on_the_way
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.purpose import (
    FURTHEST,
    Step,
    first_opened,
    laid_out,
    name_of,
    needed_for,
    next_step,
    purpose_of,
    steps_of,
)
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext


def why(view: View, line: Sequence[Move]) -> str:
    """Return the effect of the first move of a line, which takes cards off the grid or from place to place."""
    move = line[0]
    places = [int(place[1:]) - 1 for place in (move.source, move.partner) if place]
    cards = [_top(view, place) for place in places]
    if move.target == "X" and len(cards) == 1:
        alone = _("{card} leaves alone and makes room.").format(card=card_name(cards[0]))
        return f"{alone} {_touch_then(view, move)}".rstrip()
    if move.target == "X":
        return _touching(view, line, listed([card_name(card) for card in cards]))
    target = int(move.target[1:]) - 1
    if view.rules.aim == "one":
        follows = _then_covers(view, line) or next_step(view, line), _to_one_pile(view, line)
        return " ".join(filter(None, (_onto(cards[0], _top(view, target)), *follows)))
    if plan := _to_its_row(view, line):
        return f"{plan} {_behind_a_king(view, move)}".rstrip()
    said = _into(view, move), _left_behind(view, places[0])
    if gain_of(view, move):
        said = said[0], _fitting(view, places[0]) or _belongs(cards[0])
    return " ".join(filter(None, (*said, "" if gain_of(view, move) else _behind_a_king(view, move))))


def _to_its_row(view: View, line: Sequence[Move]) -> str:
    """Say which card that comes to its place of a row needs the first move of a line; empty if that does so."""
    world = laid_out(view)
    steps = steps_of(world, line[:FURTHEST])
    if not steps or gain_of(view, line[0]) or (purpose := purpose_of(world, steps)) is None:
        return ""
    return on_the_way(purpose)


def _touching(view: View, line: Sequence[Move], cards: str) -> str:
    """Return that a pair touches, and how many touch once the cards have closed up, with it and with another pair."""
    move, pairs = line[0], list(takewhile(lambda each: bool(each.partner), line))
    if len(pairs) > 1:
        after = len(_later(view, *pairs))
        return ngettext(
            "{cards} are one of {count} pairs that go before the cards close up; then {later} pair touches.",
            "{cards} are one of {count} pairs that go before the cards close up; then {later} pairs touch.",
            after,
        ).format(cards=cards, count=len(pairs), later=after)
    own = len(_later(view, move))
    pair = {move.source, move.partner}
    rivals = [
        each for each in map(Move.parse, view.legal) if each.partner and len({each.source, each.partner} & pair) == 1
    ]
    later = {each: len(_later(view, each)) for each in rivals}
    fewest = min(rivals, key=lambda each: later[each], default=None)
    words = _("{cards} touch.")
    if sum(bool(Move.parse(text).target) for text in view.legal) == 1:
        words = _("Only {cards} touch now.")
    said = f"{words.format(cards=cards)} {_touch_then(view, move)}".rstrip()
    if fewest is None or later[fewest] >= own:
        return said
    other = listed([card_name(_top(view, int(place[1:]) - 1)) for place in (fewest.source, fewest.partner)])
    words = ngettext(
        "After {cards} it would be {count} pair.", "After {cards} it would be {count} pairs.", later[fewest]
    )
    return f"{said} {words.format(cards=other, count=later[fewest])}"


def _later(view: View, *pairs: Move) -> list[str]:
    """Return the pairs of seen cards that touch once some pairs have gone and the others have closed up."""
    world = laid_out(view)
    for pair in pairs:
        world.play(pair)
    seen = sum(bool(pile.up) for pile in world.view().tableau)
    if "deal" in world.view().legal:
        world.play("deal")
    after = world.view()
    places = [(int(each.source[1:]), int(each.partner[1:])) for each in map(Move.parse, after.legal) if each.partner]
    return [listed([card_name(_top(after, at - 1)) for at in pair]) for pair in places if max(pair) <= seen]


def _touch_then(view: View, move: Move) -> str:
    """Say what it brings that cards leave: a clear table, the pairs that touch once the others close up, new cards."""
    world = laid_out(view)
    world.play(move)
    after = world.view()
    if after.result == "won":
        return _("That clears the table.")
    # Before the others close up more pairs may go.
    if not any(Move.parse(text).is_deal for text in after.legal):
        return ""
    pairs = _later(view, move)
    if len(pairs) == 1:
        return _("Once the others have closed up, {cards} touch.").format(cards=pairs[0])
    if pairs:
        return ngettext(
            "Once the others have closed up, {count} pair of them touches.",
            "Once the others have closed up, {count} pairs of them touch.",
            len(pairs),
        ).format(count=len(pairs))
    coming = min(sum(not pile.up for pile in after.tableau), view.stock)
    words = ngettext(
        "That makes room for {count} card of the stock.", "That makes room for {count} cards of the stock.", coming
    )
    return words.format(count=coming) if coming else ""


def _to_one_pile(view: View, line: Sequence[Move]) -> str:
    """Return how many moves of a line lead to a single pile; empty if it does not."""
    world = laid_out(view)
    for move in line:
        world.play(move)
    if world.result != "won":
        return ""
    if len(line) == 1:
        return _("Then all cards lie in a single pile.")
    return ngettext(
        "It leads to a single pile in {count} move.",
        "It leads to a single pile in {count} moves.",
        len(line),
    ).format(count=len(line))


def _then_covers(view: View, line: Sequence[Move]) -> str:
    """Return a later move of a line that the first one makes possible, if it can be made at once."""
    world = laid_out(view)
    if str(line[0]) not in view.legal:
        return ""
    world.play(line[0])
    after = world.view()

    def tops(of: View, move: Move) -> tuple[str, str]:
        return _top(of, int(move.source[1:]) - 1), _top(of, int(move.target[1:]) - 1)

    old = {tops(view, move) for move in map(Move.parse, view.legal)}
    new = [move for move in map(Move.parse, after.legal) if tops(after, move) not in old]
    if not new or (len(line) > 1 and not any(move in new for move in line)):
        steps = steps_of(laid_out(view), line)
        return _brings_closer(laid_out(view), steps) or needed_for(laid_out(view), steps)
    card, upon = map(card_name, tops(after, next((move for move in line[1:] if move in new), new[0])))
    return _("{card} can then cover {upon}.").format(card=card, upon=upon)


def _brings_closer(world: Position, steps: Sequence[Step]) -> str:
    """Say which cards a move brings one place closer to each other, where one of them covers the other later."""
    opened = first_opened(world, steps)
    if opened is None or opened.upon == steps[0].upon:
        return ""
    before, after = (_apart(view, opened) for view in (steps[0].before, steps[0].after))
    if before is None or after is None or before - after != 1:
        return ""
    count = steps.index(opened)
    return ngettext(
        "That brings {card} one place closer to {upon}, which it covers {count} move later.",
        "That brings {card} one place closer to {upon}, which it covers {count} moves later.",
        count,
    ).format(card=card_name(opened.card), upon=card_name(opened.upon), count=count)


def _apart(view: View, step: Step) -> int | None:
    """Return how many places lie from the card of a step to the one that it covers; None if one is not seen."""
    tops = [_top(view, place) for place in range(len(view.tableau))]
    return tops.index(step.card) - tops.index(step.upon) if {step.card, step.upon} <= {*tops} else None


def _behind_a_king(view: View, move: Move) -> str:
    """Name a card that would leave a gap which nothing can fill, where this one leaves another."""

    def is_dead(each: Move) -> bool:
        place, filled = int(each.source[1:]) - 1, int(each.target[1:]) - 1
        # Gaps in a row wait for each other.
        while place % view.rules.piles[0] and place - 1 != filled:
            place -= 1
            if left := _top(view, place):
                return left[0] == RANKS[-1]
        return False

    others = [each for each in map(Move.parse, view.legal) if each.target and each.source != move.source]
    dead = next(filter(is_dead, others), None)
    if dead is None or is_dead(move):
        return ""
    names = [card_name(_top(view, int(each.source[1:]) - 1)) for each in (move, dead)]
    words = _("{card} goes rather than {other}, which would leave a gap that nothing can fill.")
    return words.format(card=names[0], other=names[1])


def why_close_up(view: View) -> str:
    """Return the effect of closing up: the cards that then touch, of those that have been seen."""
    now = {name_of(view, move) for move in map(Move.parse, view.legal)}
    pairs = _later(view)
    if all(_("{cards} off").format(cards=pair) in now for pair in pairs):
        # What touches already is nothing that the deal brings.
        pairs = []
    coming = min(sum(not pile.up for pile in view.tableau), view.stock)
    if len(pairs) == 1:
        then = _("{cards} touch then").format(cards=pairs[0])
    elif pairs or not coming:
        then = ngettext("{count} pair touches then", "{count} pairs touch then", len(pairs)).format(count=len(pairs))
    else:
        then = ngettext(
            "{count} card of the stock fills the rest", "{count} cards of the stock fill the rest", coming
        ).format(count=coming)
    return _lead(view).format(left=then)


def _lead(view: View) -> str:
    """Say that no pair touches, or which cards that could go can wait, where the cards close up."""
    moves = [move for move in map(Move.parse, view.legal) if move.target]
    if not moves:
        return _("No pair touches now, so deal: {left}.")
    if len(moves) > 1:
        return _("Deal first, the other moves can wait: {left}.")
    return _("Deal first, {moves} can wait: {left}.").replace("{moves}", name_of(view, moves[0]))


def _onto(card: str, upon: str) -> str:
    """Return why a card goes on another one in a line."""
    words = {"card": card_name(card), "upon": card_name(upon)}
    if rank_of(card_code(card)) == rank_of(card_code(upon)):
        return _("{card} covers {upon}: they have the same rank.").format(**words)
    return _("{card} covers {upon}: they have the same suit.").format(**words)


def _into(view: View, move: Move) -> str:
    card, target = _top(view, int(move.source[1:]) - 1), int(move.target[1:]) - 1
    if target % view.rules.piles[0] == 0:
        return _("{card} begins a row.").format(card=card_name(card))
    words = _("{card} follows {left}: {count} cards of its row lie in order.")
    if not (count := in_its_row(view, move)):
        words = _("{card} follows {left}.")
    return words.format(card=card_name(card), left=card_name(_top(view, target - 1)), count=count)


def _left_behind(view: View, place: int) -> str:
    """Return the cards that can go into the gap that a card leaves, or why none can."""
    if fitting := _fitting(view, place):
        return fitting
    if left := _top(view, place - 1):
        return _("Where it lay, nothing can go: {king} is to the left of it.").format(king=card_name(left))
    return _("Where it lay, nothing can go until the gap to the left of it is filled.")


def _fitting(view: View, place: int) -> str:
    """Return the cards that can go into the gap that a card leaves; empty if there is none."""
    if place % view.rules.piles[0] == 0:
        twos = {at: up[-1] for at, up in enumerate(pile.up for pile in view.tableau) if up and up[-1][0] == RANKS[1]}
        twos.pop(place, None)
        # One that begins another row stays there.
        cards = [card for at, card in twos.items() if at % view.rules.piles[0]] or [*twos.values()]
        names = listed(list(map(card_name, cards)), either=True)
        return _("Where it lay, {cards} can begin the row.").format(cards=names)
    following = _after(_top(view, place - 1))
    return _("Where it lay, {card} can go.").format(card=card_name(following)) if following else ""


def _belongs(card: str) -> str:
    """Say which card goes after one that is in its row; empty after a king."""
    following = _after(card)
    return _("{card} belongs after it.").format(card=card_name(following)) if following else ""


def _after(card: str) -> str:
    """Return the card that goes after one of a row; empty if there is none."""
    return "" if not card or card[0] == RANKS[-1] else RANKS[rank_of(card_code(card))] + card[1]


def _top(view: View, place: int) -> str:
    """Return the card that a place shows, the empty text for none."""
    up = view.tableau[place].up
    return up[-1] if up else ""
