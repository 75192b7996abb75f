"""Mails: to who is away from a game that goes on over days when it is their turn, and about accounts."""

from __future__ import annotations

from .accounts import AccountMails
from .routes import mail
from .settings import MailSettings, MailSettingsError
from .turns import TurnMails

__all__ = ["AccountMails", "MailSettings", "MailSettingsError", "TurnMails", "mail"]
