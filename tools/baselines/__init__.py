"""Baselines of learning, made anew by one command: ``python -m tools.baselines`` (docs/baselines.md)."""
