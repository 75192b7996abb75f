"""A game through Caddy with TLS, by the settings that operators get, and certificates of its own authority."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from .conftest import SECONDS, Page, Serve
from .people import GREEDY, PERSON
from .play import finish, to_my_turn

pytestmark = [
    pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here"),
    pytest.mark.nightly("deploy/Caddyfile", "src/spite_and_malice/server/http/"),
]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def caddy(root: Path, folder: Path, behind: str) -> Iterator[tuple[str, Path]]:
    """Run Caddy in front of a server; yield its host with the port, and where its authority is."""
    port = free_port()
    mine = f"{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port {port}\n\thttp_port {free_port()}\n}}\n"
    given = (root / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    text, upstreams = re.subn(r"(reverse_proxy ).* \{", rf"\g<1>{behind} {{", given)
    assert upstreams == 1
    (folder / "Caddyfile").write_text(mine + text)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "SPITE_SITE": "localhost"}
    command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("w") as log, subprocess.Popen(command, env=environment, stderr=log) as process:
        try:
            yield f"localhost:{port}", folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        finally:
            process.terminate()


async def trusted(authority: Path) -> ssl.SSLContext:
    """Wait until Caddy has its authority, and trust that alone."""
    async with asyncio.timeout(2 * SECONDS):
        while not authority.exists() or "END CERTIFICATE" not in authority.read_text():
            await asyncio.sleep(0.1)
    return ssl.create_default_context(cafile=str(authority))


async def test_a_whole_game_over_tls_through_caddy(serve: Serve, root: Path, tmp_path: Path) -> None:
    async with serve(allowed_hosts=("*",), metrics_token="figures") as server:
        with caddy(root, tmp_path, server.address) as (site, authority):
            context = await trusted(authority)
            token = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}
            async with httpx.AsyncClient(base_url=f"https://{site}", verify=context, timeout=SECONDS) as http:
                async with asyncio.timeout(SECONDS):
                    while not await answers(http):
                        await asyncio.sleep(0.1)
                cookies = (await http.get("/games")).headers.get_list("set-cookie")
                assert [each for each in cookies if "spite_player" in each and each.startswith("__Host-")]
                assert all("Secure" in each for each in cookies)
                kept = await http.get("/metrics", headers={"authorization": "Bearer figures"})
                assert kept.status_code == 404
                body = {"preset": "standard", "rules": {"payoff": 2}, "seats": [PERSON, GREEDY]}
                made = await http.post("/api/tables", json=body, headers=token)
                assert made.status_code == 201
                url = f"wss://{site}{made.json()['url']}/ws"
            async with connect(url, ssl=context, additional_headers=token, max_size=2**22) as connection:
                page = Page(connection)
                state = await finish(page, await to_my_turn(page, await page.hello()))
                assert state["view"]["result"] is not None


async def answers(http: httpx.AsyncClient) -> bool:
    """Say whether the proxy passes requests on by now."""
    try:
        return (await http.get("/health/live")).status_code == 200
    except httpx.TransportError:
        return False
