"""Since when a stand-in plays for a person: who of several left first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("stand_in_since", sa.BigInteger(), nullable=True))
