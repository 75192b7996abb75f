"""What a line at patience is for, in one or two sentences with its cards, from the player's view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from spite_and_malice.patience.contrast import no_other, shorter_run, soonest_home, soonest_turned, turns_none
from spite_and_malice.patience.gains import cards_of, gain_of, is_next_home, lead_of, turns_up
from spite_and_malice.patience.gaps import kings_for, room_for
from spite_and_malice.patience.knowledge import Cards, Known
from spite_and_malice.patience.moves import Move
from spite_and_malice.patience.purpose import (
    FURTHEST,
    Purpose,
    Step,
    laid_out,
    named,
    next_step,
    purpose_of,
    steps_of,
    takes_when_open,
    what_is_new,
)
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed, ngettext

_MOST_MOVES: Final = 3
"""The first moves of a plan are named, the others counted."""
_SOON: Final = 8
"""Within how many moves cards go home together."""
_FEWEST: Final = 3
"""How many cards have to go home in these moves to be named."""
_REASONED: Final = (2, 3, 6, 10)
"""The moves left in a plan at which a hint names what the goal is worth."""
_MOST_FREED: Final = 3
_MOST_LEFT: Final = 3
"""How many cards may lie on one that is said to come free soon."""


def plan_of(view: View, line: Sequence[Move], known: Known | None = None, *, is_rest: bool = False) -> str:
    """Return what the first move of a line is needed for later in it; empty if it achieves that, or nothing is known.

    `known` is what the player knows of the face-down cards: in the stock, those that they will draw again. What draws
    are for is shorter where the line is the rest of one.
    """
    if not line or view.rules.layout == "grid" or view.rules.aim == "clock":
        return ""
    if view.rules.aim == "waste":
        return _run(view, line, known)
    if line[0].is_draw or line[0].is_redeal:
        return _through_stock(view, line, known, is_rest=is_rest)
    world = laid_out(view, known)
    steps = steps_of(world, line[:FURTHEST])
    gain = gain_of(view, line[0])
    if not steps or gain in ("off", "turn") or line[0].target == "X":
        return ""
    purpose = purpose_of(world, steps)
    if gain in ("gap", "") and (purpose is None or len(purpose.steps) > _SOON) and (room := room_for(steps)):
        return room
    # A move that gains something itself is not told for what is far away.
    is_far = purpose is not None and gain and len(purpose.steps) > _SOON
    return "" if purpose is None or is_far else on_the_way(purpose)


def later_goal(view: View, line: Sequence[Move], known: Known | None = None) -> str:
    """Say what a line gains later with the help of its first move, where its nearest goal only helps."""
    if not line or not line[0].target or view.rules.layout == "grid" or view.rules.aim in ("waste", "clock"):
        return ""
    world = laid_out(view, known)
    steps = steps_of(world, line[:FURTHEST])
    purpose = purpose_of(world, steps) if steps else None
    if purpose is None or not purpose.later:
        return ""
    return _("From there it goes on, to {goal}.").format(goal=purpose.later)


def reason_for_goal(view: View, line: Sequence[Move], known: Known | None, said: str, *, is_rest: bool = False) -> str:
    """Say why the goal of a plan, named in `said`, is worth its moves: what follows it, or how deep its pile is."""
    if not line or not line[0].target or view.rules.layout == "grid":
        return ""
    world = laid_out(view, known)
    steps = steps_of(world, line[:FURTHEST])
    purpose = purpose_of(world, steps) if steps else None
    # What was said before each move of a longer plan would be heard too often.
    if purpose is None or purpose.goal not in said or (is_rest and len(purpose.steps) not in _REASONED):
        return ""
    last, is_next = purpose.steps[-1], len(purpose.steps) == _REASONED[0]
    if turns_up(last.before, last.move):
        return (soonest_turned(view, last.card) if is_next else "") or _depth(view, last)
    if not last.move.target.startswith("F"):
        return _frees(steps[len(purpose.steps) - 1 :])
    if view.later and line[-1].is_redeal and (count := sum(move.target.startswith("F") for move in line)) > 1:
        return _("This way {count} cards come home before the rest are laid out again.").format(count=count)
    following = takewhile(lambda step: step.move.target.startswith("F"), steps[len(purpose.steps) :])
    if cards := [step.card for step in following]:
        words = ngettext("With {card} home, {cards} follows.", "With {card} home, {cards} follow.", len(cards))
        return words.format(card=card_name(last.card), cards=named(cards))
    return soonest_home(view, last.card) if is_next else ""


def _frees(steps: Sequence[Step]) -> str:
    """Say which card the first of some steps lays bare, and what it is for in the others; empty if for nothing."""
    step = steps[0]
    place = step.move.source
    freed = "".join(cards_of(step.after, place)[-1:]) if place.startswith("T") else ""
    later = next((each for each in steps[1:] if place in (each.move.source, each.move.target)), None)
    if not freed or later is None or step.move.is_merci or step.move.target == "X":
        return ""
    if later.move.source == place and later.card == freed:
        return _("{card} is free then: {move}.").format(card=card_name(freed), move=later.name)
    if later.move.target == place and later.upon == freed:
        return _("{other} can go on {card} then.").format(card=card_name(freed), other=card_name(later.card))
    return ""


def last_before_a_shuffle(view: View, line: Sequence[Move]) -> str:
    """Say that no more cards come home before the rest are laid out again; empty where it is not so."""
    if not view.later or view.rules.aim != "build" or len(line) < 2 or not line[1].is_redeal:
        return ""
    return _("Then the rest are laid out again: no way was found to bring more of them home.")


def depth_of(view: View, move: Move) -> str:
    """Compare the face-down cards of the pile in which a move turns one up with those of other piles."""
    steps = steps_of(laid_out(view), (move,)) if turns_up(view, move) else []
    return _depth(view, steps[0]) if steps else ""


def _depth(view: View, step: Step) -> str:
    """Compare the face-down cards of the pile that a step turns one up in with those of other piles, where it tells."""
    at = int(step.move.source[1:]) - 1
    own, others = view.tableau[at].down, [pile.down for n, pile in enumerate(view.tableau) if n != at and pile.down]
    words = ""
    if own == 1:
        words = _("The card beneath {card} is the last of its pile that is face down.")
    elif all(own > other for other in others):
        words = _("More cards lie face down beneath {card} than in any other pile: {count}.")
    elif all(own < other for other in others):
        words = _("Only {count} cards lie face down beneath {card}: its pile hides the fewest.")
    return words.format(card=card_name(step.card), count=own)


def onward(view: View, line: Sequence[Move], known: Known | None = None) -> str:
    """Return what a move leads to beyond what it does itself: later moves that need it, or one that it makes possible.

    Empty if there is nothing of that kind.
    """
    if not line or not line[0].target or view.rules.aim in ("waste", "clock") or view.rules.layout == "grid":
        return ""
    world = laid_out(view, known)
    steps = steps_of(world, line[:FURTHEST])
    if not steps:
        return ""
    home = list(takewhile(lambda step: step.move.target.startswith("F"), steps))
    if len(home) > 1:
        cards = [step.card for step in home[1:]]
        return ngettext(
            "Then {cards} follows to a foundation.", "Then {cards} follow to the foundations.", len(cards)
        ).format(cards=named(cards))
    purpose = purpose_of(world, steps)
    if soon := _soon_home(steps):
        return soon
    if purpose is None or (gain_of(view, line[0]) and len(purpose.steps) > _SOON):
        freed = _freed_for_home(steps[0])
        return (
            what_is_new(steps, freed, is_planned=True)
            or next_step(view, line, known, needs_goal=True)
            or what_is_new(steps, freed)
            or _digs(steps[0])
            or _nearer_to_next(steps[0])
            or takes_when_open(steps[0])
            or kings_for(steps[0])
        )
    rest = _names(purpose)[1:]
    if not rest:
        return _("Then {line}.").format(line=purpose.steps[-1].name)
    if len(rest) <= _MOST_MOVES:
        return _("Then {line}, to {goal}.").format(line=_(", then ").join(rest), goal=purpose.goal)
    more = len(purpose.steps) - 1 - _MOST_MOVES
    return ngettext(
        "Then {line} and {count} more move, to {goal}.", "Then {line} and {count} more moves, to {goal}.", more
    ).format(line=_(", then ").join(rest[:_MOST_MOVES]), count=more, goal=purpose.goal)


def _names(purpose: Purpose) -> list[str]:
    """Name the moves to a goal, without the last one where the goal says it."""
    names = [step.name for step in purpose.steps]
    return names[:-1] if purpose.is_said else names


def _soon_home(steps: Sequence[Step]) -> str:
    """Say which cards go to the foundations in the next moves, if these are most of them; empty if they are not."""
    home = [at for at, step in enumerate(steps[: _SOON + 1]) if at and step.move.target.startswith("F")]
    while len(home) >= _FEWEST and 2 * len(home) < home[-1]:
        home.pop()
    if len(home) < _FEWEST:
        return ""
    words = _("In the next {count} moves {cards} go to the foundations.")
    return words.format(count=home[-1], cards=named([steps[at].card for at in home]))


def comes_back(view: View, line: Sequence[Move], known: Known | None) -> str:
    """Say after how many more moves of a line a cell is empty again that its first move fills; empty if never."""
    if not line or line[0].target != "C":
        return ""
    steps = steps_of(laid_out(view, known), line[:FURTHEST])
    for at, step in enumerate(steps[1:], 1):
        if at <= _MOST_MOVES and step.move.source.startswith("C") and step.card == steps[0].card:
            return ngettext(
                "The cell is empty again after {count} more move.",
                "The cell is empty again after {count} more moves.",
                at,
            ).format(count=at)
    return ""


def _digs(step: Step) -> str:
    """Say that one card is left on the face-down ones of a pile; empty if it is not so."""
    if not step.move.source.startswith("T") or step.move.is_merci:
        return ""
    pile = step.after.tableau[int(step.move.source[1:]) - 1]
    if len(pile.up) != 1 or not pile.down or turns_up(step.before, step.move):
        return ""
    return ngettext(
        "Then only {card} lies on a card that is face down.",
        "Then only {card} lies on {count} cards that are face down.",
        pile.down,
    ).format(card=card_name(pile.up[0]), count=pile.down)


def _nearer_to_next(step: Step) -> str:
    """Say which cards are left on one that its foundation takes next, in the pile that a move takes cards from."""
    if not step.move.source.startswith("T") or step.move.is_merci:
        return ""
    up = cards_of(step.after, step.move.source)
    above = next((up[at + 1 :] for at in range(len(up) - 1, -1, -1) if is_next_home(step.after, up[at])), ())
    if not above or len(above) > _MOST_LEFT:
        return ""
    return ngettext(
        "Then only {cards} lies on {card}, which its foundation takes next.",
        "Then only {cards} lie on {card}, which its foundation takes next.",
        len(above),
    ).format(cards=named(above[::-1]), card=card_name(up[-len(above) - 1]))


def _freed_for_home(step: Step) -> str:
    """Return the card that a move from pile to pile lays bare; empty if there is none."""
    is_moved = step.move.source.startswith("T") and step.move.target.startswith("T")
    return "".join(cards_of(step.after, step.move.source)[-1:]) if is_moved else ""


def on_the_way(purpose: Purpose) -> str:
    """Return a goal and the moves to it, or of many the first and the number of the others."""
    names, goal = _names(purpose), purpose.goal
    if len(names) <= _MOST_MOVES + 1:
        return _("To {goal}: {line}.").format(line=_(", then ").join(names), goal=goal)
    more = len(purpose.steps) - _MOST_MOVES
    return ngettext(
        "To {goal}: {line}, and {count} more move.", "To {goal}: {line}, and {count} more moves.", more
    ).format(line=_(", then ").join(names[:_MOST_MOVES]), count=more, goal=goal)


def run_of(view: View, line: Sequence[Move]) -> list[str]:
    """Return the cards that a line takes off one after the other, before anything else."""
    piles = {place: list(cards_of(view, place)) for move in line for place in (move.source, move.partner) if place}
    cards = []
    for move in line:
        if move.target not in ("W", "X") or not all(piles.get(place) for place in (move.source, move.partner) if place):
            break
        cards += [piles[place].pop() for place in (move.source, move.partner) if place]
    return cards


def _run(view: View, line: Sequence[Move], known: Known | None) -> str:
    """Return the cards that go to the waste one after the other, what comes free then, and how far others lead."""
    if line[0].target == "C":
        world = laid_out(view, known)
        world.play(line[0])
        words = _("A cell takes {card}, then {cards} go to the waste.")
        following = run_of(world.view(), line[1:])
        return words.format(card=card_name(lead_of(view, line[0])), cards=named(following)) if following else ""
    cards = run_of(view, line)
    if not cards:
        return ""
    taken = line[: len(cards)]
    gone = {int(move.source[1:]) - 1 for move in taken if move.source.startswith("T")}
    turned = sum(
        bool(covering) and pile.down > 0 and all(at in gone or not _lies(view, at) for at in covering)
        for covering, pile in zip(covers_of(view.rules), view.tableau, strict=True)
    )
    if len(cards) == 1:
        if not turned:
            return ""
        said = ngettext(
            "Take {card}: a new card comes free.", "Take {card}: {turned} new cards come free.", turned
        ).format(card=card_name(cards[0]), turned=turned)
        return " ".join(filter(None, (said, turns_none(view, taken[0]) or no_other(view, taken[0]))))
    steps = steps_of(laid_out(view, known), taken)
    freed = [up[-1] for at in sorted(gone) if (up := steps[-1].after.tableau[at].up) and not view.rules.is_stacked]
    words = _("Take {cards} one after the other: a run of {count} cards.")
    if steps[-1].after.result == "won":
        words = _("Take {cards} one after the other: these {count} cards clear the table.")
    elif turned:
        words = ngettext(
            "Take {cards} one after the other: a run of {count} cards, and then a new one comes free.",
            "Take {cards} one after the other: a run of {count} cards, and then {turned} new ones come free.",
            turned,
        )
    elif freed:
        words = ngettext(
            "Take {cards} one after the other: a run of {count} cards, and then {freed} comes free.",
            "Take {cards} one after the other: a run of {count} cards, and then {freed} come free.",
            len(freed),
        )
    said = words.format(count=len(cards), cards=named(cards), freed=named(freed[:_MOST_FREED]), turned=turned)
    stops = _stops(steps[-1].after, line[len(cards) :], cards[-1])
    why = stops or shorter_run(view, taken, known) or _follows(view, taken, cards) or no_other(view, taken[0])
    return " ".join(filter(None, (said, why)))


def _stops(after: View, rest: Sequence[Move], last: str) -> str:
    """Say which cards could still go on the last one of a run where a draw is better; empty if none could."""
    if not rest or not rest[0].is_draw:
        return ""
    plays = [each for each in map(Move.parse, after.legal) if each.target == "W"]
    cards = list(dict.fromkeys(card_name(lead_of(after, each)) for each in plays))
    if not cards:
        return ""
    words = _("{cards} could go on {last} too, but a draw went better in the games looked ahead.")
    return words.format(cards=listed(cards, either=True), last=card_name(last))


def _follows(view: View, taken: Sequence[Move], cards: Sequence[str]) -> str:
    """Say where another card that could go first has its place in a run; empty if there is none."""
    for move in map(Move.parse, view.legal):
        if move.target == "W" and move.source != taken[0].source and move in taken:
            at = taken.index(move)
            words = _("{card} has its turn later, on {upon}.")
            return words.format(card=card_name(cards[at]), upon=card_name(cards[at - 1]))
    return ""


def _through_stock(view: View, line: Sequence[Move], known: Known | None, *, is_rest: bool = False) -> str:
    """Return which card of the stock a line draws for, and where that goes; empty if it is not known."""
    stock: Cards = () if known is None else known.stock
    left, waste = list(stock), list(view.waste)
    draws, is_turned = 0, False
    for move in line:
        if move.is_redeal:
            left, waste, is_turned = [*waste], [], True
        elif move.is_draw:
            drawn, left = left[: view.rules.draw], left[view.rules.draw :]
            draws += 1
            if not drawn or None in drawn:
                return ""
            waste += [card for card in drawn if card is not None]
        else:
            break
    else:
        return ""
    if "W" not in (move.source, move.partner) or not draws or not waste:
        return ""
    words = ngettext(
        "Draw once: then {card} comes, and {use}.", "Draw {count} times: then {card} comes, and {use}.", draws
    )
    if is_turned and line[0].is_redeal:
        words = ngettext(
            "Turn the waste over and draw once: then {card} comes, and {use}.",
            "Turn the waste over and draw {count} times: then {card} comes, and {use}.",
            draws,
        )
    elif is_rest:
        words = ngettext(
            "Draw on: {card} comes with the next draw, and {use}.",
            "Draw on: {card} comes in {count} draws, and {use}.",
            draws,
        )
    elif is_turned:
        words = ngettext(
            "Draw once, with the waste turned over: then {card} comes, and {use}.",
            "Draw {count} times and turn the waste over on the way: then {card} comes, and {use}.",
            draws,
        )
    upon = cards_of(view, move.target)
    use = _("it has a place")
    if upon:
        use = _("it goes on {upon}").format(upon=card_name(upon[-1]))
    elif move.target == "X":
        use = _goes_off(view, move, waste)
    elif move.target.startswith("F"):
        use = _("it goes to its foundation")
    elif move.target.startswith("T"):
        use = _("it goes to an empty pile")
    world = laid_out(view, known)
    first = line.index(move)
    for each in line[:first]:
        world.play(each)
    steps = steps_of(world, line[first : first + FURTHEST])
    purpose = purpose_of(world, steps) if steps else None
    if purpose is not None:
        use = _("{use}, to {goal}").format(use=use, goal=purpose.goal)
    if is_rest:
        return words.format(card=card_name(waste[-1]), count=draws, use=use)
    if view.rules.aim == "pairs":
        if not any(each.target for each in map(Move.parse, view.legal)):
            use = _("{use}; nothing else can go off now").format(use=use)
    elif not _turns_or_goes_home(view):
        use = _("{use}; no other move brings a card home or turns one up now").format(use=use)
    return words.format(card=card_name(waste[-1]), count=draws, use=use)


def _goes_off(view: View, move: Move, waste: Sequence[str]) -> str:
    """Say with which card the top one of a waste goes off, or that it goes alone."""
    if not move.partner:
        return _("it goes off alone")
    others = [place for place in (move.source, move.partner) if place != "W"]
    other = cards_of(view, others[0])[-1:] if others else waste[-2:-1]
    return _("it goes off with {card}").format(card=card_name("".join(other)))


def _turns_or_goes_home(view: View) -> bool:
    """Say whether a move brings a card to its foundation or turns one up."""
    return any(move.target.startswith("F") or turns_up(view, move) for move in map(Move.parse, view.legal))


def _lies(view: View, place: int) -> bool:
    pile = view.tableau[place]
    return bool(pile.up or pile.down)
