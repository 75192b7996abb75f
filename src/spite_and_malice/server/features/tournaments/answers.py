"""A tournament as pages, programs and tables of figures have it: in names and words."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from msgspec import Struct

from spite_and_malice.play.tournaments import PLAYED, Standing
from spite_and_malice.rules import PRESETS
from spite_and_malice.texts import N_, _

from ...games.spite.table import shown_name
from ...store import EntrantRow, PairingRow, SeatRow, Tournament, TournamentPlace, TournamentRow
from .making import SYSTEM_NAMES
from .rounds import commitment, ends_at, most_rounds, rounds_of, table_of

_HALVES: Final = ("", "½")


class LineAnswer(Struct):
    """A line of the standings: points and tie-breaks as they are written, such as 3½."""

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


class GameAnswer(Struct):
    """A pairing: its board, who plays, and the result in figures; ``second`` is null for a bye.

    ``url`` is that of the game once it is over and of the table before; null where there is none. ``how`` says in a
    word what was special.
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
    """What is to be done now by somebody in a tournament, in words; ``table`` is where they are to play, or null.

    ``changes`` counts all changes of the tournament.
    """

    state: str
    words: str
    table: str | None
    changes: int


class TournamentAnswer(Struct):
    """A tournament; times in UTC milliseconds.

    ``rounds`` is null for an arena, ``table`` the address of the table at which who asked is to play now, ``opponent``
    who waits there; ``number`` says under which number they take part, ``changes`` counts all changes.
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
    started_at: int | None
    ends_at: int | None
    standings: list[LineAnswer]
    games: list[RoundAnswer]


def halves(number: int) -> str:
    """Return half points as they are written: 7 is 3½."""
    whole, half = divmod(number, 2)
    return f"{whole or ''}{_HALVES[half]}" or "0"


def quarters(number: int) -> str:
    """Return quarter points as they are written: 7 is 1.75."""
    return f"{number / 4:g}"


def name_of(entrant: EntrantRow) -> str:
    """Return what somebody is called, a computer player in the current language."""
    seat = SeatRow("computer" if entrant.player else "person", entrant.name, entrant.player, entrant.person)
    return shown_name(seat)


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


def answer(tournament: Tournament, person: str, rounds: Sequence[int] | None = None) -> TournamentAnswer:
    """Return a tournament for somebody, with the games of some rounds, by default all."""
    row = tournament.row
    you = tournament.entrant(person)
    own = None if you is None else next((e for e in tournament.pairings if e.outcome is None and _has(e, you)), None)
    by_seed = tournament.by_seed()
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
        can_join=row.state == "gathering" or (row.state == "running" and _has_more(tournament)),
        waits=row.form.system == "arena",
        started_at=row.started_at,
        ends_at=ends_at(row) if row.form.system == "arena" and row.started_at else row.ended_at,
        standings=standing_lines(tournament, person),
        games=[_round(tournament, number, you) for number in rounds_paired(tournament, rounds)],
    )


def now_of(place: TournamentPlace) -> NowAnswer:
    """Return what is to be done now by somebody, and how their last game ended if it was not played."""
    row, newest = place.row, place.newest
    is_open = newest is not None and newest.outcome is None
    table = None if newest is None or not is_open or newest.table_id is None else f"/table/{newest.table_id}"
    said = [] if table is not None else [_ended_words(place), _next_words(row)]
    if table is not None and place.opponent is not None:
        said = [_("Your game is ready, against {name}.").format(name=name_of(place.opponent))]
    return NowAnswer(row.state, " ".join(filter(None, said)), table, row.changes)


def _ended_words(place: TournamentPlace) -> str:
    """Return how somebody's newest game ended without being played, an empty text if it was."""
    newest, you, other = place.newest, place.entrant, place.opponent
    if newest is None or you is None or other is None:
        return ""
    lost = {"first_forfeit": newest.second, "second_forfeit": newest.first}
    if newest.outcome == "no_show":
        return _("Nobody came in time: nobody gets a point.")
    if newest.outcome not in lost:
        return ""
    if lost[newest.outcome] == you.seed:
        return _("You did not come in time: the game counts as lost.")
    return _("{name} did not come in time: the game counts as won by you.").format(name=name_of(other))


def _next_words(row: TournamentRow) -> str:
    if row.state != "running":
        return _("The tournament is over.")
    if row.form.system == "arena":
        return _("You are paired again as soon as somebody is free.")
    return _("Your next game follows when all games of this round are over.")


def _has_more(tournament: Tournament) -> bool:
    """Say whether somebody who came while it runs would be paired yet."""
    row = tournament.row
    if row.form.system == "swiss":
        return row.round < min(row.form.rounds, most_rounds(len(tournament.entrants) + 1))
    return row.form.system == "arena"


def rounds_paired(tournament: Tournament, wanted: Sequence[int] | None = None) -> list[int]:
    """Return the numbers of the rounds that have been paired, or of those of them that are wanted."""
    paired = sorted({each.round for each in tournament.pairings})
    return [number for number in paired if wanted is None or number in wanted]


def _has(row: PairingRow, entrant: EntrantRow) -> bool:
    return entrant.seed is not None and entrant.seed in row.pairing.both


def standing_lines(tournament: Tournament, person: str) -> list[LineAnswer]:
    """Return the standings in names; before the start those who take part, as they came."""
    if tournament.row.state in ("gathering", "cancelled"):
        return [_line(Standing(0, 0, *[0] * 8), each, person, is_arena=False) for each in tournament.entrants]
    by_seed = tournament.by_seed()
    is_arena = tournament.row.form.system == "arena"
    return [_line(each, by_seed[each.number], person, is_arena=is_arena) for each in table_of(tournament)]


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
    games = [
        GameAnswer(
            row.board,
            name_of(by_seed[row.first]),
            None if row.second is None else name_of(by_seed[row.second]),
            None if row.outcome is None else _RESULTS[row.outcome],
            _(_HOW[row.outcome]) if row.outcome in _HOW else _("left") if row.note.endswith("left") else "",
            _url(row),
            row.outcome is not None,
            you is not None and _has(row, you),
        )
        for row in tournament.pairings
        if row.round == number
    ]
    is_shared = tournament.row.form.shared
    return RoundAnswer(number, games, commitment(tournament.row, number) if is_shared else None)


def _url(row: PairingRow) -> str | None:
    if row.table_id is None:
        return None
    return f"/table/{row.table_id}/games/1" if row.outcome in PLAYED else f"/table/{row.table_id}"


def results_csv(tournament: Tournament) -> str:
    """Return every pairing as a line of CSV: round, board, seeds and names, the outcome, and where the game is."""
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
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


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
