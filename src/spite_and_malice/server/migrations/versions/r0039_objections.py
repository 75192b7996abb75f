"""Puzzles that people met in runs, and turns judged as missed that people claim are right."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_meetings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name=op.f("pk_puzzle_meetings")),
    )
    op.create_table(
        "puzzle_objections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("resolved_at", sa.BigInteger()),
        sa.Column("note", sa.String(200), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_objections")),
    )
    for column in ("person", "resolved_at"):
        op.create_index(op.f(f"ix_puzzle_objections_{column}"), "puzzle_objections", [column])
