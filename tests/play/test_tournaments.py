"""Pairings and standings (docs/tournaments.md): laws that hold whatever the results are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("networkx", reason="NetworkX is not installed")

from spite_and_malice.play.tournaments import (
    Entrant,
    NoPairing,
    Order,
    Outcome,
    Pairing,
    arena_points,
    bracket,
    pair_arena,
    pair_knock_out,
    pair_match,
    pair_round_robin,
    pair_swiss,
    standings,
    team_standings,
    winner_of,
)
from spite_and_malice.play.tournaments.games import seated
from spite_and_malice.play.tournaments.knock_out import rounds_of as knock_out_rounds
from spite_and_malice.play.tournaments.match import rounds_of as match_rounds
from spite_and_malice.play.tournaments.round_robin import rounds_of as robin_rounds
from spite_and_malice.play.tournaments.standings import Standing, _encounter
from spite_and_malice.play.tournaments.swiss import _match, possible_swiss
from tests.examples import examples

from . import independent_standings as independent

OUTCOMES: list[Outcome] = ["first", "first", "second", "second", "draw", "first_forfeit", "second_forfeit", "no_show"]


def ended(pairing: Pairing, lot: Random) -> Pairing:
    """Return a pairing with some outcome; the stronger wins more often."""
    if pairing.second is None:
        return pairing
    outcome = lot.choice(OUTCOMES)
    return Pairing(pairing.round, pairing.board, pairing.first, pairing.second, outcome, lot.randint(-9, 9))


def swiss(entrants: list[Entrant], rounds: int, lot: Random) -> list[Pairing]:
    """Play rounds of a Swiss tournament with random results."""
    before: list[Pairing] = []
    for number in range(1, rounds + 1):
        before += [ended(pairing, lot) for pairing in pair_swiss(entrants, before, number)]
    return before


def lines(pairings: list[Pairing]) -> list[independent.Line]:
    return [
        independent.Line(each.round, each.board, each.first, each.second, each.outcome)
        for each in pairings
        if each.outcome is not None
    ]


@given(st.integers(2, 40), st.integers(1, 9), st.integers(0, 10**6))
@examples(60)
def test_in_a_swiss_nobody_meets_twice_nobody_has_two_byes_and_all_play(size: int, rounds: int, seed: int) -> None:
    assume(rounds <= size // 2)
    played = swiss([Entrant(number) for number in range(1, size + 1)], rounds, Random(seed))
    independent.check_swiss(lines(played))
    for number in range(1, rounds + 1):
        there = [each for pairing in played if pairing.round == number for each in pairing.both]
        assert sorted(there) == list(range(1, size + 1))
        assert sum(pairing.second is None for pairing in played if pairing.round == number) == size % 2


@given(st.integers(6, 30), st.integers(0, 10**6))
@examples(30)
def test_who_comes_late_or_goes_is_paired_only_while_they_are_there(size: int, seed: int) -> None:
    lot = Random(seed)
    entrants = [Entrant(number) for number in range(1, size + 1)]
    entrants += [Entrant(size + 1, since=2), Entrant(size + 2, since=3)]
    entrants[0] = Entrant(1, until=1)
    played = swiss(entrants, 3, lot)
    independent.check_swiss(lines(played))
    rounds = {number: {p.round for p in played if number in p.both} for number in (1, size + 1, size + 2)}
    assert rounds == {1: {1}, size + 1: {2, 3}, size + 2: {3}}


def test_four_players_can_always_meet_in_three_rounds_of_a_swiss() -> None:
    for seed in range(40):
        played = swiss([Entrant(number) for number in range(1, 5)], 3, Random(seed))
        independent.check_swiss(lines(played))
        assert len({frozenset(each.both) for each in played}) == len(played) == 6


def test_the_first_round_of_a_swiss_sets_the_upper_half_against_the_lower() -> None:
    pairs = [set(each.both) for each in pair_swiss([Entrant(number) for number in range(1, 9)], [], 1)]
    assert pairs == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


def test_those_with_as_many_points_meet_where_they_have_not_met() -> None:
    entrants = [Entrant(number) for number in range(1, 9)]
    before = [Pairing(1, at, at, at + 4, "first") for at in range(1, 5)]
    assert [set(each.both) for each in pair_swiss(entrants, before, 2)] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_bye_goes_to_the_lowest_who_had_no_point_without_a_game() -> None:
    entrants = [Entrant(number) for number in range(1, 6)]
    first = pair_swiss(entrants, [], 1)
    assert first[-1] == Pairing(1, 3, 5, None, "bye")
    before = [Pairing(1, 1, 1, 3, "first"), Pairing(1, 2, 2, 4, "second_forfeit"), first[-1]]
    # Neither 4, whose opponent did not come, nor 5, who had the bye.
    assert pair_swiss(entrants, before, 2)[-1].first == 3


def test_a_round_in_which_somebody_would_have_to_meet_again_is_refused() -> None:
    entrants = [Entrant(1), Entrant(2)]
    with pytest.raises(NoPairing):
        pair_swiss(entrants, [Pairing(1, 1, 1, 2, "draw")], 2)


@given(st.integers(2, 8), st.data())
@examples(60)
def test_those_who_are_paired_again_are_paired_at_the_least_cost(half: int, data: st.DataObject) -> None:
    players = list(range(1, 2 * min(half, 4) + 1))
    pairs = [frozenset(pair) for pair in combinations(players, 2)]
    cost = {pair: data.draw(st.integers(0, 20)) for pair in pairs}
    barred = set(data.draw(st.lists(st.sampled_from(pairs), max_size=6)))
    best = independent.best_cost(players, set(pairs) - barred, cost)
    found = _match(players, barred, lambda one, other: cost[frozenset((one, other))])
    if best is None:
        assert 2 * len(found) < len(players)
    else:
        assert sum(cost[frozenset(pair)] for pair in found) == best


@given(st.integers(2, 24), st.integers(1, 7), st.integers(0, 10**6))
@examples(60)
def test_the_standings_are_those_that_another_program_counts(size: int, rounds: int, seed: int) -> None:
    assume(rounds <= size // 2)
    entrants = [Entrant(number) for number in range(1, size + 1)]
    played = swiss(entrants, rounds, Random(seed))
    table, kept = standings("swiss", entrants, played), lines(played)
    own = independent.scores(kept)
    for line in table:
        assert Fraction(line.points, 2) == own[line.number]
        assert Fraction(line.buchholz, 2) == independent.buchholz(line.number, kept)
        assert Fraction(line.berger, 4) == independent.berger(line.number, kept)
        assert line.wins == independent.wins(line.number, kept)
    order = [(-line.points, -line.buchholz) for line in table]
    assert order == sorted(order)
    assert sum(line.cards for line in table) == 0
    assert [line.rank for line in table] == sorted(line.rank for line in table)


def test_who_won_against_whom_they_are_level_with_stands_before_them() -> None:
    # 1 and 2 are tied by points and Buchholz: 2 beat 1.
    played = [
        *(Pairing(1, 1, 1, 2, "second"), Pairing(1, 2, 3, 4, "first")),
        *(Pairing(2, 1, 1, 3, "first"), Pairing(2, 2, 2, 4, "second")),
    ]
    table = standings("round_robin", [Entrant(number) for number in range(1, 5)], played)
    assert {line.points for line in table} == {2}
    played += [Pairing(3, 1, 1, 4, "first"), Pairing(3, 2, 2, 3, "first")]
    table = standings("round_robin", [Entrant(number) for number in range(1, 5)], played)
    assert [line.number for line in table][:2] == [2, 1]


@given(st.integers(2, 30))
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    rounds = robin_rounds(size)
    assert rounds == size - (size % 2 == 0)
    met: Counter[frozenset[int]] = Counter()
    firsts: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        pairings = pair_round_robin(range(1, size + 1), number)
        there = [each for pairing in pairings for each in pairing.both]
        assert len(there) == len(set(there)) == size - size % 2
        met.update(frozenset(pairing.both) for pairing in pairings)
        firsts.update(pairing.first for pairing in pairings)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))
    games = size - 1
    assert all(abs(2 * firsts[number] - games) <= 1 + (size % 2 == 0) for number in range(1, size + 1))


@given(st.integers(2, 70), st.integers(0, 10**6))
@settings(deadline=None)
def test_a_knock_out_leaves_one_and_the_best_have_byes(size: int, seed: int) -> None:
    lot, numbers, winners = Random(seed), list(range(1, size + 1)), list[dict[int, int]]()
    entrants, played = [Entrant(number) for number in numbers], list[Pairing]()
    games = 0
    while pairings := pair_knock_out(numbers, winners):
        byes = [each.first for each in pairings if each.second is None]
        assert byes == [] or (len(winners) == 0 and sorted(byes) == numbers[: len(byes)])
        won = {}
        assert {each.round for each in pairings} == {len(winners) + 1}
        for pairing in pairings:
            outcome = pairing.outcome or lot.choice(["first", "second", "second_forfeit", "no_show"])
            over = Pairing(pairing.round, pairing.board, pairing.first, pairing.second, outcome)
            winner = winner_of([over])
            assert winner in over.both
            won[pairing.board] = winner
            played.append(over)
            games += over.second is not None
        winners.append(won)
    assert games == size - 1
    assert len(winners) == knock_out_rounds(size)
    table = standings("knock_out", entrants, played)
    assert table[0].number == winners[-1][1]
    assert [line.level for line in table] == sorted((line.level for line in table), reverse=True)


def test_the_circle_of_a_round_robin_turns_with_seats_in_turn() -> None:
    def pairs(size: int, number: int) -> list[tuple[int, ...]]:
        return [each.both for each in pair_round_robin(range(1, size + 1), number)]

    assert [pairs(6, number) for number in (1, 2, 3)] == [
        [(6, 1), (2, 5), (4, 3)],
        [(2, 6), (3, 1), (5, 4)],
        [(6, 3), (4, 2), (1, 5)],
    ]
    assert pairs(3, 1) == [(2, 3)]
    assert [[each.board for each in pair_round_robin(range(1, 6), number)] for number in (1, 2)] == [[1, 2]] * 2
    assert pairs(6, 6) == pairs(6, 1)
    assert pairs(1, 1) == pairs(0, 1) == []


def test_boards_of_a_match_change_seats_in_turn() -> None:
    assert [each.both for each in pair_match([1, 3], [2, 4], 1, "boards")] == [(1, 2), (4, 3)]
    assert pair_match([1, 3], [2, 4], 2, "boards") == [Pairing(2, 1, 2, 1), Pairing(2, 2, 3, 4)]
    assert [each.both for each in pair_match([1, 3, 5], [2, 4, 6], 2, "each")] == [(4, 1), (6, 3), (5, 2)]
    assert (match_rounds(0, "boards"), match_rounds(0, "each")) == (0, 0)


def test_every_column_of_the_standings_is_counted_and_level_players_share_a_rank() -> None:
    played = [
        *(Pairing(1, 1, 1, 3, "first", 4), Pairing(1, 2, 2, 4, "draw", 1), Pairing(1, 3, 5, None, "bye")),
        *(Pairing(2, 1, 5, 1, "second", -2), Pairing(2, 2, 4, 3, "first_forfeit", 9), Pairing(2, 3, 2, None, "bye")),
        Pairing(3, 1, 1, 2),
    ]
    assert standings("swiss", [Entrant(number) for number in (1, 2, 3, 4, 5, 6, 7)], played) == [
        Standing(1, 1, 4, 2, 4, 2, 0, 0, 6, 2),
        Standing(2, 2, 3, 6, 3, 0, 1, 0, 1, 1),
        Standing(3, 4, 3, 6, 3, 0, 1, 0, -1, 1),
        Standing(4, 5, 2, 6, 0, 0, 0, 1, -2, 1),
        Standing(5, 3, 0, 4, 0, 0, 0, 1, -4, 1),
        Standing(6, 6, 0, 0, 0, 0, 0, 0, 0, 0),
        Standing(6, 7, 0, 0, 0, 0, 0, 0, 0, 0),
    ]


def test_the_encounter_counts_only_where_all_who_are_level_have_met() -> None:
    played = [Pairing(1, 1, 1, 3, "second"), Pairing(2, 1, 1, 2, "first"), Pairing(2, 2, 5, 4, "first")]
    own = {number: [each for each in played if number in each.both] for number in range(1, 6)}
    assert _encounter([1, 3], own) == {1: 0, 3: 2}
    assert _encounter([1, 3, 5], own) == {1: 0, 3: 0, 5: 0}
    own[3].append(Pairing(3, 1, 3, 5, "draw"))
    own[5].append(Pairing(3, 2, 5, 1, "draw"))
    assert _encounter([1, 3, 5], own) == {1: 1, 3: 3, 5: 2}


@given(st.integers(2, 7), st.booleans(), st.data())
@examples(80)
def test_who_can_still_get_a_game_is_who_can_be_paired_in_some_way(
    size: int, is_last: bool, data: st.DataObject
) -> None:
    there = list(range(1, size + 1))
    pairs = [frozenset(pair) for pair in combinations(there, 2)]
    barred = data.draw(st.lists(st.sampled_from(pairs), unique=True, max_size=len(pairs)))
    free = data.draw(st.sets(st.sampled_from(there), max_size=2))
    before = [Pairing(1, 1, min(pair), max(pair), "draw") for pair in barred]
    before += [Pairing(1, 1, number, None, "bye") for number in free]

    def can(players: list[int]) -> bool:
        return independent.best_cost(players, set(pairs) - set(barred), dict.fromkeys(pairs, 0)) is not None

    for number in there:
        others = [frozenset((number, other)) for other in there if other != number]
        rested = [each for each in there if each not in free and not (is_last and each == number)]
        without = [[each for each in there if each != one] for one in rested]
        expected = any(map(can, without if size % 2 else [there]))
        has_somebody = any(pair not in barred for pair in others)
        assert possible_swiss(there, before, number, is_last=is_last) is (expected and has_somebody)


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ([], [1, 4]),
        # Who had the first seat has the second, and who had the second the first, also against somebody new.
        ([(1, 9), (8, 3)], [2, 3]),
        # As often first as second: the second the last time.
        ([(1, 9), (9, 1), (9, 4), (4, 8)], [1, 3]),
    ],
)
def test_who_had_the_first_seat_less_often_gets_it_and_then_who_had_it_longer_ago(
    before: list[tuple[int, int]], first: list[int]
) -> None:
    past = [Pairing(at, 1, *pair) for at, pair in enumerate(before, 1)]
    assert [each.first for each in seated([(1, 2), (3, 4)], past, len(past) + 1)] == first


def test_nobody_alone_can_get_a_game() -> None:
    assert not possible_swiss([1], [], 1, is_last=False)
    assert not possible_swiss([2], [], 1, is_last=False)
    assert possible_swiss([1, 2], [], 1, is_last=True)


@examples(80)
@given(st.sets(st.sampled_from([pair for pair in combinations(range(1, 7), 2) if pair != (2, 5)]), max_size=8))
def test_who_may_not_meet_again_is_paired_as_near_to_the_order_as_can_be(barred: set[tuple[int, int]]) -> None:
    # Six without a point: the upper half against the lower would be 1-4, 2-5, 3-6.
    before = [Pairing(1, at, *pair, "no_show") for at, pair in enumerate(sorted({*barred, (2, 5)}), 1)]
    ideal = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}
    pairs = [frozenset(pair) for pair in combinations(ideal, 2)]
    cost = {pair: abs(ideal[min(pair)] - max(pair)) + abs(ideal[max(pair)] - min(pair)) for pair in pairs}
    allowed = set(pairs) - {frozenset(each.both) for each in before}
    best = independent.best_cost(list(ideal), allowed, cost)
    entrants = [Entrant(number) for number in ideal]
    if best is None:
        with pytest.raises(NoPairing):
            pair_swiss(entrants, before, 2)
        return
    found = [frozenset(each.both) for each in pair_swiss(entrants, before, 2)]
    assert set(found) <= allowed
    assert sum(cost[pair] for pair in found) == best


def test_another_has_the_bye_where_else_two_would_meet_again() -> None:
    entrants = [Entrant(number) for number in (1, 2, 3)]
    found = pair_swiss(entrants, [Pairing(1, 1, 1, 2, "no_show")], 2)
    assert [(each.board, set(each.both)) for each in found] == [(1, {1, 3}), (2, {2})]
    with pytest.raises(NoPairing):
        pair_swiss(
            entrants, [Pairing(1, at, *pair, "no_show") for at, pair in enumerate(combinations((1, 2, 3), 2))], 2
        )


def test_the_first_two_of_a_bracket_meet_in_the_final() -> None:
    assert bracket([1, 2, 3, 4, 5, 6]) == [1, None, 4, 5, 2, None, 3, 6]


def test_after_a_draw_there_is_no_winner_yet() -> None:
    drawn = Pairing(1, 1, 1, 2, "draw")
    assert winner_of([drawn]) is None
    assert winner_of([drawn, Pairing(1, 1, 2, 1, "second")]) == 1


@given(st.integers(0, 40), st.integers(0, 10**6))
def test_in_an_arena_nobody_meets_the_same_twice_in_a_row_and_few_wait(size: int, seed: int) -> None:
    lot = Random(seed)
    waiting = lot.sample(range(1, 100), size)
    scores = {number: lot.randint(0, 6) for number in waiting}
    shuffled = lot.sample(waiting, size)
    last = {
        a: b for one, other in zip(shuffled[::2], shuffled[1::2], strict=False) for a, b in ((one, other), (other, one))
    }
    pairs = pair_arena(waiting, scores, last)
    there = [number for pair in pairs for number in pair]
    assert len(there) == len(set(there))
    assert all(last.get(one) != other for one, other in pairs)
    if size > 3:
        assert len(pairs) == size // 2


def test_two_who_are_alone_in_an_arena_meet_again() -> None:
    assert pair_arena([1, 2], {}, {1: 2, 2: 1}) == []
    assert pair_arena([1, 2], {}, {1: 2, 2: 1}, alone=True) == [(1, 2)]


@given(st.lists(st.sampled_from(["first", "second", "draw"]), max_size=30), st.integers(0, 10**6))
def test_the_points_of_an_arena_are_those_that_another_program_counts(outcomes: list[Outcome], seed: int) -> None:
    lot = Random(seed)
    played = []
    for at, outcome in enumerate(outcomes, 1):
        one, other = lot.sample(range(1, 5), 2)
        played.append(Pairing(at, 1, one, other, outcome))
    expected = independent.arena_scores(lines(played))
    assert arena_points(played) == dict(expected)


def test_a_game_of_an_arena_that_goes_on_counts_for_nobody() -> None:
    assert arena_points([Pairing(1, 1, 1, 2), Pairing(2, 1, 3, 4, "first"), Pairing(3, 1, 1, 3, "draw")]) == {
        3: 3,
        4: 0,
        1: 1,
    }


@pytest.mark.parametrize("size", [1000, 999])
def test_a_thousand_are_paired_by_the_rules(size: int) -> None:
    entrants, before, lot = [Entrant(number) for number in range(1, size + 1)], list[Pairing](), Random(1)
    for number in range(1, 10):
        before += [ended(pairing, lot) for pairing in pair_swiss(entrants, before, number)]
    independent.check_swiss(lines(before))


@given(st.integers(1, 12), st.sampled_from(["boards", "each"]))
def test_in_a_match_everybody_meets_whom_they_are_to_meet_with_seats_in_turn(size: int, order: Order) -> None:
    one, other = list(range(1, 2 * size, 2)), list(range(2, 2 * size + 1, 2))
    rounds = match_rounds(size, order)
    paired = [pair_match(one, other, number, order) for number in range(1, rounds + 1)]
    for games in paired:
        assert sorted(number for game in games for number in game.both) == list(range(1, 2 * size + 1))
        assert all((game.first + (game.second or 0)) % 2 for game in games)
    meetings = Counter(frozenset(game.both) for games in paired for game in games)
    if order == "boards":
        assert meetings == {frozenset((number, number + 1)): 2 for number in one}
    else:
        assert meetings == {frozenset((a, b)): 1 for a in one for b in other}
    first = Counter(game.first for games in paired for game in games)
    assert all(2 * first[number] - rounds in (-1, 0, 1) for number in one + other)


def test_of_a_team_the_best_count_and_level_teams_share_a_rank() -> None:
    played = [Pairing(1, 1, 1, 2, "first"), Pairing(1, 2, 4, 3, "first"), Pairing(1, 3, 5, 6, "draw")]
    lines_of = standings("match", [Entrant(number) for number in range(1, 7)], played)
    team_of = {1: 1, 2: 2, 3: 1, 4: 2, 5: 1, 6: 2}
    assert [(each.rank, each.team, each.points) for each in team_standings([1, 2], lines_of, team_of)] == [
        (1, 1, 3),
        (1, 2, 3),
    ]
    assert [(each.rank, each.team) for each in team_standings([3, 2, 1], lines_of, team_of)] == [(1, 1), (1, 2), (3, 3)]
    assert [each.points for each in team_standings([1, 2], lines_of, team_of, best=1)] == [2, 2]


@given(st.integers(0, 30), st.integers(0, 10**6))
def test_in_an_arena_of_teams_nobody_meets_their_own(size: int, seed: int) -> None:
    lot = Random(seed)
    team_of = {number: lot.randint(1, 3) for number in range(size)}
    pairs = pair_arena(range(size), {}, {}, team_of=team_of)
    assert all(team_of[one] != team_of[other] for one, other in pairs)
    if len(set(team_of.values())) > 1:
        assert pairs
