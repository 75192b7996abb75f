"""Takes the core."""

from spite_and_malice.patience.core.layout import Layout as Layout
