"""When a table was taken off its player's lists, and the pay-off cards left to each seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "given_up_at",
            sa.BigInteger(),
            nullable=True,
            comment="UTC milliseconds at which its one person took the table off their lists",
        ),
    )
    op.add_column(
        "tables",
        sa.Column(
            "cards_left",
            sa.Text(),
            nullable=True,
            comment="pay-off cards of each seat when the turn began, as JSON",
        ),
    )
