"""Write which letters look like English ones: `python -m tools.look_alikes`, which needs ICU (Debian: libicu72).

The table is Unicode's list of confusable characters (UTS #39), from ICU.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parents[1] / "src" / "spite_and_malice" / "server" / "people" / "look_alikes.py"
_ROOM: Final = 64
_WIDTH: Final = 80

_HEAD: Final = '''\
"""Characters that look like letters and digits of English, by what they are taken for (tools/look_alikes.py).

From Unicode's list of confusable characters (UTS #39), version {version}.
"""

from __future__ import annotations

from typing import Final

LOOK_ALIKES: Final = {{
'''


def main() -> None:
    """Write the table."""
    found = ctypes.util.find_library("icui18n")
    if found is None:
        sys.exit("There is no ICU here.")
    icu, number = ctypes.CDLL(found), found.rpartition(".")[2]
    checker, error = ctypes.c_void_p(), ctypes.c_int(0)
    opened = getattr(icu, f"uspoof_open_{number}")
    opened.restype = ctypes.c_void_p
    checker = ctypes.c_void_p(opened(ctypes.byref(error)))
    skeleton = getattr(icu, f"uspoof_getSkeletonUTF8_{number}")
    version = ctypes.create_string_buffer(4)
    getattr(ctypes.CDLL(ctypes.util.find_library("icuuc")), f"u_getUnicodeVersion_{number}")(version)

    def seen_as(character: str) -> str:
        """Return the character's look-alike, without accents and only in lower case; "" for itself."""
        text, room = character.encode(), ctypes.create_string_buffer(_ROOM)
        length = skeleton(checker, 0, text, len(text), room, _ROOM, ctypes.byref(error))
        told = "".join(each for each in room.raw[:length].decode() if unicodedata.category(each) != "Mn").casefold()
        return told if told.isascii() and told.isalnum() else ""

    table: defaultdict[str, list[str]] = defaultdict(list)
    for code in range(0x80, sys.maxunicode + 1):
        character = chr(code)
        if unicodedata.category(character)[0] not in "LNS" or len(unicodedata.normalize("NFKD", character)) > 1:
            continue
        # Many small letters are listed only by their capital.
        told = seen_as(character) or (len(character.upper()) == 1 and seen_as(character.upper()))
        if told:
            table[told].append(character)
    lines = [_HEAD.format(version=".".join(str(part) for part in version.raw[:2]))]
    for told in sorted(table):
        escaped = [each.encode("unicode_escape").decode() for each in table[told]]
        rows = [""]
        for each in escaped:
            if len(rows[-1]) + len(each) > _WIDTH:
                rows.append("")
            rows[-1] += each
        lines.append(f'    "{told}": (\n' + "".join(f'        "{row}"\n' for row in rows) + "    ),\n")
    FILE.write_text("".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
