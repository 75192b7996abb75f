"""The deal of the day: the secret of each day, and the tables at which it is played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "day",
            sa.String(length=10),
            nullable=True,
            comment="of whose deal this is somebody's one table, as 2026-01-31; null for others",
        ),
    )
    op.create_index("ix_tables_day_owner", "tables", ["day", "owner"], unique=True)
    op.create_table(
        "days",
        sa.Column("day", sa.String(length=10), nullable=False, comment="as 2026-01-31, in UTC"),
        sa.Column(
            "secret",
            sa.LargeBinary(length=32),
            nullable=False,
            comment="the server's part of the fair deal of that day",
        ),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_days")),
    )
