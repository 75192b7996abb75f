"""The pages without a server: offered where there is a kit, and a folder that any host can serve."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.server.app import templates
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.pages.offline_site import KIT, MANIFEST, PACK, Site

from .conftest import Serve, Visit


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "kit"
    (folder / "deeper").mkdir(parents=True)
    (folder / "kit.json").write_text("{}")
    (folder / "runtime.wasm").write_bytes(b"\0asm")
    (folder / "deeper" / "code.bin").write_bytes(b"code")
    return folder


def site_of(kit: Path) -> Site:
    return Site(kit, templates("static"))


def test_the_manifest_names_all_that_is_kept_with_its_digest(kit: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site_of(kit).write(site)
    manifest = json.loads((site / MANIFEST).read_bytes())
    told = {file["path"]: file for file in manifest["files"]}
    assert {f"{KIT}/runtime.wasm", f"{KIT}/deeper/code.bin", PACK, "./"} <= set(told)
    for path, file in told.items():
        content = (site / ("index.html" if path == "./" else path)).read_bytes()
        assert (file["size"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    packed = json.loads(gzip.decompress((site / PACK).read_bytes()))
    # Whatever the page around everything loads by itself is kept too.
    loose = {path.relative_to(site).as_posix() for path in (site / "static").rglob("*") if path.is_file()}
    assert loose == set(packed)
    assert {"static/table/main.js", "static/texts/de.json", "static/offline/shell.js"} <= loose
    # Another kit is another version.
    (kit / "runtime.wasm").write_bytes(b"other")
    assert json.loads(site_of(kit).files[MANIFEST])["version"] != manifest["version"]


def test_no_address_of_the_page_leaves_its_folder(kit: Path) -> None:
    files = site_of(kit).files
    page = files["index.html"].decode()
    for address in re.findall(r'(?:href|src)="([^"]*)"', page):
        assert address in files
    for value in json.loads(files["manifest.webmanifest"]).values():
        assert not str(value).startswith("/")


async def test_a_server_offers_it_only_where_there_is_a_kit(serve: Serve, visit: Visit, kit: Path) -> None:
    async with serve() as server:
        someone = visit(server.address)
        assert "/offline/" not in (await someone.http.get("/")).text
        assert (await someone.http.get("/offline/")).status_code == 404
    async with serve(kit=kit) as server:
        someone = visit(server.address)
        assert 'href="/offline/"' in (await someone.http.get("/")).text
        site = site_of(kit).files
        for path in ("", "sw.js", "static/offline/shell.js", MANIFEST, PACK):
            answer = await someone.http.get(f"/offline/{path}")
            assert (answer.status_code, answer.content) == (200, site[path or "index.html"])
        answer = await someone.http.get(f"/offline/{KIT}/runtime.wasm")
        assert answer.content == b"\0asm"
        # Where the runtime is compiled nothing may forbid it.
        assert "content-security-policy" not in answer.headers
        assert "frame-ancestors 'none'" in (await someone.http.get("/offline/")).headers["content-security-policy"]
        assert (await someone.http.get("/offline/nothing")).status_code == 404


def test_a_folder_with_something_in_it_is_left_alone(kit: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "new"), "--kit", str(kit)])
    assert (run.exit_code, (tmp_path / "new" / "index.html").exists()) == (0, True)
    again = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "new"), "--kit", str(kit)])
    assert again.exit_code == 2
    assert "not empty" in again.output


def test_a_kit_is_where_it_was_named_or_there_is_none(kit: Path, tmp_path: Path) -> None:
    assert Configuration.read({"SPITE_KIT": str(kit)}).kit_folder == kit
    with pytest.raises(ConfigurationError, match="SPITE_KIT names a folder without a kit"):
        _ = Configuration.read({"SPITE_KIT": str(tmp_path)}).kit_folder
    run = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "new"), "--kit", str(tmp_path)])
    assert (run.exit_code, "spite offline build" in run.output) == (2, True)
