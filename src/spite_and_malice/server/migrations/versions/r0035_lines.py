"""Who says that they are a guest already, games that stand-ins played, and the rule for these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evening_claims",
        sa.Column("evening_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "person", name=op.f("pk_evening_claims")),
        sa.ForeignKeyConstraint(
            ["evening_id"], ["evenings.id"], name=op.f("fk_evening_claims_evening_id_evenings"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_evening_claims_person"), "evening_claims", ["person"])
    op.add_column("evening_seats", sa.Column("stand_in", sa.Integer(), server_default="0", nullable=False))
    for table in ("evenings", "clubs"):
        op.add_column(table, sa.Column("stand_ins", sa.String(8), server_default="half", nullable=False))
