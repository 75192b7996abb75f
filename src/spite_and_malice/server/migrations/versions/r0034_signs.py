"""Signs on the plates of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # For a while this was a second revision 0032: a database of 0032 or 0033 may have it already.
    if "sign" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("seats")}:
        op.add_column("seats", sa.Column("sign", sa.String(20)))
