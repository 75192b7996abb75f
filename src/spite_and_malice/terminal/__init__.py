"""The table in a terminal: the output and input of `spite play` and `spite join`, in plain lines (docs/terminal.md)."""
