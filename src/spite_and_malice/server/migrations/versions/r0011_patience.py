"""Tables of patience: which game a table is for, how its games were dealt, winnable deals, daily deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "kind",
            sa.String(length=16),
            server_default="spite",
            nullable=False,
            comment="which game: spite or patience",
        ),
    )
    op.add_column(
        "games",
        sa.Column(
            "deal",
            sa.Text(),
            nullable=True,
            comment="patience: the number of the deal and how it was chosen, as JSON",
        ),
    )
    # A day has a deal of each game, and two of patience.
    op.drop_index("ix_tables_day_owner", "tables")
    op.create_index("ix_tables_day_owner_preset", "tables", ["day", "owner", "preset"], unique=True)
    op.create_table(
        "patience_deals",
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column(
            "number",
            sa.BigInteger(),
            autoincrement=False,
            nullable=False,
            comment="of a deal that is proved winnable",
        ),
        sa.Column("level", sa.String(length=16), nullable=False, comment="how hard it is: easy, medium or hard"),
        sa.Column(
            "taken",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="whether somebody has got it",
        ),
        sa.PrimaryKeyConstraint("preset", "number", name=op.f("pk_patience_deals")),
    )
    op.create_index("ix_patience_deals_preset_taken_level", "patience_deals", ["preset", "taken", "level"])
    op.create_table(
        "patience_days",
        sa.Column("day", sa.String(length=10), nullable=False, comment="as 2026-01-31, in UTC"),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False, comment="of the deal that everybody gets on that day"),
        sa.PrimaryKeyConstraint("day", "preset", name=op.f("pk_patience_days")),
    )
