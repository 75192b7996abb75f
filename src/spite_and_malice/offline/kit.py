"""Making the kit: the files with which a browser runs the server itself (docs/offline.md).

It is a folder: `kit.json` gives its version and its contents; the runtime (Pyodide) is in three files, with the
decompressor for them, and all Python code in two, each compressed, whatever compression the host uses.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from spite_and_malice import catalogues
from spite_and_malice.server.http import modules
from spite_and_malice.texts import _

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent

MANIFEST: Final = "kit.json"
UNDOING: Final = "undoing.bin"
"""The Zstandard decompressor for a browser, which can itself only decompress gzip."""
_DECODER: Final = "fzstd.mjs"
RUNTIME_FILES: Final = {
    "loader.bin": "pyodide.mjs",
    "runtime.bin": "pyodide.asm.mjs",
    "machine.bin": "pyodide.asm.wasm",
}
"""The files of the runtime, by their names in the kit."""
BASE: Final = "base.bin"
LIBRARY: Final = "library.bin"
_STANDARD_LIBRARY: Final = "python_stdlib.zip"
_ABOUT: Final = "pyodide-lock.json"

_WHEELS: Final = HERE / "wheels.lock"
_PLATFORM: Final = "pyemscripten_2026_0_wasm32"
_PYTHON_VERSION: Final = "3.14"
"""The target of compiled wheels: the runtime named in runtime/package.json."""

_LIBRARIES: Final = (
    *("alembic", "anyio", "jinja2", "litestar", "litestar-htmx", "markupsafe", "msgspec", "multidict", "multipart"),
    *("mako", "pyyaml", "sniffio", "sqlalchemy", "typing-extensions"),
)
"""The packages whose modules are packed if they are imported."""

_ROOTS: Final = (
    *("spite_and_malice.offline.worker", "spite_and_malice.server.workers.thinker", "spite_and_malice.uncompiled"),
    *("spite_and_malice.server.workers.solver", "spite_and_malice.server.archive.worker"),
    *("spite_and_malice.server.workers.deal_tester", "sqlalchemy.dialects.sqlite.pysqlite", "anyio._backends._asyncio"),
    *("alembic.context", "alembic.op", "sqlalchemy.dialects.postgresql"),
    "_sysconfigdata__emscripten_wasm32-emscripten",
    *("encodings.ascii", "encodings.latin_1", "encodings.utf_8", "encodings.unicode_escape", "encodings.cp437"),
    *("site", "codecs", "io", "os", "stat", "zipimport", "importlib.util", "importlib.machinery", "_strptime"),
    *(
        "encodings.aliases",
        "encodings.idna",
        "encodings.raw_unicode_escape",
        "encodings.utf_16",
        "runpy",
        "tomllib",
        "_pydatetime",
        "_pydecimal",
        "sqlite3.dbapi2",
    ),
)
"""The roots of the packed modules: everything they import is packed too, including modules that some import only by
name."""

_WITHOUT: Final = (
    *("asyncio.windows_events", "cProfile", "ctypes", "curses"),
    *("doctest", "ensurepip", "ftplib", "http.server", "idlelib", "imaplib", "lib2to3", "mailbox", "multiprocessing"),
    *("optparse", "pickletools", "poplib", "profile", "pstats", "pydoc", "pydoc_data", "readline", "smtpd"),
    *("socketserver", "test", "tkinter", "trace", "turtle", "unittest", "venv", "xmlrpc"),
    *("_pyio", "_pydecimal", "tarfile", "antigravity", "asyncio.tools", "modulefinder", "plistlib"),
    *("IPython", "attr", "attrs", "httpx", "pydantic", "redis", "trio", "uvloop", "click", "rich", "rich_click"),
    *("litestar.channels", "litestar.cli", "litestar.contrib", "litestar.testing", "litestar.stores.redis"),
    *(
        "litestar.stores.valkey",
        "litestar.plugins.prometheus",
        "litestar.plugins.sqlalchemy",
    ),
    *("litestar.plugins.opentelemetry", "litestar.middleware.session"),
    *("anyio._backends._trio", "anyio.pytest_plugin", "sqlalchemy.orm", "sqlalchemy.testing"),
    *("sqlalchemy.dialects.mysql", "sqlalchemy.dialects.mssql", "sqlalchemy.dialects.oracle"),
    "sqlalchemy.future",
    *("spite_and_malice.cli", "spite_and_malice.terminal", "spite_and_malice.interop", "spite_and_malice.offline.kit"),
    *("spite_and_malice.analysis.bench", "spite_and_malice.server.features.mail"),
    *("spite_and_malice.server.run", "spite_and_malice.server.features.health", "platformdirs"),
    "spite_and_malice.server.features.lobby",
    *("spite_and_malice.server.features.accounts.passkeys", "spite_and_malice.server.features.accounts.signing_in"),
    *("spite_and_malice.server.protocol.line", "spite_and_malice.server.http.connection"),
)
"""Modules that never run in a browser, even if something imports them."""

_AS_SOURCE: Final = ("anyio", "anyio.abc")
"""Modules that read their own source, and would import all of themselves without it."""

_WEB: Final = ("templates", "lessons", "look", "heads")
"""The folders of web/ that the server itself reads."""
_COMPRESSION: Final = 9
_MADE_OF: Final = "made_of"


class KitFailed(Exception):
    """The kit cannot be made; the message says why, and what to do about it."""


def build(folder: Path, runtime: Sequence[Path] = (), wheels: Path | None = None) -> None:
    """Make the kit in a folder, replacing an existing one.

    ``runtime`` are folders or npm packages with the files of Pyodide and of fzstd, ``wheels`` is a wheel or a folder of
    wheels, the compiled libraries for it. Anything not given is fetched by npm and pip. Packages and wheels are checked
    against the hashes in the lock files. Raises `KitFailed`.
    """
    node = shutil.which("node")
    if node is None:
        raise KitFailed(_("Making the kit needs Node.js, which runs Python as browsers do: install it and try again."))
    with tempfile.TemporaryDirectory(prefix="spite-kit-") as made:
        work = Path(made)
        brought = _gathered(runtime, work) if runtime else _bring_runtime(work / "runtime")
        wheels = wheels or _bring_wheels(work / "wheels")
        files = {UNDOING: gzip.compress((brought / _DECODER).read_bytes(), _COMPRESSION, mtime=0)}
        files |= _pack(work / "pack", brought, wheels, node)
        about = {
            "runtime": json.loads((brought / _ABOUT).read_text(encoding="utf-8"))["info"],
            "compiled": [name for name, _content in _compiled(wheels)],
        }
        _write(folder, files, about, work / "kit")


def usable(folder: Path) -> bool:
    """Return whether a folder has a kit made from exactly this version of the package."""
    try:
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and told.get(_MADE_OF) == digest_of_package()


def digest_of_package() -> str:
    """Return a digest of the contents packed from this package."""
    digest = hashlib.sha256()
    for name, content in _modules():
        digest.update(name.encode() + content)
    for path in _files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    digest.update(modules.for_kit())
    return digest.hexdigest()


def _files() -> list[Path]:
    """Return the files that this package reads besides its modules, except for the languages' texts."""
    found = [*(PACKAGE / "players").rglob("*.json"), PACKAGE / "server" / "rating" / "anchors.json"]
    found += [
        PACKAGE / "server" / "games" / "patience" / "rated.json",
        PACKAGE / "analysis" / "puzzles" / "offline.jsonl",
        *sorted((PACKAGE / "analysis" / "remarks" / "lines").glob("*.toml")),
        *sorted((PACKAGE / "patience" / "rules" / "names").glob("*.toml")),
        PACKAGE / "web" / "kernel" / "cards" / "cards.css",
    ]
    for name in _WEB:
        found += sorted(path for path in (PACKAGE / "web" / name).rglob("*") if path.is_file())
    return found


def _gathered(given: Sequence[Path], work: Path) -> Path:
    """Put the runtime's files into one folder, from the given folders and packages."""
    found = [path if path.is_dir() else _unpacked(path, work / f"package-{n}") for n, path in enumerate(given)]
    folder = work / "runtime"
    folder.mkdir()
    for name in (*RUNTIME_FILES.values(), _STANDARD_LIBRARY, _ABOUT, _DECODER):
        # In the npm package, the decompressor has a different name.
        names = (name, "esm/index.mjs") if name == _DECODER else (name,)
        path = next((each for place in found for known in names for each in sorted(place.rglob(known))), None)
        if path is None:
            told = _("There is no {name} in {folder}: name what has the files of Pyodide, and of fzstd.")
            raise KitFailed(told.format(name=name, folder=", ".join(map(str, given))))
        shutil.copy(path, folder / name)
    return folder


def _unpacked(package: Path, folder: Path) -> Path:
    """Unpack a package as fetched by npm, if the lock names it."""
    packages = json.loads((HERE / "runtime" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    digest = f"sha512-{b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()}"
    if digest not in [each.get("integrity") for each in packages.values()]:
        locked = ", ".join(f"{name}-{packages[f'node_modules/{name}']['version']}.tgz" for name in ("pyodide", "fzstd"))
        told = _("{file} is none of the packages that this version needs, or it is damaged: {packages}.")
        raise KitFailed(told.format(file=package, packages=locked))
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _bring_runtime(folder: Path) -> Path:
    """Have npm download the runtime named in runtime/package-lock.json."""
    npm = shutil.which("npm")
    if npm is None:
        told = _("There is no npm to bring Pyodide: install it, or name a folder that has Pyodide's files (--runtime).")
        raise KitFailed(told)
    shutil.copytree(HERE / "runtime", folder)
    _run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(folder)],
        _("npm could not bring Pyodide, perhaps for want of a connection: try again, or name it (--runtime)."),
    )
    brought = folder / "node_modules" / "pyodide"
    shutil.copy(folder / "node_modules" / "fzstd" / "esm" / "index.mjs", brought / _DECODER)
    return brought


def _bring_wheels(folder: Path) -> Path:
    """Have pip download the compiled libraries for the runtime."""
    # An environment made by uv has no pip of its own; the one of its base Python works as well.
    python = sys.executable if find_spec("pip") else getattr(sys, "_base_executable", sys.executable)
    command = [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--platform", _PLATFORM]
    command += ["--python-version", _PYTHON_VERSION, "--implementation", "cp"]
    command += ["--abi", f"cp{_PYTHON_VERSION.replace('.', '')}"]
    _run(
        [*command, "--requirement", str(_WHEELS), "--dest", str(folder)],
        _("pip could not bring the libraries for the browser: try again, or name a folder that has them (--wheels)."),
    )
    return folder


def _run(command: Sequence[str], sentence: str) -> str:
    """Return the output of a program. Raises `KitFailed` with a sentence, and the program's last output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise KitFailed(f"{sentence} {said[-1] if said else ''}".strip())
    return done.stdout


def _pack(folder: Path, runtime: Path, wheels: Path, node: str) -> dict[str, bytes]:
    """Have the runtime pack all Python code, and compress itself."""
    folder.mkdir()
    for name, source in RUNTIME_FILES.items():
        shutil.copy(runtime / source, folder / name)
    _zip(folder / "0.zip", _modules())
    _zip(folder / "1.zip", _libraries())
    shutil.copy(runtime / _STANDARD_LIBRARY, folder / "2.zip")
    compiled = dict(_compiled(wheels))
    _zip(folder / "others.zip", [*_data(), *compiled.items()])
    wanted = {
        "archives": 3,
        "runtime": list(RUNTIME_FILES),
        "roots": [*_ROOTS, *_migrations()],
        "without": _WITHOUT,
        "as_source": _AS_SOURCE,
        "loose": [PACKAGE.name, *sorted({name.partition("/")[0] for name in compiled})],
    }
    (folder / "wanted.json").write_text(json.dumps(wanted), encoding="utf-8")
    _run(
        [node, str(HERE / "pack.mjs"), f"{runtime}{os.sep}", str(folder)],
        _("Python could not be packed for the browser; these are not the files that this version needs."),
    )
    return {name: (folder / name).read_bytes() for name in (*RUNTIME_FILES, BASE, LIBRARY)}


def _zip(path: Path, files: Sequence[tuple[str, bytes]] | Iterator[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content)


def _modules() -> Iterator[tuple[str, bytes]]:
    """Yield the sources of this package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()


def _migrations() -> Iterator[str]:
    """Yield the modules of the migrations, which are imported by their path."""
    for path in sorted((PACKAGE / "server" / "migrations").rglob("*.py")):
        yield ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _libraries() -> Iterator[tuple[str, bytes]]:
    """Yield the sources of the libraries, as installed here. Raises `KitFailed`."""
    for name in _LIBRARIES:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            told = _("The library {name} is not installed, which the server needs.")
            raise KitFailed(told.format(name=name)) from None
        for path in files:
            if path.suffix == ".py" and not path.parts[0].startswith(".."):
                yield path.as_posix(), Path(str(path.locate())).read_bytes()


def _data() -> Iterator[tuple[str, bytes]]:
    """Yield the files that this package reads besides its modules, and the version metadata of the libraries."""
    for name in _LIBRARIES:
        told = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version(name)}\n"
        yield f"{name.replace('-', '_')}-{version(name)}.dist-info/METADATA", told.encode()
    for path in _files():
        # The server only checks that these exist; faces are drawn into pictures of results.
        is_picture = path.suffix in (".png", ".webp")
        yield path.relative_to(PACKAGE.parent).as_posix(), b"" if is_picture else path.read_bytes()
    yield modules.IN_KIT.relative_to(PACKAGE.parent).as_posix(), modules.for_kit()
    with tempfile.TemporaryDirectory() as made:
        for language in catalogues.offered():
            folder = Path(made) / language / "LC_MESSAGES"
            catalogues.write(catalogues.read(language), folder / f"{catalogues.DOMAIN}.po")
            for path in sorted(folder.iterdir()):
                yield f"{PACKAGE.name}/locale/{language}/LC_MESSAGES/{path.name}", path.read_bytes()


def _compiled(wheels: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the compiled libraries, which may also be in folders. Raises `KitFailed`."""
    found = sorted(wheels.glob("*.whl")) if wheels.is_dir() else [wheels]
    if not found:
        raise KitFailed(_("There is no wheel in {folder}.").format(folder=wheels))
    locked = _WHEELS.read_text(encoding="utf-8")
    for wheel in found:
        if hashlib.sha256(wheel.read_bytes()).hexdigest() not in locked:
            told = _("{file} is none of the packages that this version needs, or it is damaged: {packages}.")
            raise KitFailed(told.format(file=wheel, packages=locked.split()[0]))
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".so"):
                    yield name, archive.read(name)


def _write(folder: Path, files: dict[str, bytes], about: dict[str, Any], work: Path) -> None:
    """Assemble the kit beside the old one, and replace it once complete."""
    work.mkdir()
    told = []
    for name, content in files.items():
        (work / name).write_bytes(content)
        told.append({"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]
    about_kit = {"version": digest, _MADE_OF: digest_of_package(), **about, "files": told}
    (work / MANIFEST).write_text(json.dumps(about_kit), encoding="utf-8")
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
            raise KitFailed(_("{folder} holds something else: name another folder.").format(folder=folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            whole = shutil.copytree(work, Path(beside) / folder.name)
            shutil.rmtree(folder, ignore_errors=True)
            whole.rename(folder)
    except OSError as error:
        raise KitFailed(_("The kit cannot be written to {folder}: {why}.").format(folder=folder, why=error)) from error
