"""Players with equal points play each other, and nobody meets twice: a simplified form of the Dutch system.

1. With an odd number the lowest player who has not had a point without a game gets a bye.
2. From the most points down, players with equal points form a group, joined by those left over above it. The upper half
   of a group meets the lower half: of eight the first meets the fifth. Those left over meet the highest of the group.
3. If two of such a pair have already met, they and the nearest pairs are paired differently: among all pairings without
   repeats, the one closest to that order (`max_weight_matching` of NetworkX, which is exact). If that leaves somebody
   over, more pairs are opened, up to the whole group; anybody still left over goes down.
4. If some cannot be paired at the end, the pairs nearest above them are opened in the same way, up to all of them.

Seats are assigned afterwards (`games.seated`). The Dutch system of chess requires more: nobody may be left over twice
in a row, and colours must alternate, before the order within a group counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, groupby
from typing import Final

from spite_and_malice.play.tournaments.games import Entrant, NoPairing, Pairing, met, points, seated

_AT_ONCE: Final = 12
"""How many pairs of a group are re-paired together at first."""
_ABOVE: Final = 8
"""How many pairs are opened at first, for players left over at the end."""

Met = set[frozenset[int]]


def pair_swiss(entrants: Sequence[Entrant], before: Sequence[Pairing], round_number: int) -> list[Pairing]:
    """Return the pairings of a round after those ``before`` it, all of which must have ended.

    Raises `NoPairing`. A bye comes last.
    """
    scores, meetings = points(before), met(before)
    ranked = sorted(
        (each.number for each in entrants if each.is_in(round_number)),
        key=lambda number: (-scores[number], number),
    )
    if len(ranked) % 2 == 0:
        return seated(_pair(ranked, scores, meetings), before, round_number)
    free = _had_point_without_game(before)
    candidates = [number for number in reversed(ranked) if number not in free]
    for candidate in candidates:
        rest = [number for number in ranked if number != candidate]
        try:
            pairs = _pair(rest, scores, meetings)
        except NoPairing:
            continue
        found = seated(pairs, before, round_number)
        return [*found, Pairing(round_number, len(found) + 1, candidate, None, "bye")]
    raise NoPairing("nobody can have the bye without somebody meeting somebody again")


def possible_swiss(there: Sequence[int], before: Sequence[Pairing], number: int, *, is_last: bool) -> bool:
    """Say whether ``number`` can get a game in the next round, or a later one unless that ``is_last``.

    ``there`` are the participants of the round. Games of ``before`` that have not ended count as played.
    """
    meetings = met(before)
    if not any(frozenset((number, other)) not in meetings for other in there if other != number):
        return False
    if len(there) % 2 == 0:
        return _can_pair(there, meetings)
    free = _had_point_without_game(before)
    candidates = [each for each in there if each not in free and not (is_last and each == number)]
    return any(_can_pair([each for each in there if each != candidate], meetings) for candidate in candidates)


def _can_pair(numbers: Sequence[int], meetings: Met) -> bool:
    """Say whether all of them can play somebody they have not met."""
    if len(numbers) < 2:
        return False
    here = set(numbers)
    degrees = Counter(each for pair in meetings if pair <= here for each in pair)
    if 2 * max(degrees.values(), default=0) <= len(numbers) - 2:
        # If everybody can play half of the others, all find a partner (Dirac's theorem).
        return True
    return 2 * len(_match(numbers, meetings, lambda _one, _other: 0)) == len(numbers)


def _had_point_without_game(before: Sequence[Pairing]) -> set[int]:
    free = {each.first for each in before if each.outcome in ("bye", "first_forfeit")}
    return free | {each.second for each in before if each.second is not None and each.outcome == "second_forfeit"}


def _pair(ranked: Sequence[int], scores: Counter[int], meetings: Met) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    left: list[int] = []
    for _score, group in groupby(ranked, key=lambda number: scores[number]):
        found, left = _pair_group(left, list(group), meetings)
        pairs.extend(found)
    if left:
        pairs = _open_above(pairs, left, ranked, scores, meetings)
    place = {number: at for at, number in enumerate(ranked)}
    return sorted(pairs, key=lambda pair: min(place[pair[0]], place[pair[1]]))


def _pair_group(floaters: list[int], group: list[int], meetings: Met) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pairs of a group including the players left over above it, and the player left over now."""
    players = [*floaters, *group]
    left = players[-1:] if len(players) % 2 else []
    inside = players[:-1] if left else players
    wanted = _wanted(len(floaters), len(inside))
    pairs = [(inside[one], inside[other]) for one, other in wanted]
    bad = [at for at, pair in enumerate(pairs) if frozenset(pair) in meetings]
    if not bad:
        return pairs, left
    ideal = {inside[one]: other for one, other in wanted} | {inside[other]: one for one, other in wanted}
    at_place = {number: at for at, number in enumerate(players)}
    for number in left:
        ideal[number] = len(players) - 1

    def cost(one: int, other: int) -> int:
        return abs(ideal[one] - at_place[other]) + abs(ideal[other] - at_place[one])

    beside, most = 1, _AT_ONCE
    while True:
        stretches = _stretches(bad, beside, most, len(pairs))
        is_all = len(stretches[0]) == len(pairs)
        found: list[tuple[int, int]] = []
        for stretch in stretches:
            pool = [number for at in stretch for number in pairs[at]] + (left if is_all else [])
            matched = _match(sorted(pool, key=at_place.__getitem__), meetings, cost)
            found.extend(matched)
            if is_all:
                return found, sorted(set(pool).difference(*found), key=at_place.__getitem__)
            if 2 * len(matched) < len(pool):
                break
        else:
            opened = {at for stretch in stretches for at in stretch}
            return [pair for at, pair in enumerate(pairs) if at not in opened] + found, left
        beside, most = 2 * beside, 2 * most


def _wanted(floaters: int, size: int) -> list[tuple[int, int]]:
    """Return the pairs in a group by their places: those left over from above, and then half against half."""
    # If most of a group were left over from above, they are halved like the others.
    above = floaters if 2 * floaters <= size else 0
    rest, half = 2 * above, (size - 2 * above) // 2
    return [(at, above + at) for at in range(above)] + [(rest + at, rest + half + at) for at in range(half)]


def _stretches(bad: Sequence[int], beside: int, most: int, size: int) -> list[range]:
    """Return the places of the pairs to open: each impossible one, with some beside it.

    Overlapping ones form one stretch, but a stretch of more than ``most`` is cut.
    """
    merged: list[range] = []
    for at in bad:
        start, stop = max(0, at - beside), min(size, at + beside + 1)
        if merged and start <= merged[-1].stop:
            start = merged.pop().start
        merged.append(range(start, stop))
    found: list[range] = []
    for stretch in merged:
        parts = -(-len(stretch) // most)
        cuts = [stretch.start + len(stretch) * part // parts for part in range(parts + 1)]
        found.extend(map(range, cuts, cuts[1:]))
    return found


def _open_above(
    pairs: list[tuple[int, int]], left: list[int], ranked: Sequence[int], scores: Counter[int], meetings: Met
) -> list[tuple[int, int]]:
    """Return all pairs, with those left over at the end paired with some of the pairs above them."""
    place = {number: at for at, number in enumerate(ranked)}
    pairs = sorted(pairs, key=lambda pair: max(place[pair[0]], place[pair[1]]))
    opened = min(len(pairs), _ABOVE)
    size = len(ranked)
    while True:
        kept, pool = pairs[: len(pairs) - opened], [each for pair in pairs[len(pairs) - opened :] for each in pair]
        pool = sorted([*pool, *left], key=place.__getitem__)

        def cost(one: int, other: int) -> int:
            apart = abs(place[one] - place[other])
            return size * (scores[one] - scores[other]) ** 2 + abs(apart - size // 2)

        matched = _match(pool, meetings, cost)
        if 2 * len(matched) == len(pool):
            return [*kept, *matched]
        if opened == len(pairs):
            raise NoPairing("not everybody can meet somebody whom they have not met")
        opened = min(len(pairs), 2 * opened)


def _match(players: Sequence[int], meetings: Met, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Return as many pairs as possible of players who have not met, at the lowest cost; the lowest are left over."""
    # It is needed only for some rounds, and takes a while to load.
    import networkx as nx

    edges = [
        (at, to, cost(players[at], players[to]))
        for at, to in combinations(range(len(players)), 2)
        if frozenset((players[at], players[to])) not in meetings
    ]
    if not edges:
        return []
    # The players left over count more than all costs, and their number counts more than that.
    most = max(each[2] for each in edges) + 1
    weight = most * len(players)
    graph = nx.Graph()
    for at, to, price in edges:
        graph.add_edge(at, to, weight=weight * (2 * len(players) - at - to) + most - price)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return [(players[min(pair)], players[max(pair)]) for pair in sorted(sorted(pair) for pair in matched)]
