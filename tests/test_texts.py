"""Texts for people in every language: the choice of language, the catalogs, and no text in the sources outside them."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from babel.messages import Catalog
from jinja2 import Environment
from markupsafe import Markup

from spite_and_malice import catalogues, texts
from spite_and_malice.catalogues import LOCALE
from spite_and_malice.rules import PRESETS, terms_of
from spite_and_malice.server.http.language import install
from spite_and_malice.texts import (
    _,
    best_language,
    current_language,
    in_language,
    in_terms,
    isolated,
    languages,
    listed,
    ngettext,
    script_texts,
    use_language,
)
from tools import texts as collecting
from tools.texts import entries, file_of, forms, key
from tools.texts.checks import faults

OTHERS: Final = [code for code in languages() if code != texts.ENGLISH]
EVERY: Final = catalogues.codes()
"""Every language with a file, however little is translated."""
COMPLETE: Final = ["de"]
"""Languages into which each new text is translated at once."""

POLISH: Final = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"

#, browser
msgid "{n} card is in the [stock]."
msgid_plural "{n} cards are in the [stock]."
msgstr[0] "{n} karta: [stock]."
msgstr[1] "{n} karty: [stock]."
msgstr[2] "{n} kart: [stock]."

#, browser
msgctxt "card"
msgid "seven"
msgstr "siódemka"

msgid "The game is over."
msgstr "Gra skończona."
"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add one file, and with it a language, where there are only English and German."""
    shutil.copytree(LOCALE / "de", tmp_path / "locale" / "de")
    file = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "spite.po"
    file.parent.mkdir(parents=True)
    file.write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
    caches = (texts.languages, texts._translation, texts._catalogue)
    for each in caches:
        each.cache_clear()
    yield "pl"
    for each in caches:
        each.cache_clear()


@cache
def catalog_of(language: str) -> Catalog:
    """Return the texts of a language's file, to be read only."""
    return collecting.read(file_of(language))


# --- the language context --------------------------------------------------------------------------------------


def test_english_is_current_unless_somebody_asks_for_another() -> None:
    assert current_language() == "en"
    assert _("The game is over.") == "The game is over."
    with in_language("de"):
        assert _("The game is over.") == "Das Spiel ist zu Ende."
        with in_language("en"):
            assert ngettext("one card", "{count} cards", 2) == "{count} cards"
        assert ngettext("one card", "{count} cards", 2) == "{count} Karten"
    assert current_language() == "en"


def test_a_text_that_nobody_has_translated_stays_english() -> None:
    with in_language("de"):
        assert _("Nobody says this.") == "Nobody says this."
        assert ngettext("{n} untold thing", "{n} untold things", 2) == "{n} untold things"


def test_a_language_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no language 'xx'; there are en, .*de"), in_language("xx"):
        pass
    with pytest.raises(ValueError, match="no language"):
        use_language("../de")


async def test_every_task_has_a_language_of_its_own() -> None:
    async def say(language: str) -> str:
        use_language(language)
        await asyncio.sleep(0)
        return _("The game is over.")

    german, english = await asyncio.gather(say("de"), say("en"))
    assert (german, english) == ("Das Spiel ist zu Ende.", "The game is over.")
    assert current_language() == "en"


@pytest.mark.parametrize(
    ("wanted", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "en-GB,de;q=0.9", "en"),
        (None, "la;q=0.9, xx, DE;q=0.4, en;q=0.3", "de"),
        (None, "de;q=0, la", "en"),
        (None, "de;q=nan, de;q=, ;;, *", "de"),
        (None, "de;q=x, la;q=7", "en"),
        ("de", "en", "de"),
        ("en", "de", "en"),
        ("xx", "de", "de"),
        ("", "", "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_else_what_the_browser_accepts(
    wanted: str | None, accepted: str, language: str
) -> None:
    assert best_language(wanted, accepted) == language


def test_another_language_is_one_file(polish: str) -> None:
    assert languages() == {"en": "English", "de": "Deutsch", "pl": "Polski"}
    assert best_language(None, "pl-PL") == polish
    with in_language(polish):
        assert _("The game is over.") == "Gra skończona."
    found = script_texts(polish)
    assert found["messages"] == {
        "{n} card is in the [stock].": ["{n} karta: [stock].", "{n} karty: [stock].", "{n} kart: [stock]."],
        "card\4seven": "siódemka",
    }
    assert found["forms"] == {"one": 0, "few": 1, "many": 2}


def test_a_compiled_language_is_the_same_without_its_source(polish: str) -> None:
    from_source = catalogues.read(polish)
    source = catalogues.LOCALE / polish / "LC_MESSAGES" / "spite.po"
    catalogues.write(from_source, source)
    source.unlink()
    assert catalogues.read(polish) == from_source
    assert languages() == {"en": "English", "de": "Deutsch", "pl": "Polski"}
    with in_language(polish):
        assert _("The game is over.") == "Gra skończona."
        assert ngettext("One card", "{n} cards", 2) == "{n} cards"


@pytest.mark.parametrize(("empty", "is_offered"), [(2, True), (3, False)])
def test_a_language_is_offered_only_when_it_is_nearly_complete(
    polish: str, monkeypatch: pytest.MonkeyPatch, empty: int, is_offered: bool
) -> None:
    entry = '\nmsgid "Text {}."\nmsgstr "{}"\n'
    more = "".join(entry.format(n, "" if n < empty else f"Tekst {n}.") for n in range(100 - 3))
    catalogues._source(polish).write_text(POLISH + more, encoding="utf-8")
    texts.languages.cache_clear()
    assert (polish in languages()) == is_offered
    assert best_language(None, "pl") == (polish if is_offered else "en")
    monkeypatch.setenv(catalogues.DRAFTS, "nl, pl")
    texts.languages.cache_clear()
    assert polish in languages()


def test_scripts_get_the_texts_of_scripts_alone() -> None:
    found = script_texts("de")
    assert found["messages"]["Your turn."] == "Du bist dran."
    assert found["messages"]["card\4seven"] == "Sieben"
    assert "These rules have no loading." not in found["messages"]
    assert found["forms"] == {"one": 0, "other": 1}
    assert found["messages"]["side stack"] == "Ablagestapel"
    assert json.loads(json.dumps(found)) == found


def test_items_are_listed_in_a_sentence() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["1", "2", "3"], either=True) == "1, 2 or 3"
    with in_language("de"):
        assert listed(["a", "b", "c"]) == "a, b und c"
        assert listed(["1", "2"], either=True) == "1 oder 2"


def test_dates_are_written_as_each_language_writes_them(polish: str) -> None:
    day = date(2026, 11, 2)
    assert texts.written_date(day) == "2 November 2026"
    with in_language("de"):
        assert texts.written_date(day) == "2. November 2026"
        assert texts.dates()["weekdays"][0] == "Mo."
    with in_language(polish):
        assert texts.written_date(day) == "2 listopada 2026"
    quoted = catalogues.Dates(pattern="d 'de' MMMM 'de' y", months=["x"] * 12, weekdays=["x"] * 7, first_weekday=6)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(texts, "_DATES", quoted)
        assert texts.written_date(day) == "2 de x de 2026"


def test_figures_are_written_as_each_language_writes_them(polish: str) -> None:
    number, share = texts.written_number, texts.written_share
    assert (number(-1234567.25, 1), number(999), share(0.531, 1)) == ("-1,234,567.2", "999", "53.1%")
    with in_language("de"):
        assert (number(1234567.25, 1), share(0.531, 1), share(1)) == ("1.234.567,2", "53,1\xa0%", "100\xa0%")
    with in_language(polish):
        assert (number(1234.5, 1), share(0.5)) == ("1\xa0234,5", "50%")


# --- what a version calls its piles -------------------------------------------------------------------------------


def test_the_current_terms_stand_in_the_places_of_the_standard_ones() -> None:
    assert _("[Side stack] {n} does not take that card now.") == "Side stack {n} does not take that card now."
    with in_terms(PRESETS["skip-bo"].terms):
        assert _("[Side stack] {n} does not take that card now.") == "Discard pile {n} does not take that card now."
        assert ngettext("{n} card is in the [stock].", "{n} cards are in the [stock].", 2).format(n=2) == (
            "2 cards are in the draw pile."
        )
        with in_language("de"):
            assert _("The [stock] has run out.") == "Der Kartenstock ist leer."
            assert _("from the [side stacks]") == "von den Hilfsstapeln"
    with in_terms(PRESETS["flinch"].terms):
        assert _("The [stock] has run out.") == "The stock has run out."


def test_a_wild_card_has_the_name_of_what_is_drawn_on_it() -> None:
    for piles in (False, True):
        with in_terms(terms_of("starturn", piles=piles)):
            assert _("a [joker]") == "a star"
            with in_language("de"):
                assert ngettext("one [joker]", "{count} [jokers]", 6).format(count="sechs") == "sechs Sterne"
    assert terms_of("skip-bo", piles=False) == {}


def test_terms_touch_no_name_that_is_filled_in() -> None:
    with in_terms(PRESETS["skip-bo"].terms):
        text = _("It puts one more card on the [pay-off pile] of {player}.").format(player="Side stack [stock]")
    assert text == "It puts one more card on the stock pile of Side stack [stock]."


SAME_WORDS: Final = {"fr": {"pile", "piles"}}
"""Words for piles that a language took from English, or English from it."""


def test_own_words_are_for_piles_that_there_are_and_are_translated() -> None:
    own = {preset.id: {**preset.wild, **preset.terms} for preset in PRESETS.values() if preset.terms}
    assert {"skip-bo", "flinch", "goal-26", "starturn", "quick"} <= own.keys()
    for terms in own.values():
        assert set(terms) <= set(texts.TERMS)
        for language in OTHERS:
            catalog = catalog_of(language)
            same = {word for word in terms.values() if word not in catalog or catalog[word].string in ("", word)}
            assert same <= SAME_WORDS.get(language, set())


IN_OWN_WORDS: Final = (
    "/patience/",
    "server/features/gallery.py",
    "server/features/patience.py",
    "rules/presets/",
    "server/features/learn/",
    "templates/_patience",
    "templates/home.html.j2",
    "templates/patience",
    "templates/presets.html.j2",
    "templates/read.html.j2",
)
"""Modules with texts about one version, or with somebody's own words: these need no brackets."""
BARE: Final = re.compile(
    r"(?<![\[{\w-])(?:pay-off (?:pile|card)|centre stack|side stack|stack|stock)s?\b(?!\])", re.IGNORECASE
)


def test_every_text_names_the_piles_in_brackets(collected: Catalog) -> None:
    bare = []
    for message in entries(collected):
        if all(any(part in path for part in IN_OWN_WORDS) for path, _line in message.locations):
            continue
        for text in [message.id] if isinstance(message.id, str) else message.id:
            if text not in texts.TERMS and BARE.search(text):
                bare.append(text)
    assert bare == []


def test_no_sentence_of_a_page_names_a_stack_by_a_number(collected: Catalog) -> None:
    """Stacks have no numbers on the table; in the terminal and the notation of moves they are typed."""
    labels = {"[centre stack] {n}", "your [side stack] {n}", "{name}'s [side stack] {n}"}
    for message in entries(collected):
        places = {path.removeprefix("src/spite_and_malice/") for path, _line in message.locations}
        text = message.id if isinstance(message.id, str) else message.id[-1]
        if re.search(r"stacks?\]? (\d|\{n)", text) and text not in labels:
            assert places <= {"terminal/words.py", "engine/refusal.py"}, text


# --- the catalogs -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return collecting.collect()


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_is_translated(language: str, collected: Catalog) -> None:
    catalog = catalog_of(language)
    known = {key(message): message for message in catalog}
    missing = []
    for message in entries(collected):
        found = known.get(key(message))
        if found is None or found.fuzzy or not all(forms(found)):
            missing.append(message.id)
    assert missing == [], "run python -m tools.texts, translate what it leaves empty, look at what it marks as fuzzy"


@pytest.mark.parametrize("language", EVERY)
def test_translations_have_what_the_english_has(language: str) -> None:
    catalog = catalog_of(language)
    for message in entries(catalog):
        if not message.fuzzy:
            english = message.id if isinstance(message.id, str) else list(message.id)
            assert faults(english, forms(message), catalog.num_plurals) == [], f"{message.id!r}: {message.string!r}"


@pytest.mark.parametrize("language", EVERY)
def test_ranks_have_the_letters_that_the_table_draws(language: str) -> None:
    letters = {message.id: message.string for message in entries(catalog_of(language))}
    assert {letter: letters[letter] for letter in "AJQK"} == {letter: letter for letter in "AJQK"}


@pytest.mark.parametrize("language", EVERY)
def test_how_much_is_translated_is_counted_as_the_catalog_says(language: str) -> None:
    messages = entries(catalog_of(language))
    done = sum(not message.fuzzy and all(forms(message)) for message in messages)
    assert catalogues.share(language) == pytest.approx(done / len(messages))


def test_the_template_and_every_language_are_up_to_date(collected: Catalog) -> None:
    assert collecting.template(collected) == collecting.TEMPLATE.read_bytes(), "run python -m tools.texts"
    for language in EVERY:
        path = file_of(language)
        assert collecting.brought_up_to_date(path, collected) == path.read_bytes(), "run python -m tools.texts"


def test_every_text_of_a_script_is_collected(collected: Catalog) -> None:
    """The collector of texts does not see a call with an object inside a template string."""
    missing = [
        f"{path.name}: {text}"
        for path in sorted((collecting.SOURCES / "web").rglob("*.js"))
        for text in re.findall(r'(?<![\w$.])(?:N?_|ngettext)\(\s*"((?:[^"\\]|\\.)+)"', path.read_text(encoding="utf-8"))
        if json.loads(f'"{text}"') not in collected
    ]
    assert missing == []


def test_a_language_is_begun_with_every_text_left_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collected: Catalog
) -> None:
    monkeypatch.setattr(collecting, "LOCALE", tmp_path)
    collecting.begin("pl", collected)
    begun = collecting.read(tmp_path / "pl" / "LC_MESSAGES" / "spite.po")
    assert len(entries(begun)) == len(entries(collected))
    assert begun.num_plurals == 3
    assert not any(text for message in entries(begun) for text in forms(message))


# --- nothing escapes ----------------------------------------------------------------------------------------------

SPOKEN_ATTRIBUTES: Final = {"aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"}
NAMES: Final = {"back"}
"""A template's data for a script: the name of a card."""


class BareWords(HTMLParser):
    """Collects the words of a template outside everything that Jinja fills in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "svg")
        for name, value in attrs:
            if name in SPOKEN_ATTRIBUTES:
                self.handle_data(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "svg")

    def handle_data(self, data: str) -> None:
        if not self._silent and re.search(r"[^\W\d_]{2,}", data):
            self.found.append(" ".join(data.split()))


def bare_words(template: str) -> list[str]:
    without = re.sub(r"\{#.*?#\}|\{%-?\s*trans\b.*?endtrans\s*-?%\}", "", template, flags=re.DOTALL)
    # The text of an expression must come from a variable or through _().
    spoken = re.sub(r"_\(\s*\"[^\"]*\"\s*\)", "", without)
    parser = BareWords()
    parser.feed(re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", spoken, flags=re.DOTALL))
    return [words for words in parser.found if words not in NAMES]


def template_files(root: Path) -> list[Path]:
    return sorted((root / "src" / "spite_and_malice" / "web" / "templates").glob("*.j2"))


def test_no_words_in_a_template_escape_translation(root: Path) -> None:
    files = template_files(root)
    assert files
    assert {path.name: words for path in files if (words := bare_words(path.read_text(encoding="utf-8")))} == {}


def test_bare_words_in_a_template_are_found() -> None:
    assert bare_words('<p>{% trans %}Said{% endtrans %} {{ name }}</p><p title="Unsaid">Oops</p>') == ["Unsaid", "Oops"]


def script_files(root: Path) -> list[Path]:
    return sorted((root / "src" / "spite_and_malice" / "web").rglob("*.js"))


QUOTED: Final = r"""(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//.*?$|\s//\s.*?$", re.DOTALL | re.MULTILINE)
TRANSLATED: Final = re.compile(rf"\b(?:N?_\(\s*{QUOTED}|[np]gettext\(\s*{QUOTED},\s*{QUOTED})")
FAULT: Final = re.compile(rf"throw new (?:Type|Range)?Error\({QUOTED}\)")
READABLE: Final = re.compile(r"^[A-Z][a-z]+(?: [\w'-]{2,})+|[a-z]{2,} [a-z]{2,}.*[.?!…]$")


def bare_sentences(script: str) -> list[str]:
    """Return the strings in a script that look like text for people and are not translated."""
    code = FAULT.sub("", TRANSLATED.sub("", COMMENT.sub("", script)))
    quoted = [match[0][1:-1] for match in re.finditer(QUOTED, code)]
    return [text for text in quoted if READABLE.search(re.sub(r"\$\{[^}]*\}", "", text))]


def test_no_sentence_in_a_script_escapes_translation(root: Path) -> None:
    files = script_files(root)
    assert files
    assert {path.name: words for path in files if (words := bare_sentences(path.read_text(encoding="utf-8")))} == {}


def test_bare_sentences_in_a_script_are_found() -> None:
    script = """
    say(_("Your turn."), "Cards left"); // no "More words."
    say(`Game ${n} is over.`, ngettext("One card", "Two cards", n));
    """
    assert bare_sentences(script) == ["Cards left", "Game ${n} is over."]


TOLD: Final = {
    *("ApiError", "IllegalMove", "InvalidRules", "NotYourTurn", "NothingToUndo", "Refused"),
    *("ArenaError", "CommandFailed"),
}
"""Errors and messages whose text a person reads."""


def told_bare(source: str) -> list[str]:
    """Return the sentences that Python code shows to a person untranslated."""
    found: list[str] = []
    if not any(name in source for name in TOLD):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TOLD:
            for argument in node.args:
                constant = argument.value if isinstance(argument, ast.Constant) else None
                if isinstance(argument, ast.JoinedStr) or (isinstance(constant, str) and " " in constant):
                    found.append(ast.unparse(argument))
    return found


def test_no_refusal_in_python_escapes_translation(root: Path) -> None:
    package = root / "src" / "spite_and_malice"
    layers = ("rules", "engine", "play", "analysis", "server", "cli")
    files = [path for layer in layers for path in sorted((package / layer).rglob("*.py"))]
    assert {path.name: words for path in files if (words := told_bare(path.read_text(encoding="utf-8")))} == {}


def test_bare_refusals_in_python_are_found() -> None:
    source = """
raise InvalidRules(f"No {x}.", ())
raise ApiError(404, "code", "No words.")
raise ApiError(404, "code", _("Some words."))
"""
    assert told_bare(source) == ["f'No {x}.'", "'No words.'"]


HEBREW, ARABIC = "אבי 3", "سارة"


def test_every_name_in_a_sentence_stands_in_its_place() -> None:
    for name in (HEBREW, ARABIC, "\u202eAda", "Ada\u05d0"):
        kept = f"\u2068{name}\u2069"
        assert _("{name} leads 3 : 5").format(name=name) == f"{kept} leads 3 : 5"
        assert ngettext("{n} card of {name}", "{n} cards of {name}", 2).format(n=2, name=name) == f"2 cards of {kept}"
        assert listed([name, "Ben", name]) == f"{kept}, Ben and {kept}"
        # Text already in its place is not inserted twice.
        assert _("{names} won.").format(names=listed([name, "Ben"])) == f"{kept} and Ben won."
        with in_language("de"):
            assert kept in _("{name} passes.").format(name=name)
    for value in ("Ada", "Zoë 李", "10 %", "", 7, None):
        assert _("{name} leads").format(name=value) == f"{value} leads"


def test_a_template_keeps_names_in_their_places_in_a_sentence_alone() -> None:
    environment = Environment(autoescape=True)
    install(environment)
    made = environment.from_string(
        '<title>{{ _("%(name)s: %(n)s points", name=name, n=3) }}</title><input value="{{ name }}">'
        "{% trans %}{{ name }} waits.{% endtrans %}"
        '{{ ngettext("%(num)s of %(who)s", "%(num)s of %(who)s", 2, who=who) }}'
    ).render(name=f"<{HEBREW}>", who=Markup(f"<b>{ARABIC}</b>"))
    name = f"&lt;{HEBREW}&gt;"
    assert made == (
        f'<title>\u2068{name}\u2069: 3 points</title><input value="{name}">'
        f"\u2068{name}\u2069 waits.2 of \u2068<b>{ARABIC}</b>\u2069"
    )


def test_all_that_is_written_from_right_to_left_is_known() -> None:
    directions = {one: unicodedata.bidirectional(one) for one in map(chr, range(0x110000))}
    right = {"R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "RLI", "LRI", "FSI"}
    assert [hex(ord(one)) for one, direction in directions.items() if direction in right and isolated(one) == one] == []
    # All at once: there are hundreds of thousands.
    from_left = "".join(one for one, direction in directions.items() if direction == "L")
    assert isolated(from_left) == from_left, [hex(ord(one)) for one in from_left if isolated(one) != one]
