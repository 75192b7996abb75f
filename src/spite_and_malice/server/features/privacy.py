"""What is stored here, why, for how long, and who sees it (docs/privacy.md says the same to who keeps a server)."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.response import Template

from ..http.blocks import FOR_ALL


@dataclass(frozen=True, slots=True)
class DataPolicy:
    """What holds at this server: after how many days finished games go (0: never), who keeps it, whether it mails."""

    days: int = 0
    contact: str = ""
    mails: bool = False


@get("/privacy", opt={FOR_ALL: True})
async def privacy(owner: NamedDependency[str], policy: NamedDependency[DataPolicy]) -> Template:
    """Show the data protection page, with the id under which this browser is known."""
    return Template("privacy.html.j2", context={"page": "", "person": owner, "policy": policy})


privacy_routes: Router = Router("/", route_handlers=[privacy], cache_control=CacheControlHeader(no_store=True))
