"""A table for one person without a server: the game in this program, each game a record file in a folder.

It uses the messages of docs/protocol.md, as far as a session needs them. A computer player gets its view and the public
log, as on a server, but thinks in the process that holds the cards.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from spite_and_malice.analysis.earlier import NOTHING
from spite_and_malice.analysis.hint import hint, rest_of
from spite_and_malice.analysis.reach import reach, reach_words
from spite_and_malice.analysis.review import review
from spite_and_malice.analysis.together import moment_of, together
from spite_and_malice.engine import IllegalMove, InvalidNotation
from spite_and_malice.play import (
    FairDeal,
    Game,
    InvalidRecord,
    Match,
    NothingToUndo,
    Record,
    RecordedAction,
    RecordedSeat,
    new_secret,
    parse,
    record_game,
    write,
)
from spite_and_malice.play.game import RESIGN, TAKEBACK, UNDO
from spite_and_malice.players import PLAYERS, choose
from spite_and_malice.rules import PRESETS, Rules, describe
from spite_and_malice.terminal.backend import Heard, LineEvent, Message, NoAnswer
from spite_and_malice.terminal.kept import keep
from spite_and_malice.texts import N_, _

_YOU: Final = 0
_SECONDS: Final = 1.0
"""The time a computer player has for a move."""


class Alone:
    """A match of seat 0, a person, against computer players: a `Backend`, and its own `Line`."""

    def __init__(
        self,
        folder: Path,
        table: str,
        preset: str | None,
        rules: Rules,
        seats: Sequence[RecordedSeat],
        secret: Callable[[], bytes] = new_secret,
    ) -> None:
        """``secret`` draws the secret of a deal. Raises `NoAnswer` if nothing can be stored there."""
        self._folder = folder
        self._id = table
        self._preset = preset
        self._rules = rules
        self._seats = tuple(seats)
        self._secret = secret
        self._tell: Callable[[LineEvent], None] = lambda _event: None
        self._records: list[Record] = []
        """The games before this one, and the initial or stored state of this one."""
        self._match: Match | None = None
        self._began = 0
        self._advised: tuple[list[str], Sequence[str]] = [], ()
        """The moves made up to the last hint, and the line that it advised."""
        self._heard = NOTHING
        """What the game's hints have said."""

    @classmethod
    def begin(
        cls,
        folder: Path,
        preset: str | None,
        rules: Rules,
        name: str,
        opponents: Sequence[str],
        secret: Callable[[], bytes] = new_secret,
    ) -> Alone:
        """Set up a table against computer players by their ids, and deal its first game."""
        names = [name or _("You")]
        for player in opponents:
            character = PLAYERS[player].character
            known = (PLAYERS[player].name,) if character is None else (character.name, *character.company)
            names.append(next((own for own in known if own not in names), f"{known[0]} {len(names)}"))
        seats = [RecordedSeat("person", names[0])]
        seats += [RecordedSeat("computer", own, player) for own, player in zip(names[1:], opponents, strict=True)]
        alone = cls(folder, secrets.token_hex(6), preset, rules, seats, secret)
        alone._deal()
        return alone

    @classmethod
    def going_on(cls, folder: Path) -> Alone | None:
        """Return the last unfinished table in a folder, None if there is none."""
        kept = sorted(folder.glob("*-*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept:
            record = _read(path)
            if record is None or record.outcome is not None or record.table is None:
                continue
            alone = cls(folder, record.table, record.preset, record.rules, record.seats)
            earlier = [_read(folder / f"{record.table}-{number}.txt") for number in range(1, record.number or 1)]
            alone._go_on([*filter(None, earlier), record])
            return alone
        return None

    def open(self, tell: Callable[[LineEvent], None]) -> Alone:
        """Start reporting events."""
        self._tell = tell
        self._show()
        self._let_computers_play()
        return self

    def close(self) -> None:
        """Stop reporting events."""
        self._tell = lambda _event: None

    def send(self, message: Message) -> None:
        """Carry out the person's request, and report its outcome."""
        message_id = message.get("id")
        try:
            match message["type"]:
                case "move":
                    self._act(message["move"], message_id)
                case "undo":
                    self._act(UNDO, message_id)
                case "undo_turn":
                    self._game.act(_YOU, TAKEBACK)
                    self._keep(TAKEBACK)
                    self._show()
                    self._answer("accepted", message_id)
                case "resign":
                    self._game.resign(_YOU)
                    self._keep(RESIGN)
                    self._count()
                    self._show()
                    self._answer("accepted", message_id)
                case "stalemate":
                    self._end_unless_broken(message_id)
                case "next":
                    self._next(message_id)
                case "hint" | "reach":
                    self._advise(message["type"], message_id)
                case "contribute" | "hello":
                    pass
                case _:
                    raise NothingToUndo(_("You are alone at this table: this works only at a server's tables."))
        except (NothingToUndo, IllegalMove, InvalidNotation) as error:
            code = "nothing_to_undo" if isinstance(error, NothingToUndo) else "illegal_move"
            self._answer("refused", message_id, code=code, message=str(error), view=None, ply=None)
        except NoAnswer as error:
            # It is done, and will be stored with the next move that can be.
            self._answer("refused", message_id, code="not_stored", message=str(error), view=None, ply=None)
            self._show()

    def record(self, game: int, *, whole: bool) -> str:
        """Return the record of a game, of a running one only the person's view. Raises `NoAnswer`."""
        found = self._written()
        return write(found if whole else found.seen_by(_YOU))

    def review(self, game: int, seat: int) -> Message:
        """Return how a seat played the game that is over. Raises `NoAnswer`."""
        verdicts = [asdict(verdict) for verdict in review(self._written(), seat)]
        missed = [verdict for verdict in verdicts if verdict["best"] != verdict["played"]]
        found = together(verdicts)
        dearest = [moment_of(each) for each in verdicts if found is not None and each["number"] in found.numbers]
        summed = None if found is None else {"words": found.words, "moments": dearest}
        return {"choices": len(verdicts), "missed": missed, "together": summed}

    # --- the game -----------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        deal = FairDeal(self._secret(), ("",) * self._rules.players)
        if self._match is None or self._match.is_over:
            self._match = Match(self._rules, deal.dealer(self._rules.players))
        self._begin(deal, self._match.dealer, ())
        self._began = _now()
        self._save()

    def _begin(self, deal: FairDeal, dealer: int, actions: Sequence[RecordedAction]) -> None:
        self._game = Game.deal(self._rules, dealer, deal)
        self._fair_deal = deal
        self._actions = list(actions)
        for action in actions:
            self._game.act(action.seat, action.text)

    def _go_on(self, records: list[Record]) -> None:
        """Continue the last game of a table."""
        *earlier, last = records
        for record in records:
            if self._match is None or self._match.is_over:
                self._match = Match(self._rules, record.dealer)
            if record.outcome is not None:
                self._match.record(record.outcome.scores)
        self._records = earlier
        self._began = last.started or _now()
        assert last.secret is not None
        self._begin(FairDeal(last.secret, last.contributions), last.dealer, last.actions)

    def _next(self, message_id: str | None) -> None:
        if not self._game.is_over:
            raise NothingToUndo(_("This game is not over yet."))
        self._records.append(self._written())
        self._deal()
        self._show()
        self._answer("accepted", message_id)
        self._let_computers_play()

    def _act(self, text: str, message_id: str | None) -> None:
        self._game.act(_YOU, text)
        self._happened(_YOU, text, message_id)
        self._let_computers_play()

    def _end_unless_broken(self, message_id: str | None) -> None:
        """Pass, which ends the game, unless a computer player can go on: it takes its own pass back."""
        game = self._game
        if not game.pass_would_end:
            raise NothingToUndo(_("A pass would not end the game now."))
        others = (seat for seat in range(self._rules.players) if seat != _YOU)
        breaker = next((seat for seat in others if game.could_play(seat)), None)
        if breaker is None:
            self._act("pass", message_id)
            return
        game.act(breaker, TAKEBACK)
        self._keep(TAKEBACK, breaker)
        self._show()
        self._answer("accepted", message_id)
        self._answer("stalemate", None, ply=len(game.actions), asks=_YOU, agreed=[], broken_by=breaker)
        self._let_computers_play()

    def _let_computers_play(self) -> None:
        game = self._game
        while not game.is_over and game.turn != _YOU:
            seat = game.turn
            view = game.view(seat).to_json()
            if game.actions and game.actions[-1] == (seat, TAKEBACK):
                # It has taken its pass back to break a stalemate: passing again would not help.
                view["passes"] = self._rules.players - 1
            text = choose(self._seats[seat].player or "", view, game.log, _SECONDS, len(game.actions))
            game.act(seat, text)
            self._happened(seat, text, None)

    def _happened(self, seat: int, text: str, message_id: str | None) -> None:
        """Store an action, and only then report it."""
        self._keep(text, seat)
        self._count()
        event = {"type": "event", "seat": seat, "action": UNDO if text == UNDO else "move", "id": message_id}
        move = None if text == UNDO else text
        self._say({**event, "move": move, "clocks": None, "match": self._match_info() if self._game.is_over else None})

    def _count(self) -> None:
        """Count a finished game in its match."""
        if self._game.outcome is not None and self._match is not None:
            self._match.record(self._game.outcome.scores)

    def _keep(self, text: str, seat: int = _YOU) -> None:
        self._actions.append(RecordedAction(seat, text, _now()))
        self._save()

    def _save(self) -> None:
        keep(self._folder / f"{self._id}-{self._number}.txt", write(self._written()))

    @property
    def _number(self) -> int:
        return len(self._records) + 1

    def _written(self) -> Record:
        return record_game(
            self._rules,
            self._seats,
            self._game.dealer or 0,
            self._fair_deal,
            self._actions,
            preset=self._preset,
            table=self._id,
            number=self._number,
            started=self._began,
        )

    # --- sentences ----------------------------------------------------------------------------------------------

    def _advise(self, kind: str, message_id: str | None) -> None:
        view = self._game.view(_YOU)
        if not view.legal:
            raise NothingToUndo(_("It is not your turn."))
        if kind == "hint":
            stood, line = self._advised
            log = list(self._game.log)
            goes_on = log[: len(stood)] == stood
            begun = rest_of(line, _YOU, log[len(stood) :]) if goes_on else []
            names = [seat.name for seat in self._seats]
            given = hint(view, log, names=names, begun=begun, heard=self._heard if goes_on else NOTHING)
            self._advised, self._heard = (log, given.line), given.heard
            self._answer("hint", message_id, move=given.move, line=list(given.line), reason=given.words)
        else:
            found = reach(view)
            self._answer("reach", message_id, line=list(found.moves) or None, words=reach_words(view, found))

    def _show(self) -> None:
        """Report the complete state."""
        preset = PRESETS.get(self._preset or "")
        self._say(
            {
                "type": "snapshot",
                "table": {
                    "name": N_("House rules") if preset is None else preset.name,
                    "rules_words": describe(self._rules),
                    "match": self._match_info(),
                },
                "people": self._people(),
                "log": list(self._game.log),
                "played": self._game.cards_played(),
            },
            self._rules.to_json(),
        )

    def _say(self, message: Message, rules: dict[str, Any] | None = None) -> None:
        game = self._game
        view = game.view(_YOU).table_json() | ({} if rules is None else {"rules": rules})
        place = {"game": self._number, "ply": len(game.actions), "view": view}
        self._tell(Heard({**message, **place}))

    def _answer(self, kind: str, message_id: str | None, **fields: Any) -> None:
        self._tell(Heard({"type": kind, "id": message_id, **fields}))

    def _match_info(self) -> Message:
        assert self._match is not None
        return {"scores": self._match.scores, "target": self._rules.target}

    def _people(self) -> Message:
        seats = [
            {
                "kind": seat.kind,
                "name": seat.name,
                "side": self._rules.side_of(number),
                "here": True,
                "stand_in": None,
                "free": False,
                "contributed": True,
            }
            for number, seat in enumerate(self._seats)
        ]
        about = {"state": "running", "you": _YOU, "host": True, "watching": 0, "next_commitment": ""}
        return {**about, "seats": seats, "settings": {"start": "full"}}


def _read(path: Path) -> Record | None:
    try:
        record = parse(path.read_bytes())
    except (OSError, InvalidRecord):
        return None
    return record if record.secret is not None and record.seats[_YOU].kind == "person" else None


def _now() -> int:
    return time.time_ns() // 1_000_000
