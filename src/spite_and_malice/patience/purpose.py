"""The purpose of a move in its line: the first thing gained later in the line that cannot be had without the move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.patience.core import rank_of
from spite_and_malice.patience.gains import ENDS, Gain, cards_of, fitting, gain_of, lead_of, turns_up
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.lines import Line, made, needed, signs_of, with_first
from spite_and_malice.patience.moves import Move, encode
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name, rank_name
from spite_and_malice.texts import _, listed

_MOST_NAMED: Final = 6
"""Of more cards one after the other the first ones and the last are named."""
_FIRST_NAMED: Final = 3
FURTHEST: Final = 15
"""A person cannot follow a plan with more moves."""
_FAR: Final = 6
"""A plan with more moves is hard to follow."""
_NEXT: Final = 5
_MOST_TAKEN: Final = 4
_WORTHS: Final[tuple[Gain, ...]] = ("order", "suit", "place", "gap", "turn", "off", "run", "row")
"""What later moves gain, the least first."""


class Unmoved:
    """A shuffle that leaves the cards as they are: their order does not matter here."""

    def shuffle(self, cards: list[int]) -> None:
        """Leave the cards."""

    def lot(self, _count: int) -> int:
        """Draw the first lot."""
        return 0


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a line with its name, the names of its lead card and of the card it goes on, and the views about it."""

    move: Move
    name: str
    before: View
    after: View

    @property
    def card(self) -> str:
        """The card that is moved, of several the one that goes on another."""
        return lead_of(self.before, self.move)

    @property
    def upon(self) -> str:
        """The card of a pile that it goes on; empty if there is none."""
        return upon_of(self.before, self.move)


@dataclass(frozen=True, slots=True)
class Purpose:
    """The moves of a line up to one that gains something and needs the first, and what it gains in words.

    `at` has the numbers of those that it needs. `is_said` says that the goal names the last move. `later` is what the
    line gains beyond that with the help of its first move, if the goal itself ends no plan.
    """

    steps: tuple[Step, ...]
    goal: str
    is_said: bool
    at: tuple[int, ...] = ()
    later: str = ""


def laid_out(view: View, known: Known | None = None) -> Position:
    """Lay the cards out in a position that looks the same to the player."""
    return sample(view, Unmoved(), known)


def steps_of(world: Position, line: Sequence[Move]) -> list[Step]:
    """Make the moves of a line up to the first that moves no card from place to place."""
    world, steps = world.clone(), list[Step]()
    before = world.view()
    for move in line:
        name = name_of(before, move)
        if not name or str(move) not in before.legal:
            break
        world.layout.apply(encode(move))
        after = world.view()
        steps.append(Step(move, name, before, after))
        before = after
    return steps


def name_of(view: View, move: Move) -> str:
    """Name a move of cards with its place, such as "7♦ on 8♠" and "A♣ to its foundation"; empty for others."""
    cards = cards_of(view, move.source)
    if not move.target or len(cards) < move.cards:
        return ""
    card = card_name(lead_of(view, move))
    match move.target[:1]:
        case "F":
            return _("{card} to its foundation").format(card=card)
        case "C":
            return _("{card} to a cell").format(card=card)
        case "P":
            return _("{card} to the pocket").format(card=card)
        case "X":
            return _("{cards} off").format(cards=listed([card, *map(card_name, _partner(view, move))]))
    upon = upon_of(view, move)
    if view.rules.aim == "rows":
        words = _("{card} after {left}") if upon else _("{card} to the start of a row")
        return words.format(card=card, left=card_name(upon) if upon else "")
    words = _("{card} on {top}") if upon else _("{card} to an empty pile")
    return words.format(card=card, top=card_name(upon) if upon else "")


def named(cards: Sequence[str]) -> str:
    """Name cards that go one after the other; of many the first ones and the last."""
    names = list(map(card_name, cards))
    if len(names) > _MOST_NAMED:
        return f"{', '.join(names[:_FIRST_NAMED])} … {names[-1]}"
    return listed(names)


def next_step(view: View, line: Sequence[Move], known: Known | None = None, *, needs_goal: bool = False) -> str:
    """Name the next move of a line, and what it is for; empty if it is not known, or has no goal but `needs_goal`."""
    if not line or not line[0].target:
        return ""
    world = laid_out(view, known)
    steps = steps_of(world, line[:FURTHEST])
    if len(steps) < 2:
        return ""
    world.layout.apply(encode(line[0]))
    has_goal = view.rules.aim != "waste" and not achieves_at_once(steps[1])
    purpose = purpose_of(world, steps[1:]) if has_goal else None
    if purpose is None:
        return "" if needs_goal else _("Next comes {move}.").format(move=steps[1].name)
    return _("Next comes {move}, to {goal}.").format(move=steps[1].name, goal=purpose.goal)


def achieves_at_once(step: Step) -> bool:
    """Say whether a move alone gains something: a card home, off the table or turned up, or a pile emptied."""
    return gain_of(step.before, step.move) in ENDS


def purpose_of(world: Position, steps: Sequence[Step]) -> Purpose | None:
    """Return what the first of some steps is needed for; None if a later one gains nothing that needs it.

    What ends a plan goes before what only helps it, unless it is far away, and fewer moves before more. A move that
    gains something itself has only purposes that end a plan.
    """
    first = _gained(steps[0].before, steps[0].before, steps[0].move)
    start = steps[0].after if achieves_at_once(steps[0]) else steps[0].before
    found: list[tuple[bool, bool, int, int, str]] = []
    kept: dict[int, list[int]] = {}
    for at, step in enumerate(steps[1:], 1):
        gained = _gained(start, step.before, step.move)
        if gained is None or (first is not None and not gained[0]):
            continue
        kept[at] = _needed(world, start, steps, at, gained[1])
        if kept[at][0] == 0 and _opened(world, steps, kept[at]) is not None:
            found.append((len(kept[at]) > _FAR, not gained[0], len(kept[at]), at, gained[1]))
    if not found:
        return None
    _far, helps_only, _count, at, goal = min(found)
    if _gain(start, steps[at].before, steps[at].move) == "gap" and (filler := filler_of(steps, at)):
        goal = _("empty the pile with {card} for {other}").format(
            card=card_name(steps[at].card), other=card_name(filler)
        )
    later = [(end, other) for _far, only, _count, end, other in found if helps_only and not only and end > at]
    # Moves that come between them on the line are named too: the player is to make them.
    told = tuple(steps[: at + 1])
    is_said = _gain(start, steps[at].before, steps[at].move) in ("off", "row", "order", "suit")
    return Purpose(told, goal, is_said, tuple(kept[at]), min(later, default=(0, ""))[1])


def filler_of(steps: Sequence[Step], at: int) -> str:
    """Return the card that goes later to the pile that a step empties; empty if it empties none, or none goes there."""
    emptied = steps[at].move.source
    if not emptied.startswith("T") or cards_of(steps[at].after, emptied):
        return ""
    return next((step.card for step in steps[at + 1 :] if step.move.target == emptied), "")


def in_order(world: Position, line: Line, ends: Callable[[Line], bool]) -> Line:
    """Return a line in which the moves of one purpose follow each other, as far as it still `ends` as it should.

    So what a hint says comes next is what the next one advises.
    """
    start, made = world.clone(), 0
    while made < min(len(line), FURTHEST):
        steps = steps_of(start, line[made : made + FURTHEST])
        purpose = purpose_of(start, steps) if len(steps) > 1 else None
        together = 1
        if purpose is not None:
            together = len(purpose.at) - 1
            reordered = with_first(start, line[made:], purpose.at)
            if reordered is not None and ends((*line[:made], *reordered)):
                line = (*line[:made], *reordered)
        for move in line[made : made + together]:
            start.layout.apply(encode(move))
        made += together
    return line


def needed_for(world: Position, steps: Sequence[Step]) -> str:
    """Say what the first later step needs the first one for; empty if none needs it."""
    opened = first_opened(world, steps)
    if opened is None or _could_go(steps[0].before, opened):
        return ""
    return _("It is needed so that {use}.").format(use=can_go(opened))


def first_opened(world: Position, steps: Sequence[Step]) -> Step | None:
    """Return the first later step that cannot be made without the first one; None if all can."""
    return _opened(world, steps, range(len(steps)))


def _could_go(view: View, step: Step) -> bool:
    """Say whether a card can go on the same card already, perhaps with fewer cards on it."""
    return bool(step.upon) and step.name in {name_of(view, move) for move in map(Move.parse, view.legal)}


def can_go(step: Step) -> str:
    """Say that a card can go where a step takes it, as a clause after "so that"."""
    card, upon = card_name(step.card), card_name(step.upon) if step.upon else ""
    match step.move.target[:1]:
        case "F":
            words = _("{card} can go to its foundation")
        case "C":
            words = _("{card} can go to a cell")
        case "X":
            partner = [card_name(each) for each in _partner(step.before, step.move)]
            return _("{cards} can go off").format(cards=listed([card, *partner]))
        case "T" if upon:
            words = _("{card} can go on {top}")
        case _:
            words = _("{card} can go to an empty pile")
    return words.format(card=card, top=upon)


def what_is_new(steps: Sequence[Step], said: str = "", *, is_planned: bool = False) -> str:
    """Say which move of cards that are seen the first step makes possible; empty if there is none, or not known.

    It is one that the later steps make, or else the most useful one; only one of the next steps if `is_planned`. That
    the card named `said` can go to its foundation is known already.
    """
    step, planned = steps[0], {each.name for each in steps[1 : _NEXT if is_planned else None]}
    before, after = step.before, step.after
    if _down(after) != _down(before) or after.stock != before.stock:
        return ""
    old = {name_of(before, Move.parse(text)) for text in before.legal}
    moves = [move for move in map(Move.parse, after.legal) if name_of(after, move) not in {*old, ""}]
    moves = [move for move in moves if not move.source.startswith("F") and not _is_back(step.move, move)]
    rated = [(_worth(after, move, said), -at, move) for at, move in enumerate(moves)]
    made = [each for each in rated if each[0] and name_of(after, each[2]) in planned]
    rated = made if is_planned else made or rated
    worth, _at, move = max(rated, default=(0, 0, step.move), key=lambda each: each[:2])
    if not worth:
        return ""
    card, upon = (card_name(each) if each else "" for each in (lead_of(after, move), upon_of(after, move)))
    if move.target == "X":
        other = [card_name(each) for each in _partner(after, move)]
        words = _("{card} can then go off with {other}.") if other else _("{card} can then go off too.")
        return words.format(card=card, other="".join(other))
    if move.target.startswith("F"):
        return _("{card} can then go to its foundation.").format(card=card)
    words = _("{card} can then go on {top}.")
    match gain_of(after, move):
        case "turn" if not upon:
            words = _("{card} can then go to an empty pile, which turns up the card beneath.")
        case "turn":
            words = _("{card} can then go on {top}, which turns up the card beneath.")
        case "gap" if not after.rules.refill and after.rules.empty != "auto":
            words = _("{card} can then go on {top}, which leaves its pile empty.")
        case "suit" | "run":
            words = _("{card} can then join {top} of its suit.")
    return words.format(card=card, top=upon)


def takes_when_open(step: Step) -> str:
    """Say which cards that are still to come can go on the one that a move lays bare, or brings to the tableau."""
    move, after = step.move, step.after
    is_dug = move.source.startswith("T") and not turns_up(step.before, move)
    opened = cards_of(step.before, move.source)[: -move.cards][-1:] if is_dug else ()
    if move.source[0] in "WCRP" and move.target.startswith("T"):
        opened = (step.card,)
    return _when_it_comes(after, opened)


def takes_next(view: View, move: Move) -> str:
    """Say which cards that are still to come can go on the ones that a move takes from pile to pile."""
    steps = steps_of(laid_out(view), (move,)) if move.target.startswith("T") and move.source.startswith("T") else []
    return _when_it_comes(steps[0].after, cards_of(view, move.source)[-1:]) if steps else ""


def _when_it_comes(after: View, opened: Sequence[str]) -> str:
    """Say which cards that are still to come can go on one that lies open."""
    # A card that is dealt on every pile covers it.
    if not opened or after.rules.aim not in ("build", "runs") or (after.rules.stock == "piles" and after.stock):
        return ""
    seen = _seen(after)
    cards = [card for card in fitting(after, opened[0]) if seen[card] < _copies(after, card)]
    if after.rules.aim == "runs":
        cards = [card for card in cards if card[-1] == opened[0][-1]]
    if not cards:
        return ""
    names = listed(list(map(card_name, cards[:_MOST_TAKEN])), either=True)
    if [card[-1] for card in cards] == [*SUITS] and len({card[0] for card in cards}) == 1:
        names = _("{rank} of any suit").format(rank=rank_name(rank_of(card_code(cards[0])), suited=True))
    return _("When {cards} comes, it can go on {below}.").format(below=card_name(opened[0]), cards=names)


def _seen(view: View) -> Counter[str]:
    """Count the cards that lie face up or on a foundation."""
    piles = [*(pile.up for pile in (*view.tableau, *view.reserve)), view.waste, view.pocket, *view.homes]
    seen = Counter(card for pile in piles for card in pile)
    seen.update(card for card in view.cells if card is not None)
    if not view.homes:
        for suit in SUITS:
            for height in (view.foundations[suit], view.second_foundations.get(suit, 0)):
                levels = range(height) if view.rules.aim == "build" else range(len(RANKS) * height)
                seen.update(RANKS[(view.lowest - 1 + level) % len(RANKS)] + suit for level in levels)
    return seen


def _copies(view: View, card: str) -> int:
    """Return how many cards of the pack are equal to one."""
    return view.rules.packs * len(SUITS) // view.rules.suits if card[-1] in SUITS[: view.rules.suits] else 0


def upon_of(view: View, move: Move) -> str:
    """Return the card of a pile that a move goes on, or of a row that it goes after; empty if there is none."""
    place = move.target
    if view.rules.aim == "rows" and place:
        at = int(place[1:]) - 1
        place = f"T{at}" if at % view.rules.piles[0] else ""
    return "".join(cards_of(view, place)[-1:])


def _worth(view: View, move: Move, said: str) -> int:
    """Rate a move: 0 for one that is not worth naming."""
    gain = gain_of(view, move)
    if gain == "off" and lead_of(view, move) == said:
        return 0
    if move.target.startswith("T") and not upon_of(view, move):
        return 1 if gain else 0
    is_of_one_suit = view.rules.aim != "runs" or gain in ("turn", "suit")
    return 1 + _WORTHS.index(gain) if gain and is_of_one_suit else 0


def _is_back(made: Move, move: Move) -> bool:
    return move.source == made.target and move.target == made.source


def _needed(world: Position, start: View, steps: Sequence[Step], at: int, goal: str) -> list[int]:
    """Return the numbers of the steps without which a later one cannot be made, or gains something else."""

    def is_same(before: Position, move: Move) -> bool:
        gained = _gained(start, before.view(), move)
        return gained is not None and gained[1] == goal

    return needed(world, [step.move for step in steps], at, is_same)


def _opened(world: Position, steps: Sequence[Step], kept: Sequence[int]) -> Step | None:
    """Return the first of the kept steps that cannot be made where only the first step is left out; None if all can."""
    line = [step.move for step in steps[: kept[-1] + 1]]
    signs, world = signs_of(world, line), world.clone()
    for at in range(1, len(line)):
        if made(world, line[at], signs[at]) is None and at in kept:
            return steps[at]
    return None


def _gained(start: View, before: View, move: Move) -> tuple[bool, str] | None:
    """Return whether a plan ends with what a move gains, and what that is, in words; None for nothing."""
    if move.target == "X":
        return _off(start, before, move)
    gain = _gain(start, before, move)
    card = lead_of(before, move) if gain else ""
    above = ""
    match gain:
        case "off":
            above = _above(start, move.source, card)
            words = _("free {card} beneath {above} for its foundation")
            words = words if above else _("bring {card} to its foundation")
        case "run":
            words = _("complete a suit from king to ace")
        case "row":
            words = _("lay {card} after {upon} in its row") if upon_of(before, move) else _("begin a row with {card}")
        case "turn":
            words = _("turn up the card beneath {card}")
        case "gap" if before.rules.refill and before.reserve[0].up:
            card, words = before.reserve[0].up[-1], _("make room for {card} of the reserve")
        case "gap" if before.rules.empty == "auto" and (before.waste or before.stock):
            return None
        case "gap" if card in cards_of(start, move.source):
            words = _("empty the pile with {card}")
        case "suit":
            words = _("join {card} to {upon} of its suit")
        case "order":
            words = _("put {card} on {upon}")
        case "place" if card in start.cells:
            words = _("empty the cell of {card}")
        case "place" if card in start.pocket:
            words = _("empty the pocket of {card}")
        case "place" if move.source == "W":
            words = _("play {card} of the waste")
        case "place" if move.source.startswith("R"):
            words = _("play {card} of the reserve")
        case _:
            return None
    upon = upon_of(before, move)
    return gain in ENDS, words.format(card=card_name(card), upon=card_name(upon) if upon else "", above=above)


def _gain(start: View, before: View, move: Move) -> Gain:
    """Return what a move gains at the end of a plan: no pile is gained where any card has filled another one."""
    gain = gain_of(before, move)
    if gain != "gap" or before.rules.empty == "king" or lead_of(before, move) not in cards_of(start, move.source):
        return gain
    if _empty_piles(before) >= _empty_piles(start):
        return gain
    is_of_one_suit = before.rules.aim == "runs" and lead_of(before, move)[-1] == upon_of(before, move)[-1]
    return "suit" if is_of_one_suit else "order"


def _empty_piles(view: View) -> int:
    return sum(not pile.up and not pile.down for pile in view.tableau)


def _off(start: View, before: View, move: Move) -> tuple[bool, str] | None:
    """The gain of a move that takes cards off the table, one of which is covered at the start."""
    for source, partner in ((move.source, move.partner), (move.partner, move.source)):
        pile = cards_of(before, source)
        above = _above(start, source, pile[-1]) if pile else ""
        if not pile or not above:
            continue
        words = _("take off {card} beneath {above}")
        if partner:
            words = _("take off {card} beneath {above} with {partner}")
        other = cards_of(before, partner)[-1:] if partner != source else pile[-2:-1]
        return True, words.format(card=card_name(pile[-1]), above=above, partner="".join(map(card_name, other)))
    return None


def _above(view: View, place: str, card: str) -> str:
    """Name a card that lies on a card of a place; empty if none does."""
    if not place.startswith("T"):
        return ""
    number = int(place[1:]) - 1
    up = view.tableau[number].up
    if card in up[:-1]:
        return card_name(up[up.index(card) + 1])
    covering = [view.tableau[at].up for at in covers_of(view.rules)[number]]
    return next((card_name(each[-1]) for each in covering if each), "")


def _partner(view: View, move: Move) -> Iterator[str]:
    if move.partner:
        yield from (
            cards_of(view, move.partner)[-2:-1] if move.partner == move.source else cards_of(view, move.partner)[-1:]
        )


def _down(view: View) -> int:
    return sum(pile.down for pile in (*view.tableau, *view.reserve))
