"""A trained player: a small integer network that values the tables at which a turn can end."""
