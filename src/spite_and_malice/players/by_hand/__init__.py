"""The players that are written by hand, which the five levels are measured against."""
