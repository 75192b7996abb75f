"""Views as JSON texts, for a server that sends one to everybody with every move."""

from __future__ import annotations

import cython

from spite_and_malice.engine.core.codes import *
from spite_and_malice.engine.core.memory import Core

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy


def views_json(
    position: Core,
    seats: list[int | None],
    texts: list[bytes],
    stage: bytes,
    result: bytes,
    legal: bytes,
    goes_on: bytes,
) -> dict[int | None, str]:
    """Write the views of several seats and spectators, as `View.table_json` does.

    `texts` are the card texts in quotes by card code, empty for a code without a card. The rest is JSON already:
    `legal` and `goes_on` are lists of moves for the seat to move. Raises ValueError for a card that has no text.
    """
    made: _Json = _Json(position, texts)
    views: dict[int | None, str] = {}
    for seat in seats:
        made.size = 0
        made.view(-1 if seat is None else seat, stage, result, legal, goes_on)
        views[seat] = made.text()
    return views


@cython.final
@cython.cclass
class _Json:
    """A JSON text being written; when compiled, its bytes are in C memory."""

    position: Core
    texts: list[bytes]
    data: cython.p_uchar
    size: cython.Py_ssize_t
    room: cython.Py_ssize_t

    def __init__(self, position: Core, texts: list[bytes]) -> None:
        self.position = position
        self.texts = texts
        self.size = 0
        self.room = 0
        if not cython.compiled:
            self.data = bytearray()

    if cython.compiled:

        def __dealloc__(self) -> None:
            free(self.data)

    @cython.cfunc
    def text(self) -> str:
        """Return the text written so far."""
        return self.data[: self.size].decode("ascii")

    @cython.exceptval(-1)
    def view(self, seat: cython.Py_ssize_t, stage: bytes, result: bytes, legal: bytes, goes_on: bytes) -> cython.int:
        """Write the view of a seat; -1 is a spectator."""
        position: Core = self.position
        i: cython.Py_ssize_t
        player: cython.Py_ssize_t
        base: cython.Py_ssize_t
        self.put(b'{"seat":')
        self.put_number_or_null(seat)
        self.put(b',"centre":[')
        for i in range(position.places):
            if i:
                self.put(b",")
            self.put_cards(position._pile(position.mem[position.o_top + i]))
        self.put(b'],"stock":')
        self.put_number(position.stock_count)
        self.put(b',"aside":')
        self.put_cards(position.aside())
        self.put(b',"players":[')
        for player in range(position.rules.players):
            base = player * SEAT
            self.put(b',{"hand":' if player else b'{"hand":')
            if player == seat:
                self.put_cards(position.hand(player))
            else:
                self.put_number(position.mem[base])
            self.put(b',"payoff":[')
            for i in range(position.rules.piles):
                if i:
                    self.put(b",")
                self.put_payoff(base, i)
            self.put(b'],"side":[')
            for i in range(position.rules.side):
                if i:
                    self.put(b",")
                self.put_cards(position._pile(position.mem[base + SIDE_TOP + i]))
            self.put(b"]}")
        self.put(b'],"turn":')
        self.put_number(position.turn)
        self.put(b',"stage":')
        self.put(stage)
        self.put(b',"cover":')
        self.put_number_or_null(position.cover)
        self.put(b',"passes":')
        self.put_number(position.passes)
        self.put(b',"moved":true,"result":' if position.moved else b',"moved":false,"result":')
        self.put(result)
        self.put(b',"legal":')
        self.put(legal if seat == position.turn else b"[]")
        self.put(b',"goes_on":')
        self.put(goes_on if seat == position.turn else b"[]")
        self.put(b"}")
        return 0

    @cython.exceptval(-1)
    def put_payoff(self, base: cython.Py_ssize_t, pile: cython.Py_ssize_t) -> cython.int:
        """Write the size of a pay-off pile and its top card."""
        position: Core = self.position
        node: cython.Py_ssize_t = position.mem[base + PAY_TOP + pile]
        self.put(b'{"count":')
        self.put_number(position.mem[base + PAY_COUNT + pile])
        self.put(b',"top":')
        if node:
            self.put_card(position.mem[position.o_card + node])
        else:
            self.put(b"null")
        self.put(b"}")
        return 0

    @cython.exceptval(-1)
    def put_cards(self, codes: list[int]) -> cython.int:
        """Write cards by their codes."""
        i: cython.Py_ssize_t
        self.put(b"[")
        for i in range(len(codes)):
            if i:
                self.put(b",")
            self.put_card(codes[i])
        self.put(b"]")
        return 0

    @cython.exceptval(-1)
    def put_card(self, code: cython.Py_ssize_t) -> cython.int:
        """Write a card."""
        text: bytes = self.texts[code]
        if not text:
            raise ValueError(f"{code} is the code of no card")
        return self.put(text)

    @cython.exceptval(-1)
    def put_number_or_null(self, number: cython.Py_ssize_t) -> cython.int:
        """Write a whole number, null for one below 0."""
        if number < 0:
            self.put(b"null")
        else:
            self.put_number(number)
        return 0

    @cython.exceptval(-1)
    def put_number(self, number: cython.Py_ssize_t) -> cython.int:
        """Write a whole number that is not below 0."""
        if number > 9:
            self.put_number(number // 10)
        self.put(DIGITS[number % 10])
        return 0

    @cython.exceptval(-1)
    def put(self, text: bytes) -> cython.int:
        """Write bytes."""
        length: cython.Py_ssize_t = len(text)
        if not cython.compiled:
            self.data[self.size :] = text
        else:
            if self.size + length > self.room:
                self.grow(length)
            memcpy(self.data + self.size, cython.cast(cython.p_char, text), length)
        self.size += length
        return 0

    @cython.exceptval(-1)
    def grow(self, length: cython.Py_ssize_t) -> cython.int:
        """Make room for `length` more bytes."""
        room: cython.Py_ssize_t = 2 * (self.size + length) + 2048
        data: cython.p_uchar = cython.cast(cython.p_uchar, realloc(self.data, room))
        if data == cython.NULL:
            raise MemoryError
        self.data = data
        self.room = room
        return 0


DIGITS: list[bytes] = [b"%d" % digit for digit in range(10)]
