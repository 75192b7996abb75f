"""Tournaments that begin on schedule or pause, their announcements and talk, and who was removed from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("starts_at", sa.BigInteger()))
    op.add_column("tournaments", sa.Column("paused_at", sa.BigInteger()))
    op.add_column("tournaments", sa.Column("said", sa.String(300), server_default="", nullable=False))
    op.add_column("tournaments", sa.Column("host_seen_at", sa.BigInteger(), server_default="0", nullable=False))
    op.create_table(
        "tournament_kept_out",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "person", name=op.f("pk_tournament_kept_out")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_kept_out_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_tournament_kept_out_person"), "tournament_kept_out", ["person"])
    op.create_table(
        "tournament_lines",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("said_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_lines")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_lines_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
    )
    for column in ("tournament_id", "person"):
        op.create_index(op.f(f"ix_tournament_lines_{column}"), "tournament_lines", [column])
