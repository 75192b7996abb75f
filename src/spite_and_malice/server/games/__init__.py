"""The games that are served, each in a folder of its own."""
