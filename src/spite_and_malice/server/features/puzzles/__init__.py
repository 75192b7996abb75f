"""Puzzles as they are served: solving them step by step, choosing them, and what is said afterwards."""
