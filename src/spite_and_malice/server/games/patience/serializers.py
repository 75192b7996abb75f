"""The data of a patience table sent to a page: nothing depends on a card that the player has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spite_and_malice.patience import Hint, Rules, describe
from spite_and_malice.patience.advice import reason_for, reason_to_go_back
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.patience.hints import COUNTED
from spite_and_malice.texts import _

from ...protocol.patience import (
    DealInfo,
    PatienceEnd,
    PatienceHint,
    PatienceRefused,
    PatienceState,
    PatienceTableInfo,
    Rank,
)
from ...store import PlayedDeal, is_day_running
from ...tables.game import Refusal
from .results import MEASURES, DayResult, records_of, replay_url
from .table import KIND, PatienceTable


def view_of(table: PatienceTable) -> dict[str, Any]:
    """Return the player's view of the cards."""
    return table.played.game.view().to_json()


def state_of(table: PatienceTable, now: int) -> PatienceState:
    """Return the counters at a time in UTC milliseconds, and the possible actions."""
    played, game = table.played, table.played.game
    view = game.view()
    goes_on = not played.is_over
    elapsed = played.elapsed(now)
    return PatienceState(
        moves=len(game.moves),
        undos=played.undos,
        hints=played.hints,
        answers=played.answers,
        passes=view.pass_number,
        elapsed=elapsed,
        counts_on=played.counts_on(now),
        running=played.is_timed,
        paused=played.paused,
        can_undo=goes_on and bool(game.moves),
        can_redo=goes_on and bool(game.undone),
        can_finish=goes_on and bool(finishing(game.position)),
        turned=sum(pile.down for pile in view.tableau),
        verdict=played.verdict if goes_on and played.is_told else None,
        points=table.points(elapsed),
    )


def is_lost(given: Hint, rules: Rules) -> bool:
    """Say whether there is nothing to advise; if each card counts, play continues in a lost game too."""
    return given.move is None or (given.is_lost and rules.aim not in COUNTED)


def hint_of(table: PatienceTable, message_id: str, given: Hint) -> PatienceHint:
    """Return the advice, in the current language: a move, moves to take back, or neither in a lost game."""
    played = table.played
    back = played.way_back(given)
    game = played.game
    moves = 0 if played.is_hopeless else len(game.moves)
    why = reason_for(game.view(), given, played.is_known_lost, moves, played.known, played.astray)
    reason = reason_to_go_back(back) if back else why
    move = None if back or is_lost(given, game.rules) else str(given.move)
    if move is None and played.astray is not None and played.astray.had_way:
        back = back or played.astray.steps
    return PatienceHint(message_id, table.number, table.ply, move, back, reason, given.winnable)


def table_info(table: PatienceTable) -> PatienceTableInfo:
    """Return what stays constant from move to move, in the current language."""
    row, deal = table.row, table.played.deal
    is_told = table.played.is_over and not is_day_running(deal.day)
    return PatienceTableInfo(
        id=row.id,
        kind=KIND,
        name=_(row.name),
        preset=row.preset,
        rules=row.rules,
        rules_words=describe(table.rules),
        deal=DealInfo(
            choice=deal.choice,
            level=deal.level if is_told or deal.is_level_asked else None,
            day=deal.day,
            number=deal.number if is_told or deal.is_open else None,
            numbers=deal.numbers,
            commitment=table.commitment,
            secret=table.game.secret.hex() if is_told else None,
        ),
        share=f"/patience?deal={row.id}.{table.number}" if deal.day is None else f"/patience/day/{deal.day}",
    )


def end_of(table: PatienceTable, games: Sequence[PlayedDeal], of_day: Sequence[DayResult]) -> PatienceEnd:
    """Return how the newest game ended, compared with the person's games of the variant and everybody's of the day."""
    result = table.played.result()
    row = table.row
    here = (row.id, table.number)
    before = [game for game in games if (game.table_id, game.number) != here]
    best = records_of("", before).best
    won = result["reason"] == "won"
    is_told = not is_day_running(table.played.deal.day)
    all_games = records_of("", games)
    return PatienceEnd(
        result=result["reason"],
        **{name: result[name] for name in ("moves", "time", "passes", "undos", "hints", "answers")},
        number=table.played.deal.number if is_told else None,
        secret=table.game.secret.hex() if is_told else None,
        replay=replay_url(*here) if is_told else None,
        records={
            name: won and row.practice is None and ((line := best[name]) is None or result[name] < getattr(line, name))
            for name in MEASURES
        },
        played=all_games.played,
        won=all_games.won,
        streak=all_games.streak,
        totals={line.id: line.total for line in all_games.points if line.total is not None},
        rank=_rank(table, of_day),
    )


def refused(table: PatienceTable, message_id: str | None, refusal: Refusal, now: int) -> PatienceRefused:
    """Return why a message had no effect, with the current table."""
    return PatienceRefused(
        id=message_id,
        code=refusal.code,
        message=str(refusal),
        version=table.version,
        game=table.number,
        ply=table.ply,
        view=view_of(table),
        state=state_of(table, now),
    )


def _rank(table: PatienceTable, of_day: Sequence[DayResult]) -> Rank | None:
    if table.row.day is None or table.number != 1:
        return None
    own = next((line for line in of_day if line.game.person == table.row.host), None)
    ranked = sum(not line.late and not line.newcomer for line in of_day)
    return Rank(None if own is None else own.rank, ranked, own is not None and own.newcomer)
