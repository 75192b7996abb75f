"""A game of patience as it is played and recorded: what was taken back and asked for, and the time that it took."""

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
