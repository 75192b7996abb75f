"""A tournament for pages, programs and spreadsheets: in names and words."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Final

from msgspec import Struct

from spite_and_malice.play.tournaments import PLAYED, Standing
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import N_, _

from ...clock import now_ms
from ...protocol.situation import Situation
from ...store import EntrantRow, PairingRow, Tournament
from ...store.events.tournaments import MOST
from .bracket import BracketRound, bracket_of
from .making import SYSTEM_NAMES
from .rounds import commitment, ends_at, rounds_of, table_of
from .situation import Field, OwnTable, halves, may_join, name_of, points_of, situation
from .teams import NOBODY, Part, is_reserve, of_team, team_table


class LineAnswer(Struct):
    """A line of the standings: points and tie-breaks as displayed, such as 3½."""

    rank: int
    seed: int
    name: str
    head: str | None
    player: str | None
    you: bool
    gone: bool
    points: str
    buchholz: str
    berger: str
    wins: int
    draws: int
    losses: int
    cards: int
    played: int
    team: str = ""


class PlaceInTeam(Struct):
    """Somebody in a team at a board; those in ``reserve`` would not play if it began now."""

    number: int
    board: int
    name: str
    head: str | None
    you: bool
    reserve: bool
    gone: bool


class TeamAnswer(Struct):
    """A team with its points; ``url`` leads its own members to their club, ``yours`` says that you lead it.

    ``answer`` is "asked", "yes" or "no"; ``rank`` and ``points`` are null before it began.
    """

    number: int
    name: str
    url: str | None
    answer: str
    yours: bool
    plays: bool
    rank: int | None
    points: str | None
    people: list[PlaceInTeam]


class GameAnswer(Struct):
    """A pairing: its board, who plays, and the result in figures; ``second`` is null for a bye.

    ``url`` is that of the game once it is over and of the table before; null if there is none. ``how`` says in a word
    what was special.
    """

    board: int
    first: str
    second: str | None
    result: str | None
    how: str
    url: str | None
    over: bool
    yours: bool


class RoundAnswer(Struct):
    """A round with its pairings; ``commitment`` binds the server to the deal that its tables share, or is null."""

    number: int
    games: list[GameAnswer]
    commitment: str | None


class NowAnswer(Struct):
    """A person's present situation in a tournament; ``table`` is the address where they are to play, or null.

    ``changes`` counts all changes of the tournament.
    """

    state: str
    words: str
    table: str | None
    changes: int
    situation: Situation


class ListedTournament(Struct):
    """A tournament in a list, with ``now``, the situation of the person who asks."""

    id: str
    url: str
    name: str
    now: Situation


class TournamentAnswer(Struct):
    """A tournament; times in UTC milliseconds.

    ``rounds`` is null for an arena, ``table`` the address of the table where the person who asks is to play now,
    ``opponent`` who waits there; ``number`` is their number as a participant, ``changes`` counts all changes.
    ``situation`` is theirs now, ``bracket`` that of a knock-out.
    """

    id: str
    url: str
    name: str
    state: str
    system: str
    preset: str
    round: int
    rounds: int | None
    changes: int
    host: bool
    number: int | None
    table: str | None
    opponent: str | None
    has_bye: bool
    can_join: bool
    waits: bool
    situation: Situation
    started_at: int | None
    ends_at: int | None
    standings: list[LineAnswer]
    bracket: list[BracketRound]
    games: list[RoundAnswer]
    teams: list[TeamAnswer]


def quarters(number: int) -> str:
    """Return quarter points for display: 7 is 1.75."""
    return f"{number / 4:g}"


_RESULTS: Final = {
    "first": "1 : 0",
    "second": "0 : 1",
    "draw": "½ : ½",
    "first_forfeit": "1 : 0",
    "second_forfeit": "0 : 1",
    "no_show": "0 : 0",
    "bye": "1",
}

_HOW: Final = {
    "first_forfeit": N_("did not come"),
    "second_forfeit": N_("did not come"),
    "no_show": N_("nobody came"),
    "bye": N_("bye"),
}


def answer(
    field: Field, person: str, table: OwnTable | None, rounds: Sequence[int] | None = None, part: Part = NOBODY
) -> TournamentAnswer:
    """Return a tournament for somebody, with the games of some rounds, by default all."""
    tournament, by_seed, own = field.tournament, field.by_seed, field.open_game(person)
    row, you = tournament.row, field.by_person.get(person)
    opponent = None if own is None or you is None or you.seed is None else own.pairing.opponent_of(you.seed)
    newest = [each for each in tournament.pairings if each.round == row.round]
    return TournamentAnswer(
        id=row.id,
        url=f"/tournaments/{row.id}",
        name=row.name,
        state=row.state,
        system=row.form.system,
        preset=row.form.preset,
        round=row.round,
        rounds=rounds_of(tournament),
        changes=row.changes,
        host=row.host == person,
        number=None if you is None or you.until is not None else you.number,
        table=None if own is None or own.table_id is None else f"/table/{own.table_id}",
        opponent=None if opponent is None else name_of(by_seed[opponent]),
        has_bye=you is not None and any(each.outcome == "bye" and _has(each, you) for each in newest),
        can_join=(you is None or you.until is not None)
        and may_join(tournament, you, now_ms())
        and (not tournament.teams or any(each.number in part.plays for each in tournament.teams)),
        waits=row.form.system == "arena",
        situation=situation(field, person, now_ms(), table, part),
        started_at=row.started_at,
        ends_at=ends_at(row) if row.form.system == "arena" and row.started_at else row.ended_at,
        standings=standing_lines(tournament, person),
        bracket=bracket_of(field, person),
        games=[_round(tournament, number, you) for number in rounds_paired(tournament, rounds)],
        teams=_teams(tournament, person, part),
    )


def _teams(tournament: Tournament, person: str, part: Part) -> list[TeamAnswer]:
    """Return the teams: the best first once it has begun, before that in their order."""
    has_begun = tournament.row.state in ("running", "over")
    table = {each.team: each for each in team_table(tournament)} if has_begun else {}
    is_match = tournament.row.form.system == "match"
    found = [
        TeamAnswer(
            team.number,
            team.name,
            f"/club/{team.club_id}" if team.number in part.plays else None,
            team.answer,
            team.number in part.leads,
            team.number in part.plays,
            table[team.number].rank if team.number in table else None,
            points_of(tournament, table[team.number].points) if team.number in table else None,
            [
                PlaceInTeam(
                    each.number,
                    board,
                    name_of(each),
                    each.head,
                    each.person == person,
                    each.seed is None if has_begun else is_reserve(tournament, each),
                    each.until is not None,
                )
                for board, each in enumerate(of_team(tournament, team.number), 1)
            ],
        )
        for team in tournament.teams
    ]
    return found if is_match or not has_begun else sorted(found, key=lambda each: (each.rank or MOST, each.number))


def now_of(field: Field, person: str, table: OwnTable | None, part: Part = NOBODY) -> NowAnswer:
    """Return the state of a tournament for a person now."""
    row, found = field.tournament.row, situation(field, person, now_ms(), table, part)
    return NowAnswer(row.state, found.words, found.url, row.changes, found)


def listed_of(field: Field, person: str, table: OwnTable | None, part: Part = NOBODY) -> ListedTournament:
    """Return a tournament as a list entry for somebody."""
    row = field.tournament.row
    told = situation(field, person, now_ms(), table, part)
    return ListedTournament(row.id, f"/tournaments/{row.id}", row.name, told)


def rounds_paired(tournament: Tournament, wanted: Sequence[int] | None = None) -> list[int]:
    """Return the numbers of the rounds that have been paired, optionally only the wanted ones."""
    paired = sorted({each.round for each in tournament.pairings})
    return [number for number in paired if wanted is None or number in wanted]


def _has(row: PairingRow, entrant: EntrantRow) -> bool:
    return entrant.seed is not None and entrant.seed in row.pairing.both


def standing_lines(tournament: Tournament, person: str) -> list[LineAnswer]:
    """Return the standings in names; before the start the participants in the order they joined."""
    if tournament.row.state in ("gathering", "cancelled"):
        return [_line(Standing(0, 0, *[0] * 8), each, person, is_arena=False) for each in tournament.entrants]
    by_seed, names = tournament.by_seed(), {each.number: each.name for each in tournament.teams}
    is_arena = tournament.row.form.system == "arena"
    lines = [_line(each, by_seed[each.number], person, is_arena=is_arena) for each in table_of(tournament)]
    for line in lines:
        line.team = names.get(by_seed[line.seed].team or 0, "")
    return lines


def _line(line: Standing, entrant: EntrantRow, person: str, *, is_arena: bool) -> LineAnswer:
    return LineAnswer(
        line.rank,
        line.number,
        name_of(entrant),
        entrant.head or entrant.player,
        entrant.player,
        entrant.person == person,
        entrant.until is not None,
        str(line.points) if is_arena else halves(line.points),
        halves(line.buchholz),
        quarters(line.berger),
        line.wins,
        line.draws,
        line.losses,
        line.cards,
        line.played,
    )


def _round(tournament: Tournament, number: int, you: EntrantRow | None) -> RoundAnswer:
    by_seed = tournament.by_seed()
    games = [_game(tournament, row, by_seed, you) for row in tournament.pairings if row.round == number]
    is_shared = tournament.row.form.shared
    return RoundAnswer(number, games, commitment(tournament.row, number) if is_shared else None)


def _game(
    tournament: Tournament, row: PairingRow, by_seed: Mapping[int, EntrantRow], you: EntrantRow | None
) -> GameAnswer:
    left = name_of(by_seed[row.first])
    right = None if row.second is None else name_of(by_seed[row.second])
    result = None if row.outcome is None else _RESULTS[row.outcome]
    # The first team of a match is shown on the left, though not always at the first seat.
    if tournament.row.form.system == "match" and row.first % 2 == 0 and right is not None:
        left, right = right, left
        result = None if result is None else " : ".join(reversed(result.split(" : ")))
    return GameAnswer(
        row.board,
        left,
        right,
        result,
        _(_HOW[row.outcome]) if row.outcome in _HOW else _("left") if row.note.endswith("left") else "",
        _url(row),
        row.outcome is not None,
        you is not None and _has(row, you),
    )


def _url(row: PairingRow) -> str | None:
    if row.table_id is None:
        return None
    return f"/table/{row.table_id}/games/1" if row.outcome in PLAYED else f"/table/{row.table_id}"


_FORMULA: Final = re.compile(r"((?:^|[,;|\t\r\n])[\s'\"]*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫|%])|^(?=[\t\r\n])")  # noqa: RUF001


def results_csv(tournament: Tournament) -> str:
    """Return every pairing as a line of CSV: round, board, seeds and names, the outcome, and the game's address."""
    by_seed, out = tournament.by_seed(), StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = ("first", "first_name", "second", "second_name", "outcome", "margin", "game", "ended_at")
    writer.writerow(["round", "board", *heads])
    for row in sorted(tournament.pairings, key=lambda each: (each.round, each.board, each.attempt)):
        second = None if row.second is None else by_seed[row.second]
        writer.writerow(
            [
                row.round,
                row.board,
                row.first,
                _cell(name_of(by_seed[row.first])),
                "" if row.second is None else row.second,
                "" if second is None else _cell(name_of(second)),
                row.outcome or "",
                row.margin,
                _url(row) or "",
                row.ended_at or "",
            ]
        )
    return out.getvalue()


def _cell(name: str) -> str:
    """Return a name that no spreadsheet mistakes for a formula, wherever it splits cells."""
    return _FORMULA.sub(r"\1'", name)


def standings_csv(tournament: Tournament) -> str:
    """Return the standings as CSV."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    ties = ("buchholz", "sonneborn_berger", "wins", "draws", "losses", "cards")
    writer.writerow(["rank", "seed", "name", "points", *ties])
    by_seed, is_arena = tournament.by_seed(), tournament.row.form.system == "arena"
    for line in table_of(tournament):
        writer.writerow(
            [
                line.rank,
                line.number,
                _cell(name_of(by_seed[line.number])),
                line.points if is_arena else line.points / 2,
                line.buchholz / 2,
                line.berger / 4,
                line.wins,
                line.draws,
                line.losses,
                line.cards,
            ]
        )
    return out.getvalue()


def about(tournament: Tournament) -> str:
    """Return in a few words how a tournament is played."""
    form = tournament.row.form
    return f"{_(SYSTEM_NAMES[form.system])} · {_(PRESETS[form.preset].name)}"
