"""Turn mails: who is away from a game that goes on over days gets one mail when it is their turn."""

from __future__ import annotations

from .routes import mail
from .settings import MailSettings, MailSettingsError
from .turns import TurnMails

__all__ = ["MailSettings", "MailSettingsError", "TurnMails", "mail"]
