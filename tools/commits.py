"""Check the messages of commits: ``python3 tools/commits.py FILE``, or ``BASE..HEAD`` for all of a range.

A subject has at most 72 characters, begins with a capital letter (a verb: "Add ...", "Let ...") and ends without a full
stop; a body follows after an empty line (CONTRIBUTING.md). pre-commit passes the file of the message being written.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

LONGEST: Final = 72
OF_GIT: Final = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""The beginnings of messages that git writes itself."""


def main() -> None:
    """Print the faults of a message, or of all in a range; the exit code is 1 if there are any."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    given = sys.argv[1]
    messages = of_range(given) if ".." in given and not Path(given).exists() else [read(Path(given))]
    wrong = [
        f"{message.splitlines()[0] if message else ''}\n    {fault}"
        for message in messages
        for fault in faults(message)
    ]
    sys.exit("\n".join(wrong) or 0)


def faults(message: str) -> list[str]:
    """Return the faults of a commit's message, as sentences."""
    subject, *body = message.splitlines() or [""]
    if subject.startswith(OF_GIT):
        return []
    found = []
    if len(subject) > LONGEST:
        found.append(f"The subject has {len(subject)} characters; {LONGEST} are the most.")
    if not subject[:1].isupper():
        found.append('The subject begins with a verb and a capital letter, such as "Add" or "Fix".')
    if subject.endswith("."):
        found.append("The subject ends without a full stop.")
    if body and body[0]:
        found.append("The line below the subject is empty.")
    return found


def read(file: Path) -> str:
    """Return the message in a file, without the comments that git adds."""
    text = file.read_text(encoding="utf-8").partition("# ------------------------ >8")[0]
    return "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()


def of_range(revisions: str) -> list[str]:
    """Return the messages of a range of commits."""
    command = ["git", "log", "--no-merges", "--format=%B%x00", revisions]
    log = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    return [message.strip() for message in log.split("\0") if message.strip()]


if __name__ == "__main__":
    main()
