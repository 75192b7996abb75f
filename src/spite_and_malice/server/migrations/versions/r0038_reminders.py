"""Reminders by mail that somebody's time is running out, once per turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mails", sa.Column("reminded", sa.String(32)))
