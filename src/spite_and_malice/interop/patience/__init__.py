"""Patience for programs that learn: views and moves as numbers, many games side by side, Gymnasium."""
