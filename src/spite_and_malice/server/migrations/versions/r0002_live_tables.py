"""Seats that change hands, settings, the sealed secret of the next game, and the seats' contributions to it."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("settings", sa.Text(), nullable=False, server_default="{}", comment="server.settings, as JSON"),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("timed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("clocks", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False, server_default="0"),
    ):
        op.add_column("tables", column)
    op.create_index("ix_tables_game_changed_at", "tables", ["game", "changed_at"], unique=False)
    op.add_column("seats", sa.Column("free", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("stand_in", sa.String(length=16), nullable=True))
    op.add_column("games", sa.Column("seats", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("stand_ins", sa.Text(), nullable=True))
    seals = op.create_table(
        "seals",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="of the game that is to be dealt next"),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False, comment="the server's part of its fair deal"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seals_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_seals")),
    )
    op.create_table(
        "contributions",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False, comment="of the game"),
        sa.Column("owner", sa.String(length=64), nullable=False, comment="SHA-256 of the token that contributed"),
        sa.Column("contribution", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_contributions_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", "owner", name=op.f("pk_contributions")),
    )
    connection = op.get_bind()
    known = sa.table("tables", sa.column("id"), sa.column("game"))
    rows = connection.execute(sa.select(known.c.id, known.c.game)).all()
    if rows:
        connection.execute(
            sa.insert(seals),
            [{"table_id": row.id, "number": row.game + 1, "secret": secrets.token_bytes(32)} for row in rows],
        )
