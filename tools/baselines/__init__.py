"""Baselines of learning, made by one command: ``python -m tools.baselines`` (docs/baselines.md)."""
