"""Input at the public edges is accepted or refused with a sentence, and never crashes or hangs the interpreter."""

from __future__ import annotations

import math
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import spite_and_malice as sm  # noqa: E402
from spite_and_malice import patience as pt  # noqa: E402
from spite_and_malice.interop.batch import BatchEnv  # noqa: E402
from spite_and_malice.interop.encoder import Encoder  # noqa: E402
from spite_and_malice.interop.gymnasium import SpiteAndMaliceEnv, SpiteAndMaliceVectorEnv  # noqa: E402
from spite_and_malice.interop.patience.batch import PatienceBatchEnv  # noqa: E402
from spite_and_malice.interop.patience.encoder import PatienceEncoder  # noqa: E402
from spite_and_malice.interop.patience.gymnasium import PatienceEnv  # noqa: E402
from spite_and_malice.interop.pettingzoo import SpiteAndMaliceEnv as PettingZooEnv  # noqa: E402
from spite_and_malice.interop.small_games import small_game, small_game_parameters  # noqa: E402
from tests.examples import some  # noqa: E402

SECONDS = 20
"""Processor seconds for one call: a longer one counts as endless."""
LONGEST = 1500
"""The longest readable refusal in characters; a list of all presets or fields is long."""

REFUSALS = (ValueError, TypeError, gymnasium.error.Error, sm.NotYourTurn, sm.NothingToUndo, sm.PlayerFailed)
"""The errors that may be raised: the project's own among them, and Gymnasium's own for a seed."""


def deep(kind: type) -> Any:
    """Return a deeply nested value of a type."""
    found: Any = kind()
    for _level in range(100_000):
        found = [found] if kind is list else {"a": found}
    return found


SPITE, PATIENCE = sm.new_game("standard", seed=3), pt.new_game("klondike-1", seed=3)
DEEP: list[Any] = [deep(list), deep(dict)]
HOSTILE: list[Any] = [
    *(None, True, -1, 0, 1, 7, 2**31, 2**63, 2**64, -(2**63), 10**400, -(10**400), 1.5, -0.0, 1j),
    *(math.nan, math.inf, -math.inf, "", "x", "3", "9" * 5000, "\u0663", "\ud800", "\0", "x" * 100_000),
    *(b"\xff\0", bytearray(b"x"), memoryview(b"abc"), [], [None], [-1], [10**400], [math.nan], ["x"], ["\ud800"]),
    *(
        (),
        (1, 2, 3),
        {},
        {"x": 1},
        {1: 1},
        {None: None},
        {1},
        range(3),
        object(),
        int,
        print,
        sys,
        ...,
        ValueError("x"),
    ),
    *(np.float64("nan"), np.int64(0), np.uint64(2**64 - 1), np.zeros(3), np.zeros(0), np.array([2**62, -1])),
    *(np.array([None, "x"], dtype=object), np.array([True, False]), *DEEP),
    *(SPITE, SPITE.position, SPITE.view(SPITE.position.turn), SPITE.position.rules, SPITE.legal_moves[0]),
    *(PATIENCE, PATIENCE.position, PATIENCE.view(), PATIENCE.rules, PATIENCE.legal_moves[0]),
]
"""Values that nobody should pass; besides these a generator, made afresh for each call."""
GENERATOR = object()

Call = tuple[Callable[..., object], list[Any], dict[str, Any]]


def call(function: Callable[..., object], /, *args: Any, **kwargs: Any) -> Call:
    return function, list(args), kwargs


def spite() -> sm.Game:
    return sm.new_game("standard", players=2, seed=3)


def played() -> sm.Game:
    game = sm.new_game("standard", players=2, seed=3, changes={"payoff": 1})
    while not game.is_over:
        game.play(min(map(str, game.legal_moves), key=lambda move: (move[0] != "P", "-C" not in move, move)))
    return game


RECORD = sm.Record.of(played())


def seen() -> sm.View:
    return spite().view(spite().position.turn)


def fields(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in type(rules).__dataclass_fields__}


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def standard() -> sm.Rules:
    return sm.preset_rules("standard", 2)


def klondike() -> pt.Rules:
    return pt.preset_rules("klondike-1")


def chance() -> sm.SeededChance:
    return sm.SeededChance(1)


CALLS: dict[str, Callable[[], Call]] = {
    "new_game": lambda: call(sm.new_game, "standard", 2, seed=1, dealer=0, changes={"payoff": 3}),
    "preset_rules": lambda: call(sm.preset_rules, "standard", 2, {"payoff": 3}),
    "PRESETS": lambda: call(sm.PRESETS.__getitem__, "standard"),
    "PLAYERS": lambda: call(sm.PLAYERS.__getitem__, "greedy"),
    "Preset": lambda: call(sm.PRESETS["standard"].fields, 2),
    "describe": lambda: call(sm.describe, standard()),
    "deal": lambda: call(sm.deal, standard(), 0, chance()),
    "playouts": lambda: call(sm.playouts, spite().position, 2, 1, eager=True, most_moves=100),
    "simulate": lambda: call(sm.simulate, "standard", 1, "eager", 1),
    "review": lambda: call(sm.review, RECORD, 0, 1),
    "verify": lambda: call(sm.verify, "x"),
    "read_records": lambda: call(lambda *a, **k: list(sm.read_records(*a, **k)), "/nowhere", on_error="raise"),
    "read_headers": lambda: call(lambda *a, **k: list(sm.read_headers(*a, **k)), "/nowhere", on_error="raise"),
    "SeededChance": lambda: call(sm.SeededChance, 1),
    "SeededChance.lot": lambda: call(chance().lot, 3),
    "FairDeal": lambda: call(lambda *given: sm.FairDeal(*given).key(), bytes(32), ("a", "b")),
    "FairDeal.dealer": lambda: call(sm.FairDeal(bytes(32), ("a", "b")).dealer, 2),
    "Game": lambda: call(sm.Game, spite().position, chance(), 0, None),
    "Game.deal": lambda: call(sm.Game.deal, standard(), 0, sm.FairDeal(bytes(32), ("a", "b"))),
    "Game.view": lambda: call(spite().view, 0),
    "Game.views_json": lambda: call(spite().views_json, [0, None]),
    "Game.act": lambda: call(spite().act, 1, str(spite().legal_moves[0])),
    "Game.play": lambda: call(spite().play, spite().legal_moves[0], 1),
    "Game.undo": lambda: call(spite().undo, 0),
    "Game.can_undo": lambda: call(spite().can_undo, 0),
    "Game.take_back": lambda: call(spite().take_back, 0),
    "Game.could_play": lambda: call(spite().could_play, 0),
    "Match": lambda: call(sm.Match, standard(), 0),
    "Match.record": lambda: call(sm.Match(standard(), 0).record, [3, 0]),
    "Move": lambda: call(lambda *given: str(sm.Move(*given)), "H", ("7h",), "C1"),
    "Move.parse": lambda: call(sm.Move.parse, "H7h-C1", strict=True),
    "Outcome": lambda: call(sm.Outcome.from_json, {"reason": "payoff", "winners": [0], "scores": [1, 0]}),
    "Position": lambda: call(sm.Position.from_json, spite().position.to_json()),
    "Position.hand": lambda: call(spite().position.hand, 0),
    "Position.view": lambda: call(spite().position.view, 0),
    "Position.from_view": lambda: call(sm.Position.from_view, seen()),
    "Position.svg": lambda: call(spite().position.svg, [], width=300, seats=[0, 1]),
    "Record": lambda: call(sm.Record.of, spite(), ["a", "b"]),
    "Record.seen_by": lambda: call(RECORD.seen_by, 0),
    "Rules": lambda: call(lambda **given: sm.Rules(**given), **fields(standard())),
    "Rules.from_json": lambda: call(sm.Rules.from_json, standard().to_json()),
    "Rules.changes_from": lambda: call(standard().changes_from, standard()),
    "Rules.is_wild": lambda: call(standard().is_wild, "Kh"),
    "Rules.natural_rank": lambda: call(standard().natural_rank, "7h"),
    "Sampler": lambda: call(sm.Sampler, seen(), [], [0, 0]),
    "Sampler.sample": lambda: call(sm.Sampler(seen()).sample, 1),
    "View": lambda: call(sm.View.from_json, seen().to_json()),
    "View.payoff": lambda: call(seen().payoff, 0),
    "View.card_of": lambda: call(seen().card_of, spite().legal_moves[0], 0),
    "Engine": lambda: call(sm.Engine, "greedy", 1),
    "Engine.choose": lambda: call(sm.Engine("beginner", 1).choose, spite(), 0.01),
    "AsyncEngine": lambda: call(sm.AsyncEngine, "greedy", 1),
    "patience.new_game": lambda: call(pt.new_game, "klondike-1", deal=1, seed=None),
    "patience.preset_rules": lambda: call(pt.preset_rules, "klondike-1", {"draw": 3}),
    "patience.PRESETS": lambda: call(pt.PRESETS.__getitem__, "klondike-1"),
    "patience.describe": lambda: call(pt.describe, klondike()),
    "patience.describe_by_topic": lambda: call(pt.describe_by_topic, klondike()),
    "patience.deal": lambda: call(pt.deal, klondike(), chance()),
    "patience.deal_number": lambda: call(pt.deal_number, klondike(), 1),
    "patience.deal_microsoft": lambda: call(pt.deal_microsoft, pt.preset_rules("freecell"), 1),
    "patience.microsoft_pack": lambda: call(pt.microsoft_pack, 1),
    "patience.pack_of": lambda: call(pt.pack_of, 1, klondike()),
    "patience.deal_pack": lambda: call(pt.deal_pack, klondike(), pt.pack_of(1)),
    "patience.Rules": lambda: call(lambda **given: pt.Rules(**given), **fields(klondike())),
    "patience.Rules.from_json": lambda: call(pt.Rules.from_json, klondike().to_json()),
    "patience.Position": lambda: call(pt.Position.from_json, PATIENCE.position.to_json()),
    "patience.Position.play": lambda: call(PATIENCE.position.clone().play, PATIENCE.legal_moves[0]),
    "patience.Game": lambda: call(pt.Game, PATIENCE.position),
    "patience.Game.play": lambda: call(PATIENCE.clone().play, PATIENCE.legal_moves[0]),
    "patience.Move": lambda: call(lambda *given: str(pt.Move(*given)), "T1", "F", 1, ""),
    "patience.Move.parse": lambda: call(pt.Move.parse, "T1-F"),
    "patience.View": lambda: call(pt.View.from_json, PATIENCE.view().to_json()),
    "patience.Known": lambda: call(pt.Known.from_json, known().to_json()),
    "patience.Known.fits": lambda: call(known().fits, PATIENCE.view()),
    "patience.Seen": lambda: call(pt.Seen.at, PATIENCE.view()),
    "patience.known_of": lambda: call(pt.known_of, PATIENCE.position, pt.Seen.at(PATIENCE.view())),
    "patience.hint": lambda: call(pt.hint, PATIENCE.view(), chance(), 1, None, 0.01),
    "patience.sample": lambda: call(pt.sample, PATIENCE.view(), chance(), None),
    "patience.solve": lambda: call(pt.solve, PATIENCE.position, 0.01, 10, 0.0),
    "BatchEnv": lambda: call(BatchEnv, standard(), 2, 1),
    "BatchEnv.reset": lambda: call(BatchEnv(standard(), 2, 1).reset, 1),
    "BatchEnv.step": lambda: call(batch().step, batch().sample()),
    "BatchEnv.sample": lambda: call(batch().sample, eager=False, rows=None),
    "BatchEnv.choose": lambda: call(batch().choose, "beginner", rows=None),
    "BatchEnv.play_on": lambda: call(batch().play_on, "random", [0, 0]),
    "BatchEnv.observe": lambda: call(batch().observe, 0, 0),
    "BatchEnv.view": lambda: call(batch().view, 0, 0),
    "BatchEnv.restore": lambda: call(batch().restore, 0, batch().save(1)),
    "Encoder": lambda: call(Encoder, standard()),
    "Encoder.observe": lambda: call(Encoder(standard()).observe, seen(), []),
    "Encoder.mask": lambda: call(Encoder(standard()).mask, seen()),
    "Encoder.action": lambda: call(Encoder(standard()).action, seen(), spite().legal_moves[0]),
    "Encoder.move": lambda: call(Encoder(standard()).move, seen(), 0),
    "PatienceEncoder.observe": lambda: call(PatienceEncoder(klondike()).observe, PATIENCE.view()),
    "PatienceEncoder.split": lambda: call(PatienceEncoder(klondike()).split, np.zeros((1, 3))),
    "PatienceEncoder.action": lambda: call(PatienceEncoder(klondike()).action, PATIENCE.legal_moves[0]),
    "PatienceBatchEnv": lambda: call(PatienceBatchEnv, "klondike-1", 2),
    "PatienceBatchEnv.step": lambda: call(patiences().step, patiences().sample()),
    "PatienceBatchEnv.view": lambda: call(patiences().view, 0),
    "Gymnasium.reset": lambda: call(SpiteAndMaliceEnv().reset, seed=1, options=None),
    "Gymnasium.step": lambda: call(begun(SpiteAndMaliceEnv()).step, 0),
    "Gymnasium.move_name": lambda: call(SpiteAndMaliceEnv().move_name, 0),
    "Gymnasium vector": lambda: call(lambda **given: SpiteAndMaliceVectorEnv(2, **given), autoreset_mode="SameStep"),
    "Gymnasium vector.reset": lambda: call(begun(SpiteAndMaliceVectorEnv(2)).reset, seed=1, options=None),
    "Gymnasium vector.step": lambda: call(begun(SpiteAndMaliceVectorEnv(2)).step, [0, 0]),
    "Gymnasium patience.reset": lambda: call(PatienceEnv().reset, seed=1, options=None),
    "Gymnasium patience.step": lambda: call(begun(PatienceEnv()).step, 0),
    "PettingZoo": lambda: call(lambda **given: PettingZooEnv(**given), opponents=None, max_moves=100, render_mode=None),
    "PettingZoo.reset": lambda: call(PettingZooEnv().reset, seed=1, options=None),
    "PettingZoo.observe": lambda: call(begun(PettingZooEnv()).observe, "seat_0"),
    "PettingZoo.action_space": lambda: call(PettingZooEnv().action_space, "seat_0"),
    "PettingZoo.step": lambda: call(begun(PettingZooEnv()).step, 0),
    "small_game": lambda: call(small_game, "x"),
    "small_game_parameters": lambda: call(small_game_parameters, "x"),
}
"""Something to call, by its owner, with arguments that are right or nearly so."""

LONG_WORK = {"playouts", "simulate", "BatchEnv", "PatienceBatchEnv"}
"""Two billion games are a valid request, and take their time and memory."""
RESULTS = {
    *("Chance", "Effects", "IllegalMove", "InvalidArgument", "InvalidNotation", "InvalidRecord", "InvalidRules"),
    *(
        "NotYourTurn",
        "NothingToUndo",
        "Player",
        "PlayerFailed",
        "PlayoutReport",
        "Reason",
        "RecordHeader",
        "SimulationReport",
    ),
    *("Stage", "UNSHUFFLED", "UnknownName", "Verdict", "__version__"),
    *("KLONDIKE", "Hint", "Preset", "Solution", "ViewPile", "winnable_deals"),
}
"""Names for results, errors and plain values."""


def known() -> pt.Known:
    return pt.known_of(PATIENCE.position, pt.Seen.at(PATIENCE.view()))


def batch() -> BatchEnv:
    return BatchEnv(standard(), 2, 1)


def patiences() -> PatienceBatchEnv:
    return PatienceBatchEnv("klondike-1", 2)


def test_every_public_name_is_tried() -> None:
    tried = {name.split(".")[0] for name in CALLS}
    assert set(sm.__all__) - RESULTS <= tried
    assert {f"patience.{name}" for name in set(pt.__all__) - RESULTS} <= {
        ".".join(name.split(".")[:2]) for name in CALLS
    }


@contextmanager
def limited() -> Iterator[None]:
    """Fail a call that takes too much processor time; a busy machine does not matter."""

    def stop(*_signal: object) -> None:
        raise AssertionError("it never ends")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def attempt(function: Callable[..., object], args: list[Any], kwargs: dict[str, Any]) -> None:
    told = "it is taken"
    with limited():
        try:
            function(*args, **kwargs)
        except OSError as error:
            # The system names the file.
            told = error.strerror or str(error)
        except REFUSALS as refusal:
            told = str(refusal)
    # Python's own KeyError names only the key.
    assert " " in told
    assert len(told) < LONGEST


def trials() -> list[tuple[str, int | str]]:
    found: list[tuple[str, int | str]] = []
    for name, make in CALLS.items():
        _function, args, kwargs = make()
        found += [(name, place) for place in (*range(len(args)), *kwargs)]
    return found


def values_for(name: str) -> list[int]:
    """Return the numbers of the hostile values tried on something; one more is a generator."""
    numbers = range(len(HOSTILE) + 1)
    if name in LONG_WORK:
        return [n for n in numbers if n == len(HOSTILE) or not (type(HOSTILE[n]) is int and HOSTILE[n] > 7)]
    return list(numbers)


TRIALS = trials()


@given(st.data())
def test_what_is_wrong_is_refused_with_a_sentence(data: st.DataObject) -> None:
    name, place = data.draw(st.sampled_from(TRIALS))
    number = data.draw(st.sampled_from(values_for(name)))
    function, args, kwargs = CALLS[name]()
    wrong = (each for each in ("x", 1, None)) if number == len(HOSTILE) else HOSTILE[number]
    if isinstance(place, int):
        args[place] = wrong
    else:
        kwargs[place] = wrong
    attempt(function, args, kwargs)


@pytest.mark.nightly("src/spite_and_malice")
def test_everything_wrong_is_refused_everywhere() -> None:
    for name, place in TRIALS:
        for number in values_for(name):
            function, args, kwargs = CALLS[name]()
            wrong = (each for each in ("x", 1, None)) if number == len(HOSTILE) else HOSTILE[number]
            if isinstance(place, int):
                args[place] = wrong
            else:
                kwargs[place] = wrong
            try:
                attempt(function, args, kwargs)
            except Exception as error:
                told = f"{name}, argument {place}, value {number}"
                raise AssertionError(told) from error


@pytest.mark.parametrize("name", ["patience.deal_pack", "Sampler"])
def test_a_generator_without_an_end_is_refused(name: str) -> None:
    function, args, kwargs = CALLS[name]()
    args[1] = iter(int, 1)
    with limited(), pytest.raises(sm.InvalidArgument, match="more than"):
        function(*args, **kwargs)


DAMAGED = """
import pickle, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
whole = sys.stdin.buffer.read()
taken = refused = 0
for bit in range(int(sys.argv[1]), len(whole) * 8, int(sys.argv[2])):
    damaged = bytearray(whole)
    damaged[bit // 8] ^= 1 << bit % 8
    try:
        found = pickle.loads(bytes(damaged))
        found.step(found.sample() if hasattr(found, "sample") else 0)
    except Exception:
        refused += 1
    else:
        taken += 1
print(taken, refused)
"""


ENVIRONMENTS: dict[str, Callable[[], Any]] = {
    "BatchEnv": batch,
    "PatienceBatchEnv": patiences,
    "Gymnasium": lambda: begun(SpiteAndMaliceEnv()),
    "Gymnasium vector": lambda: begun(SpiteAndMaliceVectorEnv(2)),
    "PettingZoo": lambda: begun(PettingZooEnv()),
}


@pytest.mark.parametrize("name", some(ENVIRONMENTS, "src/spite_and_malice/interop/", of=5))
def test_damaged_pickles_of_environments_end_no_interpreter(name: str) -> None:
    """Only some bits: NumPy's own arrays do not survive all."""
    first, every = 5, 401
    written = pickle.dumps(ENVIRONMENTS[name]())
    assert type(pickle.loads(written)) is type(ENVIRONMENTS[name]())
    command = [sys.executable, "-c", DAMAGED, str(first), str(every)]
    done = subprocess.run(command, input=written, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert sum(map(int, done.stdout.split())) == len(range(first, len(written) * 8, every))
