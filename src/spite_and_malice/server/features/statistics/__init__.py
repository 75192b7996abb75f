"""Statistics of finished games, and records to beat."""
