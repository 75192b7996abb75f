"""The examples of the documentation are run, and its test vectors hold."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", *(f"docs/{name}.md" for name in ("engine", "fair-deals", "records"))),
        # Its searches take longer than the others together.
        pytest.param(
            "docs/patience.md", marks=pytest.mark.nightly("docs/patience.md", "src/spite_and_malice/patience/")
        ),
    ],
)
def test_the_examples_of_a_page_are_true(root: Path, name: str) -> None:
    examples = "".join(_BLOCK.findall((root / name).read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(examples, {}, name, name, 0)
    assert len(test.examples) >= 5
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


def test_a_wrong_example_would_be_seen() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n\n", {}, "wrong", "wrong", 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert "Got:\n    2" in "".join(report)
