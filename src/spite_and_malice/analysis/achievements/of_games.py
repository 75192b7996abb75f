"""The achievements of single games, each an entry of `OF_GAMES`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from spite_and_malice.engine import Reason
from spite_and_malice.texts import N_

from .achievement import GameAchievement, Part, Span
from .story import Step, Turn

_Find = Callable[[Part], Span | None]


def _turn(has: Callable[[Turn], bool]) -> _Find:
    """Find the first turn of the seat that meets a condition."""
    return lambda part: next((Span(turn.number, turn.end) for turn in part.turns if has(turn)), None)


def _turns(count: int, has: Callable[[Turn], bool]) -> _Find:
    """Find the first `count` turns of the seat, in a row, that all meet a condition."""

    def find(part: Part) -> Span | None:
        for at in range(count, len(part.turns) + 1):
            if all(map(has, part.turns[at - count : at])):
                return Span(part.turns[at - count].number, part.turns[at - 1].end)
        return None

    return find


def _win(has: Callable[[Part], bool]) -> _Find:
    """Find the last turn of a game that the seat won and that meets a condition."""
    return lambda part: Span(part.last.number, part.last.end) if part.won and has(part) else None


def _ending(has: Callable[[Turn], bool]) -> _Find:
    """Find the turn in which the seat played the last pay-off card, if it meets a condition."""
    return _win(lambda part: _by_payoff(part) and part.last.seat == part.seat and has(part.last))


def _by_payoff(part: Part) -> bool:
    return part.story.outcome is not None and part.story.outcome.reason == Reason.PAYOFF


def _together(plays: Sequence[Step]) -> list[list[Step]]:
    """Return consecutive plays to the same stack; a completed stack counts as a new one."""
    runs: list[list[Step]] = []
    for step in plays:
        if runs and runs[-1][-1].move.target == step.move.target and not runs[-1][-1].completed:
            runs[-1].append(step)
        else:
            runs.append([step])
    return runs


def _whole_stack(turn: Turn) -> bool:
    alone: dict[str, int] = {}
    for step in turn.plays:
        place = step.move.target
        alone[place] = 1 if step.height == 1 else alone[place] + 1 if place in alone else -len(turn.plays)
        if step.completed and alone.pop(place) == step.height:
            return True
    return False


def _stepping_stone(turn: Turn) -> bool:
    pairs = pairwise(turn.plays)
    return any(
        wild.is_wild and wild.move.source == "H" and card.move.source[0] == "P" and card.move.target == wild.move.target
        for wild, card in pairs
    )


def _side_door(turn: Turn) -> bool:
    sources = "".join(step.move.source[0] if step.height else "-" for step in turn.steps)
    return sources.lstrip("S")[:1] == "P" and sources.startswith("SSS")


def _from_one_stack(turn: Turn) -> int:
    sources = [step.move.source for step in turn.plays if step.move.source[0] == "S"]
    return max((sources.count(source) for source in set(sources)), default=0)


def _is_held(part: Part, turn: Turn, rank: int) -> bool:
    return any(part.story.rules.natural_rank(card) == rank for card in turn.hand)


def _ace_held(part: Part) -> Span | None:
    """Find a turn that plays an ace which five turns began with, and the pay-off card too."""
    held = 0
    since = 0
    for turn in part.turns:
        if not _is_held(part, turn, 1):
            held = 0
            continue
        since = turn.number if not held else since
        held += 1
        parted = [step for step in turn.steps if step.move.source == "H" and not step.is_wild]
        if any(part.story.rules.natural_rank(card) == 1 for step in parted for card in step.move.cards):
            played = [at for at, step in enumerate(turn.plays) if step.move.source == "H" and step.height == 1]
            aces = [at for at in played if not turn.plays[at].is_wild]
            if held >= 5 and aces and any(step.move.source[0] == "P" for step in turn.plays[aces[0] :]):
                return Span(since, turn.end)
            held = 0
    return None


def _parts_with_wild(turn: Turn) -> bool:
    return any(step.is_wild and step.move.source == "H" for step in turn.steps)


def _wild_kept(part: Part) -> bool:
    held = 0
    for turn in part.turns:
        held = held + 1 if any(map(part.story.rules.is_wild, turn.hand)) else 0
        if held >= 8:
            return True
        if _parts_with_wild(turn):
            held = 0
    return False


def _clean_desk(part: Part) -> Span | None:
    """Find a play that empties the side stacks after each of them had a card."""
    were_full = False
    for turn in part.turns:
        for at, step in enumerate(turn.steps):
            were_full |= step.free == 0
            if were_full and step.free == part.story.rules.side and step.move.source[:1] == "S":
                return Span(turn.number, turn.number + at + 1)
    return None


def _count(sort: Callable[[Step], bool], wanted: int) -> _Find:
    """Find the move that brings the seat's count of some kind of move to `wanted`."""

    def find(part: Part) -> Span | None:
        found = [turn.number + at for turn in part.turns for at, step in enumerate(turn.steps) if sort(step)]
        return Span(found[0], found[wanted - 1] + 1) if len(found) >= wanted else None

    return find


def _comeback(part: Part) -> bool:
    return any(turn.left[part.side] - part.fewest(turn.left) >= 8 for turn in part.story.turns)


def _never_behind(part: Part) -> bool:
    dealt = part.story.turns[0].left[part.side]
    return dealt >= 10 and all(turn.left_after[part.side] <= part.fewest(turn.left_after) for turn in part.story.turns)


def _held_line(part: Part) -> bool:
    return sum(part.fewest(turn.left) == 1 for turn in part.turns) >= 5


def _shut_out(part: Part) -> bool:
    others = (turn for turn in part.story.turns if part.story.rules.side_of(turn.seat) != part.side)
    return not any(step.move.plays_payoff and step.height for turn in others for step in turn.steps)


def _has_no_wild(part: Part) -> bool:
    return bool(part.story.rules.wilds) and not any(turn.wilds for turn in part.turns)


def _in_a_hurry(part: Part) -> bool:
    dealt = part.story.turns[0].left[part.side]
    return dealt >= 10 and not part.story.rules.partners and len(part.turns) <= dealt


def _onto_own_card(turn: Turn) -> bool:
    *_, before, last = (None, None, *turn.steps)
    return (
        before is not None
        and last is not None
        and before.move.source == "H"
        and last.move.source[0] == "P"
        and before.move.target == last.move.target
    )


def _against_odds(part: Part) -> Span | None:
    low = next((chance for chance in part.chances if chance.chance <= 0.05), None)
    return Span(low.number - 1, part.last.end) if low is not None and part.won else None


def _opponents(part: Part) -> list[str | None]:
    rules = part.story.rules
    return [player for seat, player in enumerate(part.story.players) if rules.side_of(seat) != part.side]


OF_GAMES: Final = (
    # In one turn.
    GameAchievement(
        "three_stacks_touched",
        N_("Here, there and everywhere"),
        N_("Play onto three different [centre stacks] in one turn."),
        _turn(lambda turn: len({step.move.target for step in turn.plays}) >= 3),
    ),
    GameAchievement(
        "ten_cards",
        N_("Ten in one go"),
        N_("Play ten cards to the [centre stacks] in one turn."),
        _turn(lambda turn: len(turn.plays) >= 10),
    ),
    GameAchievement(
        "twenty_cards",
        N_("A turn to remember"),
        N_("Play twenty cards to the [centre stacks] in one turn."),
        _turn(lambda turn: len(turn.plays) >= 20),
    ),
    GameAchievement(
        "three_payoff",
        N_("Three at a stroke"),
        N_("Play three of your [pay-off cards] in one turn."),
        _turn(lambda turn: turn.payoffs >= 3),
    ),
    GameAchievement(
        "five_payoff",
        N_("Landslide"),
        N_("Play five of your [pay-off cards] in one turn."),
        _turn(lambda turn: turn.payoffs >= 5),
    ),
    GameAchievement(
        "two_hands",
        N_("Five more, please"),
        N_("Empty your hand twice in one turn."),
        _turn(lambda turn: sum(step.emptied for step in turn.steps) >= 2),
    ),
    GameAchievement(
        "two_stacks",
        N_("Double closure"),
        N_("Complete two [centre stacks] in one turn."),
        _turn(lambda turn: turn.completed >= 2),
    ),
    GameAchievement(
        "three_stacks",
        N_("Clearing the table"),
        N_("Complete three [centre stacks] in one turn."),
        _turn(lambda turn: turn.completed >= 3),
    ),
    GameAchievement(
        "long_run",
        N_("Without a breath"),
        N_("Play eight cards to one [centre stack], one straight after the other."),
        _turn(lambda turn: any(len(run) >= 8 for run in _together(turn.plays))),
    ),
    GameAchievement(
        "whole_stack",
        N_("From the ground up"),
        N_("Play every card of a [centre stack], from the first to the last, in one turn."),
        _turn(_whole_stack),
    ),
    GameAchievement(
        "three_wilds",
        N_("Wild night"),
        N_("Play three wild cards to the [centre stacks] in one turn."),
        _turn(lambda turn: turn.wilds >= 3),
    ),
    GameAchievement(
        "stepping_stone",
        N_("Stepping stone"),
        N_("Play a wild card from your hand, and your [pay-off card] straight onto it."),
        _turn(_stepping_stone),
    ),
    GameAchievement(
        "side_door",
        N_("By the side door"),
        N_("Begin a turn with three cards from your [side stacks] and go on with your [pay-off card]."),
        _turn(_side_door),
    ),
    GameAchievement(
        "avalanche",
        N_("Avalanche"),
        N_("Play five cards off one [side stack] in one turn."),
        _turn(lambda turn: _from_one_stack(turn) >= 5),
    ),
    # Over several turns.
    GameAchievement(
        "opening",
        N_("Off to a start"),
        N_("Play a [pay-off card] in each of your first three turns."),
        lambda part: (
            Span(part.turns[0].number, part.turns[2].end)
            if len(part.turns) >= 3 and all(turn.payoffs for turn in part.turns[:3])
            else None
        ),
    ),
    GameAchievement(
        "five_running",
        N_("Clockwork"),
        N_("Play a [pay-off card] in each of five turns in a row."),
        _turns(5, lambda turn: turn.payoffs > 0),
    ),
    GameAchievement(
        "ace_held",
        N_("Ace up the sleeve"),
        N_("Begin five turns with an ace or a one in hand, then play it, and your [pay-off card] after it."),
        _ace_held,
    ),
    GameAchievement(
        "clean_desk",
        N_("Clean desk"),
        N_("Play your [side stacks] empty after there was a card on every one of them."),
        _clean_desk,
    ),
    GameAchievement(
        "loaded",
        N_("Special delivery"),
        N_("Put five cards on your opponents' [pay-off piles] in one game."),
        _count(lambda step: step.move.is_load, 5),
    ),
    GameAchievement(
        "partners_cards",
        N_("Helping hand"),
        N_("Play three of your partner's [pay-off cards] in one game."),
        _count(lambda step: step.move.source[:2] == "+P" and step.height > 0, 3),
    ),
    # In a won game.
    GameAchievement("win", N_("Home and dry"), N_("Win a game."), _win(lambda part: True)),
    GameAchievement(
        "shut_out",
        N_("Shut-out"),
        N_("Win a game in which no opponent played a single [pay-off card]."),
        _win(lambda part: _by_payoff(part) and _shut_out(part)),
    ),
    GameAchievement(
        "runaway",
        N_("Out of sight"),
        N_("Win with ten [pay-off cards] fewer than anybody else."),
        _win(lambda part: part.fewest(part.last.left_after) - part.last.left_after[part.side] >= 10),
    ),
    GameAchievement(
        "whisker",
        N_("By a whisker"),
        N_("Win when an opponent has one [pay-off card] left."),
        _win(lambda part: _by_payoff(part) and part.fewest(part.last.left_after) == 1),
    ),
    GameAchievement(
        "comeback",
        N_("Written off"),
        N_("Win a game in which you were eight [pay-off cards] behind."),
        _win(_comeback),
    ),
    GameAchievement(
        "never_behind",
        N_("Pole to flag"),
        N_("Win a game of ten [pay-off cards] or more without ever being behind."),
        _win(_never_behind),
    ),
    GameAchievement(
        "held_line",
        N_("Not today"),
        N_("Win after five of your turns in which an opponent had one [pay-off card] left."),
        _win(_held_line),
    ),
    GameAchievement(
        "no_wilds",
        N_("Nothing wild"),
        N_("Win without playing a wild card, where there are wild cards."),
        _win(_has_no_wild),
    ),
    GameAchievement(
        "wild_kept",
        N_("Saved for a rainy day"),
        N_("Win after beginning eight turns in a row with a wild card that you keep."),
        _win(_wild_kept),
    ),
    GameAchievement(
        "in_a_hurry",
        N_("In a hurry"),
        N_("Win in no more turns than you had [pay-off cards], ten or more."),
        _win(_in_a_hurry),
    ),
    GameAchievement(
        "long_haul",
        N_("The long haul"),
        N_("Win a game after fifty turns of your own."),
        _win(lambda part: len(part.turns) >= 50),
    ),
    GameAchievement(
        "last_three",
        N_("Three to go, none to go"),
        N_("Play your last three [pay-off cards] in one turn."),
        _ending(lambda turn: turn.payoffs >= 3),
    ),
    GameAchievement(
        "flourish",
        N_("With a flourish"),
        N_("Win with a turn of eight cards or more."),
        _ending(lambda turn: len(turn.plays) >= 8),
    ),
    GameAchievement(
        "from_the_hand",
        N_("Made to measure"),
        N_("Play your last [pay-off card] straight onto a card from your hand."),
        _ending(_onto_own_card),
    ),
    GameAchievement(
        "crowned",
        N_("Last and wild"),
        N_("Win with a last [pay-off card] that is wild."),
        _ending(lambda turn: turn.steps[-1].is_wild),
    ),
    GameAchievement(
        "outlasted",
        N_("Last light"),
        N_("Win a game in which the cards ran out."),
        _win(lambda part: part.story.outcome is not None and part.story.outcome.reason == Reason.STOCK),
    ),
    GameAchievement(
        "crowd",
        N_("Against the crowd"),
        N_("Win a game against three others or more."),
        _win(lambda part: part.story.rules.side_count > 3),
    ),
    GameAchievement(
        "side_by_side",
        N_("Side by side"),
        N_("Win a game with a partner."),
        _win(lambda part: part.story.rules.partners),
    ),
    GameAchievement(
        "beat_octavia",
        N_("Amused no more"),
        N_("Win a game against Octavia, or anybody who plays like her."),
        _win(lambda part: "master" in _opponents(part)),
    ),
    GameAchievement(
        "against_odds",
        N_("One in twenty"),
        N_("Win from a chance of five per cent or less."),
        _against_odds,
    ),
)
