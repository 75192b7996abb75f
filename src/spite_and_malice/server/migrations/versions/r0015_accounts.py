"""Accounts: people with several devices, their passkeys, and one-time codes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("name_key", sa.String(length=120), nullable=True),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("mail", sa.String(length=254), nullable=True),
        sa.Column("mailbox", sa.String(length=64), nullable=True),
        sa.Column("recovery", sa.String(length=64), nullable=True),
        sa.Column("settings", sa.Text(), nullable=False, server_default="{}"),
        sa.Column("settings_revision", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
        sa.UniqueConstraint("mailbox", name=op.f("uq_accounts_mailbox")),
        sa.UniqueConstraint("recovery", name=op.f("uq_accounts_recovery")),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=40), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        _of_account("devices"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.String(length=255), nullable=False),
        sa.Column("browser", sa.String(length=40), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
        _of_account("passkeys"),
    )
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=True),
        sa.Column("data", sa.Text(), nullable=False, server_default=""),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tickets")),
        _of_account("tickets"),
    )
    for table, column in (
        ("devices", "person"),
        ("devices", "revoked_at"),
        ("passkeys", "person"),
        ("tickets", "person"),
        ("tickets", "expires_at"),
    ):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["accounts.person"], name=op.f(f"fk_{table}_person"), ondelete="CASCADE")
