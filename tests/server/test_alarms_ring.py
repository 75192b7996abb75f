"""The alarms of deploy/ in a real Prometheus that scrapes a real server, with minutes that pass in a second."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from spite_and_malice.server.cluster.redis import RedisNews
from spite_and_malice.server.features.mail.sending import MailSettings, sent
from spite_and_malice.server.supervision import end, keep_doing

from .conftest import Browser, RunningServer, Serve, Visit, running
from .services import REDIS, needs_postgresql, needs_redis, schema
from .test_failures import Way, alter, link_to
from .test_health import SEATS

pytestmark = [
    pytest.mark.nightly(
        "deploy/", "src/spite_and_malice/server/metrics.py", "src/spite_and_malice/server/supervision.py"
    ),
    pytest.mark.skipif(not shutil.which("prometheus"), reason="there is no Prometheus here"),
]

TOKEN: Final = "figures"
SECONDS: Final = 60.0
SHORTER: Final = {"s": "ms", "m": "s", "h": "m"}
"""The scale of an alarm's times: a minute becomes a second."""
LEAST: Final = 8
"""The shortest window, in seconds: on a busy machine it still has some samples."""


def hastened(rules: str) -> str:
    """Return rules whose windows and waits are a sixtieth as long, but no shorter than a few samples."""

    def shorter(match: re.Match[str]) -> str:
        before, number, unit, after = match.groups()
        return f"{before}{max(int(number), LEAST) if unit == 'm' else number}{SHORTER[unit]}{after}"

    return re.sub(r"(\[|for: )(\d+)([smh])(\]|$)", shorter, rules, flags=re.MULTILINE)


class Watch:
    """A Prometheus that scrapes a server every second."""

    def __init__(self, address: str) -> None:
        self._http = httpx.AsyncClient(base_url=address)

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def is_ready(self) -> bool:
        """Whether it is ready for queries."""
        try:
            return (await self._http.get("/-/ready")).is_success
        except httpx.HTTPError:
            return False

    async def ringing(self) -> set[str]:
        """Return the names of the firing alarms."""
        answer = (await self._http.get("/api/v1/alerts")).json()
        return {alarm["labels"]["alertname"] for alarm in answer["data"]["alerts"] if alarm["state"] == "firing"}

    async def until(self, name: str, rings: bool) -> None:
        """Wait until an alarm fires or is quiet."""
        async with asyncio.timeout(SECONDS):
            while (name in await self.ringing()) != rings:
                await asyncio.sleep(0.1)

    async def until_it_looks(self) -> None:
        """Wait until it has scraped the server several times: alarms watch increases."""
        query = {"query": 'sum_over_time(up{job="spite"}[1m]) >= 4'}
        async with asyncio.timeout(SECONDS):
            while not (await self._http.get("/api/v1/query", params=query)).json().get("data", {}).get("result"):
                await asyncio.sleep(0.1)


@asynccontextmanager
async def watching(server: RunningServer, deploy: Path, folder: Path) -> AsyncIterator[Watch]:
    """Run a Prometheus with the rules of ``deploy`` that scrapes a server."""
    (folder / "alerts.yaml").write_text(hastened((deploy / "alerts.yaml").read_text("utf-8")), "utf-8")
    (folder / "token").write_text(TOKEN, "utf-8")
    config = (deploy / "prometheus.yaml").read_text("utf-8")
    config = config.replace("/etc/prometheus/spite_metrics_token", str(folder / "token"))
    config = re.sub(r"targets: \[.*\]", f'targets: ["{server.address}"]', config)
    times = "global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n"
    (folder / "prometheus.yaml").write_text(times + config, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [
        *("prometheus", f"--config.file={folder / 'prometheus.yaml'}", f"--web.listen-address={address}"),
        f"--storage.tsdb.path={folder / 'figures'}",
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stderr=log)
    watch = Watch(f"http://{address}")
    try:
        async with asyncio.timeout(SECONDS):
            while not await watch.is_ready():
                assert process.poll() is None, (folder / "log").read_text("utf-8")
                await asyncio.sleep(0.1)
        await watch.until_it_looks()
        assert not {name for name in await watch.ringing() if "Fail" in name or "Down" in name}
        yield watch
    finally:
        await watch.close()
        process.terminate()
        await asyncio.to_thread(process.wait)


async def test_an_alarm_rings_for_each_trouble_and_stops_after_it(
    serve: Serve, visit: Visit, root: Path, tmp_path: Path
) -> None:
    async with serve(metrics_token=TOKEN) as server, watching(server, root / "deploy", tmp_path) as watch:
        browser = visit(server.address)
        await a_full_disk(server, browser, watch)
        await a_database_that_is_gone(server, browser, watch)
        await a_task_that_dies(watch)
        await a_mail_host_that_is_gone(watch)
        assert not await watch.ringing() & {"SpiteIsDown", "SpiteNewsAreAway", "SpiteBackupIsOld"}


async def a_full_disk(server: RunningServer, browser: Browser, watch: Watch) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.store._writer, "_together", full)
        made = await browser.http.post("/api/tables", json={"preset": "standard", "seats": SEATS})
        assert made.status_code == 503
        await watch.until("SpiteWritesFail", rings=True)
    assert "SpiteReadsFail" not in await watch.ringing()
    await watch.until("SpiteWritesFail", rings=False)


async def a_database_that_is_gone(server: RunningServer, browser: Browser, watch: Watch) -> None:
    alter(server, "ALTER TABLE tables RENAME TO gone")
    try:
        assert (await browser.http.get("/api/tables")).status_code == 503
        await watch.until("SpiteReadsFail", rings=True)
    finally:
        alter(server, "ALTER TABLE gone RENAME TO tables")
    await watch.until("SpiteReadsFail", rings=False)


async def a_mail_host_that_is_gone(watch: Watch) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        gone = MailSettings("127.0.0.1", nobody.getsockname()[1], "none", None, None, "table@cards.example", "")
        for number in range(3):
            letter = EmailMessage()
            letter["To"] = f"ada{number}@cards.example"
            letter["From"] = gone.sender
            assert isinstance(await sent(letter, gone, "a mail could not be sent"), OSError)
    await watch.until("SpiteMailsFail", rings=True)
    await watch.until("SpiteMailsFail", rings=False)


async def a_task_that_dies(watch: Watch) -> None:
    dies = asyncio.Event()

    async def work() -> None:
        await dies.wait()
        dies.clear()
        raise RuntimeError

    task = keep_doing("housekeeper", work)
    try:
        dies.set()
        await watch.until("SpiteTaskDies", rings=True)
        await watch.until("SpiteTaskDies", rings=False)
    finally:
        await end(task)


async def test_an_alarm_rings_once_nobody_answers(serve: Serve, root: Path, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        async with serve(metrics_token=TOKEN) as server:
            watch = await stack.enter_async_context(watching(server, root / "deploy", tmp_path))
        await watch.until("SpiteIsDown", rings=True)


async def _unchanged(_tables: Sequence[str]) -> dict[str, tuple[int, int]]:
    return {}


@needs_postgresql
async def test_alarms_ring_while_postgresql_is_gone(visit: Visit, root: Path, tmp_path: Path) -> None:
    with schema() as address, link_to(address) as link:
        async with (
            running(link.address, metrics_token=TOKEN) as server,
            watching(server, root / "deploy", tmp_path) as watch,
        ):
            browser = visit(server.address)
            await browser.table()
            link.cut()
            async with asyncio.timeout(SECONDS):
                while not await watch.ringing() >= {"SpiteReadsFail", "SpiteWritesFail", "SpiteAnswersFail"}:
                    assert (await browser.http.get("/games")).status_code == 503
                    assert (await browser.http.get("/health")).status_code == 503
            assert not await watch.ringing() & {"SpiteIsDown", "SpiteNewsAreAway", "SpiteTaskDies"}
            link.again()
            async with asyncio.timeout(SECONDS):
                while await watch.ringing() & {"SpiteReadsFail", "SpiteWritesFail", "SpiteAnswersFail"}:
                    await browser.http.get("/games")
            assert (await browser.http.get("/health")).status_code == 200


@needs_redis
async def test_an_alarm_rings_while_redis_cannot_be_reached(serve: Serve, root: Path, tmp_path: Path) -> None:
    assert REDIS is not None
    url = httpx.URL(REDIS)
    way = Way(url.host, url.port or 6379)
    port = await way.begin()
    news = RedisNews(_unchanged, str(url.copy_with(host="127.0.0.1", port=port)))
    async with serve(metrics_token=TOKEN, news=news) as server, watching(server, root / "deploy", tmp_path) as watch:
        await way.cut()
        await watch.until("SpiteNewsAreAway", rings=True)
        await way.begin(port)
        await watch.until("SpiteNewsAreAway", rings=False)
    await way.cut()
