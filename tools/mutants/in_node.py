"""A pytest plugin that leaves only the tests which run the browser's modules in Node.js."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the tests with the fixture `modules`, and none with a browser."""
    names = {item: getattr(item, "fixturenames", ()) for item in items}
    items[:] = [item for item in items if "modules" in names[item] and "browser" not in names[item]]
