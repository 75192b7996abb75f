"""An index for recognising a game played here by its secret."""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_secret", "games", ["secret"])
