"""The pairings of a round: nobody plays twice at a time, people rest in turn, and repeats are as few as possible."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.play import drawing
from spite_and_malice.play.drawing import Drawn, History, draw
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.examples import examples

TWO = preset_rules("standard", 2)
PAIRS = next(
    rules
    for preset in PRESETS.values()
    for players in preset.allowed
    if players == 4 and (rules := preset_rules(preset.id, 4)).side_count == 2
)
FOUR = next(
    rules
    for preset in PRESETS.values()
    for players in preset.allowed
    if players == 4 and (rules := preset_rules(preset.id, 4)).side_count == 4
)


def rounds(
    people: int, rules: Rules, count: int, seed: int = 1, **more: object
) -> tuple[list[Drawn[int]], History[int]]:
    """Draw rounds one after another."""
    history: History[int] = History.empty()
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        drawn = draw(range(people), rules, history, chance=chance, **more)  # type: ignore[arg-type]
        history.add(drawn.tables, drawn.resting, rules)
        found.append(drawn)
    return found, history


def dear(tables: Iterable[Sequence[int]], history: History[int], teams: dict[int, str]) -> tuple[int, int]:
    """Return how many of one team are not partners, and what repeats cost, of tables of two pairs, pair after pair."""
    apart, repeats = len(set(teams.values())), 0
    for seats in tables:
        repeats += sum(history.met[frozenset(pair)] for pair in combinations(seats, 2))
        for pair in (seats[:2], seats[2:]):
            if teams.get(pair[0], 0) == teams.get(pair[1], 1):
                apart -= 1
            else:
                repeats += 3 * history.partnered[frozenset(pair)]
    return apart, repeats


@pytest.mark.parametrize("seed", [0, 2, 7])
def test_beside_a_team_the_others_repeat_as_little_as_there_can_be(seed: int) -> None:
    chance = random.Random(seed)
    teams = {0: "Reds", 1: "Reds"}
    history: History[int] = History.empty()
    for _round in range(5):
        drawn = draw(range(8), PAIRS, history, teams=teams, chance=chance)
        found = [
            tuple(one for at, one in enumerate(seats) if one is not None and PAIRS.side_of(at) == side)
            for seats in drawn.tables
            for side in range(2)
        ]
        least = min(
            dear(((*one, *two), (*three, *four)), history, teams) for one, two, three, four in pairings(tuple(range(8)))
        )
        assert dear(((*found[0], *found[1]), (*found[2], *found[3])), history, teams) == least
        history.add(drawn.tables, drawn.resting, PAIRS)


def pairings(left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to make pairs, in every order."""
    if not left:
        yield []
    for pair in combinations(left, 2):
        for others in pairings(tuple(one for one in left if one not in pair)):
            yield [pair, *others]


@examples(40)
@given(
    people=st.integers(2, 14),
    rules=st.sampled_from([TWO, PAIRS, FOUR]),
    fill=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_everybody_has_one_place_and_rests_in_turn(people: int, rules: Rules, fill: bool, seed: int) -> None:
    if people < rules.players and not fill:
        with pytest.raises(ValueError, match="a table takes"):
            draw(range(people), rules, History.empty(), chance=random.Random())
        return
    drawn, history = rounds(people, rules, 4, seed, fill=fill)
    for one in drawn:
        sitting = [at for seats in one.tables for at in seats if at is not None]
        everybody = sitting if fill else [*sitting, *one.resting]
        assert sorted(everybody) == list(range(people))
        assert all(len(seats) == rules.players for seats in one.tables)
        assert len(one.resting) == people % rules.players
    rested = [history.rested[one] for one in range(people)]
    assert max(rested) - min(rested) <= 1


def test_eight_play_seven_rounds_for_two_without_meeting_twice() -> None:
    drawn, history = rounds(8, TWO, 7)
    assert set(history.met.values()) == {1}
    assert len(history.met) == 28
    assert all(one.is_exact for one in drawn)


def test_partners_are_passed_on() -> None:
    _drawn, history = rounds(4, PAIRS, 3)
    assert len(history.partnered) == 6
    assert set(history.partnered.values()) == {1}


def test_a_team_stays_together_and_rests_together() -> None:
    teams = {0: "Reds", 1: "Reds", 4: "Blues", 5: "Blues"}
    drawn, history = rounds(6, PAIRS, 6, teams=teams)
    for one in drawn:
        for pair in ((0, 1), (4, 5)):
            resting = [at in one.resting for at in pair]
            for seats in one.tables:
                sides = [PAIRS.side_of(seats.index(at)) for at in pair if at in seats]
                assert len(set(sides)) <= 1
            assert len(set(resting)) == 1 or len(one.resting) == 2
    assert history.partnered[frozenset((2, 3))] <= 6


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("people", [16, 24])
def test_where_all_come_in_teams_all_teams_play_together_and_nothing_better_is_looked_for(
    people: int, seed: int
) -> None:
    teams = {at: f"team {at // 2}" for at in range(people)}
    order = random.Random(seed).sample(range(people), people)
    drawn = draw(order, PAIRS, History.empty(), teams=teams, chance=random.Random(seed))
    for seats in drawn.tables:
        assert all(
            PAIRS.side_of(seats.index(at)) == PAIRS.side_of(seats.index(at ^ 1)) for at in seats if at is not None
        )
    assert drawn.is_exact


@examples(15)
@given(seed=st.integers(0, 1000), people=st.sampled_from([4, 6, 8]), before=st.integers(0, 5))
def test_no_other_tables_for_two_repeat_less(seed: int, people: int, before: int) -> None:
    _drawn, history = rounds(people, TWO, before, seed)
    drawn = draw(range(people), TWO, history, chance=random.Random(seed))

    def cost(pairs: list[tuple[int, int]]) -> int:
        return sum(history.met[frozenset(pair)] for pair in pairs)

    def pairings(left: list[int]) -> list[list[tuple[int, int]]]:
        if not left:
            return [[]]
        found = []
        for other in left[1:]:
            rest = [one for one in left[1:] if one != other]
            found += [[(left[0], other), *more] for more in pairings(rest)]
        return found

    own = cost([(one, other) for one, other in drawn.tables if one is not None and other is not None])
    assert own == min(cost(pairs) for pairs in pairings(list(range(people))))


def test_a_large_company_is_drawn_soon_and_repeats_little() -> None:
    drawn, history = rounds(60, TWO, 6)
    assert max(Counter(history.met.values())) <= 2
    assert all(len(one.tables) == 30 for one in drawn)


def test_tables_are_the_best_for_certain_only_where_the_search_came_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _history = rounds(8, PAIRS, 4)
    monkeypatch.setattr(drawing, "_STEPS", 20)
    cut, _history = rounds(8, PAIRS, 4)
    assert [(one.is_exact, other.is_exact) for one, other in zip(whole, cut, strict=True)][-1] == (True, False)


def test_the_one_left_over_plays_a_computer_player_if_wanted() -> None:
    drawn, history = rounds(3, TWO, 3, fill=True)
    for one in drawn:
        (lonely,) = [seats for seats in one.tables if None in seats]
        assert [at for at in lonely if at is not None] == list(one.resting)
    assert sorted(history.rested.values()) == [1, 1, 1]
    assert {frozenset(pair) for pair in combinations(range(3), 2)} == set(history.met)


@pytest.mark.parametrize("rules", [TWO, PAIRS, FOUR])
def test_everybody_comes_to_every_seat_and_opposite_everybody(rules: Rules) -> None:
    people = range(rules.players)
    drawn = [draw(people, rules, History.empty(), chance=random.Random(seed)).tables[0] for seed in range(60)]
    for one in people:
        assert {seats.index(one) for seats in drawn} == set(people)
    if rules is PAIRS:
        partners = {frozenset(one for one in seats if PAIRS.side_of(seats.index(one)) == 0) for seats in drawn}
        assert partners == {frozenset(pair) for pair in combinations(people, 2)}


def test_two_left_over_are_partners_against_computer_players() -> None:
    drawn = [draw(range(6), PAIRS, History.empty(), chance=random.Random(seed), fill=True) for seed in range(20)]
    tables = [next(seats for seats in one.tables if None in seats) for one in drawn]
    for seats, one in zip(tables, drawn, strict=True):
        assert {PAIRS.side_of(seats.index(each)) for each in one.resting} == {0}
    assert len({seats.index(one.resting[0]) for seats, one in zip(tables, drawn, strict=True)}) == 2


def test_two_left_over_where_nobody_has_a_partner_sit_anywhere() -> None:
    drawn = [draw(range(6), FOUR, History.empty(), chance=random.Random(seed), fill=True) for seed in range(60)]
    tables = [next(seats for seats in one.tables if None in seats) for one in drawn]
    assert {at for seats in tables for at, one in enumerate(seats) if one is not None} == set(range(4))


def test_who_has_rested_least_rests_and_else_the_lot_decides() -> None:
    history: History[int] = History.empty()
    history.rested.update([0, 1, 1, 3])
    assert draw(range(5), FOUR, history, chance=random.Random(1)).resting[0] in (2, 4)
    assert {draw(range(5), FOUR, history, chance=random.Random(seed)).resting for seed in range(20)} == {(2,), (4,)}


def test_computer_players_and_rests_are_no_meetings() -> None:
    history: History[int] = History.empty()
    history.add([(0, None, 1, 2), (3, 4, 5, 6)], [7], PAIRS)
    mates = [{one for one in range(4) if PAIRS.side_of(one) == side} for side in range(2)]
    assert history.met == Counter(
        {frozenset(pair): 1 for four in ((0, 1, 2), (3, 4, 5, 6)) for pair in combinations(four, 2)}
    )
    seats = {0: 0, 2: 1, 3: 2}
    own = [frozenset(seats[one] for one in pair if one in seats) for pair in mates]
    others = [frozenset(one + 3 for one in pair) for pair in mates]
    assert history.partnered == Counter({pair: 1 for pair in (*own, *others) if len(pair) == 2})
    assert history.rested == Counter({7: 1})


def test_too_few_for_a_table_are_refused_and_nobody_at_all_even_with_computer_players() -> None:
    for people, fill in ((3, False), (0, True)):
        with pytest.raises(ValueError, match=f"4 people, and there are {people}"):
            draw(range(people), PAIRS, History.empty(), chance=random.Random(1), fill=fill)
    alone = draw([5], TWO, History.empty(), chance=random.Random(1), fill=True)
    assert (sorted(alone.tables[0], key=str), alone.resting, alone.is_exact) == ([5, None], (5,), True)
