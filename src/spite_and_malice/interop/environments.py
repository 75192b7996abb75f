"""What Gymnasium asks for when it is imported (an entry point of the package): the names of our environments."""

from __future__ import annotations

from typing import Final

import gymnasium

NAME: Final = "SpiteAndMalice-v0"
_MODULE: Final = "spite_and_malice.interop.gymnasium"


def register() -> None:
    """Let ``gymnasium.make`` and ``gymnasium.make_vec`` know the game by its name."""
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point=f"{_MODULE}:SpiteAndMaliceEnv",
            vector_entry_point=f"{_MODULE}:SpiteAndMaliceVectorEnv",
        )
