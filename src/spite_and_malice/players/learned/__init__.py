"""A player that was trained: a small network, as whole numbers, which values the tables that a turn can end at."""
