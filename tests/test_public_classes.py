"""Every public class describes its values, and they can be copied and sent to other processes."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import numpy as np

import spite_and_malice as sm
from spite_and_malice import patience
from spite_and_malice.analysis.arena import ArenaError, Plan, run
from spite_and_malice.analysis.review import choices
from spite_and_malice.interop import pettingzoo
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.chance_game import ChanceGame, Event, Setting
from spite_and_malice.interop.gymnasium import SpiteAndMaliceEnv, SpiteAndMaliceVectorEnv
from spite_and_malice.interop.one_game import OneGame
from spite_and_malice.interop.opponents import PolicyPlayer, maker_of
from spite_and_malice.play import figures_of
from spite_and_malice.players import Thought
from spite_and_malice.rules import (
    FIELDS,
    GROUPS,
    Deck,
    Field,
    Group,
    InvalidCard,
    InvalidDeck,
    card_code,
    describe_by_topic,
)

MODULES: Final = (
    *("spite_and_malice", "spite_and_malice.patience", "spite_and_malice.engine", "spite_and_malice.play"),
    *("spite_and_malice.players", "spite_and_malice.rules", "spite_and_malice.analysis.simulate"),
    *("spite_and_malice.analysis.review", "spite_and_malice.analysis.arena", "spite_and_malice.interop.batch"),
    *("spite_and_malice.interop.encoder", "spite_and_malice.interop.gymnasium", "spite_and_malice.interop.kinds"),
    *("spite_and_malice.interop.pettingzoo", "spite_and_malice.interop.opponents"),
    *("spite_and_malice.interop.one_game", "spite_and_malice.interop.chance_game"),
)
MISTAKES: Final[dict[type[Exception], Callable[[], object]]] = {
    sm.IllegalMove: lambda: sm.new_game(seed=1).play("P-C9"),
    sm.InvalidArgument: lambda: sm.new_game(seed=-1),
    sm.InvalidNotation: lambda: sm.Move.parse("X"),
    sm.InvalidRecord: lambda: next(sm.read_records(Path(__file__))),
    sm.InvalidRules: lambda: sm.preset_rules("bridge"),
    sm.NotYourTurn: lambda: sm.PLAYERS["club"].make(1).choose(sm.new_game(seed=1, dealer=0).view(None), [], 1.0),
    sm.NothingToUndo: lambda: sm.new_game(seed=1).undo(0),
    sm.PlayerFailed: lambda: sm.Engine("cmd:there-is-no-such-program").choose(sm.new_game(seed=1)),
    sm.UnknownName: lambda: sm.PLAYERS["nobody"],
    ArenaError: lambda: Plan(sm.Rules(), ("nobody", "club"), deals=1, seed=1, seconds=1.0),
    InvalidCard: lambda: card_code("1z"),
    InvalidDeck: lambda: Deck(0),
}


STAY: Final = {Field, Group}
"""These hold functions that no other process could find; every process's rules have them."""


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def first_of(observation: object, mask: Any) -> int:
    return int(np.argmax(mask))


def public_classes() -> set[type[Any]]:
    """The classes that a module names in `__all__`, or defines; protocols have no values."""
    found = set[type[Any]]()
    for name in MODULES:
        module = import_module(name)
        for each in getattr(module, "__all__", None) or [own for own in vars(module) if own[0] != "_"]:
            value = getattr(module, each)
            if not inspect.isclass(value) or getattr(value, "_is_protocol", False):
                continue
            if hasattr(module, "__all__") or value.__module__ == name:
                found.add(value)
    return found


def error_of(mistake: Callable[[], object]) -> Exception:
    try:
        mistake()
    except Exception as error:
        return error
    raise AssertionError("it was no mistake")


def roots(folder: Path) -> Iterator[Any]:
    """Values with their parts: games of both kinds, their results, players, environments, errors."""
    game = sm.new_game("goal-13", seed=1, changes={"payoff": 1})
    club, view = sm.PLAYERS["club"].make(1), game.view(game.turn)
    yield from (view, game.fair_deal, sm.SeededChance(3), sm.Sampler(view), sm.playouts(game.position, 2, 1))
    yield game.legal_moves
    yield game.position.clone().play(game.legal_moves[0], sm.UNSHUFFLED)
    while not game.is_over:
        game.play(club.choose(game.view(game.turn), game.log, 1.0))
    assert game.dealer is not None
    assert game.fair_deal is not None
    record = sm.Record.of(game)
    (folder / "record.txt").write_text(str(record), encoding="utf-8")
    yield from (game, game.position, game.outcome, game.actions, figures_of(game), record, sm.review(record, 0))
    yield from choices(game.rules, game.dealer, game.fair_deal, game.log, 0)
    yield from (
        *sm.PRESETS.values(),
        *sm.read_headers(folder),
        sm.Match(sm.Rules(), 0),
        sm.simulate(games=2, keep_results=True),
    )
    yield from (sm.Rules(), sm.PRESETS, sm.Stage.PLAY, sm.Reason.STOCK, FIELDS, GROUPS, describe_by_topic(sm.Rules()))
    for info in sm.PLAYERS.values():
        yield from (info, info.make(1))
    yield from (sm.Engine("club", 3), sm.AsyncEngine("cmd:python3 bot.py"))
    yield from (Thought("pass", 3), PolicyPlayer(first_of), maker_of("random")(1))
    alone = patience.new_game(deal=7)
    seen, looked = alone.view(), patience.Seen.at(alone.view())
    known = patience.known_of(alone.position, looked)
    yield from (
        alone,
        alone.position,
        seen,
        patience.PRESETS,
        looked,
        known,
        alone.legal_moves,
        patience.solve(alone.position),
    )
    yield patience.hint(seen, sm.SeededChance(1), 2, known, 0.1)
    plan = Plan(sm.Rules(payoff=1), ("greedy", "greedy"), deals=1, seed=1, seconds=1.0)
    yield from (plan, *plan.games(), *run(plan))
    batch, setting = BatchEnv(n=2), Setting(sm.Rules())
    chance = ChanceGame(setting)
    yield from (batch, batch.save(0), batch.encoder, batch.encoder.kinds, setting, OneGame(setting, 4), chance)
    yield from (chance.pending(), Event(0, 1, 2), pettingzoo.raw_env(), pettingzoo.env())
    yield from (SpiteAndMaliceEnv(), SpiteAndMaliceVectorEnv(2))
    yield from map(error_of, MISTAKES.values())


def parts(value: Any) -> Iterator[Any]:
    """Yield a value and its visible parts."""
    yield value
    inside: Any = ()
    if isinstance(value, Exception):
        inside = vars(value).values()
    elif is_dataclass(value):
        inside = [getattr(value, each.name) for each in fields(value)]
    elif isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, (tuple, list)):
        inside = value
    for each in inside:
        yield from parts(each)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> dict[type, Any]:
    """Return a value of each class."""
    found: dict[type, Any] = {}
    for root in roots(tmp_path_factory.mktemp("records")):
        for value in parts(root):
            found.setdefault(type(value), value)
    return found


def test_there_is_a_value_of_every_public_class(values: dict[type, Any]) -> None:
    assert len(public_classes()) > 60
    assert public_classes() - values.keys() == set()


@pytest.mark.parametrize("kind", sorted(public_classes(), key=str))
def test_a_value_describes_itself_and_is_copied_and_pickled(values: dict[type, Any], kind: type[Any]) -> None:
    value: Any = values[kind]
    said = repr(value)
    assert not re.search(r"\bat 0x|^<[\w.]+>$", said), said
    ways = [copy.copy, copy.deepcopy] if kind in STAY else [copy.copy, copy.deepcopy, pickled]
    for other in (way(value) for way in ways):
        assert type(other) is kind
        assert repr(other) == said
        assert isinstance(value, Exception) or str(other) == str(value)
        if isinstance(value, Exception):
            assert (other.args, vars(other)) == (value.args, vars(value))


def test_every_preset_is_pickled() -> None:
    for preset in sm.PRESETS.values():
        for players in preset.allowed:
            assert pickled(preset).fields(players) == preset.fields(players)
