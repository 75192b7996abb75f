"""The pages without a server, and the games that were played there."""
