"""The input at the table: the command words, a line of help for each, and moves as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final
from unicodedata import combining, normalize

from spite_and_malice.engine import InvalidNotation, Move
from spite_and_malice.texts import N_, _

COMMANDS: Final = {
    "table": N_("table – the whole table"),
    "moves": N_("moves – what you may play, in words; play by its number or by its notation, such as H7h-C1"),
    "hint": N_("hint – a good move, and why"),
    "reach": N_("reach – whether your [pay-off card] can be played this turn, and how"),
    "undo": N_("undo – take your last move back; “undo turn” takes the whole turn back"),
    "resign": N_("resign – give the game up: it counts as lost"),
    "score": N_("score – how the match stands"),
    "rules": N_("rules – the rules of this table"),
    "record": N_("record – the game as a record; “record FILE” writes it to a file"),
    "review": N_("review – what was missed in a game that is over"),
    "next": N_("next – deal the next game"),
    "chat": N_("chat TEXT – say something to the others"),
    "who": N_("who – who sits at the table"),
    "start": N_("start – deal the first game"),
    "stand": N_("stand – leave your seat before the first game"),
    "sit": N_("sit – take a free seat, or yours back from its stand-in; “sit NAME” under another name"),
    "claim": N_("claim – win the game against somebody who is away or whose time ran out"),
    "give": N_("give – wait again for somebody who is away; by correspondence, give three more days"),
    "leave": N_("leave – let a stand-in play for you from now on"),
    "help": N_("help – these lines"),
    "quit": N_("quit – leave the terminal; the game is kept"),
}
"""The commands by their English words. The first word of a line of help is what to type, in its language."""

_TEN: Final = re.compile(r"10(?=[shdc])")
_TARGET: Final = re.compile(r"-?([csl]\d[\d.]*)$")


FOR_COMPANY: Final = ("chat", "start", "stand", "sit", "give", "leave")
"""The commands that are useless in a game against computer players."""


def help_lines(*, is_alone: bool = False) -> list[str]:
    """Return the meaning of the letters of moves, and a line for each useful command, alone or in company."""
    places = _(
        "P is your [pay-off pile], H your hand, S1 and so on your [side stacks], C1 and so on the [centre stacks]."
    )
    return [places, *(_(text) for word, text in COMMANDS.items() if not (is_alone and word in FOR_COMPANY))]


def command_of(text: str, commands: Mapping[str, str] = COMMANDS) -> tuple[str, str] | None:
    """Return the command that a line begins with, by its English word, and the rest of the line; None for none.

    The words are accepted in English and in the current language, and may be abbreviated as long as they are
    unambiguous.
    """
    word, _space, rest = text.strip().partition(" ")
    word = word.casefold()
    words = words_of(commands)
    if word in words:
        return words[word], rest.strip()
    meant = {english for known, english in words.items() if word and known.startswith(word)}
    return (meant.pop(), rest.strip()) if len(meant) == 1 else None


def words_of(commands: Mapping[str, str]) -> dict[str, str]:
    """Return the words for commands, in English and in the current language, each with its English word."""
    own = {_(line).partition(" ")[0].casefold(): english for english, line in commands.items()}
    return {english: english for english in commands} | own


def move_of(text: str, moves: Sequence[Move]) -> str | None:
    """Return the move that a line means, in notation: a number of the list, or a move as people write it.

    Case does not matter, spaces and the H of cards from the hand may be left out, and a ten may be written 10. An
    illegal move is returned too, if it is valid notation: the table says why it is illegal. None for anything else.
    """
    text = text.strip()
    if text.isascii() and text.isdigit():
        return str(moves[int(text) - 1]) if 1 <= int(text) <= len(moves) else None
    plain = _TEN.sub("t", "".join(text.casefold().split()))
    for move in moves:
        notation = str(move).casefold()
        short = notation.removeprefix("h")
        if plain in (notation, notation.replace("-", ""), short, short.replace("-", "")):
            return str(move)
    for typed in (text, _TARGET.sub(r"-\1", plain)):
        with suppress(InvalidNotation):
            return str(Move.parse(typed))
    return None


def yes_or_no(text: str) -> bool | None:
    """Return the meaning of an answer, in English or in the current language, whole or its first letter.

    Accents may be left out. None for anything else.
    """
    said = plain(text.strip())
    for meaning, word in ((True, "yes"), (False, "no")):
        known = {word, plain(_(N_("yes")) if meaning else _(N_("no")))}
        if said in known | {one[0] for one in known}:
            return meaning
    return None


def plain(text: str) -> str:
    """Return a text in lower case and without accents."""
    return "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))
