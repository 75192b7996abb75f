"""Friends, people whom somebody avoids, standing links, and the letters between people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("head", sa.String(20)),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("presence", sa.String(8), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_profiles")),
        sa.UniqueConstraint("code", name=op.f("uq_profiles_code")),
    )
    op.create_table(
        "retired_links",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_retired_links")),
    )
    op.create_index(op.f("ix_retired_links_person"), "retired_links", ["person"])
    op.create_table(
        "friendships",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("offered_at", sa.BigInteger(), nullable=False),
        sa.Column("accepted_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("person", "other", name=op.f("pk_friendships")),
    )
    op.create_index(op.f("ix_friendships_other"), "friendships", ["other"])
    op.create_table(
        "avoidances",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name=op.f("pk_avoidances")),
    )
    op.create_index(op.f("ix_avoidances_other"), "avoidances", ["other"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("sender", sa.String(64), nullable=False),
        sa.Column("recipient", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("text", sa.String(280), server_default="", nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_letters_table_id_tables"), ondelete="CASCADE"
        ),
    )
    for column in ("sender", "recipient", "sent_at"):
        op.create_index(op.f(f"ix_letters_{column}"), "letters", [column])
