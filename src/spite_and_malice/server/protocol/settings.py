"""A table's settings besides its rules: start, visibility, time, talk and help (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

_FORTNIGHT: Final = 14 * 24 * 3600

Seconds = Annotated[int, Meta(ge=5, le=_FORTNIGHT)]
AwaySeconds = Annotated[int, Meta(ge=20, le=_FORTNIGHT)]
Increment = Annotated[int, Meta(ge=0, le=3600)]
Delay = Annotated[int, Meta(ge=0, le=200)]
ClockKind = Literal["move", "player"]
Start = Literal["full", "host"]
Chat = Literal["all", "phrases", "off"]

AWAY_SECONDS: Final = 180
"""How long people may be away by default."""


CORRESPONDENCE_SECONDS: Final = 12 * 3600
"""If people have this long per move, nobody has to stay at the table: it is played by correspondence."""


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A time limit for each move, or for all moves of a player with an increment for each; in seconds."""

    kind: ClockKind
    seconds: Seconds
    increment: Increment = 0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table; the defaults are those of a table for one person.

    Possible requests, the browser's types and the form's defaults are derived from the fields; the form has a control
    for each (web/templates/_form.html.j2). ``grace`` is only for tables created by the server: people who do not come
    within that many seconds lose the first game.
    """

    start: Start = "full"
    listed: bool = False
    clock: ClockSettings | None = None
    away_seconds: AwaySeconds | None = None
    chat: Chat = "all"
    spectators: bool = True
    delay: Delay = 0
    help: bool = True
    undo_turns: bool = True
    rated: bool = False
    grace: int | None = None

    @property
    def is_by_correspondence(self) -> bool:
        """Whether each move has half a day or more."""
        clock = self.clock
        return clock is not None and clock.kind == "move" and clock.seconds >= CORRESPONDENCE_SECONDS

    def to_json(self) -> dict[str, Any]:
        """Return the settings as plain data; ``grace`` only if set, since it cannot be requested."""
        settings: dict[str, Any] = msgspec.to_builtins(self)
        if self.grace is None:
            del settings["grace"]
        return settings

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Settings:
        """Return settings from plain data; omitted fields have their defaults."""
        return msgspec.convert(data, cls)


AMONG_PEOPLE: Final = Settings(start="host", away_seconds=AWAY_SECONDS, help=False, undo_turns=False)
"""The defaults of a table with seats for several people."""

AT_ONE_DEVICE: Final = Settings(help=False, undo_turns=False)
"""The defaults of a table at which several people play on one device."""


class _Request(Struct, frozen=True, forbid_unknown_fields=True):
    """The requested settings; omitted fields stay as they are."""

    def upon(self, settings: Settings) -> Settings:
        """Return settings with the requested changes.

        Rated games have no help and no unlimited waiting. By correspondence only the clock determines how long the
        table waits for a person.
        """
        asked = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}
        found: Settings = msgspec.structs.replace(settings, **asked)
        if found.is_by_correspondence:
            found = msgspec.structs.replace(found, away_seconds=None)
        if not found.rated:
            return found
        away = AWAY_SECONDS if found.away_seconds is None and not found.is_by_correspondence else found.away_seconds
        return msgspec.structs.replace(found, help=False, undo_turns=False, away_seconds=away)


if TYPE_CHECKING:

    class SettingsRequest(_Request, frozen=True):
        """Has each field of `Settings` except ``grace``, all of them optional."""

        def __init__(self, **settings: object) -> None: ...

else:
    SettingsRequest = msgspec.defstruct(
        "SettingsRequest",
        [
            (field.name, field.type | UnsetType, UNSET)
            for field in msgspec.structs.fields(Settings)
            if field.name != "grace"
        ],
        bases=(_Request,),
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
    )
