"""The heads that people may choose at a table, and the faces of the computer players: drawn from shared parts."""
