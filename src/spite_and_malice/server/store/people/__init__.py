"""Stored data about people and their relations."""
