"""The game-independent core of live tables: registry, action queue, presence, chat and disconnects."""
