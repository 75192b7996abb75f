"""Mails: writing and sending them, the addresses, and the mails that say that it is your turn."""
