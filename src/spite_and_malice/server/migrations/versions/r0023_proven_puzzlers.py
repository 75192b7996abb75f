"""Whose puzzle results count for everybody, and which puzzle a run is at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # For a while there were two revisions 0022, this and the one before it: a database may have either, or both.
    reader = sa.inspect(op.get_bind())
    if not _has(reader, "seats", "stand_in_since"):
        op.add_column("seats", sa.Column("stand_in_since", sa.BigInteger(), nullable=True))
    if not _has(reader, "puzzle_results", "proven"):
        op.add_column("puzzle_results", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.add_column("puzzle_runs", sa.Column("puzzle", sa.String(16), nullable=True))
        op.create_index("ix_puzzle_runs_puzzle", "puzzle_runs", ["puzzle"])


def _has(reader: sa.Inspector, table: str, column: str) -> bool:
    return column in {each["name"] for each in reader.get_columns(table)}
