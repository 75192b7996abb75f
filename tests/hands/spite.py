"""Spite and Malice played by hand: a whole game against computers, and each kind of move where it is legal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from playwright.sync_api import BrowserContext, Locator, WebSocketRoute
from playwright.sync_api import Error as BrowserError

from spite_and_malice.play import Game
from spite_and_malice.rules import preset_rules
from tests.web.answers import without_rules
from tests.web.conftest import snapshot_of

from .kinds import View, pass_ends, spite_kind
from .page import Fault, Hands, Outcome, Point
from .player import DESK, PHONE, Player, Room
from .report import Report
from .spots import can_be_short, spots_of

_SHORT: Final = 4
"""The number of cards on a pay-off pile in a whole game, if the version allows it."""
_THINKING: Final = 20_000
"""Milliseconds within which the computers have had their turns."""
_GIVE_UP: Final = 3
_MOST: Final = 250
"""The most moves of a whole game."""
_MOVE: Final = re.compile(
    r"(?:H(?P<hand>[^-]+)|(?P<mate>\+?)(?:P(?P<pile>\d*)|S(?P<side>\d+)))"
    r"-(?:C(?P<centre>\d+)|S(?P<onto>\d+)|L(?P<load>\d+)(?:\.(?P<pile_of>\d+))?)"
)


class Card(NamedTuple):
    """The data for finding a card: its place, its name, the number of cards on it, and its button's key, if any."""

    place: str
    name: str
    below: int
    key: str | None = None


def sources(view: View, move: str) -> list[Card]:
    """Return the cards that a move takes."""
    parts = _parts(move)
    seat = view["seat"]
    if parts["hand"]:
        held = list(view["players"][seat]["hand"])
        cards = []
        for name in parts["hand"].split("+"):
            index = held.index(name)
            held[index] = None
            cards.append(Card(f"hand:{seat}", name, len(held) - 1 - index, f"hand:{seat}#{index}"))
        return cards
    owner = (seat + view["rules"]["players"] // 2) % view["rules"]["players"] if parts["mate"] else seat
    player = view["players"][owner]
    if parts["side"]:
        stack = int(parts["side"]) - 1
        return [Card(f"side:{owner}:{stack}", player["side"][stack][-1], 0)]
    pile = int(parts["pile"] or 1) - 1
    return [Card(f"payoff:{owner}:{pile}", player["payoff"][pile]["top"], 0)]


def target(view: View, move: str) -> str:
    """Return the place to which a move goes."""
    parts = _parts(move)
    if parts["centre"]:
        return f"centre:{int(parts['centre']) - 1}"
    if parts["onto"]:
        return f"side:{view['seat']}:{int(parts['onto']) - 1}"
    return f"payoff:{parts['load']}:{int(parts['pile_of'] or 1) - 1}"


def _parts(move: str) -> dict[str, Any]:
    found = _MOVE.fullmatch(move)
    assert found is not None, move
    return found.groupdict()


def by_clicks(hands: Hands, view: View, move: str) -> Outcome:
    """Click on the cards, then on their target."""
    return _pick_and_put(hands, view, move, hands.click)


def by_taps(hands: Hands, view: View, move: str) -> Outcome:
    """Tap the cards, then their target."""
    return _pick_and_put(hands, view, move, hands.tap)


def _pick_and_put(hands: Hands, view: View, move: str, tap: Callable[[Point], None]) -> Outcome:
    if move == "pass":
        box = hands.inside.locator("[data-do=pass]").bounding_box()
        if box is None:
            raise Fault("there is no button to pass with")
        tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        if pass_ends(view):
            hands.outcome()
            box = _pass_all_the_same(hands).bounding_box()
            assert box is not None
            tap((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        return hands.outcome()
    for card in sources(view, move):
        tap(hands.card(*card))
        hands.outcome()
    tap(hands.spot(target(view, move)))
    return hands.outcome()


def _pass_all_the_same(hands: Hands) -> Locator:
    """Return the button that ends the game, once the page has asked; raises `Fault` if it does not."""
    button = hands.inside.locator("dialog.live-dialog[open] .actions button").last
    try:
        button.wait_for()
    except BrowserError as error:
        raise Fault("nothing is asked before a pass ends the game") from error
    return button


def by_drag(hands: Hands, view: View, move: str) -> Outcome:
    """Drag the card with the mouse; of a pair the first is picked with a click."""
    return _drag(hands, view, move, hands.click, hands.drag)


def by_touch_drag(hands: Hands, view: View, move: str) -> Outcome:
    """Drag the card with a finger; of a pair the first is picked with a tap."""
    return _drag(hands, view, move, hands.tap, hands.drag_by_touch)


def _drag(
    hands: Hands, view: View, move: str, tap: Callable[[Point], None], drag: Callable[[Point, Point], None]
) -> Outcome:
    cards = sources(view, move)
    for card in cards if len(cards) > 1 else ():
        tap(hands.card(*card))
        hands.outcome()
    drag(hands.card(*cards[-1]), hands.spot(target(view, move)))
    return hands.outcome()


def by_enter(hands: Hands, view: View, move: str) -> Outcome:
    """Go to the cards and their target with Tab, and press Enter; P passes."""
    if move == "pass":
        hands.press("p")
        if pass_ends(view):
            hands.outcome()
            _pass_all_the_same(hands)
            # The focus is on the button that plays on.
            hands.press("Tab")
            hands.press("Enter")
        return hands.outcome()
    for card in sources(view, move):
        hands.go_to(hands.key(card.place, card.name, card.below))
        hands.press("Enter")
        hands.outcome()
    # The focus is on the most likely place already.
    if hands.look()["focus"] != target(view, move):
        hands.go_to(target(view, move))
    hands.press("Enter")
    return hands.outcome()


MAKE: Final[Mapping[str, Callable[[Hands, View, str], Outcome]]] = {
    "click": by_clicks,
    "tap": by_taps,
    "drag": by_drag,
    "touch drag": by_touch_drag,
    "Enter": by_enter,
}


def applies(gesture: str, move: str) -> bool:
    """Whether a gesture suits a move: no pass is dragged."""
    return move != "pass" or "drag" not in gesture


def make(hands: Hands, view: View, move: str, gesture: str) -> None:
    """Make a move by a gesture; raises `Fault` unless the server recorded exactly that move."""
    outcome = MAKE[gesture](hands, view, move)
    if move == "pass" and pass_ends(view):
        _look_at_the_last_pass(outcome)
        return
    asked = [message for message in outcome["asked"] if message["type"] == "move"]
    ids = [message["id"] for message in asked]
    recorded = [message["move"] for message in outcome["news"] if message["type"] == "event" and message["id"] in ids]
    if recorded != [move]:
        asked_moves = " ".join(message["move"] for message in asked)
        raise Fault(
            f"asked: {asked_moves or 'nothing'}; recorded: {' '.join(recorded) or 'nothing'}; {outcome['words']}"
        )


def _look_at_the_last_pass(outcome: Outcome) -> None:
    """Check that the pass asked to end the game, and that it ended or a computer played on; raises `Fault` if not."""
    asked = [(message["type"], message.get("end")) for message in outcome["asked"]]
    events = [(news["action"], news.get("move")) for news in outcome["news"] if news["type"] == "event"]
    if asked != [("stalemate", True)] or not {("move", "pass"), ("takeback", None)} & set(events):
        raise Fault(f"asked: {asked}; recorded: {events}; {outcome['words']}")


class SpitePlayer(Player):
    """Somebody who plays one version of Spite and Malice in one window."""

    GESTURES: ClassVar = {DESK: ("click", "drag", "Enter"), PHONE: ("tap", "touch drag")}

    def __init__(self, room: Room, preset: str, report: Report, gestures: Sequence[str] | None = None) -> None:
        super().__init__(room, preset, report, gestures)
        self._failed = 0

    def play(self) -> None:
        """Make every kind of move where it is legal, then play a game whole."""
        self.rehearse(None)
        self.whole()

    def _new_table(self, short: bool) -> str:
        rules = preset_rules(self.preset, None, {})
        computers = [{"kind": "computer", "player": "greedy"}] * (rules.players - 1)
        seats = [{"kind": "person", "name": "Ada"}, *computers]
        changes = {"payoff": _SHORT} if short and can_be_short(self.preset) else {}
        body = {"preset": self.preset, "rules": changes, "seats": seats}
        answer = self.room.context.request.post(f"{self.room.site}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        return self.room.site + str(answer.json()["url"])

    def rehearse(self, kinds: Collection[str] | None) -> None:
        """Make these kinds of moves, or all, in positions in which they are legal, with the test as the server."""
        stage = Stage(self.room.context, self.room.is_phone)
        hands = stage.hands
        spots = {kind: spot for kind, spot in spots_of(self.preset).items() if kinds is None or kind in kinds}
        url = self._new_table(short=False)
        for kind, (game, move) in spots.items():
            able = [one for one in self.gestures if applies(one, move)]
            self.report.want(self.preset, kind, able)
            for gesture in able:
                view = stage.show(game, url)
                try:
                    make(hands, view, move, gesture)
                    self.report.done[self.preset, kind, gesture] += 1
                except Fault as fault:
                    self.fault(f"{move} ({kind}) by {gesture}: {fault}")
                    hands.press("Escape")
        hands.page.close()

    def whole(self) -> None:
        """Play a game against computers to its end."""
        self.hands.open(self._new_table(short=True))
        self.to_the_end()

    def to_the_end(self) -> None:
        """Play the current game to its end."""
        for _made in range(_MOST):
            if not self.turn():
                return
        self.fault(f"the game has not ended after {_MOST} moves")

    def turn(self) -> bool:
        """Make a move by the gesture that has made the fewest of its kind; says whether there is more to do."""
        hands = self.hands
        told = json.loads(hands.inside.evaluate("async (time) => JSON.stringify(await hands.turn(time))", _THINKING))
        hands.look()
        if not told["mine"]:
            self.fault(f"it never is the player's turn: {told['words']}")
            return False
        view = told["view"]
        if view["result"]:
            self._look_at_the_end(hands)
            return False
        move, gesture = self._choose(view)
        kind = spite_kind(view, move)
        try:
            make(hands, view, move, gesture)
            self.report.done[self.preset, kind, gesture] += 1
        except Fault as fault:
            self.fault(f"{move} ({kind}) by {gesture} in a game: {fault}")
            hands.press("Escape")
            self._failed += 1
        return self._failed < _GIVE_UP

    def _look_at_the_end(self, hands: Hands) -> None:
        if not hands.inside.evaluate("hands.until(() => document.querySelector('#finish[open]') !== null, 8000)"):
            self.fault("the game is over and nothing says so")

    def _choose(self, view: View) -> tuple[str, str]:
        """Choose the pay-off card first, then the centre, and the gesture that has made the fewest such moves."""

        def worth(move: str) -> tuple[int, int]:
            order = ("P-C", "+P-C", "P-L", "S-C", "+S-C", "H-L", "H-C")
            kind = spite_kind(view, move).split(" ")[-1].rstrip("0")
            made = sum(self.report.done[self.preset, spite_kind(view, move), one] for one in self.gestures)
            return (order.index(kind) if kind in order else len(order), made)

        move = min(view["legal"], key=worth)
        kind = spite_kind(view, move)
        able = [one for one in self.gestures if applies(one, move)]
        return move, min(able, key=lambda one: self.report.done[self.preset, kind, one])


class Stage:
    """A server that shows a position and carries out one move of it."""

    def __init__(self, context: BrowserContext, touch: bool) -> None:
        self.hands = Hands(context, touch, self._connected)
        self._game: Game | None = None
        self._number = 0
        self._seat = 0
        self._snapshot: dict[str, Any] = {}
        self._socket: WebSocketRoute | None = None

    def show(self, game: Game, url: str) -> View:
        """Show the position of a game to the seat to move; returns its view."""
        self._game = game.clone()
        self._seat = game.turn
        self._number += 1
        view: View = game.view(game.turn).to_json()
        self._snapshot = snapshot_of(view) | {"version": self._number * 10, "game": self._number}
        if self._socket is None:
            self.hands.open(url)
        else:
            self._socket.send(json.dumps(self._snapshot))
            self.hands.inside.wait_for_function(
                "number => hands.heard.findLast(({ type }) => type === 'snapshot')?.game === number", arg=self._number
            )
        self.hands.look()
        return view

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._heard)

    def _heard(self, text: str | bytes) -> None:
        assert self._socket is not None
        assert self._game is not None
        message = json.loads(text)
        if message["type"] == "hello":
            self._socket.send(json.dumps(self._snapshot))
        elif message["type"] == "ping":
            self._socket.send(json.dumps({"type": "pong"}))
        elif message["type"] in ("move", "stalemate"):
            move = message.get("move", "pass")
            self._game.play(move)
            event = {
                "type": "event", "version": self._number * 10 + 1, "game": self._number, "ply": message["ply"] + 1,
                "seat": self._seat, "action": "move", "move": move, "id": message["id"],
                "view": without_rules(self._game.view(self._seat).to_json()), "undo": False, "match": None,
                "standing": None,
            }  # fmt: skip
            self._socket.send(json.dumps(event))
        elif "id" in message:
            self._socket.send(json.dumps({"type": "accepted", "id": message["id"]}))
