"""The game for programs that learn: as numbers, in batches, and in research frameworks (docs/research.md)."""
