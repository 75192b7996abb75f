"""Puzzles as they are served: choosing them, solving them step by step, and the words afterwards."""
