"""A game of patience in plain lines: typed text becomes moves, and their effects are described."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from spite_and_malice.patience import IllegalMove, InvalidNotation, describe
from spite_and_malice.patience.advice import reason_for, reason_to_go_back
from spite_and_malice.patience.autoplay import AUTOPLAYS, Autoplay
from spite_and_malice.patience.hints import COUNTED
from spite_and_malice.patience.rules import name_of
from spite_and_malice.play.patience.played import FINISH, GIVE_UP, REDO, UNDO, NotNow
from spite_and_malice.play.patience.record_text import write
from spite_and_malice.play.patience.scoring import points_text, scorings_for
from spite_and_malice.terminal.backend import NoAnswer
from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output, Sitting
from spite_and_malice.terminal.patience.game import KeptGame
from spite_and_malice.terminal.patience.table import move_list, move_of, moves_line, table_lines
from spite_and_malice.terminal.words import clock_text
from spite_and_malice.texts import N_, _, ngettext

COMMANDS: Final = {
    "table": N_("table – the whole table"),
    "moves": N_("moves – what you may play; play by its number or by its notation, such as T2-T5"),
    "hint": N_("hint – a good move, and why"),
    "solve": N_("solve – whether the game can still be won"),
    "rescue": N_("rescue – back to where the game can surely be won"),
    "undo": N_("undo – take your last move back; “undo 3” takes three back"),
    "redo": N_("redo – make again what you took back; “redo 3” makes three moves"),
    "finish": N_("finish – play to the end once everything lies open"),
    "autoplay": N_("autoplay – which cards go to the foundations on their own: “autoplay off”, “safe” or “all”"),
    "score": N_("score – moves, time, points, and how you have done in this game so far"),
    "best": N_("best – your best games by these rules"),
    "rules": N_("rules – the rules of this table"),
    "record": N_("record – the game as a record once it is over; “record FILE” writes it to a file"),
    "next": N_("next – give this game up and deal the next one"),
    "help": N_("help – these lines"),
    "quit": N_("quit – leave the terminal; the game is kept"),
}
"""The commands by their English words, as at the other table (`terminal.commands`)."""

_AUTOPLAY_WORDS: Final[dict[Autoplay, str]] = {"off": N_("off"), "safe": N_("safe"), "all": N_("all")}
_AUTOPLAYS: Final[dict[Autoplay, str]] = {
    "off": N_("No card goes to its foundation on its own."),
    "safe": N_("After your moves, cards that are of no more use go to their foundations on their own."),
    "all": N_("After your moves, every card that can go to its foundation goes there on its own."),
}

Next = Callable[[], KeptGame]
"""Deals another game."""


class Patience(Sitting):
    """A game of patience, a keyboard, and an output."""

    def __init__(self, game: KeptGame, deal_next: Next, keyboard: Keyboard, output: Output, *, way_back: str) -> None:
        """``way_back`` is the command that continues this game."""
        super().__init__(keyboard, output)
        self.game: KeptGame = game
        self.advised: str = ""
        """The move of a hint, until something happens; an empty text for none."""
        self._deal_next = deal_next
        self._way_back = way_back
        self._shown: dict[str, str] = {}

    def _begin(self) -> None:
        self._say(_(name_of(self.game.rules)))
        self._say(_("“help” lists what you can type, “rules” says the rules of this table."))
        self._begin_game()

    def _obey(self, text: str) -> None:
        if not text:
            self._show()
            return
        move = move_of(text, move_list(self.game.played.game.view()))
        found = None if move is not None else command_of(text, COMMANDS)
        if found is not None:
            command, rest = found
            self._try(lambda: self._acts[command](self, rest))
        elif move is not None:
            self._try(lambda: self._act(move))
        elif text.isdigit():
            self._say(_("There is no move of this number: “moves” lists what you may play."))
        else:
            self._say(_("“{text}” is neither a command nor a move: “help” lists the commands.").format(text=text[:40]))

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (NotNow, IllegalMove, InvalidNotation) as error:
            self._say(str(error))
        except NoAnswer as error:
            # It is done, and will be stored with the next move that can be.
            self._say(str(error))
            self._show_changes()

    def _act(self, text: str) -> None:
        self.advised = ""
        moves = self.game.act(text)
        if moves and moves != (text,):
            is_undo = text.startswith(UNDO)
            said = _("Taken back: {moves}") if is_undo else _("Played: {moves}")
            self._say(said.format(moves="  ".join(moves)))
        self._show_changes()

    def _choose_autoplay(self, rest: str) -> None:
        wanted = next((each for each in AUTOPLAYS if rest.casefold() in (each, _(_AUTOPLAY_WORDS[each]))), None)
        if rest and wanted is None:
            self._say(_("Say “autoplay off”, “autoplay safe” or “autoplay all”."))
            return
        self.game.autoplay = wanted or self.game.autoplay
        self._say(_(_AUTOPLAYS[self.game.autoplay]))

    def _counted(self, action: str, rest: str) -> None:
        self._act(f"{action}:{rest}" if rest else action)

    def _hint(self, _rest: str) -> None:
        played = self.game.played
        if self._is_said_over():
            return
        if not played.game.legal_moves:
            self._say(_("No move is left: “undo” takes moves back, “next” deals another game."))
            return
        self._say(_("Thinking…"))
        given = self.game.hint()
        back = played.way_back(given)
        self.advised = str(given.move or "")
        moves = 0 if played.is_hopeless else len(played.game.moves)
        reason = reason_for(played.game.view(), given, played.is_known_lost, moves, played.known, played.astray)
        if back:
            self._say(reason_to_go_back(back))
        elif given.move is None or (given.is_lost and played.game.rules.aim not in COUNTED):
            self._say(reason)
            self._say(_("“rescue” goes back to where it can be won."))
        else:
            self._say(f"{given.move}: {reason}")

    def _solve(self, _rest: str) -> None:
        if self._is_said_over():
            return
        self._say(_("Thinking…"))
        found = self.game.solve()
        said = {
            "won": ngettext("It can be won in {count} move.", "It can be won in {count} moves.", len(found.moves)),
            "lost": _("It cannot be won from here: every way on has been tried."),
            "unknown": _("Whether it can be won was not found out in time."),
        }
        self._say(said[found.verdict].format(count=len(found.moves)))

    def _rescue(self, _rest: str) -> None:
        if self._is_said_over():
            return
        self._say(_("Thinking…"))
        self.advised = ""
        moves = self.game.rescue()
        if moves is None:
            self._say(_("No place was found from which the game can surely be won."))
        elif moves == 0:
            self._say(_("From here it can still be won."))
        else:
            self._say(ngettext("{n} move back.", "{n} moves back.", moves).format(n=moves))
            self._show_changes()

    def _best(self, _rest: str) -> None:
        finished = self.game.finished()
        won = [record.result for record in finished if record.result.reason == "won"]
        if not won:
            self._say(_("You have won no game by these rules yet."))
            return
        self._say(_("Fewest moves: {n}").format(n=min(result.moves for result in won)))
        if times := [result.time for result in won if result.time is not None]:
            self._say(_("Shortest time: {time}").format(time=clock_text(min(times))))
        for scoring in scorings_for(self.game.rules):
            self._say(
                _("Most points: {points}").format(
                    points=points_text(scoring, max(map(scoring.points_of_record, finished)))
                )
            )
        # The latest one comes first.
        row = next((n for n, record in enumerate(finished) if record.result.reason != "won"), len(finished))
        self._say(ngettext("{n} game won in a row.", "{n} games won in a row.", row).format(n=row))

    def points(self) -> list[str]:
        """Say the points by each scoring that fits the rules."""
        scorings = scorings_for(self.game.rules)
        return [points_text(each, each.points_of(self.game.played, self.game.elapsed())) for each in scorings]

    def _is_said_over(self) -> bool:
        if self.game.played.is_over:
            self._say(_("The game is over: “next” deals another one."))
        return self.game.played.is_over

    def _score(self, _rest: str) -> None:
        self._say(self._figures())
        finished = self.game.finished()
        won = sum(record.result.reason == "won" for record in finished)
        said = ngettext("{won} of {n} game was won.", "{won} of {n} games were won.", len(finished))
        self._say(said.format(won=won, n=len(finished)))
        played = self.game.played
        for scoring in scorings_for(self.game.rules):
            points = scoring.points_of(played, self.game.elapsed())
            self._say(points_text(scoring, points))
            if scoring.summed:
                # A game that is over is among the finished ones; one not begun may be replaced by another deal.
                is_more = played.is_begun and not played.is_over
                total = sum(map(scoring.points_of_record, finished)) + (points if is_more else 0)
                self._say(_("All games together: {points}").format(points=points_text(scoring, total)))

    def _figures(self) -> str:
        played = self.game.played
        moves = len(played.game.moves)
        figures = [
            ngettext("{n} move", "{n} moves", moves).format(n=moves),
            clock_text(self.game.elapsed()),
        ]
        for count, text in (
            (played.undos, ngettext("{n} taken back", "{n} taken back", played.undos)),
            (played.hints, ngettext("{n} hint", "{n} hints", played.hints)),
            (played.answers, ngettext("{n} answer", "{n} answers", played.answers)),
        ):
            if count:
                figures.append(text.format(n=count))
        return f"{', '.join(figures)}."

    def _record(self, rest: str) -> None:
        if not self.game.played.is_over:
            self._say(_("This game is not over yet."))
            return
        text = write(self.game.record())
        if not rest:
            self._output.copy(text)
            return
        try:
            with Path(rest).expanduser().open("x", encoding="utf-8") as file:
                file.write(text)
            self._say(_("The record is in {file}.").format(file=rest))
        except FileExistsError:
            self._say(_("{file} exists already: name another file.").format(file=rest))
        except OSError as error:
            self._say(_("{file} cannot be written: {reason}.").format(file=rest, reason=error.strerror or error))

    def _next(self, _rest: str) -> None:
        played = self.game.played
        if played.is_begun and not played.is_over:
            self.game.act(GIVE_UP)
            self._say(_("You give the game up. It was deal {number}.").format(number=played.deal.number))
        autoplay = self.game.autoplay
        self.game, self.advised = self._deal_next(), ""
        self.game.autoplay = autoplay
        self._begin_game()

    def _rules(self, _rest: str) -> None:
        self._output.say_all(describe(self.game.rules))

    def _leave(self) -> None:
        """End the session; the game is kept."""
        self._is_left = True
        self._output.close()
        played = self.game.played
        try:
            self.game.leave()
        except NoAnswer as error:
            self._say(str(error))
        if played.is_over or not played.is_begun:
            self._say(_("Goodbye!"))
        else:
            self._say(_("Your game is kept. To go on with it:"))
            # Unbroken, so that it can be copied.
            self._output.copy(f"  {self._way_back}\n")

    # --- sentences --------------------------------------------------------------------------------------------------

    def _begin_game(self) -> None:
        deal = self.game.played.deal
        if deal.numbers == "microsoft":
            self._say(_("Deal {number} of Microsoft's FreeCell.").format(number=deal.number))
        elif deal.is_open:
            self._say(_("Deal {number}.").format(number=deal.number))
        elif deal.choice == "winnable":
            self._say(_("This deal can be won."))
        self._show()

    def _show(self) -> None:
        """Say the whole table."""
        self._shown = table_lines(self.game.played.game.view())
        self._output.table(["", *self._shown.values()])
        self._say_what_to_do()

    def _show_changes(self) -> None:
        """Say the lines of the table that have changed."""
        before, self._shown = self._shown, table_lines(self.game.played.game.view())
        self._output.table(line for about, line in self._shown.items() if before.get(about) != line)
        self._output.table(_("{place}: gone").format(place=about) for about in before if about not in self._shown)
        self._say_what_to_do()

    def end_words(self) -> list[str]:
        """Say how the game has ended, or that nothing can be played; nothing for a running game."""
        played = self.game.played
        if played.game.is_won:
            said = _("It was deal {number}. “next” deals another one.").format(number=played.deal.number)
            return [_("You win: {figures}").format(figures=self._figures()), *self.points(), said]
        if not played.game.legal_moves:
            return [_("No move is left: “undo” takes moves back, “next” deals another game.")]
        return []

    def _say_what_to_do(self) -> None:
        if end := self.end_words():
            self._output.say_all(end)
        else:
            self._output.table([moves_line(move_list(self.game.played.game.view()))])

    def _show_moves(self, _rest: str) -> None:
        # Who asks for them hears them in full screen, too, where a drawn table needs no line for them.
        self._output.say_all(self.end_words() or [moves_line(move_list(self.game.played.game.view()))])

    _acts: Final[dict[str, Callable[[Patience, str], None]]] = {
        "table": lambda self, _rest: self._show(),
        "moves": _show_moves,
        "hint": _hint,
        "solve": _solve,
        "rescue": _rescue,
        "undo": lambda self, rest: self._counted(UNDO, rest),
        "redo": lambda self, rest: self._counted(REDO, rest),
        "finish": lambda self, _rest: self._act(FINISH),
        "autoplay": _choose_autoplay,
        "score": _score,
        "best": _best,
        "rules": _rules,
        "record": _record,
        "next": _next,
        "help": lambda self, _rest: self._help(),
        "quit": lambda self, _rest: self._leave(),
    }

    def _help(self) -> None:
        self._say(
            _(
                "T1 and so on are the piles or places of the table, C1 and so on the cells, R1 and so on the reserve, "
                "W the waste, F a foundation; C alone is an empty cell, X off the table. Cards in brackets are covered."
            )
        )
        self._output.say_all(_(text) for text in COMMANDS.values())
