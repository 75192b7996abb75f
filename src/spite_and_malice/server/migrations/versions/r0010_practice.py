"""Where a practice game began, and the house rules that people keep under names of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "practice",
            sa.String(80),
            nullable=True,
            comment="where the practice game began, as TABLE/GAME/ACTIONS; null for others",
        ),
    )
    op.create_index("ix_tables_preset_created_at", "tables", ["preset", "created_at"])
    op.create_table(
        "house_rules",
        sa.Column("owner", sa.String(64), primary_key=True, comment="SHA-256 of the token of who keeps them"),
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False, comment="the version that they change"),
        sa.Column("rules", sa.Text(), nullable=False, comment="the fields that they change, as JSON"),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
    )
