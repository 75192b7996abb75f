"""The people the host has asked to leave, valid in every process and after a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "kicked",
            sa.Text(),
            nullable=False,
            server_default="[]",
            comment="SHA-256 of the tokens that the host has asked to leave, as JSON",
        ),
    )
