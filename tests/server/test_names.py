"""Names that people can see and distinguish."""

from __future__ import annotations

import pytest

from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS, preset_rules
from spite_and_malice.server.games.spite.setup import OPEN, computer_seat, person_seat
from spite_and_malice.server.games.spite.table import HOUSE_RULES, table_name
from spite_and_malice.server.people import HEADS, different, forbid, own_name
from spite_and_malice.server.store import SeatRow

from .conftest import Browser
from .tournaments import make


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "\u3164",
        "\u2800\u2800",
        "\uffa0",
        "\u17b4",
        "\u034f",
        "\u200b",
        "\u0301",
        "Host",
        "\uff48\uff4f\uff53\uff54",
        "Gastgeber",
    ],
)
def test_what_cannot_be_seen_or_is_the_servers_own_word_is_no_name(name: str) -> None:
    assert own_name(name) == ""
    assert person_seat(name, 1, [], "o").name == "Player 2"


def test_what_nobody_sees_makes_no_other_name() -> None:
    ada = person_seat("Ada", 0, [], "o")
    assert person_seat("A\u034fda", 1, [ada, OPEN], "p").name == "Ada 2"
    assert person_seat("\uff21da", 1, [ada, OPEN], "p").name == "\uff21da 2"
    assert person_seat("ADA", 1, [ada], "p").name == "ADA 2"


def test_a_letter_bears_two_marks_at_most() -> None:
    assert own_name("Z" + "\u0335" * 40 + "oe") == "Z\u0335\u0335oe"
    assert own_name("Zoe\u0308") == "Zo\u00eb"
    assert own_name("👍🏽 Łukasz-O’Neil") == "👍🏽 Łukasz-O’Neil"


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: a letter that must not join
        "\u0995\u09cd\u200d\u09b0",  # Bengali: after a virama
        "\u0915\u094d\u200c\u0937",
        "\U0001f469\u200d\U0001f4bb",  # a woman with a computer
        "\U0001f468\U0001f3fd\u200d\U0001f373",
        "\u2764\ufe0f",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "3\ufe0f\u20e3",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    ],
)
def test_what_spelling_and_emoji_need_stays(text: str) -> None:
    assert own_name(text) == text
    assert own_name(f"Ada {text}") == f"Ada {text}"


@pytest.mark.parametrize(
    "text", ["A\u200dda", "A\u200cda", "Ada\ufe0f", "Ada\ufe0e", "Ada\u200d", "\u200cAda", "A\U000e0067da", "A\u202eda"]
)
def test_what_only_hides_goes(text: str) -> None:
    assert own_name(text) == "Ada"


def test_a_joiner_makes_no_other_name() -> None:
    apart, joined = "\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e"
    assert person_seat(joined, 1, [person_seat(apart, 0, [], "o")], "p").name == f"{joined} 2"


def test_no_two_computer_players_of_a_table_have_one_name_or_face() -> None:
    for level in LEVELS:
        seats: list[SeatRow] = []
        for _ in range(8):
            seats.append(computer_seat(level.id, seats, free=False))
        assert len({seat.name for seat in seats}) == 8
        assert len({seat.head for seat in seats}) == 8
        assert {seat.head for seat in seats} - {None} <= HEADS


def test_nobody_keeps_two_levels_company() -> None:
    names = [name for level in LEVELS if level.character for name in (level.character.name, *level.character.company)]
    assert len(set(names)) == len(names)


def test_company_has_the_name_of_no_person_at_the_table() -> None:
    edith = person_seat("Edith", 0, [], "o")
    hugo = computer_seat("club", [edith], free=False)
    assert computer_seat("club", [edith, hugo], free=False).name == "Diego"


def test_a_preset_for_more_players_than_it_knows_keeps_its_name() -> None:
    standard = preset_rules("standard").to_json()
    assert table_name(None, standard | {"players": 3}) == PRESETS["standard"].name
    assert table_name(None, standard | {"players": 3, "hand": 6}) == HOUSE_RULES


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ("Lisu", "\ua4ee\ua4d3\ua4ee"),
        ("Coptic", "\u2c9f\u2c9f\u2c9f"),
        ("Cherokee", "\u13aa\u13a0\u13aa"),
        ("Latin alpha", "\u0251d\u0251"),
        ("Greek capitals", "\u039d\u039f\u0391"),
        ("Cyrillic", "\u0410d\u0430"),
        ("mathematical", "\U0001d400\U0001d41d\U0001d41a"),
        ("fullwidth", "\uff21\uff44\uff41"),
        ("Armenian", "\u0585\u0578"),
        ("figures", "10l"),
    ],
)
def test_a_name_in_letters_that_look_like_others_is_known(script: str, name: str) -> None:
    taken = {"Coptic": "ooo", "Greek capitals": "NOA", "Cherokee": "ADA", "Armenian": "on", "figures": "IOi"}
    assert different(name, [taken.get(script, "Ada")]).endswith(" 2")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Zo\u0451", "Zo\u00eb"),
        ("Adarn", "Adam"),
        ("vvanda", "Wanda"),
        ("\u1d00d\u1d00", "Ada"),
        ("A\u0337d\u0338a", "Ada"),
        ("\U0001f150\U0001f153\U0001f150", "Ada"),
        ("\U0001f170d\U0001f170", "Ada"),
        ("\u15e9\u15ea\u15e9", "Ada"),
        ("\u20b3da", "Ada"),
        ("\u047az", "Oz"),
    ],
)
def test_what_the_list_of_unicode_leaves_out_makes_no_other_name(name: str, other: str) -> None:
    assert different(name, [other]).endswith(" 2")
    assert different(other, [name]).endswith(" 2")


def test_names_that_differ_to_the_eye_stay_apart() -> None:
    for name, other in (("Ada", "Eda"), ("René", "Rene"), ("Ян", "Ан"), ("愛", "爱"), ("Jan", "Jane"), ("Σ", "Ω")):
        assert different(name, [other]) == name


@pytest.mark.parametrize(
    ("coptic", "latin"),
    [("\u2c80da", "Ada"), ("A\u2c81a", "Aaa"), ("\u2c82\u2c88\u2c9a", "Ben"), ("\u2ca3i\u2ca3", "pip")],
)
def test_letters_of_coptic_make_no_other_name(coptic: str, latin: str) -> None:
    assert different(coptic, [latin]) == f"{coptic} 2"
    assert different(latin, [coptic]) == f"{latin} 2"


async def test_a_name_of_the_servers_own_is_refused_with_the_true_reason(browser: Browser) -> None:
    await browser.http.get("/games")
    made = (await browser.http.post("/api/evenings", json={"name": "Friday"})).json()
    for name in ("Host", "Gastgeber", " h0st "):
        answer = await browser.http.put(f"/api/evenings/{made['id']}/me", json={"name": name})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert error["code"] == "name_refused"
        assert "Choose another name." in error["message"]


async def test_a_name_with_a_word_of_the_operators_list_is_refused_with_the_true_reason(browser: Browser) -> None:
    await browser.http.get("/games")
    evening = (await browser.http.post("/api/evenings", json={"name": "Friday"})).json()["id"]
    cup = await make(browser, "swiss")
    forbid(["goat"])
    try:
        for method, path, body in (
            ("PUT", f"/api/evenings/{evening}/me", {"name": "Old Goat"}),
            ("POST", f"/api/tournaments/{cup}/join", {"name": "Old Goat"}),
            ("POST", "/api/clubs", {"club": "The Aces", "name": "Old Goat"}),
        ):
            error = (await browser.http.request(method, path, json=body)).json()["error"]
            assert (error["code"], error["message"]) == (
                "name_refused",
                "This server shows no name with such a word. Choose another name.",
            )
    finally:
        forbid([])
