"""Serving puzzles: choosing them, solving them step by step, and the explanations afterwards."""
