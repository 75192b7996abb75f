"""An id that distinguishes these games from those of another server at the same host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "instance",
        sa.Column("id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_instance"),
    )
