"""Mails about evenings, tournaments and clubs, to those who said yes to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "news_mails",
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("address", sa.String(254)),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("token", sa.String(43), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("asked_at", sa.BigInteger()),
        sa.Column("confirmed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("mailbox", "person", name=op.f("pk_news_mails")),
        sa.UniqueConstraint("token", name=op.f("uq_news_mails_token")),
    )
    op.create_index(op.f("ix_news_mails_person"), "news_mails", ["person"])
