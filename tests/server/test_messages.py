"""The protocol as closed types: everything a page sends is one of its messages or refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.server.games.spite.game import SpiteAndMalice
from spite_and_malice.server.protocol.incoming import (
    MAX_MESSAGE,
    Back,
    ClientMessage,
    Configure,
    Contribute,
    Hello,
    Kick,
    Leave,
    Malformed,
    Move,
    Next,
    Ping,
    Say,
    Seat,
    Sit,
    Stand,
    Start,
    Take,
    Undo,
)
from spite_and_malice.server.protocol.settings import ClockSettings, SettingsRequest

decode = SpiteAndMalice.messages.read
TYPES = [kind.__struct_config__.tag for kind in ClientMessage.__args__]
GIVEN = "0f" * 32
CODES = {"malformed", "unknown_type", "too_large"}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
fields = {
    "type": st.sampled_from([*TYPES, "pong"]) | anything,
    "id": st.text(max_size=70) | anything,
    "game": st.integers() | anything,
    "ply": st.integers() | anything,
    "version": st.integers() | anything,
    "move": st.text(max_size=70) | anything,
    "seat": st.integers() | anything,
    "name": st.text(max_size=50) | anything,
    "kind": st.sampled_from(["open", "computer", "person"]) | anything,
    "contribution": st.text("0123456789abcdef", min_size=63, max_size=65) | anything,
    "text": st.text(max_size=300) | anything,
    "settings": st.dictionaries(st.sampled_from(["delay", "clock", "chat", "colour"]), anything, max_size=3) | anything,
    "more": anything,
}


def attempt(text: str) -> Any:
    """Return the result of `decode`, or its refusal if that is a proper one."""
    try:
        return decode(text)
    except Malformed as error:
        refusal = error
    assert refusal.code in CODES
    assert str(refusal).endswith(".")
    assert refusal.message_id is None or len(refusal.message_id) <= 64
    return refusal


@given(st.text(max_size=200))
def test_any_text_is_a_message_or_refused(text: str) -> None:
    attempt(text)


@given(anything)
def test_any_json_is_a_message_or_refused(value: Any) -> None:
    attempt(json.dumps(value))


@given(st.fixed_dictionaries({}, optional=fields))
def test_what_nearly_is_a_message_is_taken_exactly_or_refused(value: dict[str, Any]) -> None:
    message = attempt(json.dumps(value))
    if isinstance(message, Malformed):
        return
    taken = msgspec.to_builtins(message)
    assert value == {name: taken[name] for name in value}
    assert not isinstance(message, Move | Undo | Next) or message.id.isascii()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type": "hello"}', Hello()),
        ('{"type": "hello", "version": 3, "game": null}', Hello(version=3)),
        ('{"type": "move", "id": "a", "game": 1, "ply": 0, "move": "pass"}', Move("a", 1, 0, "pass")),
        ('{"type": "undo", "id": "a", "game": 1, "ply": 9}', Undo("a", 1, 9)),
        ('{"type": "next", "id": "a", "game": 1}', Next("a", 1)),
        ('{"type": "ping"}', Ping()),
        ('{"type": "sit", "id": "a", "seat": 1, "name": "Ada"}', Sit("a", 1, "Ada")),
        ('{"type": "stand", "id": "a"}', Stand("a")),
        ('{"type": "seat", "id": "a", "seat": 1, "kind": "open"}', Seat("a", 1, "open")),
        ('{"type": "seat", "id": "a", "seat": 1, "kind": "computer", "player": "x"}', Seat("a", 1, "computer", "x")),
        ('{"type": "kick", "id": "a", "seat": 1}', Kick("a", 1)),
        ('{"type": "configure", "id": "a", "preset": null, "target": 5}', Configure("a", preset=None, target=5)),
        (
            '{"type": "configure", "id": "a", "settings": {"clock": {"kind": "move", "seconds": 30}}}',
            Configure("a", settings=SettingsRequest(clock=ClockSettings("move", 30))),
        ),
        ('{"type": "start", "id": "a"}', Start("a")),
        (
            f'{{"type": "contribute", "id": "a", "game": 1, "contribution": "{"0f" * 32}"}}',
            Contribute("a", 1, "0f" * 32),
        ),
        ('{"type": "leave", "id": "a"}', Leave("a")),
        ('{"type": "back", "id": "a"}', Back("a")),
        ('{"type": "take", "id": "a", "seat": 1, "name": "Ada"}', Take("a", 1, "Ada")),
        ('{"type": "say", "id": "a", "text": "Hello"}', Say("a", text="Hello")),
    ],
)
def test_every_message_of_the_protocol_is_taken(text: str, message: object) -> None:
    assert decode(text) == message


def test_a_refusal_names_the_message_it_is_about() -> None:
    refusal = attempt('{"type": "move", "id": "mine", "game": 1, "ply": 0}')
    assert (refusal.code, refusal.message_id) == ("malformed", "mine")
    assert "move" in str(refusal)
    assert attempt('{"type": "dance", "id": "mine"}').message_id == "mine"
    assert attempt(" " * (MAX_MESSAGE + 1)).code == "too_large"
