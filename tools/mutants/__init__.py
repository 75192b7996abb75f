"""Small faults inserted into the code, and whether the tests notice (`python -m tools.mutants --help`)."""
