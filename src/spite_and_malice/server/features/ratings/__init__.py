"""Ratings: the board of each family of versions, and those at a rated table."""
