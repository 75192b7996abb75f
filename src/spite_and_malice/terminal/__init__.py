"""The table in a terminal: what `spite play` and `spite join` show and ask, in plain lines (docs/terminal.md)."""
