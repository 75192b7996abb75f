"""Analysis of games, and playing many of them without a server."""
