"""A game with its chance and its record, matches and scores, and deals that anybody can check."""

from spite_and_malice.play.fair import FairDeal, SeededChance, candidate_secret, new_secret
from spite_and_malice.play.figures import SeatFigures, figures_of
from spite_and_malice.play.game import Action, Game, NothingToUndo, NotYourTurn, new_game
from spite_and_malice.play.match import Match
from spite_and_malice.play.record import Record, RecordedAction, RecordedSeat, RecordHeader, record_game
from spite_and_malice.play.record_check import verify
from spite_and_malice.play.record_lines import Fault, InvalidRecord
from spite_and_malice.play.record_text import parse, read, read_headers, read_records, write

__all__ = [
    "Action",
    "FairDeal",
    "Fault",
    "Game",
    "InvalidRecord",
    "Match",
    "NotYourTurn",
    "NothingToUndo",
    "Record",
    "RecordHeader",
    "RecordedAction",
    "RecordedSeat",
    "SeatFigures",
    "SeededChance",
    "candidate_secret",
    "figures_of",
    "new_game",
    "new_secret",
    "parse",
    "read",
    "read_headers",
    "read_records",
    "record_game",
    "verify",
    "write",
]
