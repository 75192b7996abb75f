"""A patience table: its games, its pages and what each page is sent."""
