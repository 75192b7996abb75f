"""Where stored games are told again: as records, as checks of records, and to be watched."""
