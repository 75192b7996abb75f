"""A live table: its games, its seats, its people and programs, and the data sent to each of them."""
