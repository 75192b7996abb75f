"""Write the table of the server's settings in docs/operations.md: ``python -m tools.settings_table``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from spite_and_malice.server.configuration import settings

DOCUMENT: Final = Path(__file__).parents[1] / "docs/operations.md"

_BEGIN: Final = "<!-- The table is drawn from the settings: python -m tools.settings_table -->\n"
_END: Final = "<!-- End of the table. -->\n"


def table() -> str:
    """Return the table: variable, option, default and meaning of every setting."""
    rows = [
        f"| `{variable}`{' (secret)' if about.is_secret else ''} | {f'`{about.option}`' if about.option else ''} "
        f"| {about.default} | {about.says} |"
        for _name, variable, about in settings()
    ]
    return "\n".join(["| variable | option | default | says |", "| --- | --- | --- | --- |", *rows]) + "\n"


def with_table(document: str) -> str:
    """Return docs/operations.md with the current table."""
    before, _begin, rest = document.partition(_BEGIN)
    _old, _end, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{table()}\n{_END}{after}"


def main() -> None:
    """Write the table into docs/operations.md."""
    DOCUMENT.write_text(with_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
