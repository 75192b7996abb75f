"""Mails: how they are written and sent, whose addresses they go to, and those that say that it is your turn."""
