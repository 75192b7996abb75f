"""The tables of the database for tournaments; the same `metadata` as all others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String, Table, Text, UniqueConstraint

from .schema import metadata

tournaments: Table = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(64), nullable=False, index=True, comment="who made it; empty once they are erased"),
    Column("name", String(80), nullable=False),
    Column("form", Text, nullable=False, comment="how it is played (TournamentForm), as JSON"),
    Column("state", String(16), nullable=False, index=True, comment="gathering, running, over or cancelled"),
    Column("round", Integer, nullable=False, comment="the newest one that is paired; 0 before the first"),
    Column("secret", LargeBinary(32), nullable=False, comment="from which the secrets of shared deals come"),
    Column("lot", String(64), comment="made at the start of what all have contributed; settles seeds and shared deals"),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("changes", Integer, nullable=False, server_default="0", comment="how often anything of it was written"),
    Column("club_id", String(16), index=True, comment="whose members alone take part; the club may be gone"),
    Column("starts_at", BigInteger, comment="UTC milliseconds at which it begins by plan; null: when the host says so"),
    Column("paused_at", BigInteger, comment="since when no round begins; null while it goes on"),
    Column("said", String(300), nullable=False, server_default="", comment="what the host announces"),
    Column("host_seen_at", BigInteger, nullable=False, server_default="0", comment="a last look of the host's"),
)

tournament_kept_out: Table = Table(
    "tournament_kept_out",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True, comment="whom the host has taken out"),
)

tournament_lines: Table = Table(
    "tournament_lines",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", String(64), index=True, comment="who said it; null once they are erased"),
    Column("name", String(60), nullable=False),
    Column("text", String(200), nullable=False),
    Column("said_at", BigInteger, nullable=False),
)

tournament_teams: Table = Table(
    "tournament_teams",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="1 is the club that asks the others"),
    Column("club_id", String(16), nullable=False, index=True, comment="the club may be gone"),
    Column("name", String(80), nullable=False, comment="of the club, as it was when it was asked"),
    Column("answer", String(8), nullable=False, comment="asked, yes or no"),
    UniqueConstraint("tournament_id", "club_id"),
)

entrants: Table = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="in the order in which they came"),
    Column("seed", Integer, comment="their rank before the first round, settled at the start"),
    Column("person", String(64), index=True, comment="null for a computer player, and for who has been erased"),
    Column("player", String(60), comment="which computer player, null for a person"),
    Column("name", String(60), nullable=False),
    Column("head", String(20)),
    Column("contribution", String(64), nullable=False, server_default="", comment="to the lot"),
    Column("place", String(16), nullable=False, server_default="", comment="of a hash of where they joined from"),
    Column("joined_at", BigInteger, nullable=False),
    Column("since", Integer, nullable=False, comment="the first round for which they can be paired"),
    Column("until", Integer, comment="the last one, null while they stay"),
    Column("waits_at", BigInteger, nullable=False, server_default="0", comment="arena: when they last said so"),
    Column("team", Integer, comment="for which team they play; null without teams"),
    Column("board", Integer, comment="their place in its order"),
    UniqueConstraint("tournament_id", "person"),
    UniqueConstraint("tournament_id", "seed"),
)

pairings: Table = Table(
    "pairings",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False, comment="0, and one more after each draw"),
    Column("first", Integer, nullable=False, comment="the seed of who sits at the first seat"),
    Column("second", Integer, comment="and at the second; null for a bye"),
    Column("outcome", String(16), comment="null while it is played"),
    Column("margin", Integer, nullable=False, server_default="0", comment="cards that the second had left more"),
    Column("table_id", String(32), comment="of a table that may be gone by now"),
    Column("made_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("note", String(40), nullable=False, server_default="", comment="what an operator may want to know of it"),
)

# Nobody is paired twice in a round, whichever processes pair it.
pairing_seats: Table = Table(
    "pairing_seats",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("seed", Integer, primary_key=True, autoincrement=False),
)
