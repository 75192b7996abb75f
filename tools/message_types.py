"""Write the browser's types of all messages and of the rules: ``python -m tools.message_types``."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, UnsetType

import spite_and_malice
from spite_and_malice.rules.fields import FIELDS, RuleFields, Score
from spite_and_malice.server.protocol import exercises, incoming, outgoing, patience, settings, situation

WEB: Final = Path(spite_and_malice.__file__).parent / "web"

_PLAIN: Final[dict[Any, str]] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
_WIDTH: Final = 120


@dataclass(frozen=True)
class _File:
    """A file of types: its description, its imports, its structs, and its unions by name."""

    path: str
    about: str
    imports: tuple[str, ...]
    structs: tuple[type[msgspec.Struct], ...]
    unions: dict[str, Any]
    asked: bool = False
    """Whether a page sends these, and may omit fields with a default."""

    def text(self) -> str:
        """Return the file."""
        lines = [f"// {self.about} Written by `python -m tools.message_types`.", "", *self.imports]
        lines += [""] if self.imports else []
        for struct in self.structs:
            lines += [*_comment(struct), *_declaration(struct, asked=self.asked), ""]
        for name, union in self.unions.items():
            parts = [part.__name__ for part in get_args(union)]
            lines += _wrapped(f"export type {name} = ", parts, " | ", ";", "  | ")
            lines.append("")
            if self.asked:
                # In a union each part loses its own id: `Omit` on the whole would keep only the common fields.
                lines += ["/** A message before the line gives it an id. */"]
                lines += [f'export type Asked<M = {name}> = M extends {{ id: string }} ? Omit<M, "id"> : never;', ""]
        return "\n".join(lines)


@dataclass(frozen=True)
class _RulesFile:
    """The file of the type of the rules, one line a field."""

    path: str = "spite/rules.d.ts"

    def text(self) -> str:
        """Return the file."""
        hints = get_type_hints(RuleFields)
        return "\n".join(
            [
                "// The rules of a table (RULES.md section 7). Written by `python -m tools.message_types`.",
                "",
                "export type Deck = { jokers: number } & ({ packs: number } | { numbers: Record<string, number> });",
                *("", *_object("Score", {name: browser_type(hint) for name, hint in get_type_hints(Score).items()})),
                *(
                    "",
                    *_object("Rules", {name: browser_type(hints[field.attribute]) for name, field in FIELDS.items()}),
                ),
                "",
            ]
        )


def _object(name: str, fields: dict[str, str]) -> list[str]:
    return [f"export type {name} = {{", *(f"  {field}: {kind};" for field, kind in fields.items()), "};"]


def _structs(module: types.ModuleType) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs that a module itself defines for messages, in their order."""
    for name, one in vars(module).items():
        if isinstance(one, type(msgspec.Struct)) and one.__module__ == module.__name__ and not name.startswith("_"):
            yield one


def _of(kinds: Iterable[type[msgspec.Struct]], members: Any, *, inside: bool) -> tuple[type[msgspec.Struct], ...]:
    """Return the structs that are members of a union, or those that are not."""
    return tuple(kind for kind in kinds if (kind in get_args(members)) is inside)


def _comment(struct: type[msgspec.Struct]) -> list[str]:
    about = inspect.getdoc(struct) or ""
    lines = about.replace("``", "`").splitlines()
    if len(lines) == 1 and len(lines[0]) < _WIDTH - 8:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _declaration(struct: type[msgspec.Struct], *, asked: bool) -> list[str]:
    config = struct.__struct_config__
    hints = get_type_hints(struct, include_extras=True)
    fields = [f'type: "{config.tag}"'] if config.tag else []
    for field in msgspec.structs.fields(struct):
        may_be_missing = not field.required and (asked or config.omit_defaults)
        fields.append(f"{field.encode_name}{'?' if may_be_missing else ''}: {browser_type(hints[field.name])}")
    return [f"export type {struct.__name__} = {{", *(f"  {field};" for field in fields), "};"]


def _wrapped(start: str, parts: list[str], between: str, end: str, indent: str) -> list[str]:
    line = start + between.join(parts) + end
    return (
        [line]
        if len(line) <= _WIDTH
        else [start.rstrip(), *(f"{indent}{part}" for part in parts[:-1]), f"{indent}{parts[-1]}{end}"]
    )


def browser_type(hint: Any) -> str:
    """Return a type in the syntax of the browser's modules."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        closer = [meta.extra[outgoing.BROWSER] for meta in args[1:] if isinstance(meta, Meta) and meta.extra]
        return closer[0] if closer else browser_type(args[0])
    if origin in (types.UnionType, Union):
        return " | ".join(browser_type(arg) for arg in args if arg is not UnsetType)
    if origin is Literal:
        return " | ".join(f'"{arg}"' for arg in args)
    if origin in (list, tuple):
        inner = browser_type(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{browser_type(args[0])}, {browser_type(args[1])}>"
    return _PLAIN.get(hint) or str(hint.__name__)


_SHARED: Final = (
    incoming.Hello,
    incoming.Hint,
    incoming.Ping,
    outgoing.Accepted,
    outgoing.Pong,
    outgoing.SettingsChanged,
)


def _imported(*kinds: type[msgspec.Struct]) -> str:
    """Return the line that imports messages of every game for a folder of one."""
    return f'import type {{ {", ".join(kind.__name__ for kind in kinds)} }} from "../kernel/line/messages.js";'


FILES: Final = (
    _File(
        "kernel/line/messages.d.ts",
        "What the page of any table and the server say to each other (server/protocol).",
        (),
        _SHARED,
        {},
        asked=True,
    ),
    _File(
        "spite/messages.d.ts",
        "What the server says to a table's page (server/protocol/outgoing.py).",
        (
            _imported(outgoing.Accepted, outgoing.Pong, outgoing.SettingsChanged),
            'import type { Rules } from "./rules.js";',
            'import type { Standing, View } from "./view.js";',
        ),
        (
            settings.ClockSettings,
            settings.Settings,
            situation.Situation,
            *(kind for kind in _structs(outgoing) if kind not in _SHARED),
        ),
        {"ServerMessage": outgoing.ServerMessage},
    ),
    _File(
        "spite/requests.d.ts",
        "What a table's page may say to the server (server/protocol/incoming.py).",
        (
            _imported(incoming.Hello, incoming.Hint, incoming.Ping),
            'import type { ClockSettings } from "./messages.js";',
        ),
        (
            settings.SettingsRequest,
            *(kind for kind in _of(_structs(incoming), incoming.ClientMessage, inside=True) if kind not in _SHARED),
        ),
        {"ClientMessage": incoming.ClientMessage},
        asked=True,
    ),
    _File(
        "spite/exercises/messages.d.ts",
        "What the server says to the page of an exercise (server/protocol/exercises.py).",
        ('import type { View } from "../view.js";',),
        tuple(_structs(exercises)),
        {},
    ),
    _File(
        "patience/messages.d.ts",
        "What the server says to a patience table's page (server/protocol/patience.py).",
        (
            _imported(outgoing.Accepted, outgoing.Pong, outgoing.SettingsChanged),
            'import type { View } from "./view.js";',
        ),
        _of(_structs(patience), patience.PatienceMessage, inside=False),
        {"PatienceAnswer": patience.PatienceAnswer},
    ),
    _File(
        "patience/requests.d.ts",
        "What a patience table's page may say to the server (server/protocol/patience.py).",
        (_imported(incoming.Hello, incoming.Hint, incoming.Ping),),
        _of(_structs(patience), patience.PatienceMessage, inside=True),
        {"PatienceMessage": patience.PatienceMessage},
        asked=True,
    ),
    _RulesFile(),
)


def main() -> None:
    """Write every file."""
    for file in FILES:
        (WEB / file.path).write_text(file.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
