"""The documentation site in a browser, as served: under the content security policy, the whole theme works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Problems, serving

for library in ("mkdocs", "material", "mkdocstrings"):
    pytest.importorskip(library, reason="python3 play.py docs installs what builds the site of the documents")

# Without a browser tests/server/test_docs_site.py asks for the site in every run.
pytestmark = pytest.mark.nightly(
    "docs/", "mkdocs.yml", "tools/docs_site.py", "src/spite_and_malice/server/http/static.py"
)


@pytest.fixture(scope="module")
def documents(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site of the documents at a server."""
    folder = tmp_path_factory.mktemp("documents")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder / "docs")]
    subprocess.run(command, cwd=root, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPITE_DOCS", str(folder / "docs"))
        with serving(folder / "tables.sqlite3") as address:
            yield f"{address}/docs"


@contextmanager
def reading(browser: Browser, width: int, height: int) -> Iterator[Page]:
    """Open a window, which must report no errors."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="light")
    page = context.new_page()
    problems = Problems(page)
    yield page
    assert problems.found == []
    context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with reading(browser, 1280, 800) as page:
        yield page


def test_a_search_leads_to_the_reference(page: Page, documents: str) -> None:
    page.goto(documents)
    expect(page.locator("h1")).to_have_text("Spite and Malice¶")
    page.keyboard.press("s")
    page.keyboard.type("BatchEnv")
    result = page.locator(".md-search-result__link", has_text="BatchEnv").first
    expect(result).to_be_visible()
    result.click()
    expect(page.locator("h1, h2, h3", has_text="BatchEnv").first).to_be_visible()
    assert page.url.startswith(f"{documents}/")


def test_the_light_can_be_chosen_and_is_kept(page: Page, documents: str) -> None:
    page.goto(f"{documents}/engine.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.locator("label[title=Dark]").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.goto(f"{documents}/api/engine.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def test_pictures_of_notebooks_are_drawn(page: Page, documents: str) -> None:
    page.goto(f"{documents}/examples/first_game.html")
    picture = page.locator("img[src$='first_game-1.svg']")
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("drawn => drawn.decode().then(() => drawn.naturalWidth)") > 300


@pytest.mark.parametrize("path", ["index.html", "engine.html", "api/engine.html", "operations.html", "game/rules.html"])
def test_a_page_fits_a_phone(browser: Browser, documents: str, path: str) -> None:
    with reading(browser, 360, 640) as page:
        page.goto(f"{documents}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
