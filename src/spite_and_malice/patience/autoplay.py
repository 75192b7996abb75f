"""Moves to the foundations that follow a player's own move automatically, if the player wants that."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Literal, get_args

from spite_and_malice.patience.core import codes, rank_of, source_of, suit_of
from spite_and_malice.patience.dominance import slack_of
from spite_and_malice.patience.finishing import is_home
from spite_and_malice.patience.moves import Move, move_with
from spite_and_malice.patience.position import Position
from spite_and_malice.patience.tables import fit_tables
from spite_and_malice.rules.cards import card_text

Autoplay = Literal["off", "safe", "all"]
"""Which cards go to their foundations: none, those that are of no more use in the tableau, or every card that can."""

AUTOPLAYS: Final = get_args(Autoplay)


def automatic_move(position: Position, autoplay: Autoplay, held: Container[str] = ()) -> Move | None:
    """Return the next move to a foundation that `autoplay` makes in a position, None if there is none.

    Cards in `held`, which the player took back from a foundation, stay where they are. Only games with foundations have
    such moves.
    """
    if autoplay == "off" or position.rules.aim != "build":
        return None
    for code in position.layout.legal():
        if (
            not code & codes.MERCI
            and is_home(code)
            and card_text(_card(position, code)) not in held
            and (autoplay == "all" or is_safe(position, code))
        ):
            return move_with(code)
    return None


def is_safe(position: Position, code: int) -> bool:
    """Say whether a legal move to a foundation loses nothing: a winnable game stays winnable.

    That is so if the card is of no more use in the tableau (`slack_of`). A card of the waste also must not change the
    order in which the others come up: it does not where they come one at a time, and in the last pass.
    """
    rules, layout = position.rules, position.layout
    if not rules.is_common:
        return False
    is_last_pass = rules.passes is not None and layout.pass_number >= rules.passes
    if source_of(code) == codes.WASTE and rules.draw > 1 and not is_last_pass:
        return False
    card = _card(position, code)
    rank = fit_tables(rules, layout.rules.base)[0][rank_of(card)]
    lowest = layout.foundations() if rules.packs == 1 else layout.second_foundations()
    slack, first = slack_of(rules), codes.SUITS * suit_of(card)
    return any(
        all(lowest[suit] + slack[rule + first + suit] >= rank for suit in range(codes.SUITS))
        for rule in (0, codes.SUITS * codes.SUITS)
    )


def _card(position: Position, code: int) -> int:
    """Return the card that a move takes to a foundation."""
    source = source_of(code)
    cards = {codes.WASTE: position.layout.waste, codes.POCKET: position.layout.pocket}
    return (cards[source]() if source in cards else position.layout.face_up(source))[-1]
