"""The messages that a page may send over the websocket, as closed types (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice.texts import _

from .settings import SettingsRequest

Id = Annotated[str, Meta(max_length=64, pattern=r"\A[!-~]+\Z")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Name = Annotated[str, Meta(max_length=40)]
Contribution = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]

MAX_MESSAGE: Final = 4096
"""The longest message a page may send, in characters."""

MAX_SAID: Final = 280
"""The longest line of the chat, in characters."""


class Request(Struct, forbid_unknown_fields=True):
    """A message that gets a reply, under an id chosen by the page."""

    id: Id


class OfGame(Request):
    """A request about game ``game`` of the table."""

    game: Count


class OfPly(OfGame):
    """A request about a game in its state after ``ply`` actions; a late one is refused."""

    ply: Count


_LineId = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: the last state seen, null for none, and whether computer players may speak to it.

    ``heard`` lists the remarks shown in the browser's last games, which are not repeated.
    """

    version: Count | None = None
    game: Count | None = None
    remarks: bool = False
    heard: Annotated[tuple[_LineId, ...], Meta(max_length=200)] = ()


class Move(OfPly, tag="move"):
    """Play a move, in the text of RULES.md section 9, after ``ply`` actions of game ``game``."""

    move: Annotated[str, Meta(max_length=64)]


class Undo(OfPly, tag="undo"):
    """Undo the last move of your own turn."""


class Resign(OfPly, tag="resign"):
    """Resign: your side loses."""


class Claim(OfPly, tag="claim"):
    """By correspondence, at a table for two: claim the win from a player who ran out of time, instead of playing on."""

    seat: Count


class Stalemate(OfPly, tag="stalemate"):
    """Agree or object to ending the game by a pass that makes a stalemate.

    The seat that wants to pass asks with ``end`` true, and the others answer; with ``end`` false the game continues.
    """

    end: bool


class Next(OfGame, tag="next"):
    """Be ready for the game after game ``game``: of the match, or of a new one when the match is over.

    It is dealt when all people at the table are ready, or when the countdown started by the first of them is over.
    """


class Wait(OfGame, tag="wait"):
    """Stop the countdown to the game after game ``game``, and withdraw your own readiness."""


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Ask for a pong."""


class Sit(Request, tag="sit"):
    """Take an open seat before the start, move to another, or change your own name."""

    seat: Count
    name: Name


class Stand(Request, tag="stand"):
    """Leave your seat before the start."""


class HandOver(Request, tag="hand_over"):
    """Host: another person at this device plays on; the page shows and plays their seat, or yours again."""

    seat: Count


class Seat(Request, tag="seat"):
    """Host: open a seat, or assign it to a computer player."""

    seat: Count
    kind: Literal["open", "computer"]
    player: str | None = None


class Kick(Request, tag="kick"):
    """Host: ask a person to leave before the start."""

    seat: Count


class Pardon(Request, tag="pardon"):
    """Host: readmit the person who was last asked to leave."""


class Swap(Request, tag="swap"):
    """Host: swap the occupants of two seats before the start."""

    seat: Count
    other: Count


class Configure(Request, tag="configure"):
    """Host: change rules and settings before the start; omitted fields stay as they are."""

    preset: str | UnsetType | None = UNSET
    rules: dict[str, Any] | UnsetType = UNSET
    target: int | UnsetType = UNSET
    settings: SettingsRequest | UnsetType = UNSET


class Start(Request, tag="start"):
    """Deal the first game."""


class Contribute(OfGame, tag="contribute"):
    """Your contribution to the fair deal of game ``game``, the next one to be dealt: 32 bytes in hexadecimal."""

    contribution: Contribution


class Leave(Request, tag="leave"):
    """Leave for good: a stand-in plays on, and others may take the seat."""


class Back(Request, tag="back"):
    """Take your seat back from the stand-in."""


class MoreTime(Request, tag="more_time"):
    """By correspondence: return the seat to a player who ran out of time, with three days for their next move."""

    seat: Count


class Take(Request, tag="take"):
    """Take over a vacant seat after the start."""

    seat: Count
    name: Name


class Wear(Request, tag="wear"):
    """Choose the head shown at your seat, null for one derived from the name.

    It comes with a ``name`` and a ``sign`` for your plate. A head chosen ``by_default`` is replaced if somebody at the
    table already has it, and an unearned sign is dropped.
    """

    head: Annotated[str, Meta(max_length=20)] | None
    name: Name | None = None
    by_default: bool = False
    sign: Annotated[str, Meta(max_length=20)] | UnsetType | None = UNSET


class Say(Request, tag="say"):
    """Send a chat line to everybody at the table: your own text or a ready-made phrase.

    ``to`` is the seat addressed, if any.
    """

    text: Annotated[str, Meta(max_length=MAX_SAID)] | None = None
    phrase: str | None = None
    to: Annotated[int, Meta(ge=0, le=7)] | None = None


class Report(Request, tag="report"):
    """Report the name of the person at ``seat``, or the chat line number ``line``, to the operator."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    line: int | None = None


class Hint(OfPly, tag="hint"):
    """Ask for a good move."""


class Reach(OfPly, tag="reach"):
    """Ask whether your pay-off card can be played this turn."""


class UndoTurn(OfPly, tag="undo_turn"):
    """Undo your whole turn."""


Arrangement = Sit | Stand | Seat | Kick | Pardon | Swap | Configure | Leave | Back | MoreTime | Take | Wear
"""Messages that change the seats or the settings of the table."""

ClientMessage = (
    Hello
    | Move
    | Stalemate
    | Undo
    | Resign
    | Claim
    | Next
    | Wait
    | Ping
    | Arrangement
    | Start
    | Contribute
    | HandOver
    | Say
    | Report
    | Hint
    | Reach
    | UndoTurn
)


class Malformed(Exception):
    """A message that violates the protocol; ``code`` and the text are sent to the page, with the message id if any."""

    def __init__(self, code: str, message: str, message_id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message_id = message_id


class _Envelope(Struct):
    type: str | UnsetType = UNSET
    id: Any = None


_UNREADABLE: Final = (msgspec.DecodeError, RecursionError, UnicodeError)
_decode_envelope = msgspec.json.Decoder(_Envelope).decode

T = TypeVar("T")


class Reader(Generic[T]):
    """Decodes the messages that a page may send at a game's table: the types of a union."""

    def __init__(self, kinds: Any) -> None:
        self._types = tuple(str(kind.__struct_config__.tag) for kind in get_args(kinds))
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kinds)

    def read(self, text: str) -> T:
        """Return the message that a page sent. Raises `Malformed` with a code and a sentence."""
        if len(text) > MAX_MESSAGE:
            told = _("A message may have {most} characters; this one has {found}.")
            raise Malformed("too_large", told.format(most=MAX_MESSAGE, found=len(text)))
        try:
            return self._decoder.decode(text)
        except _UNREADABLE as error:
            raise self._explain(text, error) from error

    def _explain(self, text: str, error: Exception) -> Malformed:
        """Return what is wrong with a message that could not be decoded."""
        types = ", ".join(self._types)
        try:
            envelope = _decode_envelope(text)
        except _UNREADABLE:
            return Malformed("malformed", _('A message is a JSON object with a "type", such as {"type": "ping"}.'))
        message_id = envelope.id if isinstance(envelope.id, str) and len(envelope.id) <= 64 else None
        if envelope.type is UNSET:
            return Malformed(
                "malformed", _('A message needs a "type": one of {types}.').format(types=types), message_id
            )
        if envelope.type not in self._types:
            told = _("There is no message of this type. Use one of {types}.")
            return Malformed("unknown_type", told.format(types=types), message_id)
        told = _("The {type} message is not well formed: {fault}.")
        return Malformed("malformed", told.format(type=envelope.type, fault=error), message_id)
