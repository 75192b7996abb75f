"""The trained player: a small network says where its turn should depart from the policy's."""

from __future__ import annotations

from collections.abc import Sequence

from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, Policy, apply, is_legal, position_hash, winning_line
from spite_and_malice.engine.moves import decode
from spite_and_malice.players.learned.features import Features
from spite_and_malice.players.learned.network import Network, network_for
from spite_and_malice.players.lines import Line, lines_of, to_its_end
from spite_and_malice.players.player import to_choose, without_stalemate
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import Rules


class Learned:
    """Plays instantly and deterministically, and never overlooks a certain win in its turn."""

    def __init__(self) -> None:
        # The rest of its line: each move, keyed by the table before it.
        self._plan: dict[int, int] = {}

    def __repr__(self) -> str:
        return "<Learned player>"

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``; `log` and `clock` do not matter to this player."""
        view = without_stalemate(to_choose(view))
        core = Position.from_view(view).core
        move = self._plan.get(position_hash(core))
        if move is None or not is_legal(core, move):
            line = winning_line(core) or best_line(view.rules, core, network_for(view.rules))
            self._plan = _by_table(core, line)
            move = line[0]
        return decode(move, view.rules.payoff_piles)


def _by_table(core: Core, line: Line) -> dict[int, int]:
    table, found = core.clone(), dict[int, int]()
    for move in line:
        found[position_hash(table)] = move
        apply(table, move)
    return found


def best_line(rules: Rules, core: Core, network: Network) -> Line:
    """The continuation of the turn whose final table the network values highest for the seat to move.

    It is the policy's own unless the gain exceeds the network's doubt.
    """
    policy = Policy(core, list(tuned_for(rules)))
    own = to_its_end(core, [], policy)
    lines = [own, *lines_of(core, policy, rules.side_count)]
    if all(line[0] == own[0] for line in lines):
        return own
    seen, tables = Features(rules, core.turn), []
    for line in lines:
        table = core.clone()
        for move in line:
            apply(table, move)
        tables.append(seen.of(table))
    values = network.values(tables)
    best = max(values)
    return lines[values.index(best)] if best > values[0] + network.doubt else own
