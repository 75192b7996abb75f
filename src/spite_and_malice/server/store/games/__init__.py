"""Tables, their games, and the figures of these."""
