"""The tables of the database for evenings and clubs; the same `metadata` as all others."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from .schema import metadata

clubs: Table = Table(
    "clubs",
    metadata,
    Column("id", String(16), primary_key=True, comment="part of the link by which people join"),
    Column("name", String(60), nullable=False),
    Column("keeper", String(64), nullable=False, index=True, comment="who founded it, or was handed it"),
    Column("preset", String(64), comment="the version that the club's rules come from"),
    Column("rules", Text, nullable=False, comment="every field of the club's rules, as JSON"),
    Column("rules_name", String(60), nullable=False, server_default="", comment="what these house rules are called"),
    Column("season", Integer, nullable=False, comment="number of the season, from 1"),
    Column("season_since", BigInteger, nullable=False, comment="UTC milliseconds at which it began"),
    Column("founded_at", BigInteger, nullable=False),
    Column("stand_ins", String(8), nullable=False, server_default="half", comment="of its evenings, as theirs"),
    Column("joining", String(8), nullable=False, server_default="open", comment="open, request or link"),
    Column("code", String(16), nullable=False, server_default="", comment="of the link by which people join"),
)

club_seasons: Table = Table(
    "club_seasons",
    metadata,
    Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="of a season that is over"),
    Column("since", BigInteger, nullable=False, comment="UTC milliseconds at which it began"),
    Column("until", BigInteger, nullable=False, comment="and at which the next one did"),
)

club_members: Table = Table(
    "club_members",
    metadata,
    Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True),
    Column("name", String(60), nullable=False),
    Column("head", String(20)),
    Column("joined_at", BigInteger, nullable=False),
    Column("role", String(8), nullable=False, server_default="member", comment="member or officer"),
    Column("messages", Boolean, nullable=False, server_default=true(), comment="whether they want those to all"),
    Column("calendar", String(32), nullable=False, server_default="", comment="of the address of their calendar"),
)


def _people_of_club(name: str, comment: str) -> Table:
    return Table(
        name,
        metadata,
        Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        Column("person", String(64), primary_key=True, index=True),
        Column("name", String(60), nullable=False),
        Column("head", String(20)),
        Column("since", BigInteger, nullable=False),
        comment=comment,
    )


club_requests: Table = _people_of_club("club_requests", "who asks to be let in")
club_kept_out: Table = _people_of_club("club_kept_out", "who was taken out and cannot come back")

club_messages: Table = Table(
    "club_messages",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", String(64), nullable=False, index=True, comment="who wrote it"),
    Column("name", String(60), nullable=False),
    Column("text", String(500), nullable=False),
    Column("sent_at", BigInteger, nullable=False),
)

evenings: Table = Table(
    "evenings",
    metadata,
    Column("id", String(16), primary_key=True, comment="its link"),
    Column("name", String(60), nullable=False),
    Column("club_id", ForeignKey("clubs.id", ondelete="SET NULL"), index=True),
    Column("host", String(64), nullable=False, index=True, comment="empty where nobody is left"),
    Column("preset", String(64), comment="the version that the rules come from"),
    Column("rules", Text, nullable=False, comment="every field of the rules of its tables, as JSON"),
    Column("rules_name", String(60), nullable=False, server_default="", comment="what these house rules are called"),
    Column("computer", String(16), comment="the computer player that fills tables, null for none"),
    Column("teams", Boolean, nullable=False, server_default=false(), comment="whether those of a team are partners"),
    Column("call", String(300), nullable=False, server_default="", comment="address of the call of those who play"),
    Column("starts_at", BigInteger, comment="UTC milliseconds for which it is planned"),
    Column("moved_at", BigInteger, comment="UTC milliseconds at which it was put off last"),
    Column("minutes", Integer, nullable=False, server_default="180", comment="how long it is planned to last"),
    Column("round", Integer, nullable=False, server_default="0", comment="number of the newest round"),
    Column("called", Boolean, nullable=False, server_default=false(), comment="whether the host asked who is ready"),
    Column("is_over", Boolean, nullable=False, server_default=false()),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column(
        "stand_ins",
        String(8),
        nullable=False,
        server_default="half",
        comment="how games count that stand-ins played: half, lost or counts",
    ),
    Column("is_cancelled", Boolean, nullable=False, server_default=false(), comment="ended before a round was drawn"),
    Column("called_at", BigInteger, comment="UTC milliseconds at which the host asked who is ready"),
    Column("cancelled_by", String(64), index=True, comment="who called it off; empty where nobody came"),
)

evening_guests: Table = Table(
    "evening_guests",
    metadata,
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="in the order in which they came, from 1"),
    Column("person", String(64), index=True, comment="null once they are erased"),
    Column("name", String(60), nullable=False),
    Column("head", String(20)),
    Column("team", String(40), nullable=False, server_default=""),
    Column("state", String(8), nullable=False, comment="waiting, ready, paused, left or out"),
    Column("joined_at", BigInteger, nullable=False),
    Column(
        "seen_at", BigInteger, nullable=False, comment="UTC milliseconds of a last look; 0 once the evening is over"
    ),
    UniqueConstraint("evening_id", "person"),
)

evening_tables: Table = Table(
    "evening_tables",
    metadata,
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1; 0 stands for those who sit out"),
    Column("table_id", String(32), nullable=False, index=True, comment="the table may be gone by now"),
    Column("ended_at", BigInteger, comment="UTC milliseconds at which its result was noted"),
)

evening_seats: Table = Table(
    "evening_seats",
    metadata,
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True, comment="of the table; 0: sits out"),
    Column("seat", Integer, primary_key=True),
    Column("guest", Integer, comment="their number, null for a computer player"),
    Column("points", Integer, comment="null before the end, and where nothing was played"),
    Column("won", Boolean, comment="likewise"),
    Column("stand_in", Integer, nullable=False, server_default="0", comment="of 100 moves, those that a stand-in made"),
)

evening_claims: Table = Table(
    "evening_claims",
    metadata,
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True, comment="who says that they are a guest already"),
    Column("number", Integer, nullable=False, comment="of the guest who they say they are"),
    Column("made_at", BigInteger, nullable=False),
)

evening_replies: Table = Table(
    "evening_replies",
    metadata,
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True),
    Column("reply", String(8), nullable=False, comment="whether they come: yes, no or perhaps"),
    Column("name", String(60), nullable=False, server_default="", comment="what they are called there"),
    Column("replied_at", BigInteger, nullable=False, server_default="0"),
    Column("starts_at", BigInteger, comment="UTC milliseconds of the hour that the answer was for"),
)
