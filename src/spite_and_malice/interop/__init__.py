"""The game for programs that learn: as numbers, in batches, and in the frameworks of research (docs/research.md)."""
