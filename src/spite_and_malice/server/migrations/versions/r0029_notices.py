"""Notices to devices: their destinations, people's choices, and the notices sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("instance", sa.Column("push_key", sa.String(43)))
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("public", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(30), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("renewed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
    )
    for column in ("person", "device"):
        op.create_index(op.f(f"ix_push_subscriptions_{column}"), "push_subscriptions", [column])
    op.create_table(
        "notice_choices",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_notice_choices")),
    )
    op.create_table(
        "notices",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(120), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "subject", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_claimed_at"), "notices", ["claimed_at"])
