"""Review: every choice of a seat is found, and missed chances are measured by the seat's view."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from spite_and_malice.analysis import review
from spite_and_malice.analysis.hint import hint, rest_of
from spite_and_malice.analysis.reasons import reasons_for
from spite_and_malice.analysis.review import Choice, Verdict, _reason, choices, judge, judge_all
from spite_and_malice.analysis.together import difference, moment_of, shared_kind, together
from spite_and_malice.engine import Move
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.players import choose
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.examples import some

FAIR = FairDeal(b"review", ("a", "b"))


def played_game(preset: str, moves: int = 60) -> Game:
    """Play a game, or its beginning, with a player that decides instantly."""
    rules = preset_rules(preset, None, {"payoff": 5, "payoff_piles": 1})
    game = Game.deal(rules, 0, FairDeal(b"review", ("a",) * rules.players))
    while not game.is_over and len(game.log) < moves:
        game.play(choose("casual", game.view(game.turn).to_json(), game.log, 0.01, len(game.log)))
    return game


def found(game: Game, seat: int) -> list[Choice]:
    rules: Rules = game.rules
    return list(choices(rules, 0, FairDeal(b"review", ("a",) * rules.players), game.log, seat))


@pytest.mark.parametrize(
    "preset", some(PRESETS, "src/spite_and_malice/analysis/", "src/spite_and_malice/engine/", of=4)
)
def test_the_choices_are_the_moves_of_the_seat_where_it_had_one(preset: str) -> None:
    game = played_game(preset)
    for seat in range(game.rules.players):
        mine = [entry.split(" ", 1)[1] for entry in game.log if entry.startswith(f"{seat} ")]
        left = list(mine)
        for choice in found(game, seat):
            assert choice.view.seat == choice.view.turn == seat
            assert list(choice.log) == game.log[: len(choice.log)]
            assert len(choice.view.legal) > 1
            assert choice.played[0] in choice.view.legal
            at = game.log[len(choice.log) :][: len(choice.played)]
            assert at == [f"{seat} {text}" for text in choice.played]
            for text in choice.played:
                left.remove(text)
        assert len(left) < len(mine) or not mine


def test_a_missed_payoff_card_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played_game("standard", 200)
    choice = next(choice for seat in (0, 1) for choice in found(game, seat) if choice.played[0].startswith("P-C"))
    discards = [text for text in choice.view.legal if Move.parse(text).is_discard]
    verdict = judge(replace(choice, played=(discards[0],)), ("Ada", "Bea"))
    assert verdict is not None
    assert 0 < verdict.cost <= verdict.chance
    assert verdict.best[0].startswith("P-C")
    assert "pay-off card" in verdict.words
    assert "side stack" in verdict.played_words
    right = judge(choice, ("Ada", "Bea"))
    assert right is not None
    assert (right.cost, right.best) == (0.0, choice.played)
    # Nothing that wins no more games in the end is called better: choices that did not change the chances count as
    # found.
    for best, mine in ((0.0, 1.0), (1.0, 1.0)):
        monkeypatch.setattr(review, "ends_of", lambda *_, ends=(best, mine): [[end] * 9 for end in ends])
        again = judge(replace(choice, played=(discards[0],)), ("Ada", "Bea"))
        assert again is not None
        assert (again.chance, again.cost, again.best) == (1.0, 0.0, (discards[0],))


def test_the_better_moves_are_a_way_to_the_end_and_the_shortest() -> None:
    others = {1: {"hand": "2c 4d 9h Tc", "payoff": ["Ah 2h 3d 5c"], "side": ["Jc Qh Qh", "9c", "", "9s"]}}
    centre = ["As Kh", "Ad 2c 3c 4s 5s 6s 7h 8s 9d", "Ad 2d"]
    side = ["Qd Qd 3c 6s Qs 5s"]
    table = lay("3s 3s Ks Kd 8c", payoff=["Jh"], side=side, centre=centre, others=others, stock="8d 7c Tc 2s " * 10)
    played = ("H3s-C1", "H3s-C3", "HKs-C1", "HKd-C1", "H8c-S1")
    verdict = judge(Choice(table.view(0), (), played))
    assert verdict is not None
    assert verdict.cost > 0
    assert verdict.best in (("HKs-C2", "P-C2"), ("HKd-C2", "P-C2"))


def test_a_review_is_the_same_again_and_costs_no_more_than_the_chance_there_was() -> None:
    some = found(played_game("goal-13", 80), 0)[:5]
    verdicts = judge_all(some, ("Ada", "Bea"))
    assert verdicts == judge_all(some, ("Ada", "Bea"))
    assert len(verdicts) == len(some)
    for verdict, choice in zip(verdicts, some, strict=True):
        assert 0 <= verdict.cost <= verdict.chance
        assert verdict.number == len(choice.log) + 1
        assert (verdict.cost > 0) == (verdict.best != verdict.played)
        assert verdict.best[0] in choice.view.legal


def test_a_view_that_no_deal_leads_to_is_left_out() -> None:
    view = lay("Ah 9h Ah Ah", payoff=["7d 2h"]).view(0)
    assert judge_all([Choice(view, (), ("HAh-C1",))]) == []


def test_the_reason_is_one_for_the_better_moves_and_does_not_say_them_again() -> None:
    view = lay("3h Kd 9s Ts", payoff=["7d 5h"], centre=["As 2s"]).view(0)
    paying, keeping = ("H3h-C1", "HKd-C1", "P-C1"), ("H3h-C1", "H9s-S1")
    assert _reason(view, paying, keeping, None).startswith("Your pay-off card 5♥ is two plays away.")
    assert _reason(view, keeping, paying, None) == "You keep K♦, which can stand for whatever you need."


def test_what_is_said_of_the_hand_is_true_when_the_line_is_over() -> None:
    view = lay("3h 4h Kd", payoff=["7d 9d"], centre=["As 2s", "Ah 2h"]).view(0)
    emptied = _reason(view, ("HKd-C1", "H3h-C2", "H4h-C2"), ("HKd-C2", "H3h-S1"), None)
    assert emptied.startswith("It leads to an empty hand and 5 new cards.")
    view = lay("3h 4h Kd 9s Ts", payoff=["7d Qd"], centre=["As 2s", "Ah 2h"]).view(0)
    said = _reason(view, ("H3h-C1", "H4h-C1", "H9s-S1"), ("H9s-S1",), None)
    assert said == "Next turn you draw 2 cards more."


def test_a_reason_that_fits_what_was_played_is_none() -> None:
    view = lay("3h 4h Kd 9s Ts", payoff=["7d 5h"], centre=["As 2s 3s"], side=["4s", "", "", ""]).view(0)
    better, worse = ("H4h-C1", "P-C1"), ("S1-C1", "P-C1")
    # Both play the pay-off card.
    assert "away" not in _reason(view, better, worse, None)
    assert "away" in _reason(view, better, ("H3h-S2",), None)


@pytest.mark.parametrize("before", [(), ("HAs-C1",)])
def test_of_two_moves_with_the_same_card_the_reason_is_about_the_place(before: tuple[str, ...]) -> None:
    hand = " ".join(["Qs 2c 7h 3h", "As" if before else "7c"])
    view = lay(hand, payoff=["5s 4s"], side=["Ah 9d As", "", "", ""]).view(0)
    better, worse = "HQs-S2", "HQs-S1"
    shared = "Q♠ waits longest of your hand"
    assert all(any(shared in each.words for each in reasons_for(view, text)) for text in (better, worse))
    reason = _reason(view, (*before, better), (*before, worse), None)
    assert reason.startswith("A♠ stays free")
    assert "waits longest" not in reason


def game_by_hints(preset: str, number: int) -> Game:
    """Play a short game, with seat 0 following its hints."""
    rules = preset_rules(preset, None, {"payoff": 6})
    game = Game.deal(rules, 0, FairDeal(f"hints {number}".encode(), ("a",) * rules.players))
    begun: list[str] = []
    while not game.is_over:
        view = game.view(game.turn)
        if game.turn:
            game.play(choose("casual", view.to_json(), game.log, 0.01, len(game.log)))
        else:
            given = hint(view, game.log, 600.0, begun=begun)
            begun = rest_of(given.line, 0, [f"0 {given.move}"])
            game.play(given.move)
    return game


def mistakes(preset: str, number: int) -> list[Verdict]:
    """The review of a game played by hints."""
    game = game_by_hints(preset, number)
    fair = FairDeal(f"hints {number}".encode(), ("a",) * game.rules.players)
    verdicts = judge_all(choices(game.rules, 0, fair, game.log, 0))
    assert len(verdicts) > 3
    assert together([asdict(verdict) for verdict in verdicts]) is None
    return [verdict for verdict in verdicts if verdict.cost]


def test_who_plays_every_hint_is_told_of_no_mistake_and_of_no_sum() -> None:
    assert mistakes("goal-13", 1) == []


@pytest.mark.nightly("src/spite_and_malice/analysis/", "src/spite_and_malice/players/")
@pytest.mark.parametrize("number", range(30))
def test_who_plays_every_hint_in_any_version_is_told_of_no_mistake_and_of_no_sum(number: int) -> None:
    # One pay-off pile may be short, two may not.
    presets = [preset for preset in PRESETS if preset not in ("misery", "partners", "skip-bo-partners")]
    assert mistakes(presets[number % len(presets)], number) == []


def small(number: int, behind: float, error: float = 0.01, kind: str = "discard") -> dict[str, object]:
    """A verdict about a choice that is no mistake."""
    return {"number": number, "other": ("H7h-S1",), "behind": behind, "behind_error": error, "kind": kind}


def test_small_costs_that_surely_add_up_are_told_with_the_dearest() -> None:
    many = [small(number, 0.01 + number / 1000) for number in range(1, 13)]
    found = together(many)
    assert found is not None
    assert (found.count, found.cost, found.numbers) == (12, 0.2, (12, 11, 10))
    assert found.words.startswith("12 choices, none of them a mistake by itself, together cost about 20 of 100")
    assert found.words.endswith("Most of it came from what was discarded, and where.")
    # What came out better counts too, so that chance alone does not add up.
    assert together([*many, *(small(number, -0.03) for number in range(20, 26))]) is None
    assert together([small(number, 0.02, 0.03) for number in range(1, 13)]) is None, "24 give or take 21"
    assert together([small(number, 0.013) for number in range(1, 4)]) is None, "four of 100 are not felt"
    assert together([small(1, 0.05), small(2, 0.05)]) is None, "two are not several"
    assert together([small(number, 0.05) for number in range(1, 4)]) is not None
    assert together([{**small(1, 0.3), "other": ()}]) is None, "mistakes are told by themselves"
    mixed = together([small(n, 0.03, kind=("discard", "hand", "wild")[n % 3]) for n in range(9)])
    assert mixed is not None
    assert "Most of it" not in mixed.words


def test_a_choice_of_a_sum_is_told_like_a_mistake_that_cost_what_it_did() -> None:
    better = {"other_words": "9♠ on your side stack 1", "other_why": "A♠ stays free."}
    verdict = {**small(7, 0.0312, 0.0177), **better, "played": ("H9s-S2",), "played_words": "9♠", "chance": 0.4}
    moment = moment_of(verdict)
    assert (moment["chance"], moment["cost"], moment["give_or_take"]) == (0.43, 0.03, 0.018)
    assert (moment["best"], moment["best_words"], moment["words"]) == (("H7h-S1",), *better.values())
    assert (moment["number"], moment["played"]) == (7, ("H9s-S2",))


def test_the_difference_of_two_lines_is_that_of_the_same_worlds() -> None:
    assert difference([1, 1, 0, 1], [1, 0, 0, 0]) == (0.5, 0.25)
    assert difference([1, 0], [1, 0]) == (0.0, 0.0)


def test_what_a_choice_gave_up_is_named_and_else_whether_it_was_the_discard() -> None:
    view = lay("3h 4h Kd 9s Ts", payoff=["7d 5h"], centre=["As 2s"], side=["Ts", "4d", "", ""]).view(0)
    assert shared_kind(view, ("H9s-S2",), ("H9s-S1",)) == "buried"
    assert shared_kind(view, ("H9s-S3",), ("HTs-S3",)) == "discard"
    assert shared_kind(view, ("H9s-S1",), ("H3h-C1", "HKd-C1", "P-C1")) == "payoff"


def test_choices_that_each_cost_too_little_for_a_mistake_are_told_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(_view: object, _log: object, lines: list[object], _worlds: int, _seed: int) -> list[list[float]]:
        # Two worlds of a hundred are lost by not playing the best line.
        return [[1.0] * (52 - 2 * (number == 1)) + [0.0] * (48 + 2 * (number == 1)) for number in range(len(lines))]

    monkeypatch.setattr(review, "ends_of", ends)
    verdicts = judge_all(found(played_game("standard", 60), 0))
    summed = together([asdict(verdict) for verdict in verdicts])
    counted = [verdict for verdict in verdicts if verdict.other]
    assert not any(verdict.cost for verdict in verdicts)
    assert all(verdict.behind == 0.02 for verdict in counted)
    assert (summed is None) == (0.02 * len(counted) < max(0.05, 3 * 0.014 * len(counted) ** 0.5))
    assert summed is not None
    assert summed.count == len(counted)
    assert set(summed.numbers) <= {verdict.number for verdict in counted}
    assert all(verdict.other != verdict.played for verdict in counted)
