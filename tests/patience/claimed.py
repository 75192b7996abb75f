"""The claims in the sentences of a hint at patience, read from the words alone and checked by playing the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from spite_and_malice.patience import Hint, Move, Position
from spite_and_malice.patience.core import pair_index, rank_of
from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.tables import covers_of, fit_tables, foundations_of
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name
from tests.analysis.claimed import sentences

_SIGNS: Final = dict(zip("♠♥♦♣", "shdc", strict=True))
_CARD: Final = r"(?:10|[A2-9JQK])[♠♥♦♣]"
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
        self.given, self.view, self.move = given, view, given.move
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
    upon = cards_at(view, move.target)
    return f"{name} on {card_name(upon[-1])}" if upon else f"{name} to an empty pile"


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
    if goal.startswith("turn up"):
        return lead == named[0] and sum(p.down for p in after.tableau) < sum(p.down for p in before.tableau)
    if "foundation" in goal:
        is_above = len(named) < 2 or any(pair == tuple(named) for p in told.view.tableau for pair in pairwise(p.up))
        return lead == named[0] and move.target[0] == "F" and is_above
    if goal.startswith("take off"):
        return move.target == "X" and named[0] in (top(before, move.source), top(before, move.partner))
    if goal.startswith("empty the pile") and move.source[0] == "T":
        pile = after.tableau[int(move.source[1:]) - 1]
        is_there = lead in cards_at(told.view, move.source) and bool(top(before, move.target))
        return lead == named[0] and not pile.up and not pile.down and is_there
    if goal.startswith("empty the"):
        return lead == named[0] and move.source[0] in "CP"
    if goal.startswith("play"):
        return lead == named[0] and move.source[0] in "WR"
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


def plan(told: _Told, found: Match) -> bool:
    """First some moves, perhaps to a goal: they can be made, reach it, and not without the first one."""
    names = found["line"].split(", then ")
    goal = found["goal"]
    ways = list(plays(told, names, begun=True))
    if goal is None:
        card = names[-1].split()[0]
        goal = f"take off {card}" if names[-1].endswith(" off") else f"bring {card} to its foundation"
        return any(move.target[0] in "FX" for _world, _before, move, _after in ways) and is_goal_of_line(told, goal, 2)
    is_reached = any(reaches(told, goal, before, move, after) for _world, before, move, after in ways)
    return is_reached and is_goal_of_line(told, goal, len(names))


def then(told: _Told, found: Match) -> bool:
    """Then some moves follow the hint's own, perhaps to a goal."""
    names = [said_of(told.view, told.move), *found["line"].split(", then ")]
    ways = list(plays(told, names, begun=True))
    goal = found["goal"]
    return bool(ways) and (
        goal is None or any(reaches(told, goal, before, move, after) for _world, before, move, after in ways)
    )


def first_of(told: _Told, found: Match) -> bool:
    """The first of a number of moves to a goal, of which it makes another one possible."""
    groups = found.groupdict()
    if groups.get("move") and said_of(told.view, told.move) != groups["move"]:
        return False
    if groups.get("below") and card_of(groups["below"]) != top(told.after, told.move.source):
        return False
    use = groups.get("use")
    return is_goal_of_line(told, found["goal"], int(found["count"])) and (not use or is_needed(told, use))


def is_needed(told: _Told, use: str) -> bool:
    """Say whether a named move is in the line, and not where the line is played without its first move."""
    with_it, without = (
        [said_of(before, move) for before, move, _after in told.tables(line)] for line in (told.line, told.line[1:])
    )
    return with_it[1:].count(plain(use)) > without.count(plain(use))


def follow(told: _Told, found: Match) -> bool:
    """Cards that go to foundations one after the other."""
    cards = cards_in(found["cards"])
    made = list(told.tables())[1 : len(cards) + 1]
    return [top(before, move.source) for before, move, _after in made] == cards and all(
        move.target[0] == "F" for _before, move, _after in made
    )


def is_new(told: _Told, found: Match) -> bool:
    """A move that can be made after the hint's own and not before, perhaps one that turns up a card."""
    name = plain(found["move"])
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
    pile = told.after.tableau[int(after[name].source[1:]) - 1] if after[name].source[0] == "T" else None
    return found["turns"] is None or (pile is not None and len(pile.up) == after[name].cards and pile.down > 0)


def fits(view: View, card: str, upon: str) -> bool:
    return bool(fit_tables(view.rules, view.lowest)[1][pair_index(card_code(card), card_code(upon))])


def home(view: View, card: str) -> int:
    """Count the copies of a card on the foundations."""
    above = (rank_of(card_code(card)) - view.lowest) % len(RANKS)
    return sum(height > above for height in (view.foundations[card[1]], view.second_foundations.get(card[1], 0)))


def takes(told: _Told, found: Match) -> bool:
    """A card that lies open after the move, and cards that fit on it and are not all home."""
    below, *cards = cards_in(found[0])
    is_open = below in [top(told.after, place) for place in (told.move.source, told.move.target)]
    return is_open and all(
        fits(told.view, card, below) and home(told.after, card) < told.view.rules.packs for card in cards
    )


def waits(told: _Told, found: Match) -> bool:
    """A card that could go to its foundation, and others that can go on it."""
    lead, card, *others = cards_in(found[0])
    goes = any(top(told.view, m.source) == card and m.target[0] == "F" for m in map(Move.parse, told.view.legal))
    return (
        goes
        and lead == cards_at(told.view, told.move.source)[-told.move.cards]
        and all(fits(told.view, other, card) and home(told.view, other) < told.view.rules.packs for other in others)
    )


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
    return is_extreme and own == count and others[other] == more


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
    down = (sum(pile.down for pile in view.tableau) for view in (told.view, told.after))
    return next(down) > next(down)


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


def open_ace_game(told: _Told, found: Match) -> bool:
    return card_of(found[1]) == top(told.after, told.move.source) and told.view.rules.aim == "aces"


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
    return (
        waste[: len(cards)] == cards
        and ("so on" in found["cards"] or len(cards) == count)
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
    said = 1 if found["times"] == "once" else int(found["times"].split()[0])
    is_there = top(view, "W") == card_of(found["card"]) and move.source == "W" and draws == said
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
    telling = [move for move in moves if move.target[0] in "FX" or hidden_beneath(view, move) or _joins(view, move)]
    if found[0].startswith("Nothing else"):
        return not moves
    return bool(telling) == found[0].startswith("Deal")


def _joins(view: View, move: Move) -> bool:
    upon = top(view, move.target)
    return view.rules.aim == "runs" and bool(upon) and cards_at(view, move.source)[-move.cards][1] == upon[1]


_GOAL: Final = r"(?P<goal>(?:free|bring|turn up|empty|take off|join|play) [^.,]+)"
_CLAIMS: Final[list[tuple[str, Callable[[_Told, Match], bool]]]] = [
    (rf"First (?P<line>.+?)(?:, to {_GOAL})?\.", plan),
    (rf"Then {_CARDS} and so on follow to the foundations\.", lambda _told, _found: True),
    (rf"Then (?P<cards>{_CARDS}) follows? to (?:a foundation|the foundations)\.", follow),
    (rf"Then (?P<line>{_CARD} (?:on|to|off|and).*?)(?:, to {_GOAL})?\.", then),
    (rf"It is the first of (?P<count>\d+) moves to {_GOAL}\.", first_of),
    (rf"It is needed so that (?P<use>.+): the first of (?P<count>\d+) moves to {_GOAL}\.", first_of),
    (r"It is needed so that ([^:]+)\.", lambda told, found: is_needed(told, found[1])),
    (
        rf"(?P<move>[^:]+?), which frees (?P<below>{_CARD}): the first of (?P<count>\d+) moves to {_GOAL}\.",
        first_of,
    ),
    (rf"(?P<move>[^:]+?)(?:, so that (?P<use>[^:]+))?: the first of (?P<count>\d+) moves to {_GOAL}\.", first_of),
    (rf"(?P<move>{_CARD} can then (?:go|cover) .+?)(?P<turns>, which turns up the card beneath)?\.", is_new),
    (rf"Open, {_CARD} can take {_CARDS}\.", takes),
    (rf"{_CARD} goes first: {_CARD} need not go to its foundation yet, as {_CARDS} may still go on it\.", waits),
    (rf"Nothing is left to go on {_CARD}: {_CARDS} (?:is|are) home already\.", missed_by_none),
    (rf"No card goes on {_CARD}, so the table does not need it\.", missed_by_none),
    (rf"Only {_CARD} turns a card up now\.", only_one_that_turns),
    (
        rf"Beneath it lies? (?P<count>\d+) cards? face down, under (?P<other>{_CARD}) (?:only )?(?P<more>\d+)"
        r"(?P<sooner>: this pile is empty sooner)?\.",
        depth,
    ),
    (rf"Take {_CARDS} off: that takes a card off (?P<below>{_CARDS})\.", uncovers),
    (r"\d+ more cards? can go: .+\.", lambda told, _found: told.given.winnable == 0),
    (rf"Take {_CARD}: a new card comes free\.", new_card),
    (rf"The empty pile can take {_CARDS}\.", kings),
    (rf"Take {_CARDS} off: (?:they|it) would only be in the way later\.", frees_nothing),
    (rf"{_CARD} goes on {_CARD}: of the two on a face-down card, only (?P<left>{_CARD}) is left\.", one_left),
    (rf"{_CARD} is kept for {_CARD}\.", kept),
    (rf"{_CARD} and {_CARD} are of one suit, so they move on together\.", one_suit),
    (rf"With {_CARD} it can move on as one, with {_CARD} it could not: that is of another suit\.", one_suit),
    (rf"Open, ({_CARD}) beats lower cards of its suit as they come\.", open_ace_game),
    (rf"Take {_CARD} off: {_CARD} is higher in its suit(?:, and {_CARD} comes free)?\.", higher),
    (
        rf"(?P<goes>{_CARD} (?:of the waste )?goes (?:on {_CARD}|to its foundation|to an empty pile))"
        r"(?P<end>, and the card beneath(?: it)? is turned up| and leaves its pile empty|, and its cell is empty)?\.",
        does,
    ),
    (rf"{_CARD} joins {_CARD}: (?:(\d+) cards of one suit in a row|a suit from king to ace is complete)\.", joins),
    (rf"Take (?P<cards>{_CARDS}) off: (?P<freed>{_CARDS}) comes? free\.", pair_off),
    (
        rf"{_CARD} (?:of the (?:waste|reserve) )?goes (?:on|to) .+, and {_CARD} comes free(?: for its foundation)?\.",
        comes_free,
    ),
    (rf"A cell takes {_CARD}, and {_CARD} comes free\.", comes_free),
    (rf"After {_CARD} that foundation takes {_CARDS}\.", next_on_foundation),
    (
        r"Take (?P<cards>.+) one after the other: a run of (?P<count>\d+) cards"
        r"(?:, and then (?:(?P<freed>[^.]+) comes? free|a new one comes free))?\.",
        run,
    ),
    (rf"With ({_CARD}) first only (\d+) cards? could go\.", shorter),
    (
        r"(?:Turn the waste over and draw|Draw) (?P<times>once|\d+ times)(?:,? .+?)?: then "
        rf"(?P<card>{_CARD}) comes, and (?P<use>.+)\.",
        comes_by_draws,
    ),
    (r".+, so deal: \d+ cards? (?:is|are) left in the stock\.", deals),
    (r"Deal.+ in the games looked ahead: \d+ cards? (?:is|are) left in the stock\.", deals),
]
