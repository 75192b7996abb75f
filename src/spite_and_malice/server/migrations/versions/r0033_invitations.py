"""Invitations to evenings, and names for the house rules of clubs and evenings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # For a while there were two revisions 0032: a database of the other one (0034 now) has no seasons.
    if not sa.inspect(op.get_bind()).has_table("club_seasons"):
        _add_seasons()
    for table in ("clubs", "evenings"):
        op.add_column(table, sa.Column("rules_name", sa.String(60), server_default="", nullable=False))
    with op.batch_alter_table("letters") as letters:
        letters.add_column(sa.Column("evening_id", sa.String(16)))
        letters.create_foreign_key(
            op.f("fk_letters_evening_id_evenings"), "evenings", ["evening_id"], ["id"], ondelete="CASCADE"
        )


def _add_seasons() -> None:
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
    op.execute(
        "INSERT INTO club_seasons (club_id, number, since, until) "
        "SELECT id, 1, founded_at, season_since FROM clubs WHERE season = 2"
    )
