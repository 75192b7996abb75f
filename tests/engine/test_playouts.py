"""Lines played out in sampled worlds: their values, and that they are the same compiled and not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.engine.core import Belief, Playouts, Policy, codes, legal_moves, source_of
from spite_and_malice.engine.moves import Move, encode
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import TUNED
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.engine.build import lay
from tests.engine.native import both
from tests.examples import some, times
from tests.strategies import house_rules

WEIGHTS = list(TUNED)
BARE = [100 if feature == codes.E_LEAD else 0 for feature in range(codes.FEATURES)]


def playouts_of(position: Position, evaluation: list[int] = BARE) -> Any:
    """Return playouts from the view of the seat to move."""
    core = Position.from_view(position.view(position.turn)).core
    believed = Sampler(position.view(position.turn)).belief
    return Playouts(Policy(core, WEIGHTS), believed, evaluation, 800, 50)


def compare(rules: Rules, seed: int) -> None:
    """Value all first moves of some positions of a game in both forms of the core."""
    rng = Random(seed)
    evaluation = [rng.randrange(-4000, 4000) for _ in range(codes.FEATURES)]
    forms = both(deal(rules, 0, SeededChance(seed)))
    for form in forms:
        form.core.use_seed(seed)
    players = [form.Policy(form.core, WEIGHTS) for form in forms]
    for turns in (1, 9):
        found = []
        for form, made in zip(forms, players, strict=True):
            core = form.core
            made.play_out(core, turns, 60)
            if core.stage == codes.OVER:
                return
            # No card of the position is unknown: nothing is laid out, and later shuffles follow from the seed.
            values = form.Playouts(made, form.Belief(core, [], [], [0] * rules.players), evaluation, 800, 50)
            before = core.clone()
            before.put_turn((core.turn + 1) % rules.players)
            if before.hand_count(before.turn) and before.stage == codes.PLAY:
                values.add_end(before, codes.PASS)
            found.append(
                (
                    [values.features_of(core, seat) for seat in range(rules.players)],
                    [values.value(core, seat) for seat in range(rules.players)],
                    values.evaluate([[move] for move in form.legal_moves(core)[:6]], 4, 2, 8),
                )
            )
        assert found[0] == found[1]


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/engine/", of=4))
def test_lines_are_worth_the_same_compiled_and_not(preset: str) -> None:
    compare(preset_rules(preset, max(PRESETS[preset].players)), 8)


def test_lines_are_worth_the_same_under_house_rules() -> None:
    rng = Random("playouts")
    for _ in range(times(40)):
        compare(house_rules(rng), rng.randrange(1 << 30))


def test_a_line_that_wins_is_worth_the_win_and_what_the_other_has_left() -> None:
    position = lay("9h 9d", payoff=["2h"], centre=["As"])
    nothing_hidden = Belief(position.core, [], [], [0, 0])
    move = next(move for move in legal_moves(position.core) if source_of(move) == codes.FROM_PAYOFF)
    made = Playouts(Policy(position.core, WEIGHTS), nothing_hidden, BARE, 800, 50)
    assert made.evaluate([[move]], 5, 10, 8) == [[1000] * 10], "two cards and the win"


def test_between_two_sides_what_one_has_the_other_lacks() -> None:
    position = deal(preset_rules("partners", 4), 0, SeededChance(3))
    made = playouts_of(position)
    own, others = made.features_of(position.core, 0), made.features_of(position.core, 1)
    of_both = [mine + other for feature, (mine, other) in enumerate(zip(own, others, strict=True))]
    assert [feature for feature, value in enumerate(of_both) if value] == [codes.E_BASE]
    assert made.features_of(position.core, 2) == own


def test_what_lies_on_the_table_is_counted() -> None:
    position = lay("Kh 3d", payoff=["7d 4h"], side=["9h 8d", "Kd", "2c 9s"], centre=["As"])
    counted = playouts_of(position).features_of(position.core, 0)
    assert counted[codes.E_WILD] == 1
    assert counted[codes.E_WILD_SIDE] == 1
    assert counted[codes.E_RUN] == 1, "9 8"
    assert counted[codes.E_DEAD] == 1, "the two under the nine"
    assert counted[codes.E_FREE_STACK] == 1
    assert counted[codes.E_GAP : codes.E_GAP + 3] == [1, 0, 0], "a king, the three, the four"
    assert counted[codes.E_SPENT] == 1


def features(position: Position, seat: int = 0) -> dict[str, int]:
    """Return the features of a position that are not 0, by name."""
    names = {getattr(codes, name): name for name in vars(codes) if name.startswith("E_") and name != "E_ROLE"}
    found = playouts_of(position).features_of(position.core, seat)
    return {names.get(place, f"other {names.get(place - codes.E_ROLE)}"): n for place, n in enumerate(found) if n}


ONE = {"centre": 1}
Laid = dict[str, Any]


@pytest.mark.parametrize(
    ("laid", "gap", "spent"),
    [
        ({"hand": "9d", "payoff": ["7d 2h"]}, 0, 0),
        ({"hand": "9d", "payoff": ["7d 3h"]}, 1, 0),
        ({"hand": "9d", "payoff": ["7d 4h"]}, 2, 0),
        ({"hand": "9d", "payoff": ["7d 5h"]}, None, 0),
        ({"hand": "9d", "payoff": ["7d Kh"]}, 0, 0),
        ({"hand": "2d 3d", "payoff": ["7d 4h"]}, 0, 0),
        ({"hand": "2d", "payoff": ["7d 4h"], "side": ["3c"]}, 0, 0),
        ({"hand": "Kd 9d", "payoff": ["7d 4h"]}, 1, 1),
        ({"hand": "Kd Kh", "payoff": ["7d 3h"]}, 0, 1),
        ({"hand": "9d", "payoff": ["7d 4h"], "side": ["Kc", "Ks"]}, 0, 2),
        ({"hand": "9d", "payoff": ["7d 3h"], "centre": ["As", "As 2s"], "rules": {"centre": 2}}, 0, 0),
        ({"hand": "Qd", "payoff": ["7d Ah"], "centre": ["As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"]}, 0, 0),
        ({"hand": "9d", "payoff": ["7d Ah"], "centre": ["As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"]}, None, 0),
        ({"hand": "9d", "payoff": ["7d Ah"], "centre": [], "preset": "unlimited", "rules": {}}, 0, 0),
        ({"hand": "9d", "payoff": ["4h", "2h"], "preset": "misery", "others": {1: {"payoff": ["7d", "7d"]}}}, 0, 0),
    ],
)
def test_how_many_cards_the_payoff_card_lacks_is_counted(laid: Laid, gap: int | None, spent: int) -> None:
    position = lay(**{"rules": ONE, "centre": ["As"], **laid})
    found = playouts_of(position).features_of(position.core, 0)
    assert found[codes.E_GAP : codes.E_GAP + 3] == [int(missing == gap) for missing in range(3)]
    assert found[codes.E_SPENT] == spent


@pytest.mark.parametrize(
    ("side", "counted"),
    [
        ("", {"E_FREE_STACK": 4}),
        ("9h", {"E_FREE_STACK": 3}),
        ("9h 8d 7d, 5d, 5h, 5s", {"E_RUN": 2}),
        ("2c 2d 8h, 5d, 5h, 5s", {"E_DEAD": 2}),
        ("2c 9d 8h, 5d, 5h, 5s", {"E_RUN": 1, "E_DEAD": 1}),
        ("2c 3c Kh, 5d, 5h, 5s", {"E_WILD_SIDE": 1, "E_SPENT": 1, "E_DEAD": 2}),
    ],
)
def test_what_lies_on_the_side_is_counted(side: str, counted: dict[str, int]) -> None:
    others = {1: {"payoff": ["7d Qh"], "side": ["6d", "6h", "6s", "6c"]}}
    position = lay("8h", side=side.split(", "), payoff=["7d Qh"], others=others)
    found = features(position)
    # Equal hands and pay-off piles, and the turn.
    usual = {"E_HELD": 1, "other E_HELD": -1, "E_TEMPO": 1, "E_BASE": 64}
    assert found == {**usual, **counted}


@pytest.mark.parametrize(
    ("own", "other", "stock", "counted"),
    [
        (2, 5, 30, {"E_LEAD": 3 * 64, "E_STOCK": 90, "E_RACE": 1024 * 3 // 11, "E_CLOSE": 64 * 3 // 4}),
        (5, 2, 30, {"E_LEAD": -3 * 64, "E_STOCK": -90, "E_RACE": -(1024 * 3 // 11), "E_CLOSE": -(64 * 3 // 4)}),
        (1, 2, 20, {"E_LEAD": 64, "E_STOCK": 20, "E_RACE": 1024 // 7, "E_CLOSE": 64 // 3}),
        (1, 2, 19, {"E_LEAD": 64, "E_STOCK": 19, "E_LOW_STOCK": 1, "E_RACE": 1024 // 7, "E_CLOSE": 64 // 3}),
        (1, 2, 61, {"E_LEAD": 64, "E_STOCK": 60, "E_RACE": 1024 // 7, "E_CLOSE": 64 // 3}),
    ],
)
def test_the_lead_counts_with_the_cards_that_are_left(
    own: int, other: int, stock: int, counted: dict[str, int]
) -> None:
    payoffs = ["7d " * own], ["7d " * other]
    position = lay("8h", payoff=payoffs[0], stock="9c " * stock, others={1: {"payoff": payoffs[1]}})
    usual = {"E_BASE", "E_TEMPO", "E_HELD", "other E_HELD", "E_FREE_STACK", "other E_FREE_STACK"}
    assert {name: n for name, n in features(position).items() if name not in usual} == counted
    aside = lay("8h", payoff=payoffs[0], stock="9c " * (stock - 2), aside="9c 9c", others={1: {"payoff": payoffs[1]}})
    assert features(aside) == features(position)
    renewed = lay("8h", payoff=payoffs[0], stock="9c " * stock, preset="quick", others={1: {"payoff": payoffs[1]}})
    assert features(renewed)["E_STOCK"] == (other - own) * 60


def test_each_of_three_is_compared_with_both_others() -> None:
    position = lay(
        "8h 9h", preset="round", payoff=["7d"], others={1: {"payoff": ["7d 7d"]}, 2: {"payoff": ["7d " * 4]}}
    )
    first, second, third = (features(position, seat) for seat in range(3))
    assert [each["E_LEAD"] // 64 for each in (first, second, third)] == [2 + 4 - 2, 1 + 4 - 2 * 2, 1 + 2 - 2 * 4]
    assert [each["E_TEMPO"] for each in (first, second, third)] == [2, -1, -1]
    assert [each["E_HELD"] for each in (first, second, third)] == [2 * 2, -2, -2]
    assert [each["other E_HELD"] for each in (first, second, third)] == [-2, 2 - 1, 2 - 1]
    assert first["E_RACE"] == 1024 // 7
    assert third["E_RACE"] == -(1024 * 3 // 9)
    made = playouts_of(position)
    assert [made.value(position.core, seat) for seat in range(3)] == [400, 100, -500]


@pytest.mark.parametrize(
    ("preset", "own", "other", "reason", "worth"),
    [
        ("standard", 2, 5, "stalemate", (150, -150)),
        ("standard", 5, 2, "stalemate", (-150, 150)),
        ("standard", 1, 2, "stock", (50, -50)),
        ("fewest", 2, 5, "stock", (300 + 800, -300 - 800)),
        ("fewest", 3, 3, "stock", (0, 0)),
    ],
)
def test_a_game_that_is_over_is_worth_its_result(
    preset: str, own: int, other: int, reason: str, worth: tuple[int, int]
) -> None:
    position = lay("8h", preset=preset, payoff=["7d " * own], others={1: {"payoff": ["7d " * other]}})
    made = playouts_of(position)
    ends = {"stalemate": codes.BY_STALEMATE, "stock": codes.BY_STOCK}
    core = position.core.clone()
    core.put_turn(0, codes.OVER, -1, 0, False, ends[reason])
    assert tuple(made.value(core, seat) for seat in (0, 1)) == worth


def test_who_wins_by_the_payoff_cards_gains_what_the_others_lose() -> None:
    position = lay("8h", payoff=["2h"], centre=["As"], preset="round", others={1: {"payoff": ["7d 7d"]}})
    made = playouts_of(position)
    position.play("P-C1", UNSHUFFLED)
    left = (2 + 2) / 2
    assert [made.value(position.core, seat) for seat in range(3)] == [left * 100 + 800, -200 - 800, -200 - 800]


def test_a_player_who_ended_his_turn_probably_holds_nothing_that_he_could_have_played() -> None:
    """The opponent needed an ace to play their two, and discarded instead."""
    others = {1: {"payoff": ["7d 2h"], "hand": "8s 9s Ts Js", "side": ["Qs"]}}
    position = lay("3d 9d", payoff=["7d Qh"], centre=["", "", ""], others=others)
    known = Position.from_view(position.view(0)).core
    cards = Sampler(position.view(0)).belief.sample(0).stock()
    believed = Belief(known, [*cards, *([8] * 6)], [], [0, 0])
    made = Playouts(Policy(known, WEIGHTS), believed, BARE, 800, 50)
    before = known.clone()
    before.put_turn(1)
    before.put_hand(1, 0)
    worlds = 300

    def with_an_ace() -> int:
        return sum(8 in [code & ~7 for code in made.world(seed).hand(1)] for seed in range(worlds))

    uniform = with_an_ace()
    made.add_end(before, encode(Move.parse("HQs-S1"), 1))
    assert with_an_ace() < 0.75 * uniform


def test_what_it_cannot_take_is_refused() -> None:
    position = deal(preset_rules("standard"), 0, SeededChance(1))
    made = playouts_of(position)
    with pytest.raises(ValueError, match="no move at its place of line 0"):
        made.evaluate([[12345]], 0, 1, 4)
    with pytest.raises(ValueError, match="at most 96 lines"):
        made.evaluate([[]] * (codes.LINES + 1), 0, 1, 4)
    with pytest.raises(ValueError, match=f"{codes.FEATURES} weights"):
        playouts_of(position, [1, 2])
    with pytest.raises(ValueError, match="under the same rules"):
        made.add_end(lay("9h", preset="book").core, codes.PASS)
    with pytest.raises(ValueError, match="under the same rules"):
        made.value(lay("9h", preset="book").core, 0)
