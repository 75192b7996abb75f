"""The entry point that Gymnasium loads when it is imported: the names of our environments."""

from __future__ import annotations

from typing import Final

import gymnasium

NAME: Final = "SpiteAndMalice-v0"
PATIENCE: Final = "Patience-v0"
_MODULE: Final = "spite_and_malice.interop.gymnasium"
_PATIENCE_MODULE: Final = "spite_and_malice.interop.patience.gymnasium"


def register() -> None:
    """Register the games by name for ``gymnasium.make`` and ``gymnasium.make_vec``."""
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point=f"{_MODULE}:SpiteAndMaliceEnv",
            vector_entry_point=f"{_MODULE}:SpiteAndMaliceVectorEnv",
        )
    if PATIENCE not in gymnasium.registry:
        gymnasium.register(PATIENCE, entry_point=f"{_PATIENCE_MODULE}:PatienceEnv")
