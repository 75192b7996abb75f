"""The schema with which version 1.0.0 began, as the last databases of version 0.1 have it; it is the first revision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60)),
        sa.Column("name_key", sa.String(120)),
        sa.Column("language", sa.String(16)),
        sa.Column("mail", sa.String(254)),
        sa.Column("mailbox", sa.String(64)),
        sa.Column("recovery", sa.String(64)),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("settings_revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_accounts")),
        sa.UniqueConstraint("mailbox", name=op.f("uq_accounts_mailbox")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
        sa.UniqueConstraint("recovery", name=op.f("uq_accounts_recovery")),
    )
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("blocked_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
        sa.UniqueConstraint("kind", "subject", name=op.f("uq_blocks_kind_subject")),
    )
    op.create_table(
        "day_tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("root", sa.LargeBinary(32), nullable=False),
        sa.Column("candidate", sa.Integer(), server_default="0", nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("won", sa.Integer(), server_default="0", nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("claimed_until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_day_tries")),
    )
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_days")),
    )
    op.create_table(
        "house_rules",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "id", name=op.f("pk_house_rules")),
    )
    op.create_table(
        "instance",
        sa.Column("id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_instance")),
    )
    op.create_table(
        "mail_consents",
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("token", sa.String(43), nullable=False),
        sa.Column("asked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("asked_at", sa.BigInteger()),
        sa.Column("confirmed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("mailbox", "owner", name=op.f("pk_mail_consents")),
        sa.UniqueConstraint("token", name=op.f("uq_mail_consents_token")),
    )
    op.create_table(
        "mail_stops",
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("token", sa.String(43), nullable=False),
        sa.Column("stopped_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_mail_stops")),
        sa.UniqueConstraint("token", name=op.f("uq_mail_stops_token")),
    )
    op.create_table(
        "operations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(120), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("changed", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operations")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "patience_days",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "preset", name=op.f("pk_patience_days")),
    )
    op.create_table(
        "patience_deals",
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("taken", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("preset", "number", name=op.f("pk_patience_deals")),
    )
    op.create_index(
        "ix_patience_deals_preset_taken_level", "patience_deals", ["preset", "taken", "level"], unique=False
    )
    op.create_table(
        "puzzle_people",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_puzzle_people")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_table(
        "puzzle_results",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("outcome", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("proven", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "puzzle", name=op.f("pk_puzzle_results")),
    )
    op.create_index(op.f("ix_puzzle_results_day"), "puzzle_results", ["day"], unique=False)
    op.create_index("ix_puzzle_results_owner_at", "puzzle_results", ["owner", "at"], unique=False)
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(16)),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_runs")),
    )
    op.create_index(op.f("ix_puzzle_runs_owner"), "puzzle_runs", ["owner"], unique=False)
    op.create_index(op.f("ix_puzzle_runs_puzzle"), "puzzle_runs", ["puzzle"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reported_at", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("line", sa.String(400)),
        sa.Column("closed_at", sa.BigInteger()),
        sa.Column("note", sa.String(200), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_closed_at"), "reports", ["closed_at"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(16), server_default="spite", nullable=False),
        sa.Column("preset", sa.String(64)),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer()),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("timed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("clocks", sa.Text()),
        sa.Column("clocks_since", sa.BigInteger()),
        sa.Column("clocks_seen", sa.BigInteger()),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("changes", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("kicked", sa.Text(), server_default="[]", nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("given_up_at", sa.BigInteger()),
        sa.Column("cards_left", sa.Text()),
        sa.Column("practice", sa.String(80)),
        sa.Column("closed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_day_owner_preset", "tables", ["day", "owner", "preset"], unique=True)
    op.create_index("ix_tables_game_changed_at", "tables", ["game", "changed_at"], unique=False)
    op.create_index("ix_tables_owner_changed_at", "tables", ["owner", "changed_at"], unique=False)
    op.create_index("ix_tables_preset_created_at", "tables", ["preset", "created_at"], unique=False)
    op.create_table(
        "contributions",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("contribution", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_contributions_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", "owner", name=op.f("pk_contributions")),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.Column("replaces", sa.String(64)),
        sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f("fk_devices_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_person"), "devices", ["person"], unique=False)
    op.create_index(op.f("ix_devices_revoked_at"), "devices", ["revoked_at"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("contributions", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("result", sa.Text()),
        sa.Column("seats", sa.Text()),
        sa.Column("stand_ins", sa.Text()),
        sa.Column("deal", sa.Text()),
        sa.Column("figures", sa.Text()),
        sa.Column("offline", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_games_table_id_number")),
    )
    op.create_index("ix_games_secret", "games", ["secret"], unique=False)
    op.create_table(
        "mails",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("token", sa.String(43), nullable=False),
        sa.Column("sent_game", sa.Integer()),
        sa.Column("sent_ply", sa.Integer()),
        sa.Column("mailbox", sa.String(64), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_mails_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "owner", name=op.f("pk_mails")),
        sa.UniqueConstraint("token", name=op.f("uq_mails_token")),
    )
    op.create_index(op.f("ix_mails_mailbox"), "mails", ["mailbox"], unique=False)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f("fk_passkeys_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index(op.f("ix_passkeys_person"), "passkeys", ["person"], unique=False)
    op.create_table(
        "rating_changes",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("family", sa.String(16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("proof", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("computers", sa.String(200), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["accounts.person"], name=op.f("fk_rating_changes_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "table_id", "number", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        "ix_rating_changes_person_family_games", "rating_changes", ["person", "family", "games"], unique=False
    )
    op.create_index("ix_rating_changes_table_id_number", "rating_changes", ["table_id", "number"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("family", sa.String(16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("proven", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f("fk_ratings_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "family", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_family_mu", "ratings", ["family", "mu"], unique=False)
    op.create_table(
        "seals",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seals_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_seals")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("player", sa.String(60)),
        sa.Column("owner", sa.String(64)),
        sa.Column("free", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("stand_in", sa.String(16)),
        sa.Column("head", sa.String(20)),
        sa.Column("stand_in_since", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_owner"), "seats", ["owner"], unique=False)
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("data", sa.Text(), server_default="", nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f("fk_tickets_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tickets")),
    )
    op.create_index(op.f("ix_tickets_expires_at"), "tickets", ["expires_at"], unique=False)
    op.create_index(op.f("ix_tickets_person"), "tickets", ["person"], unique=False)
    op.create_table(
        "helps",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_helps_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_helps")),
    )
    op.create_table(
        "moves",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(64), nullable=False),
        sa.Column("message_id", sa.String(64)),
        sa.Column("note", sa.String(60)),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
