"""Sentences around the game: who is present, the chat, missed chances, reviews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from spite_and_malice.engine import Move
from spite_and_malice.rules import Rules, differences
from spite_and_malice.terminal.backend import Message
from spite_and_malice.terminal.table import Table
from spite_and_malice.terminal.words import Company, move_note
from spite_and_malice.texts import N_, _, ngettext

_PHRASES: Final = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "thanks": N_("Thank you!"),
    "well_played": N_("Well played!"),
    "ouch": N_("Ouch!"),
    "lucky": N_("Lucky you!"),
    "sorry": N_("Sorry!"),
    "moment": N_("One moment, please."),
    "back": N_("I am back."),
    "your_turn": N_("It is your turn."),
    "good_game": N_("Good game!"),
    "again": N_("Another game?"),
    "goodbye": N_("Goodbye!"),
    "bravo": N_("Bravo!"),
    "cheers": N_("To you!"),
    "oh": N_("Oh!"),
    "ha": N_("Ha!"),
    "phew": N_("Phew!"),
    "wait": N_("Just you wait!"),
}
"""The ready-made phrases of the protocol, by id."""

_STAND_INS: Final = {
    "left": N_("has left; a stand-in plays"),
    "clock": N_("ran out of time; a stand-in plays"),
    "away": N_("away; a stand-in plays"),
}


def greeting(info: Message, *, whole: bool) -> Iterator[str]:
    """Say which table you are at, its rules if the ``whole`` is requested, and how to find out the rest."""
    yield _(info["name"])
    if whole:
        yield from what_differs(Rules.from_json(info["rules"]))
    yield _("“help” lists what you can type, “rules” says the rules of this table.")


def what_differs(rules: Rules) -> Iterator[str]:
    """Say how rules differ from the standard ones; a single game in place of a match is no difference."""
    standard = Rules(target=rules.target) if rules.target <= 1 else Rules()
    if phrases := differences(rules, standard):
        yield _("Differs from the standard rules: {differences}").format(differences="; ".join(phrases))


def who_is_there(people: Message, company: Company) -> Iterator[str]:
    """Say who sits where, and how many others watch."""
    for number, seat in enumerate(people["seats"]):
        name = "" if seat["kind"] == "open" else f"{company.name(number)} – "
        yield f"{number + 1}  {name}{_where(seat)}"
    if (watching := people["watching"] - (company.you is None)) > 0:
        yield ngettext("{n} person is watching.", "{n} people are watching.", watching).format(n=watching)


def _where(seat: Message) -> str:
    if seat["kind"] == "open":
        return _("Free seat")
    if seat["kind"] == "computer":
        return _("Computer player")
    if why := seat["stand_in"]:
        return _(_STAND_INS[why])
    return _("here") if seat["here"] else _("away")


def was_said(message: Message) -> str:
    """Say a line of the chat."""
    phrase = message["phrase"]
    text = message["text"] if phrase is None else _(str(_PHRASES.get(phrase, phrase)))
    return _("{name} says: {text}").format(name=message["name"], text=text)


def what_was_missed(table: Table, log: list[str]) -> Iterator[str]:
    """Describe the moves made since an earlier log; nothing if some of its moves were taken back."""
    assert table.view is not None
    if table.log[: len(log)] != log:
        return
    for entry, played in list(zip(table.log, table.played, strict=True))[len(log) :]:
        seat, text = entry.split(" ", 1)
        note = move_note(Move.parse(text), int(seat), table.view, table.company, played)
        yield f"{table.company.name(int(seat))}: {note}"


def reviewed(found: dict[str, Any]) -> Iterator[str]:
    """Describe the review of a game."""
    missed = found["missed"]
    said = ngettext(
        "{choices} choices; one of them was surely a mistake.",
        "{choices} choices; {n} of them were surely mistakes.",
        len(missed),
    )
    yield said.format(choices=found["choices"], n=len(missed))
    yield from map(missed_words, missed)
    if (summed := found.get("together")) is not None:
        yield summed["words"]
        yield from map(missed_words, summed["moments"])


def missed_words(missed: dict[str, Any]) -> str:
    """Say what would have been better than a move, why, and what it cost."""
    said = _("Move {number}: you played {played}; better was {best}. {words}")
    told = said.format(
        number=missed["number"], played=missed["played_words"], best=missed["best_words"], words=missed["words"]
    )
    before, after = round(missed["chance"] * 100), round((missed["chance"] - missed["cost"]) * 100)
    same = _("It made no difference to your chances.")
    changed = _("Your chances: {after}% instead of {before}%.").format(before=before, after=after)
    return f"{told} {same if before == after else changed}"
