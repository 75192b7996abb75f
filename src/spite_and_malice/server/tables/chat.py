"""The chat at a table: the latest lines, and how much a person may send."""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import structs

from spite_and_malice.texts import _

from ..clock import now_ms
from ..people import is_forbidden, visible
from ..protocol.incoming import Say
from ..protocol.outgoing import Said
from ..protocol.settings import Chat as ChatSetting
from ..rate_limiter import RateLimiter
from .game import Refusal

PHRASES: Final = (
    "hello", "good_luck", "thanks", "well_played", "ouch", "lucky", "sorry", "moment", "back", "your_turn",
    "good_game", "again", "goodbye",
    "bravo", "cheers", "oh", "ha", "phew", "wait",
)  # fmt: skip
"""The ready-made phrases; each page says them in its reader's language, and shows the last six as drawings that fly."""

KEPT: Final = 50
"""The number of lines that a new page gets."""

_LINES: Final = 5
_SECONDS: Final = 10
"""The most lines of one person, and per how many seconds."""


class Chat:
    """The chat lines of one table, kept as long as the table is live."""

    def __init__(self) -> None:
        self.lines: deque[Said] = deque(maxlen=KEPT)
        self._newest = 0
        self._spoken = RateLimiter(_LINES, _SECONDS)

    def say(self, message: Say, person: str, seat: int | None, name: str, allowed: ChatSetting) -> Said:
        """Add a line by ``person``. Raises `Refusal`."""
        text = None if message.text is None else visible(message.text)
        if allowed == "off" or (text is not None and allowed == "phrases"):
            raise Refusal(
                "chat_off",
                _("Only ready-made phrases can be sent at this table.")
                if text
                else _("The chat is switched off at this table."),
            )
        if (text is None) == (message.phrase is None) or text == "":
            raise Refusal("malformed", _("Say a text or one of the phrases."))
        if message.phrase is not None and message.phrase not in PHRASES:
            raise Refusal(
                "malformed", _("There is no such phrase. Use one of {phrases}.").format(phrases=", ".join(PHRASES))
            )
        if text is not None and is_forbidden(text):
            raise Refusal("word", _("This server does not pass such words on."))
        if not self._spoken.allows(person):
            raise Refusal("slow_down", _("That was a lot at once. Wait a moment."))
        now = now_ms()
        return self.hear(Said(now, seat, name, text, message.phrase, now, to=message.to))

    def hear(self, said: Said) -> Said:
        """Store a line, which may come from another process; each has a greater number than those before."""
        self._newest = max(said.number, self._newest + 1)
        self.lines.append(structs.replace(said, number=self._newest))
        return self.lines[-1]
