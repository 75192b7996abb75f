"""The tables of the database.

A table at which people play is an append-only list of actions per game; everything else can be recomputed from it.
Times are whole UTC milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

REVISION = "0048"
"""The newest revision in ``server/migrations/versions``; it results in the schema below."""

metadata: MetaData = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

tables: Table = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), key="host", nullable=False, comment="SHA-256 of the browser token that made the table"),
    Column("name", String(120), nullable=False),
    Column("kind", String(16), nullable=False, server_default="spite", comment="which game: spite or patience"),
    Column("preset", String(64)),
    Column(
        "rules", Text, nullable=False, comment="every field of RULES.md section 7 or PATIENCE.md section 2, as JSON"
    ),
    Column("created_at", BigInteger, nullable=False),
    # The data for the list "your games", written by each action that changes any of it, so that a list needs no replay.
    Column("changed_at", BigInteger, nullable=False),
    Column("game", Integer, nullable=False, comment="number of the newest game, from 1; 0 before the first"),
    Column("turn", Integer, comment="seat to move, null when no game is played"),
    Column("scores", Text, nullable=False, comment="points of each seat in the newest match, as JSON"),
    Column("match_over", Boolean, nullable=False),
    Column("settings", Text, nullable=False, server_default="{}", comment="server.settings, as JSON"),
    Column("listed", Boolean, nullable=False, server_default=false(), comment="whether strangers find it"),
    Column("timed", Boolean, nullable=False, server_default=false(), comment="whether time settles anything at it"),
    Column("clocks", Text, comment="milliseconds each seat has left after the newest action, as JSON"),
    Column("clocks_since", BigInteger, comment="UTC milliseconds from which the clock of the seat to move counts"),
    Column("clocks_seen", BigInteger, comment="UTC milliseconds at which a process last looked after the clocks"),
    Column("revision", Integer, nullable=False, server_default="0", comment="changes of seats, rules and settings"),
    Column("changes", BigInteger, nullable=False, server_default="0", comment="how often this row was written"),
    Column(
        "kicked",
        Text,
        nullable=False,
        server_default="[]",
        comment="SHA-256 of the tokens that the host has asked to leave, as JSON",
    ),
    Column("day", String(10), comment="of whose deal this is somebody's one table, as 2026-01-31; null for others"),
    Column(
        "given_up_at", BigInteger, comment="UTC milliseconds at which its one person took the table off their lists"
    ),
    Column("cards_left", Text, comment="pay-off cards of each seat when the turn began, as JSON"),
    Column("practice", String(80), comment="where the practice game began, as TABLE/GAME/ACTIONS; null for others"),
    Column("closed_at", BigInteger, comment="UTC milliseconds at which an operator closed the table for good"),
    # The purpose for which the server created the table; null for one created by a person.
    Column("origin", String(16), comment="such as tournament"),
    Column("origin_id", String(32), comment="which of them"),
    Column("origin_part", Integer, comment="of it, such as the round"),
    Column("origin_board", Integer, comment="of that part"),
    Column("contribution", String(64), comment="of each seat to the first deal, where tables share it"),
    Column("starts_at", BigInteger, comment="UTC milliseconds at which the first game is dealt at the latest"),
    Index("ix_tables_origin", "origin", "origin_id", "origin_part", "origin_board", unique=True),
    Index("ix_tables_starts_at", "starts_at"),
    Index("ix_tables_owner_changed_at", "host", "changed_at"),
    Index("ix_tables_game_changed_at", "game", "changed_at"),
    Index("ix_tables_day_owner_preset", "day", "host", "preset", unique=True),
    Index("ix_tables_preset_created_at", "preset", "created_at"),
)

instance: Table = Table(
    "instance",
    metadata,
    Column("id", String(16), primary_key=True, comment="of these games, at random: part of the name of the cookie"),
    Column("push_key", String(43), comment="private key by which notices are signed, in URL-safe base64"),
    Column("earlier_push_key", String(43), comment="the one before, for devices that still subscribe with it"),
    Column("earlier_push_key_until", BigInteger, comment="UTC milliseconds until which that one signs"),
    Column("read_only_since", BigInteger, comment="UTC milliseconds from which nothing new is begun; null: it is"),
    Column("registration", String(16), comment="open, invitation or closed, in place of the setting; null: as it says"),
)

house_rules: Table = Table(
    "house_rules",
    metadata,
    Column("owner", String(64), key="person", primary_key=True, comment="SHA-256 of the token of who keeps them"),
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("preset", String(64), nullable=False, comment="the version that they change"),
    Column("rules", Text, nullable=False, comment="the fields that they change, as JSON"),
    Column("changed_at", BigInteger, nullable=False),
)

days: Table = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True, comment="as 2026-01-31, in UTC"),
    Column("secret", LargeBinary(32), nullable=False, comment="the server's part of the fair deal of that day"),
)

puzzle_results: Table = Table(
    "puzzle_results",
    metadata,
    Column("owner", String(64), key="person", primary_key=True, comment="whose first result with a puzzle it is"),
    Column("puzzle", String(16), primary_key=True, comment="its id, in the files that come with the package"),
    Column("outcome", Integer, nullable=False, comment="2 solved at once, 1 solved with moves taken back, 0 missed"),
    Column("at", BigInteger, nullable=False),
    Column("day", String(10), index=True, comment="whose puzzle it was on that day, as 2026-01-31; null for others"),
    Column("mu", Float, comment="the rating after it, as openskill counts; null where it is not rated"),
    Column("sigma", Float, comment="and its doubt"),
    Column(
        "proven", Boolean, nullable=False, server_default=false(), comment="whether it counts in what everybody sees"
    ),
    Index("ix_puzzle_results_owner_at", "person", "at"),
)

puzzle_people: Table = Table(
    "puzzle_people",
    metadata,
    Column("owner", String(64), key="person", primary_key=True),
    Column("mu", Float, nullable=False, comment="their rating at puzzles, as openskill counts"),
    Column("sigma", Float, nullable=False, comment="and its doubt"),
    Column("tried", Integer, nullable=False, comment="results that it is made of"),
)

puzzle_ratings: Table = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(16), primary_key=True, comment="one that somebody has tried"),
    Column("mu", Float, nullable=False, comment="its rating, as openskill counts"),
    Column("sigma", Float, nullable=False, comment="and its doubt"),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_runs: Table = Table(
    "puzzle_runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), key="person", nullable=False, index=True),
    Column("kind", String(16), nullable=False, comment="clock, or five without a mistake"),
    Column("seed", Integer, nullable=False, comment="settles its puzzles"),
    Column("puzzle", String(16), index=True, comment="the one that it is at; null once it is over"),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, comment="null while it goes on"),
    Column("solved", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
)

puzzle_meetings: Table = Table(
    "puzzle_meetings",
    metadata,
    Column("person", String(64), primary_key=True, comment="who met a puzzle in a run"),
    Column("puzzle", String(16), primary_key=True),
)

puzzle_objections: Table = Table(
    "puzzle_objections",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", String(64), nullable=False, index=True, comment="who says that a turn judged missed is right"),
    Column("puzzle", String(16), nullable=False, comment="its id; a later version may lack it"),
    Column("position", Text, nullable=False, comment="the view that was shown, as JSON"),
    Column("moves", Text, nullable=False, comment="the turn, as JSON"),
    Column("task", Text, nullable=False, comment="what was asked, in the person's language"),
    Column("verdict", Text, nullable=False, comment="why it was missed, in the same"),
    Column("made_at", BigInteger, nullable=False),
    Column("resolved_at", BigInteger, index=True, comment="UTC milliseconds at which an operator had looked at it"),
    Column("note", String(200), nullable=False, server_default="", comment="what the operator noted then"),
    Column("upheld", Boolean, nullable=False, server_default=false(), comment="whether the turn was right"),
    Column("points", Integer, nullable=False, server_default="0", comment="of their rating that came back then"),
)

puzzle_withdrawals: Table = Table(
    "puzzle_withdrawals",
    metadata,
    Column("puzzle", String(16), primary_key=True, comment="one that judged a right turn missed: offered no more"),
    Column("at", BigInteger, nullable=False, comment="since when, in UTC milliseconds"),
)

day_tries: Table = Table(
    "day_tries",
    metadata,
    Column("day", String(10), primary_key=True, comment="as 2026-01-31, in UTC"),
    Column(
        "root", LargeBinary(32), nullable=False, comment="from which the secrets come that the day's is chosen from"
    ),
    Column("candidate", Integer, nullable=False, server_default="0", comment="the number of the one that is tried"),
    Column("tries", Integer, nullable=False, server_default="0", comment="how often it was tried"),
    Column("won", Integer, nullable=False, server_default="0", comment="how many of the tries were won"),
    Column("table_id", String(32), comment="where the first of them that was won can be watched"),
    Column("claimed_until", BigInteger, comment="UTC milliseconds until which a process tries it"),
)

patience_deals: Table = Table(
    "patience_deals",
    metadata,
    Column("preset", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False, comment="of a deal that is proved winnable"),
    Column("level", String(16), nullable=False, comment="how hard it is: easy, medium or hard"),
    Column("taken", Boolean, nullable=False, server_default=false(), comment="whether somebody has got it"),
    Index("ix_patience_deals_preset_taken_level", "preset", "taken", "level"),
)

patience_days: Table = Table(
    "patience_days",
    metadata,
    Column("day", String(10), primary_key=True, comment="as 2026-01-31, in UTC"),
    Column("preset", String(64), primary_key=True),
    Column("number", BigInteger, nullable=False, comment="of the deal that everybody gets on that day"),
)

seats: Table = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False, comment="person, guest, computer or open"),
    Column("name", String(60), nullable=False),
    Column("player", String(60), comment="which computer player, null for a person"),
    Column("owner", String(64), key="person", index=True, comment="SHA-256 of the person's browser token"),
    Column("free", Boolean, nullable=False, server_default=false(), comment="whether a person may take the seat over"),
    Column("stand_in", String(16), comment="why a stand-in plays for the person, null if none does"),
    Column("head", String(20), comment="the drawing that the person has chosen, null for one made from the name"),
    Column(
        "stand_in_since",
        BigInteger,
        comment="since when a stand-in plays, in UTC milliseconds; null if none does or nobody knows",
    ),
    Column("sign", String(20), comment="the sign on the person's plate, null without one"),
)

seals: Table = Table(
    "seals",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False, comment="of the game that is to be dealt next"),
    Column("secret", LargeBinary(32), nullable=False, comment="the server's part of its fair deal"),
)

contributions: Table = Table(
    "contributions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="of the game"),
    Column("owner", String(64), key="person", primary_key=True, comment="SHA-256 of the token that contributed"),
    Column("contribution", String(64), nullable=False),
)

games: Table = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, comment="from 1, over the table's life"),
    Column("match", Integer, nullable=False, comment="from 1: which match of the table the game belongs to"),
    Column("dealer", Integer, nullable=False),
    Column("secret", LargeBinary(32), nullable=False, comment="the server's part of the fair deal"),
    Column("contributions", Text, nullable=False, comment="the seats' parts of the fair deal, as JSON"),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("result", Text, comment="reason, winners and scores, as JSON"),
    Column("seats", Text, comment="who sat where at the deal, as JSON; null for some early games"),
    Column("stand_ins", Text, comment="the seats for which a stand-in played, as JSON; written with the result"),
    Column("deal", Text, comment="patience: the number of the deal and how it was chosen, as JSON"),
    Column("figures", Text, comment="what was counted of a finished game, as JSON; null while nobody has"),
    Column(
        "offline",
        Boolean,
        nullable=False,
        server_default=false(),
        comment="whether it was played in a browser without a server, and brought here when it was over",
    ),
    UniqueConstraint("table_id", "number"),
    Index("ix_games_secret", "secret"),
)

helps: Table = Table(
    "helps",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hints", Integer, nullable=False, comment="how often it has asked; goes into the game's figures at its end"),
)

moves: Table = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False, comment="from 1; an undo counts"),
    Column("seat", Integer, nullable=False),
    Column("text", String(64), nullable=False, comment="a move in the notation of its game, or undo and the like"),
    Column("message_id", String(64), comment="the id that the mover's page gave the move"),
    Column("note", String(60), comment="who else moved for the seat, and why"),
    Column("made_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

mails: Table = Table(
    "mails",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(64), key="person", primary_key=True, comment="SHA-256 of the browser token written to"),
    Column("address", String(254), nullable=False),
    Column("language", String(16), nullable=False),
    Column("token", String(43), nullable=False, comment="stops the mails"),
    Column("sent_game", Integer, comment="the turn of the newest mail: its game"),
    Column("sent_ply", Integer, comment="and the actions before it"),
    Column("reminded", String(32), comment="the turn of the newest reminder: its game and the actions before it"),
    Column("mailbox", String(64), nullable=False, server_default="", index=True, comment="SHA-256 of where it leads"),
    UniqueConstraint("token"),
)

mail_consents: Table = Table(
    "mail_consents",
    metadata,
    Column("mailbox", String(64), primary_key=True, comment="SHA-256 of where an address leads"),
    Column("owner", String(64), key="person", primary_key=True, comment="SHA-256 of the browser token that left it"),
    Column("token", String(43), nullable=False, comment="says yes, or no for good"),
    Column("asked", Integer, nullable=False, server_default="0", comment="how often it was asked"),
    Column("asked_at", BigInteger, comment="UTC milliseconds of the last time, null if it is to be asked"),
    Column("confirmed_at", BigInteger, comment="UTC milliseconds of the yes, null without one"),
    UniqueConstraint("token"),
)

news_mails: Table = Table(
    "news_mails",
    metadata,
    Column("mailbox", String(64), primary_key=True, comment="SHA-256 of where an address leads"),
    Column("person", String(64), primary_key=True, index=True),
    Column("address", String(254), comment="null once it is taken back"),
    Column("language", String(16), nullable=False),
    Column("zone", String(64), nullable=False, comment="whose hours are told, as Europe/Berlin"),
    Column("kinds", Text, nullable=False, comment="which news are mailed, as JSON"),
    Column("token", String(43), nullable=False, comment="says yes, and stops the mails"),
    Column("asked", Integer, nullable=False, server_default="0", comment="how often it was asked"),
    Column("asked_at", BigInteger, comment="UTC milliseconds of the last time, null if it is to be asked"),
    Column("confirmed_at", BigInteger, comment="UTC milliseconds of the yes, null without one"),
    UniqueConstraint("token"),
)

mail_stops: Table = Table(
    "mail_stops",
    metadata,
    Column("mailbox", String(64), primary_key=True, comment="SHA-256 of where no mail may go"),
    Column("token", String(43), nullable=False, comment="allows mails again"),
    Column("stopped_at", BigInteger, nullable=False),
    UniqueConstraint("token"),
)

operations: Table = Table(
    "operations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("done_at", BigInteger, nullable=False),
    Column("who", String(120), nullable=False, comment="the user and machine of the command, or the server itself"),
    Column("what", String(40), nullable=False),
    Column("subject", String(200), nullable=False, comment="what it was done to, for the log"),
    Column("changed", Text, comment="the tables that processes have to read again, as JSON; null for all"),
    # Numbers are never reused: they tell the processes which entries they have read.
    sqlite_autoincrement=True,
)

blocks: Table = Table(
    "blocks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(16), nullable=False, comment="person, address, or restriction of a person"),
    Column("subject", String(64), nullable=False, comment="the SHA-256 of a browser token, or a network"),
    Column("reason", String(200), nullable=False),
    Column("blocked_at", BigInteger, nullable=False),
    Column("until", BigInteger, comment="UTC milliseconds at which it ends by itself, null if it does not"),
    UniqueConstraint("kind", "subject"),
)

announcements: Table = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", String(500), nullable=False),
    Column("since", BigInteger, nullable=False, comment="UTC milliseconds from which every page shows it"),
    Column("until", BigInteger, nullable=False, comment="UTC milliseconds from which none does"),
)

reports: Table = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("reported_at", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False, comment="of a table that may be gone by now"),
    Column("reporter", String(64), nullable=False, comment="SHA-256 of the browser token that reported"),
    Column("person", String(64), comment="SHA-256 of the browser token that is reported"),
    Column("name", String(60), nullable=False, comment="what they called themselves"),
    Column("line", String(400), comment="what they said, null where the name is reported"),
    Column("closed_at", BigInteger, index=True, comment="UTC milliseconds at which an operator had looked at it"),
    Column("note", String(200), nullable=False, server_default="", comment="what the operator noted then"),
)

accounts: Table = Table(
    "accounts",
    metadata,
    Column("person", String(64), primary_key=True, comment="the id under which everything of theirs is stored"),
    Column("name", String(60), comment="what nobody else with an account is called; null without one"),
    Column("name_key", String(120), comment="the name as it is compared"),
    Column("language", String(16), comment="of mails and of a new device; null for what it asks for"),
    Column("mail", String(254), comment="where links to sign in go, once its owner has said yes"),
    Column("mailbox", String(64), comment="SHA-256 of where that leads"),
    Column("recovery", String(64), comment="SHA-256 of the recovery code"),
    Column("settings", Text, nullable=False, server_default="{}", comment="what was chosen in a browser, as JSON"),
    Column("settings_revision", Integer, nullable=False, server_default="0"),
    Column("made_at", BigInteger, nullable=False),
    Column("moderates_since", BigInteger, comment="UTC milliseconds from which an operator lets them moderate"),
    UniqueConstraint("name_key"),
    UniqueConstraint("mailbox"),
    UniqueConstraint("recovery"),
)

devices: Table = Table(
    "devices",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of the token in its cookie or header"),
    Column("person", ForeignKey("accounts.person", ondelete="CASCADE"), nullable=False, index=True),
    Column("browser", String(40), nullable=False, comment="what it is, as Firefox; empty for what is unknown"),
    Column("system", String(40), nullable=False, comment="where it runs, as Windows; empty for what is unknown"),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False, comment="UTC milliseconds of a last use, to the minute"),
    Column("revoked_at", BigInteger, index=True, comment="UTC milliseconds from which the token is worth nothing"),
    Column("replaces", String(64), comment="the device whose token holds until this one is used; null once it was"),
    Column("proven_at", BigInteger, comment="UTC milliseconds at which a moderator used their passkey there last"),
)

passkeys: Table = Table(
    "passkeys",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("accounts.person", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", String(1400), nullable=False, comment="its id, in URL-safe base64"),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("site", String(255), nullable=False, comment="the name of the server for which it was made"),
    Column("browser", String(40), nullable=False, comment="in which it was made"),
    Column("system", String(40), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, comment="UTC milliseconds of the last sign-in with it"),
    UniqueConstraint("credential"),
)

tickets: Table = Table(
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of what is good once: a challenge, a code, a link"),
    Column("kind", String(16), nullable=False),
    Column("person", ForeignKey("accounts.person", ondelete="CASCADE"), index=True, comment="null for a challenge"),
    Column("data", Text, nullable=False, server_default=""),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

ratings: Table = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("accounts.person", ondelete="CASCADE"), primary_key=True),
    Column("family", String(16), primary_key=True, comment="of the versions that they have played rated games of"),
    Column("mu", Float, nullable=False, comment="the rating, as openskill counts"),
    Column("sigma", Float, nullable=False, comment="and its doubt"),
    Column("games", Integer, nullable=False, comment="that it is made of"),
    Column("proven", Boolean, nullable=False, server_default=false(), comment="whether it rests on enough real play"),
    Index("ix_ratings_family_mu", "family", "mu"),
)

rating_changes: Table = Table(
    "rating_changes",
    metadata,
    Column("person", ForeignKey("accounts.person", ondelete="CASCADE"), primary_key=True),
    # The table may have been deleted: the rating stays unchanged.
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="of the game at the table"),
    Column("family", String(16), nullable=False),
    Column("games", Integer, nullable=False, comment="how many the rating was made of after this one"),
    Column("ended_at", BigInteger, nullable=False),
    Column("mu", Float, nullable=False, comment="the rating after the game"),
    Column("sigma", Float, nullable=False),
    Column("proof", Boolean, nullable=False, server_default=false(), comment="whether a proven opponent was met"),
    Column("computers", String(200), nullable=False, server_default="", comment="the computer players met, by name"),
    Index("ix_rating_changes_person_family_games", "person", "family", "games"),
    Index("ix_rating_changes_table_id_number", "table_id", "number"),
)

profiles: Table = Table(
    "profiles",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("name", String(60), nullable=False, comment="what they call themselves beside friends"),
    Column("head", String(20), comment="the drawing that they have chosen, null for one made from the name"),
    Column("code", String(16), nullable=False, comment="of their standing link"),
    Column("presence", String(8), nullable=False, comment="who sees that they are here: nobody, friends or all"),
    Column(
        "seen_at", BigInteger, nullable=False, comment="UTC milliseconds of a last look, to the minute; 0: not told"
    ),
    UniqueConstraint("code"),
)

retired_links: Table = Table(
    "retired_links",
    metadata,
    Column("code", String(16), primary_key=True, comment="of a link that was renewed"),
    Column("person", String(64), nullable=False, index=True),
)

friendships: Table = Table(
    "friendships",
    metadata,
    Column("person", String(64), primary_key=True, comment="who offered it"),
    Column("other", String(64), primary_key=True, index=True, comment="to whom"),
    Column("offered_at", BigInteger, nullable=False),
    Column("accepted_at", BigInteger, comment="UTC milliseconds of the yes, null without one"),
)

avoidances: Table = Table(
    "avoidances",
    metadata,
    Column("person", String(64), primary_key=True, comment="who avoids"),
    Column("other", String(64), primary_key=True, index=True, comment="whom"),
    Column("kind", String(8), nullable=False, comment="block, or mute: their chat is not shown"),
    Column("since", BigInteger, nullable=False),
)

letters: Table = Table(
    "letters",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("sender", String(64), nullable=False, index=True),
    Column("recipient", String(64), nullable=False, index=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), comment="to which it invites, null for a message"),
    Column("evening_id", ForeignKey("evenings.id", ondelete="CASCADE"), comment="or to which evening"),
    Column("text", String(280), nullable=False, server_default=""),
    Column("sent_at", BigInteger, nullable=False, index=True),
)

push_subscriptions: Table = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of the address"),
    Column("person", String(64), nullable=False, index=True),
    Column("device", String(64), nullable=False, index=True, comment="SHA-256 of the token in its cookie"),
    Column("endpoint", String(1000), nullable=False, comment="the address at a push service that its browser named"),
    Column("public", String(100), nullable=False, comment="the browser's public key, in URL-safe base64"),
    Column("secret", String(30), nullable=False, comment="and what it shares with the server"),
    Column("language", String(16), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("renewed_at", BigInteger, nullable=False, comment="UTC milliseconds at which the browser last named it"),
    Column("signed_by", String(87), comment="the earlier key's public half where it signs; null: the present one does"),
)

notice_choices: Table = Table(
    "notice_choices",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("kinds", Text, nullable=False, comment="which notices are wanted where it is not the default, as JSON"),
    Column("quiet_from", Integer, comment="minute of the day from which none is sent; null for at no time"),
    Column("quiet_until", Integer, comment="and until which"),
    Column("zone", String(64), nullable=False, comment="whose day it is, as Europe/Berlin"),
    Column("most", Integer, nullable=False, comment="how many are sent within 24 hours"),
)

notices: Table = Table(
    "notices",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("subject", String(120), primary_key=True, comment="kind and what it is about, as turn/TABLE/GAME/ACTIONS"),
    Column("claimed_at", BigInteger, nullable=False, index=True, comment="UTC milliseconds of the last try"),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False, comment="whether it needs no other try"),
)

holidays: Table = Table(
    "holidays",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("month", String(7), primary_key=True, comment="as 2026-01, in UTC"),
    Column("taken_at", BigInteger, nullable=False),
)

conditionals: Table = Table(
    "conditionals",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(64), key="person", primary_key=True, comment="SHA-256 of the player's token"),
    Column("id", String(16), nullable=False, comment="begins the message ids of the moves that are played by it"),
    Column("game", Integer, nullable=False, comment="the number of the game that it is for"),
    Column("hand", Text, nullable=False, comment="what the player held then, as JSON"),
    Column("lines", Text, nullable=False, comment="conditions and moves for the next turn, as JSON"),
    Column("told", String(16), nullable=False, comment="what became of the lines before these"),
)
