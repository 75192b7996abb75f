"""The facts in a record besides the actions: the deal, every shuffle, the hands drawn, the cards turned up.

They follow from the fair deal and the actions. They are written out so that a reader can follow the game without a
program, and so that a tampered record contradicts itself.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from spite_and_malice.arguments import InvalidArgument, whole
from spite_and_malice.engine import Move, deal
from spite_and_malice.play.fair import FairChance, FairDeal
from spite_and_malice.play.game import NO_MOVES, Game
from spite_and_malice.play.record_lines import NONE, Fact
from spite_and_malice.rules import Rules, card_text


class Replay:
    """A replay of a game that reports the facts of the deal and of each action.

    With a `viewer` it reports only what that seat's views show: no shuffles, and counts of face-down cards.
    """

    def __init__(self, rules: Rules, dealer: int, fair_deal: FairDeal, viewer: int | None = None) -> None:
        """Deal. Raises ValueError for a dealer or a viewer without a seat."""
        for seat in (dealer, 0 if viewer is None else viewer):
            if not 0 <= whole(seat, "seat") < rules.players:
                raise InvalidArgument(f"There is no seat {seat}: seats are 0 to {rules.players - 1}.")
        self._viewer = viewer
        self._chance = _WrittenChance(fair_deal)
        self.game: Game = Game(deal(rules, dealer, self._chance), self._chance)
        self._seen = self._players()
        position = self.game.position
        table = position.to_json() if viewer is None else position.view(viewer).table_json()
        self.dealt: tuple[Fact, ...] = (*self._shuffles(), *_deal_facts(rules, table))
        """The facts of the deal."""

    def act(self, seat: int, text: str) -> tuple[Fact, ...]:
        """Carry out an action and return its effects. Raises what `Game.act` raises; then nothing has changed."""
        before = self._seen
        self.game.act(seat, text)
        self._seen = self._players()
        shuffles = self._shuffles()
        # An undo or a takeback restores the earlier state, and an end reveals nothing new.
        if text in NO_MOVES:
            return ()
        return (*shuffles, *_action_facts(Move.parse(text), seat, before, self._seen))

    def _players(self) -> list[dict[str, Any]]:
        """The hand and the pay-off piles of each seat; a viewer gets counts of the cards they do not see."""
        position = self.game.position
        if self._viewer is not None:
            players: list[dict[str, Any]] = position.view(self._viewer).table_json()["players"]
            return players
        return [
            {"hand": list(position.hand(seat)), "payoff": [list(pile) for pile in position.payoff(seat)]}
            for seat in range(position.rules.players)
        ]

    def _shuffles(self) -> tuple[Fact, ...]:
        written = tuple(self._chance.written)
        self._chance.written.clear()
        return written if self._viewer is None else ()


class _WrittenChance(FairChance):
    """The chance source of a fair deal that also writes down every shuffle and lot."""

    def __init__(self, fair_deal: FairDeal) -> None:
        super().__init__(fair_deal)
        self.written: list[Fact] = []

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place; write the cards' order before and after."""
        number = self.used
        self.written.append(Fact(f"shuffle {number}", _cards([card_text(code) for code in cards])))
        super().shuffle(cards)
        self.written.append(Fact(f"shuffled {number}", _cards([card_text(code) for code in cards])))

    def lot(self, count: int) -> int:
        """Draw a lot and write it down."""
        number = self.used
        drawn = super().lot(count)
        self.written.append(Fact(f"lot {number}", f"{drawn} of {count}"))
        return drawn


def counted(count: int) -> str:
    """Return the number of cards that the reader may not see in words: ``"5 cards"``."""
    return f"{count} card" if count == 1 else f"{count} cards"


def _deal_facts(rules: Rules, seen: dict[str, Any]) -> list[Fact]:
    players = list(enumerate(seen["players"]))
    facts = [
        Fact(_pile_label("pay-off", seat, number, rules.payoff_piles), _pile(pile))
        for seat, player in players
        for number, pile in enumerate(player["payoff"])
    ]
    if rules.side_dealt:
        facts += [
            Fact(f"side {seat}", _cards([card for pile in player["side"] for card in pile])) for seat, player in players
        ]
    facts += [Fact(f"hand {seat}", _hidden_or_cards(player["hand"])) for seat, player in players]
    return [*facts, Fact("stock", _hidden_or_cards(seen["stock"])), Fact("first", str(seen["turn"]))]


def _action_facts(move: Move, mover: int, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[Fact]:
    """The cards turned up on pay-off piles, and every hand that drew cards."""
    facts = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        piles = list(zip(old["payoff"], new["payoff"], strict=True))
        for number, (was, now) in enumerate(piles):
            if 0 < _height(now) < _height(was):
                facts.append(Fact(_pile_label("up", seat, number, len(piles)), _top(now)))
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        played = move.cards if seat == mover else ()
        if new["hand"] == old["hand"] and not played:
            continue
        if isinstance(new["hand"], list):
            has_got = Counter(new["hand"]) != Counter(old["hand"]) - Counter(played)
        else:
            has_got = new["hand"] != old["hand"] - len(played)
        if has_got:
            facts.append(Fact(f"hand {seat}", _hidden_or_cards(new["hand"])))
    return facts


def _pile_label(what: str, seat: int, number: int, piles: int) -> str:
    return f"{what} {seat}" if piles == 1 else f"{what} {seat}.{number + 1}"


def _cards(cards: list[str]) -> str:
    return " ".join(cards) or NONE


def _hidden_or_cards(cards: list[str] | int) -> str:
    return counted(cards) if isinstance(cards, int) else _cards(cards)


# A pay-off pile is the list of its cards in a position, and count and top card in a view.
_Pile = list[str] | dict[str, Any]


def _height(pile: _Pile) -> int:
    return len(pile) if isinstance(pile, list) else int(pile["count"])


def _top(pile: _Pile) -> str:
    return pile[-1] if isinstance(pile, list) else str(pile["top"])


def _pile(pile: _Pile) -> str:
    return _cards(pile) if isinstance(pile, list) else f"{counted(_height(pile))}, {_top(pile)} on top"
