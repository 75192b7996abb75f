"""Games by correspondence: their pages, and the deadlines of their turns."""
