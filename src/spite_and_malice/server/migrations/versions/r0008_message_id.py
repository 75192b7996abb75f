"""Rename the id of a move's message: it was never that of a client."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("moves", "client_id", new_column_name="message_id")
