"""Roles in clubs, how people join and are kept out, messages to all, answers to planned evenings, club tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clubs", sa.Column("joining", sa.String(8), server_default="open", nullable=False))
    op.add_column("clubs", sa.Column("code", sa.String(16), server_default="", nullable=False))
    op.add_column("club_members", sa.Column("role", sa.String(8), server_default="member", nullable=False))
    op.add_column("club_members", sa.Column("messages", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("club_members", sa.Column("calendar", sa.String(32), server_default="", nullable=False))
    op.add_column("evenings", sa.Column("is_cancelled", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tournaments", sa.Column("club_id", sa.String(16)))
    op.create_index(op.f("ix_tournaments_club_id"), "tournaments", ["club_id"])
    for name in ("club_requests", "club_kept_out"):
        op.create_table(
            name,
            sa.Column("club_id", sa.String(16), nullable=False),
            sa.Column("person", sa.String(64), nullable=False),
            sa.Column("name", sa.String(60), nullable=False),
            sa.Column("head", sa.String(20)),
            sa.Column("since", sa.BigInteger(), nullable=False),
            sa.PrimaryKeyConstraint("club_id", "person", name=op.f(f"pk_{name}")),
            sa.ForeignKeyConstraint(
                ["club_id"], ["clubs.id"], name=op.f(f"fk_{name}_club_id_clubs"), ondelete="CASCADE"
            ),
        )
        op.create_index(op.f(f"ix_{name}_person"), name, ["person"])
    op.create_table(
        "club_messages",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_messages")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name=op.f("fk_club_messages_club_id_clubs"), ondelete="CASCADE"
        ),
    )
    for column in ("club_id", "person"):
        op.create_index(op.f(f"ix_club_messages_{column}"), "club_messages", [column])
    op.create_table(
        "evening_replies",
        sa.Column("evening_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("reply", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "person", name=op.f("pk_evening_replies")),
        sa.ForeignKeyConstraint(
            ["evening_id"], ["evenings.id"], name=op.f("fk_evening_replies_evening_id_evenings"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_evening_replies_person"), "evening_replies", ["person"])
