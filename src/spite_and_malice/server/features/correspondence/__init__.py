"""Games by correspondence: their pages, and until when each of their turns must be played."""
