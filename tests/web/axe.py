"""Accessibility errors that axe-core finds in a page."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

ASKED: Final = {"label_content_name_mismatch": True}
"""Rules that axe omits by default: people who use voice control say the visible label of a button."""


def violations(page: Page, **rules: bool) -> list[str]:
    """Return axe's findings with their locations; ``rules`` switches some rules on or off."""
    options = {
        "rules": {name.replace("_", "-"): {"enabled": asked} for name, asked in (ASKED | rules).items()},
        # By default it also describes every correct element, which takes half of its time.
        "resultTypes": ["violations"],
    }
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("(options) => axe.run(options).then(({ violations }) => violations)", options)
    return [f"{each['id']}: {node['html']}: {node['failureSummary']}" for each in found for node in each["nodes"]]


def violations_at_rest(page: Page) -> list[str]:
    """Return axe's findings once nothing fades any more: during a fade colours differ."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    return violations(page)
