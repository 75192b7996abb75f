"""Whether a person may see all cards of a stored game: decided here for all callers."""

from __future__ import annotations

from ..games import GAMES
from ..http.errors import ApiError
from ..store import Store, StoredGame
from ..tables.game import Refusal


async def require_seen(store: Store, stored: StoredGame, person: str) -> None:
    """Raise `ApiError` while a person may not see all of a game: it, or another with the same cards, is in progress."""
    try:
        await GAMES[stored.table.kind].require_over(store, stored, person)
    except Refusal as refusal:
        raise ApiError(
            409 if refusal.code in ("game_running", "day_running") else 403, refusal.code, str(refusal)
        ) from refusal
