"""A session at a table: the server's messages become lines, typed lines become messages."""

from __future__ import annotations

import queue
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from spite_and_malice.engine import Move
from spite_and_malice.terminal.backend import Backend, Ended, Heard, Lost, Message, NoAnswer
from spite_and_malice.terminal.commands import command_of, help_lines, move_of, yes_or_no
from spite_and_malice.terminal.console import Keyboard, NothingMore, Output, Typed, read_lines
from spite_and_malice.terminal.messages import greeting, reviewed, was_said, what_was_missed, who_is_there
from spite_and_malice.terminal.table import Table, moves_in_words, moves_line, table_lines
from spite_and_malice.terminal.words import (
    clock_text,
    match_words,
    move_sentence,
    people_sentences,
    result_words,
    situation_sentence,
    stalemate_words,
    turn_words,
    undo_sentence,
)
from spite_and_malice.texts import _, listed, ngettext

_LOOKING: Final = 0.5
"""Seconds after which Ctrl-C is noticed if nothing arrives; only Windows needs it."""


class Session:
    """A table, a keyboard, and an output."""

    def __init__(
        self,
        backend: Backend,
        keyboard: Keyboard,
        output: Output,
        *,
        name: str,
        way_back: str,
        sits: bool = True,
    ) -> None:
        """``way_back`` is the command that continues this table; people without a seat watch from the first game on."""
        self._backend = backend
        self._keyboard = keyboard
        self._output = output
        self._name = name
        self._way_back = way_back
        self._sits = sits
        self._table = Table()
        self._events: queue.SimpleQueue[Heard | Lost | Ended | Typed | NothingMore] = queue.SimpleQueue()
        self._typed: deque[str] = deque()
        self._has_more = True
        self._pending: Message | None = None
        self._contributed = ""
        self._is_over = False
        self._is_lost = False
        self._resigning: tuple[int, int] | None = None
        """The game and number of actions at which the player said they resign."""
        self._stalemate: tuple[int, int] | None = None
        """The game and number of actions at which the player was asked whether it may end in a stalemate."""

    def run(self) -> None:
        """Play until the person leaves or the table is gone; Ctrl-C means leaving.

        Raises `NoAnswer` if the table could not be reached at all.
        """
        line = self._line = self._backend.open(self._events.put)
        read_lines(self._keyboard, self._events.put)
        try:
            while not self._is_over:
                self._work_off()
                if self._is_over:
                    break
                self._ask()
                try:
                    event = self._events.get(timeout=_LOOKING)
                except queue.Empty:
                    continue
                self._happened(event)
                self._output.changed()
        except KeyboardInterrupt:
            self._say("")
            self._leave()
        finally:
            line.close()

    @property
    def table(self) -> Table:
        """The table as it was last reported."""
        return self._table

    # --- what is typed ----------------------------------------------------------------------------------------------

    @property
    def _is_ready(self) -> bool:
        """Whether the next line can be taken: from a pipe only when there is something to answer."""
        table = self._table
        if self._pending is not None or not table.people or self._is_lost:
            return False
        if self._keyboard.is_terminal or table.you is None or self._is_awaited:
            return True
        # Nothing more will be typed: waiting for another person would take forever.
        is_persons_turn = table.view is not None and table.people["seats"][table.view.turn]["kind"] == "person"
        return is_persons_turn and not self._has_more

    @property
    def _is_cut_off(self) -> bool:
        """Whether the connection of a person who may leave at any time is lost."""
        return self._is_lost and self._keyboard.is_terminal

    @property
    def _is_awaited(self) -> bool:
        """Whether this person has to act."""
        table = self._table
        if table.you is None:
            return False
        return not self._starts_by_itself if table.view is None else table.is_my_turn or table.is_over or self._is_asked

    @property
    def _starts_by_itself(self) -> bool:
        people = self._table.people
        return people["settings"]["start"] == "full" and all(seat["kind"] != "open" for seat in people["seats"])

    def _work_off(self) -> None:
        while self._typed and self._is_ready and not self._is_over:
            text = self._typed.popleft()
            self._output.answered(None if self._keyboard.is_terminal else text)
            self._obey(text.strip())
        if not self._typed and not self._has_more and (self._is_ready or self._is_cut_off) and not self._is_over:
            if not self._keyboard.is_terminal and self._is_awaited:
                # The output is the same whether the end of a pipe came before or after the question.
                self._output.prompt()
            self._leave()

    def _ask(self) -> None:
        if self._is_ready and self._is_awaited:
            self._output.prompt()

    def _obey(self, text: str) -> None:
        if not text:
            self._show_table()
            return
        if self._is_asked and text.casefold() == "pass":
            self._send("stalemate", end=True, **self._table.told())
            return
        if self._is_asked and command_of(text) == ("undo", ""):
            self._take_pass_back()
            return
        if (answer := yes_or_no(text)) is not None and self._answer(answer):
            return
        move = move_of(text, self._table.moves)
        found = None if move is not None else command_of(text)
        if found is not None:
            command, rest = found
            self._acts[command](self, rest)
        elif move is not None or (text.isdigit() and not self._table.is_my_turn):
            self._play(move or text)
        elif text.isdigit():
            self._say(_("There is no move of this number: “moves” lists what you may play."))
        else:
            self._say(_("“{text}” is neither a command nor a move: “help” lists the commands.").format(text=text[:40]))

    def _play(self, move: str) -> None:
        if self._table.view is None:
            self._say(_("The first game has not been dealt yet."))
        elif self._table.you is None:
            self._say(_("You are watching."))
        elif self._table.is_over:
            self._say(_("The game is over: “next” deals another one."))
        elif not self._table.is_my_turn:
            self._say(f"{_('It is not your turn.')} {turn_words(self._table.view, self._table.company)}")
        elif move == "pass" and self._table.pass_would_end:
            self._ask_first()
        else:
            self._send("move", move=move, **self._table.told())

    @property
    def _is_asked(self) -> bool:
        return self._stalemate == (self._table.game, self._table.ply)

    def _ask_first(self) -> None:
        """Ask before a pass that would end the game; the answer is another pass, or any other move."""
        table, view = self._table, self._table.view
        assert view is not None
        self._stalemate = (table.game, table.ply)
        company = table.company
        others = [company.name(seat) for seat in range(view.rules.players) if seat != table.you]
        told = ngettext("{names} has just passed.", "{names} have just passed.", len(others))
        self._say(told.format(names=listed(others)))
        self._say(_("If you pass as well, that is a stalemate and the game is over."))
        self._say(stalemate_words(view, company))
        self._say(_("“pass” once more ends the game; any other move plays on."))

    def _take_pass_back(self) -> None:
        """Let the game go on: answer no to somebody else's pass; your own has not been sent yet."""
        if not self._table.is_my_turn:
            self._send("stalemate", end=False, **self._table.told())
            return
        self._stalemate = None
        self._say(_("You take your pass back: play on."))

    def _hear_stalemate(self, message: Message) -> None:
        """Report the state of the agreement before a stalemate, and ask for your own answer."""
        table, company, broken = self._table, self._table.company, message["broken_by"]
        asks, agreed = message["asks"], message["agreed"]
        if table.view is None or message["ply"] != table.ply:
            return
        self._stalemate = None
        if broken is not None:
            said = _("{name} breaks the stalemate and plays on.").format(name=company.name(broken))
            self._say(_("You take your pass back: play on.") if broken == table.you else said)
        elif not agreed:
            if asks != table.you:
                self._say(_("{name} does not pass.").format(name=company.name(asks)))
        elif table.you is not None and asks != table.you and table.you not in agreed:
            self._stalemate = (table.game, table.ply)
            said = _("{name} would pass as well: that is a stalemate, and the game would be over.")
            self._say(said.format(name=company.name(asks)))
            self._say(stalemate_words(table.view, company))
            self._say(_("“pass” ends the game; “undo” takes your pass back, and you play on."))
        else:
            seats = enumerate(table.people["seats"])
            missing = [company.name(seat) for seat, who in seats if who["kind"] == "person" and seat not in agreed]
            if missing:
                self._say(_("Waiting for {names}.").format(names=listed(missing)))

    def _undo(self, rest: str) -> None:
        if self._is_dealt():
            self._send("undo_turn" if rest else "undo", **self._table.told())

    def _resign(self, _rest: str) -> None:
        """Resign, once the player has said so twice."""
        if not self._is_dealt():
            return
        place = (self._table.game, self._table.ply)
        if self._table.you is None:
            self._say(_("You are watching."))
        elif self._table.is_over:
            self._say(_("The game is over; nothing is left to give up."))
        elif not self._table.may_resign:
            self._say(_("Others would lose or win by it. “leave” lets a stand-in play on for you."))
        elif self._resigning == place:
            self._send("resign", **self._table.told())
        else:
            self._resigning = place
            self._say(_("You would lose this game, and it counts. Type “resign” once more to give it up."))

    def _answer(self, is_yes: bool) -> bool:
        """Take yes or no for an answer to the table's question; says whether there was one."""
        if self._is_asked and is_yes:
            self._send("stalemate", end=True, **self._table.told())
        elif self._is_asked:
            self._take_pass_back()
        elif self._resigning != (self._table.game, self._table.ply) or self._table.is_over:
            return False
        elif is_yes:
            self._resign("")
        else:
            self._resigning = None
            self._show_table()
        return True

    def _help_me(self, kind: str) -> None:
        if self._is_dealt():
            self._say(_("Thinking…"))
            self._send(kind, **self._table.told())

    def _say_rules(self, _rest: str) -> None:
        self._say(_(self._table.info["name"]))
        self._output.say_all(self._table.info["rules_words"])

    def _show_moves(self, _rest: str) -> None:
        view = self._table.view
        if view is not None and self._table.is_my_turn:
            self._output.say_all(moves_in_words(view, self._table.company))
        elif self._is_dealt():
            self._say(self._turn_words())

    def _score(self, _rest: str) -> None:
        match, company = self._table.info["match"], self._table.company
        self._say(match_words(match, self._table.game, company) or _("This is a single game, without points."))

    def _record(self, rest: str) -> None:
        if not self._is_dealt():
            return
        try:
            text = self._backend.record(self._table.game, whole=self._table.is_over)
            if not rest:
                self._output.copy(text)
                return
            with Path(rest).expanduser().open("x", encoding="utf-8") as file:
                file.write(text)
            self._say(_("The record is in {file}.").format(file=rest))
        except NoAnswer as error:
            self._say(str(error))
        except FileExistsError:
            self._say(_("{file} exists already: name another file.").format(file=rest))
        except OSError as error:
            self._say(_("{file} cannot be written: {reason}.").format(file=rest, reason=error.strerror or error))

    def _review(self, _rest: str) -> None:
        if not self._is_dealt():
            return
        if not self._table.is_over:
            self._say(_("This game is not over yet."))
            return
        self._say(_("Looking through the game: this takes a moment…"))
        try:
            found = self._backend.review(self._table.game, self._table.you or 0)
        except NoAnswer as error:
            self._say(str(error))
            return
        self._output.say_all(reviewed(found))

    def _next(self, _rest: str) -> None:
        if self._is_dealt():
            self._send("next", game=self._table.game)

    def _chat(self, rest: str) -> None:
        if rest:
            self._send("say", text=rest)
        else:
            self._say(_("Write what you want to say after the word: “chat Well played!”."))

    def _who(self, _rest: str = "") -> None:
        self._output.say_all(who_is_there(self._table.people, self._table.company))

    def _sit(self, rest: str = "") -> None:
        """Take the first free seat, or come back to your own."""
        people = self._table.people
        if self._table.you is not None:
            self._send("back")
            return
        seats = people["seats"]
        gathers = people["state"] == "gathering"
        free = [number for number, seat in enumerate(seats) if (seat["kind"] == "open" if gathers else seat["free"])]
        if free:
            self._send("sit" if gathers else "take", seat=free[0], name=rest or self._name)
        else:
            self._say(_("No seat is free: you are watching."))

    def _give(self, _rest: str) -> None:
        """Give more time to a player whose time ran out, or wait again for one who is away."""
        people = self._table.people
        if not _may(people, "more_time"):
            self._say(_("Nobody here has let their time run out."))
            return
        self._send("more_time", seat=_late(people))

    def _claim(self, _rest: str) -> None:
        """Claim the win against a player whose time ran out."""
        people = self._table.people
        if not _may(people, "claim"):
            self._say(_("There is no win to claim here."))
            return
        self._send("claim", seat=_late(people), **self._table.told())

    def _leave(self, _rest: str = "") -> None:
        """End the session; the game is kept."""
        self._is_over = True
        self._output.close()
        if self._table.you is None:
            self._say(_("Goodbye!"))
        else:
            self._say(_("Your game is kept. To go on with it:"))
            # Unbroken, so that it can be copied.
            self._output.copy(f"  {self._way_back}\n")

    def _help(self, _rest: str) -> None:
        table = self._table
        # A seat played by a stand-in is taken back, and a game not dealt yet is begun.
        is_alone = table.is_alone and table.view is not None and not table.people["seats"][table.you]["stand_in"]
        self._output.say_all(help_lines(is_alone=is_alone))

    def _is_dealt(self) -> bool:
        if self._table.view is None:
            self._say(_("The first game has not been dealt yet."))
        return self._table.view is not None

    _acts: Final[dict[str, Callable[[Session, str], None]]] = {
        "table": lambda self, _rest: self._show_table(),
        "moves": _show_moves,
        "hint": lambda self, _rest: self._help_me("hint"),
        "reach": lambda self, _rest: self._help_me("reach"),
        "undo": _undo,
        "resign": _resign,
        "score": _score,
        "rules": _say_rules,
        "record": _record,
        "review": _review,
        "next": _next,
        "chat": _chat,
        "who": _who,
        "start": lambda self, _rest: self._send("start"),
        "stand": lambda self, _rest: self._send("stand"),
        "sit": _sit,
        "claim": _claim,
        "give": _give,
        "leave": lambda self, _rest: self._send("leave"),
        "help": _help,
        "quit": _leave,
    }

    def _send(self, kind: str, **fields: Any) -> None:
        """Send a message and wait for its answer before the next line is taken."""
        self._pending = {"type": kind, "id": secrets.token_hex(8), **fields}
        self._line.send(self._pending)

    def _asked(self, kind: str) -> bool:
        return self._pending is not None and self._pending["type"] == kind

    # --- what happens -----------------------------------------------------------------------------------------------

    def _happened(self, event: Heard | Lost | Ended | Typed | NothingMore) -> None:
        match event:
            case Typed():
                self._typed.append(event.text)
            case NothingMore():
                self._has_more = False
            case Heard():
                self._heard(event.message)
            case Lost():
                self._is_lost = True
                self._say(_("The connection is lost. Trying again in {n} s.").format(n=event.seconds))
            case Ended():
                if not self._table.people and event.why:
                    raise NoAnswer(event.why)
                if event.why:
                    self._say(event.why)
                self._leave()

    def _heard(self, message: Message) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self._snapshot(message)
        elif kind == "event":
            self._event(message)
        elif kind == "people":
            self._people(message)
        elif kind == "said":
            self._say(was_said(message))
        elif kind == "stalemate":
            self._hear_stalemate(message)
        elif kind == "hint":
            if self._table.view is not None:
                self._table.advised = Move.parse(message["move"])
                self._say(f"{message['move']}: {message['reason']}")
        elif kind == "reach":
            self._say(message["words"])
        elif kind == "refused" and not self._table.people:
            raise NoAnswer(message["message"])
        elif kind == "refused":
            if message["view"] is not None and message["ply"] is not None and self._table.view is not None:
                self._table.take(message)
            self._say(message["message"])
            if message["code"] == "nothing_to_undo" and self._asked("undo") and self._table.may_take_back:
                self._say(_("“undo turn” takes your whole turn back."))
        if message.get("id") is not None and self._pending is not None and message["id"] == self._pending["id"]:
            self._pending = None
        if kind in ("snapshot", "event", "people"):
            self._contribute()

    def _snapshot(self, message: Message) -> None:
        table = self._table
        first, before, log, you = not table.people, table.game, table.log, table.you
        had_view, was_over = table.view is not None, table.is_over
        table.take(message)
        if first:
            self._output.say_all(greeting(table.info, whole=table.view is None))
        if table.view is None:
            if first:
                self._who()
                if table.you is None and self._sits:
                    self._sit()
            if table.you is not None and (first or you is None):
                self._say_situation()
        elif table.game != before or not had_view:
            if said := match_words(table.info["match"], table.game, table.company):
                self._say(said)
            elif not first:
                self._say(_("The cards are dealt."))
            self._show_table()
        else:
            self._output.say_all(what_was_missed(table, log))
            if table.is_over and not was_over:
                self._end()
            else:
                self._show_table()
        if self._pending is not None and self._is_lost:
            # It may have got lost with the connection; one that was carried out is not repeated.
            self._line.send(self._pending)
        self._is_lost = False

    def _say_situation(self) -> None:
        people = self._table.people
        if said := situation_sentence(people, int(time.time() * 1000)):
            self._say(said)
        if "start" in (people.get("now") or {}).get("acts", ()):
            self._say(_("“start” deals the first game."))

    def _event(self, message: Message) -> None:
        table = self._table
        before = table.view
        if before is None or message["game"] != table.game:
            return
        if message["ply"] != table.ply + 1:
            # Something is missing, or came twice: ask for the current state.
            if message["ply"] > table.ply:
                self._line.send({"type": "hello"})
            return
        table.take(message)
        if message["action"] == "undo" or message["move"] is None:
            del table.log[-1:]
            self._say(undo_sentence(message["seat"], table.company))
        else:
            table.log.append(f"{message['seat']} {message['move']}")
            self._say(move_sentence(Move.parse(message["move"]), message["seat"], before, table.company))
        if table.is_over:
            self._end()
        elif table.is_my_turn:
            # Nothing has changed for the others within your own turn.
            self._show_table(others=before.turn != table.you)
            clocks = message["clocks"]
            if clocks and clocks[table.you] is not None and before.turn != table.you:
                self._say(_("Time left: {time}.").format(time=clock_text(clocks[table.you])))

    def _end(self) -> None:
        table = self._table
        assert table.view is not None
        self._say("")
        self._say(result_words(table.view, table.company))
        if said := match_words(table.info["match"], table.game, table.company):
            self._say(said)
        if table.you is not None:
            self._say(_("“next” deals another game, “review” shows what could have been better, “quit” ends."))

    def _people(self, message: Message) -> None:
        before, self._table.people = self._table.people, message
        if _may(message, "more_time") and not _may(before, "more_time"):
            self._say_situation()
            if message["now"]["state"] == "stands_in":
                self._say(_("“give” waits for them again."))
            else:
                self._say(_("“give” gives them three more days."))
        if _may(message, "claim") and not _may(before, "claim"):
            if not _may(message, "more_time"):
                self._say_situation()
            self._say(_("“claim” wins the game."))
        if not before:
            return
        self._output.say_all(people_sentences(before, message))
        now, was = message.get("now"), before.get("now")
        if now not in (None, was) and (self._table.view is None or (now["state"], was) == ("away", None)):
            self._say_situation()

    def _contribute(self) -> None:
        """Send the contribution to the next deal."""
        table = self._table
        commitment = table.people["next_commitment"] if table.people else ""
        if table.you is None or not commitment or commitment == self._contributed:
            return
        if table.people["seats"][table.you]["contributed"]:
            return
        self._contributed = commitment
        message = {"type": "contribute", "id": secrets.token_hex(8), "game": table.game + 1}
        self._line.send({**message, "contribution": secrets.token_hex(32)})

    # --- what is written --------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._output.say(text)

    def _turn_words(self) -> str:
        view, company = self._table.view, self._table.company
        assert view is not None
        return result_words(view, company) if view.is_over else turn_words(view, company)

    def _show_table(self, *, others: bool = True) -> None:
        """Write the table, and the possible actions."""
        view, company = self._table.view, self._table.company
        if view is None:
            self._who()
            return
        self._output.table(["", *table_lines(view, company, others=others), self._turn_words()])
        if self._table.is_my_turn:
            self._output.table([moves_line(view)])


def _may(people: Mapping[str, Any], act: str) -> bool:
    """Say whether the situation offers you an action."""
    return act in (people.get("now") or {}).get("acts", ())


def _late(people: Mapping[str, Any]) -> int:
    """Return the seat of somebody else whose time ran out."""
    late = (number for number, seat in enumerate(people["seats"]) if seat["stand_in"] in ("clock", "away"))
    return next(number for number in late if number != people["you"])
