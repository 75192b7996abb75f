"""The full-screen table of a terminal: cards drawn in characters, played by mouse and keys."""
