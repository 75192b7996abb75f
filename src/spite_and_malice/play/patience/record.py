"""The record of a game of patience: everything needed to view, replay and check it (docs/records.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from spite_and_malice.patience import Position, Rules, ViewPile
from spite_and_malice.patience.microsoft import numbered_pack
from spite_and_malice.play.patience.played import AUTO, FINISH, REDO, RESCUE, UNDO, Deal, Played
from spite_and_malice.play.record_lines import NONE, UNFINISHED, Fact
from spite_and_malice.rules.cards import card_texts

FIGURES: Final = ("moves", "time", "passes", "undos", "hints", "answers")
"""The counters of a game."""


@dataclass(frozen=True, slots=True)
class PatienceAction:
    """What the player did, and its effects.

    `text` is a move or one of the actions of `spite_and_malice.play.patience.played`; `time` is in UTC milliseconds
    since 1970, None if it is not known.
    """

    text: str
    time: int | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Seal:
    """The server's commitment to the number of a deal before it was known, and its parts."""

    commitment: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class PatienceResult:
    """The state of a game at the end of its record: `reason` is ``"won"``, ``"given_up"`` or ``"unfinished"``.

    `time` is in milliseconds, None if the time of an action is not known.
    """

    reason: str
    moves: int
    time: int | None
    passes: int
    undos: int
    hints: int
    answers: int


@dataclass(frozen=True, slots=True, repr=False)
class PatienceRecord:
    """A recorded game; everything except `rules`, `deal` and `actions` follows from these, or gives its origin.

    `table`, `number` (of the game at its table), `preset` and `started` (UTC milliseconds) are None where unknown.
    """

    rules: Rules
    deal: Deal
    facts: tuple[Fact, ...]
    actions: tuple[PatienceAction, ...]
    result: PatienceResult
    player: str | None = None
    seal: Seal | None = None
    preset: str | None = None
    table: str | None = None
    number: int | None = None
    started: int | None = None

    def __repr__(self) -> str:
        return f"<Record of patience, deal {self.deal.number}: {len(self.actions)} actions, {self.result.reason}>"

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data, with the names of the text form; bytes in hexadecimal."""
        return {
            "patience record": 1,
            "table": self.table,
            "game": self.number,
            "preset": self.preset,
            "started": self.started,
            "player": self.player,
            "rules": self.rules.to_json(),
            "deal": {
                "number": self.deal.number,
                "numbers": self.deal.numbers,
                "choice": self.deal.choice,
                "level": self.deal.level,
                "day": self.deal.day,
                "commitment": None if self.seal is None else self.seal.commitment,
                "secret": None if self.seal is None else self.seal.secret.hex(),
                "cards": [[fact.label, fact.value] for fact in self.facts],
            },
            "actions": [
                {
                    "text": action.text,
                    "time": action.time,
                    "facts": [[fact.label, fact.value] for fact in action.facts],
                }
                for action in self.actions
            ],
            "result": {name: getattr(self.result, name) for name in ("reason", *FIGURES)},
        }


class Replay:
    """A game that is dealt and played again; it reports the effects of the deal and of each action."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.played: Played = Played(rules, deal)
        self._deal = deal
        self._before = self.played.game.position.clone()
        self._is_timed = True
        self._actions: list[PatienceAction] = []
        self.moves: tuple[str, ...] = ()
        """The moves that the last action made or took back."""
        self.dealt: tuple[Fact, ...] = _deal_facts(self.played)
        """The facts of the deal."""

    def act(self, text: str, time: int | None) -> tuple[Fact, ...]:
        """Carry out an action and return its effects. Raises what `Played.act` raises; then nothing has changed."""
        self.moves = self.played.act(text, time or 0)
        self._is_timed = self._is_timed and time is not None
        before, self._before = self._before, self.played.game.position.clone()
        facts = _action_facts(text, self.moves, before, self._before)
        self._actions.append(PatienceAction(text, time, facts))
        return facts

    @property
    def result(self) -> PatienceResult:
        """The state of the game."""
        found = self.played.result()
        reason = found["reason"] if self.played.is_over else UNFINISHED
        figures = {name: found[name] for name in FIGURES}
        return PatienceResult(reason, **{**figures, "time": figures["time"] if self._is_timed else None})

    def record(
        self,
        *,
        player: str | None = None,
        secret: bytes | None = None,
        preset: str | None = None,
        table: str | None = None,
        number: int | None = None,
        started: int | None = None,
    ) -> PatienceRecord:
        """Return the record of the game so far."""
        return PatienceRecord(
            rules=self.played.game.rules,
            # It no longer matters who asked for the level.
            deal=replace(self._deal, is_level_asked=False),
            facts=self.dealt,
            actions=tuple(self._actions),
            result=self.result,
            player=player,
            seal=None if secret is None else Seal(commitment(secret, self._deal.number), secret),
            preset=preset,
            table=table,
            number=number,
            started=started,
        )


def commitment(secret: bytes, number: int) -> str:
    """Return the SHA-256, in hexadecimal, of a secret and the number of a deal as decimal digits."""
    return hashlib.sha256(secret + str(number).encode()).hexdigest()


def record_patience(
    rules: Rules,
    deal: Deal,
    actions: Iterable[PatienceAction],
    *,
    player: str | None = None,
    secret: bytes | None = None,
    preset: str | None = None,
    table: str | None = None,
    number: int | None = None,
    started: int | None = None,
) -> PatienceRecord:
    """Replay the actions and return the record.

    The facts of `actions` are ignored and recomputed. Raises what `Played.act` raises for an impossible action.
    """
    replay = Replay(rules, deal)
    for action in actions:
        replay.act(action.text, action.time)
    return replay.record(player=player, secret=secret, preset=preset, table=table, number=number, started=started)


def _deal_facts(played: Played) -> tuple[Fact, ...]:
    """The pack and the places of its cards after the deal; cells, waste and stock only if not empty."""
    rules, dealt = played.game.rules, played.game.position.to_json()
    facts = [Fact("pack", " ".join(numbered_pack(rules, played.deal.number, played.deal.numbers)))]
    for letter, piles in (("T", dealt["tableau"]), ("R", dealt.get("reserve", []))):
        for place, pile in enumerate(piles, start=1):
            if cards := [*pile["down"], *pile["up"]]:
                facts.append(Fact(f"{letter}{place}", " ".join(cards)))
    facts += [Fact(f"C{place}", card) for place, card in enumerate(dealt.get("cells", []), start=1) if card]
    facts += [Fact(label, " ".join(dealt[label])) for label in ("waste", "stock") if dealt[label]]
    return tuple(facts)


def _action_facts(text: str, moves: Sequence[str], before: Position, after: Position) -> tuple[Fact, ...]:
    """The cards that a move turned up or took from the stock, and the moves of an action that stands for several."""
    name = text.partition(":")[0]
    if name in (UNDO, RESCUE):
        return (Fact("back", " ".join(moves) or NONE),)
    if moves == (text.removeprefix(AUTO),):
        stock = before.layout.stock()
        turned = card_texts(stock[: max(0, len(stock) - len(after.layout.stock()))])
        was, now = before.view(), after.view()
        up = [*_turned_up("T", was.tableau, now.tableau), *_turned_up("R", was.reserve, now.reserve)]
        return (*([Fact("turned", " ".join(turned))] if turned else []), *up)
    return (Fact("made", " ".join(moves) or NONE),) if name in (REDO, FINISH) else ()


def _turned_up(letter: str, before: Sequence[ViewPile], after: Sequence[ViewPile]) -> Iterator[Fact]:
    for place, (was, now) in enumerate(zip(before, after, strict=True), start=1):
        # A card that was turned up may have left again, as the last card of a run or to fill a gap.
        if now.down < was.down and now.up:
            yield Fact(f"up {letter}{place}", now.up[0])
