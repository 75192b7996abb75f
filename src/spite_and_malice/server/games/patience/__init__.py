"""A table of patience: its games, its pages, and what each of them is shown."""
