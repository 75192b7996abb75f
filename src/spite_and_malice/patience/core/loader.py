"""Takes the core."""

from spite_and_malice.uncompiled import stand_in

stand_in()

from spite_and_malice.patience.core.layout import Layout as Layout  # noqa: E402
