"""Playing a move of the search, and the moves that lose nothing, which are made at once (`patience.dominance`)."""

from __future__ import annotations

import cython

from spite_and_malice.patience.core.board import HEIGHT, Board
from spite_and_malice.patience.core.codes import *
from spite_and_malice.patience.core.integers import (
    count_of,
    index_of,
    move_of,
    pair_index,
    source_of,
    suit_of,
    target_of,
)


def play_move(board: Board, move: cython.int) -> cython.void:
    """Make a move, and all lossless moves after it; several cards go to cells one after the other."""
    if target_of(move) == CELL:
        for _i in range(count_of(move)):
            board._make(move_of(source_of(move), CELL, 1) | index_of(move) << 23)
    else:
        board._make(move)
    settle_board(board)


def settle_board(board: Board) -> cython.void:
    """Make all moves that lose nothing."""
    if board.aim == AIM_BUILD:
        while settle_one(board):
            pass


def settle_one(board: Board) -> cython.bint:
    """Make one move that loses nothing; return whether there was one."""
    place: cython.Py_ssize_t = 0
    card: cython.int
    while place < board.last_place:
        if board.size[place] > board.down[place]:
            card = board.cards[place * HEIGHT + board.size[place] - 1]
            if board._goes_home(card) and is_useless(board, card):
                board._make(move_of(place, FOUNDATION, 1))
                return True
            if board.joins and CELL <= place < RESERVE and join_run(board, place, card):
                return True
            if board.anchors and place < RESERVE and anchor_card(board, place, card):
                return True
            if board.stays and cover_staying(board, place, card):
                return True
        place += 1
        if place == board.piles:
            place = CELL
    return False


def join_run(board: Board, source: cython.Py_ssize_t, card: cython.int) -> cython.bint:
    """Move a card from a cell onto the one that it fits on."""
    place: cython.Py_ssize_t
    for place in range(board.piles):
        if board.size[place] and board.fits[pair_index(card, board._top(place))]:
            board._make(move_of(source, place, 1))
            return True
    return False


def anchor_card(board: Board, source: cython.Py_ssize_t, card: cython.int) -> cython.bint:
    """Move a card onto a pile that is a run from the highest rank down to the card that it fits on."""
    place: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for place in range(board.piles):
        if board.size[place] == 0 or place == source or not board.fits[pair_index(card, board._top(place))]:
            continue
        if board.size[place] != KING - board.order[board._top(place)] + 1:
            return False
        for i in range(board.size[place]):
            if board.order[board.cards[place * HEIGHT + i]] != KING - i:
                return False
            if suit_of(board.cards[place * HEIGHT + i]) != suit_of(card):
                return False
        board._make(move_of(source, place, 1))
        return True
    return False


def cover_staying(board: Board, source: cython.Py_ssize_t, card: cython.int) -> cython.bint:
    """Move a card onto the one that it fits on, if that one can only go to its foundation."""
    place: cython.Py_ssize_t
    upon: cython.int
    under: cython.int
    i: cython.Py_ssize_t
    for place in range(board.piles):
        if board.size[place] == 0 or place == source or not board.fits[pair_index(card, board._top(place))]:
            continue
        upon = board._top(place)
        if board.order[upon] == KING:
            if board.size[place] > 1:
                return False
        else:
            for i in range(board.size[place] - 1):
                under = board.cards[place * HEIGHT + i]
                if suit_of(under) == suit_of(card) and board.order[under] == board.order[upon] + 1:
                    break
            else:
                return False
        board._make(move_of(source, place, 1))
        return True
    return False


def is_useless(board: Board, card: cython.int) -> cython.bint:
    """Whether a card that may go home is of no more use in the tableau (`patience.dominance`)."""
    rank: cython.int = board.order[card]
    suit: cython.int
    at: cython.int = suit_of(card) * 4
    for _i in range(2):
        for suit in range(SUITS):
            if board._lower(suit) + board.slack[at + suit] < rank:
                break
        else:
            return True
        at += 16
    return False


def is_useless_at_home(board: Board, card: cython.int) -> cython.bint:
    """Whether a card would go home again at once."""
    suit: cython.int = suit_of(card)
    useless: cython.bint
    board.found[2 * suit] -= 1
    useless = is_useless(board, card)
    board.found[2 * suit] += 1
    return useless
