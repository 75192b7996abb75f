"""A game of patience as it is played and recorded: with takebacks, hints and times."""

from spite_and_malice.play.patience.played import Deal, NotNow, Played
from spite_and_malice.play.patience.record import PatienceAction, PatienceRecord, record_patience
from spite_and_malice.play.patience.record_text import check, parse, read, verify, write
from spite_and_malice.play.patience.scoring import SCORINGS, Scoring, scorings_for

__all__ = [
    "SCORINGS",
    "Deal",
    "NotNow",
    "PatienceAction",
    "PatienceRecord",
    "Played",
    "Scoring",
    "check",
    "parse",
    "read",
    "record_patience",
    "scorings_for",
    "verify",
    "write",
]
