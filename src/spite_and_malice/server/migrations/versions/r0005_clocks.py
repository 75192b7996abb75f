"""The start of a game's clocks, so that all processes agree and none gives time back when it ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_COLUMNS = {
    "clocks_since": "UTC milliseconds from which the clock of the seat to move counts",
    "clocks_seen": "UTC milliseconds at which a process last looked after the clocks",
}


def upgrade() -> None:
    for name, comment in _COLUMNS.items():
        op.add_column("tables", sa.Column(name, sa.BigInteger(), nullable=True, comment=comment))
