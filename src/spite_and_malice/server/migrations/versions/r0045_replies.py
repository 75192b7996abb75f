"""Planned evenings: the names of people who answered, and when one was postponed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("evening_replies", sa.Column("name", sa.String(60), nullable=False, server_default=""))
    op.add_column("evening_replies", sa.Column("replied_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("evenings", sa.Column("moved_at", sa.BigInteger()))
