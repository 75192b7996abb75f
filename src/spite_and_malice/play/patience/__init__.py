"""A game of patience as it is played and recorded: what was taken back and asked for, and the time that it took."""

from spite_and_malice.play.patience.played import Deal, NotNow, Played
from spite_and_malice.play.patience.record import PatienceAction, PatienceRecord, record_patience
from spite_and_malice.play.patience.record_text import check, parse, read, verify, write

__all__ = [
    "Deal",
    "NotNow",
    "PatienceAction",
    "PatienceRecord",
    "Played",
    "check",
    "parse",
    "read",
    "record_patience",
    "verify",
    "write",
]
