"""The compiled core under the address and undefined-behaviour sanitizers, over the vectors and random games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.nightly(
    *("src/spite_and_malice/engine/core/", "src/spite_and_malice/patience/core/", "src/spite_and_malice/compiled.py"),
)

PLAY = """
from math import prod
from pathlib import Path
from random import Random
from struct import calcsize

from spite_and_malice.engine import Position, core as native, deal
from spite_and_malice.engine.core import apply, legal_moves, position_hash, random_move, random_playouts
from spite_and_malice.engine.conformance import run_file
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice import InvalidArgument, patience, simulate
from spite_and_malice.patience import deal_number
from spite_and_malice.patience.conformance import GAMES, run_vector
from spite_and_malice.interop.kinds import kinds_of
from spite_and_malice.play import SeededChance
from spite_and_malice.players.evaluation import evaluation_for
from spite_and_malice.players.weights import TUNED
from spite_and_malice.rules import PRESETS, preset_rules
from tests.players.test_custom_players import Odd, meddles, raises, returns_nonsense
from tests.patience.strategies import some_rules as patience_rules
from tests.strategies import house_rules

def table(kind, *shape):
    return memoryview(bytearray(prod(shape) * calcsize(kind))).cast(kind, shape)

assert native.IS_NATIVE, native.PURE_BECAUSE
failed = [name for name, failures in run_file(Path("tests/conformance/vectors.jsonl")) if failures]
assert not failed, failed
rng = Random(1)
games = [preset_rules(preset.id, players) for preset in PRESETS.values() for players in preset.players]
for number, rules in enumerate([*games, *(house_rules(rng) for _ in range(100))]):
    core = deal(rules, 0, SeededChance(number)).core
    random_playouts(core, 2, number, number % 3 > 0, 3000)
    core.use_seed(number)
    for _ in range(60):
        copy = core.clone()
        for move in (*legal_moves(core), rng.randrange(1 << 31), rng.randrange(1 << 20)):
            copy.copy_from(core)
            try:
                apply(copy, move)
            except ValueError:
                pass
        if core.stage == 4:
            break
        apply(core, random_move(core, True))
    position_hash(core)
for number, rules in enumerate([*games, *(house_rules(rng) for _ in range(50))]):
    position = deal(rules, 0, SeededChance(number))
    believed = Sampler(position.view(position.turn)).belief
    policy = native.Policy(position.core, list(TUNED))
    values = native.Playouts(policy, believed, list(evaluation_for(rules)), 800, 50)
    before = Position.from_view(position.view(position.turn)).core
    before.put_turn((before.turn + 1) % rules.players)
    values.add_end(before, 0)
    values.evaluate([[move] for move in legal_moves(position.core)][:90], number, 2, 12)
    values.features_of(position.core, 0)
    policy.play_out(believed.sample(number), 4000, 4000)
for number, rules in enumerate([*games, *(house_rules(rng) for _ in range(50))]):
    native.random_games(native.core_rules(rules), number, 3, number, number % 3 > 0, 3000)
    encoding = kinds_of(rules).encoding
    sizes = sum(map(prod, kinds_of(rules).pieces().values())), len(kinds_of(rules).moves), rules.players
    rows = [table(kind, 5, size) for kind, size in zip("fbf", sizes)]
    seats, over, cut, seeds, actions = (table(kind, 5) for kind in "qBBQq")
    batch = native.Batch(encoding, number, 0, 90, rows[0], rows[1], seats, rows[2], over, cut, seeds)
    chance = native.Chooser(batch.position(0), batch.position(0), [], eager=number % 3 > 0)
    thinker = native.Chooser(batch.position(0), batch.position(0), list(TUNED), 50000, True)
    for step in range(150):
        batch.choose(thinker if step % 4 == 3 else chance, actions)
        actions[step % 5] = -1
        batch.step(actions)
    batch.play_on(thinker, seats)
    seats[1] = 99
    batch.play_on(chance, seats)
    batch.observe(3, rules.players - 1, table("f", sizes[0]))
runners = dict.fromkeys(GAMES, run_vector)
failed = [name for name, failures in run_file(Path("tests/conformance/patience.jsonl"), runners) if failures]
assert patience.core.IS_NATIVE and not failed, failed
for number in range(30):
    position = deal_number(patience_rules(rng), number)
    position.layout.random_play(number, rng.randrange(300))
    position.layout.perft(2)
    for plain in (False, True):
        search = patience.core.Solver(position.layout, 1 << 16, [6, 2, 2], plain)
        search.run(8000)
        if search.status == patience.core.codes.FOUND:
            search.steps()

class Fuzzed:
    # A source of chance that does as it should, or any other thing.

    def shuffle(self, cards):
        faults = [cards.clear, cards.pop, lambda: cards.extend(cards), lambda: cards.__setitem__(0, rng.choice(ODD))]
        faults += [lambda: rng.sample(cards, len(cards)), lambda: rng.choice(REENTER)(), lambda: 1 // 0]
        rng.shuffle(cards)
        return rng.choice(faults)() if rng.random() < 0.5 else None

    def lot(self, count):
        return rng.choice([*ODD, *range(count)])

ODD = [-1, 0, 1, 12, 99, 136, 1 << 40, 1 << 70, None, "7h", 2.0]
FAULTS = (ValueError, TypeError, RuntimeError, OverflowError, IndexError, ZeroDivisionError)
REENTER = []
refused = 0
for number, rules in enumerate([*games, *(house_rules(rng) for _ in range(60))]):
    position = deal(rules, 0, SeededChance(number))
    core, chance = position.core, Fuzzed()
    REENTER[:] = [
        lambda: apply(core, legal_moves(core)[0]), lambda: core.copy_from(deal(rules, 0, SeededChance(9)).core),
        lambda: core.put_stock(8), lambda: core.use_seed(1), lambda: native.playout(core, True, 50), core.clone,
        lambda: core.put_turn(0), lambda: core.learn_hand(0, 8), lambda: core.forget_hand(0),
    ]
    for _ in range(150):
        if position.is_over:
            break
        try:
            deal(rules, 0, chance)
            position.play(rng.choice([*position.legal_moves, "H4h-S1", "P-C1", "pass"]), chance)
        except FAULTS:
            refused += 1
            core.use_seed(rng.randrange(1 << 40))
            # Its cards may be unknown by now.
            moves = [move for move in legal_moves(core) if rng.random() < 0.9]
            if moves:
                apply(core, rng.choice(moves))
    for name in ("hand", "payoff", "side", "centre", "height", "put_hand", "put_payoff", "put_side", "put_centre",
                 "put_stock", "put_aside", "put_turn", "learn_hand", "learn_payoff", "forget_hand", "put_place"):
        for _ in range(40):
            copy = core.clone()
            try:
                for _ in range(rng.randrange(120)):
                    getattr(copy, name)(*(rng.choice(ODD[:8]) for _ in range(rng.randrange(5))))
            except FAULTS:
                refused += 1
            random_playouts(copy, 1, number, True, 20)
    for _ in range(40):
        copy, counted = core.clone(), ([rng.choice(ODD[:8]) for _ in range(rng.randrange(4))] for _ in range(2))
        try:
            native.watch_recycled(copy, *counted)
        except FAULTS:
            refused += 1
        copy.use_seed(number)
        random_playouts(copy, 1, number, True, 300)
        native.watch_recycled(copy, [8] * rng.randrange(9), [10] * rules.players)
        native.playout(copy, True, 300)
        assert native.recycled_cards(copy)
    data = deal(rules, 0, SeededChance(number)).to_json()
    for _ in range(40):
        changed = Position.from_json(data).to_json()
        where = rng.choice([changed, *changed["players"]])
        key = rng.choice(list(where))
        where[key] = rng.choice([*ODD, [], [[]], [["7h"] * 300] * len(str(where[key])), "over", "cover", True])
        try:
            random_playouts(Position.from_json(changed).core, 1, number, True, 300)
        except (*FAULTS, KeyError):
            refused += 1
    encoding = kinds_of(rules).encoding
    sizes = sum(map(prod, kinds_of(rules).pieces().values())), len(kinds_of(rules).moves), rules.players
    shapes = [(5, size + rng.choice([0, 0, 0, 1])) for size in sizes]
    # Seats and actions may be the same memory.
    shared = memoryview(bytearray(8 * 7)).cast("q")
    try:
        rows = [table(kind, *shape) for kind, shape in zip("fbf", shapes)]
        seats, actions = shared[:5], shared[1:6]
        batch = native.Batch(encoding, number, 0, 90, *rows[:2], seats, rows[2], *(table(kind, 5) for kind in "BBQ"))
        chooser = native.Chooser(batch.position(0), batch.position(0), [], eager=True)
        for step in range(30):
            batch.choose(chooser, actions)
            if step % 3 == 0:
                actions[rng.randrange(5)] = rng.choice([-2, -1, 0, 5, 1 << 40])
            batch.step(actions)
    except FAULTS:
        refused += 1
assert refused > 5000, refused
odd = 0
for number, rules in enumerate([*games, *(house_rules(rng) for _ in range(20))]):
    for fault in (returns_nonsense, meddles, raises):
        try:
            simulate(rules, 2, lambda own: Odd(own, fault), number)
        except (InvalidArgument, KeyError, ZeroDivisionError, RuntimeError):
            odd += 1
assert odd > 100, odd
print("clean")
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc to build with sanitizers")
def test_no_read_or_write_goes_past_an_array(tmp_path: Path) -> None:
    libraries = [
        subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    if not all(Path(library).is_absolute() for library in libraries):
        pytest.skip("gcc has no sanitizer libraries here")
    for name in ("src", "tests", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
        shutil.copytree(source, tmp_path / name, ignore=ignored) if source.is_dir() else shutil.copy(source, tmp_path)
    environment = {**os.environ, "SPITE_SANITIZE": "1", "CC": "gcc"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    built = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    environment = {
        **{name: value for name, value in os.environ.items() if name != "SPITE_PURE"},
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}",
    }
    played = subprocess.run([sys.executable, "-c", PLAY], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert played.returncode == 0, played.stderr[-4000:]
    assert played.stdout.strip() == "clean"
