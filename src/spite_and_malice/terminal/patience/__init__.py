"""Patience in the terminal: one person, no server."""
