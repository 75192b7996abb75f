"""Join the browser's modules for a release: ``python -m tools.join``, after ``npm ci --prefix tools/join``.

It makes src/spite_and_malice/joined/, which goes into the wheel and the kit and is never committed
(docs/architecture.md).
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from spite_and_malice.server.http.files import JOINED, WEB
from spite_and_malice.server.http.modules import ABOUT, sources_digest

PROGRAM = Path(__file__).with_name("join.mjs")


def join(files: Path, about: Path) -> None:
    """Write the joined files and their list into a folder, replacing what is there."""
    done = subprocess.run(["node", PROGRAM, WEB, files], stdout=subprocess.PIPE, text=True, check=True)
    about.write_text(json.dumps({"made_of": sources_digest(), **json.loads(done.stdout)}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    join(JOINED, ABOUT)
