"""Compiles the engine's core, where Cython and a C compiler are there; without them the install succeeds all the same.

Compiles each language's texts too, and makes the page that a package index shows from README.md.

A copy of the core and of the modules that reach into it is compiled as one piece together with the digest of their
source, under the name `_native`, so that an edited source is never shadowed by an old build. Everything else is said in
pyproject.toml.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError

PACKAGE = Path("src/spite_and_malice")
ENGINE = PACKAGE / "engine"
GENERATED = Path("build/native")
# The C library empties the memory of a new position faster than the instruction that GCC would put in its place.
FAST = ["-O3", "-g0", "-fno-tree-vectorize", "-fno-builtin-memset"]
# The core is many small functions that call each other in every move: let GCC put them into one another.
INLINE = [
    "-finline-limit=1000",
    *("--param", "inline-unit-growth=150"),
    *("--param", "large-function-growth=300"),
]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g", "-O1"]


def extensions() -> list[Extension]:
    """The compiled core, or nothing where there is no Cython."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    source = write_sources()
    sanitized = os.environ.get("SPITE_SANITIZE") == "1"
    extension = Extension(
        "spite_and_malice.engine._native",
        [source.as_posix()],
        extra_compile_args=[] if sys.platform == "win32" else SANITIZE if sanitized else FAST + INLINE,
        extra_link_args=SANITIZE[:1] if sanitized else [],
    )
    made: list[Extension] = cythonize(
        [extension], include_path=[GENERATED.as_posix()], annotate=True, force=True, quiet=True
    )
    # cythonize forgets this one.
    made[0].optional = not sanitized
    return made


def write_sources() -> Path:
    """Write what is to be compiled: the core in one piece with its digest, and the numbers of `codes` for C."""
    package = GENERATED / "spite_and_malice" / "engine"
    package.mkdir(parents=True, exist_ok=True)
    for folder in (package.parent, package):
        (folder / "__init__.pxd").touch()
    numbers = re.findall(r"^(\w+): Final = (\d+)$", (ENGINE / "codes.py").read_text(encoding="utf-8"), re.MULTILINE)
    lines = [f"    {name} = {number}\n" for name, number in numbers]
    (package / "codes.pxd").write_text("cdef enum:\n" + "".join(lines), encoding="utf-8")
    source = package / "_native.py"
    made = source_module()
    text = f'{made.one_piece(ENGINE)}\nSOURCE_DIGEST = "{made.source_digest(ENGINE)}"\n'
    source.write_text(text, encoding="utf-8")
    return source


def source_module() -> ModuleType:
    """The module that makes the digest."""
    return _module(ENGINE / "source.py")


def _module(path: Path) -> ModuleType:
    """A module of the package, without importing the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def index_page() -> str:
    """README.md with links that lead somewhere from a package index too: to the source that pyproject.toml names."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = project["urls"]["Source"]
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^\]]*\]\()(?![a-z]+:|#)", rf"\1{source}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?![a-z]+:|#)", rf"\1{source}/blob/main/", text)


class BuildPython(build_py):
    """Compiles each language's texts, so that an installed package needs no Babel."""

    def run(self) -> None:
        """Copy the package's files, then write what the .po files become; in place nothing: there they are read."""
        super().run()
        if self.editable_mode:
            return
        catalogues = _module(PACKAGE / "catalogues.py")
        for po in sorted(PACKAGE.glob("locale/*/LC_MESSAGES/*.po")):
            built = Path(self.build_lib) / po.relative_to(PACKAGE.parent)
            catalogues.write(catalogues.compile_catalogue(po), built)


class BuildExtensions(build_ext):
    """Goes on without GCC's own options where another compiler refuses them, and without a core where there is none."""

    def build_extension(self, ext: Extension) -> None:
        """Compile and link one extension."""
        if not ext.optional:
            super().build_extension(ext)
            return
        try:
            super().build_extension(ext)
        except (OSError, CCompilerError):
            ext.extra_compile_args = []
            try:
                super().build_extension(ext)
            except (OSError, CCompilerError) as error:
                self.warn(f"the engine's core is not compiled and will be slower: {error}")


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython},
    long_description=index_page(),
    long_description_content_type="text/markdown",
)
