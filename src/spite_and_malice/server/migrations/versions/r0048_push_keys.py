"""The key that signed notices before the present one, and which devices still subscribe with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("instance", sa.Column("earlier_push_key", sa.String(43)))
    op.add_column("instance", sa.Column("earlier_push_key_until", sa.BigInteger()))
    op.add_column("push_subscriptions", sa.Column("signed_by", sa.String(87)))
