"""Which ratings are based on enough real play, and the same for each change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("ratings", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("rating_changes", sa.Column("proof", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("rating_changes", sa.Column("computers", sa.String(200), nullable=False, server_default=""))
