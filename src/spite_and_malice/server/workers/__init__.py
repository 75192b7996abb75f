"""The worker processes of computer players, which never hold a full position."""
