"""Finished games: their records, watching them, and playing on from a place in them."""
