"""Clubs that play each other: the teams of a tournament, and the team and board of each player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournament_teams",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("answer", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_teams")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_teams_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("tournament_id", "club_id", name=op.f("uq_tournament_teams_tournament_id_club_id")),
    )
    op.create_index(op.f("ix_tournament_teams_club_id"), "tournament_teams", ["club_id"])
    op.add_column("entrants", sa.Column("team", sa.Integer()))
    op.add_column("entrants", sa.Column("board", sa.Integer()))
