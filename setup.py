"""Compiles the folders that are called `core`, where Cython and a C compiler are there; without them all is as well.

Compiles each language's texts too, and makes the page that a package index shows from README.md.
`src/spite_and_malice/compiled.py` puts each of these folders in one piece. Everything else is said in pyproject.toml.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError

SOURCE = Path("src")
PACKAGE = SOURCE / "spite_and_malice"
GENERATED = Path("build/native")
# The C library empties the memory of a new position faster than the instruction that GCC would put in its place. The
# alignment of loops is fixed: left to chance, a change anywhere in a core makes its moves up to 5 % slower or faster.
FAST = ["-O3", "-g0", "-fno-tree-vectorize", "-fno-builtin-memset", "-falign-functions=64", "-falign-loops=32"]
# The core is many small functions that call each other in every move: let GCC inline them.
INLINE = [
    "-finline-limit=1000",
    *("--param", "inline-unit-growth=200"),
    *("--param", "large-function-growth=400"),
]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g1", "-O0"]


def extensions() -> list[Extension]:
    """An extension for every compiled folder, or none without Cython."""
    if importlib.util.find_spec("Cython") is None:
        return []
    sanitized = os.environ.get("SPITE_SANITIZE") == "1"
    native = module("compiled").NATIVE
    return [
        Extension(
            ".".join((*folder.relative_to(SOURCE).parts, native)),
            [path.as_posix() for path in sorted(folder.glob("*.py"))],
            extra_compile_args=[] if sys.platform == "win32" else SANITIZE if sanitized else FAST + INLINE,
            extra_link_args=SANITIZE[:1] if sanitized else [],
            optional=not sanitized,
        )
        for folder in sorted(PACKAGE.glob("*/core"))
    ]


def translated(extension: Extension) -> list[str]:
    """Join the folder of an extension into one module and translate that into C; return the file."""
    from Cython.Build import cythonize

    piece = write_piece(module("compiled"), Path(extension.sources[0]).parent)
    one = Extension(extension.name, [piece.as_posix()])
    (made,) = cythonize(one, include_path=[GENERATED.as_posix()], annotate=True, force=True, quiet=True)
    sources: list[str] = made.sources
    return sources


def write_piece(compiled: ModuleType, folder: Path) -> Path:
    """Write the source to be compiled of a folder, in a copy of the package's folders; return the module."""
    copy = GENERATED / folder.relative_to(SOURCE)
    copy.mkdir(parents=True, exist_ok=True)
    for package in (copy, copy.parent, copy.parents[1]):
        (package / "__init__.pxd").touch()
    piece = compiled.one_piece(folder)
    source = copy / f"{compiled.NATIVE}.py"
    source.write_text(piece.module, encoding="utf-8")
    source.with_suffix(".pxd").write_text(piece.header, encoding="utf-8")
    return source


def module(name: str) -> ModuleType:
    """A module of the package, without importing the package."""
    spec = importlib.util.spec_from_file_location(name, PACKAGE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


def source_address() -> str:
    """The address of the source, such as https://github.com/NAME/spite-and-malice; "" where nobody has named one.

    The release sets its own (.github/workflows/release.yml): a fork of the repository is released under its own
    address.
    """
    return os.environ.get("SPITE_SOURCE", "").rstrip("/")


def addresses(source: str) -> dict[str, str]:
    """The addresses of the project, which an index shows next to the page."""
    if not source:
        return {}
    files = f"{source}/blob/main/"
    return {
        "Source": source,
        "Documentation": f"{source}/tree/main/docs",
        "Changelog": f"{files}CHANGELOG.md",
        "Issues": f"{source}/issues",
    }


def index_page(source: str) -> str:
    """README.md, whose links lead to the source, so that they work on an index too; without it they are plain words."""
    text = Path("README.md").read_text(encoding="utf-8")
    if not source:
        text = re.sub(r"^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n+", "", text, flags=re.MULTILINE)
        return re.sub(r"(?<!!)\[([^\]]*)\]\((?![a-z]+:|#)[^)]*\)", r"\1", text)
    text = re.sub(r"(!\[[^\]]*\]\()(?![a-z]+:|#)", rf"\1{source}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?![a-z]+:|#)", rf"\1{source}/blob/main/", text)


class BuildPython(build_py):
    """Compiles each language's texts, so that an installed package needs no Babel."""

    def run(self) -> None:
        """Copy the package's files, then write the compiled .po files; not in place, where the sources are read."""
        super().run()
        if self.editable_mode:
            return
        catalogues = module("catalogues")
        for po in sorted(PACKAGE.glob("locale/*/LC_MESSAGES/*.po")):
            built = Path(self.build_lib) / po.relative_to(PACKAGE.parent)
            catalogues.write(catalogues.compile_catalogue(po), built)


class BuildExtensions(build_ext):
    """Continues without GCC's own options if another compiler refuses them, and without a core if there is none."""

    def finalize_options(self) -> None:
        """Compile as many cores at a time as there are processors."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def build_extensions(self) -> None:
        """Translate, then compile: only here, since installing reads this file several times for its metadata."""
        for extension in self.extensions:
            extension.sources = translated(extension)
        super().build_extensions()

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
                self.warn(f"{ext.name} is not compiled and will be slower: {error}")


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython},
    long_description=index_page(source_address()),
    long_description_content_type="text/markdown",
    project_urls=addresses(source_address()),
)
