"""The field for one's name at a table that waits for its people."""

from __future__ import annotations

from playwright.sync_api import Browser

from spite_and_malice.rules import preset_rules

from .company import free_seat, gathering, people, person
from .conftest import FakeTable, new_context, resize


def test_what_is_said_of_a_name_leaves_the_field_its_width(browser: Browser) -> None:
    context = new_context(browser, (360, 640), {"speed": "off"}, reduced_motion="reduce")
    waiting = gathering(preset_rules("standard", 2), people([person("Player 1", 0), free_seat(1)], None, "gathering"))
    table = FakeTable(context, waiting, ".lobby-seat")
    page = table.page
    for size in ((360, 640), (1280, 800)):
        resize(page, *size)
        row, field, hint = (
            page.locator(part).bounding_box() for part in (".lobby-name", ".lobby-name input", ".lobby-name .hint")
        )
        assert row is not None
        assert field is not None
        assert hint is not None
        assert field["width"] > 200
        assert hint["x"] == row["x"]
        assert field["x"] + field["width"] - 1 < hint["x"] + hint["width"] < row["x"] + row["width"] + 1
        assert hint["y"] >= field["y"] + field["height"]
    assert table.problems.found == []
    context.close()
