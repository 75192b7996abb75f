"""Which games were played in a browser without a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("offline", sa.Boolean(), nullable=False, server_default=sa.false()))
