"""A page on which the site is searched: its versions, patience, lessons, words and pages.

All that can be found comes with the page, so that typing asks no server.
"""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromQuery
from litestar.response import Template

from spite_and_malice import patience
from spite_and_malice.rules import PRESETS, describe, preset_rules
from spite_and_malice.texts import TERMS, _

from .learn import TEXTS


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to be found: its title, a line about it, where it is, and more words by which it is found."""

    title: str
    summary: str
    url: str
    words: str = ""
    needs_others: bool = False
    """Whether it is only there where a server has it for everybody, not in a browser on its own."""


def entries() -> list[Entry]:
    """Return all that can be found, in the current language."""
    versions = [
        Entry(_(each.name), _(each.summary), f"/rules/{each.id}", " ".join(describe(preset_rules(each.id))))
        for each in PRESETS.values()
    ]
    solitary = [
        Entry(_(each.name), _(each.summary), f"/rules/{each.id}", "solitaire patience klondike")
        for each in patience.PRESETS.values()
    ]
    lessons = [Entry(_(step.title), _("Learn to play"), "/learn", _(step.task)) for step in TEXTS.values()]
    return [*_pages(), *versions, *solitary, *lessons]


def _pages() -> list[Entry]:
    about = _("About the game")
    return [
        Entry(_("Start a game"), _("Every version, and rules of your own."), "/new"),
        Entry(_("Learn to play"), _("Lessons on the table, one step after another."), "/learn"),
        Entry(_("Patience"), _("Patience, or solitaire"), "/patience", "solitaire klondike"),
        Entry(_("Puzzles"), _("Positions with one best way."), "/puzzles", needs_others=True),
        Entry(_("Statistics and records"), _("What your finished games come to."), "/statistics"),
        Entry(_("Settings"), _("Cards, backs, surfaces, sound and words."), "/settings"),
        Entry(_("Spite and Malice, or Cat and Mouse"), about, "/read#spite", "Blackwood Frey"),
        Entry(_("Crapette, the elder relative"), about, "/read#kin", "Russian Bank Parlett Whitmore Jones"),
        Entry(_("Flinch, Starturn and Skip-Bo: the games in boxes"), about, "/read#kin", "Patterson Storey Bowman"),
        Entry(_("Patience, or solitaire"), about, "/read#patience", "Klondike"),
        Entry(_("The table and its words"), about, "/read#glossary", " ".join(map(_, TERMS))),
        Entry(_("Ten facts"), about, "/read#facts"),
        Entry(_("Write to us"), about, "/read#contact"),
    ]


@get("/search", sync_to_thread=False)
def search(q: FromQuery[str] = "") -> Template:
    """Show the field, with what was asked for in the address, and everything that can be found."""
    return Template("search.html.j2", context={"page": "search", "entries": entries(), "asked": q})


search_routes: Router = Router("/", route_handlers=[search], cache_control=CacheControlHeader(no_cache=True))
