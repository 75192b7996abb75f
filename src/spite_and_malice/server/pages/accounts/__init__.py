"""Accounts over HTTP: making one, signing in and out, and what belongs to it (docs/protocol.md)."""
