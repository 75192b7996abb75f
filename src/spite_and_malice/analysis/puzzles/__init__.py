"""Puzzles: turns with a hidden way to the pay-off card, and discards of which one is surely better."""
