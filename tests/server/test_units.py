"""The real server under the restrictions of the systemd units."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.push_service import pushing
from tests.test_deploy import UNITS, named_figures

from .conftest import SECONDS, Browser, Visit
from .play import finish, to_my_turn
from .services import database
from .test_accounts import keep
from .test_mail import VARIABLES, Postbox, postbox
from .under_unit import allowed, lines, missing

__all__ = ["postbox"]

SOURCE = Path(__file__).parents[2]
START = "from spite_and_malice.server.run import serve; serve({'port': 0, 'browser': False})"
TOKEN = "figures"

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=missing() or ""),
    pytest.mark.nightly("deploy/", "src/spite_and_malice/server/run.py", "src/spite_and_malice/server/workers/"),
]


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, root: Path) -> Path:
    unit: Path = root / "deploy" / request.param
    return unit


@pytest.fixture
def severe(root: Path, tmp_path: Path) -> Path:
    """A unit that also forbids calls that processes can do without."""
    severe = tmp_path / "severe.service"
    severe.write_text((root / "deploy" / UNITS[0]).read_text() + "SystemCallFilter=~@resources prlimit64 flock\n")
    return severe


@pytest.fixture
def started(unit: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server under a unit: its address and its log file."""
    with started_under(unit, tmp_path) as found:
        yield found


@contextmanager
def started_under(unit: Path, tmp_path: Path, **variables: str) -> Iterator[tuple[str, Path]]:
    log = tmp_path / "log"
    with database("sqlite", tmp_path) as address, log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.under_unit", str(unit), sys.executable, "-c", START],
            # systemd gives a service a minimal environment.
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": os.pathsep.join((str(SOURCE), str(SOURCE / "src"))),
                "SPITE_DATABASE": address,
                "SPITE_METRICS_TOKEN": TOKEN,
                "SPITE_WORKS_AHEAD": "no",
                **variables,
            },
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert process.stdout is not None
        try:
            said = next((found for line in process.stdout if (found := re.search(r"http://(\S+:\d+)/", line))), None)
            assert said is not None, log.read_text()
            yield said[1], log
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def test_a_unit_refuses_what_it_names_and_lets_processes_give_way(unit: Path) -> None:
    kept = allowed(lines(unit)["SystemCallFilter"])
    assert {"execve", "openat", "setpriority"} <= kept
    assert not {"sched_setscheduler", "mount", "ptrace", "bpf"} & kept


async def test_a_whole_game_with_a_hint_and_a_review_under_a_unit(started: tuple[str, Path], visit: Visit) -> None:
    await play_and_review(started, visit)


async def test_a_whole_game_where_priorities_limits_and_locks_are_refused(
    severe: Path, tmp_path: Path, visit: Visit
) -> None:
    with started_under(severe, tmp_path) as found:
        await play_and_review(found, visit)


async def test_mails_and_notices_leave_under_a_unit(unit: Path, tmp_path: Path, visit: Visit, postbox: Postbox) -> None:
    mail = {**VARIABLES, "SPITE_SMTP_PORT": str(postbox.port)}
    with pushing() as service, started_under(unit, tmp_path, SPITE_PUSH="private", **mail) as (address, log):
        browser, device = visit(address), service.device()
        await keep(browser)
        assert (await browser.http.put("/api/me/mail", json={"address": "ada@example.org"})).is_success
        async with asyncio.timeout(SECONDS):
            while not postbox.mails:
                await asyncio.sleep(0.05)
        assert "https://cards.example/me#mail=" in postbox.mails[0].as_string()
        assert (await browser.http.put("/api/notices/device", json=device.asked)).is_success
        tried = await browser.http.post("/api/notices/trial", json={"endpoint": device.endpoint})
        assert (tried.json(), len(device.messages)) == ({"outcome": "sent"}, 1)
        assert log.read_text() == ""


async def play_and_review(started: tuple[str, Path], visit: Visit) -> None:
    address, log = started
    browser = visit(address)
    table_id = await browser.table(
        [{"kind": "person", "name": "Ada"}, {"kind": "computer", "player": "expert"}], rules={"payoff": 3}
    )
    page = await browser.open(table_id)
    state = await to_my_turn(page, await page.hello())
    hint = await page.ask("hint", game=state["game"], ply=state["ply"])
    assert hint["move"] in state["view"]["legal"]
    await finish(page, state)
    game = f"/api/tables/{table_id}/games/1"
    review = await browser.http.get(f"{game}/review")
    assert review.status_code == 200
    assert review.json()["choices"] > 0
    assert (await browser.http.get(f"{game}/replay")).status_code == 200
    deal = await browser.http.post("/api/patience", json={})
    assert deal.status_code == 201, deal.text
    figures = await figures_of(browser)
    for crew in ("thinking", "reviewing", "archive", "solving"):
        assert figures[f'spite_workers{{of="{crew}"}}'] >= 1, crew
    assert not [name for name in figures if name.startswith("spite_thinking_failures_total{")]
    assert (await browser.http.get("/health")).json()["workers"] == "ok"
    assert log.read_text() == ""


async def test_every_figure_of_alerts_and_dashboard_is_there_under_a_unit(
    started: tuple[str, Path], unit: Path, root: Path, visit: Visit
) -> None:
    figures = await figures_of(visit(started[0]))
    named = named_figures((root / "deploy" / "alerts.yaml").read_text()) | named_figures(
        (root / "deploy" / "grafana.json").read_text()
    )
    process = {name for name in named if name.startswith("process_")}
    assert len(process) > 2
    assert process <= figures.keys()
    # They are read from /proc/stat, among others, which this test's loader leaves visible.
    assert lines(unit).get("ProcSubset", ["all"]) == ["all"]
    assert lines(unit)["ProtectProc"] == ["invisible"]


async def figures_of(browser: Browser) -> dict[str, float]:
    async with asyncio.timeout(30):
        said = await browser.http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    found = re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", said.text, re.MULTILINE)
    return {name: float(value) for name, value in found}
