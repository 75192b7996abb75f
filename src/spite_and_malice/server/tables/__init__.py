"""The kernel of live tables, which knows no game: the registry, the queue of actions, presence, chat, disconnects."""
