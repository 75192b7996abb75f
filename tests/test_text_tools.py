"""The language files: the effect of changing a text, and the parts handed to translators."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import pytest
from babel.messages import Catalog

from spite_and_malice import catalogues
from tools import texts as collecting
from tools.texts import entries, forms, key, pieces
from tools.texts.checks import faults

BEGUN: Final = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "Your turn, Ada."
msgstr "Twoja kolej, Ado."

msgid "One card is left in the [stock]."
msgid_plural "{n} cards are left in the [stock]."
msgstr[0] "Została jedna karta: [stock]."
msgstr[1] "Zostały {n} karty: [stock]."
msgstr[2] "Zostało {n} kart: [stock]."

msgid "Gone for good."
msgstr "Nie ma."
"""


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a language of three texts where the tools look for languages."""
    file = tmp_path / "pl" / "LC_MESSAGES" / "spite.po"
    file.parent.mkdir(parents=True)
    file.write_text(BEGUN, encoding="utf-8")
    monkeypatch.setattr(collecting, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    return file


def catalog_of(*messages: str | tuple[str, str]) -> Catalog:
    catalog = Catalog()
    for message in messages:
        catalog.add(message, None, [("src/spite_and_malice/web/spite/words.js", 0)])
    return catalog


CHANGED: Final = ("One card is still in the [stock].", "{n} cards are still in the [stock].")


def test_a_text_whose_english_has_changed_is_kept_and_marked_until_somebody_has_looked(begun: Path) -> None:
    now = catalog_of("It is your turn, Ada.", CHANGED, "Something else entirely")
    for _again in range(2):
        begun.write_bytes(collecting.brought_up_to_date(begun, now))
        found = {key(message)[1]: message for message in entries(collecting.read(begun))}
        assert set(found) == {"It is your turn, Ada.", CHANGED, "Something else entirely"}
        turn, cards = found["It is your turn, Ada."], found[CHANGED]
        assert (turn.fuzzy, turn.string, turn.previous_id) == (True, "Twoja kolej, Ado.", ["Your turn, Ada."])
        assert cards.previous_id == ["One card is left in the [stock].", "{n} cards are left in the [stock]."]
        assert forms(cards)[2] == "Zostało {n} kart: [stock]."
        assert forms(found["Something else entirely"]) == [""]
        assert '\n#| msgid "Your turn, Ada."\n' in begun.read_text(encoding="utf-8")
    assert catalogues.share_of(begun.read_text(encoding="utf-8")) == 0
    # Until then it is English.
    assert catalogues.compile_catalogue(begun).compiled.count(b"kolej") == 0
    # Somebody checks it: the mark is removed, and the old English with it.
    looked_at = begun.read_text(encoding="utf-8").replace("#, fuzzy\n", "").replace("#, fuzzy,", "#,")
    begun.write_text(looked_at, encoding="utf-8")
    text = collecting.brought_up_to_date(begun, now).decode()
    assert "#|" not in text
    assert "fuzzy" not in text
    assert catalogues.share_of(text) == pytest.approx(2 / 3)


def test_a_piece_says_what_a_translator_needs_and_is_taken_back(begun: Path) -> None:
    now = catalog_of("It is your turn, Ada.", CHANGED, "Play {n} <b>now</b>.", "Another one.")
    begun.write_bytes(collecting.brought_up_to_date(begun, now))
    made = json.loads(pieces.dumped(pieces.piece("pl", now, most=3)))
    assert made["forms"] == ["1", "2, 3, 4, 22, 23 …", "0, 5, 6, 7, 8 …"]
    turn, cards, play = made["texts"]
    assert turn == {
        "english": "It is your turn, Ada.",
        "where": ["web/spite/words.js"],
        "old_english": "Your turn, Ada.",
        "translation": "Twoja kolej, Ado.",
    }
    assert (cards["piles"], cards["fill"], len(cards["translation"])) == (["stock"], ["{n}"], 3)
    assert play["fill"] == ["</b>", "<b>", "{n}"]
    play["translation"] = "Zagraj {n} <b>teraz</b>."
    assert pieces.take("pl", made) == (3, [], [])
    assert len(pieces.piece("pl", now)["texts"]) == 1
    assert pieces.piece("pl", now, within="terminal/")["texts"] == []


@pytest.mark.parametrize(
    ("english", "translation", "fault"),
    [
        ("Play {n} now.", ["Zagraj teraz."], "must stay"),
        ("<b>Now</b>", ["Teraz"], "must stay"),
        ("Choose:\n\t{n}", ["Wybierz:\n\\t{n}"], "must stay"),
        ("The pile is empty.", ["[Talia] jest pusta."], "no name of a pile"),
        (["A card", "{n} cards"], ["Karta", "{n} karty"], "3 plural forms"),
        (["A card", "{n} cards"], ["Karta", "{n} karty", "kart"], "must stay"),
        ("Done.", ["Gotowe"], "full stop"),
        ("Done", [" Gotowe"], "space"),
    ],
)
def test_a_piece_with_a_fault_is_not_taken(english: str | list[str], translation: list[str], fault: str) -> None:
    found = faults(english, translation, 3)
    assert len(found) == 1
    assert fault in found[0]


def test_a_fault_leaves_the_text_as_it_was(begun: Path) -> None:
    given = {"english": "Gone for good.", "translation": "Nie ma"}
    unknown = {"english": "Never said.", "translation": "Nie."}
    taken = pieces.take("pl", {"texts": [given, unknown]})
    assert (taken.number, len(taken.faults)) == (0, 2)
    assert begun.read_text(encoding="utf-8") == BEGUN


def test_a_pile_without_brackets_is_taken_and_looked_at_again(begun: Path) -> None:
    english = ["One card is left in the [stock].", "{n} cards are left in the [stock]."]
    given = {"english": english, "translation": ["Jedna karta.", "{n} karty.", "{n} kart."]}
    taken = pieces.take("pl", {"texts": [given]})
    assert (taken.number, taken.faults) == (1, [])
    assert "[stock]" in taken.doubts[0]
    assert "{n} kart." in begun.read_text(encoding="utf-8")


def test_a_checkout_compiles_a_language_once_and_again_when_its_texts_change(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = begun.parents[2] / "kept"
    monkeypatch.setattr(catalogues, "_OWN", begun.parents[2])
    monkeypatch.setattr(catalogues, "_KEPT", kept)
    os.utime(begun, (0, 0))
    first = catalogues.read("pl")
    with monkeypatch.context() as patch:
        patch.delattr(catalogues, "compile_catalogue")
        assert catalogues.read("pl") == first
    (kept / "pl" / "spite.json").write_text("{", encoding="utf-8")
    assert catalogues.read("pl") == first
    begun.write_text(
        begun.read_text(encoding="utf-8").replace("Twoja kolej, Ado.", "Ado, twoja kolej."), encoding="utf-8"
    )
    later = (kept / "pl" / "spite.mo").stat().st_mtime_ns + 1
    os.utime(begun, ns=(later, later))
    changed = catalogues.read("pl")
    assert changed.compiled != first.compiled
    os.utime(begun, (0, 0))
    assert catalogues.read("pl") == changed
    assert {path.name for path in (kept / "pl").iterdir()} == {"spite.json", "spite.mo"}
