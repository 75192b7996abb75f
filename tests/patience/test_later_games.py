"""The fields and values that few games have (PATIENCE.md sections 2 to 6): vectors, laws, and hidden information."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from spite_and_malice.engine.conformance import run_file
from spite_and_malice.engine.notation import IllegalMove, InvalidNotation
from spite_and_malice.patience import (
    PRESETS,
    Game,
    Move,
    Position,
    Rules,
    View,
    deal,
    deal_number,
    describe,
    hint,
    hints,
    pack_of,
    preset_rules,
    sample,
    solve,
)
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.conformance import GAMES, run_vector
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.patience.knowledge import Seen, known_of
from spite_and_malice.patience.progress import cards_gone, cards_to_win
from spite_and_malice.play import SeededChance
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.texts import in_language
from tests.examples import some

VECTORS = Path(__file__).resolve().parents[1] / "conformance" / "patience-more.jsonl"


@cache
def games() -> dict[str, Rules]:
    """The rules of the games of the vectors, by name."""
    found = {}
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if vector["id"].endswith("/deal/0"):
            found[vector["id"].split("/")[0]] = Rules.from_json(vector["rules"])
    return found


NAMES = tuple(games())


def test_every_vector_passes() -> None:
    results = dict(run_file(VECTORS, dict.fromkeys(GAMES, run_vector)))
    assert len(results) == 846
    assert {name: failures for name, failures in results.items() if failures} == {}


def played(name: str, seed: int, moves: int = 60) -> Position:
    """A game after random moves, preferring moves of cards that leave."""
    position, chance = deal_number(games()[name], seed), Random(seed)
    for _move in range(moves):
        legal = position.legal_moves
        if not legal:
            break
        away = [move for move in legal if move.target[:1] in ("F", "X", "P") or move.is_merci]
        position.play(chance.choice(away if away and chance.random() < 0.6 else legal))
    return position


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_views_read_and_write_alike(name: str) -> None:
    for seed in range(4):
        position = played(name, seed)
        data = json.loads(json.dumps(position.to_json()))
        assert Position.from_json(data).to_json() == data
        view = position.view()
        assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
        assert str(position)
        assert 0 <= cards_gone(position) <= cards_to_win(position.rules)
        assert (cards_gone(position) == cards_to_win(position.rules)) == position.is_won


@pytest.mark.parametrize("name", NAMES)
def test_moves_read_and_write_alike(name: str) -> None:
    for seed in range(4):
        for move in played(name, seed, 25).legal_moves:
            assert Move.parse(str(move)) == move


@pytest.mark.parametrize("name", NAMES)
def test_a_world_that_is_sampled_looks_the_same(name: str) -> None:
    for seed in range(3):
        view = played(name, seed).view()
        world = sample(view, SeededChance(seed))
        assert world.view() == view


def test_no_view_tells_the_later_packs() -> None:
    rules = games()["la-belle-lucie"]
    data = deal_number(rules, 1).to_json()
    other = {**data, "later": [list(reversed(pack)) for pack in data["later"]]}
    before, after = (Position.from_json(each) for each in (data, other))
    assert before.view() == after.view()
    assert before.view().to_json()["later"] == 2
    for position in (before, after):
        position.play("redeal")
    assert before.view() != after.view()


def test_no_view_tells_what_a_clock_hides() -> None:
    data = deal_number(games()["clock"], 1).to_json()
    tops = [pile["down"].pop() for pile in data["tableau"]]
    for pile, card in zip(data["tableau"], tops[1:] + tops[:1], strict=True):
        pile["down"].append(card)
    assert Position.from_json(data).view() == deal_number(games()["clock"], 1).view()


def test_later_packs_come_from_the_same_chance() -> None:
    rules = games()["la-belle-lucie"]
    pack = pack_of(7, rules)
    assert len(pack) == 3 * 52
    assert pack[:52] == pack_of(7)
    assert [pack[52:104], pack[104:]] == deal_number(rules, 7).to_json()["later"]
    dealt = deal(rules, SeededChance(3)).to_json()
    assert dealt["later"] == deal(rules, SeededChance(3)).to_json()["later"]
    assert dealt["later"] != deal(rules, SeededChance(4)).to_json()["later"]


def test_a_pack_for_each_layout_has_to_be_whole() -> None:
    rules = games()["montana"]
    data = deal_number(rules, 7).to_json()
    data["later"][1][0] = data["later"][1][1]
    with pytest.raises(InvalidNotation, match=r"later\[1\] must be a whole pack"):
        Position.from_json(data)


@pytest.mark.parametrize(
    ("name", "move", "reason"),
    [
        ("montana", "T1-T2", "In a gap goes the next higher card"),
        ("accordion", "T2-T3", "the one before it or the third before it"),
        ("monte-carlo", "T1+T25-X", "if they touch and have the same rank"),
        ("monte-carlo-13", "T1+T25-X", r"touch and their ranks add up to 13"),
        ("clock", "W-T1", "goes to the pile of its rank"),
        ("miss-milligan", "T1-P", "only when the stock is empty"),
        ("miss-milligan", "P-T1", "The pocket is empty"),
        ("three-shuffles", "T1@2-F", "in the last layout alone"),
        ("la-belle-lucie", "T1@2-F", "no card is drawn from under others"),
        ("calculation", "T1-T2", "That pile is empty"),
        ("calculation", "draw", "turned up when the waste is empty"),
        ("cruel", "redeal", "lie as they do now"),
        ("aces-up", "T1-X", "a higher one of its suit lies free"),
        ("osmosis", "W-F1", "The waste is empty"),
        ("sir-tommy", "W-F9", "There is no F9"),
    ],
)
def test_a_move_is_refused_with_what_would_be_right(name: str, move: str, reason: str) -> None:
    for number in range(9):
        position = deal_number(games()[name], number)
        if move not in map(str, position.legal_moves):
            break
    with pytest.raises(IllegalMove, match=reason):
        position.play(move)


def test_a_merci_goes_out_from_under_other_cards() -> None:
    rules = Rules(
        piles=(13, 13, 13, 13), face="up", build="suit", groups="none", empty="none", worry_back=False, merci=1
    )
    position = deal_number(rules, 1)
    move = next(move for move in position.legal_moves if move.is_merci)
    position.play(move)
    assert position.to_json()["merci"] == 0
    assert not any(each.is_merci for each in position.legal_moves)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_said_in_words(name: str, language: str) -> None:
    with in_language(language):
        said = describe(games()[name])
    assert all(text.endswith(".") and "{" not in text for text in said)


def test_each_of_the_fields_is_said() -> None:
    """Two games whose rules differ are never said in the same words."""
    said: dict[str, str] = {}
    for name, rules in games().items():
        text = " ".join(describe(rules))
        assert text not in said, (name, said.get(text))
        said[text] = name


@pytest.mark.parametrize("preset", some(list(PRESETS), "src/spite_and_malice/patience/", of=4))
def test_places_that_a_game_does_not_have_are_empty(preset: str) -> None:
    position = deal_number(preset_rules(preset), 5)
    for _move in range(40):
        copies = [position.clone(), *(position.clone().clone() for _ in range(3)), position]
        for each in copies:
            view = each.view()
            assert (view.pocket, len(view.homes)) == ((), view.rules.foundations), preset
        legal = position.legal_moves
        if not legal:
            break
        position.play(legal[_move % len(legal)])


def test_a_hint_goes_no_further_than_cards_that_are_shuffled_anew() -> None:
    game = Game(deal_number(preset_rules("la-belle-lucie"), 3))
    while any("-" in move for move in game.view().legal):
        game.play(next(move for move in game.view().legal if "-" in move))
    view = game.view()
    assert view.legal == ("redeal",)
    advised = hint(view, SeededChance(1), 4, known_of(game.position, Seen.at(view)))
    assert list(map(str, advised.line)) == ["redeal"]
    assert reason_for(view, advised, False, len(game.moves)).startswith("Lay the ")


def test_a_game_that_is_gathered_is_finished_by_foundations_alone() -> None:
    position = deal_number(preset_rules("cruel"), 1)
    way = solve(position, None).moves
    finished = next(at for at in range(len(way)) if finishing(after(position, way[:at])))
    moves = finishing(after(position, way[:finished]))
    assert {move.target for move in moves} == {"F"}
    assert after(position, (*way[:finished], *moves)).is_won


def after(position: Position, moves: tuple[Move, ...]) -> Position:
    """A position after some moves."""
    position = position.clone()
    for move in moves:
        position.play(move)
    return position


@pytest.mark.parametrize("preset", ["osmosis", "peek"])
def test_a_card_of_the_reserve_that_may_go_home_is_advised_at_once(preset: str) -> None:
    advised = offered = 0
    for number in range(12):
        position = deal_number(preset_rules(preset), number)
        for _move in range(30):
            view = position.view()
            free = [
                text
                for text in view.legal
                if text.startswith("R") and view.reserve[int(text[1]) - 1].up[-1][0] != RANKS[view.lowest - 1]
            ]
            # If the stock is known as well, the solver decides.
            if free and view.stock:
                offered += 1
                advised += str(hint(view, SeededChance(1), worlds=1).move) in free
            if not view.legal:
                break
            position.play(next(iter(free), "draw" if "draw" in view.legal else view.legal[0]))
    assert advised == offered > 8


def test_a_card_that_begins_the_next_foundation_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its suit decides what the others wait for."""
    views = (deal_number(preset_rules("peek"), number).view() for number in range(200))
    view = next(view for view in views if _reserve_ranks(view) == {RANKS[view.lowest - 1]})
    asked: list[View] = []

    def none_won(view: View, *_rest: object) -> tuple[int, list[object], bool]:
        asked.append(view)
        return 1, [], False

    monkeypatch.setattr(hints, "_winnable_worlds", none_won)
    hint(view, SeededChance(1), worlds=1)
    assert asked == [view]


def _reserve_ranks(view: View) -> set[str]:
    """Return the ranks of the cards of the reserve that may go home."""
    return {view.reserve[int(text[1]) - 1].up[-1][0] for text in view.legal if text.startswith("R")}
