"""What several server processes that serve the same tables tell each other.

The database settles everything; news only say that there is something to read, who is there, and what is never stored.
Whatever is lost on the way costs time and nothing else.
"""

from __future__ import annotations

from spite_and_malice.server.store import Store

from .alone import NOBODY, Listener, News, NewsError, Presence
from .operators import OperatorNews
from .poll import PolledNews

__all__ = ["NOBODY", "Listener", "News", "NewsError", "OperatorNews", "PolledNews", "Presence", "news_for"]


def news_for(store: Store, redis: str | None) -> News:
    """Return what fits: news over the Redis at an address, by looking into a shared database, or none for one process.

    Raises `NewsError` with a sentence if the address is none.
    """
    if redis:
        # Who has no Redis need not have its library.
        from .redis import RedisNews

        return RedisNews(store.tables.changes, redis)
    return PolledNews(store.tables.changes) if store.is_shared else News()
