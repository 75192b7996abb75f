"""House rules of patience: the form has every field once, and describes the result in words."""

from __future__ import annotations

import re

import pytest

from spite_and_malice.patience import PRESETS
from spite_and_malice.patience.rules import FIELDS
from spite_and_malice.server.features.patience import GROUPS, control_of

from .conftest import Browser


def test_the_form_has_every_field_once() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(FIELDS)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_control_can_say_what_its_preset_has(preset: str) -> None:
    for field in FIELDS.values():
        control = control_of(field, PRESETS[preset].rules)
        assert control.label
        if control.options:
            assert control.value in dict(control.options), field.name
        else:
            assert control.text is not None


async def test_rules_are_said_in_words_or_refused_with_their_fields(browser: Browser) -> None:
    page = (await browser.http.get("/patience/house", params={"preset": "freecell"})).text
    assert re.search(r'<option value="4" selected>4</option>', page), "four cells"
    assert 'value="7 7 7 7 6 6 6 6"' in page
    asked = {"preset": "freecell", "rules": {"cells": 5}}
    told = (await browser.http.post("/api/patience/rules", json=asked)).json()
    assert (told["rules"]["cells"], told["preset"], told["name"]) == (5, None, "Patience with house rules")
    assert any("5 free cells" in sentence for topic in told["topics"] for sentence in topic["sentences"])
    wrong = await browser.http.post("/api/patience/rules", json={"preset": "freecell", "rules": {"cells_dealt": 6}})
    assert wrong.status_code == 422
    assert "cells_dealt" in wrong.json()["error"]["fields"]
    assert (await browser.http.get("/patience/house", params={"preset": "whist"})).status_code == 404
