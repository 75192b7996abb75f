"""The games that the server offers."""

from __future__ import annotations

from ..cluster import News
from ..configuration import Configuration
from ..http.feature import Feature
from ..store import Store
from ..tables.endings import Endings
from ..tables.game import ServedGame
from ..workers.pool import Workers
from .patience import game as patience
from .spite import game as spite
from .spite.computers import Computers


def served(
    store: Store,
    configuration: Configuration,
    workers: Workers,
    news: News,
    *,
    thinking_seconds: float,
    alone: bool,
) -> tuple[list[ServedGame], list[Feature]]:
    """Return how the tables of every game are created and restored, and the services that the games provide."""
    computers, endings = Computers(workers, thinking_seconds), Endings(news)
    cards, feature = patience.served(store, workers, news, works_ahead=configuration.works_ahead, alone=alone)
    tables = spite.served(store, computers, news, configuration.watchers_of_one, endings)
    return [tables, cards], [Feature(services={"endings": endings}), feature]
