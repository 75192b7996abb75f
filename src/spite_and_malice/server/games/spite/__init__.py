"""A live table: its games, its seats, its people and programs, and what each of them is sent."""
