"""Games that are over: their replays and records, reviews, and what each person can learn from their mistakes."""
