"""Tables and their games, and what is counted of them."""
