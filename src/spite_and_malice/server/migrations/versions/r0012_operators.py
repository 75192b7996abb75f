"""Operators' actions: closed tables, their log, blocks and reports; and parts of a table that are deleted with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# Every part of a table with the column and the table it belongs to; referenced tables come first.
_PARTS = (
    ("seats", "table_id", "tables"),
    ("seals", "table_id", "tables"),
    ("contributions", "table_id", "tables"),
    ("mails", "table_id", "tables"),
    ("games", "table_id", "tables"),
    ("moves", "game_id", "games"),
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("closed_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "operations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("changed", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operations")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("blocked_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
        sa.UniqueConstraint("kind", "subject", name=op.f("uq_blocks_kind_subject")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reported_at", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("reporter", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("line", sa.String(length=400), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_closed_at"), "reports", ["closed_at"], unique=False)
    _refer("CASCADE")


def _refer(ondelete: str) -> None:
    """Delete every part of a table with it."""
    if op.get_bind().dialect.name == "sqlite":
        _make_anew(ondelete)
        return
    for part, column, whole in _PARTS:
        op.drop_constraint(f"fk_{part}_{column}", part, type_="foreignkey")
        op.create_foreign_key(f"fk_{part}_{column}", part, whole, [column], ["id"], ondelete=ondelete)


def _make_anew(ondelete: str) -> None:
    """Copy every part: SQLite changes no foreign key of a table that there is.

    The copies of parts refer to copies. So nothing refers to dropped tables, which SQLite would not allow, and renaming
    a copy also renames the references to it.
    """
    connection = op.get_bind()
    old = sa.MetaData()
    old.reflect(connection)
    new = sa.MetaData()
    copied = {part for part, _column, _whole in _PARTS}
    for part, _column, whole in _PARTS:
        columns = [
            sa.Column(
                column.name,
                column.type,
                nullable=column.nullable,
                server_default=column.server_default,
                autoincrement=part == "games" and column.name == "id",
            )
            for column in old.tables[part].columns
        ]
        key = old.tables[part].primary_key
        uniques = [each for each in old.tables[part].constraints if isinstance(each, sa.UniqueConstraint)]
        referred = f"new_{whole}" if whole in copied else whole
        if referred not in new.tables:
            sa.Table(referred, new, sa.Column("id", old.tables[whole].c.id.type, primary_key=True))
        table = sa.Table(
            f"new_{part}",
            new,
            *columns,
            sa.PrimaryKeyConstraint(*(column.name for column in key.columns), name=f"pk_{part}"),
            *(sa.UniqueConstraint(*(c.name for c in each.columns), name=each.name) for each in uniques),
            sa.ForeignKeyConstraint([_column], [f"{referred}.id"], name=f"fk_{part}_{_column}", ondelete=ondelete),
            sqlite_with_rowid=part != "moves",
        )
        table.create(connection)
        names = [column.name for column in columns]
        connection.execute(sa.insert(table).from_select(names, sa.select(*(old.tables[part].c[n] for n in names))))
    for part, _column, _whole in reversed(_PARTS):
        op.drop_table(part)
    for part, _column, _whole in _PARTS:
        op.rename_table(f"new_{part}", part)
        for index in old.tables[part].indexes:
            op.create_index(index.name, part, [column.name for column in index.columns], unique=bool(index.unique))
