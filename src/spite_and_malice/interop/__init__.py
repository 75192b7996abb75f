"""The game in the frameworks of research, each an optional extra: OpenSpiel and PettingZoo (docs/research.md)."""
