"""Moderators, operators' switches, and the devices that recently authenticated with a passkey."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("instance") as table:
        table.add_column(sa.Column("read_only_since", sa.BigInteger()))
        table.add_column(sa.Column("registration", sa.String(16)))
    with op.batch_alter_table("accounts") as table:
        table.add_column(sa.Column("moderates_since", sa.BigInteger()))
    with op.batch_alter_table("devices") as table:
        table.add_column(sa.Column("proven_at", sa.BigInteger()))
