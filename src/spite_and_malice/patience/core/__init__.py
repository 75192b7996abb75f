"""The compiled core of patience: layouts of cards on flat arrays, and the search for a way to win."""
