"""Puzzles: each is proved, a seed always makes the same ones, and the collection matches docs/puzzles.md."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.collection import Entry
from spite_and_malice.analysis.puzzles.discards import distinguishing, find_discards, why
from spite_and_malice.analysis.puzzles.literal import does, fewest_plays
from spite_and_malice.analysis.puzzles.making import (
    MOST_LUCK,
    MOST_WAYS,
    SHORTEST,
    Fresh,
    Games,
    chosen,
    find,
    fresh_views,
    graded,
    measured,
    puzzle_of,
    recorded_views,
    to_the_last_card,
    to_the_next_ones_last_card,
    with_thought,
)
from spite_and_malice.analysis.puzzles.proof import Table, lies_on_one_stack, most_plays, proof_of, prove, tables_of
from spite_and_malice.analysis.puzzles.puzzle import GRADES, DiscardPuzzle, Puzzle
from spite_and_malice.analysis.puzzles.solvers import BUDGETS, chances, difficulty
from spite_and_malice.analysis.puzzles.themes import PAYOFF, THEMES, Theme
from spite_and_malice.analysis.reach import PAYOFF as TO_PAYOFF
from spite_and_malice.analysis.reach import reach
from spite_and_malice.engine import Position
from spite_and_malice.rules import PRESETS
from spite_and_malice.server.features.puzzles.choosing import RUN_PRESETS
from tests.analysis.holding import goes_away
from tests.engine.build import lay
from tests.examples import times
from tools.puzzles import records_in

RECORDS = Path(__file__).parents[1] / "play" / "records"
SOME = 60
OF_A_THEME = 5
FEWEST = {"hold": 300, "finish": 1600}
"""The minimum number of puzzles of a theme, if it is not `USUALLY`."""
USUALLY = 1900
MOST_BYTES = 2_000_000


def test_the_only_way_is_proved_with_its_wild_card_and_its_traps() -> None:
    # The king has to be the 6.
    view = lay("5h Kd 9c", payoff=["2c 7d"], centre=["As 2s 3s 4s", "Ah 2h"]).view(0)
    proof = prove(view)
    assert proof is not None
    assert proof.way == ("H5h-C1", "HKd-C1", "P-C1")
    assert (proof.ways, proof.wilds) == (1, 1)
    # At first the king on any of the three stacks; after the 5, on the two others.
    assert proof.traps == 5
    # One play of four, then one of three, then one of one.
    assert proof.luck == pytest.approx(1 / 12)


def test_no_way_no_proof_and_too_many_tables_neither() -> None:
    assert prove(lay("9c", payoff=["2c 7d"]).view(0)) is None
    view = lay("Ah 2h 3h 4h 9s", payoff=["2c 5d"]).view(0)
    assert prove(view) is not None
    assert prove(view, most_tables=2) is None
    with pytest.raises(ValueError, match="not the viewer's turn"):
        prove(lay("Ah").view(1))


def test_a_way_through_new_cards_is_none() -> None:
    # The hand is empty after the 6: the cards drawn before the 7 are unknown.
    assert prove(lay("6h", payoff=["2c 8d"], centre=["As 2s 3s 4s 5s"]).view(0)) is None


def way(theme: str, position: Position, most: int = 0) -> tuple[str, ...] | None:
    proof = prove(position.view(0), THEMES[theme], most)
    return None if proof is None else proof.way


def test_a_finished_stack_has_to_be_begun_again() -> None:
    almost = " ".join(f"{rank}s" for rank in "A23456789TJ")
    full = [almost, "Ah 2h", "Ad 2d"]
    assert way("finish", lay("Qd As 9c", centre=full)) == ("HQd-C1", "HAs-C1")
    assert way("finish", lay("Qd 8s 9c", centre=full)) is None
    free = lay("Qd As 9c", centre=full[:2])
    assert not THEMES["finish"].poses(free.rules, free.core)


def test_a_hand_is_emptied_by_its_last_card_and_not_by_one_from_elsewhere() -> None:
    assert way("empty", lay("2h 4h", centre=["As"], side=["3c"])) == ("H2h-C1", "S1-C1", "H4h-C1")
    assert way("empty", lay("2h 9h", centre=["As"], side=["3c"])) is None


def test_the_longest_run_is_counted_up_to_the_first_card_that_comes_to_light() -> None:
    view = lay("2h 4h 9c", centre=["As"], side=["3c"], payoff=["Kc 5d"]).view(0)
    assert most_plays(view) == 4
    proof = prove(view, THEMES["longest"], 4)
    assert proof is not None
    assert proof.way == ("H2h-C1", "S1-C1", "H4h-C1", "P-C1")
    assert prove(view, THEMES["longest"], 5) is None


def test_to_block_takes_away_every_place_for_the_next_players_card() -> None:
    waiting = {1: {"payoff": ["9h 4d"]}}
    # On the first stack the 3 lets the 4 in; on the second the pay-off card goes beyond it.
    position = lay("2h 5c 9c", centre=["As", "Ah 2c 3c 4c"], payoff=["9d 6d"], others=waiting)
    assert way("block", position) == ("H5c-C2", "P-C2")
    opened = lay("5c 9c", centre=["As 2s 3s", "Ah 2c 3c 4c"], payoff=["9d 6d"], others=waiting)
    assert way("payoff", opened) == ("H5c-C2", "P-C2")
    assert way("block", opened) is None
    covered = lay("5c 4h 9c", centre=["As 2s 3s", "Ah 2c 3c 4c"], payoff=["9d 6d"], others=waiting)
    assert way("block", covered) == ("H4h-C1", "H5c-C1", "P-C1")
    assert "4♦" in THEMES["block"].task(covered.view(0), 3)


def test_the_next_players_last_card_is_held_against_every_hand() -> None:
    waiting = {1: {"payoff": ["7d"]}}
    # From the 7 on it takes more than five cards to come round to the 6; the ace alone leaves five.
    hand, centre = "4h 5h 6h 7h 9c", ["As 2s 3s", "Ah 2h 3d 4d 5d 6d 7c", "Ad 2d 3h 4s 5c 6c 7s 8c"]
    position = lay(hand, centre=centre, others=waiting)
    assert THEMES["hold"].poses(position.rules, position.core)
    assert way("hold", position) == ("H4h-C1", "H5h-C1", "H6h-C1", "P-C1")
    assert "7♦" in THEMES["hold"].task(position.view(0), 4)
    # A stack of theirs that brings the card closer undoes it.
    near = lay(hand, centre=centre, others={1: {"payoff": ["7d"], "side": ["Kc Qc Jc Tc 9d 8d"]}})
    assert way("hold", near) is None
    more = lay(hand, centre=centre, others={1: {"payoff": ["2c 7d"]}})
    assert not THEMES["hold"].poses(more.rules, more.core)
    ((_preset, _game, view),) = to_the_next_ones_last_card([Fresh("standard", 1, more.view(0))])
    assert prove(view, THEMES["hold"]) is not None


def is_held_by_the_last_play_alone(entry: Entry) -> bool:
    puzzle = collection.puzzles().get(entry.id)
    assert puzzle is not None
    return goes_away(puzzle, len(puzzle.way) - 1) and not goes_away(puzzle, len(puzzle.way))


def test_of_endgames_another_search_says_that_only_the_last_play_holds_the_card() -> None:
    assert all(map(is_held_by_the_last_play_alone, Random(5).sample(of_theme("hold"), times(OF_A_THEME))))


@pytest.mark.nightly("src/spite_and_malice/analysis/puzzles")
def test_of_every_endgame_another_search_says_so() -> None:
    assert all(map(is_held_by_the_last_play_alone, of_theme("hold")))


def test_a_load_covers_the_card_that_was_to_be_kept_from_its_place() -> None:
    puzzle = collection.puzzles().get("91cb0e45b7")
    assert puzzle is not None
    assert "H4c-L0" in puzzle.way
    assert does(puzzle, puzzle.way)
    assert not does(puzzle, [text for text in puzzle.way if text != "H4c-L0"])


def test_only_the_last_card_wins() -> None:
    hand, centre = "5h Kd 9c", ["As 2s 3s 4s", "Ah 2h"]
    two, one = (lay(hand, payoff=[cards], centre=centre) for cards in ("2c 7d", "7d"))
    assert way("win", one) == ("H5h-C1", "HKd-C1", "P-C1")
    assert way("win", two) is None
    ((_preset, _game, view),) = to_the_last_card([Fresh("standard", 1, two.view(0))])
    assert prove(view, THEMES["win"]) is not None
    assert view.stock == two.view(0).stock + 1


def test_on_one_stack_alone_is_a_chain_without_another_stack() -> None:
    chain = lay("5h 6d 9c", payoff=["2c 7d"], centre=["As 2s 3s 4s", "Ah 2h"])
    assert lies_on_one_stack(chain.view(0), PAYOFF, 0)
    # The 3 lies on the card that the 5 needs.
    buried = lay("6d 9c", payoff=["2c 7d"], centre=["As 2s 3s 4s", "Ah 2h"], side=["5h 3c"])
    assert prove(buried.view(0)) is not None
    assert not lies_on_one_stack(buried.view(0), PAYOFF, 0)
    assert puzzle_of("standard", chain.view(0), THEMES["stacks"]) is None


def test_in_the_harder_half_none_lies_on_one_stack() -> None:
    one = collection.puzzles().get(collection.puzzles().entries[0].id)
    assert one is not None
    lot = Random(2)
    made = [replace(one, difficulty=lot.uniform(0, 9), one_stack=lot.random() < 0.8) for _ in range(200)]
    kept = with_thought(made, 1000)
    assert not any(puzzle.one_stack for puzzle in kept[len(kept) // 2 :])
    wide = sum(not puzzle.one_stack for puzzle in made)
    assert wide < len(kept) <= 2 * wide
    few = with_thought(made, 20)
    assert len(few) == 20
    assert not any(puzzle.one_stack for puzzle in few[10:])


def test_who_looks_at_more_plays_finds_more_and_plays_that_spoil_make_it_harder() -> None:
    forced = lay("2h Qc", payoff=["2c 4d"], centre=["As"], side=["3h"]).view(0)
    high = ["Ac 2c 3c 4c 5c 6c 7c 8c", "Ad 2d 3d 4d 5d 6d"]
    wide = lay("2h 9h Tc Qc", payoff=["2c 4d"], centre=["As", *high], side=["3h", "7h"]).view(0)
    hard = lay("5h Kd Kh 9c", payoff=["2c 8d"], centre=["As 2s 3s 4s", "Ah 2h", "Ac 2c"]).view(0)
    of = [chances(tables_of(view)) for view in (forced, wide, hard)]
    for each in of:
        assert list(each) == sorted(each)
        assert len(each) == len(BUDGETS)
        assert each[-1] == 1
    # Plays that spoil nothing make it no harder.
    assert difficulty(of[0]) == difficulty(of[1]) == 0
    assert difficulty(of[2]) > 3
    # Solvers who cannot look far enough find it as rarely as random play does, except for the last of them.
    proof = prove(hard)
    assert proof is not None
    assert proof.luck <= of[2][0] < 5 * proof.luck


def test_a_search_in_any_order_takes_longer_the_harder_a_puzzle_is_graded() -> None:
    lot = Random(7)
    taken: dict[int, list[float]] = {grade: [] for grade in range(1, GRADES + 1)}
    for entry in lot.sample(of_theme("payoff"), 120):
        puzzle = collection.puzzles().get(entry.id)
        assert puzzle is not None
        assert puzzle.difficulty == measured(puzzle.view)
        (first, *_others) = tables_of(puzzle.view)
        taken[entry.grade].append(math.log2(sum(searched(first, lot) for _ in range(5)) / 5))
    means = [sum(some) / len(some) for some in taken.values()]
    assert means == sorted(means)
    assert means[-1] > means[0] + 2


def searched(first: Table, lot: Random) -> int:
    """The number of plays examined by a depth-first search in any order that visits no table twice."""
    seen, looked = {id(first)}, 0

    def found(table: Table) -> bool:
        nonlocal looked
        dead = table.plays - table.goals - len(table.following)
        plays: list[Table | bool] = [*table.following, *[True] * table.goals, *[False] * dead]
        lot.shuffle(plays)
        for each in plays:
            looked += 1
            if isinstance(each, bool):
                if each:
                    return True
            elif id(each) not in seen:
                seen.add(id(each))
                if found(each):
                    return True
        return False

    assert found(first)
    return looked


def test_games_that_people_played_give_puzzles_without_their_names(tmp_path: Path) -> None:
    text = (RECORDS / "round.txt").read_text()
    with ZipFile(tmp_path / "mine.zip", "w") as packed:
        packed.writestr("everything.json", "{}")
        packed.writestr("records/one.txt", text)
        packed.writestr("records/torn.txt", text[:200])
    (record,) = records_in([tmp_path / "mine.zip"])
    assert "Ada" in [seat.name for seat in record.seats]
    found = find(recorded_views([record]))
    assert found
    for puzzle in found:
        assert prove(puzzle.view) is not None
        assert not any(seat.name in json.dumps(puzzle.to_json()) for seat in record.seats)
    # A game under house rules, or from one seat's view, is of no use for learning.
    others = [replace(record, preset="standard"), record.seen_by(0)]
    assert list(recorded_views(others)) == []


def test_the_same_seed_makes_the_same_puzzles_and_discards() -> None:
    games = Games("standard", 3, 0, 2)
    made = [graded(chosen(find(fresh_views(games)), 4)) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0]
    assert len({puzzle.id for puzzle in made[0]}) == len(made[0]) <= 4
    asked = find_discards(fresh_views(games))
    assert asked == find_discards(fresh_views(games))
    assert find(fresh_views(Games("standard", 4, 0, 2))) != find(fresh_views(games))


def test_puzzles_survive_their_file() -> None:
    games = Games("book", 3, 0, 2)
    for puzzle in graded(chosen(find(fresh_views(games)), 2)):
        data = json.loads(json.dumps(puzzle.to_json()))
        assert Puzzle.from_json(data) == puzzle
        assert data["id"] == puzzle.id
    for asked in find_discards(fresh_views(Games("skip-bo", 3, 0, 3))):
        assert DiscardPuzzle.from_json(json.loads(json.dumps(asked.to_json()))) == asked


def of_theme(theme: str) -> list[Entry]:
    return [entry for entry in collection.puzzles().entries if entry.theme == theme]


def test_the_collection_has_puzzles_of_every_theme_and_some_that_take_thought() -> None:
    for theme in THEMES.values():
        entries = of_theme(theme.id)
        assert len(entries) >= FEWEST.get(theme.id, USUALLY), theme.id
        found = [collection.puzzles().get(entry.id) for entry in Random(5).sample(entries, 2 * OF_A_THEME)]
        for puzzle in filter(None, found):
            assert puzzle.one_stack == lies_on_one_stack(puzzle.view, theme, len(puzzle.way))
        hard = [entry.one_stack for entry in entries[len(entries) // 2 :]]
        # The puzzles of days before other themes existed stay in the file.
        assert theme is PAYOFF or not any(hard), theme.id


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if theme is not PAYOFF], ids=lambda one: one.id)
def test_puzzles_of_a_theme_are_proved(theme: Theme) -> None:
    for entry in Random(5).sample(of_theme(theme.id), OF_A_THEME):
        puzzle = collection.puzzles().get(entry.id)
        assert puzzle is not None
        most = most_plays(puzzle.view) if theme.ends_late else 0
        proof = prove(puzzle.view, theme, most)
        assert proof is not None
        assert (proof.way, proof.ways, proof.wilds, proof.traps) == (
            puzzle.way, puzzle.ways, puzzle.wilds, puzzle.traps,
        )  # fmt: skip
        assert len(proof.way) >= SHORTEST
        assert not theme.ends_late or len(proof.way) == most
        assert puzzle.difficulty == measured(puzzle.view, theme, most)
        assert puzzle.task


def test_the_collection_has_puzzles_of_every_preset_and_grade() -> None:
    entries = of_theme("payoff")
    of_preset = Counter(entry.preset for entry in entries)
    assert of_preset.keys() == PRESETS.keys()
    assert min(of_preset.values()) >= 40
    assert len(entries) > 8000
    assert len({entry.id for entry in entries}) == len(entries)
    assert {entry.grade for entry in entries} == set(range(1, GRADES + 1))
    assert [entry.grade for entry in entries] == sorted(entry.grade for entry in entries)
    assert collection.PUZZLES.stat().st_size + collection.DISCARDS.stat().st_size < MOST_BYTES
    assert collection.puzzles().get("nothing") is None


def test_puzzles_of_the_collection_are_proved() -> None:
    for entry in Random(5).sample(of_theme("payoff"), SOME):
        puzzle = collection.puzzles().get(entry.id)
        assert puzzle is not None
        assert (puzzle.id, puzzle.preset, puzzle.rating) == (entry.id, entry.preset, entry.rating)
        proof = prove(puzzle.view)
        assert proof is not None
        assert (proof.way, proof.ways, proof.wilds) == (puzzle.way, puzzle.ways, puzzle.wilds)
        assert proof.traps == puzzle.traps
        assert len(proof.way) >= SHORTEST
        assert proof.ways <= MOST_WAYS
        assert proof.luck <= MOST_LUCK
        # The search that advises at the table agrees that there is nothing shorter.
        found = reach(puzzle.view, 60.0)
        assert (found.goal, len(found.moves)) == (TO_PAYOFF, len(puzzle.way))
        position = Position.from_view(puzzle.view)
        for move in puzzle.way:
            assert not position.is_over
            position.play(move, None)


def test_every_question_has_a_reason_that_tells_its_discards_apart() -> None:
    entries = collection.discards().entries
    planned = 0
    assert len(entries) > 200
    for entry in Random(5).sample(entries, SOME):
        asked = collection.discards().get(entry.id)
        assert asked is not None
        assert {asked.better, asked.worse} <= set(asked.view.legal)
        reason = distinguishing(asked.view, asked.better, asked.worse)
        assert reason is not None
        plan = plan_of(asked.view, [asked.better])
        assert why(asked.view, asked.better, asked.worse) == " ".join(
            each.words for each in (plan, reason) if each is not None
        )
        planned += plan is not None
    assert planned > SOME / 2


def test_those_of_the_kit_are_of_every_theme_and_difficulty() -> None:
    head, *lines = [json.loads(line) for line in collection.OFFLINE.read_bytes().splitlines()]
    assert head == collection.head(collection.PUZZLES)
    assert len(lines) == 200
    assert collection.OFFLINE.stat().st_size < 150_000
    whole = collection.puzzles()
    for line in lines:
        puzzle = whole.get(line["id"])
        assert puzzle is not None
        assert puzzle.to_json() == line
    themes = Counter(line["theme"] for line in lines)
    assert set(themes) == set(THEMES)
    assert max(themes.values()) - min(themes.values()) <= 1
    familiar = Counter(line["grade"] for line in lines if line["preset"] in RUN_PRESETS)
    assert all(familiar[grade] >= 5 for grade in range(1, GRADES + 1)), familiar
    assert not any(line["one_stack"] for line in lines)


@pytest.mark.parametrize("theme", [each for each in THEMES.values() if each.id != "hold"], ids=lambda one: one.id)
def test_another_judge_that_reads_a_theme_literally_finds_the_same_shortest_way(theme: Theme) -> None:
    for entry in Random(6).sample(of_theme(theme.id), OF_A_THEME):
        puzzle = collection.puzzles().get(entry.id)
        assert puzzle is not None
        most = len(puzzle.way) if theme.ends_late else 0
        proof = proof_of(puzzle.view.rules, tables_of(puzzle.view, theme, most, is_wide=True))
        assert proof is not None
        assert fewest_plays(puzzle, len(puzzle.way)) == len(proof.way)
        assert does(puzzle, puzzle.way)
        assert not does(puzzle, puzzle.way[:-1])
        # Some about the pay-off card, used by past days, keep a solution that is not the shortest.
        assert theme is PAYOFF or len(proof.way) == len(puzzle.way)
