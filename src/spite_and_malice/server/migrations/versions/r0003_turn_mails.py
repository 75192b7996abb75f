"""Addresses for turn mails, and a counter of changes by which processes see what others have done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column("changes", sa.BigInteger(), nullable=False, server_default="0", comment="how often it was written"),
    )
    op.create_table(
        "mails",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False, comment="SHA-256 of the browser token written to"),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("token", sa.String(length=43), nullable=False, comment="stops the mails"),
        sa.Column("sent_game", sa.Integer(), nullable=True, comment="the turn of the newest mail: its game"),
        sa.Column("sent_ply", sa.Integer(), nullable=True, comment="and the actions before it"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_mails_table_id")),
        sa.PrimaryKeyConstraint("table_id", "owner", name=op.f("pk_mails")),
        sa.UniqueConstraint("token", name=op.f("uq_mails_token")),
    )
