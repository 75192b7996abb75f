"""Ratings of accounts by family of versions, and their course."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("family", sa.String(length=16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "family", name=op.f("pk_ratings")),
        _of_account("ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("family", sa.String(length=16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", "number", name=op.f("pk_rating_changes")),
        _of_account("rating_changes"),
    )
    op.create_index("ix_ratings_family_mu", "ratings", ["family", "mu"], unique=False)
    for columns in (["person", "family", "games"], ["table_id", "number"]):
        op.create_index("_".join(("ix_rating_changes", *columns)), "rating_changes", columns, unique=False)


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f(f"fk_{table}_person"), ondelete="CASCADE")
