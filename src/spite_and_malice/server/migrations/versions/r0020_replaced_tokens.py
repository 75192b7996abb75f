"""A device's old token stays valid until its new one is used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("devices", sa.Column("replaces", sa.String(64), nullable=True))
