"""Access to stored games: records, checks of records, and replays."""
