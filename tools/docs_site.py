"""The parts of the documentation site outside docs/, as hooks of MkDocs (mkdocs.yml): ``python3 play.py docs``.

Documents elsewhere, the notebooks of examples/ with the output of their cells, and a reference of everything public
become pages. Links are written for readers of the repository; here they are redirected to the pages. A target without a
page, such as a source file, is shown without a link, unless SPITE_SOURCE gives the location of the source.

No page holds a script or a style of its own, so that the site works under the server's policy (`script-src 'self'`).
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "spite_and_malice"
ICON: Final = f"src/{PACKAGE}/web/static/icon.svg"

ELSEWHERE: Final = {
    "README": "index",
    "RULES": "game/rules",
    "PATIENCE": "game/patience",
    "CHANGELOG": "changelog",
    "CONTRIBUTING": "contributing",
    "SECURITY": "security",
    "CODE_OF_CONDUCT": "conduct",
}
"""The pages of documents outside docs/; those of benchmarks/ keep their names."""

PACKAGES: Final = ("rules", "engine", "play", "players", "patience")
"""Packages whose names in ``__all__`` are all public (docs/versions.md)."""

INTEROP: Final = (
    *("encoder", "batch", "gymnasium", "pettingzoo", "open_spiel", "opponents"),
    *("patience.encoder", "patience.batch", "patience.gymnasium"),
)
"""Modules whose names without an underscore are all public."""

SCRIPTS: Final = "assets/scripts"
"""The folder of the scripts that the theme writes into its pages."""

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE: Final = re.compile(r' style="text-align: (left|center|right);"')
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_CODE: Final = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for file in (*pages_of_documents(config), *pages_of_notebooks(config), *pages_of_reference(config)):
        files.append(file)
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / ICON)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Redirect the links of a page to pages of the site."""
    pieces = _CODE.split(markdown)
    # A link's words may contain code: these pieces are rejoined before searching for links.
    kept: list[str] = []
    for index in range(1, len(pieces), 2):
        kept.append(pieces[index])
        pieces[index] = f"\0{len(kept) - 1}\0"
    text = _LINK.sub(lambda link: lead(link, page.file.src_uri), "".join(pieces))
    return re.sub("\0(\\d+)\0", lambda mark: kept[int(mark[1])], text)


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Take the scripts and styles out of a page."""
    return without_own(output, page.file.dest_uri, Path(config.site_dir))


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
    """Remove them from the 404 page too."""
    if not template_name.endswith(".html"):
        return output_content
    return without_own(output_content, template_name, Path(config.site_dir))


def without_own(html: str, place: str, site: Path) -> str:
    """Return a page that loads its scripts from files, which are written, and aligns its tables without styles."""

    def load(script: re.Match[str]) -> str:
        name = f"{hashlib.sha256(script[1].encode()).hexdigest()[:12]}.js"
        file = site / SCRIPTS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script[1], encoding="utf-8")
        return f'<script src="{posixpath.relpath(f"{SCRIPTS}/{name}", posixpath.dirname(place) or ".")}"></script>'

    return _STYLE.sub(r' align="\1"', _SCRIPT.sub(load, html))


def place_of(source: str) -> str | None:
    """Return the page, picture or notebook of the site that a file of the repository becomes."""
    name, ending = posixpath.splitext(source)
    if name in ELSEWHERE and ending == ".md":
        return f"{ELSEWHERE[name]}.md"
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    if source.startswith("benchmarks/") and source.endswith(".md"):
        return source
    if source.startswith("examples/") and source.endswith(".ipynb"):
        return f"{name}.md"
    return None


def source_of(place: str) -> str:
    """Return the file of the repository that a page was made from."""
    for source, other in ELSEWHERE.items():
        if f"{other}.md" == place:
            return f"{source}.md"
    return place if place.startswith(("benchmarks/", "examples/")) else f"docs/{place}"


def lead(link: re.Match[str], place: str) -> str:
    """Return a page's link in the form for the site."""
    picture, words, target, anchor = link.groups(default="")
    drawn = place.startswith("examples/") and target.endswith(".svg")
    if not target or "://" in target or target.startswith("mailto:") or place.startswith("api/") or drawn:
        return link.group()
    source = posixpath.normpath(posixpath.join(posixpath.dirname(source_of(place)), target))
    found = place_of(source)
    if found is not None:
        return f"{picture}[{words}]({posixpath.relpath(found, posixpath.dirname(place) or '.')}{anchor})"
    address = os.environ.get("SPITE_SOURCE")
    return f"[{words}]({address}/blob/main/{source}{anchor})" if address else words


def pages_of_documents(config: MkDocsConfig) -> Iterator[File]:
    """Yield the documents outside docs/, including benchmarks/."""
    figures = sorted((ROOT / "benchmarks").glob("*.md"))
    for source in (*(f"{name}.md" for name in ELSEWHERE), *(f"benchmarks/{path.name}" for path in figures)):
        place = place_of(source)
        assert place is not None
        yield File.generated(config, place, abs_src_path=str(ROOT / source))


def pages_of_notebooks(config: MkDocsConfig) -> Iterator[File]:
    """Yield the notebooks, and the pictures that their cells draw."""
    for path in sorted((ROOT / "examples").glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        parts: list[str] = []
        pictures: list[str] = []
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            parts.append(source if cell["cell_type"] == "markdown" else fenced(source, "python"))
            for output in cell.get("outputs", ()):
                data: dict[str, Any] = output.get("data", {"text/plain": output.get("text", ())})
                if "image/svg+xml" in data:
                    pictures.append("".join(data["image/svg+xml"]))
                    parts.append(f"![What the cell draws]({path.stem}-{len(pictures)}.svg)")
                else:
                    parts.append(fenced("".join(data["text/plain"]), "text"))
        yield File.generated(config, f"examples/{path.stem}.md", content="\n\n".join(parts))
        for number, picture in enumerate(pictures, 1):
            yield File.generated(config, f"examples/{path.stem}-{number}.svg", content=picture)


def fenced(text: str, language: str) -> str:
    """Return a block of code or of output."""
    return f"```{language}\n{text.rstrip()}\n```"


def pages_of_reference(config: MkDocsConfig) -> Iterator[File]:
    """Yield a page for each public package, from which mkdocstrings makes the reference."""
    yield File.generated(config, f"api/{PACKAGE}.md", content=reference_of_face())
    described = {name: [f"{name}.{each}" for each in public_names(f"{name}/__init__.py")] for name in PACKAGES}
    described["interop"] = [f"interop.{module}" for module in INTEROP]
    for name, parts in described.items():
        head = f"# `{PACKAGE}.{name}`\n\n{docstring(f'{name}/__init__.py')}"
        directives = (f"::: {PACKAGE}.{part}" for part in parts)
        yield File.generated(config, f"api/{name}.md", content="\n\n".join([head, *directives]))


def reference_of_face() -> str:
    """Return the page of the names in `import spite_and_malice`: most are described with their package."""
    homes = {
        alias.name: node.module
        for node in ast.walk(tree("__init__.py"))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    described = {f"{PACKAGE}.{name}" for name in PACKAGES}
    lines = [f"# `{PACKAGE}`", "", "`import spite_and_malice as sm` brings these names.", ""]
    own = []
    for name in public_names("__init__.py"):
        if name == "__version__":
            lines.append("- `__version__`, the version")
            continue
        lines.append(f"- [`{name}`][{homes[name]}.{name}]")
        if homes[name] not in described:
            own.append(f"::: {homes[name]}.{name}")
    return "\n".join([*lines, "", "\n\n".join(own), ""])


def public_names(file: str) -> list[str]:
    """Return what a module of the package lists in ``__all__``, without importing it."""
    for node in tree(file).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    raise ValueError(f"{file} has no __all__.")


def docstring(file: str) -> str:
    """Return the docstring of a module of the package."""
    return ast.get_docstring(tree(file)) or ""


def tree(file: str) -> ast.Module:
    """Return the syntax tree of a module of the package."""
    return ast.parse((ROOT / "src" / PACKAGE / file).read_text(encoding="utf-8"))
