"""Tables, seats, games and moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column(
            "owner", sa.String(length=64), nullable=False, comment="SHA-256 of the browser token that made the table"
        ),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("rules", sa.Text(), nullable=False, comment="every field of RULES.md section 7, as JSON"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False, comment="number of the newest game, from 1"),
        sa.Column("turn", sa.Integer(), nullable=True, comment="seat to move, null when the newest game is over"),
        sa.Column("scores", sa.Text(), nullable=False, comment="points of each seat in the newest match, as JSON"),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_owner_changed_at", "tables", ["owner", "changed_at"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="from 1, over the table's life"),
        sa.Column(
            "match", sa.Integer(), nullable=False, comment="from 1: which match of the table the game belongs to"
        ),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False, comment="the server's part of the fair deal"),
        sa.Column("contributions", sa.Text(), nullable=False, comment="the seats' parts of the fair deal, as JSON"),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True, comment="reason, winners and scores, as JSON"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_games_table_id_number")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="person or computer"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("player", sa.String(length=60), nullable=True, comment="which computer player, null for a person"),
        sa.Column("owner", sa.String(length=64), nullable=True, comment="SHA-256 of the person's browser token"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_owner"), "seats", ["owner"], unique=False)
    op.create_table(
        "moves",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False, comment="from 1; an undo counts"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=64), nullable=False, comment="a move as in RULES.md section 9, or undo"),
        sa.Column(
            "client_id", sa.String(length=64), nullable=True, comment="the id that the mover's page gave the move"
        ),
        sa.Column(
            "note",
            sa.String(length=60),
            nullable=True,
            comment="why the server moved for a computer player that could not",
        ),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id")),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
