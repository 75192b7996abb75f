"""Evenings with their guests, rounds and results, and clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("keeper", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(64)),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("season_since", sa.BigInteger(), nullable=False),
        sa.Column("founded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
    )
    op.create_index(op.f("ix_clubs_keeper"), "clubs", ["keeper"])
    op.create_table(
        "club_members",
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("head", sa.String(20)),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "person", name=op.f("pk_club_members")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name=op.f("fk_club_members_club_id_clubs"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_club_members_person"), "club_members", ["person"])
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("club_id", sa.String(16)),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(64)),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("computer", sa.String(16)),
        sa.Column("teams", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("call", sa.String(300), server_default="", nullable=False),
        sa.Column("starts_at", sa.BigInteger()),
        sa.Column("minutes", sa.Integer(), server_default="180", nullable=False),
        sa.Column("round", sa.Integer(), server_default="0", nullable=False),
        sa.Column("called", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_over", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_evenings_club_id_clubs"), ondelete="SET NULL"),
    )
    for column in ("club_id", "host"):
        op.create_index(op.f(f"ix_evenings_{column}"), "evenings", [column])
    op.create_table(
        "evening_guests",
        sa.Column("evening_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("head", sa.String(20)),
        sa.Column("team", sa.String(40), server_default="", nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "number", name=op.f("pk_evening_guests")),
        sa.UniqueConstraint("evening_id", "person", name=op.f("uq_evening_guests_evening_id_person")),
        _of_evening("evening_guests"),
    )
    op.create_index(op.f("ix_evening_guests_person"), "evening_guests", ["person"])
    op.create_table(
        "evening_tables",
        sa.Column("evening_id", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("evening_id", "round", "number", name=op.f("pk_evening_tables")),
        _of_evening("evening_tables"),
    )
    op.create_index(op.f("ix_evening_tables_table_id"), "evening_tables", ["table_id"])
    op.create_table(
        "evening_seats",
        sa.Column("evening_id", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guest", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("won", sa.Boolean()),
        sa.PrimaryKeyConstraint("evening_id", "round", "number", "seat", name=op.f("pk_evening_seats")),
        _of_evening("evening_seats"),
    )


def _of_evening(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_evening_id_evenings")
    return sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=name, ondelete="CASCADE")
