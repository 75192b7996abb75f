"""The table data sent to a seat or a spectator. Every card that leaves the server passes through here.

Each message is made from `Game.view` of the viewer's own seat, from the public log, and from the table's public data;
nothing else of the game is accessible.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import Raw

from spite_and_malice.play.figures import time_played
from spite_and_malice.play.game import UNDO
from spite_and_malice.rules import Rules, describe, differences
from spite_and_malice.texts import _, current_language, current_terms, translated_terms

from ...protocol.outgoing import (
    Clocks,
    Event,
    MatchInfo,
    People,
    Refused,
    Said,
    SeatInfo,
    SeatPresence,
    Snapshot,
    TableInfo,
    encode,
)
from ...store.records import STAND_IN
from ...tables.presence import Presence
from .situation import situation
from .table import SeatAction, Table, shown_name


@dataclass(frozen=True, slots=True)
class Viewer:
    """The recipient of a message: their seat (None for a spectator), and whether they are the host.

    ``sees`` is False for a person who may not watch, ``live`` is False for a delayed spectator; ``out`` is True for a
    person whom the host has asked to leave.
    """

    seat: int | None
    host: bool = False
    sees: bool = True
    live: bool = True
    out: bool = False


def snapshot(table: Table, viewer: Viewer, people: People, chat: Iterable[Said]) -> Snapshot:
    """Return everything that a viewer may see of a table, which for delayed spectators is an earlier state."""
    dealt = table.dealt if viewer.sees else None
    return Snapshot(
        version=table.version,
        game=table.number,
        ply=table.ply,
        table=table_info(table, viewer),
        people=people,
        chat=list(chat) if viewer.sees else [],
        view=None if dealt is None else dealt.game.view(viewer.seat).to_json(),
        log=[] if dealt is None else list(dealt.game.log),
        played=[] if dealt is None else dealt.game.cards_played(),
        undo=dealt is not None and _can_undo(table, viewer.seat),
        standing=None if dealt is None else _standing(table),
        seconds=None if dealt is None else _seconds(table),
    )


def event_texts(table: Table, viewers: Collection[int | None], action: SeatAction) -> dict[int | None, bytes]:
    """Return the event of the newest action, with each viewer's view of the table after it.

    Only the mover learns the id of its message.
    """
    dealt = table.newest
    game = dealt.game
    is_undo, over = action.text == UNDO, game.is_over
    event = Event(
        version=table.version,
        game=dealt.row.number,
        ply=len(game.actions),
        seat=action.seat,
        action=UNDO if is_undo else "move",
        move=None if is_undo else action.text,
        id=None,
        view=Raw(),
        undo=False,
        clocks=None if dealt.clocks is None else clocks(table, dealt.clocks),
        stand_in=action.note == STAND_IN,
        match=match_info(table) if over else None,
        standing=_standing(table) if over else None,
        seconds=_seconds(table) if over else None,
        secret=table.revealed_secret if over else None,
        next_commitment=table.next_commitment if over else None,
        worlds=action.worlds,
        # A running clock already belongs to the next player.
        pause=action.pause if dealt.clocks is None else None,
    )
    texts: dict[int | None, bytes] = {}
    for viewer, view in game.views_json(viewers).items():
        event.id = action.message_id if viewer == action.seat else None
        event.view = Raw(view)
        event.undo = viewer is not None and game.can_undo(viewer)
        texts[viewer] = encode(event)
    return texts


def refused(table: Table, viewer: Viewer, message_id: str, code: str, message: str) -> Refused:
    """Return why a message had no effect, with the table as the viewer sees it."""
    if table.dealt is None or not (viewer.sees and viewer.live):
        return Refused(message_id, code, message)
    return Refused(
        id=message_id,
        code=code,
        message=message,
        version=table.version,
        ply=table.ply,
        view=Raw(table.game.views_json((viewer.seat,))[viewer.seat]),
        undo=_can_undo(table, viewer.seat),
    )


def people(
    table: Table,
    presence: Presence,
    viewer: Viewer,
    watching: int,
    left: tuple[int, ...] | None,
    ready: Collection[int] = (),
    deals_in: float | None = None,
    until: Mapping[int, int] | None = None,
) -> People:
    """Return the people at a table and its settings; ``left`` is the time left on the clocks.

    The ``ready`` seats want the next game, which is dealt in ``deals_in`` seconds; ``until`` gives the start of the
    stand-in for absent people.
    """
    seats = table.row.seats
    return People(
        state=table.state,
        you=viewer.seat,
        host=viewer.host,
        watching=watching,
        seats=tuple(
            SeatPresence(
                kind=seat.kind,
                name=shown_name(seat),
                side=table.rules.side_of(number),
                player=seat.player,
                host=seat.person == table.row.host,
                here=number in presence.here,
                away_since=presence.away_since(number) if seat.kind == "person" else None,
                stand_in=seat.stand_in,
                free=seat.free,
                contributed=table.contribution_of(number) != "",
                head=seat.head,
                ready=number in ready,
                who=_who(table, seat.person),
                sign=seat.sign,
            )
            for number, seat in enumerate(seats)
        ),
        clocks=None if left is None or not (viewer.sees and viewer.live) else clocks(table, left),
        settings=table.row.settings,
        next_commitment=table.next_commitment,
        deals_in=None if deals_in is None else int(deals_in * 1000),
        out=viewer.out,
        kicked=len(table.row.kicked) if viewer.host else 0,
        may_resign=viewer.seat is not None and table.may_resign(viewer.seat),
        now=situation(table, viewer.seat, presence.here, until or {}, host=viewer.host, out=viewer.out),
    )


def _who(table: Table, person: str | None) -> str | None:
    """Return an id for a person that is valid only at this table and does not reveal who they are."""
    return None if person is None else sha256(f"{table.row.id} {person}".encode()).hexdigest()[:12]


def clocks(table: Table, left: tuple[int, ...]) -> Clocks:
    """Return the clocks of the people; programs have none."""
    return tuple(None if table.program_at(seat) is not None else each for seat, each in enumerate(left))


def match_info(table: Table) -> MatchInfo:
    """Return the match score so far."""
    return MatchInfo(
        scores=tuple(table.match.scores),
        target=table.rules.target,
        over=table.match.is_over,
        winners=tuple(table.match.winners),
        games_played=table.match.games_played,
        games=tuple(table.match.games),
        stand_ins=tuple(table.stand_ins),
    )


def table_info(table: Table, viewer: Viewer) -> TableInfo:
    """Return the data of the table itself."""
    dealt = table.dealt if viewer.sees else None
    sentences, phrases = _in_words(table.rules, current_language(), tuple(current_terms().items()))
    return TableInfo(
        id=table.row.id,
        name=_(table.row.name),
        preset=table.row.preset,
        terms=translated_terms(),
        rules=table.row.rules if dealt is None else None,
        rules_words=sentences,
        differences=phrases,
        seats=tuple(
            SeatInfo(
                kind=seat.kind,
                name=shown_name(seat),
                side=table.rules.side_of(number),
                player=seat.player,
                head=seat.head,
                sign=seat.sign,
            )
            for number, seat in enumerate(table.row.seats)
        ),
        match=match_info(table),
        you=viewer.seat,
        commitment=table.commitment,
        contributions=() if dealt is None else dealt.row.contributions,
        secret=None if dealt is None else table.revealed_secret,
        next_commitment=table.next_commitment,
    )


@lru_cache(maxsize=256)
def _in_words(
    rules: Rules, _language: str, _terms: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return rules in words, and their differences from the standard ones, in the current language and terms."""
    return tuple(describe(rules)), tuple(differences(rules))


def _can_undo(table: Table, viewer: int | None) -> bool:
    return viewer is not None and table.game.can_undo(viewer)


def _standing(table: Table) -> list[dict[str, Any]] | None:
    return table.game.standing() if table.game.is_over else None


def _seconds(table: Table) -> int | None:
    return time_played(table.newest.times) // 1000 if table.game.is_over else None
