"""Tournaments: who takes part, and who is paired with whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def _of_tournament(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    return (
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f(f"fk_{table}_tournament_id_tournaments"),
            ondelete="CASCADE",
        ),
    )


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("lot", sa.String(64)),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("changes", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    for column in ("host", "state"):
        op.create_index(op.f(f"ix_tournaments_{column}"), "tournaments", [column])
    of_tournament, key = _of_tournament("entrants")
    op.create_table(
        "entrants",
        of_tournament,
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer()),
        sa.Column("person", sa.String(64)),
        sa.Column("player", sa.String(60)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("head", sa.String(20)),
        sa.Column("contribution", sa.String(64), server_default="", nullable=False),
        sa.Column("place", sa.String(16), server_default="", nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("until", sa.Integer()),
        sa.Column("waits_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entrants")),
        key,
        sa.UniqueConstraint("tournament_id", "person", name=op.f("uq_entrants_tournament_id_person")),
        sa.UniqueConstraint("tournament_id", "seed", name=op.f("uq_entrants_tournament_id_seed")),
    )
    op.create_index(op.f("ix_entrants_person"), "entrants", ["person"])
    of_tournament, key = _of_tournament("pairings")
    op.create_table(
        "pairings",
        of_tournament,
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer()),
        sa.Column("outcome", sa.String(16)),
        sa.Column("margin", sa.Integer(), server_default="0", nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("note", sa.String(40), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", "attempt", name=op.f("pk_pairings")),
        key,
    )
    of_tournament, key = _of_tournament("pairing_seats")
    op.create_table(
        "pairing_seats",
        of_tournament,
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "attempt", "seed", name=op.f("pk_pairing_seats")),
        key,
    )
