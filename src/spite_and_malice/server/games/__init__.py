"""The games available at this server's tables, keyed by their stored names."""

from collections.abc import Mapping
from typing import Final

from ..tables.game import Game
from .patience.game import PATIENCE
from .spite.game import SPITE

GAMES: Final[Mapping[str, Game]] = {game.kind: game for game in (SPITE, PATIENCE)}
