"""House rules of patience: the form has every field once, and describes the result in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from spite_and_malice.patience import PRESETS, Rules, preset_rules
from spite_and_malice.patience.rules import FIELDS
from spite_and_malice.server.features.patience import GROUPS, control_of

from .conftest import Browser, RunningServer


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


def test_numbers_are_offered_up_to_thirteen_and_the_one_that_is_set() -> None:
    def offered(name: str) -> list[str]:
        return [value for value, _words in control_of(FIELDS[name], Rules()).options]

    upto = [str(number) for number in range(14)]
    found = {name: offered(name) for name in ("cells", "merci", "sum", "passes")}
    assert found == {"cells": upto[:9], "merci": upto[:4], "sum": ["0", *upto[2:]], "passes": ["null", *upto[1:]]}
    far = control_of(FIELDS["passes"], replace(Rules(), passes=20))
    assert (far.value, far.options[-1], far.text) == ("20", ("20", "20"), None)


def test_a_list_of_numbers_is_written_as_text_beside_what_there_is_to_choose() -> None:
    piles = control_of(FIELDS["piles"], PRESETS["freecell"].rules)
    assert (piles.value, piles.text, list(piles.options)) == ("list", "7 7 7 7 6 6 6 6", [])
    faces = FIELDS["face"]
    at_top = control_of(faces, PRESETS["freecell"].rules)
    assert (at_top.value, at_top.text) == ('"up"', "")
    by_pile = control_of(faces, preset_rules("freecell", {"face": [1, 2, 3, 1, 2, 3, 1, 2]}))
    assert (by_pile.value, by_pile.text) == ("list", "1 2 3 1 2 3 1 2")
    for control in (at_top, by_pile):
        assert [each for each, _words in control.options] == ['"top"', '"up"', "list"]


async def test_a_table_by_kept_rules_has_their_name(server: RunningServer, browser: Browser) -> None:
    await browser.http.get("/games")
    kept = {"name": "Roomy", "preset": "freecell", "rules": preset_rules("freecell", {"cells": 6}).to_json()}
    assert (await browser.http.post("/api/house-rules", json=kept)).status_code < 300
    for changed, name in (({"cells": 6}, "Roomy"), ({"cells": 7}, "Patience with house rules"), ({}, "FreeCell")):
        asked = {"preset": "freecell", "rules": changed, "deal": "3"}
        made = (await browser.http.post("/api/patience", json=asked)).json()["id"]
        listed = await server.store.tables.listed(made)
        assert listed is not None
        assert listed.table.name == name
