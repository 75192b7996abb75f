"""A patience table: its games, its pages and the data sent to each page."""
