"""Looking at games: playing many of them without a server."""
