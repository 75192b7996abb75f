"""The messages that a page can be sent over the websocket, as closed types (docs/protocol.md).

`python -m tools.message_types` generates the browser's types from these; `closer` sets a more exact type.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw, Struct

from .situation import Situation

BROWSER: Final = "browser"
"""The key in a type's `Meta` of its type in the browser's modules."""


def closer(text: str) -> Meta:
    """Return metadata that gives the browser's modules a more exact type than the field's own."""
    return Meta(extra={BROWSER: text})


Clocks = tuple[int | None, ...]
"""Milliseconds left for each seat, None if no clock runs."""

SeatKind = Annotated[str, closer('"person" | "guest" | "computer" | "open"')]
Standing = Annotated[dict[str, Any], closer("Standing")]
"""One side at the end, by pay-off cards left."""

ViewJson = Annotated[Raw, closer('Omit<View, "rules">')]
"""A seat's view, without the rules, which do not change."""


class SeatInfo(Struct, omit_defaults=True):
    """The public data of a seat's occupant; ``side`` numbers the sides (partners share one).

    ``head`` is the drawing that a person has chosen, ``sign`` the sign on their plate.
    """

    kind: SeatKind
    name: str
    side: int
    player: str | None = None
    head: str | None = None
    sign: str | None = None


class MatchInfo(Struct):
    """The match so far: each seat's points, the points that end it, whether it is over, and the winners.

    ``games`` has the points for each seat from each finished game; ``stand_ins`` counts for each seat the games in
    which a stand-in played for it.
    """

    scores: tuple[int, ...]
    target: int
    over: bool
    winners: tuple[int, ...]
    games_played: int
    games: tuple[tuple[int, ...], ...]
    stand_ins: tuple[int, ...]


class TableInfo(Struct):
    """The data that stays constant from move to move; ``you`` is the viewer's seat, null for a spectator.

    ``commitment`` and ``secret`` are in hexadecimal; ``secret`` is null until the game is over. ``rules`` is present
    only until a view includes them. ``terms`` maps words of the rules to the version's names for its piles; it is empty
    for people who do not want them, and for versions without names of their own.
    """

    id: str
    name: str
    preset: str | None
    terms: dict[str, str]
    rules: Annotated[dict[str, Any], closer("Rules")] | None
    rules_words: tuple[str, ...]
    differences: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    match: MatchInfo
    you: int | None
    commitment: str | None
    contributions: tuple[str, ...]
    secret: str | None
    next_commitment: str


class SeatPresence(Struct):
    """A seat's occupant and whether they are present; times in UTC milliseconds.

    ``who`` identifies the person: another person at the seat has a different value.
    """

    kind: SeatKind
    name: str
    side: int
    player: str | None
    host: bool
    here: bool
    away_since: int | None
    stand_in: Annotated[str, closer('"away" | "left" | "clock"')] | None
    free: bool
    contributed: bool
    head: str | None
    ready: bool
    who: str | None
    sign: str | None


class People(Struct, tag="people"):
    """The people at the table, and its settings; ``you``, ``host`` and ``out`` are about the viewer.

    ``out`` means that the host has asked them to leave; ``kicked`` is the number of people asked to leave, shown only
    to the host. ``may_resign`` means that the viewer can end the game by resigning. ``deals_in`` is the time until the
    next deal in milliseconds, null without a countdown. ``now`` is the viewer's situation before the first game, null
    once the game itself shows it.
    """

    state: Annotated[str, closer('"gathering" | "running" | "game_over" | "match_over"')]
    you: int | None
    host: bool
    watching: int
    seats: tuple[SeatPresence, ...]
    clocks: Clocks | None
    settings: Annotated[dict[str, Any], closer("Settings")]
    next_commitment: str
    deals_in: int | None
    out: bool
    kicked: int
    may_resign: bool
    now: Situation | None


class Said(Struct, tag="said"):
    """A chat line: a text or the id of a phrase, ``to`` the seat addressed, if any; only the speaker is sent ``id``."""

    number: int
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: int
    id: str | None = None
    to: int | None = None


class Snapshot(Struct, tag="snapshot"):
    """Everything a viewer may see; ``version`` counts over the table's lifetime, ``ply`` within the game.

    ``seconds`` is how long a finished game took, as in the statistics; null until it is over.
    """

    version: int
    game: int
    ply: int
    table: TableInfo
    people: People
    chat: list[Said]
    view: Annotated[dict[str, Any], closer("View")] | None
    log: list[str]
    played: list[str]
    undo: bool
    standing: list[Standing] | None
    seconds: int | None


class Event(Struct, tag="event"):
    """One action and the view after it (without the rules, which do not change).

    ``worlds`` is the number of hidden layouts in which a computer player compared its move with others. ``pause`` is
    its apparent thinking time in milliseconds before the move is shown, null for people and with a running clock.

    The event that ends the game carries ``match``, ``standing``, ``seconds``, the deal's ``secret`` and the
    ``next_commitment``, null in all others.
    """

    version: int
    game: int
    ply: int
    seat: int
    action: Annotated[str, closer('"move" | "undo"')]
    move: str | None
    id: str | None
    view: ViewJson
    undo: bool
    clocks: Clocks | None
    stand_in: bool
    match: MatchInfo | None
    standing: list[Standing] | None
    seconds: int | None
    secret: str | None
    next_commitment: str | None
    worlds: int
    pause: int | None


class StalemateTalk(Struct, tag="stalemate"):
    """The seat ``asks`` whether its pass may end the game after ``ply`` actions, and who has ``agreed``.

    ``agreed`` is empty if the question is withdrawn, or if the seat ``broken_by`` has undone its own pass to play on.
    """

    ply: int
    asks: int
    agreed: tuple[int, ...]
    broken_by: int | None


class Remark(Struct, tag="remark"):
    """After ``ply`` actions a computer player makes a face, and says ``text``, which may be empty.

    ``line`` is the name under which the browser remembers it, empty without a text.
    """

    game: int
    ply: int
    seat: int
    mood: Annotated[str, closer('"calm" | "pleased" | "caught" | "thinking" | "beaten"')]
    text: str
    line: str


class HintAnswer(Struct, tag="hint"):
    """A good move after ``ply`` actions, the plan that it begins as a list of moves, and a description of both."""

    id: str
    ply: int
    move: str
    line: list[str]
    reason: str


class ReachAnswer(Struct, tag="reach"):
    """The moves that bring your pay-off card into play this turn, null if there are none, with a description."""

    id: str
    ply: int
    line: list[str] | None
    words: str


class Refused(Struct, tag="refused"):
    """Why a message had no effect, with the current state so that the page can show it."""

    id: str | None
    code: str
    message: str
    version: int | None = None
    ply: int | None = None
    view: ViewJson | None = None
    undo: bool = False


class Accepted(Struct, tag="accepted"):
    """The message has been carried out."""

    id: str
    version: int
    ply: int


class Called(Struct, tag="called"):
    """An invitation or a message is waiting for the page's user."""


class SettingsChanged(Struct, tag="settings"):
    """A setting was changed on another device of the same person; see ``GET /api/me/settings``."""


class Pong(Struct, tag="pong"):
    """The answer to a ping."""


ServerMessage = (
    Snapshot
    | Event
    | People
    | Said
    | StalemateTalk
    | Remark
    | HintAnswer
    | ReachAnswer
    | Refused
    | Accepted
    | SettingsChanged
    | Called
    | Pong
)

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """Return a message encoded as the content of a websocket text frame."""
    return _encoder.encode(message)
