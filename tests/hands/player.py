"""The common part of the players by hand in a browser: a window kept from game to game, and a game in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final

from playwright.sync_api import Browser

from tests.web.conftest import new_context, serving

from .page import Hands
from .report import Report

Window = tuple[int, int]

DESK: Final[Window] = (1280, 800)
PHONE: Final[Window] = (360, 640)
SETTINGS: Final = {"speed": "off", "finish": False, "sound": False, "remarks": False}


class Room:
    """A window of a browser: its pages are kept from game to game, with their caches."""

    def __init__(self, browser: Browser, site: str, window: Window) -> None:
        self.site = site
        self.window = window
        self.is_phone = window == PHONE
        self.context = new_context(browser, window, SETTINGS, has_touch=self.is_phone, is_mobile=self.is_phone)

    @cached_property
    def hands(self) -> Hands:
        """Return the hands at a page of the server's."""
        return Hands(self.context, self.is_phone)

    def close(self) -> None:
        """Leave."""
        self.context.close()


class Player(ABC):
    """Somebody who plays one game in one window."""

    GESTURES: ClassVar[Mapping[Window, Sequence[str]]]
    """By window, the gestures that are made in it."""

    def __init__(self, room: Room, preset: str, report: Report, gestures: Sequence[str] | None = None) -> None:
        """``gestures`` defaults to all of the window's."""
        self.room = room
        self.preset = preset
        self.report = report
        self.gestures = [one for one in self.GESTURES[room.window] if gestures is None or one in gestures]

    @property
    def hands(self) -> Hands:
        """Return the hands at the page of the game."""
        return self.room.hands

    @abstractmethod
    def play(self) -> None:
        """Play a game whole, and make every kind of move by every gesture."""

    @abstractmethod
    def whole(self) -> None:
        """Only play a game to its end."""

    @abstractmethod
    def rehearse(self, kinds: Collection[str] | None) -> None:
        """Make these kinds of moves, or all, in positions in which they are legal."""

    def fault(self, text: str) -> None:
        """Record a fault."""
        width, height = self.room.window
        self.report.faults.append(f"{self.preset} {width}×{height}: {text}")


@contextmanager
def quiet_site(folder: Path) -> Iterator[str]:
    """Serve games, and leave the processor to the player."""
    with serving(folder / "tables.sqlite3", SPITE_WORKS_AHEAD="no") as address:
        yield address
