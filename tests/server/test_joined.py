"""Joined files of a release replace the modules at the same addresses, as long as they were made from these."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spite_and_malice.server.features.offline import page_files
from spite_and_malice.server.http import files, modules
from spite_and_malice.server.http.files import WEB, without_comments
from spite_and_malice.server.http.static import static_digest, static_routers
from spite_and_malice.server.http.templates import templates

MAIN = "/* one */ main();\n// two"
Join = Callable[[str], None]


def forget() -> None:
    """Clear the caches of the files."""
    for known in (modules._told, modules.needs, static_digest):
        known.cache_clear()


@pytest.fixture
def join(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Join]:
    """Return a function that writes two joined files made from sources with a digest."""
    folder = tmp_path / "files"
    for place, name, value in ((files, "JOINED", folder), (modules, "JOINED", folder)):
        monkeypatch.setattr(place, name, value)
    monkeypatch.setattr(modules, "ABOUT", tmp_path / "about.json")

    def write(made_of: str) -> None:
        (folder / "spite").mkdir(parents=True)
        (folder / "spite" / "main.js").write_text(MAIN)
        (folder / "all.css").write_text("body{}")
        about = {
            "made_of": made_of,
            "needs": {"spite/main.js": ["all.js", "spite/main.js"], "texts.js": ["all.js"]},
            "replaced": ["spite/table.js"],
            "sheets": {"kernel/table spite/table": "all.css"},
        }
        (tmp_path / "about.json").write_text(json.dumps(about))
        forget()

    yield write
    forget()


def fetched(path: str) -> tuple[int, str]:
    """Return the response for a file."""
    with TestClient(Litestar(static_routers("/static", None))) as client:
        answer = client.get(f"/static/{path}")
        return answer.status_code, answer.text


def links() -> str:
    """Return the links of a page."""
    page = '{{ sheets("kernel/table", "spite/table") }}{{ preload("spite/main.js") }}'
    return templates("/static/1").from_string(page).render()


def test_joined_files_are_served_as_they_are_before_all_others(join: Join) -> None:
    before = static_digest()
    join(modules.sources_digest())
    assert fetched("spite/main.js") == (200, MAIN)
    assert fetched("all.css") == (200, "body{}")
    # Somebody with an older page still finds the rest.
    assert fetched("spite/table.js")[0] == 200
    assert static_digest() != before
    assert links() == (
        '<link rel="stylesheet" href="/static/1/all.css">\n<link rel="modulepreload" href="/static/1/spite/main.js">\n'
    )
    packed = dict(page_files())
    assert packed["spite/main.js"] == MAIN.encode()
    assert "all.css" in packed
    assert "spite/table.js" not in packed
    assert "offline/shell.js" in packed


def test_what_was_made_of_other_sources_is_not_served(join: Join) -> None:
    before = static_digest()
    join("of others")
    assert fetched("spite/main.js") == (200, without_comments((WEB / "spite" / "main.js").read_text()))
    assert fetched("all.css")[0] == 404
    assert static_digest() == before
    assert '"/static/1/spite/table.css"' in links()
    assert '"/static/1/spite/table.js"' in links()
    assert {"spite/table.js", "spite/main.js"} <= set(dict(page_files()))


def test_a_change_of_any_source_is_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "WEB", tmp_path)
    digests = set()
    for name in ("static/app.js", "kernel/table.css", "templates/table.html.j2"):
        for text in ("one", "two"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
            modules.sources_digest.cache_clear()
            digests.add(modules.sources_digest())
    modules.sources_digest.cache_clear()
    assert len(digests) == 6


def test_a_browser_that_has_the_server_knows_what_to_fetch(
    join: Join, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join(modules.sources_digest())
    told, shown = modules.for_kit(), links()
    (tmp_path / "about.json").unlink()
    (tmp_path / "kit.json").write_bytes(told)
    monkeypatch.setattr(modules, "IN_KIT", tmp_path / "kit.json")
    forget()
    assert links() == shown
