"""Patience over HTTP: choosing a game and a deal, the gallery of all games, and records."""
