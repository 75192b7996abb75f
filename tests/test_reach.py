"""Which tests a change reaches."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.reach import Reached, reached

FILES: Final = {
    "pyproject.toml": "",
    "README.md": "",
    "docs/rules.md": "",
    "tools/words.py": "",
    "src/spite_and_malice/__init__.py": "",
    "src/spite_and_malice/__main__.py": "from .server import app",
    "src/spite_and_malice/engine/__init__.py": "from .deal import deal",
    "src/spite_and_malice/engine/deal.py": "from ..rules import cards",
    "src/spite_and_malice/engine/table.json": "{}",
    "src/spite_and_malice/rules/__init__.py": "",
    "src/spite_and_malice/rules/cards.py": "",
    "src/spite_and_malice/rules/names.py": "'''Names as engine/deal.py and home.html.j2 have them.'''",
    "src/spite_and_malice/server/__init__.py": "",
    "src/spite_and_malice/server/app.py": "PAGE = 'home.html.j2'",
    "src/spite_and_malice/web/templates/home.html.j2": "{% extends 'base.html.j2' %} <script src='/static/home.js'>",
    "src/spite_and_malice/web/templates/base.html.j2": "",
    "src/spite_and_malice/web/templates/table.html.j2": "<script src='{{ static('spite/main.js') }}'>",
    "src/spite_and_malice/web/templates/patience_table.html.j2": "",
    "src/spite_and_malice/web/static/home.js": "",
    "src/spite_and_malice/web/spite/main.js": 'import { move } from "../kernel/move.js"; import("./later.js");',
    "src/spite_and_malice/web/spite/later.js": "",
    "src/spite_and_malice/web/kernel/move.js": "",
    "src/spite_and_malice/web/kernel/alone.js": "",
    "tests/conftest.py": "from spite_and_malice.server import app\nCOMMAND = 'spite_and_malice'",
    "tests/test_whole.py": "",
    "tests/helping.py": "",
    "tests/engine/test_deal.py": "import spite_and_malice.engine.deal",
    "tests/rules/test_cards.py": "def test():\n    from spite_and_malice.rules.cards import Card",
    "tests/rules/test_names.py": "import tests.helping\nfrom spite_and_malice.rules import names",
    "tests/rules/test_tool.py": "from tools.words import words",
    "tests/rules/vectors.jsonl": "",
    "tests/server/conftest.py": "from spite_and_malice.server import app",
    "tests/server/test_pages.py": "",
    "tests/server/test_start.py": "run('-m', 'spite_and_malice')",
    "tests/web/conftest.py": "",
    "tests/web/test_table.py": "",
    "tests/web/test_modules.py": "evaluate('import(\"/static/kernel/alone.js\")')",
}


@pytest.fixture
def found(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def what_reaches(root: Path, *changed: str) -> Reached:
    return reached(root, FILES, changed)


@pytest.mark.parametrize(
    ("changed", "reaches"),
    [
        ("src/spite_and_malice/rules/cards.py", {"engine/test_deal", "rules/test_cards"}),
        ("src/spite_and_malice/rules/names.py", {"rules/test_names"}),
        ("src/spite_and_malice/engine/deal.py", {"engine/test_deal"}),
        ("src/spite_and_malice/engine/table.json", {"engine/test_deal"}),
        ("src/spite_and_malice/server/app.py", {"server/test_pages", "server/test_start"}),
        ("src/spite_and_malice/web/templates/base.html.j2", {"server/test_pages", "server/test_start"}),
        ("src/spite_and_malice/web/static/home.js", set()),
        ("src/spite_and_malice/web/kernel/alone.js", {"web/test_modules"}),
        ("tests/helping.py", {"rules/test_names"}),
        ("tests/rules/test_cards.py", {"rules/test_cards"}),
        ("tools/words.py", {"rules/test_tool"}),
        ("docs/rules.md", set()),
    ],
)
def test_a_change_reaches_the_files_that_load_it(found: Path, changed: str, reaches: set[str]) -> None:
    one = what_reaches(found, changed)
    assert not one.everything
    assert set(one.files) == {"tests/test_whole.py", *(f"tests/{name}.py" for name in reaches)}


def test_what_nothing_is_known_of_reaches_everything(found: Path) -> None:
    for path in ("pyproject.toml", ".ci/run", "src/new.txt"):
        assert what_reaches(found, "README.md", path).everything, path
        assert what_reaches(found, path).takes("tests/rules/test_cards.py", ())
    assert set(what_reaches(found, "tests/conftest.py").files) == {
        path for path in FILES if path.rpartition("/")[2].startswith("test_")
    }


@pytest.mark.parametrize(
    ("changed", "table", "site"),
    [
        ("src/spite_and_malice/web/kernel/move.js", True, True),
        ("src/spite_and_malice/web/spite/later.js", True, True),
        ("src/spite_and_malice/web/static/home.js", False, True),
        ("src/spite_and_malice/rules/cards.py", False, True),
        ("README.md", False, False),
    ],
)
def test_a_page_loads_its_scripts_and_a_server_all(found: Path, changed: str, table: bool, site: bool) -> None:
    one = what_reaches(found, changed)
    assert one.takes("tests/web/test_table.py", ("browser", "fake_table")) is table
    assert one.takes("tests/web/test_table.py", ("browser", "site")) is site
    assert not one.takes("tests/web/test_table.py", ())


def test_nothing_changed_reaches_nothing(found: Path) -> None:
    one = what_reaches(found)
    assert not one.everything
    assert (one.files, one.in_browser) == ((), ())
