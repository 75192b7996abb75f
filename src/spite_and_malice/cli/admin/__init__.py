"""``spite admin``: what an operator may need of the games. One file for each subject, `group.py` for all."""

from spite_and_malice.cli.admin import blocks, copies, people, reports, tables, views

__all__ = ["blocks", "copies", "people", "reports", "tables", "views"]
