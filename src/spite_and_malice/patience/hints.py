"""A hint from what the player knows: the other cards are laid out at random many times, and each layout is solved.

Nothing here ever holds the true position, so a hint may be wrong, but it cannot give anything away.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from itertools import chain, takewhile
from time import monotonic
from typing import Final

from spite_and_malice.arguments import InvalidArgument, number, of_type, whole
from spite_and_malice.engine.chance import Chance
from spite_and_malice.patience.autoplay import automatic_move
from spite_and_malice.patience.core import Layout, codes, rank_of
from spite_and_malice.patience.difficulty import below_from, blind_progress
from spite_and_malice.patience.gains import cards_of, gain_of, lead_of, still_fitting
from spite_and_malice.patience.harvest import most_home
from spite_and_malice.patience.heaps import best_move
from spite_and_malice.patience.knowledge import Cards, Known, nothing_known
from spite_and_malice.patience.lines import Line, nearest_first, needed, with_first, without_detours, without_idle
from spite_and_malice.patience.moves import Move, encode, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.position_json import reserve_places
from spite_and_malice.patience.purpose import in_order
from spite_and_malice.patience.rules.families import family_of
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.shortcuts import home_sooner
from spite_and_malice.patience.solving import Solution, solve
from spite_and_malice.patience.view import OWN_VIEW, View
from spite_and_malice.rules.cards import card_code

_DRAW: Final = Move("draw")
_REDEAL: Final = Move("redeal")

_POSITIONS: Final = 1 << 14
"""How many positions are searched in a world."""
_ALL_POSITIONS: Final = 1 << 17
"""And how many if there is only one world."""
_BLIND_PLAYS: Final = 2
"""How many games that ignore hidden cards measure how far a line leads in a world."""
_RUN_TABLES: Final = 2000
"""How many tables are searched for the longest run to the waste."""
COUNTED: Final = ("waste", "pairs")
"""The aims under which every card that leaves the table counts, even in a lost game."""
_RARE: Final = 1 / 8
"""If a smaller share of the worlds can be won, a winning line is worth less than a longer run to the waste."""
_CLEARLY: Final = 0.1
"""By how much of a game a draw has to be better, a win and all the way counting one each."""
_MUCH: Final = 0.15
"""And by how much if the other move gains something at once."""
_DOUBT: Final = 0.5
"""By how much more if only one world was tried; it is less by the root of their number."""
_MORE: Final = 2
"""How many sets of worlds are tried until one world is found that can be won."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make, and the share of the sampled worlds, from 0 to 1, in which the game can be won this way.

    `line` is the move and those after it, up to the first one that shows a card which the player has not seen, or to
    the win. If nothing makes progress any more, it is empty and there is no move. `is_lost` says that the game is lost
    in every sampled world, and that no search was cut short.
    """

    move: Move | None
    winnable: float
    line: tuple[Move, ...] = ()
    is_lost: bool = False
    is_rest: bool = field(default=False, compare=False)
    """Whether this is the rest of a line: what it is for has been said."""

    @property
    def rest(self) -> Hint | None:
        """The advice once the move has been made: the rest of the line; None if the player has learnt something.

        A player who follows it reaches a new card or the win, and so never goes round in circles.
        """
        return Hint(self.line[1], self.winnable, self.line[1:], is_rest=True) if len(self.line) > 1 else None


def hint(
    view: View, chance: Chance, worlds: int = 24, known: Known | None = None, seconds: float | None = None
) -> Hint:
    """Advise a move to a player who sees this view and knows only `known` besides; the more `worlds`, the better.

    After ``seconds`` no further world is begun, and none takes longer; one is always tried.

    Between one new card and the next nothing is learnt, so lines are compared up to there: the solver's lines in the
    worlds, moves that turn a card up at once, and the stock. The best one leaves most worlds winnable, weighted by how
    far sensible play that sees no hidden card comes from there: a solver knows more than any player. Among equals it is
    the shortest, the stock last. A card that loses nothing by going to its foundation goes there first. Raises
    ValueError if the game is over, and as `sample` does.
    """
    known = nothing_known(view) if known is None else of_type(known, Known, "known")
    if not of_type(view, View, "view", OWN_VIEW).legal:
        raise InvalidArgument("There is no move to advise: the game is over.")
    worlds = whole(worlds, "worlds", 1)
    clock = _Clock(None if seconds is None else number(seconds, "seconds"))
    if known.is_all and not view.later:
        # Every world would be the same.
        world = sample(view, chance, known)
        solution = solve(world, seconds, _ALL_POSITIONS)
        shortest = without_detours(world, solution.moves)
        line = _as_told(world, _safe_first(world, shortest, Unseen(view, known)), None)
        line = home_sooner(world, line, lambda each: without_detours(each, solve(each, clock.each, _POSITIONS).moves))
        return Hint(line[0], 1.0, line) if line else _without_hope(view, known, world, solution.verdict == "lost")
    if view.rules.build == "heap":
        return _onto_a_heap(view, chance, worlds, known, clock)
    if view.rules.aim == "clock":
        return _by_luck(view, chance, worlds, known)
    if view.later and view.rules.aim == "build":
        return _before_a_shuffle(view, chance, worlds, known, clock)
    if view.rules.home == "osmosis" and (home := _freely_home(view)) is not None:
        return Hint(home, 1.0, (home,))
    looked, won, is_lost = _winnable_worlds(view, chance, worlds, known, clock)
    if not won:
        if view.rules.aim == "rows" and view.later:
            return _before_a_shuffle(view, chance, 1, known, _Clock(seconds))
        if not is_lost and view.rules.aim not in COUNTED and (further := _further(view, chance, worlds, known, clock)):
            return further
        return _without_hope(view, known, sample(view, chance, known), is_lost)
    votes, shorter = _ways(view, known, won)
    wins, reach, tried = _tried(votes, won, clock, is_blind=not _is_endless(view))

    def worth(line: Line) -> tuple[object, ...]:
        return (wins[line] + reach.get(line, 0.0), bool(line[0].target), -len(line), votes[line], tuple(map(str, line)))

    def ahead(line: Line, other: Line) -> float:
        return (wins[line] + reach.get(line, 0.0) - wins[other] - reach.get(other, 0.0)) / tried

    # One world more is no proof where few were tried.
    doubt = max(_CLEARLY, 1 / tried) if _is_endless(view) else _MUCH + _DOUBT / tried**0.5
    best = max(votes, key=worth)
    others = [line for line in votes if line[0].target]
    if _costs(view, best[0]) and others:
        # A draw shows one card of many and can be made later: it has to be clearly better than what turns one up.
        gaining = [line for line in others if gain_of(view, line[0]) and not _costs(view, line[0])]
        other = max(gaining or others, key=worth)
        best = best if ahead(best, other) > (doubt if gaining else _CLEARLY) else other
    if (kin := _of_one_suit(view, best[0])) in {line[0] for line in votes}:
        other = max((line for line in votes if line[0] == kin), key=worth)
        best = best if ahead(best, other) > _CLEARLY else other
    # What gains nothing, and nothing in the line needs, has to be far better than leaving it out.
    short = shorter.get(best, best)
    best = best if ahead(best, short) > 2 * doubt else short
    if view.rules.aim == "waste" and len(won) * wins[best] < _RARE * looked * tried:
        run = _longest_run(won[0][0], Unseen(view, known))
        best = max(best, run, key=lambda line: sum(move.target == "W" for move in line))
    unseen = Unseen(view, known)
    line = _turned_first(won[0][0], best, unseen)
    line = _as_told(won[0][0], _safe_first(won[0][0], line, unseen), unseen)
    return Hint(line[0], len(won) / looked * wins[best] / tried, line)


def _before_a_shuffle(view: View, chance: Chance, worlds: int, known: Known, clock: _Clock) -> Hint:
    """Advise the moves that bring most cards home in this layout, and then to lay the cards out again."""
    world = sample(view, chance, known)
    line = most_home(view.rules, world.layout, lambda: clock.is_over(1))
    line = _as_told(world, line, Unseen(view, known))
    if _after(world, line).layout.result() != codes.WON:
        line = (*line, _REDEAL)
    won = looked = 0
    while looked < worlds or (not won and looked < _MORE * worlds):
        if looked > 0 and clock.is_over(2):
            break
        looked += 1
        won += _can_win(_after(world, line), clock.each)
        world = sample(view, chance, known)
    return Hint(line[0], won / looked, line)


def _onto_a_heap(view: View, chance: Chance, worlds: int, known: Known, clock: _Clock) -> Hint:
    """Advise a move to a foundation, else the heap on which the card of the waste does least harm."""
    home = next((move for move in map(Move.parse, view.legal) if not move.target.startswith("T")), None)
    if home is not None:
        return Hint(home, 1.0, (home,))
    stocks = (sample(view, chance, known).layout.stock() for _world in range(worlds))
    timely = takewhile(lambda _stock: not clock.is_over(2), stocks)
    move, share = best_move(view, chain([next(stocks)], timely))
    is_lost = not share and _winnable_worlds(view, chance, worlds, known, clock, one_will_do=True)[2]
    return Hint(move, share, (move,), is_lost)


def _freely_home(view: View) -> Move | None:
    """Return a move of the reserve that loses nothing where foundations take the ranks of the one before.

    The more lies on them, the more they take, and nothing is ever put on the reserve. Only which suit begins the next
    foundation is a choice.
    """
    for move in map(Move.parse, view.legal):
        if move.source.startswith("R") and move.target.startswith("F"):
            card = view.reserve[int(move.source[1:]) - 1].up[-1]
            if rank_of(card_code(card)) != view.lowest:
                return move
    return None


def _by_luck(view: View, chance: Chance, worlds: int, known: Known) -> Hint:
    """Advise the only move."""
    won = sum(solve(sample(view, chance, known)).verdict == "won" for _world in range(worlds))
    move = Move.parse(view.legal[0])
    return Hint(move, won / worlds, (move,))


class _Clock:
    """The time to think: the first half for the worlds, the rest for the lines."""

    def __init__(self, seconds: float | None) -> None:
        self._half = None if seconds is None else seconds / 2
        self._began = monotonic()
        self.each = None if seconds is None else seconds / 8
        """How long the solver may search a position."""

    def is_over(self, halves: int) -> bool:
        return self._half is not None and monotonic() >= self._began + self._half * halves


def _winnable_worlds(
    view: View, chance: Chance, worlds: int, known: Known, clock: _Clock, *, one_will_do: bool = False
) -> tuple[int, list[tuple[Position, Solution]], bool]:
    """Lay out worlds, more while none can be won: how many, the winnable ones, and whether all are lost.

    If `one_will_do`, it ends with the first world that is not known to be lost.
    """
    looked = lost = 0
    won: list[tuple[Position, Solution]] = []
    while looked < worlds or (not won and looked < _MORE * worlds):
        if looked > 0 and clock.is_over(1):
            break
        looked += 1
        world = sample(view, chance, known)
        solution = solve(world, clock.each, _POSITIONS)
        if solution.verdict == "won":
            won.append((world, solution))
        lost += solution.verdict == "lost"
        if one_will_do and lost < looked:
            break
    return looked, won, lost == _MORE * worlds


def _ways(view: View, known: Known, won: list[tuple[Position, Solution]]) -> tuple[Counter[Line], dict[Line, Line]]:
    """Return the shortest line to each position with a new card, and how many worlds' solutions begin with it.

    Then by each line with idle moves the same without them.
    """
    unseen = Unseen(view, known)
    base = won[0][0]
    votes: Counter[Line] = Counter()
    shortest: dict[bytes, Line] = {}

    def add(line: Line, vote: int) -> None:
        key = _after(base, line).layout.key()
        other = shortest.get(key, line)
        if (len(line), str(line)) < (len(other), str(other)):
            votes[line] = votes.pop(other)
        shortest[key] = line = min(line, other, key=lambda each: (len(each), str(each)))
        votes[line] += vote

    for world, solution in won:
        add(_up_to_new_card(world, solution.moves, unseen), 1)
    for move in map(Move.parse, view.legal):
        if not move.is_draw and unseen.is_shown_by(base, move):
            add((move,), 0)
    # With unlimited passes nothing is lost by going through the stock.
    if view.rules.passes is None and None in known.stock and str(_DRAW) in view.legal:
        add((_DRAW,) * (known.stock.index(None) // view.rules.draw + 1), 0)
    # In a grid a move gains something only with those that follow it.
    is_grid = view.rules.layout == "grid"
    short = {line: line if is_grid else without_idle(base, line, unseen.is_shown) for line in votes}
    for line, other in short.items():
        if other != line:
            add(other, 0)
    return votes, {line: shortest[_after(base, other).layout.key()] for line, other in short.items() if line in votes}


def _tried(
    votes: Counter[Line], won: list[tuple[Position, Solution]], clock: _Clock, *, is_blind: bool
) -> tuple[Counter[Line], dict[Line, float], int]:
    """Return for each line the winnable worlds after it, how far blind play comes in them, and how many were tried.

    Tries as many as time allows, and plays blind only if `is_blind`.
    """
    if len(votes) == 1:
        return Counter(dict.fromkeys(votes, len(won))), {}, len(won)
    wins: Counter[Line] = Counter()
    reach = dict.fromkeys(votes, 0.0)
    tried, below = 0, below_from(len(votes))
    for world, _solution in won:
        good = {}
        for line in votes:
            if clock.is_over(2):
                # No world was tried: use the solutions themselves.
                return (wins, reach, tried) if tried else (votes, {}, len(won))
            position = _after(world, line)
            if _can_win(position, clock.each):
                good[line] = blind_progress(position, below, _BLIND_PLAYS, world) if is_blind else 0.0
        for line, far in good.items():
            wins[line] += 1
            reach[line] += far
        tried += 1
    return wins, reach, tried


def _further(view: View, chance: Chance, worlds: int, known: Known, clock: _Clock) -> Hint | None:
    """Advise the move from which sensible play comes furthest where no win was found; None if none makes progress.

    Moves back and forth do not count: the moves that follow never go round in circles.
    """
    unseen = Unseen(view, known)
    first = sample(view, chance, known)
    if (home := _home_at_last(view)) is not None:
        return Hint(home, 0.0, (home,))
    moves = [move for move in map(Move.parse, view.legal) if _leads_on(first, move, known, unseen)]
    if len(moves) < 2:
        return Hint(moves[0], 0.0, (moves[0],)) if moves else None
    reach = dict.fromkeys(moves, 0.0)
    for at in range(worlds):
        if at > 0 and clock.is_over(2):
            break
        world = sample(view, chance, known)
        for move in moves:
            reach[move] += blind_progress(_after(world, (move,)), below_from(at), 1, world)
    best = max(moves, key=lambda move: (reach[move], bool(move.target), -moves.index(move)))
    gaining = [move for move in moves if gain_of(view, move) and not _costs(view, move)]
    if _costs(view, best) and gaining:
        other = max(gaining, key=lambda move: (reach[move], -moves.index(move)))
        best = best if reach[best] - reach[other] > _MUCH * worlds else other
    kin = _of_one_suit(view, best)
    if kin in moves and reach[best] - reach[kin] <= _CLEARLY * worlds:
        best = kin
    # A card that can go home goes elsewhere only where that is clearly better.
    home = next((move for move in moves if move.source == best.source and move.target.startswith("F")), best)
    if best.cards == 1 and best.target and reach[best] - reach[home] <= _CLEARLY * worlds:
        best = home
    return Hint(best, 0.0, (best,))


def _is_endless(view: View) -> bool:
    """Say whether the stock can be gone through again and again, in Klondike and its kin.

    Then a draw takes nothing away, and blind play tells less than the solver.
    """
    rules = view.rules
    return family_of(rules) == "klondike" and rules.stock == "waste" and rules.passes is None


def _costs(view: View, move: Move) -> bool:
    """Say whether a move takes cards from the stock, or fills an empty pile that could take any card."""
    is_into_gap = move.target.startswith("T") and not cards_of(view, move.target) and view.rules.empty != "king"
    return not move.target or is_into_gap


def _of_one_suit(view: View, move: Move) -> Move | None:
    """Return the move of the same cards onto one of their suit, where only such cards move on together.

    None if the move itself goes there, or no other does. Either shows the same card: it has to be clearly better to go
    elsewhere.
    """
    if view.rules.aim != "runs" or not move.target.startswith("T") or not move.source.startswith("T"):
        return None
    suit = view.tableau[int(move.source[1:]) - 1].up[-move.cards][-1]

    def is_of_suit(other: Move) -> bool:
        upon = view.tableau[int(other.target[1:]) - 1].up if other.target.startswith("T") else ()
        return bool(upon) and upon[-1][-1] == suit

    kin = (each for each in map(Move.parse, view.legal) if (each.source, each.cards) == (move.source, move.cards))
    return None if is_of_suit(move) else next(filter(is_of_suit, kin), None)


def _home_at_last(view: View) -> Move | None:
    """Return a move to a foundation of a card on which no card can go any more; None if there is none."""
    if view.homes or view.rules.aim != "build" or view.rules.build == "heap":
        return None
    for move in map(Move.parse, view.legal):
        if move.target == "F" and not move.is_merci and not any(still_fitting(view, lead_of(view, move))):
            return move
    return None


def _leads_on(world: Position, move: Move, known: Known, unseen: Unseen) -> bool:
    """Say whether a move brings a card to its foundation or to light, or gains something else on the table."""
    if move.target.startswith("F") or (move.is_draw and None in known.stock) or unseen.is_shown_by(world, move):
        return True
    if not move.target:
        return move.is_redeal and world.rules.passes is not None
    if not (move.source.startswith("T") and move.target.startswith("T")):
        return not move.source.startswith("F")
    return bool(gain_of(world.view(), move))


def _without_hope(view: View, known: Known, world: Position, is_lost: bool) -> Hint:
    """Advise a move that shows one more card where no world can be won; else none: any move would only go round.

    Where every card that leaves the table counts, as many as possible leave before a new one is seen.
    """
    unseen = Unseen(view, known)
    if view.rules.aim in COUNTED and (run := _longest_run(world, unseen)):
        return Hint(run[0], 0.0, run, is_lost)
    for move in map(Move.parse, view.legal):
        if (move.is_draw and None in known.stock) or unseen.is_shown_by(world, move):
            return Hint(move, 0.0, (move,), is_lost)
    return Hint(None, 0.0, (), is_lost)


def _longest_run(world: Position, unseen: Unseen) -> Line:
    """Return the moves that take most cards off the table before a new card is seen; of equals the fewest.

    Pairs are also sought through a known stock.
    """
    through = world.rules.aim == "pairs"
    best: Line = ()
    most = 0
    lines: deque[tuple[Layout, Line, int]] = deque([(world.layout, (), 0)])
    looked_at = {world.layout.key()}
    while lines and len(looked_at) < _RUN_TABLES:
        layout, line, taken = lines.popleft() if through else lines.pop()
        if taken > most:
            best, most = line, taken
        for move in map(move_with, () if line and unseen.is_shown(layout) else layout.legal()):
            takes = move.target in ("W", "X")
            if not takes and not (through and not move.target):
                continue
            after = layout.clone()
            after.apply(encode(move))
            if (key := after.key()) not in looked_at and (takes or not unseen.is_shown(after)):
                looked_at.add(key)
                lines.append((after, (*line, move), taken + takes))
    return best


class Unseen:
    """The face-down cards not seen yet: how deep the stock and each pile have been seen."""

    def __init__(self, view: View, known: Known) -> None:
        stock = known.stock
        self._pass = view.pass_number
        self._is_shuffled = view.later > 0
        self._stock = len(stock) - stock.index(None) if None in stock else 0
        places = (*range(len(view.tableau)), *reserve_places(view.rules))
        piles = zip(places, (*known.tableau, *known.reserve), strict=True)
        self._piles = [(place, _depth(cards)) for place, cards in piles if None in cards]

    def is_shown(self, layout: Layout) -> bool:
        """Say whether one of them lies open now."""
        if self._is_shuffled and layout.pass_number != self._pass:
            return True
        if layout.pass_number == self._pass and layout.talon_count - layout.drawn < self._stock:
            return True
        return any(layout.face_down_count(place) < depth for place, depth in self._piles)

    def is_shown_by(self, world: Position, move: Move) -> bool:
        """Say whether a move uncovers one of them."""
        return self.is_shown(_after(world, (move,)).layout)


def _depth(cards: Cards) -> int:
    """Return how many cards of a pile lie as deep as the topmost unknown one, or deeper."""
    return max(index for index, card in enumerate(cards) if card is None) + 1


def _up_to_new_card(world: Position, moves: Line, unseen: Unseen) -> Line:
    """Return the moves up to the first one that shows a card new to the player."""
    layout = world.layout.clone()
    for count, move in enumerate(moves, 1):
        layout.apply(encode(move))
        if unseen.is_shown(layout):
            return moves[:count]
    return moves


def _turned_first(world: Position, line: Line, unseen: Unseen) -> Line:
    """Return of a line that ends by turning a card up only what that needs, if the rest can be made afterwards as well.

    The player then knows one card more before they make the rest.
    """
    if not line[-1].target or not unseen.is_shown(_after(world, line).layout):
        return line
    first = needed(world, line, len(line) - 1, unseen.is_shown_by)
    whole = with_first(world, line, first)
    if whole is None or _after(world, whole).layout.key() != _after(world, line).layout.key():
        return line
    return whole[: len(first)]


def _as_told(world: Position, line: Line, unseen: Unseen | None) -> Line:
    """Return a line in the order in which it is explained, with the same end: a win, or the same new card."""
    key = _after(world, line).layout.key() if line else b""

    def ends(other: Line) -> bool:
        if unseen is None:
            return _after(world, other).layout.result() == codes.WON
        return _after(world, other).layout.key() == key and len(_up_to_new_card(world, other, unseen)) == len(line)

    return in_order(world, nearest_first(world, line, ends), ends)


def _safe_first(world: Position, line: Line, unseen: Unseen) -> Line:
    """Return the line, starting with the cards that lose nothing by going to their foundations.

    People see at once that an ace can go, and would not trust a hint that ignores it. A line that takes one of these
    cards elsewhere stays as it is.
    """
    position, safes = world.clone(), list[Move]()
    while not unseen.is_shown(position.layout) and (safe := automatic_move(position, "safe")) is not None:
        position.layout.apply(encode(safe))
        safes.append(safe)
    if not safes:
        return line
    made, early = safes[:], safes[:]
    for move in line:
        if unseen.is_shown(position.layout) or position.layout.result() == codes.WON:
            break
        if move in early:
            # The line makes it later; another one like it, such as a second draw, is still made.
            early.remove(move)
            continue
        if move not in position.legal_moves:
            return line
        position.layout.apply(encode(move))
        made.append(move)
    return tuple(made)


def _after(world: Position, line: Line) -> Position:
    position = world.clone()
    for move in line:
        position.layout.apply(encode(move))
    return position


def _can_win(position: Position, seconds: float | None) -> bool:
    return position.layout.result() == codes.WON or solve(position, seconds, _POSITIONS).verdict == "won"
