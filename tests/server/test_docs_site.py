"""The documentation site is served as built."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from spite_and_malice.server import configuration
from spite_and_malice.server.configuration import Configuration, ConfigurationError

from .conftest import RunningServer, Visit, running
from .services import database


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "index.html").write_text("<h1>Documents</h1>", encoding="utf-8")
    (folder / "api").mkdir()
    (folder / "api" / "engine.html").write_text("<h1>engine</h1>", encoding="utf-8")
    (folder / "assets").mkdir()
    (folder / "assets" / "search.js").write_text("// as it is\n", encoding="utf-8")
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def documented(folder: Path) -> AsyncIterator[RunningServer]:
    with database("sqlite", folder.parent) as address:
        async with running(address, docs=folder) as server:
            yield server


async def test_docs_leads_to_the_first_page(documented: RunningServer, visit: Visit) -> None:
    http = visit(documented.address).http
    for path in ("/docs", "/docs/"):
        led = await http.get(path, follow_redirects=False)
        assert led.headers["location"].endswith("/docs/index.html"), path
    assert (await http.get("/docs/index.html")).text == "<h1>Documents</h1>"
    assert (await http.get("/docs/api/engine.html")).text == "<h1>engine</h1>"
    assert (await http.get("/docs/assets/search.js")).text == "// as it is\n"


async def test_the_documents_have_the_policy_of_all_pages(documented: RunningServer, visit: Visit) -> None:
    http = visit(documented.address).http
    pages = [await http.get(path) for path in ("/", "/docs/index.html", "/docs/api/engine.html")]
    assert len({page.headers["content-security-policy"] for page in pages}) == 1
    assert [page.headers["content-disposition"].partition(";")[0] for page in pages[1:]] == ["inline", "inline"]


@pytest.mark.parametrize(
    "path", ["lost.html", "api", "../tables.sqlite3", "..%2ftables.sqlite3", "%2e%2e/tables.sqlite3", "%00", "x" * 5000]
)
async def test_what_is_not_there_is_not_found(documented: RunningServer, visit: Visit, path: str) -> None:
    response = await visit(documented.address).http.get(f"/docs/{path}", headers={"accept": "text/html"})
    assert response.status_code == 404
    assert "<h1" in response.text


async def test_without_the_site_there_are_no_documents(tmp_path: Path, visit: Visit) -> None:
    with database("sqlite", tmp_path) as address:
        async with running(address) as server:
            assert (await visit(server.address).http.get("/docs")).status_code == 404


def test_the_site_is_found_in_a_checkout_where_it_was_built(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Configuration.read({"SPITE_DOCS": str(folder)}).docs_folder == folder
    with pytest.raises(ConfigurationError, match="SPITE_DOCS names a folder without a site"):
        _ = Configuration.read({"SPITE_DOCS": str(tmp_path)}).docs_folder
    monkeypatch.setattr(configuration, "CHECKOUT", tmp_path)
    monkeypatch.setattr(configuration, "BUILT_DOCS", folder)
    # Files next to an installed package are not our site.
    assert Configuration.read({}).docs_folder is None
    (tmp_path / "mkdocs.yml").touch()
    assert Configuration.read({}).docs_folder == folder
    monkeypatch.setattr(configuration, "BUILT_DOCS", tmp_path)
    assert Configuration.read({}).docs_folder is None


def test_a_checkout_is_where_mkdocs_is_set_up(root: Path) -> None:
    assert root == configuration.CHECKOUT
    assert (root / "mkdocs.yml").is_file()
