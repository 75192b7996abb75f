"""Notices to devices by Web Push: your turn, a letter, a friend at a table, a streak about to end.

Modules: `encryption` (RFC 8291 and 8292), `delivery` (to which addresses, and how), `kinds` (the notices and their
texts), `rounds` (finding due notices, once) and `routes`.
"""
