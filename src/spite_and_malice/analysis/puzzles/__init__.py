"""Puzzles: turns with a hidden way to the pay-off card, and discards one of which is surely better."""
