"""Spite and Malice as a game of OpenSpiel, registered as ``python_spite_and_malice`` when this module is imported.

Parameters: ``preset`` and ``players`` (0: the preset's smallest number); ``rules``, changes as a JSON object, in which
``%2C`` may stand for a comma, as it must in a game's name in one string; ``dealer``, a seat; ``max_moves``, after which
a game ends with nothing for anybody. docs/research.md shows how to use it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from spite_and_malice.arguments import InvalidArgument, UnknownName, number, of_type, seat_number, shown, whole
from spite_and_malice.engine.core import codes, seed_of_game
from spite_and_malice.engine.position_json import STAGES
from spite_and_malice.engine.view import view_of
from spite_and_malice.interop.arrays import Floats, Row
from spite_and_malice.interop.chance_game import (
    DEALT,
    DREW,
    LOT,
    MOVED,
    OVER,
    TURNED,
    ChanceGame,
    Event,
    Setting,
)
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.interop.guess import guess
from spite_and_malice.interop.kinds import Kinds
from spite_and_malice.interop.opponents import SECONDS, Opponent, maker_of
from spite_and_malice.players.player import chosen
from spite_and_malice.rules import preset_rules

Pieces = dict[str, tuple[int, ...]]


# --- text -------------------------------------------------------------------------------------------------------


def view_text(game: ChanceGame, seat: int) -> str:
    """Everything that `seat` sees now, in lines."""
    return f"seat {seat}\n{_text(game, [seat])}"


def table_text(game: ChanceGame) -> str:
    """The public view now, in lines."""
    return _text(game, [])


def hand_text(game: ChanceGame, seat: int) -> str:
    """The private part of the present view of `seat`."""
    return f"seat {seat}\nhand: {_cards(game, sorted(game.core.hand(seat)))}"


def whole_text(game: ChanceGame) -> str:
    """All hands, and the cards whose places are public: for debugging, not for players."""
    names = game.setting.kinds.card_names

    def counted(counts: list[int]) -> str:
        return " ".join(f"{count}×{name}" for name, count in zip(names, counts, strict=True) if count)

    text = _text(game, range(game.setting.rules.players))
    coming = f"\ncoming to light: {game.pending()}" if game.is_chance else ""
    return f"{text}\nnever seen: {counted(game.fresh)}\nback in the stock: {counted(game.stock_seen())}{coming}"


def _cards(game: ChanceGame, pile: list[int]) -> str:
    """A pile's cards, hidden ones as question marks."""
    names, of_code = game.setting.kinds.card_names, game.setting.kinds.of_code
    return " ".join([names[of_code[code]] if code else "?" for code in pile])


def _text(game: ChanceGame, seen: Collection[int]) -> str:
    """The table for somebody who sees these hands."""
    core, rules = game.core, game.setting.rules

    def cards(pile: list[int]) -> str:
        return _cards(game, pile)

    turn = "over" if core.stage == codes.OVER else f"turn {core.turn} {STAGES[core.stage]}"
    cover = f" C{core.cover + 1}" if core.cover >= 0 else ""
    lines = [f"{turn}{cover}, passes {core.passes}{', moved' if core.moved else ''}"]
    lines.append("centre: " + " | ".join([cards(core.centre(place)) for place in range(core.places)]))
    lines.append(f"stock: {core.stock_count}, aside: {cards(sorted(core.aside()))}")
    for seat in range(rules.players):
        hand = cards(sorted(core.hand(seat))) if seat in seen else str(core.hand_count(seat))
        payoff = [
            f"{core.payoff_count(seat, pile)} {cards([core.payoff_top(seat, pile)])}"
            for pile in range(rules.payoff_piles)
        ]
        side = [cards(core.side(seat, stack)) for stack in range(rules.side)]
        lines.append(f"{seat}: hand: {hand}; payoff: {' | '.join(payoff)}; side: {' | '.join(side)}")
    return "\n".join(lines)


def past_text(game: ChanceGame, seat: int) -> str:
    """Everything that `seat` has seen, event by event: its knowledge with perfect recall."""
    kinds = game.setting.kinds
    text = [f"seat {seat}"]
    for event in game.events[seat]:
        text.append(_event_text(kinds, event))
    if game.guessed is not None and seat in game.guessed[1]:
        when, hands = game.guessed
        text.insert(when + 1, f"{seat} holds {' '.join(kinds.card_names[kind] for kind in sorted(hands[seat]))}")
    return "; ".join(text)


@lru_cache(maxsize=1 << 15)
def _event_text(kinds: Kinds, event: Event) -> str:
    seat, kind, value = event
    if kind == MOVED:
        return f"{seat} {kinds.move_name(value - 1, seat)}"
    if kind == LOT:
        return f"{seat} wins the lot"
    card = kinds.card_names[value - 1] if value else "a card"
    if kind == DREW:
        return f"{seat} draws {card}"
    if kind >= DEALT:
        return f"{seat} is dealt {card} onto S{kind - DEALT + 1}"
    return f"{seat} turns up {card} on P{kind - TURNED + 1 if kinds.rules.payoff_piles > 1 else ''}"


# --- numbers ----------------------------------------------------------------------------------------------------


def blank(pieces: Pieces) -> tuple[Row, dict[str, Floats]]:
    """A row of zeros with room for these pieces, and each piece as a part of it in its own shape."""
    sizes = [int(np.prod(shape)) for shape in pieces.values()]
    row: Row = np.zeros(sum(sizes), np.float32)
    parts = np.split(row, np.cumsum(sizes)[:-1])
    return row, {name: part.reshape(shape) for (name, shape), part in zip(pieces.items(), parts, strict=True)}


def past_pieces(setting: Setting) -> Pieces:
    """The parts of `write_past`: for each event its seat (from the viewer on), its kind, its value, and 1."""
    return {"events": (setting.most_events, 4)}


def write_view(game: ChanceGame, seat: int, row: Row) -> None:
    """Write what `seat` sees now into a row (`Kinds.pieces`)."""
    game.setting.kinds.encoding.write_view(game.core, seat, row)


def write_past(game: ChanceGame, seat: int, into: dict[str, Floats]) -> None:
    """Write what `seat` has seen into an array of zeros with the shape of `past_pieces`."""
    events, players = game.events[seat], game.setting.rules.players
    if events:
        into["events"][: len(events), :3] = [((by - seat) % players, kind, value) for by, kind, value in events]
        into["events"][: len(events), 3] = 1


if TYPE_CHECKING:

    class _Untyped:
        """OpenSpiel ships no types, and a class derived from an untyped one would be untyped as a whole."""

        def __init__(self, *arguments: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

    class _Game(_Untyped): ...

    class _State(_Untyped):
        def legal_actions(self, *player: int) -> list[int]: ...
        def legal_actions_mask(self, *player: int) -> list[int]: ...
        def observation_tensor(self, *player: int) -> list[float]: ...

    class _Bot(_Untyped): ...
else:
    _Game, _State, _Bot = pyspiel.Game, pyspiel.State, pyspiel.Bot

NAME: Final = "python_spite_and_malice"

_MOST_PLAYERS: Final = 8
_OF_THE_SEAT: Final = ("hand", "recycled", "held")
"""The pieces of a view that follow from the viewer's hand."""
_PLAIN: Final = '{}[]":'
_SPECIFICATION: Final[dict[str, Any]] = {
    "preset": "standard",
    "players": 0,
    "rules": "{}",
    "dealer": 0,
    "max_moves": 2000,
}
_GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Spite and Malice",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=_SPECIFICATION,
)


def _parameters(params: object) -> dict[str, Any]:
    """Return the parameters of a game; `InvalidArgument` for an unknown name or a wrong type.

    OpenSpiel writes them down unchecked, and ends the process if they are nested too deep.
    """
    if not isinstance(params, Mapping):
        raise InvalidArgument(f"params must be a mapping, not {shown(params)}")
    given = dict(params)
    for name, value in given.items():
        usual = _SPECIFICATION.get(name) if isinstance(name, str) else None
        if usual is None:
            raise UnknownName(f"there is no parameter {shown(name)}; take {', '.join(_SPECIFICATION)}")
        given[name] = whole(value, name) if isinstance(usual, int) else of_type(value, str, name)
    return given


class SpiteAndMaliceGame(_Game):
    """The game under one set of rules. Raises ValueError for invalid parameters."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        passed = _parameters({} if params is None else params)
        given = _SPECIFICATION | passed
        changes = unquote(given["rules"])
        try:
            changed = json.loads(changes)
        except (ValueError, RecursionError):
            raise InvalidArgument(
                f'rules must be a JSON object such as {{"payoff": 3}}, not {shown(changes)}'
            ) from None
        rules = preset_rules(given["preset"], given["players"] or None, of_type(changed, dict, "rules"))
        self.setting: Setting = Setting(rules, given["dealer"], given["max_moves"])
        most = float(max(self.setting.most_points, 1))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.kinds.moves),
            max_chance_outcomes=max(2 * self.setting.kinds.count, rules.players),
            num_players=rules.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.setting.max_moves,
        )
        # A game's name holds its parameters, and these may not contain a comma, parenthesis or equals sign.
        super().__init__(_GAME_TYPE, info, passed | {"rules": quote(changes, safe=_PLAIN)})
        self._start = ChanceGame(self.setting)

    def new_initial_state(self) -> SpiteAndMaliceState:
        """The game before the deal."""
        return SpiteAndMaliceState(self, self._start, is_shared=True)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound on the cards and lots drawn in a game."""
        return self.setting.most_events * self.setting.rules.players

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SpiteAndMaliceObserver:
        """An observer of a seat's present view, or with perfect recall of everything it has seen."""
        if params:
            raise InvalidArgument(f"the observers of {NAME} have no parameters, so not {shown(params)}")
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        return SpiteAndMaliceObserver(self.setting, of_type(kind, pyspiel.IIGObservationType, "iig_obs_type"))


class SpiteAndMaliceState(_State):
    """A game under way; `played` holds it. One that `is_shared` with other states is copied before it changes.

    Python gets directly what the base class answers by asking this one several times.
    """

    def __init__(self, game: SpiteAndMaliceGame, played: ChanceGame, *, is_shared: bool = False) -> None:
        super().__init__(of_type(game, SpiteAndMaliceGame, "game"))
        self.played = of_type(played, ChanceGame, "played")
        # OpenSpiel begins a game for every observation, only to learn its shape.
        self._is_shared = is_shared

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for a game that is over."""
        return self.played.turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.played.turn == OVER

    def returns(self) -> list[float]:
        """Each seat's points less the mean of the others'; all 0 while the game goes on and if it stopped undecided."""
        return self.played.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards, or in a lot the seats, that may be drawn, with their probabilities."""
        return self.played.outcomes()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpiteAndMaliceState:
        """A state that `player` cannot tell from this one, made only from what they have seen.

        The hands of the others are drawn again from the unseen cards. It has no history: the other seats see the past
        as `player` did. Raises ValueError while chance is to move.
        """
        seat_number(player, self.played.setting.rules.players, "player")
        return SpiteAndMaliceState(self.get_game(), guess(self.played, player, rng))

    def is_chance_node(self) -> bool:
        """Whether chance is to move."""
        return self.played.is_chance

    def legal_actions(self, *player: int) -> list[int]:
        """The numbers of the legal moves of a player, or of the one to move; at a node of chance its outcomes."""
        if self._is_turn_of(*player):
            return self.played.legal()
        return super().legal_actions(*player)

    def legal_actions_mask(self, *player: int) -> list[int]:
        """1 for each of `legal_actions`, else 0."""
        if not self._is_turn_of(*player):
            return super().legal_actions_mask(*player)
        mask = [0] * len(self.played.setting.kinds.moves)
        for action in self.played.legal():
            mask[action] = 1
        return mask

    def observation_tensor(self, *player: int) -> list[float]:
        """The present view of a player, by default the one to move, as numbers."""
        if not self._is_turn_of(*player):
            return super().observation_tensor(*player)
        row: Row = np.empty(self.played.setting.kinds.size, np.float32)
        write_view(self.played, self.played.turn, row)
        return row.tolist()

    def _is_turn_of(self, *player: int) -> bool:
        """Whether a player is to move, and if one is named, whether it is that player."""
        turn = self.played.turn
        return turn >= 0 and (not player or player == (turn,))

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.legal()

    def _apply_action(self, action: int) -> None:
        if self._is_shared:
            self.played, self._is_shared = self.played.clone(), False
        self.played.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        kinds = self.played.setting.kinds
        if player != pyspiel.PlayerId.CHANCE:
            return kinds.move_name(action, seat_number(player, kinds.rules.players, "player"))
        if self.played.is_chance and self.played.pending().kind == LOT:
            return f"lot: {action}"
        return f"{kinds.card_names[action % kinds.count]}{' again' if action >= kinds.count else ''}"

    def __str__(self) -> str:
        return whole_text(self.played)


class SpiteAndMaliceObserver:
    """A seat's view: numbers by piece in `dict`, all in a row in `tensor`, or text.

    With perfect recall the numbers are those of the present view and a row for each event. Without it there are also
    the public view (no private information) and the seat's own hand (no public information). Raises ValueError for
    other kinds of observation, which have no meaning in this game.
    """

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType) -> None:
        alone, public = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER, bool(kind.public_info)
        everybody = public and kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recalls = bool(kind.perfect_recall)
        if not (alone or everybody) or (self._recalls and not (alone and public)):
            raise ValueError(
                f"{NAME} observes what one player sees: private_info SINGLE_PLAYER with public_info, or without "
                f"perfect_recall one of the two"
            )
        self._shows_hand, self._shows_table = alone, public
        pieces = setting.kinds.pieces()
        self._view, of_view = blank(pieces)
        if not alone:
            pieces = {name: shape for name, shape in pieces.items() if name not in _OF_THE_SEAT}
        elif not public:
            pieces = {"hand": pieces["hand"]}
        seen = pieces
        if self._recalls:
            pieces = pieces | past_pieces(setting)
        self.tensor: Row
        self.dict: dict[str, Floats]
        self.tensor, self.dict = blank(pieces)
        self._copied: list[tuple[Floats, Floats]] = []
        if alone and public:
            self._view = self.tensor[: self._view.size]
        else:
            self._copied = [(self.dict[name], of_view[name]) for name in seen]

    def set_from(self, state: SpiteAndMaliceState, player: int) -> None:
        """Write the numbers that `player` sees."""
        game = _played(state, player)
        write_view(game, player, self._view)
        for into, part in self._copied:
            into[...] = part
        if self._recalls:
            self.dict["events"].fill(0)
            write_past(game, player, self.dict)

    def string_from(self, state: SpiteAndMaliceState, player: int) -> str:
        """The view of `player`, as text; with perfect recall everything they have seen."""
        game = _played(state, player)
        if self._recalls:
            return past_text(game, player)
        if not self._shows_table:
            return hand_text(game, player)
        return view_text(game, player) if self._shows_hand else table_text(game)


def _played(state: object, player: object) -> ChanceGame:
    """Return the game of a state; `InvalidArgument` for anything else, or a player that it does not have."""
    game = of_type(state, SpiteAndMaliceState, "state").played
    if type(player) is not int or not 0 <= player < game.setting.rules.players:
        seat_number(player, game.setting.rules.players, "player")
    return game


class SpiteAndMaliceBot(_Bot):
    """A computer player as a bot of OpenSpiel: a name of `PLAYERS`, or a function that makes a player from a seed.

    It gets only the view and the log of its own seat, with `seconds` for a move. Raises ValueError for an unknown name,
    or an invalid seat or time.
    """

    def __init__(self, opponent: Opponent, player: int, seed: int = 0, seconds: float = SECONDS) -> None:
        super().__init__()
        self._make = maker_of(opponent)
        self._player = whole(player, "player", 0, _MOST_PLAYERS - 1)
        self._seed = seed
        self._seconds = number(seconds, "seconds")
        self._chooses = self._make(seed)

    def player_id(self) -> int:
        """The seat that it plays."""
        return self._player

    def provides_policy(self) -> bool:
        """It chooses one move and gives no probabilities."""
        return False

    def restart(self) -> None:
        """Begin a new game."""
        self._seed = seed_of_game(self._seed, codes.NEXT_GAME)
        self._chooses = self._make(self._seed)

    def restart_at(self, state: SpiteAndMaliceState) -> None:
        """Begin in the middle of a game."""
        self.restart()

    def step(self, state: SpiteAndMaliceState) -> int:
        """The number of its move. Raises ValueError if it is not the bot's turn."""
        played = _played(state, self._player)
        rules = played.setting.rules
        if played.turn != self._player:
            raise InvalidArgument(f"seat {self._player} has no move to choose here")
        move = chosen(self._chooses, view_of(rules, played.core, self._player), played.log, self._seconds)
        return Encoder(rules).action(view_of(rules, played.core, self._player), move)


pyspiel.register_game(_GAME_TYPE, SpiteAndMaliceGame)
