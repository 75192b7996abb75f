"""The types that the browser's modules name in their comments fit what they do, and what the server says."""

from __future__ import annotations

import re
import shutil
import subprocess
import types
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec
import pytest

from spite_and_malice.server.protocol import outgoing

HERE: Final = Path(__file__).resolve().parent
MESSAGES: Final = HERE.parents[1] / "src" / "spite_and_malice" / "web" / "table" / "messages.js"
PLAIN: Final[dict[Any, str]] = {int: "number", str: "string", bool: "boolean", type(None): "null"}

SAID_CLOSER: Final = {
    ("TableInfo", "rules"): "Rules | null",
    ("TableInfo", "terms"): "Record<string, string>",
    ("People", "settings"): "TableSettings",
    ("Snapshot", "view"): "View | null",
    ("Snapshot", "standing"): "Standing[] | null",
    ("Event", "view"): 'Omit<View, "rules">',
    ("Event", "standing"): "Standing[] | null",
    ("Refused", "view"): 'Omit<View, "rules"> | null',
}
"""What the server's own types leave open."""


def test_the_modules_keep_to_their_types() -> None:
    compiler = shutil.which("tsc", path=str(HERE / "node_modules" / ".bin")) or shutil.which("tsc")
    if compiler is None:
        pytest.skip("no TypeScript compiler: npm ci --prefix tests/web")
    run = subprocess.run(
        [compiler, "--project", str(HERE / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def told(name: str, field: str, hint: Any) -> str:
    """Return a field's type as the browser's modules write it."""
    if (name, field) in SAID_CLOSER:
        return SAID_CLOSER[name, field]
    if isinstance(hint, types.UnionType):
        return " | ".join(told(name, field, part) for part in get_args(hint))
    if get_origin(hint) in (list, tuple):
        inner = told(name, field, get_args(hint)[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return PLAIN.get(hint) or str(hint.__name__)


def typedefs() -> dict[str, dict[str, str]]:
    """Return the browser's types of objects: the fields of each and their types, a choice of words being a string."""
    text = re.sub(r"\n \*", "", MESSAGES.read_text())
    found: dict[str, dict[str, str]] = {}
    for body, name in re.findall(r"@typedef \{\{(.*?)\}\} (\w+)", text):
        fields = re.findall(r'(\w+\??): ((?:[^,<"]|<[^>]*>|"[^"]*")+)', " ".join(body.split()))
        found[name] = {field: re.sub(r'("\w+"( \| )?)+(?=$| \|)', as_string, kind).strip() for field, kind in fields}
    return found


def as_string(words: re.Match[str]) -> str:
    """Return what a choice of words is to the server."""
    return "string | " if words.group().endswith("| ") else "string"


@pytest.mark.parametrize(
    "name",
    sorted(
        one.__name__
        for one in vars(outgoing).values()
        if isinstance(one, type(msgspec.Struct)) and one is not msgspec.Struct
    ),
)
def test_the_browser_knows_what_the_server_says(name: str) -> None:
    struct: type[msgspec.Struct] = getattr(outgoing, name)
    config = struct.__struct_config__
    known = typedefs()[name]
    tag = known.pop("type", None)
    assert tag == ("string" if config.tag else None)
    hints = get_type_hints(struct)
    left_out = {field.name for field in msgspec.structs.fields(struct) if config.omit_defaults and not field.required}
    wanted = {field + "?" * (field in left_out): told(name, field, hint) for field, hint in hints.items()}
    assert known == wanted


def test_the_browser_knows_every_message_of_the_server() -> None:
    union = re.search(r"@typedef \{([\w| ]+)\} ServerMessage", re.sub(r"\n \*", "", MESSAGES.read_text()))
    assert union is not None
    assert union.group(1).split(" | ") == [one.__name__ for one in get_args(outgoing.ServerMessage)]
