"""Plays whole games in every Python and compares them: compiled, uncompiled, and in a worker of Chromium.

``.venv/bin/python -m tests.exact.whole FOLDER --kit KIT`` plays one of every preset and of a hundred random rule sets,
`club` against `expert`, one after another. Each record is in FOLDER once its game is played, so that the run may be
stopped at any time, or after ``--minutes``, and resumed later. Then the worker runs all conformance vectors, and its
records are verified. Exits with 1 if anything differs or fails.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import click
from playwright.sync_api import Page, sync_playwright

from spite_and_malice.offline.kit import usable
from spite_and_malice.play.record_text import parse
from tests.web import in_worker
from tests.web.conftest import BROWSERS

from .playing import Found, Wanted, Work
from .wanted import ALL_MOVES, PROGRAM, VECTORS, files_for_vectors, wanted_games

ROOT: Final = Path(__file__).resolve().parents[2]
COMPILED, UNCOMPILED, BROWSER = "compiled", "uncompiled", "browser"
KINDS: Final = (COMPILED, UNCOMPILED, BROWSER)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--kit", type=click.Path(path_type=Path), default=ROOT / "build" / "kit", show_default=True)
@click.option("--minutes", type=float, default=float("inf"), help="Stop after about so long.")
def main(folder: Path, kit: Path, minutes: float) -> None:
    """Play the games not played yet, and report the results of all."""
    if not usable(kit):
        raise click.ClickException("This needs a kit of this version: spite offline build build/kit")
    until = time.monotonic() + 60 * minutes
    games = wanted_games(ALL_MOVES)
    for wanted in games:
        play(folder / COMPILED, wanted, play_here, until)
    # The longest come last, as the others are slow.
    games.sort(key=lambda wanted: record_file(folder / COMPILED, wanted).stat().st_size)
    with chromium(kit.resolve()) as page:
        for wanted in games:
            play(folder / UNCOMPILED, wanted, partial(play_here, SPITE_PURE="1"), until)
            play(folder / BROWSER, wanted, partial(asked, page), until)
        work = Work(games=[], vectors=[*VECTORS], checks="/given/checks")
        vectors = asked(page, work)["vectors"]
    failed = [name for name, failures in vectors.items() if failures]
    tell(f"conformance vectors in the browser: {len(vectors)}; failed", failed)
    faults = verify(folder / BROWSER)
    tell(f"records verified from the browser: {len(games)}; faults", faults)
    texts = {kind: [record_file(folder / kind, wanted).read_bytes() for wanted in games] for kind in KINDS}
    moves = sum(len(parse(text).actions) for text in texts[COMPILED])
    differing = [
        f"{kind}/{wanted['name']}"
        for kind in KINDS
        for wanted, text, first in zip(games, texts[kind], texts[COMPILED], strict=True)
        if text != first
    ]
    tell(f"games: {len(games)}, each {', '.join(KINDS)}; moves: {moves}; differing", differing)
    sys.exit(bool(failed or faults or differing))


def tell(what: str, wrong: list[str]) -> None:
    """Print how many are wrong, and which."""
    click.echo("\n    ".join([f"{what}: {len(wrong)}", *wrong]))


def record_file(folder: Path, wanted: Wanted) -> Path:
    """Return the path of a game's record."""
    return folder / f"{wanted['name']}.txt"


def play(folder: Path, wanted: Wanted, do: Callable[[Work], Found], until: float) -> None:
    """Play a game unless its record is in a folder; exits when it is later than `until`."""
    file = record_file(folder, wanted)
    if file.exists():
        return
    if time.monotonic() > until:
        sys.exit("That was as long as wanted: call again to go on.")
    start = time.monotonic()
    told = do(Work(games=[wanted], vectors=[], checks=None))
    if told["compiled"] != (folder.name == COMPILED):
        sys.exit(f"{folder.name}: the core is {'' if told['compiled'] else 'not '}compiled")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(told["records"][wanted["name"]], encoding="utf-8")
    click.echo(f"{folder.name}/{wanted['name']}: {time.monotonic() - start:.1f} s")


def play_here(work: Work, **environment: str) -> Found:
    """Do the work in this Python, in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "wanted.json").write_text(json.dumps(work), encoding="utf-8")
        paths = {"PYTHONPATH": str(ROOT / "src"), **environment}
        subprocess.run([sys.executable, str(PROGRAM), folder], env={**os.environ, **paths}, check=True)
        told: Found = json.loads((Path(folder) / "found.json").read_text(encoding="utf-8"))
    return told


def asked(page: Page, work: Work) -> Found:
    """Do the work in the worker of a page."""
    beside = files_for_vectors(ROOT) if work["vectors"] else {}
    told: Found = json.loads(in_worker.run(page, PROGRAM, {"wanted.json": json.dumps(work), **beside}))
    return told


@contextmanager
def chromium(kit: Path) -> Iterator[Page]:
    """Start the kit in the worker of a page of Chromium."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise click.ClickException("This needs Chromium; on Debian: apt install chromium.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = in_worker.serve(kit, Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page()
        page.set_default_timeout(0)
        in_worker.start(page, host.address)
        yield page
        browser.close()
        host.stop()


def verify(folder: Path) -> list[str]:
    """Return the errors that `spite verify` finds in the records of a folder."""
    command = [sys.executable, "-m", "spite_and_malice", "verify", *map(str, sorted(folder.glob("*.txt")))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()


if __name__ == "__main__":
    main()
