"""Finished games in the terminal, step by step."""
