"""The feature of the daily games."""

from __future__ import annotations

from ...games.patience.dealer import Dealer
from ...http.feature import Feature
from ...tables.leaderboards import Boards
from ...workers.pool import Workers
from ..kernel import Kernel
from .deal import DEAL_TESTER, DealOfTheDay, deal_routes, deal_testing_loop
from .overview import day_routes
from .patience import PatienceDays, patience_day_routes


def feature(kernel: Kernel) -> Feature:
    """Return the daily deals, and the page of each day; on a server, deals are tried beforehand."""
    store = kernel.store
    patience_days = PatienceDays(store, kernel.service("dealer", Dealer), kernel.service("patience_boards", Boards))
    deals = DealOfTheDay(store, alone=kernel.alone)
    routes = [
        patience_day_routes(patience_days),
        day_routes(store, deals, kernel.rooms, alone=kernel.alone),
        deal_routes(deals),
    ]
    if kernel.alone:
        return Feature(routes, {"patience_days": patience_days})
    deal_tester = Workers(1, DEAL_TESTER, "deal-tester")
    ahead = {"deal tester": lambda: deal_testing_loop(store, deal_tester)}
    return Feature(
        routes,
        {"patience_days": patience_days},
        loops=ahead if kernel.configuration.works_ahead else {},
        crews=[deal_tester],
    )
