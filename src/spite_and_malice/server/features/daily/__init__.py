"""The days: their deals, their puzzles, and how everybody did with them."""
