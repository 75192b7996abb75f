"""Surfaces, decks and backs: one press dresses the table, and it stays dressed (docs/look.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from spite_and_malice.server import looks
from tests.web.conftest import OpenFake, ViewOf


def test_one_press_lays_another_surface(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    before = page.evaluate("getComputedStyle(document.body, '::before').backgroundImage")
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Walnut").press("Space")
    expect(page.locator("html")).to_have_attribute("data-surface", "walnut")
    assert page.evaluate("getComputedStyle(document.body, '::before').backgroundImage") != before
    page.reload()
    page.wait_for_selector("#cards .card")
    expect(page.locator("html")).to_have_attribute("data-surface", "walnut")
    sheets = page.evaluate(
        "[...document.styleSheets].map((sheet) => sheet.href).filter((href) => /surfaces/.test(href))"
    )
    assert [Path(sheet).stem for sheet in sheets] == ["walnut"], "only the chosen surface is fetched"


def test_a_surface_that_is_gone_gives_way_to_the_usual_one(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off", "surface": "../marble"}).page
    expect(page.locator("html")).to_have_attribute("data-surface", "felt")


def test_a_look_says_what_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "surfaces").mkdir()
    (tmp_path / "surfaces" / "slate.css").write_text("/* Dark slate: a school's. */")
    monkeypatch.setattr(looks, "LOOK", tmp_path)
    assert looks.look_names() == [(tmp_path / "surfaces" / "slate.css", "Dark slate")]
    (tmp_path / "surfaces" / "nameless.css").write_text("[data-surface=nameless] {}")
    with pytest.raises(ValueError, match=r"nameless\.css must begin with what it is called"):
        looks.look_names()
