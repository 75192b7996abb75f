"""Invitations to evenings, and names for the house rules of clubs and evenings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("clubs", "evenings"):
        op.add_column(table, sa.Column("rules_name", sa.String(60), server_default="", nullable=False))
    with op.batch_alter_table("letters") as letters:
        letters.add_column(sa.Column("evening_id", sa.String(16)))
        letters.create_foreign_key(
            op.f("fk_letters_evening_id_evenings"), "evenings", ["evening_id"], ["id"], ondelete="CASCADE"
        )
