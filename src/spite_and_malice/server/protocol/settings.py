"""How a table is set beside its rules: who starts it, who finds and sees it, time, talk and help (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

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
"""How long people may be away where nobody said otherwise."""


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A time for each move, or one for all moves of a player with an increment for each; in seconds."""

    kind: ClockKind
    seconds: Seconds
    increment: Increment = 0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting of a table; the defaults are those of a table for one person."""

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

    def to_json(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        settings: dict[str, Any] = msgspec.to_builtins(self)
        return settings

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Settings:
        """Return settings from plain data; what is left out has its default."""
        return msgspec.convert(data, cls)


AMONG_PEOPLE: Final = Settings(start="host", away_seconds=AWAY_SECONDS, help=False, undo_turns=False)
"""The defaults of a table with seats for several people."""


class SettingsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that somebody asks for; what is left out stays as it is."""

    start: Start | UnsetType = UNSET
    listed: bool | UnsetType = UNSET
    clock: ClockSettings | UnsetType | None = UNSET
    away_seconds: AwaySeconds | UnsetType | None = UNSET
    chat: Chat | UnsetType = UNSET
    spectators: bool | UnsetType = UNSET
    delay: Delay | UnsetType = UNSET
    help: bool | UnsetType = UNSET
    undo_turns: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET

    def upon(self, settings: Settings) -> Settings:
        """Return settings with what was asked for changed.

        Where games are rated nobody has help, and nobody is waited for forever.
        """
        asked = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}
        found: Settings = msgspec.structs.replace(settings, **asked)
        if not found.rated:
            return found
        away = AWAY_SECONDS if found.away_seconds is None else found.away_seconds
        return msgspec.structs.replace(found, help=False, undo_turns=False, away_seconds=away)
