"""The purpose of a move in its line: the first thing gained later in the line that cannot be had without the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from spite_and_malice.patience.core import Layout, pair_index, rank_of, source_of, suit_of, target_of
from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.moves import Move, encode, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.tables import covers_of, fit_tables
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed

_MOST_NAMED: Final = 8
"""A run of more cards is counted, not named."""
_MOST_TAKEN: Final = 4


class Unmoved:
    """A shuffle that leaves the cards as they are: their order does not matter here."""

    def shuffle(self, cards: list[int]) -> None:
        """Leave the cards."""

    def lot(self, _count: int) -> int:
        """Draw the first lot."""
        return 0


_Sign: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards of a move, and the card they go on, if any."""


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
        return "".join(cards_of(self.before, self.move.target)[-1:])


@dataclass(frozen=True, slots=True)
class Purpose:
    """The moves that something gained needs, the first and the last included, and what it is in words.

    `use` is the next of them that the first one makes possible, in words, if it is not the last one. `is_said` says
    that the name of the last move tells it.
    """

    steps: tuple[Step, ...]
    goal: str
    use: str
    is_said: bool


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
    upon = cards_of(view, move.target)
    words = _("{card} on {top}") if upon else _("{card} to an empty pile")
    return words.format(card=card, top=card_name(upon[-1]) if upon else "")


def cards_of(view: View, place: str) -> tuple[str, ...]:
    """Return the face-up cards of a place, the top one last."""
    match place[:1]:
        case "T":
            return view.tableau[int(place[1:]) - 1].up
        case "R":
            return view.reserve[int(place[1:]) - 1].up
        case "C" if place != "C":
            card = view.cells[int(place[1:]) - 1]
            return () if card is None else (card,)
        case "W":
            return view.waste
        case "P":
            return view.pocket
    return ()


def lead_of(view: View, move: Move) -> str:
    """Return the card that names a move: of several the lowest in its pile, of a pile that is known by its top that."""
    return cards_of(view, move.source)[-1 if view.rules.aim == "one" else -move.cards]


def named(cards: Sequence[str]) -> str:
    """Name the cards of a run; of a long run, the first."""
    if len(cards) > _MOST_NAMED:
        return _("{cards} and so on").format(cards=", ".join(map(card_name, cards[:_MOST_NAMED])))
    return listed([card_name(card) for card in cards])


def turns_up(view: View, move: Move) -> int:
    """Return how many cards lie face down in a pile whose next one a move turns up; 0 if it turns none up."""
    if not move.source.startswith("T") or move.is_merci or not move.target:
        return 0
    pile = view.tableau[int(move.source[1:]) - 1]
    return pile.down if len(pile.up) == move.cards else 0


def achieves_at_once(step: Step) -> bool:
    """Say whether a move alone gains something: a card home, off the table or turned up, or a pile emptied."""
    gained = _gained(step.before, step)
    return gained is not None and gained[0]


def purpose_of(world: Position, steps: Sequence[Step]) -> Purpose | None:
    """Return what the first of some steps is needed for; None if a later one gains nothing that needs it.

    What ends a plan goes before what only helps it, and fewer moves before more. A move that gains something itself
    has only purposes that end a plan.
    """
    start = steps[0].before
    first = _gained(start, steps[0])
    found: list[tuple[bool, int, int, str]] = []
    needed: dict[int, list[int]] = {}
    for at, step in enumerate(steps[1:], 1):
        gained = _gained(start, step)
        if gained is None or (first is not None and not gained[0]):
            continue
        kept = _needed(world.layout, steps, at, gained[1])
        if kept[0] == 0 and _opened(world.layout, steps, kept) is not None:
            needed[at] = kept
            found.append((not gained[0], len(kept), at, gained[1]))
    if not found:
        return None
    _is_help, _count, at, goal = min(found)
    opened = _opened(world.layout, steps, needed[at])
    is_telling = (
        opened is not None
        and opened is not steps[at]
        and opened.card != steps[0].card
        and opened.move.target != "C"
        and not _could_go(start, opened)
    )
    use = can_go(opened) if opened is not None and is_telling else ""
    return Purpose(tuple(steps[each] for each in needed[at]), goal, use, steps[at].move.target[0] in "FX")


def needed_for(world: Position, steps: Sequence[Step]) -> str:
    """Say what the first later step needs the first one for; empty if none needs it."""
    opened = _opened(world.layout, steps, range(len(steps)))
    if opened is None or _could_go(steps[0].before, opened):
        return ""
    return _("It is needed so that {use}.").format(use=can_go(opened))


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


def what_is_new(step: Step, said: str = "") -> str:
    """Say which move of cards that are seen a step makes possible, the most useful one; empty if none or not known.

    That the card named `said` can go to its foundation is known already.
    """
    before, after = step.before, step.after
    if _down(after) != _down(before) or after.stock != before.stock or after.rules.build == "heap":
        return ""
    old = {name_of(before, Move.parse(text)) for text in before.legal}
    moves = [move for move in map(Move.parse, after.legal) if name_of(after, move) not in {*old, ""}]
    moves = [move for move in moves if not move.source.startswith("F") and not _is_back(step.move, move)]
    rated = [(_worth(after, move, said), -at, move) for at, move in enumerate(moves)]
    worth, _at, move = max(rated, default=(0, 0, step.move), key=lambda each: each[:2])
    if not worth:
        return ""
    card = card_name(lead_of(after, move))
    if move.target == "X":
        other = [card_name(each) for each in _partner(after, move)]
        words = _("{card} can then go off with {other}.") if other else _("{card} can then go off too.")
        return words.format(card=card, other="".join(other))
    if move.target.startswith("F"):
        return _("{card} can then go to its foundation.").format(card=card)
    upon = card_name(cards_of(after, move.target)[-1])
    words = _("{card} can then go on {top}.")
    if turns_up(after, move):
        words = _("{card} can then go on {top}, which turns up the card beneath.")
    return words.format(card=card, top=upon)


def takes_when_open(step: Step) -> str:
    """Say which cards can go on the one that a move lays bare, or brings to the tableau; empty if none can."""
    move, after = step.move, step.after
    is_dug = move.source.startswith("T") and not turns_up(step.before, move)
    opened = cards_of(step.before, move.source)[: -move.cards][-1:] if is_dug else ()
    if move.source[0] in "WCRP" and move.target.startswith("T"):
        opened = (step.card,)
    if not opened:
        return ""
    if after.rules.aim == "aces" and opened[0][0] != "2":
        return _("Open, {card} beats lower cards of its suit as they come.").format(card=card_name(opened[0]))
    if after.rules.aim not in ("build", "runs"):
        return ""
    # Those of its own pile, and what was taken off it, are no gain.
    own = {*cards_of(step.before, move.source)}
    cards = [card for card in still_fitting(after, opened[0]) if card not in own]
    if after.rules.aim == "runs":
        cards = [card for card in cards if card[-1] == opened[0][-1]]
    if not cards:
        return ""
    names = listed(list(map(card_name, cards[:_MOST_TAKEN])), either=True)
    return _("Open, {below} can take {cards}.").format(below=card_name(opened[0]), cards=names)


def fitting(view: View, card: str) -> Iterator[str]:
    """Yield the cards that build on one."""
    fits = fit_tables(view.rules, view.lowest)[1]
    for suit in SUITS[: view.rules.suits]:
        for rank in RANKS:
            if fits[pair_index(card_code(rank + suit), card_code(card))]:
                yield rank + suit


def still_fitting(view: View, card: str) -> Iterator[str]:
    """Yield the cards that build on one and have not left the table, as far as the foundations tell."""
    for other in fitting(view, card):
        above = (rank_of(card_code(other)) - view.lowest) % len(RANKS)
        heights = (view.foundations[other[-1]], view.second_foundations.get(other[-1], len(RANKS)))
        if not view.homes and (view.rules.aim == "runs" or min(heights) <= above):
            yield other


def _worth(view: View, move: Move, said: str) -> int:
    """Rate a move: 0 for one that is not worth naming."""
    if move.target[0] in "FX":
        return 0 if cards_of(view, move.source)[-1] == said else 4
    if not move.target.startswith("T") or not (upon := cards_of(view, move.target)):
        return 0
    cards = cards_of(view, move.source)
    if turns_up(view, move):
        return 3
    is_one_suit = cards[-move.cards][-1] == upon[-1][-1]
    if view.rules.aim == "runs":
        return 2 if is_one_suit else 0
    # Cards that lie in order already gain nothing by another place.
    return 0 if _is_in_order(view, cards, move.cards) else 1 + (move.source[0] in "WCR")


def _is_in_order(view: View, cards: Sequence[str], count: int) -> bool:
    if len(cards) == count:
        return False
    upper, lower = card_code(cards[-count]), card_code(cards[-count - 1])
    return bool(rank_of(lower) - rank_of(upper) == 1)


def _is_back(made: Move, move: Move) -> bool:
    return move.source == made.target and move.target == made.source


def _needed(layout: Layout, steps: Sequence[Step], at: int, goal: str) -> list[int]:
    """Return the numbers of the steps without which a later one cannot be made, or gains something else."""
    signs = _signs(layout, steps[: at + 1])
    kept = list(range(at + 1))
    for left_out in range(at - 1, -1, -1):
        trial = [each for each in kept if each != left_out]
        if _comes_to(layout, steps, trial, signs, goal):
            kept = trial
    return kept


def _comes_to(layout: Layout, steps: Sequence[Step], trial: Sequence[int], signs: Sequence[_Sign], goal: str) -> bool:
    """Say whether some of the steps can be made with the same cards, and the last of them gains the same."""
    world = Position(steps[0].before.rules, layout.clone())
    for each in trial[:-1]:
        if _made(world.layout, steps[each].move, signs[each]) is None:
            return False
    last, before = trial[-1], world.view()
    made = _made(world.layout, steps[last].move, signs[last])
    if made is None:
        return False
    gained = _gained(steps[0].before, Step(made, "", before, world.view()))
    return gained is not None and gained[1] == goal


def _opened(layout: Layout, steps: Sequence[Step], kept: Sequence[int]) -> Step | None:
    """Return the first of the kept steps that cannot be made where only the first step is left out; None if all can."""
    signs, world = _signs(layout, steps), layout.clone()
    for at in range(1, kept[-1] + 1):
        if _made(world, steps[at].move, signs[at]) is None and at in kept:
            return steps[at]
    return None


def _signs(layout: Layout, steps: Sequence[Step]) -> list[_Sign]:
    """Return for each step its cards and what they go on."""
    world, signs = layout.clone(), list[_Sign]()
    for step in steps:
        signs.append(_sign(world, step.move))
        world.apply(encode(step.move))
    return signs


def _made(layout: Layout, move: Move, sign: _Sign) -> Move | None:
    """Make and return a move of the same cards on the same card, wherever these lie; None if there is none."""
    if not layout.is_legal(encode(move)) or _sign(layout, move) != sign:
        elsewhere = map(move_with, layout.legal() if sign[1] else ())
        found = next((each for each in elsewhere if _is_onto(layout, each, sign)), None)
        if found is None:
            return None
        move = found
    layout.apply(encode(move))
    return move


def _is_onto(layout: Layout, move: Move, sign: _Sign) -> bool:
    return move.target[:1] == "T" and _sign(layout, move) == sign


def _sign(layout: Layout, move: Move) -> _Sign:
    code = encode(move)
    source = _face_up(layout, move.source, source_of(code))
    upon = _face_up(layout, move.target, target_of(code)) if move.target[0] == "T" else ()
    return tuple(source[-move.cards :]), tuple(upon[-1:])


def _face_up(layout: Layout, place: str, code: int) -> Sequence[int]:
    match place[:1]:
        case "W":
            return layout.waste()
        case "P":
            return layout.pocket()
        case "T" | "C" | "R":
            return layout.face_up(code)
    return ()


def _gained(start: View, step: Step) -> tuple[bool, str] | None:
    """Return whether a plan ends with what a step gains, and what that is, in words; None for nothing."""
    move, before = step.move, step.before
    cards = cards_of(before, move.source)
    card, left = cards[-move.cards], cards[: -move.cards]
    name = card_name(card)
    if move.target == "X":
        return _off(start, step)
    if move.target.startswith("F"):
        above = _above(start, move.source, card)
        words = _("free {card} beneath {above} for its foundation") if above else _("bring {card} to its foundation")
        return True, words.format(card=name, above=above)
    if move.source[0] in "CP" and move.target[0] == "T":
        words = _("empty the cell of {card}") if move.source[0] == "C" else _("empty the pocket of {card}")
        return False, words.format(card=name)
    if move.source[0] in "WR" and move.target[0] == "T":
        words = _("play {card} of the waste") if move.source == "W" else _("play {card} of the reserve")
        return False, words.format(card=name)
    if not move.source.startswith("T"):
        return None
    if turns_up(before, move):
        return True, _("turn up the card beneath {card}").format(card=name)
    upon = cards_of(before, move.target)
    if not left and upon and card in cards_of(start, move.source):
        return True, _("empty the pile with {card}").format(card=name)
    is_joined = upon and before.rules.aim == "runs" and _suit(upon[-1]) == _suit(card)
    if is_joined and abs(_rank(upon[-1]) - _rank(card)) == 1:
        return False, _("join {card} to {upon} of its suit").format(card=name, upon=card_name(upon[-1]))
    return None


def _off(start: View, step: Step) -> tuple[bool, str] | None:
    """The gain of a step that takes cards off the table, one of which is covered at the start."""
    move = step.move
    for source, partner in ((move.source, move.partner), (move.partner, move.source)):
        pile = cards_of(step.before, source)
        above = _above(start, source, pile[-1]) if pile else ""
        if not pile or not above:
            continue
        words = _("take off {card} beneath {above}")
        if partner:
            words = _("take off {card} beneath {above} with {partner}")
        other = cards_of(step.before, partner)[-1:] if partner != source else pile[-2:-1]
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


def _rank(card: str) -> int:
    return rank_of(card_code(card))


def _suit(card: str) -> int:
    return suit_of(card_code(card))
