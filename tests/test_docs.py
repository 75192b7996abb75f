"""The targets of the documents' links exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spite_and_malice import __version__

DOCUMENTS = sorted(
    path.relative_to(Path(__file__).parents[1]).as_posix()
    for pattern in ("*.md", "docs/*.md", "benchmarks/*.md")
    for path in Path(__file__).parents[1].glob(pattern)
)


def anchors(text: str) -> set[str]:
    """Return the names under which a document's headings can be linked to."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(root: Path, document: str) -> None:
    path = root / document
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.exists(), f"{document} links to {target}"
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), f"{document} links to {target}"


@pytest.mark.parametrize("document", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_is_named_exists(root: Path, document: str) -> None:
    text = (root / document).read_text(encoding="utf-8")
    names = re.findall(r"`((?:\w+/)+[\w.]*|\w+\.py)`", text)
    assert names
    for name in names:
        assert (root / name).exists() or (root / "src" / "spite_and_malice" / name).exists(), f"{document}: {name}"


def test_every_document_that_code_names_exists(root: Path) -> None:
    code = [root / "play.py", root / "setup.py"]
    for folder, ending in (("src", "py"), ("src", "js"), ("tools", "py"), ("benchmarks", "py")):
        code += sorted((root / folder).rglob(f"*.{ending}"))
    named = {
        (path.relative_to(root).as_posix(), name)
        for path in code
        # No other line can name one, and most have none.
        for line in path.read_text(encoding="utf-8").splitlines()
        if ".md" in line
        for name in re.findall(r"(?:[\w-]+/)*[\w-]+\.md\b", line)
    }
    assert len(named) > 20
    beside = {(path, name) for path, name in named if not (root / name).exists()}
    assert [(path, name) for path, name in sorted(beside) if not ((root / path).parent / name).exists()] == []


def test_the_changelog_is_headings_and_short_lines(root: Path) -> None:
    lines = (root / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("## "))
    assert re.fullmatch(rf"## {re.escape(__version__)} \((unreleased|\d{{4}}-\d\d-\d\d)\)", lines[start])
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {line.removeprefix("### ") for line in lines if line.startswith("### ")} <= kinds
    entries = [line for line in lines[start + 1 :] if line and not line.startswith("#")]
    too_long = [line for line in entries if len(line) > 120]
    assert too_long == []
    broken = [line for line in entries if line.startswith(" ")]
    assert broken == [], "a line of the changelog is one line"
    assert len(entries) == len(set(entries))
