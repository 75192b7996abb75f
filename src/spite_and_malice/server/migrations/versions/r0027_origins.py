"""Tables that the server creates for named people: their origin, and the known parts of their first deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("origin", sa.String(16)),
        sa.Column("origin_id", sa.String(32)),
        sa.Column("origin_part", sa.Integer()),
        sa.Column("origin_board", sa.Integer()),
        sa.Column("contribution", sa.String(64)),
        sa.Column("starts_at", sa.BigInteger()),
    ):
        op.add_column("tables", column)
    op.create_index("ix_tables_origin", "tables", ["origin", "origin_id", "origin_part", "origin_board"], unique=True)
    op.create_index("ix_tables_starts_at", "tables", ["starts_at"])
