"""The packaged files, the functions of an install without the server, and the libraries that each part may use."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from spite_and_malice import __version__

PACKAGE = "spite_and_malice"

pytestmark = pytest.mark.nightly("pyproject.toml", "setup.py", "MANIFEST.in", "src/spite_and_malice/compiled.py")

LIBRARIES = {
    "click": ("cli",),
    "cython": ("engine", "patience"),
    "babel": ("catalogues.py",),
    "networkx": ("play",),
    "numpy": ("interop",),
    "gymnasium": ("interop",),
    "pettingzoo": ("interop",),
    "pyspiel": ("interop",),
    "ray": ("analysis", "server"),
    **dict.fromkeys(("litestar", "msgspec"), ("server", "offline")),
    **dict.fromkeys(("alembic", "jinja2", "platformdirs", "prometheus_client"), ("server",)),
    **dict.fromkeys(("openskill", "psycopg", "redis", "resvg_py", "sqlalchemy"), ("server",)),
    **dict.fromkeys(("cryptography", "uvicorn", "uvloop", "webauthn"), ("server",)),
    **dict.fromkeys(("segno", "websockets"), ("server", "terminal")),
    "prompt_toolkit": ("terminal",),
    # Libraries of the Python that runs in a browser.
    **dict.fromkeys(("compression", "pyodide"), ("offline",)),
}
"""The third-party libraries that each part of the package may import; no part may import any other."""


@pytest.fixture(scope="session")
def source(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the packages' sources, without generated files."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", *(path.name for path in root.glob("*.md")), "LICENSE"):
        shutil.copy(root / name, folder)
    made = shutil.ignore_patterns("*.egg-info", "__pycache__", "*.so")
    for name in ("src", "docs", "examples", "tests"):
        shutil.copytree(root / name, folder / name, ignore=made)
    return folder


TAKES_WHAT_IS_COMPILED = f"""#!/bin/sh
for word; do
    [ "$before" = -o ] && made=$word
    before=$word
done
compiled=$COMPILED/{PACKAGE}/${{made##*/{PACKAGE}/}}
case $made in
*.so) [ -f "$compiled" ] && exec cp "$compiled" "$made" ;;
*.o) for found in "${{compiled%.o}}".*.so; do [ -f "$found" ] && exec touch "$made"; done ;;
esac
exec $REAL_CC "$@" -O0
"""
"""A compiler that uses the compiled files beside the source, if there are any, or else compiles quickly."""


def build(root: Path, source: Path, what: str) -> Path:
    """Build a wheel or an sdist in a copy of the source."""
    # The package's contents are the same however well it is compiled, and by whom.
    compiler = source / "cc"
    compiler.write_text(TAKES_WHAT_IS_COMPILED, encoding="utf-8")
    compiler.chmod(0o755)
    script = f"from setuptools import build_meta; print(build_meta.build_{what}('.'))"
    real = os.environ.get("CC", "cc")
    environment = {**os.environ, "CC": str(compiler), "REAL_CC": real, "COMPILED": str(root / "src")}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=source, env=environment, check=True, capture_output=True, text=True
    )
    compiler.unlink()
    return source / done.stdout.splitlines()[-1]


@pytest.fixture(scope="session")
def wheel(root: Path, source: Path) -> Path:
    return build(root, source, "wheel")


@pytest.fixture(scope="session")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_a_wheel_holds_everything_the_game_needs_and_nothing_else(wheel: Path, source: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith(f"{PACKAGE}/")}
    package = source / "src"
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    texts = {name for name in files if name.endswith((".po", ".pot"))}
    files = {name for name in files if name.startswith(f"{PACKAGE}/") and not name.endswith((".pyc", "_native.c"))}
    assert f"{PACKAGE}/cli/group.py" in packed
    assert texts
    compiled = {
        name.removesuffix(".po") + ending for name in texts if name.endswith(".po") for ending in (".mo", ".json")
    }
    assert packed - files == compiled | {name for name in packed if "/_native." in name}
    assert files - packed == texts


def test_an_sdist_holds_the_documents_and_nothing_stray(root: Path, source: Path) -> None:
    with tarfile.open(build(root, source, "sdist")) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    documents = {path.relative_to(source).as_posix() for path in (source / "docs").rglob("*") if path.is_file()}
    assert {"RULES.md", "README.md", "CHANGELOG.md", "LICENSE", "setup.py", "examples/bot.py"} | documents <= names
    assert f"src/{PACKAGE}/locale/de/LC_MESSAGES/spite.po" in names
    assert {name.partition("/")[0] for name in names} == {
        *("src", "docs", "examples", "PKG-INFO", "pyproject.toml", "setup.py", "setup.cfg", "MANIFEST.in", "LICENSE"),
        *("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "RULES.md"),
    }
    stray = re.compile(r"\.(so|pyc|mo|sqlite3)$|_native\.|(^|/)(\.|build/|tests/|node_modules/)")
    assert [name for name in names if stray.search(name)] == []


def test_a_plain_install_needs_the_libraries_of_the_command_alone(metadata: Message) -> None:
    wanted = [Requirement(text) for text in metadata.get_all("Requires-Dist", ())]
    assert [each.name for each in wanted if each.marker is None] == ["click", "prompt-toolkit"]
    extra = {each.name for each in wanted if each.marker and each.marker.evaluate({"extra": "server"})}
    assert {"litestar", "sqlalchemy", "uvicorn"} <= extra


@pytest.mark.parametrize("address", ["", "https://example.org/cards"])
def test_the_page_on_an_index_has_no_link_that_leads_nowhere(source: Path, tmp_path: Path, address: str) -> None:
    script = f"from setuptools import build_meta; print(build_meta.prepare_metadata_for_build_wheel({str(tmp_path)!r}))"
    environment = {**os.environ, "SPITE_SOURCE": address}
    subprocess.run([sys.executable, "-c", script], cwd=source, env=environment, check=True, capture_output=True)
    (file,) = tmp_path.glob("*.dist-info/METADATA")
    metadata = message_from_bytes(file.read_bytes())
    page = metadata.get_payload()
    assert isinstance(page, str)
    links = re.findall(r"\]\(([^)\s]+)\)", page)
    assert all(link.startswith(("https://", "#")) for link in links)
    urls = dict(text.split(", ") for text in metadata.get_all("Project-URL", ()))
    if address:
        assert f"{address}/blob/main/RULES.md" in links
        assert f"{address}/raw/main/docs/" in page
        assert set(urls) == {"Source", "Documentation", "Changelog", "Issues"}
        assert all(url.startswith(address) for url in urls.values())
    else:
        assert "RULES.md" in page
        assert "![" not in page
        assert urls == {}


def test_a_wheel_is_of_this_python_and_machine(wheel: Path) -> None:
    """With a compiled core it is not a universal wheel: manylinux and similar wheels are made from this one."""
    name, version, python, abi, platform = wheel.stem.split("-")
    assert (name, version) == (PACKAGE, __version__)
    assert python == abi == f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert platform == sysconfig.get_platform().replace("-", "_").replace(".", "_")
    with zipfile.ZipFile(wheel) as archive:
        assert b"Root-Is-Purelib: false" in archive.read(f"{name}-{version}.dist-info/WHEEL")
        cores = [each for each in archive.namelist() if "/_native." in each]
    assert len(cores) == 2
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert all(core.endswith(suffix) for core in cores)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a new environment with only the wheel and the dependencies of a plain install."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    look = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(look, check=True, capture_output=True, text=True).stdout.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    found = importlib.util.find_spec("click")
    assert found is not None
    assert found.origin is not None
    shutil.copytree(Path(found.origin).parent, packages / "click")
    return python


def run(python: Path, *arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SPITE"))}
    command = [str(python), "-P", *arguments]
    return subprocess.run(command, cwd=folder, env={**kept, **environment}, capture_output=True, text=True)


WORKS = """
from spite_and_malice.analysis.arena import Plan
from spite_and_malice.analysis.hint import hint
from spite_and_malice.analysis.simulate import simulate
from spite_and_malice import patience
from spite_and_malice.engine import Position, deal
from spite_and_malice.play import FairDeal, Game, RecordedAction, RecordedSeat, parse, record_game, verify, write
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import describe, preset_rules
from spite_and_malice.texts import languages, in_language

rules = preset_rules("goal-13", None, {"payoff": 1})
assert simulate(rules, 3, "expert", 1).games == 3
position = deal(rules, 0, SeededChance(1))
assert Position.from_json(position.to_json()).to_json() == position.to_json()
assert hint(position.view(position.turn), (), 0.1)
assert PLAYERS["club"].make(1).choose(position.view(position.turn), [], 1.0)
assert {"en", "de"} <= set(languages())
english = describe(rules)
with in_language("de"):
    assert describe(rules) != english
assert patience.new_game(deal=1).legal_moves
assert position._repr_svg_().startswith("<svg ")
print("all of it works")
"""


@pytest.mark.parametrize("pure", ["0", "1"])
def test_without_the_server_engine_records_players_and_analysis_work(
    installed: Path, tmp_path: Path, pure: str
) -> None:
    done = run(installed, "-c", WORKS, folder=tmp_path, SPITE_PURE=pure)
    assert done.stderr == ""
    assert done.stdout == "all of it works\n"


@pytest.mark.parametrize(
    "arguments",
    [
        *(["--version"], ["--help"], ["rules", "book"], ["simulate", "--games", "3"]),
        ["arena", "club", "casual", "--games", "2", "--processes", "1", "--set", "payoff=2"],
        ["verify", "game.txt"],
    ],
)
def test_without_the_server_the_command_works(
    installed: Path, tmp_path: Path, root: Path, arguments: list[str]
) -> None:
    shutil.copy(root / "tests" / "play" / "records" / "book.txt", tmp_path / "game.txt")
    done = run(installed, "-m", PACKAGE, *arguments, folder=tmp_path)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("arguments", [[], ["serve"], ["--port", "0"]])
def test_without_the_server_the_table_says_how_to_get_it(installed: Path, tmp_path: Path, arguments: list[str]) -> None:
    done = run(installed, "-m", PACKAGE, *arguments, folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert '`pip install "spite-and-malice[server]"`' in line


def imported(path: Path) -> set[str]:
    """Return the top-level names of everything that a module imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(str(node.module))
    return {name.partition(".")[0] for name in names}


def test_each_library_is_used_only_where_it_may_be(root: Path) -> None:
    package = root / "src" / PACKAGE
    found = []
    for path in sorted(package.rglob("*.py")):
        part = path.relative_to(package).parts[0]
        for name in sorted(imported(path) - sys.stdlib_module_names - {PACKAGE}):
            if part not in LIBRARIES.get(name, ()):
                found.append(f"{path.relative_to(package)} imports {name}")
    assert found == []


def test_wheels_are_described_for_every_python_that_the_project_names(root: Path) -> None:
    project: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: 3."
    versions = [text.removeprefix(prefix) for text in project["project"]["classifiers"] if text.startswith(prefix)]
    assert versions == ["11", "12", "13", "14"]
    wheels = project["tool"]["cibuildwheel"]
    assert wheels["build"].split() == [f"cp3{version}-*" for version in versions]
    # An index accepts no `linux` wheel: manylinux and musllinux are both covered.
    assert "skip" not in wheels
    assert "SPITE_SOURCE" in wheels["linux"]["environment-pass"]
