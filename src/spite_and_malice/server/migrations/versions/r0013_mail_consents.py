"""Turn mails only to people who said yes, and never again to those who said no."""

from __future__ import annotations

import hashlib
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mails", sa.Column("mailbox", sa.String(length=64), nullable=False, server_default=""))
    op.create_index(op.f("ix_mails_mailbox"), "mails", ["mailbox"], unique=False)
    consents = op.create_table(
        "mail_consents",
        sa.Column("mailbox", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("token", sa.String(length=43), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("asked_at", sa.BigInteger(), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mailbox", "owner", name=op.f("pk_mail_consents")),
        sa.UniqueConstraint("token", name=op.f("uq_mail_consents_token")),
    )
    op.create_table(
        "mail_stops",
        sa.Column("mailbox", sa.String(length=64), nullable=False),
        sa.Column("token", sa.String(length=43), nullable=False),
        sa.Column("stopped_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_mail_stops")),
        sa.UniqueConstraint("token", name=op.f("uq_mail_stops_token")),
    )
    # People who left an address before are asked too.
    connection = op.get_bind()
    mails = sa.table("mails", *map(sa.column, ("table_id", "owner", "address", "mailbox")))
    found = set()
    for row in connection.execute(sa.select(mails)).all():
        box = _mailbox(row.address)
        found.add((box, row.owner))
        connection.execute(
            sa.update(mails).where(mails.c.table_id == row.table_id, mails.c.owner == row.owner).values(mailbox=box)
        )
    if found:
        connection.execute(
            sa.insert(consents),
            [{"mailbox": box, "owner": owner, "token": secrets.token_urlsafe(32)} for box, owner in sorted(found)],
        )


def _mailbox(address: str) -> str:
    name, _at, domain = address.lower().rpartition("@")
    return hashlib.sha256(f"{name.partition('+')[0]}@{domain}".encode()).hexdigest()
