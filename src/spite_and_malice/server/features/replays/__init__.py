"""Finished games: their replays and records, reviews, and exercises from each person's mistakes."""
