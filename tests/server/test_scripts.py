"""Scripts are served without their comments, and otherwise unchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spite_and_malice.server.http.files import WEB, without_comments
from spite_and_malice.server.http.static import static_routers

MODULES = sorted(WEB.rglob("*.js"))


@pytest.mark.parametrize(
    ("script", "bare"),
    [
        ("// A line.\nlet a = 1; // beside code\n", "\nlet a = 1; // beside code\n"),
        ("/**\n * What it does.\n */\nexport const a = 1;", "\n\n\nexport const a = 1;"),
        ("  /** The pile. */\n  #pile;", "\n  #pile;"),
        ("  /** @type {Map<string, A>} */ #of = new Map();", "#of = new Map();"),
        ('const a = /** @type {A | null} */ (b("/* no comment */"));', 'const a = (b("/* no comment */"));'),
        ("of((/** @param {A} a */ a) => a);", "of((a) => a);"),
        ('const url = "https://example.org";', 'const url = "https://example.org";'),
    ],
)
def test_comments_go_and_lines_stay(script: str, bare: str) -> None:
    assert without_comments(script) == bare


def test_no_text_over_several_lines_holds_what_looks_like_a_comment() -> None:
    for path in MODULES:
        script = path.read_text(encoding="utf-8")
        bare = without_comments(script)
        assert script.count("\n") == bare.count("\n")
        for text in re.findall(r"(?<!\\)`(?:[^`\\]|\\.)*`", bare):
            assert text in script, path


def test_files_are_served_so_and_others_as_they_are() -> None:
    with TestClient(Litestar(static_routers("/static", None))) as client:
        for name in ("spite/main.js", "static/texts.js", "kernel/table.css", "static/icons/any-192.png"):
            file = Path(WEB / name).read_bytes()
            expected = without_comments(file.decode()).encode() if name.endswith(".js") else file
            answer = client.get(f"/static/{name.removeprefix('static/')}")
            assert answer.content == expected
            assert int(answer.headers["content-length"]) == len(expected)
        assert client.get("/static/table/none.js").status_code == 404
        assert client.get("/static/table/../../server/app.py").status_code == 404
