"""The output of `python -m tools.join`: files that fit together and allow playing everything."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

import spite_and_malice
from tests.server.test_replays import RECORDS
from tests.web.conftest import Problems, new_context, serving
from tests.web.person import by_clicks, play_game
from tests.web.test_first_visit import begin
from tools.join.__main__ import PROGRAM, join

PACKAGE: Final = Path(spite_and_malice.__file__).parent
WEB: Final = PACKAGE / "web"

STATIC: Final = re.compile(r'(?:\bfrom|\bimport)"([^"]+)"')
LATER: Final = re.compile(r"\bimport\([`\"]([^`\"]+)[`\"]\)")
STARTED: Final = re.compile(r'<script type="module" src="{{ static }}/(.+?)"')


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package with the files joined for a release."""
    if shutil.which("node") is None or not (PROGRAM.parent / "node_modules").is_dir():
        pytest.skip("no Node.js, or nothing of tools/join/package-lock.json: npm ci --prefix tools/join")
    copy = tmp_path_factory.mktemp("release") / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "joined"))
    join(copy / "joined" / "files", copy / "joined" / "about.json")
    return copy


def resolved(folder: Path, file: Path, name: str) -> str:
    """Return the address that an import names."""
    return (file.parent / name).resolve().relative_to(folder).as_posix()


@pytest.mark.nightly("tools/join/", "src/spite_and_malice/web/")
def test_the_files_fit_together(package: Path) -> None:
    folder = package / "joined" / "files"
    about: dict[str, Any] = json.loads((package / "joined" / "about.json").read_text())
    imports: dict[str, set[str]] = {}
    for path in folder.rglob("*.js"):
        text, address = path.read_text(), path.relative_to(folder).as_posix()
        imports[address] = {resolved(folder, path, name) for name in STATIC.findall(text)}
        for other in imports[address] | {resolved(folder, path, name) for name in LATER.findall(text)}:
            # Besides the joined files there are only those for offline play.
            assert (folder / other).is_file() or (WEB / other).is_relative_to(WEB / "offline"), f"{address}: {other}"
            assert other not in about["replaced"]
        # References by a file's own address must still hold in the joined file.
        assert "import.meta" not in text or address in ("ready.js", "pages.js")

    def follow(address: str, way: tuple[str, ...] = ()) -> set[str]:
        assert address not in way, " -> ".join(way)
        return {address}.union(*(follow(other, (*way, address)) for other in imports[address]))

    for address in imports:
        follow(address)
    started = {name for path in (WEB / "templates").glob("*.j2") for name in STARTED.findall(path.read_text())}
    for module in started:
        if not module.startswith("offline/"):
            assert set(about["needs"][module]) == follow(module)
    for names, sheet in about["sheets"].items():
        rules = (folder / sheet).read_text()
        assert [rules.count(mark) for mark in "{}"] == [
            sum(
                re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S).count(mark)
                for name in names.split()
                for path in (WEB / f"{name}.css", WEB / "static" / f"{name}.css")
                if path.is_file()
            )
            for mark in "{}"
        ]


@pytest.mark.nightly("tools/join/", "src/spite_and_malice/web/")
def test_a_table_needs_few_files(package: Path) -> None:
    needs = json.loads((package / "joined" / "about.json").read_text())["needs"]
    assert len(needs["spite/main.js"]) <= 4
    assert len(needs["patience/main.js"]) <= 4
    # Pages without a table fetch none.
    assert not {"tables.js", "spite-table.js", "patience-table.js"} & {*needs["pages/lobby/home.js"], *needs["app.js"]}


@pytest.mark.nightly("tools/join/", "src/spite_and_malice/server/http/modules.py")
def test_everything_can_be_played(package: Path, browser: Browser, tmp_path: Path) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    page = context.new_page()
    problems = Problems(page)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.partition("/static/")[2].partition("/")[2]))
    with serving(tmp_path / "tables.sqlite3", PYTHONPATH=str(package.parent)) as site:
        begin(page, site, "play", "en")
        assert play_game(page, by_clicks, 2) == 2
        page.locator("[data-panel=rules]").click()
        expect(page.locator("#panel")).to_contain_text("pay-off")
        page.keyboard.press("Escape")
        record = (RECORDS / "book-four.txt").read_text()
        brought = page.request.post(f"{site}/api/imported", data={"record": record})
        page.goto(site + brought.json()["url"])
        page.get_by_role("button", name="To the end", exact=True).click()
        expect(page.locator("#replay .at")).not_to_have_text(re.compile("^0 "))
        begin(page, site, "patience", "en")
        meters = page.locator("#meters").inner_text()
        page.keyboard.press("d")
        expect(page.locator("#meters")).not_to_have_text(meters)
        context.close()
    assert problems.found == []
    replaced = set(json.loads((package / "joined" / "about.json").read_text())["replaced"])
    assert asked & replaced == set()
    assert "pages.js" in asked
