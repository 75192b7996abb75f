"""``python -m spite_and_malice`` is the command ``spite``."""

from spite_and_malice.cli import main

if __name__ == "__main__":
    main(prog_name="spite")
