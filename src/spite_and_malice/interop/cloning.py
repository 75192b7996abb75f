"""Environments that can be copied in the middle of a game, for search."""

from __future__ import annotations

from copy import deepcopy
from typing import Self


class Clonable:
    """Clones and copies share nothing that changes: each goes on on its own, with the same cards to come."""

    def clone(self) -> Self:
        """An environment equal to this one."""
        return deepcopy(self)

    def __copy__(self) -> Self:
        return self.clone()
