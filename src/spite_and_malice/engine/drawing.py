"""A view drawn as text, for a terminal or a notebook's output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules import card_code

if TYPE_CHECKING:
    from spite_and_malice.engine.view import View
    from spite_and_malice.rules import Rules

_NONE: Final = "--"
_WIDE: Final = 7
"""The width of a place, the gap after it included."""


def summary(view: View) -> str:
    """Say in a line how far the game is: ``"2 players, seat 1 to move (play), pay-off cards 20–18, stock 58"``."""
    left = "–".join(str(sum(pile.count for pile in player.payoff)) for player in view.players)
    now = str(view.outcome) if view.outcome else f"seat {view.turn} to move ({view.stage})"
    return f"{view.rules.players} players, {now}, pay-off cards {left}, stock {view.stock}"


def draw_text(view: View) -> str:
    """Draw the table: the centre, then for each seat its pay-off piles, side stacks and hand, the seat to move marked.

    Over each top card stands its place, with the number of cards where they are more than one; a wild card on a centre
    stack shows the rank that it stands for.
    """
    aside = f", aside {len(view.aside)}" if view.aside else ""
    places = [_centre(view.rules, place, stack) for place, stack in enumerate(view.centre, start=1)]
    lines = _block("centre", places, ("", f"stock {view.stock}{aside}"))
    for seat, player in enumerate(view.players):
        names = ["P"] if len(player.payoff) == 1 else [f"P{number}" for number in range(1, len(player.payoff) + 1)]
        piles = [(f"{name} {pile.count}", pile.top or _NONE) for name, pile in zip(names, player.payoff, strict=True)]
        piles += [(_counted(f"S{n}", len(stack)), _top(stack)) for n, stack in enumerate(player.side, start=1)]
        held = player.hand if isinstance(player.hand, int) else sorted(player.hand, key=card_code)
        hand = f"{held} cards" if isinstance(held, int) else " ".join(held) or _NONE
        moves = view.outcome is None and seat == view.turn
        lines += _block(f"{'>' if moves else ' '} seat {seat}", piles, ("hand", hand))
    if view.outcome:
        lines.append(str(view.outcome))
    elif view.stage != "play":
        lines.append(f"stage {view.stage}" + ("" if view.cover is None else f" of C{view.cover + 1}"))
    return "\n".join(line.rstrip() for line in lines)


def _block(name: str, places: list[tuple[str, str]], last: tuple[str, str]) -> list[str]:
    """Two lines: what each place is called, and below it what lies there."""
    above = "".join(f"{title:<{_WIDE}}" for title, _ in places)
    below = "".join(f"{card:<{_WIDE}}" for _, card in places)
    return [f"{'':<10}{above}{last[0]}", f"{name:<10}{below}{last[1]}"]


def _centre(rules: Rules, place: int, stack: tuple[str, ...]) -> tuple[str, str]:
    stands_for = f"={len(stack)}" if stack and rules.is_wild(stack[-1]) else ""
    return f"C{place}", _top(stack) + stands_for


def _top(stack: tuple[str, ...]) -> str:
    return stack[-1] if stack else _NONE


def _counted(name: str, count: int) -> str:
    return f"{name} {count}" if count > 1 else name
