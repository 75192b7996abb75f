"""Hand-written players, which the five levels are measured against."""
