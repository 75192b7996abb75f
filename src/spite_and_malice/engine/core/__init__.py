"""The compiled core: the rules, the moves and the policy on integers; see `spite_and_malice.compiled`.

Everything named here behaves the same, compiled or not.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from spite_and_malice.compiled import load

_names, PURE_BECAUSE = load(__name__, Path(__file__).parent)

IS_NATIVE: Final = not PURE_BECAUSE
"""Whether the core is compiled; `PURE_BECAUSE` says why not."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from spite_and_malice.engine.core.applying import apply as apply
    from spite_and_malice.engine.core.applying import apply_at as apply_at
    from spite_and_malice.engine.core.applying import perft as perft
    from spite_and_malice.engine.core.batch import Batch as Batch
    from spite_and_malice.engine.core.belief import Belief as Belief
    from spite_and_malice.engine.core.chooser import Chooser as Chooser
    from spite_and_malice.engine.core.dealing import dealt as dealt
    from spite_and_malice.engine.core.dealing import dealt_by_seed as dealt_by_seed
    from spite_and_malice.engine.core.dealing import seed_of_game as seed_of_game
    from spite_and_malice.engine.core.encoding import Encoding as Encoding
    from spite_and_malice.engine.core.hashing import position_hash as position_hash
    from spite_and_malice.engine.core.legal import is_legal as is_legal
    from spite_and_malice.engine.core.legal import legal_moves as legal_moves
    from spite_and_malice.engine.core.legal import move_at as move_at
    from spite_and_malice.engine.core.memory import Core as Core
    from spite_and_malice.engine.core.playouts import Playouts as Playouts
    from spite_and_malice.engine.core.policy import Policy as Policy
    from spite_and_malice.engine.core.random_play import playout as playout
    from spite_and_malice.engine.core.random_play import random_games as random_games
    from spite_and_malice.engine.core.random_play import random_move as random_move
    from spite_and_malice.engine.core.random_play import random_playouts as random_playouts
    from spite_and_malice.engine.core.recycled import recycled_cards as recycled_cards
    from spite_and_malice.engine.core.recycled import watch_recycled as watch_recycled
    from spite_and_malice.engine.core.rules import CoreRules as CoreRules
    from spite_and_malice.engine.core.rules import core_rules as core_rules
    from spite_and_malice.engine.core.view_json import views_json as views_json
    from spite_and_malice.engine.core.winning import winning_line as winning_line

    # Their decorators hide the parameters and return types: legal.py and integers.py.
    generate: Callable[[Core], int]
    rank_of: Callable[[int], int]
    suit_of: Callable[[int], int]
    card_with: Callable[[int, int], int]
    is_suited: Callable[[int], bool]
    are_neighbours: Callable[[int, int], bool]
    kind_of: Callable[[int], int]
    source_of: Callable[[int], int]
    target_of: Callable[[int], int]
    card_of: Callable[[int], int]
    second_card_of: Callable[[int], int]
    is_pair: Callable[[int], bool]
    loaded_seat: Callable[[int], int]
    loaded_pile: Callable[[int], int]
    plays_payoff: Callable[[int], bool]
    plays_own_payoff: Callable[[int], bool]
    to_centre: Callable[[int, int, int], int]
    to_side: Callable[[int, int], int]
    pair_to_side: Callable[[int, int, int], int]
    to_load: Callable[[int, int, int, int], int]
    reveals: Callable[[int], bool]
else:
    globals().update(_names)
