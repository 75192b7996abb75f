"""Pieces for a translator: texts as JSON with the necessary context, and importing them with checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages import Catalog, Message

from . import checks, entries, file_of, forms, key, read, written

SIZE: Final = 150
"""The default number of texts in a piece."""

_NUMBERS: Final = 200
_EXAMPLES: Final = 5


def piece(language: str, collected: Catalog, most: int = SIZE, within: str = "") -> dict[str, Any]:
    """Return the first texts that a language lacks, or whose English has changed, from files whose path has ``within``.

    Each entry of ``texts`` has the ``english`` text (or its two forms), the ``context`` if it has one, ``where`` it is
    used, what must stay in it (``fill``, ``piles``), for a changed one ``old_english``, and the ``translation`` to be
    filled in: a text, or one for each of ``forms``.
    """
    catalog = read(file_of(language))
    known = {key(message): message for message in entries(catalog)}
    wanted = [message for message in entries(collected) if _is_used(message, within)]
    found = [(message, known.get(key(message))) for message in wanted]
    open_ones = [(message, had) for message, had in found if had is None or had.fuzzy or not all(forms(had))]
    return {
        "language": language,
        "forms": _forms(catalog),
        "texts": [_entry(message, had, catalog.num_plurals) for message, had in open_ones[:most]],
    }


def _is_used(message: Message, within: str) -> bool:
    return any(within in path for path, _line in message.locations)


def _forms(catalog: Catalog) -> list[str]:
    """Return numbers that take each plural form of a language."""
    form = c2py(catalog.plural_expr)
    numbers = ([n for n in range(_NUMBERS) if form(n) == place] for place in range(catalog.num_plurals))
    return [", ".join(map(str, some[:_EXAMPLES])) + (" …" if len(some) > _EXAMPLES else "") for some in numbers]


def _entry(message: Message, had: Message | None, number: int) -> dict[str, Any]:
    many = message.id if isinstance(message.id, str) else message.id[-1]
    before = forms(had) if had is not None else []
    entry: dict[str, Any] = {"english": message.id if isinstance(message.id, str) else list(message.id)}
    if message.context:
        entry["context"] = message.context
    entry["where"] = sorted({path.removeprefix("src/spite_and_malice/") for path, _line in message.locations})
    if message.auto_comments:
        entry["note"] = " ".join(message.auto_comments)
    if fill := checks.placeholders(many):
        entry["fill"] = fill
    if piles := checks.terms(many):
        entry["piles"] = piles
    if had is not None and had.fuzzy and had.previous_id:
        entry["old_english"] = had.previous_id[0] if len(had.previous_id) == 1 else list(had.previous_id)
    empty = [""] * (number if message.pluralizable else 1)
    translation = [*before, *empty][: len(empty)]
    entry["translation"] = translation if message.pluralizable else translation[0]
    return entry


class Taken(NamedTuple):
    """The number of accepted translations, the reasons for rejecting others, and those to check again."""

    number: int
    faults: list[str]
    doubts: list[str]


def take(language: str, given: dict[str, Any]) -> Taken:
    """Put the translations of a piece into a language's file. Empty ones are left unchanged."""
    path = file_of(language)
    catalog = read(path)
    known = {key(message): message for message in entries(catalog)}
    taken = 0
    wrong, doubts = list[str](), list[str]()
    for english, context, translation in _given(given):
        if not any(translation):
            continue
        message = known.get((context, english if isinstance(english, str) else tuple(english)))
        if message is None:
            wrong.append(f"{english!r}: there is no such text any more")
            continue
        if faults := checks.faults(english, translation, catalog.num_plurals):
            wrong += [f"{english!r}: {fault}" for fault in faults]
            continue
        doubts += [f"{english!r}: {doubt}" for doubt in checks.doubts(english, translation)]
        message.string = tuple(translation) if message.pluralizable else translation[0]
        message.flags.discard("fuzzy")
        taken += 1
    if taken:
        path.write_bytes(written(catalog))
    return Taken(taken, wrong, doubts)


def _given(given: dict[str, Any]) -> Iterator[tuple[str | list[str], str | None, list[str]]]:
    for entry in given["texts"]:
        translation = entry["translation"]
        yield entry["english"], entry.get("context"), [translation] if isinstance(translation, str) else translation


def dumped(made: dict[str, Any]) -> str:
    """Return the file content of a piece."""
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def loaded(path: Path, language: str) -> dict[str, Any]:
    """Return a piece from a file. Raises ValueError if it is not a piece of this language."""
    given = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(given, dict) or given.get("language") != language or not isinstance(given.get("texts"), list):
        raise ValueError(f"{path} is no piece of {language}: write one with python -m tools.texts export {language}")
    return given
