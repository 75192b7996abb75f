"""The fields of the rules, a file for each group of them: everything known about a field stands in its entry.

What several fields say together is the subject of `combinations` and `words`.
"""

from typing import Final

from spite_and_malice.rules.fields.cards import CARDS
from spite_and_malice.rules.fields.centre import CENTRE
from spite_and_malice.rules.fields.ending import ENDING
from spite_and_malice.rules.fields.field import Field, Group, Kind
from spite_and_malice.rules.fields.payoff import PAYOFF
from spite_and_malice.rules.fields.reading import check_value, read_value
from spite_and_malice.rules.fields.scoring import SCORING, Score, StalemateScore
from spite_and_malice.rules.fields.side import SIDE
from spite_and_malice.rules.fields.table import TABLE
from spite_and_malice.rules.fields.turn import TURN

GROUPS: Final = (TABLE, PAYOFF, CARDS, CENTRE, SIDE, TURN, ENDING, SCORING)
"""All fields, grouped and ordered as a form shows them."""

__all__ = ["GROUPS", "Field", "Group", "Kind", "Score", "StalemateScore", "check_value", "read_value"]
