"""Write the table of the fields in docs/rules.md from their entries: ``python -m tools.field_table``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from spite_and_malice.rules import FIELDS, Field, Rules

DOCUMENT: Final = Path(__file__).parents[1] / "docs/rules.md"

_BEGIN: Final = "<!-- The table is drawn from the fields: python -m tools.field_table -->\n"
_END: Final = "<!-- End of the table. -->\n"


def table() -> str:
    """Return the table: name, values, default and meaning of every field, in the order of RULES.md section 7."""
    defaults = Rules().to_json()
    rows = [
        f"| `{name}` | {_values(field)} | {_default(defaults[name])} | {field.says} |" for name, field in FIELDS.items()
    ]
    return "\n".join(["| field | values | default | says |", "| --- | --- | --- | --- |", *rows]) + "\n"


def with_table(document: str) -> str:
    """Return docs/rules.md with the current table."""
    before, _begin, rest = document.partition(_BEGIN)
    _old, _end, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{table()}\n{_END}{after}"


def _values(field: Field) -> str:
    words = ", ".join(f"`{json.dumps(word)}`" for word in field.choices)
    values = {
        "number": f"{field.low} … {field.high}",
        "rank": f"{field.low} … {field.high}",
        "flag": "true, false",
        "choice": words,
        "names": f"of {words}",
        "ranks": "ranks",
        "deck": "a deck",
        "score": "; ".join(f"`{part.name.partition('.')[2]}` {_values(part)}" for part in field.parts),
    }[field.kind]
    return f"{values} or null" if field.nullable else values


def _default(value: object) -> str:
    if isinstance(value, dict) and "packs" in value:
        return f"{value['packs']} packs"
    if isinstance(value, dict):
        return ", ".join(_default(part) for part in value.values())
    return f"`{json.dumps(value)}`" if isinstance(value, str | list) else json.dumps(value)


def main() -> None:
    """Write the table into docs/rules.md."""
    DOCUMENT.write_text(with_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
