"""``spite admin``: the operator's commands on the games. One file for each subject, `group.py` for all."""

from spite_and_malice.cli.admin import (
    announcements,
    company,
    copies,
    dataset,
    moderation,
    people,
    puzzles,
    switches,
    tables,
    tournaments,
    trial,
    views,
)

__all__ = [
    "announcements",
    "company",
    "copies",
    "dataset",
    "moderation",
    "people",
    "puzzles",
    "switches",
    "tables",
    "tournaments",
    "trial",
    "views",
]
