"""Proving a puzzle: every table that a turn can reach with the visible cards, and the ways to the goal.

The search that makes a puzzle stops at the first revealed card. A line that somebody plays does not (`is_wide`): the
new card is unknown, so it stays where it is, and play continues with the visible ones. Only the longest run ends there,
as its task says.

Every play takes one card, so all ways to a table are equally long: a table lies in one layer, and the shortest way to
the theme's goal is known once the layers above it have been searched: nothing shorter exists.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from spite_and_malice.analysis.puzzles.themes import PAYOFF, Step, Theme
from spite_and_malice.analysis.tables import TurnTables
from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import Core, apply, codes, kind_of, legal_moves, reveals, target_of
from spite_and_malice.engine.moves import decode
from spite_and_malice.engine.outcome import EFFECTS, Effects
from spite_and_malice.rules import UNKNOWN, Rules

MOST_TABLES: Final = 6000
"""A turn with more tables makes no puzzle: nobody could search it.
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof for a turn in which the viewer can reach a theme's goal with the visible cards.

    `way` is the shortest way, with the fewest wild cards of the hand among equally short ones; `wilds` is how many
    it spends. `ways` counts the tables before the last move of a shortest way: the same plays in another order are one
    way. `traps` counts the plays off the way that leave no way; `luck` is the chance that random plays get there.
    """

    way: tuple[str, ...]
    ways: int
    wilds: int
    traps: int
    luck: float


@dataclass(slots=True, eq=False)
class Table:
    """A table of the turn: how it was first reached, and the results of each distinct play.

    `plays` counts these plays and `goals` those that reach the goal; the others, if the turn goes on, lead to the
    tables `following`.
    """

    position: Core
    depth: int
    before: tuple[Table, int] | None = None
    wilds: int = 0
    plays: int = 0
    goal: int | None = None
    following: list[Table] = field(default_factory=list)
    goals: int = 0
    luck: float = 0.0


def prove(view: View, theme: Theme = PAYOFF, most: int = 0, most_tables: int = MOST_TABLES) -> Proof | None:
    """Search the whole turn of the viewer, who is to move; None if no way exists or there are too many tables.

    `most` is the number of plays required by a theme of the most plays. Raises ValueError if it is not the viewer's
    turn.
    """
    return proof_of(view.rules, tables_of(view, theme, most, most_tables))


def proof_of(rules: Rules, found: list[Table]) -> Proof | None:
    """Return the proof given by the tables of a turn under some rules; None if none of them leads to the goal."""
    last = [table for table in found if table.goal is not None]
    if not last:
        return None
    for table in reversed(found):
        table.luck = (table.goals + sum(each.luck for each in table.following)) / table.plays if table.plays else 0.0
    root, length = found[0], last[0].depth
    shortest = [table for table in last if table.depth == length]
    end = min(shortest, key=lambda table: table.wilds)
    return _proof(end, len(shortest), root.luck, rules.payoff_piles)


def tables_of(
    view: View,
    theme: Theme = PAYOFF,
    most: int = 0,
    most_tables: int = MOST_TABLES,
    position: Core | None = None,
    *,
    is_wide: bool = False,
) -> list[Table]:
    """Return every table of the viewer's turn, that of the view first; an empty list where there are too many.

    With a `position` of that turn the search begins there; `is_wide` says whether it goes on past a revealed card.
    Raises ValueError if it is not the viewer's turn.
    """
    if not view.legal:
        raise ValueError("the game is over, or it is not the viewer's turn")
    root = Table(Position.from_view(view).core if position is None else position, 0)
    tables = TurnTables(view.rules, view.turn)
    found: list[Table] = [root]
    known: dict[Hashable, Table] = {tables.key(root.position): root}
    for table in found:
        if len(found) > most_tables:
            return []
        _look_at(table, view, tables, theme, most, known, found, is_wide)
    return found


def most_plays(view: View) -> int:
    """Return the length of the longest line of plays that reveals no card before its last play; 0 if unknown."""
    found = tables_of(view, replace(PAYOFF, reached=lambda step: False))
    return max((table.depth + 1 for table in found if table.plays), default=0)


def goes_on(theme: Theme, after: Core, effects: Effects) -> bool:
    """Say whether a theme's turn goes on after a play with these effects."""
    if effects.ended_turn or after.stage == codes.OVER:
        return False
    # The order in which cards set aside are drawn is unknown.
    knows = effects.drew and any(card != UNKNOWN for card in after.hand(after.turn))
    return not (knows or (theme.ends_late and effects.reveals))


def lies_on_one_stack(view: View, theme: Theme, most: int) -> bool:
    """Say whether the theme's goal can be reached by plays to one centre stack alone."""
    root = Position.from_view(view).core
    return any(_is_reached_on(view, root, place, theme, most, 1) for place in range(root.places + 1))


def _is_reached_on(view: View, position: Core, place: int, theme: Theme, most: int, number: int) -> bool:
    for move in legal_moves(position):
        if kind_of(move) != codes.TO_CENTRE or target_of(move) != place:
            continue
        after = position.clone()
        effects = apply(after, move)
        if theme.reached(Step(view, view.rules, position, move, after, number, most)):
            return True
        if reveals(effects) or after.stage == codes.OVER:
            continue
        if _is_reached_on(view, after, place, theme, most, number + 1):
            return True
    return False


def _look_at(
    table: Table,
    view: View,
    tables: TurnTables,
    theme: Theme,
    most: int,
    known: dict[Hashable, Table],
    found: list[Table],
    is_wide: bool,
) -> None:
    """Record the tables that follow one; new ones are added to `known` and `found`."""
    for move in tables.plays(table.position):
        table.plays += 1
        position = table.position.clone()
        effects = apply(position, move)
        if theme.reached(Step(view, view.rules, table.position, move, position, table.depth + 1, most)):
            table.goal = move if table.goal is None else table.goal
            table.goals += 1
            continue
        if not goes_on(theme, position, EFFECTS[effects]) or (reveals(effects) and not is_wide):
            continue
        key = tables.key(position)
        wilds = table.wilds + tables.spends_wild(move)
        child = known.get(key)
        if child is None:
            child = known[key] = Table(position, table.depth + 1, (table, move), wilds)
            found.append(child)
        elif wilds < child.wilds:
            child.before, child.wilds = (table, move), wilds
        table.following.append(child)


def _proof(end: Table, ways: int, luck: float, piles: int) -> Proof:
    """Return the proof given by the way that ends at a table."""
    assert end.goal is not None
    moves, traps, at = [end.goal], 0, end
    traps += sum(each.luck == 0 for each in at.following)
    while at.before is not None:
        at, move = at.before
        moves.append(move)
        traps += sum(each.luck == 0 for each in at.following) + (at.plays - at.goals - len(at.following))
    way = tuple(str(decode(move, piles)) for move in reversed(moves))
    return Proof(way, ways, end.wilds, traps, luck)
