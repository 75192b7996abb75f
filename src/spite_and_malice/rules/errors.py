"""The error that refuses rules which cannot be played."""

from __future__ import annotations

import json
from collections.abc import Iterable

from spite_and_malice import arguments
from spite_and_malice.arguments import closest
from spite_and_malice.texts import _, listed


class InvalidRules(ValueError):
    """Rules, or a preset asked for, that RULES.md section 7 or 8 refuses.

    `message` is a sentence that names the fields and says what would be right; `fields` holds their JSON names, the
    most important one first, so that an editor can mark them. `plain` says the same for a form, in words instead of
    names.
    """

    def __init__(self, message: str, fields: tuple[str, ...] = (), plain: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields
        self.plain: str = plain or message


def shown(value: object) -> str:
    """Write a value as a short piece of JSON, for an error message."""
    if isinstance(value, int) and abs(value) >= 10**15:
        return _("a far larger number") if value > 0 else _("a far smaller number")
    # Half a surrogate pair, which JSON may hold, could not be printed.
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr).encode(errors="backslashreplace").decode()
    except (RecursionError, TypeError, ValueError):
        # The value is not JSON, or nested too deep to be written.
        return arguments.shown(value)
    return text if len(text) <= 40 else text[:39] + "…"


def no_field(name: object, fields: Iterable[str]) -> InvalidRules:
    """Return the error for a field that does not exist, with a suggestion of the intended one."""
    known = list(fields)
    close = closest(name, known)
    if close is None:
        text = _("The rules have no field {name}; the fields are {fields}.")
    else:
        text = _("The rules have no field {name}. Did you mean {meant}? The fields are {fields}.")
    return InvalidRules(text.format(name=shown(name), meant=shown(close), fields=", ".join(known)))


def one_of(words: Iterable[str]) -> str:
    """List words in quotation marks for an error message: ``"a", "b" or "c"``."""
    return listed([f'"{word}"' for word in words], either=True)
