"""Planned evenings: the hour that people answered for, when a round was announced, and who called one off."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("evenings", sa.Column("called_at", sa.BigInteger()))
    op.add_column("evenings", sa.Column("cancelled_by", sa.String(64)))
    op.create_index(op.f("ix_evenings_cancelled_by"), "evenings", ["cancelled_by"])
    op.add_column("evening_replies", sa.Column("starts_at", sa.BigInteger()))
    # The hour an answer was for is not recorded: all remain valid.
    planned = sa.table("evenings", sa.column("id"), sa.column("starts_at"))
    replies = sa.table("evening_replies", sa.column("evening_id"), sa.column("starts_at"))
    hour = sa.select(planned.c.starts_at).where(planned.c.id == replies.c.evening_id).scalar_subquery()
    op.execute(replies.update().values(starts_at=hour))
