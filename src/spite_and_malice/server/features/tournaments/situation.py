"""A person's present situation in a tournament: the only source of its sentences (docs/tournaments.md).

Everything here is derived from plain data: the tournament, the person, the known state of the table where they are
awaited, and the time. No sentence follows from the state of the tournament alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from spite_and_malice.texts import N_, _, listed, ngettext

from ...games.spite.table import shown_name
from ...protocol.situation import Situation
from ...store import EntrantRow, PairingRow, SeatRow, Tournament
from .rounds import (
    FIRST_LEFT,
    SECOND_LEFT,
    boards_of,
    ends_at,
    may_play,
    may_step_in,
    next_round_at,
    rounds_of,
    stepping_in,
    table_of,
    winner_at,
)
from .teams import NOBODY, Part, has_two_teams, is_reserve, of_team, team_table

STATES: Final[dict[str, str]] = {
    "open": N_("Taking part is open."),
    "entered": N_("You take part."),
    "late": N_("It has begun, and you can still take part."),
    "closed": N_("It has begun without you. You can watch."),
    "pairing": N_("You play against {name}. Your table is being made."),
    "come": N_("Your game is ready, against {name}."),
    "waited_for": N_("{name} is at the table and waits for you."),
    "awaiting": N_("{name} has not come to the table yet."),
    "playing": N_("Your game against {name} is going on."),
    "first": N_("It begins: the first round is being paired."),
    "replay": N_("It was a draw: you play {name} again when the other games of this round are over."),
    "wait": N_("Your next game follows when all games of this round are over."),
    "through": N_("You are in the next round. It follows when all games of this round are over."),
    "resting": N_("You have no game in this round. The next one follows when its games are over."),
    "from_next": N_("You play from the next round on. It follows when all games of this round are over."),
    "break": N_("The round is over, and you play in the next one."),
    "free": N_("You are paired as soon as somebody is free."),
    "alone": N_("Nobody else is here just now. The next to come is paired with you."),
    "challenge": N_("{name} challenges your club. Do you play?"),
    "asked": N_("{name} challenges your club."),
    "outside": N_("Only members of the clubs that play take part."),
    "reserve": N_("You are in reserve: your team has more people than there are boards."),
    "spare": N_("You were in reserve and have no game. You can watch the others."),
    "standby": N_("You are in reserve: if somebody of your team does not come to their first game, you play it."),
    "replaced": N_("You did not come in time, and somebody of your team who was in reserve plays for you."),
    "out": N_("You are out of the tournament. You can watch the others."),
    "done": N_("You have no more games here. The tournament ends when the others have played theirs."),
    "won": N_("You have won the tournament."),
    "withdrawn": N_("You have withdrawn. You can watch the others."),
    "over": N_("The tournament is over."),
    "cancelled": N_("The tournament was cancelled."),
}
"""Every state somebody can be in, with its sentence in English."""

OF_MATCH: Final[dict[str, str]] = {
    "done": N_("You have no more games here. The match ends when the others have played theirs."),
    "over": N_("The match is over."),
    "cancelled": N_("The match was cancelled."),
}
"""The sentences used for a match of two clubs instead."""

THEN: Final[dict[str, str]] = {
    "open": N_("It begins when the host says so."),
    "open_host": N_("It begins when you say so."),
    "entered": N_("It begins when the host says so: leave this page open, it calls you."),
    "entered_host": N_("It begins when you say so."),
    "challenge": N_("Without your yes nobody of your club takes part."),
    "asked": N_("You can take part once the keeper or an officer of your club has said yes."),
    "outside": N_("You can watch once it has begun."),
    "standby": N_("Leave this page open, it calls you."),
    "reserve": N_("You move up if somebody leaves your team, or if the other one grows."),
    "unready": N_("It begins when two clubs have said yes and have a team, and the host says so."),
    "planned_teams": N_("It begins by plan, if two clubs have said yes and have a team, in:"),
    "planned": N_("It begins by plan, if at least two take part, in:"),
    "paused": N_("The host has paused the tournament: no game begins until it goes on."),
    "late_swiss": N_("You would play from the next round on."),
    "late_arena": N_("The arena pairs for so long:"),
    "pairing": N_("Stay here, this page calls you."),
    "come": N_("If you are not at the table within this time, you lose the game:"),
    "come_reserve": N_("If you are not at the table within this time, a reserve from your team plays instead of you:"),
    "awaiting": N_("If they do not come within this time, you win the game:"),
    "awaiting_reserve": N_("If they do not come within this time, a reserve from their team plays instead of them:"),
    "playing": N_("A computer player replaces who stays away, and the game is lost for them."),
    "wait": N_("Leave this page open, it calls you. Who does not come in time loses that game."),
    "break": N_("The next round begins, and who does not come in time loses that game, in:"),
    "free": N_("Leave this page open, it calls you. The arena pairs for so long:"),
}
"""What happens if somebody does nothing; a final colon precedes the time left."""

CALLS: Final = frozenset({"pairing", "come", "waited_for", "awaiting", "playing"})
"""The states of people who have a game now."""
WAITS: Final = frozenset({"first", "replay", "wait", "through", "resting", "from_next", "break", "free", "alone"})
"""The states of people who wait for their next game."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The known state of the table where somebody is awaited: who has come, and when absent players lose."""

    is_dealt: bool
    came: frozenset[str]
    late_at: int


class Field:
    """A tournament with the data needed for each of its people, computed once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament: Tournament = tournament

    @cached_property
    def by_person(self) -> dict[str, EntrantRow]:
        """Each person's participant in it."""
        return {each.person: each for each in self.tournament.entrants if each.person is not None}

    @cached_property
    def by_seed(self) -> dict[int, EntrantRow]:
        """The participants who have been seeded."""
        return self.tournament.by_seed()

    @cached_property
    def newest(self) -> dict[int, PairingRow]:
        """The newest pairing of everybody who was paired, by seed."""
        rows = sorted(self.tournament.pairings, key=lambda each: (each.round, each.attempt))
        return {seed: row for row in rows for seed in row.pairing.both}

    @cached_property
    def boards(self) -> dict[tuple[int, int], list[PairingRow]]:
        """The games of each board, by round and board."""
        return boards_of(self.tournament.pairings)

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Everybody's rank by seed; none if nothing was played."""
        if not any(each.outcome is not None for each in self.tournament.pairings):
            return {}
        return {line.number: line.rank for line in table_of(self.tournament)}

    def last_before(self, seed: int, game: PairingRow) -> PairingRow | None:
        """Return the last pairing of a seed before one of its games, None if that is its first."""
        own = (row for row in self.tournament.pairings if row is not game and seed in row.pairing.both)
        return max(own, key=lambda row: (row.round, row.attempt), default=None)

    def open_game(self, person: str) -> PairingRow | None:
        """Return a person's current or next pairing, None without one or once the tournament is over."""
        you = self.by_person.get(person)
        newest = None if you is None or you.seed is None else self.newest.get(you.seed)
        is_open = newest is not None and newest.outcome is None and self.tournament.row.state == "running"
        return newest if is_open else None


def name_of(entrant: EntrantRow) -> str:
    """Return a participant's name, a computer player's in the current language."""
    seat = SeatRow("computer" if entrant.player else "person", entrant.name, entrant.player, entrant.person)
    return shown_name(seat)


def situation(field: Field, person: str, now: int, table: OwnTable | None = None, part: Part = NOBODY) -> Situation:
    """Return a person's situation in a tournament at a time, in the current language.

    ``table`` is the known state of the table of their open game, if there is one; ``part`` their role in the clubs that
    play.
    """
    row = field.tournament.row
    if row.state == "cancelled":
        refused = [each.name for each in field.tournament.teams if each.answer == "no"]
        declined = _("{name} has declined.").format(name=listed(refused)) if refused else ""
        return Situation("cancelled", f"{declined} {end_words(field, 'cancelled')}".strip())
    if row.state == "over":
        return _over(field, person)
    you, is_host = field.by_person.get(person), row.host == person
    acts = ("cancel",) if is_host else ()
    if row.state == "gathering" and field.tournament.teams:
        return _of_teams(field, you, part, is_host=is_host)
    if row.state == "gathering":
        return _gathering(field, you, is_host=is_host)
    if you is None:
        is_open = not field.tournament.teams or _open_teams(field, part)
        return _late(field, "closed", None, now, acts) if is_open else _situation("closed", acts=acts)
    if you.seed is None:
        state = "replaced" if you.until is not None else "standby" if may_step_in(field.tournament, you) else "spare"
        return _situation(state, then="standby" if state == "standby" else "", acts=acts)
    game = field.open_game(person)
    if game is not None:
        return _called(field, you, game, now, table, ("withdraw", *acts) if you.until is None else acts)
    found = _between(field, you, you.seed, now, acts)
    if row.paused_at is not None and found.state in WAITS:
        return replace(found, then=then_of("paused"), at=None)
    return found


def words_of(state: str, name: str = "") -> str:
    """Return the sentence of a state, with the ``name`` of the opponent, in the current language."""
    return _(STATES[state]).format(name=name)


def then_of(state: str) -> str:
    """Return what happens without any action, in the current language."""
    return _(THEN[state])


def end_words(field: Field, state: str) -> str:
    """Return the sentence of a final state, worded for a match if it is one, in the current language."""
    return _(OF_MATCH[state]) if field.tournament.row.form.system == "match" else words_of(state)


def _situation(state: str, *before: str, then: str = "", at: int | None = None, acts: Sequence[str] = ()) -> Situation:
    words = " ".join([*filter(None, before), words_of(state)])
    return Situation(state, words, then_of(then) if then else "", at, tuple(acts))


def _gathering(field: Field, you: EntrantRow | None, *, is_host: bool) -> Situation:
    form, there = field.tournament.row.form, len(field.tournament.entrants)
    so_far = [ngettext("{n} takes part so far.", "{n} take part so far.", there).format(n=there)]
    if form.fill > there:
        joining = ngettext("A computer player will join.", "{n} computer players will join.", form.fill - there)
        so_far.append(joining.format(n=form.fill - there))
    state = "open" if you is None else "entered"
    acts = ["join"] if you is None else []
    acts += ["start"] if is_host else []
    acts += ["withdraw"] if you is not None else []
    acts += ["cancel"] if is_host else []
    if field.tournament.row.starts_at is not None:
        return _situation(state, *so_far, then="planned", at=field.tournament.row.starts_at, acts=acts)
    return _situation(state, *so_far, then=f"{state}_host" if is_host else state, acts=acts)


def _open_teams(field: Field, part: Part) -> list[int]:
    """Return the numbers of the teams that somebody can play for."""
    return [each.number for each in field.tournament.teams if each.answer == "yes" and each.number in part.plays]


def _of_teams(field: Field, you: EntrantRow | None, part: Part, *, is_host: bool) -> Situation:
    """Return the sentence for a person about clubs that gather their teams."""
    tournament = field.tournament
    row = tournament.row
    asked = [each.number for each in tournament.teams if each.answer == "asked"]
    so_far = [
        _("{name} has not answered yet.").format(name=each.name)
        if each.answer == "asked"
        else ngettext("{name}: {n} takes part so far.", "{name}: {n} take part so far.", there).format(
            name=each.name, n=there
        )
        for each in tournament.teams
        if each.answer != "no"
        for there in [len(of_team(tournament, each.number))]
    ]
    is_ready = has_two_teams(tournament)
    answers = ["accept", "decline"] if any(each in asked for each in part.leads) else []
    acts = [*answers, "start"] if is_host and is_ready else answers
    ends = ["cancel"] if is_host else []
    if you is None:
        if _open_teams(field, part):
            state, acts = "open", ["join", *acts]
        elif answers:
            state = "challenge"
        else:
            state = "asked" if any(each in asked for each in part.plays) else "outside"
        acts += ends
    else:
        state = "reserve" if is_reserve(tournament, you) else "entered"
        acts += ["withdraw", *ends]
    if state in ("challenge", "asked"):
        words = " ".join([words_of(state, tournament.teams[0].name), *so_far])
        return Situation(state, words, then_of(state), acts=tuple(acts))
    if state in ("outside", "reserve"):
        return _situation(state, *so_far, then=state, acts=acts)
    if row.starts_at is not None:
        return _situation(state, *so_far, then="planned_teams", at=row.starts_at, acts=acts)
    then = "unready" if not is_ready else f"{state}_host" if is_host else state
    return _situation(state, *so_far, then=then, acts=acts)


def may_join(tournament: Tournament, you: EntrantRow | None, now: int) -> bool:
    """Say whether a person who does not take part could still join and get a game."""
    row = tournament.row
    if row.state == "gathering":
        return you is None
    if row.state != "running" or row.form.system not in ("swiss", "arena"):
        return False
    seed = max((each.seed or 0 for each in tournament.entrants), default=0) + 1
    entrants = list(tournament.entrants)
    if you is None:
        comer = EntrantRow(len(entrants) + 1, "", seed=seed, since=row.round + 1)
    else:
        entrants.remove(you)
        comer = EntrantRow(you.number, you.name, seed=you.seed, since=you.since)
    joined = replaced(tournament, entrants=[*entrants, comer])
    return comer.seed is not None and may_play(joined, comer.seed, now)


def _late(field: Field, state: str, you: EntrantRow | None, now: int, acts: Sequence[str]) -> Situation:
    """Return the sentence for a person who does not, or no longer, take part in a tournament that has begun."""
    row = field.tournament.row
    if not may_join(field.tournament, you, now):
        return _situation(state, acts=acts)
    is_arena = row.form.system == "arena"
    then, at = ("late_arena", ends_at(row)) if is_arena else ("late_swiss", None)
    return _situation("late" if you is None else state, then=then, at=at, acts=("join", *acts))


def _called(
    field: Field, you: EntrantRow, game: PairingRow, now: int, table: OwnTable | None, acts: Sequence[str]
) -> Situation:
    other = field.by_seed[game.second if game.first == you.seed and game.second is not None else game.first]
    name = name_of(other)
    if game.table_id is None or table is None:
        state, then, at = "pairing", "pairing", None
    elif table.is_dealt:
        state, then, at = "playing", "playing", None
    else:
        i_came, they_came = you.person in table.came, other.player is not None or other.person in table.came
        if i_came and they_came:
            state, then, at = "playing", "playing", None
        else:
            missing = {each.number for each, _other in stepping_in(field.tournament, game, table.came, now)}
            is_waited_for = they_came and other.player is None
            state = "awaiting" if i_came else "waited_for" if is_waited_for else "come"
            then = "awaiting" if i_came else "come"
            then += "_reserve" if (other if i_came else you).number in missing else ""
            at = table.late_at
    url = None if game.table_id is None else f"/table/{game.table_id}"
    acts = acts if url is None else ("table", *acts)
    # People who go straight from an unplayed game to the next one still learn why it counts as it does.
    before = "" if state == "playing" else _ended_words(field, you, before=game)
    return Situation(state, f"{before} {words_of(state, name)}".strip(), then_of(then), at, tuple(acts), url)


def _between(field: Field, you: EntrantRow, seed: int, now: int, acts: Sequence[str]) -> Situation:
    """Return the sentence for a participant without a game at the moment."""
    tournament, newest = field.tournament, field.newest.get(seed)
    row, system = tournament.row, tournament.row.form.system
    before = _ended_words(field, you)
    is_current = newest is not None and newest.round == row.round
    plays_on = may_play(tournament, seed, now)
    if newest is not None and system == "knock_out":
        winner = winner_at(field.boards[newest.round, newest.board])
        if winner is None:
            other = newest.pairing.opponent_of(seed)
            words = words_of("replay", "" if other is None else name_of(field.by_seed[other]))
            return Situation("replay", words, then_of("wait"), acts=tuple(acts))
        if winner != seed:
            return _situation("out", before, acts=acts)
        if newest.round == rounds_of(tournament):
            return _situation("won", before, acts=acts)
    if you.until is not None:
        found = _late(field, "withdrawn", you, now, acts)
        return Situation(found.state, f"{before} {found.words}".strip(), found.then, found.at, found.acts)
    acts = ("withdraw", *acts)
    if not plays_on:
        return Situation("done", f"{before} {end_words(field, 'done')}".strip(), acts=tuple(acts))
    if system == "arena":
        others = [
            each
            for each in tournament.entrants
            if each.until is None and each is not you and (each.team is None or each.team != you.team)
        ]
        return _situation("free" if others else "alone", before, then="free", at=ends_at(row), acts=acts)
    if (begins := next_round_at(tournament)) is not None:
        return _situation("break", before, then="break", at=begins, acts=acts)
    if row.round == 0:
        state = "first"
    elif system == "knock_out":
        state = "through"
    elif is_current:
        state = "wait"
    else:
        state = "from_next" if you.since > row.round else "resting"
    return _situation(state, before, then="wait", acts=acts)


def _ended_words(field: Field, you: EntrantRow, before: PairingRow | None = None) -> str:
    """Return how somebody's newest game, or their last ``before`` one, counts, where the table does not say it.

    Otherwise the text is empty.
    """
    newest = None if you.seed is None else field.newest.get(you.seed)
    if before is not None and you.seed is not None:
        newest = field.last_before(you.seed, before)
    if newest is None or you.seed is None:
        return ""
    is_knock_out = field.tournament.row.form.system == "knock_out"
    if newest.outcome == "bye":
        return (
            _("You had no opponent in this round.")
            if is_knock_out
            else _("You had no opponent in this round: it counts as a win.")
        )
    if newest.outcome == "no_show":
        return _("Nobody came in time: nobody gets a point.") if not is_knock_out else _("Nobody came in time.")
    if newest.note in (FIRST_LEFT, SECOND_LEFT):
        left = newest.first if newest.note == FIRST_LEFT else newest.second
        if left == you.seed:
            return _("A stand-in played for you: the game counts as lost.")
        name = "" if left is None else name_of(field.by_seed[left])
        return _("A stand-in played for {name}: the game counts as won by you.").format(name=name)
    lost = {"first_forfeit": newest.second, "second_forfeit": newest.first}.get(newest.outcome or "")
    if lost is None:
        return ""
    if lost == you.seed:
        return _("You did not come in time: the game counts as lost.")
    other = field.by_seed[lost]
    if other.until is not None and other.until < newest.round:
        return _("{name} has withdrawn: the game counts as won by you.").format(name=name_of(other))
    return _("{name} did not come in time: the game counts as won by you.").format(name=name_of(other))


def _over(field: Field, person: str) -> Situation:
    you = field.by_person.get(person)
    newest = None if you is None or you.seed is None else field.newest.get(you.seed)
    said = []
    if you is not None and you.seed is not None and newest is not None:
        said.append(_ended_words(field, you))
        other = newest.pairing.opponent_of(you.seed)
        if newest.outcome is None and other is not None:
            name = name_of(field.by_seed[other])
            said.append(_("Your game against {name} was not over: it does not count.").format(name=name))
    said.append(end_words(field, "over"))
    first = [seed for seed, rank in field.ranks.items() if rank == 1]
    rank = None if you is None or you.seed is None or newest is None else field.ranks.get(you.seed)
    won_alone = rank == 1 and len(first) == 1
    if field.tournament.teams:
        said.append(team_words(field))
    elif won_alone:
        said.append(_("You have won."))
    elif first:
        names = listed([name_of(field.by_seed[seed]) for seed in first])
        said.append(ngettext("{names} has won.", "{names} have won.", len(first)).format(names=names))
    if rank is not None and (field.tournament.teams or not won_alone):
        said.append(_("You are number {rank} of {there}.").format(rank=rank, there=len(field.ranks)))
    return Situation("over", " ".join(filter(None, said)))


def team_words(field: Field) -> str:
    """Return which team has won, in the current language; an empty text if nothing was played."""
    if not field.ranks:
        return ""
    names = {each.number: each.name for each in field.tournament.teams}
    table = team_table(field.tournament)
    first = [names[each.team] for each in table if each.rank == 1]
    score = " : ".join(points_of(field.tournament, each.points) for each in table)
    if len(first) > 1:
        return _("It is a draw between {names}, {score}.").format(names=listed(first), score=score)
    return _("{name} has won, {score}.").format(name=first[0], score=score)


def points_of(tournament: Tournament, points: int) -> str:
    """Return points for display: those of an arena are whole, all others halves, such as 3½."""
    return str(points) if tournament.row.form.system == "arena" else halves(points)


def halves(number: int) -> str:
    """Return half points for display: 7 is 3½."""
    whole, half = divmod(number, 2)
    return f"{whole or ''}{'½' if half else ''}" or "0"
