"""Where computer players think: processes that never hold a position."""
