"""The seasons of clubs that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_seasons",
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "number", name=op.f("pk_club_seasons")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name=op.f("fk_club_seasons_club_id_clubs"), ondelete="CASCADE"
        ),
    )
    # When the seasons before the last one began is no longer known.
    op.execute(
        "INSERT INTO club_seasons (club_id, number, since, until) "
        "SELECT id, 1, founded_at, season_since FROM clubs WHERE season = 2"
    )
