"""Whose puzzle results count for everybody, and which puzzle a run is at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("puzzle_results", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("puzzle_runs", sa.Column("puzzle", sa.String(16), nullable=True))
    op.create_index("ix_puzzle_runs_puzzle", "puzzle_runs", ["puzzle"])


def downgrade() -> None:
    op.drop_index("ix_puzzle_runs_puzzle", "puzzle_runs")
    op.drop_column("puzzle_runs", "puzzle")
    op.drop_column("puzzle_results", "proven")
