"""What a game is worth, and when a match ends (RULES.md section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from spite_and_malice.arguments import plain
from spite_and_malice.rules.fields.field import Field, Group
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming

StalemateScore = Literal["difference", "none"]

_HIGHEST: Final = 1000


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth (RULES.md section 6): `win` points, `card` points a card left, and after a stalemate."""

    win: int = 5
    card: int = 1
    stalemate: StalemateScore = "difference"

    def __post_init__(self) -> None:
        for name in ("win", "card"):
            object.__setattr__(self, name, plain(getattr(self, name)))

    def to_json(self) -> dict[str, Any]:
        """Write the three keys as JSON."""
        return {"win": self.win, "card": self.card, "stalemate": self.stalemate}


def _score(say: Naming) -> str:
    score = say.rules.score
    text = _("{win} for winning and {card} a card")
    return text.format(win=say.points(score.win), card=say.points(score.card))


def _score_unfinished(say: Naming) -> str:
    if say.rules.score.stalemate == "none":
        return _("an unfinished game scores nothing")
    return _("an unfinished game scores the difference")


def _target(say: Naming) -> str:
    if say.rules.target == 1:
        return _("one game, not a match")
    return _("a match to {points}").format(points=say.points(say.rules.target))


SCORING: Final = Group(
    N_("The score"),
    (
        Field(
            name="score",
            kind="score",
            label=N_("The score"),
            says="points for winning, for each card left, and for an unfinished game",
            phrase=_score,
            parts=(
                Field(
                    name="score.win",
                    kind="number",
                    high=_HIGHEST,
                    label=N_("Points for winning"),
                    says="points for winning",
                    phrase=_score,
                ),
                Field(
                    name="score.card",
                    kind="number",
                    high=_HIGHEST,
                    label=N_("And for each card left"),
                    says="points for each card that the others have left",
                    phrase=_score,
                ),
                Field(
                    name="score.stalemate",
                    kind="choice",
                    choices={"difference": N_("The difference in cards"), "none": N_("Nothing")},
                    label=N_("An unfinished game scores"),
                    says="what an unfinished game scores",
                    phrase=_score_unfinished,
                ),
            ),
        ),
        Field(
            name="target",
            kind="number",
            low=1,
            high=100_000,
            label=N_("Points that end the match"),
            says="the points that end a match",
            phrase=_target,
        ),
    ),
)
