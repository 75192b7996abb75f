"""Notices to devices by Web Push: your turn, a letter, a friend at a table, a row of days about to end.

Subjects: `encryption` (RFC 8291 and 8292), `delivery` (to which addresses, and how), `kinds` (what there is and what it
says), `rounds` (what is due, once) and `routes`.
"""
