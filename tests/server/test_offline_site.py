"""The pages without a server: offered if there is a kit, and a folder that any host can serve."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.offline.kit import KitFailed, _data, build, digest_of_package
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.features.offline import KIT, MANIFEST, PACK, Site
from spite_and_malice.server.http.templates import templates
from spite_and_malice.server.run import offered

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
    # Whatever the outer page loads on its own is stored too.
    loose = {path.relative_to(site).as_posix() for path in (site / "static").rglob("*") if path.is_file()}
    assert loose == set(packed)
    assert {"static/spite/main.js", "static/texts/de.js", "static/offline/shell.js"} <= loose
    # A different kit is a different version.
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
        # Its files lie beside it, so its address ends with a slash.
        typed = await someone.http.get("/offline")
        assert (typed.status_code, typed.headers["location"]) == (308, "./offline/")
        site = site_of(kit).files
        for path in ("", "sw.js", "static/offline/shell.js", MANIFEST, PACK):
            answer = await someone.http.get(f"/offline/{path}")
            assert (answer.status_code, answer.content) == (200, site[path or "index.html"])
        answer = await someone.http.get(f"/offline/{KIT}/runtime.wasm")
        assert answer.content == b"\0asm"
        # Nothing may forbid compiling the runtime.
        assert "content-security-policy" not in answer.headers
        assert "frame-ancestors 'none'" in (await someone.http.get("/offline/")).headers["content-security-policy"]
        assert (await someone.http.get("/offline/nothing")).status_code == 404


@pytest.fixture
def of_this_version(kit: Path) -> Path:
    told = {"made_of": digest_of_package()}
    (kit / "kit.json").write_text(json.dumps(told))
    return kit


def test_a_folder_with_something_in_it_is_left_alone(of_this_version: Path, tmp_path: Path) -> None:
    kit = of_this_version
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


def test_a_kit_of_another_version_is_not_mixed_with_this_one(
    kit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = CliRunner().invoke(main, ["offline", "export", str(tmp_path / "new"), "--kit", str(kit)])
    assert (run.exit_code, "of another version" in run.output, (tmp_path / "new").exists()) == (2, True, False)
    assert offered(Configuration.read({"SPITE_KIT": str(kit)})) is None
    assert "of another version" in capsys.readouterr().out


def test_a_kit_of_this_version_is_offered(of_this_version: Path) -> None:
    assert offered(Configuration.read({"SPITE_KIT": str(of_this_version)})) == of_this_version


def test_without_a_command_the_kit_is_made_where_it_belongs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[tuple[object, ...]] = []

    def build(folder: Path, *brought: object) -> None:
        folder.mkdir()
        made.append((folder, *brought))

    monkeypatch.setattr("spite_and_malice.offline.kit.build", build)
    monkeypatch.setattr("spite_and_malice.server.configuration.default_kit", lambda: tmp_path / "kit")
    run = CliRunner().invoke(main, ["offline"])
    assert (run.exit_code, made) == (0, [(tmp_path / "kit", (), None)]), run.output


def runtime_of(folder: Path) -> Path:
    """Make a folder as npm leaves it, with dummy files."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        (folder / "pyodide").mkdir(parents=True, exist_ok=True)
        (folder / "pyodide" / name).write_text("{}")
    return folder


def test_what_is_named_for_the_kit_is_what_the_locks_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: "node")
    kit, runtime, other = tmp_path / "kit", runtime_of(tmp_path / "runtime"), tmp_path / "other.tgz"
    other.write_bytes(b"something else")
    with pytest.raises(KitFailed, match=r"other\.tgz is none of the packages .* pyodide-.*\.tgz, fzstd-.*\.tgz"):
        build(kit, [other])
    with pytest.raises(KitFailed, match=r"There is no fzstd\.mjs in .*runtime"):
        build(kit, [runtime], other)
    (tmp_path / "node_modules" / "fzstd" / "esm").mkdir(parents=True)
    (tmp_path / "node_modules" / "fzstd" / "esm" / "index.mjs").write_text("")
    with pytest.raises(KitFailed, match=r"other\.tgz is none of the packages .* msgspec=="):
        build(kit, [runtime, tmp_path / "node_modules"], other)
    assert not kit.exists()


def test_the_kit_has_the_faces_that_pictures_of_results_are_drawn_with() -> None:
    packed = dict(_data())
    heads = [drawing for name, drawing in packed.items() if "/web/heads/" in name]
    assert len(heads) > 40
    assert all(b"<svg" in drawing for drawing in heads)
