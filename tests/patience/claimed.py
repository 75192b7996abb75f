"""The claims in the sentences of a hint at patience, read from the words alone and checked by playing the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from spite_and_malice.patience import Hint, Move, Position
from spite_and_malice.patience.core import pair_index, rank_of
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.tables import covers_of, fit_tables, foundations_of, is_near
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name
from tests.analysis.claimed import sentences

_SIGNS: Final = dict(zip("♠♥♦♣", "shdc", strict=True))
_CARD: Final = r"(?:10|[A2-9JQK])[♠♥♦♣]"
_RUN: Final = rf"(?:{_CARD}(?:, | and | … )?)+"
_CARDS: Final = rf"{_CARD}(?:(?:, | and | or ){_CARD})*"

Match = re.Match[str]


def card_of(name: str) -> str:
    """Read the name of a card."""
    return name[:-1].replace("10", "T") + _SIGNS[name[-1]]


def cards_in(text: str) -> list[str]:
    """Read the names of all cards in a text."""
    return [card_of(name) for name in re.findall(_CARD, text)]


def false_claims(view: View, given: Hint, words: str, known: Known) -> Iterator[str]:
    """Yield the sentences of a hint that are false."""
    told = _Told(view, given, known)
    for said in sentences(words):
        matches = ((re.fullmatch(pattern, said), is_true) for pattern, is_true in _CLAIMS)
        found, is_true = next(((found, is_true) for found, is_true in matches if found), (None, None))
        if found is not None and is_true is not None and not is_true(told, found):
            yield said


def is_read(words: str) -> bool:
    """Say whether every sentence is one that is checked."""
    return all(any(re.fullmatch(pattern, said) for pattern, _is_true in _CLAIMS) for said in sentences(words))


class _Told:
    """A hint, its table, and a position that looks like it."""

    def __init__(self, view: View, given: Hint, known: Known) -> None:
        assert given.move is not None
        self.given, self.view, self.move, self.known = given, view, given.move, known
        self.line = given.line or (given.move,)
        self.world = sample(view, SeededChance(1), known)

    @property
    def after(self) -> View:
        """The table after the move."""
        world = self.world.clone()
        world.play(self.move)
        return world.view()

    def tables(self, line: Sequence[Move] | None = None) -> Iterator[tuple[View, Move, View]]:
        """Play a line, the hint's own if it is None, and yield each move between the tables before and after it."""
        world = self.world.clone()
        before = world.view()
        for move in self.line if line is None else line:
            if str(move) not in before.legal:
                return
            world.play(move)
            after = world.view()
            yield before, move, after
            before = after


def top(view: View, place: str) -> str:
    """Return the top card of a place; empty if none lies there."""
    return (cards_at(view, place) or [""])[-1]


def cards_at(view: View, place: str) -> list[str]:
    match place[:1]:
        case "T":
            return list(view.tableau[int(place[1:]) - 1].up)
        case "R":
            return list(view.reserve[int(place[1:]) - 1].up)
        case "W":
            return list(view.waste)
        case "P":
            return list(view.pocket)
        case "C" if place != "C":
            return [card for card in (view.cells[int(place[1:]) - 1],) if card is not None]
    return []


def said_of(view: View, move: Move) -> str:
    """Name a move as sentences do, with "can go" left out."""
    cards = cards_at(view, move.source)
    if not move.target or len(cards) < move.cards:
        return move.source
    name = card_name(cards[-1 if view.rules.aim == "one" else -move.cards])
    if move.target == "X":
        other = cards_at(view, move.partner)[-2 if move.partner == move.source else -1 :][:1] if move.partner else []
        return " and ".join([name, *map(card_name, other)]) + " off"
    if move.target[0] in "FCP":
        places = {"F": "its foundation", "C": "a cell", "P": "the pocket"}
        return f"{name} to {places[move.target[0]]}"
    if view.rules.aim == "rows":
        left = to_the_left(view, move.target)
        return f"{name} after {card_name(left)}" if left else f"{name} to the start of a row"
    upon = cards_at(view, move.target)
    return f"{name} on {card_name(upon[-1])}" if upon else f"{name} to an empty pile"


def to_the_left(view: View, place: str) -> str:
    """Return the card to the left of a place in its row; empty if there is none."""
    at = int(place[1:]) - 1
    return top(view, f"T{at}") if at % view.rules.piles[0] else ""


def is_in_row(view: View, place: str) -> bool:
    """Say whether the cards of a row from its two up to a place follow each other in one suit."""
    at = int(place[1:]) - 1
    begun = at - at % view.rules.piles[0]
    cards = [top(view, f"T{each + 1}") for each in range(begun, at + 1)]
    return cards == [rank + cards[-1][1:] for rank in RANKS[1 : len(cards) + 1]]


def plain(text: str) -> str:
    return text.replace(" can then go ", " ").replace(" can go ", " ").replace(" can then cover ", " on ")


def plays(told: _Told, names: Sequence[str], *, begun: bool) -> Iterator[tuple[Position, View, Move, View]]:
    """Yield the ways to make named moves one after the other: the last one, its tables, and the position then.

    They begin with the hint's move if they have `begun`.
    """
    tables = [(told.world.clone(), told.view, told.move, told.view)]
    for number, name in enumerate(names):
        following = []
        for world, *_before in tables:
            view = world.view()
            for move in map(Move.parse, view.legal):
                if said_of(view, move) == name and (number or not begun or move == told.move):
                    after = world.clone()
                    after.play(move)
                    following.append((after, view, move, after.view()))
        tables = following
    yield from tables


def reaches(told: _Told, goal: str, before: View, move: Move, after: View) -> bool:
    """Say whether a move reaches a goal that is named."""
    if not move.target:
        return False
    named = cards_in(goal)
    cards = cards_at(before, move.source)
    lead = cards[-move.cards] if len(cards) >= move.cards else ""
    if goal.startswith(("lay", "begin")):
        left = to_the_left(before, move.target)
        return [lead, *filter(None, [left])] == named and is_in_row(after, move.target)
    if goal.startswith("complete"):
        return sum(after.foundations.values()) > sum(before.foundations.values())
    if goal.startswith("turn up"):
        return lead == named[0] and sum(p.down for p in after.tableau) < sum(p.down for p in before.tableau)
    if "foundation" in goal:
        is_above = len(named) < 2 or any(pair == tuple(named) for p in told.view.tableau for pair in pairwise(p.up))
        return lead == named[0] and move.target[0] == "F" and is_above
    if goal.startswith("take off"):
        return move.target == "X" and named[0] in (top(before, move.source), top(before, move.partner))
    if goal.startswith("make room"):
        return len(cards) == move.cards and named == [top(before, "R1")] == [top(after, move.source)]
    if goal.startswith("empty the pile") and move.source[0] == "T":
        pile = after.tableau[int(move.source[1:]) - 1]
        is_there = lead in cards_at(told.view, move.source) and bool(top(before, move.target))
        return lead == named[0] and not pile.up and not pile.down and is_there
    if goal.startswith("empty the"):
        is_there = lead in told.view.cells if move.source[0] == "C" else lead in told.view.pocket
        return lead == named[0] and move.source[0] in "CP" and is_there
    if goal.startswith("play"):
        return lead == named[0] and move.source[0] in "WR"
    if goal.startswith("put"):
        return [lead, top(before, move.target)] == named and move.source[0] == "T"
    return goal.startswith("join") and [lead, top(before, move.target)] == named and lead[1] == named[1][1]


def is_goal_of_line(told: _Told, goal: str, count: int) -> bool:
    """Say whether the line comes to a goal that cannot be had by the same moves without the first one.

    `count` moves are said to be needed, which is at most all up to there.
    """
    at = next((n for n, each in enumerate(told.tables(), 1) if n > 1 and reaches(told, goal, *each)), None)
    if at is None or not 2 <= count <= at:
        return False
    with_it = [said_of(before, move) for before, move, _after in told.tables(told.line[:at])]
    without = [(said_of(before, move), (before, move, after)) for before, move, after in told.tables(told.line[1:at])]
    is_same = [name for name, _tables in without] == with_it[1:]
    return not is_same or not reaches(told, goal, *without[-1][1])


def way(told: _Told, names: Sequence[str], goal: str) -> bool:
    """Say whether named moves, or these and one more, reach a goal."""
    for world, before, move, after in plays(told, names, begun=True):
        if reaches(told, goal, before, move, after):
            return True
        for last in map(Move.parse, after.legal):
            further = world.clone()
            further.play(last)
            if reaches(told, goal, after, last, further.view()):
                return True
    return False


def plan(told: _Told, found: Match) -> bool:
    """To a goal some moves: they can be made, reach it, and not without the first one."""
    names = found["line"].split(", then ")
    return way(told, names, found["goal"]) and is_goal_of_line(told, found["goal"], max(2, len(names)))


def then(told: _Told, found: Match) -> bool:
    """Then some moves follow the hint's own, perhaps to a goal."""
    names = [said_of(told.view, told.move), *found["line"].split(", then ")]
    return bool(list(plays(told, names, begun=True))) and (found["goal"] is None or way(told, names, found["goal"]))


def long_plan(told: _Told, found: Match) -> bool:
    """The first moves to a goal, the hint's own perhaps left out, and the number of the others."""
    names = found["line"].split(", then ")
    if found[0].startswith("Then"):
        names.insert(0, said_of(told.view, told.move))
    made = [said_of(before, move) for before, move, _after in told.tables()]
    count = len(names) + int(found["count"])
    at = [n for n, each in enumerate(told.tables(), 1) if reaches(told, found["goal"], *each)]
    return made[: len(names)] == names and count in at and is_goal_of_line(told, found["goal"], count)


def with_it_home(told: _Told, found: Match) -> bool:
    """Cards that go home in the line right after another one, each after the other."""
    card, *cards = cards_in(found[0])
    made = list(told.tables())
    home = [move.target[:1] == "F" and top(before, move.source) for before, move, _after in made]
    following = list(takewhile(bool, home[home.index(card) + 1 :]))
    return following == cards or ("…" in found[0] and following[:3] == cards[:3] and cards[3] in following[3:])


def soonest(told: _Told, found: Match) -> bool:
    """No move turns a card up, or brings one home, and the second move of the line does it."""
    _first, (before, move, after) = list(told.tables())[:2]
    moves = list(map(Move.parse, told.view.legal))
    if cards_at(before, move.source)[-move.cards] != card_of(found[1]):
        return False
    if "foundation" in found[0]:
        return move.target[0] == "F" and not any(each.target[:1] == "F" for each in moves)
    is_turned = sum(pile.down for pile in after.tableau) < sum(pile.down for pile in before.tableau)
    return is_turned and not any(hidden_beneath(told.view, each) for each in moves)


def pile_depth(told: _Told, found: Match) -> bool:
    """The number of cards face down in the pile that a card leaves: the most, the fewest, or the last one."""
    for before, move, _after in told.tables():
        cards = cards_at(before, move.source) if move.target else []
        if len(cards) >= move.cards and cards[-move.cards] == card_of(found["card"]) and hidden_beneath(before, move):
            own = told.view.tableau[int(move.source[1:]) - 1].down
            others = [pile.down for n, pile in enumerate(told.view.tableau, 1) if f"T{n}" != move.source and pile.down]
            if "last" in found[0]:
                return own == 1
            is_extreme = all((own > other) if "More" in found[0] else (own < other) for other in others)
            return own == int(found["count"]) and is_extreme
    return False


def before_the_shuffle(told: _Told, found: Match) -> bool:
    home = [move.target[:1] == "F" for move in told.line]
    return told.line[-1].is_redeal and sum(home) == int(found[1])


def one_run(told: _Told, found: Match) -> bool:
    """The cards from one to another lie in order at the end of a pile, and move as one."""
    pile = cards_at(told.after, told.move.target)
    first, last = cards_in(found[0])
    cards = pile[len(pile) - int(found[1] or 2) :]
    moves = [move for move in map(Move.parse, told.view.legal) if move.cards > 1]
    is_in_order = all(fits(told.view, upper, lower) for lower, upper in pairwise(cards))
    return cards[0] == first and cards[-1] == last and is_in_order and (bool(moves) or told.view.rules.groups == "run")


def drawn_for(told: _Told, found: Match) -> bool:
    """Cards that are not all seen, and that go where they are said to go, or on a card that stays open for them."""
    if found[0].startswith("No card") and not nothing_goes(told, found):
        return False
    view, plays = told.view, re.findall(rf"({_CARD})(?: (?:on|with) ({_CARD}))?", found["why"])
    if found["open"]:
        upon, *cards = cards_in(found["why"])
        targets = {top(view, move.target) for move in map(Move.parse, view.legal) if move.target[:1] == "T"}
        return upon in targets and all(fits(view, each, upon) and not is_gone(view, each) for each in cards)
    if view.rules.aim == "waste":
        return not plays or "last unseen" in found["why"]
    return not any(
        is_gone(view, card_of(card))
        or (upon and view.rules.aim == "build" and not fits(view, card_of(card), card_of(upon)))
        for card, upon in plays
    )


def is_needed(told: _Told, use: str) -> bool:
    """Say whether a named move is in the line, and not where the line is played without its first move."""
    with_it, without = (
        [said_of(before, move) for before, move, _after in told.tables(line)] for line in (told.line, told.line[1:])
    )
    return with_it[1:].count(plain(use)) > without.count(plain(use))


def soon(told: _Told, found: Match) -> bool:
    """Cards that go to foundations in the next moves, one after the other."""
    made = list(told.tables())[1 : int(found["count"]) + 1]
    home = [top(before, move.source) for before, move, _after in made if move.target[:1] == "F"]
    cards = cards_in(found["cards"])
    return (home == cards or ("…" in found["cards"] and home[:3] + home[-1:] == cards)) and made[-1][1].target[0] == "F"


def follow(told: _Told, found: Match) -> bool:
    """Cards that go to foundations one after the other."""
    cards = cards_in(found["cards"])
    home = [
        top(before, move.source)
        for before, move, _after in takewhile(lambda made: made[1].target[:1] == "F", list(told.tables())[1:])
    ]
    return home == cards or ("…" in found["cards"] and home[:3] == cards[:3] and cards[3] in home[3:])


def is_new(told: _Told, found: Match) -> bool:
    """A move that can be made after the hint's own and not before, perhaps one that turns up a card."""
    name = plain(found["move"])
    if " can then join " in name:
        name = name.replace(" can then join ", " on ").removesuffix(" of its suit")
        card, upon = cards_in(name)
        if card[1] != upon[1]:
            return False
    before, after = (
        {said_of(view, move): move for move in map(Move.parse, view.legal)} for view in (told.view, told.after)
    )
    if name.endswith(" off too"):
        name = name.removesuffix(" too")
    if " off with " in name:
        pair = set(cards_in(name))
        return any({*cards_in(each)} == pair for each in after) and not any(
            {*cards_in(each)} == pair for each in before
        )
    if name not in after or name in before:
        return False
    if found["turns"] is None:
        return True
    # Where suits are equal, several cards have the name.
    moves = [move for move in map(Move.parse, told.after.legal) if said_of(told.after, move) == name]
    piles = [
        (told.after.tableau[int(move.source[1:]) - 1], move.cards) for move in moves if move.source.startswith("T")
    ]
    is_turned = "turns up" in found["turns"]
    return any(len(pile.up) == cards and (pile.down > 0) == is_turned for pile, cards in piles)


def fits(view: View, card: str, upon: str) -> bool:
    return bool(fit_tables(view.rules, view.lowest)[1][pair_index(card_code(card), card_code(upon))])


def home(view: View, card: str) -> int:
    """Count the copies of a card on the foundations."""
    above = (rank_of(card_code(card)) - view.lowest) % len(RANKS)
    return sum(height > above for height in (view.foundations[card[1]], view.second_foundations.get(card[1], 0)))


def comes(told: _Told, found: Match) -> bool:
    """A card that lies open after the move, and cards that fit on it and are not all seen."""
    *cards, below = cards_in(found[0])
    is_open = below in [top(told.after, place) for place in (told.move.source, told.move.target)]
    return is_open and all(fits(told.view, card, below) and not is_seen(told, card) for card in cards)


def comes_of_any_suit(told: _Told, found: Match) -> bool:
    """A card that lies open after the move, and cards of a rank that all fit on it, none of which is gone."""
    rank, below = found[0].split()[1].replace("10", "T"), cards_in(found[0])[0]
    is_open = below in [top(told.after, place) for place in (told.move.source, told.move.target)]
    return is_open and all(fits(told.view, rank + suit, below) and not is_seen(told, rank + suit) for suit in SUITS)


def is_seen(told: _Told, card: str) -> bool:
    """Say whether every copy of a card lies face up or at home after the move."""
    return is_gone(told.after, card)


def is_gone(view: View, card: str) -> bool:
    """Say whether every copy of a card lies face up or at home."""
    lying = [card for pile in (*view.tableau, *view.reserve) for card in pile.up] + [*view.waste, *view.cells]
    copies = view.rules.packs * 4 // view.rules.suits
    away = home(view, card) if view.rules.aim == "build" else view.foundations[card[1]]
    return lying.count(card) + away >= copies


def for_a_king(told: _Told, found: Match) -> bool:
    """A pile that the move empties, and cards of the highest rank that are neither at home nor the bottom of a pile."""
    view = told.after
    bottoms = [pile.up[0] for pile in view.tableau if pile.up and not pile.down]
    return (
        view.rules.empty == "king"
        and not top(view, told.move.source)
        and all(
            (rank_of(card_code(card)) - view.lowest) % len(RANKS) == len(RANKS) - 1
            and home(view, card) + bottoms.count(card) < view.rules.packs
            and any(card in pile for pile in (view.waste, *(each.up for each in view.tableau)))
            for card in cards_in(found[0])
        )
    )


def only_on_hidden(told: _Told, found: Match) -> bool:
    pile = told.after.tableau[int(told.move.source[1:]) - 1]
    count = int(found[2]) if found[2] else 1
    return list(pile.up) == [card_of(found[1])] and pile.down == count


def can_follow(told: _Told, found: Match) -> bool:
    """Another move that can be made now and after the hint's own."""
    return all(
        found[1] in {said_of(view, move) for move in map(Move.parse, view.legal)} for view in (told.view, told.after)
    )


def as_deep(told: _Told, found: Match) -> bool:
    own, others = hidden_beneath(told.view, told.move), depths(told)
    return others.get(card_of(found[1])) == own > 0


def from_its_foundation(view: View, card: str) -> int:
    level = (rank_of(card_code(card)) - view.lowest) % len(RANKS)
    heights = [view.foundations[card[1]], *([view.second_foundations[card[1]]] if view.second_foundations else [])]
    return min([level - height for height in heights if height <= level] or [len(RANKS)])


def nearer(told: _Told, found: Match) -> bool:
    """A card on which the hint's card could go is nearer to its foundation than the one it goes on."""
    other, upon = cards_in(found[0])
    targets = {
        top(told.view, move.target)
        for move in map(Move.parse, told.view.legal)
        if (move.source, move.cards) == (told.move.source, told.move.cards) and move.target[:1] == "T"
    }
    distances = [from_its_foundation(told.view, card) for card in (other, upon)]
    return other in targets and upon == top(told.view, told.move.target) and distances[0] < distances[1]


def buries(told: _Told, found: Match) -> bool:
    """A card lies beneath others, out of order, where the hint's card could go; where it goes, all lie in order."""
    other, card = cards_in(found[0])

    def is_in_order(pile: Sequence[str]) -> bool:
        return all(fits(told.view, upper, lower) for lower, upper in pairwise(pile))

    for move in map(Move.parse, told.view.legal):
        pile = cards_at(told.view, move.target) if move.target else []
        if move.source == told.move.source and pile[-1:] == [other] and card in pile:
            return is_in_order(cards_at(told.view, told.move.target)) and not is_in_order(pile[pile.index(card) :])
    return False


def frees_less(told: _Told, found: Match) -> bool:
    """Another pair with a card of this one, and the few cards that come free with it, or are covered by fewer."""
    pair, freed = cards_in(found["cards"]), cards_in(found["freed"] or "")
    for move in map(Move.parse, told.view.legal):
        places = [place for place in (move.source, move.partner) if place]
        if move.target != "X" or sorted(top(told.view, place) for place in places) != sorted(pair):
            continue
        own, other = gains_of(told, told.move), gains_of(told, move)
        at = "uncover" in found[0]
        return sorted(other[at]) == sorted(freed) and len(other[at]) < len(own[at])
    return False


def gains_of(told: _Told, move: Move) -> tuple[list[str], list[str]]:
    """Return the cards that come free by a move, and those that are covered by fewer cards after it."""
    world = told.world.clone()
    world.play(move)
    after, over = world.view(), covers_of(told.view.rules)

    def cover(view: View, place: int) -> int:
        return sum(bool(view.tableau[at].up or view.tableau[at].down) for at in over[place])

    free, covered = list[str](), list[str]()
    for place, pile in enumerate(told.view.tableau):
        left = after.tableau[place]
        if left.up and len(left.up) < len(pile.up):
            free.append(left.up[-1])
        elif left.up and cover(after, place) < cover(told.view, place):
            (covered if cover(after, place) else free).append(left.up[-1])
    lay, lies = ([*(pile.up for pile in view.reserve), view.waste] for view in (told.view, after))
    free += [now[-1] for before, now in zip(lay, lies, strict=True) if now and len(now) < len(before)]
    return free, covered


def cell_again(told: _Told, found: Match) -> bool:
    """The card that goes to a cell leaves it by a later move of the line."""
    card = cards_at(told.view, told.move.source)[-1]
    before, move, _after = list(told.tables())[int(found[1])]
    return move.source[0] == "C" and top(before, move.source) == card


def filled(told: _Told, found: Match) -> bool:
    """An emptied pile that is filled at once: with a card of the waste or the reserve, or a new one."""
    pile = told.after.tableau[int(told.move.source[1:]) - 1].up
    if len(told.view.tableau[int(told.move.source[1:]) - 1].up) != told.move.cards or len(pile) != 1:
        return False
    if found["new"]:
        return not told.view.waste and told.after.stock < told.view.stock
    places = ["W", *(["R1"] if told.view.rules.refill else [])]
    return pile[0] == card_of(found["filler"]) and pile[0] in {top(told.view, place) for place in places}


def any_rank(told: _Told, found: Match) -> bool:
    at = int(told.move.target[1:]) - 1
    rank, suits = foundations_of(told.view.rules, told.view.lowest)[at][len(told.after.homes[at])]
    return len(suits) == 4 and card_name(RANKS[rank - 1] + "s")[:-1] == found[1]


def later_turn(told: _Told, found: Match) -> bool:
    """A card that could go to the waste now goes there later in the line, on another one."""
    card, upon = cards_in(found[0])
    now = [top(told.view, move.source) for move in map(Move.parse, told.view.legal) if move.target == "W"]
    waste = list(told.tables())[-1][2].waste
    return card in now and (upon, card) in pairwise(waste)


def turns_none(told: _Told, found: Match) -> bool:
    for move in map(Move.parse, told.view.legal):
        if move.target == "W" and top(told.view, move.source) in cards_in(found[0]):
            world = told.world.clone()
            world.play(move)
            if sum(pile.down for pile in world.view().tableau) < sum(pile.down for pile in told.view.tableau):
                return False
    return sum(pile.down for pile in told.after.tableau) < sum(pile.down for pile in told.view.tableau)


def cell_run(told: _Told, found: Match) -> bool:
    """A card goes to a cell, and others to the waste after it."""
    cards = cards_in(found[2])
    made = list(takewhile(lambda each: each[1].target == "W", list(told.tables())[1:]))
    gone = [top(before, move.source) for before, move, _after in made]
    is_told = gone == cards or ("…" in found[2] and gone[:3] + gone[-1:] == cards)
    return is_told and told.move.target == "C" and top(told.view, told.move.source) == card_of(found[1])


def waits(told: _Told, found: Match) -> bool:
    """A card that could go to its foundation, does not go, and others that can go on it."""
    card, *others = cards_in(found[0])
    return goes_home(told, card) and all(
        fits(told.view, other, card) and home(told.view, other) < told.view.rules.packs for other in others
    )


def stays_on_waste(told: _Told, found: Match) -> bool:
    """A card of the waste that could go home, where several are drawn at once and another pass is to come."""
    rules = told.view.rules
    is_last = rules.passes is not None and told.view.pass_number >= rules.passes
    (card,) = cards_in(found[0])
    return told.view.waste[-1] == card and goes_home(told, card) and rules.draw > 1 and not is_last


def goes_home(told: _Told, card: str) -> bool:
    """Say whether a card could go to its foundation, and another move is advised."""
    moves = [move for move in map(Move.parse, told.view.legal) if move.target[:1] == "F"]
    return any(top(told.view, move.source) == card and move != told.move for move in moves)


def no_other(told: _Told, found: Match) -> bool:
    """No other card goes from place to place, but from a foundation."""
    moves = [move for move in map(Move.parse, told.view.legal) if move.target and move.source[0] != "F"]
    cards = [cards_at(told.view, place) for place in (told.move.source, told.move.partner) if place]
    named = cards_in(found["cards"] or "")
    return moves == [told.move] and all(any(card in pile for pile in cards) for card in named)


def where_it_lay(told: _Told, found: Match) -> bool:
    """The cards that can go where the card of the move lay, or that none can."""
    moves = [move for move in map(Move.parse, told.after.legal) if move.target == told.move.source]
    cards = {top(told.after, move.source) for move in moves}
    left = to_the_left(told.after, told.move.source)
    if found["nothing"]:
        named = cards_in(found[0])
        return not cards and named == ([left] if left else [])
    return cards >= set(cards_in(found[0])) != set() if "begin" in found[0] else cards == set(cards_in(found[0]))


def in_the_row(told: _Told, found: Match) -> bool:
    """A card goes after the one to the left of its place, perhaps as the last of so many of its row."""
    card, *rest = cards_in(found[0])
    left = to_the_left(told.view, told.move.target)
    at = (int(told.move.target[1:]) - 1) % told.view.rules.piles[0] + 1
    is_there = card == top(told.view, told.move.source) and rest == ([left] if left else [])
    return (
        is_there
        and is_in_row(told.after, told.move.target) == (found[1] is not None or not left)
        and int(found[1] or at) == at
    )


def rather_than(told: _Told, found: Match) -> bool:
    """Another card can go, and where it lies, or where the gap to the left of it is, a king is next to the left."""
    card, other = cards_in(found[0])
    move = next(m for m in map(Move.parse, told.view.legal) if m.target and top(told.view, m.source) == other)
    at = int(move.source[1:]) - 1
    width = told.view.rules.piles[0]
    world = told.world.clone()
    world.play(move)
    left = [top(world.view(), f"T{each + 1}") for each in range(at - at % width, at)]
    return card == top(told.view, told.move.source) and next(filter(None, reversed(left)), "")[:1] == "K"


def belongs_after_it(told: _Told, found: Match) -> bool:
    """The next card of the row after the one that has come to its place."""
    card = top(told.view, told.move.source)
    is_next = cards_in(found[0]) == [RANKS[RANKS.index(card[0]) + 1] + card[1]]
    return is_next and is_in_row(told.after, told.move.target)


def closer(told: _Told, found: Match) -> bool:
    """A card that one place fewer lies between it and another one, which it covers after so many more moves."""
    card, upon = cards_in(found[0])
    apart = []
    for view in (told.view, told.after):
        tops = [top(view, f"T{place}") for place in range(1, len(view.tableau) + 1)]
        apart.append(tops.index(card) - tops.index(upon))
    before, move, _after = list(told.tables())[int(found[1])]
    return apart[0] - apart[1] == 1 and said_of(before, move) == f"{card_name(card)} on {card_name(upon)}"


def next_comes(told: _Told, found: Match) -> bool:
    """The next move of the line."""
    made = list(told.tables())
    is_next = len(made) > 1 and said_of(*made[1][:2]) == found[1]
    return is_next and (found["goal"] is None or any(reaches(told, found["goal"], *each) for each in made[1:]))


def nearer_to_next(told: _Told, found: Match) -> bool:
    """All the cards on one that its foundation takes next, in the pile that the move takes cards from."""
    pile = cards_at(told.after, told.move.source)
    *above, card = cards_in(found[0])
    return pile[-len(above) - 1 :] == [card, *above[::-1]] and from_its_foundation(told.after, card) == 0


def gives_room(told: _Told, found: Match) -> bool:
    """The move empties its pile, and the named card goes there later."""
    pile = told.after.tableau[int(told.move.source[1:]) - 1]
    later = list(told.tables())[1:]
    filling = next((each for each in later if each[1].target == told.move.source), None)
    return (
        said_of(told.view, told.move) == found["move"]
        and not pile.up
        and not pile.down
        and filling is not None
        and cards_at(filling[0], filling[1].source)[-filling[1].cards] == card_of(found["card"])
    )


def fills_for_a_deal(told: _Told, _found: Match) -> bool:
    """The move fills an empty pile, and the stock, which deals to the piles, cannot be dealt before."""
    view = told.view
    return view.rules.stock == "piles" and view.stock > 0 and "deal" not in view.legal and is_on_gap(told)


def is_on_gap(told: _Told) -> bool:
    return told.move.target[:1] == "T" and not cards_at(told.view, told.move.target)


def followed(told: _Told, found: Match) -> bool:
    """The seen cards that can go to the waste after the hint's own."""
    plays = [move for move in map(Move.parse, told.after.legal) if move.target == "W"]
    tops = {top(told.after, move.source) for move in plays}
    seen = {card for pile in told.view.tableau for card in pile.up} | {card for card in told.view.cells if card}
    return set(cards_in(found["others"])) == tops & seen and told.move.target == "W"


def more_follow(told: _Told, found: Match) -> bool:
    """The unseen cards that can go on two cards of which each could go to the waste."""
    card, other = cards_in(found[0])

    def count(upon: str) -> int:
        apart = {abs(RANKS.index(upon[0]) + step) % len(RANKS) for step in (-1, 1)}
        if not told.view.rules.wrap:
            apart = {at for at in apart if abs(at - RANKS.index(upon[0])) == 1}
        is_end = told.view.rules.king_stops and upon[0] == "K"
        return 0 if is_end else sum(RANKS.index(each[0]) in apart for each in unseen(told))

    plays = {top(told.view, move.source) for move in map(Move.parse, told.view.legal) if move.target == "W"}
    return {card, other} <= plays and [count(card), count(other)] == [int(found[1]), int(found[2] or 0)]


def unseen(told: _Told) -> list[str]:
    """The cards that lie face down and have not been seen."""
    laid = told.world.to_json()
    hidden = list(zip(laid["stock"], told.known.stock, strict=True))
    for piles, known in ((laid["tableau"], told.known.tableau), (laid.get("reserve", []), told.known.reserve)):
        for pile, cards in zip(piles, known, strict=True):
            hidden += zip(pile["down"], cards, strict=True)
    return [card for card, seen in hidden if seen is None]


def touching(told: _Told, found: Match) -> bool:
    """The cards of the hint's pair, perhaps the only ones that can leave."""
    pairs = [move for move in map(Move.parse, told.view.legal) if move.target]
    tops = [top(told.view, place) for place in (told.move.source, told.move.partner)]
    return cards_in(found[0]) == tops and (pairs == [told.move] or "Only" not in found[0])


def closed_up(told: _Told) -> tuple[View, set[tuple[str, str]]]:
    """Return the table before the next deal, and the pairs of cards seen by then that touch after it."""
    world = told.world.clone()
    if not told.move.is_deal:
        world.play(told.move)
    before = world.view()
    seen = [pile.up[-1] for pile in before.tableau if pile.up]
    world.play("deal")
    after, places = world.view(), range(1, len(seen) + 1)
    assert [top(after, f"T{place}") for place in places] == seen
    moves = [move for move in map(Move.parse, after.legal) if move.partner]
    pairs = [(int(move.source[1:]), int(move.partner[1:])) for move in moves]
    return before, {(seen[one - 1], seen[other - 1]) for one, other in pairs if max(one, other) in places}


def touch_then(told: _Told, found: Match) -> bool:
    """The pairs of seen cards that touch after the next deal, by name or counted, or the new cards that it brings."""
    before, pairs = closed_up(told)
    if told.move.is_deal:
        moves = [move for move in map(Move.parse, told.view.legal) if move.partner]
        now = {(top(told.view, move.source), top(told.view, move.partner)) for move in moves}
        pairs = set() if pairs <= now else pairs
    if found["pair"]:
        return {tuple(cards_in(found["pair"]))} == pairs
    if found["count"]:
        return len(pairs) == int(found["count"])
    gaps = sum(not pile.up for pile in before.tableau)
    return not pairs and int(found["coming"]) == min(gaps, before.stock)


def deals_a_grid(told: _Told, found: Match) -> bool:
    """No cards can leave, or those that are named, and what the deal brings."""
    moves = [move for move in map(Move.parse, told.view.legal) if move.target]
    named = [said_of(told.view, move) for move in moves]
    if found["waiting"] is None:
        return not moves and touch_then(told, found)
    is_so = len(moves) > 1 if found["waiting"] == "the other moves" else named == [found["waiting"]]
    return is_so and touch_then(told, found)


def takes_a_card(told: _Told, found: Match) -> bool:
    """The unseen cards on which a card of the table goes, their number and their ranks, or those of the others."""
    if found[0].startswith("No card") and not nothing_goes(told, found):
        return False
    fresh = unseen(told)
    tops = [top(told.view, f"T{place}") for place in range(1, len(told.view.tableau) + 1)]

    def takes(rank: str) -> bool:
        world = told.world.rules
        return any(is_near(world, RANKS.index(each[0]) + 1, RANKS.index(rank) + 1) for each in tops if each)

    good = [card for card in fresh if takes(card[0])]
    named = {RANKS.index(each.replace("10", "T")) for each in re.findall(r"10|[A2-9JQK]", found["ranks"])}
    others = [card for card in fresh if card not in good] if "all but" in found[0] else good
    return [len(good), len(fresh)] == [int(found["count"]), int(found["all"])] and named == {
        RANKS.index(card[0]) for card in others
    }


def nothing_goes(told: _Told, found: Match) -> bool:
    """No card goes from place to place; where one is named, it lies on the waste."""
    moves = [move for move in map(Move.parse, told.view.legal) if move.target and move.source[0] != "F"]
    named = re.match(rf"No card goes on ({_CARD}),", found[0])
    return not moves and (named is None or top(told.view, "W") == card_of(named[1]))


def stops(told: _Told, found: Match) -> bool:
    """After the run of the line other cards could go on its last one, and the line draws."""
    made = list(takewhile(lambda each: each[1].target == "W", told.tables()))
    after = made[-1][2]
    tops = {top(after, move.source) for move in map(Move.parse, after.legal) if move.target == "W"}
    *cards, last = cards_in(found[0])
    return set(cards) == tops and after.waste[-1] == last and told.line[len(made)].is_draw


def complete(told: _Told, found: Match) -> bool:
    """The card goes to a foundation that takes none any more."""
    (card,) = cards_in(found[0])
    if told.move.target[:1] != "F" or cards_at(told.view, told.move.source)[-1] != card:
        return False
    if told.view.homes:
        at = int(told.move.target[1:]) - 1
        return len(told.after.homes[at]) == len(foundations_of(told.view.rules, told.view.lowest)[at])

    def full(view: View) -> int:
        return [view.foundations[card[1]], view.second_foundations.get(card[1], 0)].count(len(RANKS))

    return full(told.after) == full(told.view) + 1


def partner_later(told: _Told, found: Match) -> bool:
    """A card that comes free has no partner open, and the card on top of a pile lies on its partner."""
    freed, card, above = cards_in(found[0])
    ranks, total = [RANKS.index(each[0]) + 1 for each in (freed, card)], told.view.rules.sum
    tops = [top(told.after, f"T{place}") for place in range(1, len(told.after.tableau) + 1)]
    pairs = [move for move in map(Move.parse, told.after.legal) if move.target == "X"]
    is_pair = sum(ranks) == total if total else ranks[0] == ranks[1]
    is_on_it = any(pile.up[-2:] == (card, above) for pile in (*told.after.tableau, *told.after.reserve))
    is_open = any(freed in (top(told.after, move.source), top(told.after, move.partner)) for move in pairs)
    return (
        is_pair
        and is_on_it
        and freed in [*tops, *(pile.up[-1] for pile in told.after.reserve if pile.up)]
        and (not is_open)
    )


def freed_for(told: _Told, found: Match) -> bool:
    """A card that a move of the line lays bare goes somewhere later in it, or another one goes on it."""
    names = cards_in(found[0])
    made, freed = list(told.tables()), names[0] if "free then" in found[0] else names[1]
    for at, (before, move, after) in enumerate(made):
        if move.source[:1] != "T" or move.target[:1] == "X" or [top(after, move.source)] != [freed]:
            continue
        if top(before, move.source) == freed and len(cards_at(before, move.source)) == len(
            cards_at(after, move.source)
        ):
            continue
        for then, later, _after in made[at + 1 :]:
            if move.source not in (later.source, later.target):
                continue
            if "free then" in found[0] and said_of(then, later) == found["move"] and later.source == move.source:
                return True
            lead = cards_at(then, later.source)[-later.cards]
            if later.target == move.source and [lead, top(then, later.target)] == names:
                return True
            break
    return False


def is_meant(told: _Told, found: Match) -> bool:
    """A pile with the card that is moved, or the one it goes on, and another move of the same name elsewhere."""
    place, (card,) = f"T{found['n']}", cards_in(found[0])
    moves = [move for move in map(Move.parse, told.view.legal) if move != told.move]
    alike = [move for move in moves if said_of(told.view, move) == said_of(told.view, told.move)]
    if place == told.move.source and cards_at(told.view, place)[-told.move.cards] == card:
        return any(move.source != place for move in alike)
    return place == told.move.target and top(told.view, place) == card and any(m.target != place for m in alike)


def goes_on(told: _Told, found: Match) -> bool:
    """Something that the line comes to."""
    return any(reaches(told, found["goal"], *each) for each in list(told.tables())[1:])


def lies_on(told: _Told, found: Match) -> bool:
    """Other places for the same cards lie on more cards that are face down, or on as many."""
    named, own = card_of(found[1]), told.view.tableau[int(told.move.target[1:]) - 1]
    places = [
        told.view.tableau[int(move.target[1:]) - 1]
        for move in map(Move.parse, told.view.legal)
        if (move.source, move.cards) == (told.move.source, told.move.cards) and move.target[:1] == "T"
    ]
    others = [place for place in places if place.up[-1:] == (named,) and place != own]
    if found.lastindex == 1:
        return any(place.down == own.down for place in others)
    is_named = found["upon"] == card_name(own.up[-1])
    return is_named and own.down == int(found[4]) and any(place.down == int(found[2]) > own.down for place in others)


def missed_by_none(told: _Told, found: Match) -> bool:
    """A card on which nothing can go that is not home."""
    card, *others = cards_in(found[0])
    every = {rank + suit for rank in RANKS for suit in SUITS if fits(told.view, rank + suit, card)}
    return every == set(others) and all(home(told.view, other) == told.view.rules.packs for other in every)


def hidden_beneath(view: View, move: Move) -> int:
    """Return how many cards lie face down where a move turns one up."""
    if move.source[:1] != "T" or not move.target or move.is_merci:
        return 0
    pile = view.tableau[int(move.source[1:]) - 1]
    return pile.down if len(pile.up) == move.cards else 0


def depths(told: _Told) -> dict[str, int]:
    """Return how many cards lie face down in the other piles whose next card can be turned up now."""
    moves = [move for move in map(Move.parse, told.view.legal) if move.source != told.move.source]
    return {cards_at(told.view, move.source)[0]: n for move in moves if (n := hidden_beneath(told.view, move))}


def only_one_that_turns(told: _Told, found: Match) -> bool:
    return hidden_beneath(told.view, told.move) > 0 and not depths(told)


def depth(told: _Told, found: Match) -> bool:
    """Compare face-down cards: fewest if the pile is empty sooner, else most."""
    own, others = hidden_beneath(told.view, told.move), depths(told)
    count, more, other = int(found["count"]), int(found["more"]), card_of(found["other"])
    is_extreme = own < min(others.values()) if found["sooner"] else own > max(others.values())
    is_own = cards_at(told.view, told.move.source)[-told.move.cards] == card_of(found["card"])
    return is_own and is_extreme and own == count and others[other] == more


def kept(told: _Told, found: Match) -> bool:
    """Another card goes on a place later that the hint's card could go on now, or off with one of its pair."""
    place, card = cards_in(found[0])
    for before, move, _after in list(told.tables())[1:]:
        if move.target == "X":
            pair = {top(before, move.source), top(before, move.partner)} if move.partner else set()
            if pair == {place, card}:
                return True
        elif cards_at(before, move.source)[-move.cards] == card and top(before, move.target) == place:
            return True
    return False


def one_suit(told: _Told, found: Match) -> bool:
    """The card and what it goes on are of one suit, where only such cards move on; another place is of another suit."""
    lead = cards_at(told.view, told.move.source)[-told.move.cards]
    named = cards_in(found[0])
    upon = top(told.view, told.move.target)
    return (
        told.view.rules.groups == "suit"
        and lead[1] == upon[1]
        and upon in named
        and (named[-1][1] != lead[1] if "other" in found[0] else lead in named)
    )


def does(told: _Told, found: Match) -> bool:
    """A card goes on another one or to its foundation; a card is turned up, a pile or a cell emptied."""
    card, *upon = cards_in(found["goes"])
    place, end = told.move.source, found["end"] or ""
    cards = cards_at(told.view, place)
    is_there = cards[-told.move.cards] == card and (not upon or upon == [top(told.view, told.move.target)])
    if "turned up" in end and place[0] == "R":
        pile = told.view.reserve[int(place[1:]) - 1]
        return is_there and pile.down > 0 and len(pile.up) == 1
    if "turned up" in end:
        return is_there and hidden_beneath(told.view, told.move) > 0
    if "leaves" in end:
        return is_there and len(cards) == told.move.cards and not hidden_beneath(told.view, told.move)
    return is_there and ("cell" in end) == (place[0] == "C")


def joins(told: _Told, found: Match) -> bool:
    """A card joins one of its suit; so many cards are a run of the suit then."""
    card, upon = cards_in(found[0])
    pile = cards_at(told.after, told.move.target)
    at = len(cards_at(told.view, told.move.target))
    if found[1] is None:
        return sum(told.after.foundations.values()) > sum(told.view.foundations.values())
    low = high = at
    while low > 0 and _is_next(pile[low - 1], pile[low]):
        low -= 1
    while high + 1 < len(pile) and _is_next(pile[high], pile[high + 1]):
        high += 1
    return [pile[at], pile[at - 1]] == [card, upon] and int(found[1]) == high - low + 1


def _is_next(lower: str, upper: str) -> bool:
    return lower[1] == upper[1] and RANKS.index(lower[0]) == RANKS.index(upper[0]) + 1


def pair_off(told: _Told, found: Match) -> bool:
    """Cards leave the table; others come free."""
    taken = sorted(cards_in(found["cards"]))
    freed = set(cards_in(found["freed"]))
    places = [place for place in (told.move.source, told.move.partner) if place]
    own = [cards_at(told.view, places[0])[-2:]] if len(set(places)) < len(places) else None
    cards = own or [[top(told.view, place)] for place in places]
    free = {pile.up[-1] for pile in (*told.after.tableau, *told.after.reserve) if pile.up} | set(told.after.waste[-1:])
    return taken == sorted(card for some in cards for card in some) and freed <= free


def uncovers(told: _Told, found: Match) -> bool:
    """Cards leave the table, and others are covered by fewer cards, or a face-down one lies free."""
    places = {int(place[1:]) - 1 for place in (told.move.source, told.move.partner) if place[:1] == "T"}
    covered = [
        told.view.tableau[at].up[-1]
        for at, over in enumerate(covers_of(told.view.rules))
        if places & set(over) and told.view.tableau[at].up
    ]
    return sorted(cards_in(found["below"])) == sorted(covered)


def new_card(told: _Told, found: Match) -> bool:
    """So many cards are turned up by the move."""
    down = [sum(pile.down for pile in view.tableau) for view in (told.view, told.after)]
    return down[0] - down[1] == (int(found["turned"]) if found["turned"] else 1)


def kings(told: _Told, found: Match) -> bool:
    """An emptied pile, and cards that can go there."""
    moves = [move for move in map(Move.parse, told.after.legal) if move.target == told.move.source]
    leads = {cards_at(told.after, move.source)[-move.cards] for move in moves if move.source[0] != "F"}
    return not top(told.after, told.move.source) and set(cards_in(found[0])) <= leads


def frees_nothing(told: _Told, found: Match) -> bool:
    """No card comes free that was covered."""
    free = ({top(view, f"T{n}") for n in range(1, view.rules.places + 1)} for view in (told.after, told.view))
    return next(free) <= next(free) | {""}


def one_left(told: _Told, found: Match) -> bool:
    """Of the two cards on a face-down one, one is left."""
    own = int(told.move.source[1:]) - 1
    for at, over in enumerate(covers_of(told.view.rules)):
        others = [top(told.view, f"T{each + 1}") for each in over if each != own]
        if own in over and told.view.tableau[at].down and others == [card_of(found["left"])]:
            return True
    return False


def higher(told: _Told, found: Match) -> bool:
    """A card goes since one of its suit is higher; another one may come free."""
    card, other, *freed = cards_in(found[0])
    order = "23456789TJQKA"
    is_open = other in [pile.up[-1] for pile in told.view.tableau if pile.up]
    is_freed = not freed or freed == [top(told.after, told.move.source)]
    return is_open and card[1] == other[1] and order.index(card[0]) < order.index(other[0]) and is_freed


def comes_free(told: _Told, found: Match) -> bool:
    """A card goes to its place; another one is then free."""
    card, *rest = cards_in(found[0])
    return cards_at(told.view, told.move.source)[-told.move.cards] == card and rest[-1] == top(
        told.after, told.move.source
    )


def next_on_foundation(told: _Told, found: Match) -> bool:
    at = int(told.move.target[1:]) - 1
    rank, suits = foundations_of(told.view.rules, told.view.lowest)[at][len(told.after.homes[at])]
    return cards_in(found[0])[1:] == [RANKS[rank - 1] + SUITS[suit] for suit in suits]


def run(told: _Told, found: Match) -> bool:
    """A run to the waste, its cards, their number, and what comes free after it."""
    count = int(found["count"])
    made = list(told.tables(told.line[:count]))
    waste = list(made[-1][2].waste[-count:])
    cards = cards_in(found["cards"])
    freed = cards_in(found["freed"] or "")
    named = waste[:3] + waste[-1:] if "…" in found["cards"] else waste
    turned = sum(
        before.down - after.down for before, after in zip(made[0][0].tableau, made[-1][2].tableau, strict=True)
    )
    return (
        named == cards
        and ("clear the table" not in found[0] or made[-1][2].result == "won")
        and (not found["turned"] or int(found["turned"]) == turned)
        and set(freed) <= {top(made[-1][2], move.source) for _before, move, _after in made}
    )


def shorter(told: _Told, found: Match) -> bool:
    """No order of seen cards that begins with a card takes more to the waste than is said."""
    start = next(
        m for m in map(Move.parse, told.view.legal) if m.target == "W" and top(told.view, m.source) == card_of(found[1])
    )
    world = told.world.clone()
    world.play(start)
    return _longest(world, sum(pile.down for pile in told.view.tableau), {}) == int(found[2])


def _longest(world: Position, down: int, known: dict[bytes, int]) -> int:
    """Return how many cards can go to the waste, the last one included, before one is turned up."""
    if sum(pile.down for pile in world.view().tableau) < down:
        return 1
    key = world.layout.key()
    if key not in known:
        most = 0
        for move in world.legal_moves:
            if move.target == "W":
                after = world.clone()
                after.play(move)
                most = max(most, _longest(after, down, known))
        known[key] = 1 + most
    return known[key]


def comes_by_draws(told: _Told, found: Match) -> bool:
    """A card comes by a number of draws and goes where it is said; perhaps to a goal, and nothing else gets on."""
    draws = sum(move.is_draw for move in _before_play(told.line))
    view, move = next((before, move) for before, move, _after in told.tables() if move.target)
    said = 1 if found["times"] in ("once", None) else int(found["times"].split()[0])
    is_there = top(view, "W") == card_of(found["card"]) and "W" in (move.source, move.partner) and draws == said
    if move.target == "X":
        pair = {top(view, place) for place in (move.source, move.partner) if place}
        return is_there and pair >= set(map(card_of, re.findall(_CARD, found["use"])[:1]))
    goal = re.search(r", to ([^;]+?)(?:;|$)", found["use"])
    is_reached = goal is None or any(
        reaches(_Told(view, Hint(move, 1.0, (move,)), _unknown(view)), goal[1], *each) for each in told.tables()
    )
    others = map(Move.parse, told.view.legal) if "no other move" in found["use"] else ()
    return is_there and is_reached and not any(m.target[:1] == "F" or hidden_beneath(told.view, m) for m in others)


def _unknown(view: View) -> Known:
    return Known(
        (None,) * view.stock,
        tuple((None,) * p.down for p in view.tableau),
        tuple((None,) * p.down for p in view.reserve),
    )


def _before_play(line: Sequence[Move]) -> Iterator[Move]:
    for move in line:
        if move.target:
            return
        yield move


def deals(told: _Told, found: Match) -> bool:
    """Why the stock is dealt: which moves there are not."""
    view = told.view
    moves = [move for move in map(Move.parse, view.legal) if move.target and move.source[0] != "F"]
    telling = [move for move in moves if is_gain(view, move)]
    if found[0].startswith("No card can go"):
        return not moves
    return bool(telling) == found[0].startswith("Deal")


def is_gain(view: View, move: Move) -> bool:
    """Say whether a move brings a card home, turns one up, empties a pile, or puts a card in order that is not."""
    if move.target[0] in "FXW" or hidden_beneath(view, move):
        return True
    cards, upon = cards_at(view, move.source), top(view, move.target)
    if move.target[0] != "T" or not upon:
        return False
    if move.source[0] != "T" or len(cards) == move.cards:
        return True
    card, below = cards[-move.cards], cards[-move.cards - 1]
    if view.rules.aim == "runs" and card[1] == upon[1] != below[1]:
        return True
    return not fits(view, card, below)


def fits_there(told: _Told, found: Match) -> bool:
    """The card that is moved did not lie on one that it fits, and does now."""
    cards, upon = cards_at(told.view, told.move.source), top(told.view, told.move.target)
    card, beneath = cards[-told.move.cards], cards[-told.move.cards - 1]
    is_so = fits(told.view, card, upon) and not fits(told.view, card, beneath)
    return is_so and cards_in(found[0]) == [card, beneath, upon]


_GOAL: Final = r"(?P<goal>(?:free|bring|turn up|empty|take off|join|play|put|lay|begin|complete|make room) [^.,:]+)"
_THEN: Final = (
    rf"(?:(?P<pair>{_CARD} and {_CARD}) touch(?: then)?|(?P<count>\d+) pairs?(?: of them)? touch(?:es)?(?: then)?"
    r"|(?P<coming>\d+) cards? of the stock fills? the rest)"
)
"""What a deal brings in a grid that closes up."""
_CLAIMS: Final[list[tuple[str, Callable[[_Told, Match], bool]]]] = [
    (rf"To {_GOAL}: (?P<line>.+), and (?P<count>\d+) more moves?\.", long_plan),
    (rf"Then (?P<line>{_CARD} .+?) and (?P<count>\d+) more moves?, to {_GOAL}\.", long_plan),
    (rf"To {_GOAL}: (?P<line>.+)\.", plan),
    (rf"With ({_CARD}) home, {_RUN} follows?\.", with_it_home),
    (rf"No card can be turned up sooner than the one beneath ({_CARD})\.", soonest),
    (rf"No card can go to a foundation sooner than ({_CARD})\.", soonest),
    (rf"The card beneath (?P<card>{_CARD}) is the last of its pile that is face down\.", pile_depth),
    (rf"More cards lie face down beneath (?P<card>{_CARD}) than in any other pile: (?P<count>\d+)\.", pile_depth),
    (rf"Only (?P<count>\d+) cards lie face down beneath (?P<card>{_CARD}): its pile hides the fewest\.", pile_depth),
    (r"This way (\d+) cards come home before the rest are laid out again\.", before_the_shuffle),
    (
        r"Then the rest are laid out again: no way was found to bring more of them home\.",
        lambda told, _found: told.line[1].is_redeal,
    ),
    (rf"{_CARD} (?:and|to) {_CARD} then move as one(?: run of (\d+) cards)?\.", one_run),
    (
        rf".*(?:draw|Draw).*: (?P<why>(?P<open>{_CARD} stays open for .+)|.+ would help"
        r"|the last unseen card fits at once, .+)\.",
        drawn_for,
    ),
    (rf"When (?:10|[A2-9JQK]) of any suit comes, it can go on {_CARD}\.", comes_of_any_suit),
    (rf"In the next (?P<count>\d+) moves (?P<cards>{_RUN}) go to the foundations\.", soon),
    (rf"Then (?P<cards>{_RUN}) follows? to (?:a foundation|the foundations)\.", follow),
    (rf"Then (?P<line>{_CARD} (?:on|to|off|and).*?)(?:, to {_GOAL})?\.", then),
    (r"It is needed so that ([^:]+)\.", lambda told, found: is_needed(told, found[1])),
    (
        rf"(?P<move>{_CARD} can then (?:go|cover|join) .+?)"
        r"(?P<turns>, which (?:turns up the card beneath|leaves its pile empty))?\.",
        is_new,
    ),
    (rf"{_CARD} does not fit on {_CARD}, but on {_CARD} it does\.", fits_there),
    (rf"When {_CARDS} comes, it can go on {_CARD}\.", comes),
    (rf"When {_CARDS} comes free, it can go to the empty pile\.", for_a_king),
    (rf"Then only ({_CARD}) lies on (?:a card that is face down|(\d+) cards that are face down)\.", only_on_hidden),
    (r"(.+) can follow\.", can_follow),
    (rf"({_CARD}) would turn one up as well, with as many face down beneath it\.", as_deep),
    (rf"{_CARD} is nearer to its foundation than {_CARD}, so it stays open\.", nearer),
    (rf"On {_CARD} it would bury {_CARD} deeper\.", buries),
    (rf"(?P<cards>{_CARDS}) would (?:free|uncover) (?:only (?P<freed>{_CARDS})|no card)\.", frees_less),
    (r"The cell is empty again after (\d+) more moves?\.", cell_again),
    (
        rf"{_CARD} goes (?:on {_CARD}|to its foundation), and "
        rf"(?:(?P<filler>{_CARD}) of the (?:waste|reserve)|(?P<new>a new card of the stock)) fills its place\.",
        filled,
    ),
    (rf"After {_CARD} that foundation takes any (\w+)\.", any_rank),
    (rf"{_CARD} has its turn later, on {_CARD}\.", later_turn),
    (rf"{_CARDS} would turn none up\.", turns_none),
    (rf"A cell takes ({_CARD}), then ({_RUN}) go to the waste\.", cell_run),
    (rf"{_CARD} need not go to its foundation yet, as {_CARDS} may still go on it\.", waits),
    (rf"{_CARD} stays on the waste for now: without it other cards would come up in the next pass\.", stays_on_waste),
    (rf"Only (?P<cards>{_CARDS}) (?:has a place|can go off) now\.|No other card goes on {_CARD}\.", no_other),
    (r"Where it lay, (?P<nothing>nothing )?.*can (?:go|begin the row).*\.", where_it_lay),
    (rf"{_CARD} belongs after it\.", belongs_after_it),
    (rf"{_CARD} (?:begins a row|follows {_CARD}(?:: (\d+) cards of its row lie in order)?)\.", in_the_row),
    (rf"{_CARD} goes rather than {_CARD}, which would leave a gap that nothing can fill\.", rather_than),
    (rf"That brings {_CARD} one place closer to {_CARD}, which it covers (\d+) moves? later\.", closer),
    (
        r"Then all cards lie in a single pile\.|It leads to a single pile in (\d+) moves\.",
        lambda told, found: len(told.line) == int(found[1] or 1) and list(told.tables())[-1][2].result == "won",
    ),
    (
        rf"{_CARD} needs no partner, so no pair is lost\.",
        lambda told, _found: told.move.target == "X" and not told.move.partner,
    ),
    (rf"Next comes ([^,]+)(?:, to {_GOAL})?\.", next_comes),
    (rf"From there it goes on, to {_GOAL}\.", goes_on),
    (
        rf"On ({_CARD}) it would lie on (\d+) cards? that (?:is|are) face down, on (?P<upon>{_CARD}) on (\d+)\.",
        lies_on,
    ),
    (rf"It could just as well go on ({_CARD})\.", lies_on),
    (rf"Nothing is left to go on {_CARD}: {_CARDS} (?:is|are) home already\.", missed_by_none),
    (rf"Only {_CARD} turns a card up now\.", only_one_that_turns),
    (
        rf"Beneath (?P<card>{_CARD}) lies? (?P<count>\d+) cards? face down, beneath (?P<other>{_CARD}) (?:only )?"
        r"(?P<more>\d+)(?:(?P<sooner>: its pile is empty sooner)|: the deeper pile holds back more)\.",
        depth,
    ),
    (rf"Take {_CARDS} off: that takes a card off (?P<below>{_CARDS})\.", uncovers),
    (r"\d+ more cards? can go: .+\.", lambda told, _found: told.given.winnable == 0),
    (rf"Take {_CARD}: (?:a new card comes|(?P<turned>\d+) new cards come) free\.", new_card),
    (rf"Take {_CARD}: (?P<others>{_CARDS}) can follow it\.", followed),
    (rf"(\d+) unseen cards? goe?s? on {_CARD}, on {_CARD} (?:only (\d+)|none)\.", more_follow),
    (rf"Then only {_CARDS} lies? on {_CARD}, which its foundation takes next\.", nearer_to_next),
    (rf"To give (?P<card>{_CARD}) an empty pile: (?P<move>.+)\.", gives_room),
    (
        r"The empty pile can take any card\.",
        lambda told, _found: told.view.rules.empty == "any" and not cards_at(told.after, told.move.source),
    ),
    (r"The stock is not dealt while a pile is empty\.", fills_for_a_deal),
    (
        r"There the next draw cannot cover it\.",
        lambda told, _found: is_on_gap(told) and told.move.source == "W" and told.view.stock > 0,
    ),
    (rf"(?:{_CARD} and {_CARD} touch|Only {_CARD} and {_CARD} touch now)\.", touching),
    (rf"Once the others have closed up, {_THEN}\.", touch_then),
    (r"That makes room for (?P<coming>\d+) cards? of the stock\.(?P<pair>)(?P<count>)", touch_then),
    (rf"(?:No pair touches now, so deal|Deal first, (?P<waiting>.+) can wait): {_THEN}\.", deals_a_grid),
    (r"That clears the table\.", lambda told, _found: told.after.result == "won"),
    (
        r".* (?P<count>\d+) of the (?P<all>\d+) unseen cards \((?P<ranks>[^)]+)\) would take a card\.",
        takes_a_card,
    ),
    (rf"No (?:card goes on {_CARD}|cards? can go (?:anywhere|off) now), so draw: .*\d of the .+\.", nothing_goes),
    (rf"{_CARDS} could go on {_CARD} too, but a draw went better in the games looked ahead\.", stops),
    (rf"With {_CARD} its foundation is complete\.", complete),
    (rf"{_CARD} can go off with {_CARD} once {_CARD} is gone\.", partner_later),
    (rf"{_CARD} is free then: (?P<move>[^:]+)\.", freed_for),
    (rf"{_CARD} can go on {_CARD} then\.", freed_for),
    (rf"{_CARD} of pile (?P<n>\d+) is meant\.", is_meant),
    (rf"The empty pile can take {_CARDS}\.", kings),
    (rf"Take (?P<cards>{_CARDS}) off\.(?P<freed>)", pair_off),
    (rf"Take {_CARDS} off: (?:they|it) would only be in the way later\.", frees_nothing),
    (rf"{_CARD} goes on {_CARD}: of the two on a face-down card, only (?P<left>{_CARD}) is left\.", one_left),
    (rf"{_CARD} is kept for {_CARD}\.", kept),
    (rf"{_CARD} and {_CARD} are of one suit, so they move on together\.", one_suit),
    (rf"With {_CARD} it can move on as one, with {_CARD} it could not: that is of another suit\.", one_suit),
    (rf"Take {_CARD} off: {_CARD} is higher in its suit(?:, and {_CARD} comes free)?\.", higher),
    (
        rf"(?P<goes>{_CARD} (?:of the waste )?goes (?:on {_CARD}|to its foundation|to an empty pile))"
        r"(?P<end>, and the card beneath(?: it)? is turned up| and leaves its pile empty|, and its cell is empty)?\.",
        does,
    ),
    (
        rf"{_CARD} joins {_CARD}: "
        r"(?:(\d+) cards of one suit(?: in a row|, which move as one)|a suit from king to ace is complete)\.",
        joins,
    ),
    (rf"Take (?P<cards>{_CARDS}) off: (?P<freed>{_CARDS}) comes? free\.", pair_off),
    (
        rf"{_CARD} (?:of the (?:waste|reserve) )?goes (?:on|to) .+, and {_CARD} comes free(?: for its foundation)?\.",
        comes_free,
    ),
    (rf"A cell takes {_CARD}, and {_CARD} comes free\.", comes_free),
    (rf"After {_CARD} that foundation takes {_CARDS}\.", next_on_foundation),
    (
        r"Take (?P<cards>.+) one after the other: (?:a run of|these) (?P<count>\d+) cards(?: clear the table)?"
        r"(?:, and then (?:(?P<freed>[^.]+?) comes? free|a new one comes free|(?P<turned>\d+) new ones come free))?\.",
        run,
    ),
    (rf"With ({_CARD}) first only (\d+) cards? could go\.", shorter),
    (
        r"(?:Turn the waste over and draw|Draw) (?P<times>once|\d+ times)(?:,? .+?)?: then "
        rf"(?P<card>{_CARD}) comes, and (?P<use>.+)\.",
        comes_by_draws,
    ),
    (
        rf"Draw on: (?P<card>{_CARD}) comes (?:with the (?P<next>next) draw|in (?P<times>\d+ draws)), "
        r"and (?P<use>.+)\.",
        comes_by_draws,
    ),
    (r".+, so deal: \d+ cards? (?:is|are) left in the stock\.", deals),
    (r"Deal first, .+ can wait: \d+ cards? (?:is|are) left in the stock\.", deals),
    (r"Deal.+ in the games looked ahead: \d+ cards? (?:is|are) left in the stock\.", deals),
]
