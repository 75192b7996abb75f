"""Themes of puzzles: each is one entry with its words, the turns that it fits, and when it is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from spite_and_malice.analysis.puzzles.holding import can_be_held, is_held
from spite_and_malice.analysis.threats import fits, threats
from spite_and_malice.engine import Position, View
from spite_and_malice.engine.core import Core, codes, kind_of, plays_payoff, source_of, target_of
from spite_and_malice.rules import Rules, card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import N_, _


@dataclass(frozen=True, slots=True)
class Step:
    """A play of the turn: the position before and after it, its number from 1, and the most plays possible.

    `view` is what the mover saw at the start of the turn: no card disappears from sight during a turn.
    """

    view: View
    rules: Rules
    before: Core
    move: int
    after: Core
    number: int
    most: int


@dataclass(frozen=True, slots=True)
class Theme:
    """A kind of puzzle.

    `task` gives the words for a view and the length of its way; `poses` says whether a turn fits, before it is
    searched; `reached` says whether a play reaches the goal, whatever led to it.
    """

    id: str
    name: str
    task: Callable[[View, int], str]
    poses: Callable[[Rules, Core], bool]
    reached: Callable[[Step], bool]
    suits: Callable[[Rules], bool] = lambda rules: True
    """Whether it fits the rules at all."""
    ends_late: bool = False
    """Whether it asks for the most plays: then `Step.most` has to be known."""
    two_stacks: bool = False
    """Whether a way must use more than one centre stack."""
    tempting: Theme | None = None
    """A lesser goal within fewer plays: anyone who settles for it has missed the puzzle."""
    contrast: str = ""
    """The explanation of that, or of the proof."""

    def __reduce__(self) -> tuple[Callable[[str], Theme], tuple[str]]:
        # Each exists once in every process.
        return theme_of, (self.id,)


def _always(rules: Rules, position: Core) -> bool:
    return True


def _gets_payoff_away(step: Step) -> bool:
    return plays_payoff(step.move)


def _payoff_task(view: View, plays: int) -> str:
    if view.rules.partners:
        return _("Get your [pay-off card] or your partner’s away this turn, with the cards you see.")
    if view.rules.payoff_piles > 1:
        return _("Get one of your [pay-off cards] away this turn, with the cards you see.")
    return _("Get your [pay-off card] away this turn, with the cards you see.")


def _wins(step: Step) -> bool:
    return step.after.stage == codes.OVER and step.before.turn in step.after.winners()


def _has_one_left(rules: Rules, position: Core) -> bool:
    return position.cards_left(position.turn) == 1


def _has_no_place_free(rules: Rules, position: Core) -> bool:
    return rules.centre is not None and all(position.height(place) for place in range(position.places))


def _begins_a_stack(step: Step) -> bool:
    return kind_of(step.move) == codes.TO_CENTRE and step.before.height(target_of(step.move)) == 0


def _empties_hand(step: Step) -> bool:
    return source_of(step.move) == codes.FROM_HAND and len(step.before.hand(step.before.turn)) == 1


def _is_last_of_the_most(step: Step) -> bool:
    return step.number >= step.most


def _blocks(step: Step) -> bool:
    # It does not matter whose turn follows: the threats are those to the seat that plays.
    waiting = threats(step.rules, step.before, step.before.turn)
    return bool(waiting) and not any(fits(step.rules, step.after, card) for _seat, card in waiting)


def _can_hold(rules: Rules, position: Core) -> bool:
    return can_be_held(rules) and position.cards_left(1 - position.turn) == 1


def _holds(step: Step) -> bool:
    return kind_of(step.move) == codes.TO_CENTRE and is_held(step.rules, step.view, step.after)


def _hold_task(view: View, _plays: int) -> str:
    text = _(
        "The next player has one [pay-off card] left: {card}. Play so that it cannot go away on their turn, "
        "whatever {count} cards they hold then."
    )
    return text.format(card=_waiting(view), count=view.rules.hand)


def _waiting(view: View) -> str:
    """The cards that the next opponent waits to play."""
    waiting = threats(view.rules, Position.from_view(view).core, view.turn)
    cards = [card_text(card) for _seat, card in waiting]
    return ", ".join(map(card_name, cards))


PAYOFF: Final = Theme("payoff", N_("The [pay-off card]"), _payoff_task, _always, _gets_payoff_away)

THEMES: Final = {
    theme.id: theme
    for theme in (
        PAYOFF,
        Theme("stacks", N_("Two [stacks] at once"), _payoff_task, _always, _gets_payoff_away, two_stacks=True),
        Theme(
            "win",
            N_("Win this turn"),
            lambda view, plays: _("Win this turn: get your last [pay-off card] away with the cards you see."),
            _has_one_left,
            _wins,
        ),
        Theme(
            "finish",
            N_("Finish and begin"),
            lambda view, plays: _("Finish a [centre stack], and begin a new one in its place this turn."),
            _has_no_place_free,
            _begins_a_stack,
        ),
        Theme(
            "empty",
            N_("Empty your hand"),
            lambda view, plays: _("Play every card of your hand to the centre this turn, with the cards you see."),
            _always,
            _empties_hand,
        ),
        Theme(
            "longest",
            N_("The longest run"),
            lambda view, plays: _(
                "Play {count} cards this turn before a new one comes to light: no turn here is longer."
            ).format(count=plays),
            _always,
            _is_last_of_the_most,
            ends_late=True,
        ),
        Theme(
            "block",
            N_("Get away and block"),
            lambda view, plays: _(
                "Get your [pay-off card] away so that {card}, for which the next player waits, fits nowhere then."
            ).format(card=_waiting(view)),
            _always,
            lambda step: _gets_payoff_away(step) and _blocks(step),
            tempting=PAYOFF,
            contrast=N_("Your [pay-off card] can go with fewer plays, but then the next player’s fits."),
        ),
        Theme(
            "hold",
            N_("Save the endgame"),
            _hold_task,
            _can_hold,
            _holds,
            suits=can_be_held,
            contrast=N_(
                "Every hand that they can hold was looked at, with their [side stacks]: none brings their last card "
                "away before they draw again."
            ),
        ),
    )
}
"""Every theme by its id, in the order of the list."""


def theme_of(theme_id: str) -> Theme:
    """Return the theme with an id. Raises KeyError."""
    return THEMES[theme_id]
