"""Write the default rules of patience for the browser: ``python -m tools.rule_defaults``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import spite_and_malice
from spite_and_malice.patience.rules.fields import FIELDS, Field

FILE: Final = Path(spite_and_malice.__file__).parent / "web" / "patience" / "defaults.js"


def text() -> str:
    """Return the file."""
    types = [f"{field.name}: {_type(field)}" for field in FIELDS.values()]
    return "\n".join(
        [
            "// The rules of patience where a view does not say otherwise (patience/rules/fields.py). Written by",
            "// `python -m tools.rule_defaults`.",
            "",
            "/**",
            " * @typedef {{",
            *(f" *   {line}," for line in types),
            " * }} Rules",
            " */",
            "",
            "/** @type {Rules} */",
            "export const DEFAULTS = {",
            *(f"  {field.name}: {json.dumps(field.default)}," for field in FIELDS.values()),
            "};",
            "",
        ]
    )


def _type(field: Field) -> str:
    """Return the type of a field's values in the syntax of the browser's modules."""
    if all(isinstance(value, bool) for value, _words in field.values) and field.values:
        return "boolean"
    named: list[Any] = [value for value, _words in field.values]
    parts = [json.dumps(value) for value in named]
    if field.counts is not None:
        parts.append("number[]")
    elif field.high >= field.low:
        parts.append("number")
    return " | ".join(parts)


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
