"""Takes the compiled core if it was made from the very source beside it, else runs that source as it is.

`Core`, `CoreRules`, `Belief`, `Policy`, `Playouts` and `views_json` are the same either way. The environment variable
``SPITE_PURE=1`` asks for the source uncompiled.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from spite_and_malice.engine.source import source_digest
from spite_and_malice.uncompiled import stand_in


def _load() -> tuple[ModuleType, str]:
    """The module to take, and why the compiled one is not taken; an empty text if it is."""
    if os.environ.get("SPITE_PURE", "") == "1":
        why = "SPITE_PURE=1 asks for it"
    else:
        try:
            native = importlib.import_module("spite_and_malice.engine._native")
        except ImportError:
            why = "it was installed without a C compiler; install one and then the game again to make it fast"
        else:
            if source_digest(Path(__file__).parent) == native.SOURCE_DIGEST:
                return native, ""
            why = "the compiled core is older than its source; install the game again to compile it"
    stand_in()
    return importlib.import_module("spite_and_malice.engine.core"), why


_module, PURE_BECAUSE = _load()

IS_NATIVE: Final = not PURE_BECAUSE
"""Whether the core is compiled; `PURE_BECAUSE` says in words why not."""

if TYPE_CHECKING:
    from spite_and_malice.engine.belief import Belief as Belief
    from spite_and_malice.engine.core import Core as Core
    from spite_and_malice.engine.core import CoreRules as CoreRules
    from spite_and_malice.engine.playouts import Playouts as Playouts
    from spite_and_malice.engine.policy import Policy as Policy
    from spite_and_malice.engine.view_json import views_json as views_json
else:
    Core = _module.Core
    CoreRules = _module.CoreRules
    if not IS_NATIVE:
        from spite_and_malice.engine import belief as _belief
        from spite_and_malice.engine import playouts as _playouts
        from spite_and_malice.engine import policy as _policy
        from spite_and_malice.engine import view_json as _view_json
    Belief = _module.Belief if IS_NATIVE else _belief.Belief
    Playouts = _module.Playouts if IS_NATIVE else _playouts.Playouts
    Policy = _module.Policy if IS_NATIVE else _policy.Policy
    views_json = _module.views_json if IS_NATIVE else _view_json.views_json
