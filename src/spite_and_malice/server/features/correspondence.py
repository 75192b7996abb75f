"""Games by correspondence: a day or more for a move, listed by whose turn it is and how long is left."""

from __future__ import annotations

from typing import Any, Final

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.response import Template

from ..store import Store
from ..store.accounts import Identity
from .tables import TableAnswer, is_by_correspondence, table_answer

_NEVER: Final = 2**63
DAYS: Final = (1, 3)
"""How many days a move may take at a table that is set up on the page."""


async def by_correspondence(store: Store, person: str) -> list[TableAnswer]:
    """Return somebody's games by correspondence that go on: their turns first, those with the least time before others.

    Raises `StoreError`.
    """
    listed = await store.tables.of(person, part="clocked")
    tables = [table_answer(each, person) for each in listed if is_by_correspondence(each.table)]
    return sorted(tables, key=_urgency)


def _urgency(table: TableAnswer) -> tuple[bool, bool, int]:
    return not table.your_turn, table.state == "gathering", table.deadline or _NEVER


@get("/correspondence")
async def page(store: NamedDependency[Store], identity: NamedDependency[Identity]) -> Template:
    """Show one's own games by correspondence, and set one up."""
    tables = await by_correspondence(store, identity.person)
    context: dict[str, Any] = {"page": "games", "tables": tables, "days": DAYS}
    return Template("correspondence.html.j2", context=context)


correspondence: Final = Router("/", route_handlers=[page], cache_control=CacheControlHeader(no_cache=True))
"""The page of one's games by correspondence."""
