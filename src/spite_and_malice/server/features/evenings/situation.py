"""A person's present situation at an evening: the only source of its sentences (docs/evenings.md).

Everything here is derived from plain data: the evening, the person, everybody's names, and the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from spite_and_malice.rules import Rules
from spite_and_malice.texts import N_, _, listed, ngettext

from ...protocol.situation import Situation
from ...store import Guest, RoundTable, StoredEvening
from ...store.records import SOMEBODY
from .presence import (
    awaited,
    call_ends_at,
    has_enough,
    host_gone_at,
    host_is_here,
    is_deserted,
    is_planned,
    may_act,
)

STATES: Final[dict[str, str]] = {
    "planned": N_("This evening is planned. Are you coming?"),
    "coming": N_("You have said that you are coming."),
    "perhaps": N_("You have said that you may come."),
    "absent": N_("You have said that you are not coming."),
    "moved": N_("The time was changed after you answered. Are you coming?"),
    "outside": N_("You are not in this evening yet."),
    "left": N_("You have gone home."),
    "out": N_("You were asked to go."),
    "table": N_("Your table is waiting."),
    "paused": N_("You sit out."),
    "called": N_("Next round: are you ready?"),
    "called_ready": N_("Next round: you are ready."),
    "playing": N_("Round {number} is being played."),
    "guests": N_("Waiting for guests."),
    "before": N_("Before the first round."),
    "between": N_("Between two rounds."),
    "over": N_("This evening is over."),
    "cancelled": N_("This evening was cancelled."),
}
"""Every state somebody can be in, with its sentence in English."""

THEN: Final[dict[str, str]] = {
    "planned": N_(
        "If nobody comes within an hour after it begins, it is called off; if the host stays away, everybody there can "
        "have the rounds drawn after two minutes. It begins in:"
    ),
    "planned_host": N_(
        "If nobody comes within an hour after it begins, it is called off; if you stay away, everybody there can have "
        "the rounds drawn after two minutes. It begins in:"
    ),
    "outside": N_("Say who you are, and you are drawn with the others from the next round on."),
    "outside_first": N_("Say who you are, and you are drawn with the others."),
    "begun": N_("The evening has begun."),
    "left": N_("You are drawn again as soon as you come back."),
    "out": N_("The score sheet stays here."),
    "table": N_(
        "The game begins a minute after the draw at the latest. A stand-in plays for those who are not there until "
        "they come."
    ),
    "paused": N_("The rounds are drawn without you until you play again."),
    "playing": N_("The next one can come when all tables are done."),
    "everybody": N_("Everybody is ready."),
    "host": N_("Everybody is ready. {name} has the round drawn."),
    "sits_out": N_("Those who are not ready by then sit this round out. It is drawn in:"),
    "tables": N_("Those who are still playing are waited for."),
    "few": N_("It is drawn as soon as enough for a table are ready."),
    "nobody": N_("Everybody is ready. If the host stays away, a guest can have the round drawn in:"),
    "sheet": N_("The score sheet stays here."),
    "cancelled": N_("It does not take place."),
    "called_off": N_("{name} called it off."),
    "called_off_by_you": N_("You called it off."),
    "deserted": N_("Nobody came within an hour after it began."),
    "moved": N_("The time was changed."),
    "yes_before": N_("You said yes to the earlier time."),
    "perhaps_before": N_("You said perhaps to the earlier time."),
    "no_before": N_("You said no to the earlier time."),
}
"""What happens to somebody who does nothing."""

CALLS: Final = frozenset({"table", "called"})
"""The states of people who are awaited, or who have a game now."""


def situation(at: StoredEvening, person: str, called: dict[int, str], now: int) -> Situation:
    """Return a person's situation at an evening at a time, in the current language.

    ``called`` has each guest's name. ``at`` in the answer is when a planned evening begins, or when their game begins
    without absent players.
    """
    own, evening = at.guest_of(person), at.evening
    if evening.is_cancelled or is_deserted(at, now):
        return Situation("cancelled", words_of("cancelled"), _cancelled(at, person))
    if evening.is_over:
        return _over(at, called)
    if own is not None and own.state == "out":
        return _situation("out", "out")
    if is_planned(at, now):
        return _planned(at, own, person, now)
    if own is None:
        return _outside(at, person)
    if own.state == "left":
        return _situation("left", "left", acts=("enter",))
    acts = _acts(at, own, person, now)
    table = table_of(at, own)
    if table is not None:
        then = f"{_sides(at, table, called)} {then_of('table')}"
        return Situation("table", words_of("table"), then, None, ("table", *acts), f"/table/{table.table_id}")
    if own.state == "paused":
        return _situation("paused", "paused", acts=acts)
    if evening.called:
        state = "called" if own.state == "waiting" else "called_ready"
        then, until = _until_drawn(at, called, now)
        return Situation(state, words_of(state), then, until, acts)
    if any(each.number > 0 and each.ended_at is None for each in at.tables if each.round == evening.round):
        words = words_of("playing").format(number=evening.round)
        return Situation("playing", words, then_of("playing"), None, acts)
    missing = _missing(at)
    if missing > 0:
        then = ngettext(
            "{n} more for a table: send them the link.", "{n} more for a table: send them the link.", missing
        )
        return Situation(
            "guests", words_of("guests"), f"{then.format(n=missing)} {_late(at, person)}".strip(), None, acts
        )
    state, then = "between" if evening.round else "before", _waiting(at, person, called, now)
    until = host_gone_at(at) if then == then_of("nobody") else None
    return Situation(state, words_of(state), then, until, acts)


def words_of(state: str) -> str:
    """Return the sentence of a state, in the current language."""
    return _(STATES[state])


def then_of(state: str) -> str:
    """Return what happens without any action, in the current language."""
    return _(THEN[state])


def table_of(at: StoredEvening, guest: Guest) -> RoundTable | None:
    """Return a guest's table in the newest round, None if they have none."""
    for table in at.running():
        if table.round == at.evening.round and any(place.guest == guest.number for place in table.seats):
            return table
    return None


def _situation(state: str, then: str, *, at: int | None = None, acts: Sequence[str] = ()) -> Situation:
    return Situation(state, words_of(state), then_of(then), at, tuple(acts))


def _outside(at: StoredEvening, person: str) -> Situation:
    """Return the sentence for somebody who could enter; for a planned evening that it has begun, and who is awaited."""
    then = [then_of("outside" if at.evening.round else "outside_first")]
    if at.evening.starts_at is not None:
        then = [then_of("begun"), *then, *filter(None, [_late(at, person)])]
    return Situation("outside", words_of("outside"), " ".join(then), None, ("enter",))


def _planned(at: StoredEvening, own: Guest | None, person: str, now: int) -> Situation:
    """Return the sentence for a person about an evening that is still to come."""
    said, is_host = at.reply_of(person), at.evening.host == person
    first: list[str] = []
    if said is None:
        state, first = "planned", [then_of("moved")] if at.evening.moved_at is not None else []
    elif at.is_current(said):
        state = {"yes": "coming", "perhaps": "perhaps", "no": "absent"}[said.reply]
    else:
        state, first = "moved", [then_of(f"{said.reply}_before")]
    acts = [each for each in ("yes", "perhaps", "no") if said is None or state == "moved" or said.reply != each]
    acts += ["leave"] if said is not None or (own is not None and own.state != "left") else []
    if may_act(at, person, now):
        others = any(each.person != at.evening.host and each.reply != "no" for each in at.replies)
        acts += ["begin", "move", *(["hand"] if others else []), "cancel"]
    then = " ".join([*first, *counted(at), then_of("planned_host" if is_host else "planned")])
    return Situation(state, words_of(state), then, at.evening.starts_at, tuple(acts))


def counted(at: StoredEvening) -> list[str]:
    """Return how many are coming, perhaps or not, and how many answered for another hour, in the current language."""
    count = Counter(each.reply if at.is_current(each) else "before" for each in at.replies)
    told = (
        (count["yes"], ngettext("{n} is coming.", "{n} are coming.", count["yes"])),
        (count["perhaps"], ngettext("{n} may come.", "{n} may come.", count["perhaps"])),
        (count["no"], ngettext("{n} is not coming.", "{n} are not coming.", count["no"])),
        (
            count["before"],
            ngettext(
                "{n} has answered for the earlier time only.",
                "{n} have answered for the earlier time only.",
                count["before"],
            ),
        ),
    )
    return [words.format(n=n) for n, words in told if n]


def _late(at: StoredEvening, person: str) -> str:
    """Return who, besides ``person``, said they were coming to an evening and has not been there; empty for nobody."""
    been = {person, *(guest.person for guest in at.guests)}
    coming = [each for each in at.replies if each.reply == "yes" and at.is_current(each)]
    names = [each.name or _(SOMEBODY) for each in coming if each.person not in been]
    return _("Coming, and not here yet: {names}.").format(names=listed(names)) if names else ""


def _cancelled(at: StoredEvening, person: str) -> str:
    """Return who called an evening off, or that nobody came."""
    by = at.evening.cancelled_by
    if by == "" or not at.evening.is_over:
        return then_of("deserted")
    if by == person:
        return then_of("called_off_by_you")
    name = "" if by is None else at.name_of(by)
    return then_of("called_off").format(name=name) if name else then_of("cancelled")


def _until_drawn(at: StoredEvening, called: dict[int, str], now: int) -> tuple[str, int | None]:
    """Return whom an announced round waits for, what happens to them, and when it is drawn, if known."""
    names = [called[guest.number] for guest in awaited(at, now)]
    told = [_("Not ready yet: {names}.").format(names=listed(names))] if names else []
    until = call_ends_at(at)
    is_enough = has_enough(at, Rules.from_json(at.evening.rules).players)
    if not is_enough:
        told.append(then_of("few"))
    elif names:
        told.append(then_of("tables" if until is None else "sits_out"))
    else:
        told.append(then_of("everybody"))
    return " ".join(told), until if names and is_enough else None


def _over(at: StoredEvening, called: dict[int, str]) -> Situation:
    """Return the end, naming who won most games, and among these most points."""
    count: dict[int, tuple[int, int]] = {}
    for table in at.tables:
        for place in table.seats:
            if table.number > 0 and place.guest is not None and place.won is not None:
                won, points = count.get(place.guest, (0, 0))
                count[place.guest] = won + (place.won is True), points + (place.points or 0)
    best = max((each for number, each in count.items() if number in called), default=(0, 0))
    if best[0] == 0:
        return _situation("over", "sheet")
    first = [called[number] for number, each in sorted(count.items()) if each == best and number in called]
    told = ngettext("{names} won the evening.", "{names} won the evening together.", len(first))
    return Situation("over", words_of("over"), told.format(names=listed(first)))


def _missing(at: StoredEvening) -> int:
    """Return how many guests are missing for a table."""
    if at.evening.computer is not None:
        return 0
    players = Rules.from_json(at.evening.rules).players
    return players - sum(guest.state in ("waiting", "ready") for guest in at.guests)


def _waiting(at: StoredEvening, person: str, called: dict[int, str], now: int) -> str:
    """Return the guests that the next round waits for, or that all are ready and who draws it."""
    names = [called[guest.number] for guest in awaited(at, now)]
    if names:
        return _("Not ready yet: {names}.").format(names=listed(names))
    if may_act(at, person, now):
        return then_of("everybody")
    host = at.guest_of(at.evening.host)
    if host is None or not host_is_here(at, now):
        return then_of("nobody")
    return then_of("host").format(name=called.get(host.number, _(SOMEBODY)))


def _sides(at: StoredEvening, table: RoundTable, called: dict[int, str]) -> str:
    """Return the sentence of who plays whom at a table."""
    rules = Rules.from_json(at.evening.rules)
    sides: dict[int, list[str]] = {}
    for place in table.seats:
        name = _("Computer player") if place.guest is None else called.get(place.guest, _(SOMEBODY))
        sides.setdefault(rules.side_of(place.seat), []).append(name)
    together = [listed(names) for names in sides.values()]
    return f"{' – '.join(together)}."


def _acts(at: StoredEvening, own: Guest, person: str, now: int) -> tuple[str, ...]:
    """Return the possible actions of a guest who is present: the one that everybody waits for first."""
    is_host, has_table = may_act(at, person, now), table_of(at, own) is not None
    drawing = ["next"] if is_host and not at.evening.called else []
    if is_host and has_enough(at, Rules.from_json(at.evening.rules).players) and (at.evening.called or has_table):
        drawing.append("now")
    state = ["play"] if own.state == "paused" else ["unready" if own.state == "ready" else "ready", "pause"]
    is_first = not at.evening.called and not has_table
    return (*(drawing if is_first else state), *(state if is_first else drawing), "leave")
