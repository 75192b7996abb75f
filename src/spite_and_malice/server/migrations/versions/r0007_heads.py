"""The head that a person has chosen for the others to see at their seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "seats",
        sa.Column(
            "head",
            sa.String(length=20),
            nullable=True,
            comment="the drawing that the person has chosen, null for one made from the name",
        ),
    )
