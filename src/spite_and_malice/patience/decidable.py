"""For which rules a program can tell whether a deal can be won."""

from __future__ import annotations

from spite_and_malice.patience.rules import Rules


def can_decide(rules: Rules) -> bool:
    """Say whether `solving.solve` can say more of a game by these rules than ``"unknown"``."""
    return rules.is_klondike
