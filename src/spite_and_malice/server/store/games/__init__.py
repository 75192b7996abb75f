"""Tables, their games, and the games' figures."""
