"""Patience played by hand: a deal with a known solution, its moves by all gestures, and besides every kind of move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from .kinds import View, patience_kind
from .page import APART, Fault, Outcome, Point
from .player import DESK, PHONE, Player, Room
from .report import Report
from .ways import Line, Ways, kinds_of, ways_of

STOCK: Final = ("draw", "redeal", "deal")
_TAPS: Final = 7
"""The most taps of a card until it reaches its target."""
_BESIDE: Final = 3
"""The most moves made and taken back beside the solution in one position."""
_OFTEN: Final = 3
"""How often each gesture makes each kind of move on the way."""
_TURNS: Final = 80
"""How often the stock is turned by hand on the way; the others of a thousand turns are made outside the page."""
_CELEBRATED: Final = 8000
"""Milliseconds within which the cards have gone home and the end is shown."""
_GIVE_UP: Final = 2
_NAMED: Final = 19
"""A gesture that failed this often at a kind of move is not tried again in that game."""


def applies(gesture: str, kind: str) -> bool:
    """Whether a gesture suits a kind of move: nothing is dragged from the stock, and no key names a partner."""
    if gesture in ("drag", "touch drag"):
        return kind not in STOCK
    if gesture == "keys":
        return "+" not in kind
    return True


def can_name(gesture: str, move: str) -> bool:
    """Whether a gesture can name a move's target: keys have the numbers of nineteen piles."""
    target = move.partition("-")[2]
    return gesture != "keys" or target[:1] != "T" or int(target[1:]) <= _NAMED


class PatiencePlayer(Player):
    """Somebody who plays one game of patience in one window."""

    GESTURES: ClassVar = {DESK: ("click", "drag", "Enter", "keys"), PHONE: ("tap", "touch drag")}

    def __init__(self, room: Room, preset: str, report: Report, gestures: Sequence[str] | None = None) -> None:
        super().__init__(room, preset, report, gestures)
        self._view: View = {}
        self._rules: dict[str, Any] = {}
        self._only: set[str] | None = None
        """The kinds of moves that count, None for all."""
        self._can_finish = False
        self._failed: Counter[tuple[str, str]] = Counter()

    def play(self) -> None:
        """Play the game whole, then the lines to the kinds of moves that have not occurred."""
        ways = ways_of(self.preset)
        self._open(ways.whole.deal)
        if unreached := self.hands.inside.evaluate("hands.unreached()"):
            self.fault(f"the arrows do not lead to {', '.join(unreached)}")
        self._whole(ways)
        for line in ways.lines:
            self._line(line)
        # Moves that were legal too seldom for all gestures.
        mine = {kind for game, kind, gesture in self.report.holes() if game == self.preset and gesture in self.gestures}
        if mine:
            self.rehearse(mine)

    def whole(self) -> None:
        """Play only the known solution to its end, by gestures in turn."""
        ways = ways_of(self.preset)
        self._only = set()
        self._open(ways.whole.deal)
        self._whole(ways, most=0)

    def to_the_end(self) -> None:
        """Play the known solution of the current deal."""
        self._take(self.hands.last(["snapshot"]))
        self._whole(ways_of(self.preset))

    def wander(self, most: int) -> None:
        """Make a number of moves at the current table, preferably home, and repeat those made least often."""
        self._take(self.hands.last(["snapshot"]))
        made: Counter[str] = Counter()
        while self._view["legal"] and made.total() < most:
            move = min(self._view["legal"], key=lambda each: (made[each], "-F" not in each, each in STOCK))
            made[move] += 1
            self._on_the_way(move)

    def rehearse(self, kinds: Collection[str] | None) -> None:
        """Go to positions of the game's solutions with legal moves of these kinds, or all, and make them there."""
        ways = ways_of(self.preset)
        kinds = kinds_of(self.preset) if kinds is None else kinds
        self._only = set(kinds)
        left = set(kinds)
        for line in (ways.whole, *ways.lines):
            skipped: list[str] = []
            is_open = False
            for position, move in line.views(self.preset):
                view = position.view().to_json()
                there = left & {patience_kind(view, each) for each in view["legal"]}
                if there:
                    if not is_open:
                        self._open(line.deal)
                        is_open = True
                    self._jump(skipped)
                    skipped = []
                    self._look_beside(most=40)
                    left -= there
                if move is None or not left:
                    break
                skipped.append(move)

    def _open(self, deal: int) -> None:
        body = {"preset": self.preset, "deal": str(deal)}
        answer = self.room.context.request.post(f"{self.room.site}/api/patience", data=body)
        assert answer.ok, answer.text()
        self.hands.open(self.room.site + str(answer.json()["url"]))
        self._take(self.hands.last(["snapshot"]))

    def _take(self, message: Mapping[str, Any]) -> None:
        self._view = dict(message["view"])
        self._rules = self._view.setdefault("rules", self._rules)
        self._can_finish = message["state"]["can_finish"]
        kinds = {patience_kind(self._view, move) for move in self._view["legal"]}
        for kind in kinds if self._only is None else kinds & self._only:
            self.report.want(self.preset, kind, [one for one in self.gestures if applies(one, kind)])

    def _whole(self, ways: Ways, most: int = _BESIDE) -> None:
        """Play the game to its end: on a phone the rest is left to the button that plays it."""
        turned: list[str] = []
        for move in ways.whole.moves:
            if move in STOCK and self._turned() >= _TURNS:
                turned.append(move)
                continue
            if turned:
                self._jump(turned)
                turned = []
            self._look_beside(most)
            if self._can_finish and self.room.is_phone:
                self.hands.inside.locator("[data-tool=finish]").tap()
                if not [asked for asked in self.hands.outcome()["asked"] if asked["type"] == "finish"]:
                    self.fault("a tap on the button that plays the rest does nothing")
                break
            self._on_the_way(move)
        if ways.is_won and not self.hands.inside.evaluate(
            "time => hands.until(() => document.querySelector('#finish[open]') !== null, time)", _CELEBRATED
        ):
            self.fault("the game is won and nothing says so")

    def _turned(self) -> int:
        """Return the number of times the stock was turned by hand in this window."""
        return sum(self.report.done[self.preset, kind, one] for kind in STOCK for one in self.gestures)

    def _line(self, line: Line) -> None:
        """Go to a position in which something new can be done, and do it."""
        self._open(line.deal)
        self._jump(line.moves)
        self._look_beside(most=40)

    def _jump(self, moves: Sequence[str]) -> None:
        """Make moves outside the page."""
        self.hands.inside.evaluate("moves => hands.jump(moves)", list(moves))
        self._recover()

    # Playing.

    def _look_beside(self, most: int = _BESIDE) -> None:
        """Make moves that would fill a cell, each taken back at once."""
        made = 0
        for move in self._view["legal"]:
            kind = patience_kind(self._view, move)
            for gesture in self.gestures:
                is_there = move in self._view["legal"] and can_name(gesture, move)
                if made < most and self._is_open(kind, gesture) and is_there:
                    made += 1
                    self._beside(move, kind, gesture)

    def _is_open(self, kind: str, gesture: str) -> bool:
        cell = (self.preset, kind, gesture)
        return cell in self.report.wanted and not self.report.done[cell] and self._failed[kind, gesture] < _GIVE_UP

    def _beside(self, move: str, kind: str, gesture: str) -> None:
        before = lies(self._view)
        count = self._try(move, kind, gesture)
        for _each in range(count):
            if self.room.is_phone:
                self.hands.inside.locator("[data-tool=undo]").tap()
            else:
                self.hands.press("u")
            outcome = self.hands.outcome()
            if not outcome["news"] or outcome["news"][-1].get("action") != "undo":
                self.fault(f"{move} by {gesture} cannot be taken back: {outcome['words'] or 'nothing happens'}")
                break
            self._take(outcome["news"][-1])
        if lies(self._view) != before:
            self.fault(f"the table is another after {move} by {gesture} and undo")
            self._go_back(before)

    def _on_the_way(self, move: str) -> None:
        kind = patience_kind(self._view, move)
        able = [
            one
            for one in self.gestures
            if applies(one, kind) and can_name(one, move) and self._failed[kind, one] < _GIVE_UP
        ]
        before = self._view
        if able:
            # Each of them some times, and then the first one.
            gesture = min(able, key=lambda one: min(self.report.done[self.preset, kind, one], _OFTEN))
            if self._try(move, kind, gesture):
                return
        if lies(self._view) == lies(before):
            self._jump([move])

    def _try(self, move: str, kind: str, gesture: str) -> int:
        """Make a move by a gesture; return how many moves were recorded for it, 0 where it failed."""
        cell = (self.preset, kind, gesture)
        before = self._view
        try:
            made = MAKE[gesture](self, move)
        except Fault as fault:
            self._failed[kind, gesture] += 1
            self.fault(f"{move} ({kind}) by {gesture}: {fault}")
            self.hands.press("Escape")
            self._recover()
            self._go_back(lies(before))
            return 0
        self.report.done[cell] += 1
        return made

    def _go_back(self, to: View) -> None:
        """Take back a move that went elsewhere, so that the solution continues."""
        for _each in range(_TAPS):
            if lies(self._view) == to:
                return
            self.hands.press("u")
            self._recover()

    def _recover(self) -> None:
        """Look at the current state."""
        self.hands.inside.evaluate("hands.until(() => false, 60)")
        self.hands.look()
        self._take(self.hands.last(["snapshot", "event"]))

    # Gestures.

    def click(self, move: str) -> int:
        """Click until the cards reach their target."""
        return self._by_taps(move, self.hands.click)

    def tap(self, move: str) -> int:
        """Tap until the cards reach their target."""
        return self._by_taps(move, self.hands.tap)

    def _by_taps(self, move: str, tap: Callable[[Point], None]) -> int:
        hands = self.hands
        if move in STOCK:
            tap(hands.spot("S"))
            return self._made(move, hands.outcome())
        place, name, below = self.source(move)
        if (partner := self.partner(move)) is not None:
            tap(hands.card(place, name, below))
            hands.outcome()
            tap(hands.card(*partner))
            return self._made(move, hands.outcome())
        target = self.target(move)
        for made in range(_TAPS):
            if made:
                hands.page.wait_for_timeout(APART)
            tap(hands.card(place, name, below))
            outcome = hands.outcome()
            if not moves_in(outcome) and target in [key.split("#")[0] for key in outcome["targets"]]:
                tap(hands.spot(target))
                outcome = hands.outcome()
            place = self._follow(move, place, outcome)
            if place == target:
                return made + 1
        raise Fault(f"{name} does not come to {target} with {_TAPS} taps")

    def _follow(self, move: str, place: str, outcome: Outcome) -> str:
        """Record where the sent cards went; return their current place."""
        made = moves_in(outcome)
        if len(made) != 1:
            raise Fault(f"{len(made)} moves are recorded: {' '.join(made) or outcome['words'] or 'nothing happens'}")
        source, _, _to = made[0].partition("-")
        first, count = place_in(source), count_of(made[0])
        if first != place or count != count_of(move):
            raise Fault(f"{made[0]} is recorded")
        before = self._view
        target = target_of(before, made[0])
        self._take(outcome["news"][-1])
        return target

    def drag(self, move: str) -> int:
        """Drag the cards to their target with the mouse."""
        return self._by_drag(move, self.hands.drag)

    def touch_drag(self, move: str) -> int:
        """Drag the cards to their target with a finger."""
        return self._by_drag(move, self.hands.drag_by_touch)

    def _by_drag(self, move: str, drag: Callable[[Point, Point], None]) -> int:
        hands = self.hands
        at = hands.card(*self.source(move))
        partner = self.partner(move)
        drag(at, hands.spot(self.target(move)) if partner is None else hands.card(*partner))
        return self._made(move, hands.outcome())

    def enter(self, move: str) -> int:
        """Go to the cards by Tab and send them with Enter until they reach their target."""
        hands = self.hands
        if move in STOCK:
            hands.go_to("S")
            hands.press("Enter")
            return self._made(move, hands.outcome())
        place, name, below = self.source(move)
        hands.go_to(hands.key(place, name, below))
        hands.press("Enter")
        outcome = hands.outcome()
        if (partner := self.partner(move)) is not None:
            hands.go_to(hands.key(*partner))
            hands.press("Enter")
            return self._made(move, hands.outcome())
        target = self.target(move)
        for made in range(_TAPS):
            if made:
                # The focus follows the card.
                hands.press("Enter")
                outcome = hands.outcome()
            if not moves_in(outcome) and target in [key.split("#")[0] for key in outcome["targets"]]:
                hands.go_to(next(key for key in outcome["targets"] if key.split("#")[0] == target))
                hands.press("Enter")
                outcome = hands.outcome()
            place = self._follow(move, place, outcome)
            if place == target:
                return made + 1
        raise Fault(f"{name} does not come to {target} with {_TAPS} times Enter")

    def keys(self, move: str) -> int:
        """Go to the cards by Tab, and name their target with a key."""
        hands = self.hands
        if move in STOCK:
            hands.press("d")
            return self._made(move, hands.outcome())
        hands.go_to(hands.key(*self.source(move)))
        target = move.partition("-")[2]
        number = int(target[1:] or 0) if target[0] == "T" else 0
        names = {"C": "c", "P": "c", "F": "0", "X": "0", "W": "0"}
        hands.press(names.get(target[0]) or (str(number) if number < 10 else f"Shift+{number - 10}"))
        outcome = hands.outcome()
        if not moves_in(outcome) and target in outcome["targets"]:
            # Several foundations take the card.
            hands.go_to(target)
            hands.press("Enter")
            outcome = hands.outcome()
        return self._made(move, outcome)

    def _made(self, move: str, outcome: Outcome) -> int:
        made = moves_in(outcome)
        if made != [move]:
            raise Fault(f"recorded: {' '.join(made) or 'nothing'}; {outcome['words'] or 'no word'}")
        self._take(outcome["news"][-1])
        return 1

    # Positions.

    def source(self, move: str) -> tuple[str, str, int]:
        """Return the place of a move's cards, the lowest of them, and the number of cards on it."""
        first = move.split("-")[0].split("+")[0]
        # A pile moved as a line is held by its top card.
        is_line = self._rules.get("aim") == "one"
        return at(self._view, place_in(first), 0 if is_line else int(count_of(move)) - 1)

    def partner(self, move: str) -> tuple[str, str, int] | None:
        """Return the place of the other card of a pair."""
        first, _, second = move.split("-")[0].partition("+")
        return at(self._view, second, 1 if first == second else 0) if second else None

    def target(self, move: str) -> str:
        """Return the place to which a move goes."""
        return target_of(self._view, move)


MAKE: Final[Mapping[str, Callable[[PatiencePlayer, str], int]]] = {
    "click": PatiencePlayer.click,
    "tap": PatiencePlayer.tap,
    "drag": PatiencePlayer.drag,
    "touch drag": PatiencePlayer.touch_drag,
    "Enter": PatiencePlayer.enter,
    "keys": PatiencePlayer.keys,
}


def count_of(move: str) -> str:
    """Return the number of cards from a move's lowest card to the top, as text."""
    return (*re.split("[:@]", move.split("-")[0]), "1")[1]


def place_in(source: str) -> str:
    """Return the place in the source of a move."""
    return re.split("[:@]", source)[0]


def moves_in(outcome: Outcome) -> list[str]:
    """Return the moves recorded by the server."""
    return [move for message in outcome["news"] if message["type"] == "event" for move in message["moves"]]


def at(view: View, place: str, below: int) -> tuple[str, str, int]:
    """Return the data for finding a card: its place, its name, the number of cards on it."""
    if place == "W":
        cards = view["waste"]
    elif place[0] in "TR":
        cards = view["tableau" if place[0] == "T" else "reserve"][int(place[1:]) - 1]["up"]
    elif place == "P":
        cards = view["pocket"]
    elif place[0] == "C":
        cards = [view["cells"][int(place[1:]) - 1]]
    else:
        found = view["foundations"][place[1]]
        second = "2" if not isinstance(found, int) and found[1] > found[0] else ""
        return f"F{place[1]}{second}", foundation_card(view, place[1]), below
    return place, str(cards[-1 - below]), below


def foundation_card(view: View, suit: str) -> str:
    """Return the top card of a foundation; of two foundations of a suit, that of the higher one."""
    found = view["foundations"][suit]
    count = found if isinstance(found, int) else max(found)
    return f"{'A23456789TJQK'[(base_of(view) - 1 + count - 1) % 13]}{suit}"


def base_of(view: View) -> int:
    """Return the rank with which foundations begin."""
    base = view.get("base") or view["rules"].get("base")
    return base if isinstance(base, int) else 1


def target_of(view: View, move: str) -> str:
    """Return the page's name of a move's target."""
    target = move.partition("-")[2]
    if target == "C":
        return f"C{view['cells'].index(None) + 1}"
    if target != "F":
        return target
    card = at(view, place_in(move.split("-")[0]), int(count_of(move)) - 1)[1]
    found = view["foundations"][card[1]]
    if isinstance(found, int):
        return f"F{card[1]}" if view["rules"].get("aim", "build") == "build" else "F"
    height = ("A23456789TJQK".index(card[0]) - (base_of(view) - 1)) % 13
    return f"F{card[1]}" if found[0] == height else f"F{card[1]}2"


def lies(view: View) -> View:
    """Return the cards at each place."""
    names = ("stock", "waste", "foundations", "tableau", "cells", "reserve", "pocket", "merci", "pass")
    return {name: view[name] for name in names if name in view}
