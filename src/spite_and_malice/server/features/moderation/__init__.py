"""The pages of moderators, whom operators appoint (`spite admin moderators`), and their actions."""

from __future__ import annotations

from litestar.datastructures import CacheControlHeader

from ...http.feature import Feature
from ...http.guards import WHILE_READ_ONLY
from ...http.routes import Routes
from ..kernel import Kernel
from .acts import acts
from .gate import PasskeyNeeded, answer_unproven, moderators_only, prove, prove_options
from .pages import pages

__all__ = ["feature", "moderation_routes"]

moderation_routes: Routes = Routes(
    "/",
    route_handlers=[*pages, *acts, prove_options, prove],
    guards=[moderators_only],
    opt={WHILE_READ_ONLY: True},
    exception_handlers={PasskeyNeeded: answer_unproven},
    cache_control=CacheControlHeader(no_store=True),
)


def feature(_kernel: Kernel) -> Feature:
    """Return the pages of moderators."""
    return Feature([moderation_routes])
