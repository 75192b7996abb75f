"""A research data set of people's games: anonymous records in three parts, with a data card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from spite_and_malice.play import Record
from spite_and_malice.play.record_text import write

from ...store import StoredGame
from .replay import record_of

SPLITS: Final = (("train", 0.8), ("validation", 0.1), ("test", 0.1))
"""The parts, and each one's share of the tables."""

CARD: Final = "README.md"

_CARD: Final = """# Games of Spite and Malice between people and computer players

{games} whole games of {people} people, written on {day}. Licence: {licence}.

| part | games |
| --- | ---: |
{parts}

| version | games |
| --- | ---: |
{versions}

## What is in it

`train.txt`, `validation.txt` and `test.txt` hold records, one after another, in the text form of Spite and Malice: the
rules, who sat where, the deal with its secret, every action with its time, and the result. The program reads them:

    import spite_and_malice as sm
    for record in sm.read_records("train.txt"):
        ...

- A person is called `Person 1`, `Person 2` and so on, the same in all three files and in no other data set. A computer
  player is called by its level.
- Times count from the deal, in milliseconds: `1970-01-01T00:00:04.200Z` is 4.2 seconds after it. How long somebody
  thought is the time between two actions.
- All games of one table are in one part, so that no match is learnt from and tested on.
- The shuffles follow from the secret: `spite verify train.txt` checks that nothing was changed.

## Where it comes from, and what is left out

Everybody who played in these games has an account, and had chosen in the settings to give their games to research when
this was written. Names, ids, tables, days, chat, ratings and settings are left out; so are games in which a stand-in
played, practice, patience, and games with anybody who had not agreed. The people are those who like to say yes, and no
sample of all players. How somebody plays may be told from many of their games: do not try to find out who they are.
"""


def part_of(table_id: str) -> str:
    """Return the part of `SPLITS` that a table's games belong to, the same in every data set."""
    at = int.from_bytes(sha256(f"split {table_id}".encode()).digest()[:4]) / 2**32
    for name, share in SPLITS:
        at -= share
        if at < 0:
            return name
    return SPLITS[-1][0]


def write_dataset(games: Iterable[StoredGame], folder: Path, licence: str) -> dict[str, int]:
    """Write games into a new folder, and return the size of each part; empty parts have no file.

    Raises OSError if the folder already exists, or cannot be written.
    """
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise FileExistsError(f"{folder} is there already. Name a new folder.") from None
    names: dict[str, str] = {}
    versions: Counter[str] = Counter()
    parts = {name: 0 for name, _share in SPLITS}
    for stored in games:
        part = part_of(stored.table.id)
        with (folder / f"{part}.txt").open("a", encoding="utf-8") as file:
            file.write(write(_nameless(stored, names), brief=True))
        parts[part] += 1
        versions[stored.table.preset or "house rules"] += 1
    card = _CARD.format(
        games=sum(parts.values()),
        people=len(names),
        day=datetime.now(UTC).date().isoformat(),
        licence=licence,
        parts="\n".join(f"| {name} | {count} |" for name, count in parts.items()),
        versions="\n".join(f"| `{name}` | {count} |" for name, count in versions.most_common()),
    )
    (folder / CARD).write_text(card, encoding="utf-8")
    return parts


def _nameless(stored: StoredGame, names: dict[str, str]) -> Record:
    """Return the record of a game without anything that reveals the players, the place or the time."""
    record = record_of(stored)
    seats = []
    for seat, who in zip(record.seats, stored.seats, strict=True):
        name = names.setdefault(who.person, f"Person {len(names) + 1}") if who.person else seat.player or seat.kind
        seats.append(replace(seat, name=name))
    actions = tuple(
        replace(action, time=None if action.time is None else max(0, action.time - stored.started_at))
        for action in record.actions
    )
    return replace(record, seats=tuple(seats), actions=actions, table=None, number=None, started=None)
