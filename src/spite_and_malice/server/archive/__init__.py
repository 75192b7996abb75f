"""Stored games made available again: as records, as checks of records, and as replays."""
