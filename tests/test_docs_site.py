"""The documentation site: it is built without a warning, is complete, and requests nothing from other hosts."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

MISSING = "python3 play.py docs installs what builds the site of the documents"
for library in ("mkdocs", "material", "mkdocstrings"):
    pytest.importorskip(library, reason=MISSING)

from tools import docs_site  # noqa: E402

pytestmark = pytest.mark.nightly("docs/", "mkdocs.yml", "tools/docs_site.py", "src/spite_and_malice/")


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {name: value for name, value in os.environ.items() if name != "SPITE_SOURCE"}
    environment["NO_MKDOCS_2_WARNING"] = "1"
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


class Looks(HTMLParser):
    """Collects the files that a page loads, its links and its anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.ids: set[str] = set()
        self.own: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])
        elif "src" in given or (tag == "link" and given.get("rel") in ("stylesheet", "icon")):
            self.loads.append(given.get("src") or given["href"])
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.own.append(tag)
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.own.append(tag)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Looks]:
    return {path: Looks(path) for path in sorted(site.rglob("*.html"))}


def test_every_document_is_a_page(root: Path, site: Path) -> None:
    sources = [
        path.relative_to(root).as_posix()
        for pattern in ("docs/*.md", "benchmarks/*.md", "examples/*.ipynb", "*.md")
        for path in root.glob(pattern)
    ]
    for source in sources:
        place = docs_site.place_of(source)
        assert place is not None, source
        assert (site / place).with_suffix(".html").is_file(), source


def test_every_link_of_the_site_leads_somewhere(site: Path, pages: dict[Path, Looks]) -> None:
    lost = []
    for page, looks in pages.items():
        if page.name == "404.html":
            continue
        for link in looks.leads:
            address, anchor = urldefrag(link)
            if re.match(r"[a-z]+:", address):
                continue
            target = (page.parent / unquote(address)).resolve() if address else page
            if target.is_dir():
                target /= "index.html"
            there = pages.get(target)
            if not target.is_file() or (anchor and there is not None and unquote(anchor) not in there.ids):
                lost.append(f"{page.relative_to(site)}: {link}")
    assert lost == []


def test_a_page_loads_nothing_from_elsewhere_and_has_no_script_of_its_own(site: Path, pages: dict[Path, Looks]) -> None:
    for page, looks in pages.items():
        assert looks.own == [], page
        assert looks.loads
        for address in looks.loads:
            if not address.startswith("data:"):
                assert (site if address.startswith("/") else page.parent).joinpath(address.lstrip("/")).is_file(), (
                    address
                )


@pytest.mark.parametrize("package", [*docs_site.PACKAGES, ""])
def test_everything_public_is_in_the_reference(site: Path, pages: dict[Path, Looks], package: str) -> None:
    page = pages[site / "api" / f"{package or docs_site.PACKAGE}.html"]
    name = f"{docs_site.PACKAGE}.{package}".rstrip(".")
    everywhere = set().union(*(looks.ids for looks in pages.values()))
    module = importlib.import_module(name)
    homes = docs_site.public_names(f"{package}/__init__.py".lstrip("/"))
    assert homes == list(module.__all__)
    led_to = {link.rpartition("#")[2] for link in page.leads}
    for each in homes:
        if each != "__version__":
            assert {anchor for anchor in led_to & everywhere if anchor.endswith(f".{each}")}, each


@pytest.mark.parametrize(
    "name", ["encoder.Encoder.observe", "batch.BatchEnv", "gymnasium.SpiteAndMaliceEnv", "pettingzoo.env", "open_spiel"]
)
def test_the_interfaces_for_research_are_in_the_reference(site: Path, pages: dict[Path, Looks], name: str) -> None:
    assert f"{docs_site.PACKAGE}.interop.{name}" in pages[site / "api" / "interop.html"].ids


def test_notebooks_are_shown_with_what_their_cells_draw(site: Path) -> None:
    page = (site / "examples" / "first_game.html").read_text(encoding="utf-8")
    assert 'src="first_game-1.svg"' in page
    assert (site / "examples" / "first_game-1.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert "new_game" in re.sub("<[^>]*>", "", page)


def test_what_is_said_can_be_searched(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    for words in ("spite_and_malice.engine", "pay-off pile", "SPITE_DATABASE"):
        assert words in index


@pytest.mark.parametrize(
    ("place", "link", "led", "with_source"),
    [
        ("engine.md", "[the rules](../RULES.md#4-play)", "[the rules](game/rules.md#4-play)", None),
        ("game/rules.md", "[here](docs/rules.md)", "[here](../rules.md)", None),
        ("index.md", "![A game](docs/screenshots/a.jpg)", "![A game](screenshots/a.jpg)", None),
        ("index.md", "[a game](examples/first_game.ipynb)", "[a game](examples/first_game.md)", None),
        (
            "operations.md",
            "[the unit](../deploy/spite.service)",
            "the unit",
            "[the unit](S/blob/main/deploy/spite.service)",
        ),
        ("contributing.md", "[`LICENSE`](LICENSE)", "`LICENSE`", "[`LICENSE`](S/blob/main/LICENSE)"),
        ("index.md", "[uv](https://docs.astral.sh/uv)", "[uv](https://docs.astral.sh/uv)", None),
        ("records.md", "[below](#names)", "[below](#names)", None),
    ],
)
def test_links_lead_to_pages(
    monkeypatch: pytest.MonkeyPatch, place: str, link: str, led: str, with_source: str | None
) -> None:
    found = docs_site._LINK.fullmatch(link)
    assert found
    monkeypatch.delenv("SPITE_SOURCE", raising=False)
    assert docs_site.lead(found, place) == led
    monkeypatch.setenv("SPITE_SOURCE", "S")
    assert docs_site.lead(found, place) == (with_source or led)
