"""Turns at puzzles that were right after all, and the puzzles that are withdrawn for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_withdrawals",
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_withdrawals")),
    )
    with op.batch_alter_table("puzzle_objections") as table:
        table.add_column(sa.Column("upheld", sa.Boolean(), server_default=sa.false(), nullable=False))
        table.add_column(sa.Column("points", sa.Integer(), server_default="0", nullable=False))
