"""The rules editor of the set-up page is drawn from the entries of the fields: a control for each, in their words."""

from __future__ import annotations

import re
from html import unescape

import pytest

from spite_and_malice.rules import FIELDS, GROUPS
from spite_and_malice.texts import _, in_language

from .conftest import Browser

TAGS = {"rank": "select", "choice": "select", "deck": "fieldset"}


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_field_has_a_control_with_the_words_of_its_entry(browser: Browser, language: str) -> None:
    page = (await browser.http.get("/new?preset=standard", headers={"accept-language": language})).text
    editor = unescape(page[page.index("data-editor") :])
    controls = {
        match[1]: match[0]
        for match in re.finditer(r'data-name="([^"]+)".*?(?=data-field=|</section>)', editor, flags=re.DOTALL)
    }
    entries = [entry for field in FIELDS.values() for entry in field.parts or (field,)]
    assert sorted(controls) == sorted(entry.name for entry in entries)
    with in_language(language):
        for entry in entries:
            control = controls[entry.name]
            assert f'data-kind="{entry.kind}"' in control
            assert f"<{TAGS.get(entry.kind, 'input')}" in control
            said = [entry.label, entry.hint, entry.switch, *entry.choices.values()]
            assert [text for text in said if _(text) not in control and text] == []
            assert all(f'value="{word}"' in control for word in entry.choices)
            if entry.kind == "number":
                assert f'min="{entry.low}" max="{entry.high}"' in control
        titles = re.findall(r'<section class="rule-group"><h3>(.*?)</h3>', editor)
        assert titles == [_(group.title) for group in GROUPS]
