"""The game in OpenSpiel: its own tests, and what its players are shown."""

from __future__ import annotations

from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from spite_and_malice.interop.open_spiel import NAME, SpiteAndMaliceBot, SpiteAndMaliceGame, SpiteAndMaliceState  # noqa: E402
from spite_and_malice.rules import InvalidRules  # noqa: E402


def played(game: Any, moves: int, seed: int) -> SpiteAndMaliceState:
    """A state after a number of random moves, or the last one of a game that ends earlier."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (moves > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            moves -= 1
    found: SpiteAndMaliceState = state
    return found


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"preset": "loading"},
        {"preset": "massachusetts", "rules": '{"payoff": 3, "hand": 4}'},
        {"preset": "book-redeal", "max_moves": 100},
        {"preset": "partners", "players": 6, "max_moves": 60},
        {"preset": "starturn", "players": 3},
        {"preset": "quick", "max_moves": 100},
    ],
    ids=lambda params: params.get("preset", "standard"),
)
def test_open_spiels_own_simulation_finds_nothing(params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, params), num_sims=1, serialize=True, verbose=False)


def test_a_games_name_loads_it_again() -> None:
    game = pyspiel.load_game(NAME, {"preset": "fewest", "rules": '{"payoff": 3, "hand": 4}'})
    assert pyspiel.load_game(str(game)).setting == game.setting
    assert game.setting.rules.payoff == 3
    assert game.setting.rules.hand == 4


@pytest.mark.parametrize(
    ("params", "refusal"),
    [
        ({"preset": "nonesuch"}, InvalidRules),
        ({"rules": '{"payoff": 0}'}, InvalidRules),
        ({"rules": "{payoff}"}, ValueError),
        ({"dealer": 7}, ValueError),
    ],
)
def test_parameters_that_make_no_game_are_refused(params: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        pyspiel.load_game(NAME, params)


@pytest.mark.parametrize("preset", ["standard", "book", "covered-wilds", "loading", "misery", "partners", "skip-bo"])
def test_a_resampled_state_is_the_same_to_the_player_and_another_to_others(preset: str) -> None:
    game = pyspiel.load_game(NAME, {"preset": preset})
    rng = np.random.RandomState(5)
    others_differ = 0
    for moves in range(1, 30, 4):
        state = played(game, moves, moves)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = (player + 1) % game.num_players()
        resampled = state.resample_from_infostate(player, rng.random_sample)
        assert resampled.current_player() == player
        assert resampled.legal_actions() == state.legal_actions()
        assert resampled.information_state_string(player) == state.information_state_string(player)
        assert resampled.observation_string(player) == state.observation_string(player)
        assert resampled.information_state_tensor(player) == state.information_state_tensor(player)
        assert resampled.observation_tensor(player) == state.observation_tensor(player)
        assert resampled.clone().information_state_string(other) == resampled.information_state_string(other)
        others_differ += resampled.observation_string(other) != state.observation_string(other)
    assert others_differ


def test_information_states_tell_apart_what_a_player_can_tell_apart() -> None:
    game = pyspiel.load_game(NAME)
    state = played(game, 3, 1)
    player = state.current_player()
    seen = {state.information_state_string(player)}
    for action in state.legal_actions():
        seen.add(state.child(action).information_state_string(player))
    assert len(seen) == 1 + len(state.legal_actions())


def test_a_player_sees_that_another_draws_but_not_what() -> None:
    game = pyspiel.load_game(NAME)
    state = played(game, 0, 2)
    children = []
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    drawer = state.played.pending().seat
    for outcome, _ in state.chance_outcomes():
        children.append(state.child(outcome))
    for tell in ("information_state_string", "observation_string", "information_state_tensor", "observation_tensor"):
        assert len({str(getattr(child, tell)(drawer)) for child in children}) == len(children)
        assert len({str(getattr(child, tell)(1 - drawer)) for child in children}) == 1


def test_information_set_search_plays() -> None:
    game = pyspiel.load_game(NAME, {"preset": "fewest", "rules": '{"payoff": 2, "hand": 3}', "max_moves": 60})
    rng = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 15, random_state=rng)
    for seed in range(3):
        state = played(game, 4 * seed, seed)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("level", ["beginner", "casual", "club", "expert", "master"])
def test_the_levels_play_as_bots(level: str) -> None:
    game = pyspiel.load_game(NAME, {"rules": '{"payoff": 3}'})
    bots = [SpiteAndMaliceBot(level, 0, 1, 0.02), SpiteAndMaliceBot("club", 1, 2)]
    for seed in range(2):
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        assert sum(returns) == 0
    assert [bot.player_id() for bot in bots] == [0, 1]
    with pytest.raises(ValueError, match="no opponent 'nobody'"):
        SpiteAndMaliceBot("nobody", 0)


def test_a_state_at_chance_is_not_resampled() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    with pytest.raises(ValueError, match="while chance is"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_an_observer_without_parameters_or_a_single_players_view_is_refused() -> None:
    game = pyspiel.load_game(NAME)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"depth": 3})
    kinds = pyspiel.PrivateInfoType
    for recall, public, private in (
        (False, True, kinds.ALL_PLAYERS),
        (False, False, kinds.NONE),
        (True, True, kinds.NONE),
    ):
        with pytest.raises(ValueError, match="SINGLE_PLAYER"):
            game.make_py_observer(kind_of(public, private, recall))


def kind_of(public: bool, private: Any, recall: bool = False) -> Any:
    return pyspiel.IIGObservationType(public_info=public, private_info=private, perfect_recall=recall)


@pytest.mark.parametrize("preset", ["standard", "loading", "skip-bo"])
def test_what_everybody_sees_and_what_a_seat_alone_sees_are_told_apart(preset: str) -> None:
    game = pyspiel.load_game(NAME, {"preset": preset})
    state = played(game, 12, 3)
    kinds = pyspiel.PrivateInfoType
    public = game.make_py_observer(kind_of(True, kinds.NONE))
    private = game.make_py_observer(kind_of(False, kinds.SINGLE_PLAYER))
    both = game.make_py_observer()
    assert public.string_from(state, 0) == public.string_from(state, 1)
    hands = []
    for seat in range(2):
        for observer in (public, private, both):
            observer.set_from(state, seat)
        assert private.dict.keys() == {"hand"}
        assert public.dict.keys() < both.dict.keys() - {"hand"}
        for name, shown in (public.dict | private.dict).items():
            assert (shown == both.dict[name]).all()
        hands.append(private.string_from(state, seat).split(": ")[1])
        assert f"{seat}: hand: {hands[-1]};" in both.string_from(state, seat)
    assert hands[0] != hands[1]
    assert not any(hand in public.string_from(state, 0) for hand in hands)
    # Another hand of the same size changes nothing that everybody sees.
    other = state.resample_from_infostate(state.current_player(), np.random.RandomState(1).random_sample)
    assert public.string_from(other, 0) == public.string_from(state, 0)
    for seat in range(2):
        public.set_from(state, seat)
        before = public.tensor.copy()
        public.set_from(other, seat)
        assert (public.tensor == before).all()


@pytest.mark.nightly("src/spite_and_malice/interop/")
def test_open_spiels_playthrough_is_written_and_played_again() -> None:
    # It loads SciPy, which every process that collects tests would wait for.
    from open_spiel.python.algorithms import generate_playthrough

    first, again = (generate_playthrough.playthrough(f"{NAME}(max_moves=4)", None, seed=1) for _each in range(2))
    assert first == again
    assert "PublicObservationString()" in first
    assert 'PrivateObservationString(0) = "seat 0\\nhand: ' in first


def bot(*given: Any) -> Any:
    return SpiteAndMaliceBot("greedy", *given)


def state_of(*given: Any) -> Any:
    return SpiteAndMaliceState(*given)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda game, state: state_of("x", state.played),
        lambda game, state: state_of(game, None),
        lambda game, state: game.make_py_observer("x"),
        lambda game, state: game.make_py_observer(None, "x"),
        lambda game, state: game.make_py_observer().set_from("x", 0),
        lambda game, state: game.make_py_observer().set_from(state, 2),
        lambda game, state: game.make_py_observer().string_from(state, "x"),
        lambda game, state: state.action_to_string(9, 0),
        lambda game, state: state.action_to_string(0, 10**6),
        lambda game, state: state.resample_from_infostate(9, lambda: 0.5),
        lambda game, state: bot("x"),
        lambda game, state: bot(8),
        lambda game, state: bot(0, "x"),
        lambda game, state: bot(0, 1, float("nan")),
        lambda game, state: bot(0).step("x"),
        lambda game, state: bot(0).step(game.new_initial_state()),
        lambda game, state: bot(1 - state.current_player()).step(state),
        lambda game, state: bot(5).step(state),
    ],
)
def test_wrong_states_seats_and_bots_are_refused_with_a_sentence(wrong: Any) -> None:
    game = pyspiel.load_game(NAME)
    with pytest.raises(ValueError, match=" "):
        wrong(game, played(game, 3, 1))


@pytest.mark.parametrize(
    "parameters",
    [
        {"rules": "payoff=3"},
        {"rules": "[3]"},
        {"rules": "[" * 100_000},
        {"rules": '{"payoff": "three"}'},
        {"preset": "none"},
        {"max_moves": -1},
        {"unknown": 1},
        {1: 1},
        {"rules": {"payoff": 3}},
    ],
)
def test_parameters_that_make_no_game_are_refused_with_a_sentence(parameters: Any) -> None:
    with pytest.raises(ValueError, match=" "):
        SpiteAndMaliceGame(parameters)


@pytest.mark.parametrize("preset", ["standard", "book-redeal", "loading"])
def test_what_python_is_told_at_once_is_what_open_spiels_own_class_answers(preset: str) -> None:
    game = pyspiel.load_game(NAME, {"preset": preset, "max_moves": 40})
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    plain = pyspiel.State
    nodes: set[bool] = set()
    while True:
        nodes.add(state.is_chance_node())
        assert state.is_chance_node() == plain.is_chance_node(state)
        assert state.legal_actions() == plain.legal_actions(state)
        assert state.legal_actions_mask() == plain.legal_actions_mask(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == plain.legal_actions(state, player)
            assert state.legal_actions_mask(player) == plain.legal_actions_mask(state, player)
            assert state.observation_tensor(player) == plain.observation_tensor(state, player)
        if state.is_terminal():
            break
        if not state.is_chance_node():
            assert state.observation_tensor() == plain.observation_tensor(state)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert nodes == {True, False}
