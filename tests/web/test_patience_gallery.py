"""Finding a game of patience, without a browser: the requests to the server, the display, and favourites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.modules import Modules

Gallery = Callable[..., Callable[[str], Any]]
ALL = {"one": ["klondike", "canfield"], "two": ["spider"]}
CALL = "async ({ type, answer, submit, the }) => { %s }"


@pytest.fixture
def gallery(modules: Modules) -> Iterator[Gallery]:
    """Return a function that opens the page; its result performs an action and returns the display."""

    def opened(**how: Any) -> Callable[[str], Any]:
        modules.evaluate('async (how) => (await import("/tests/patience-gallery.js")).begin(how)', how)
        return lambda act: modules.evaluate(
            f'async () => (await import("/tests/patience-gallery.js")).go({CALL % act})'
        )

    yield opened
    modules.evaluate('async () => (await import("/tests/patience-gallery.js")).end()')


def test_all_games_stand_in_their_families_until_something_is_asked(gallery: Gallery) -> None:
    seen = gallery()("")
    assert seen["asked"] == []
    assert (seen["families"], seen["results"], seen["status"], seen["last"]) == (ALL, None, "", True)


def test_words_are_answered_in_the_servers_order_and_the_address_says_them(gallery: Gallery) -> None:
    act = gallery(address="http://table.test/patience?q=old&preset=spider&played=no")
    seen = act('await type({ q: " two suits " }); await answer(0, { games: ["spider", "klondike"], nearest: false });')
    assert seen["asked"] == ["/api/patience/games?q=two+suits"]
    assert seen["address"] == "http://table.test/patience?preset=spider&q=two+suits"
    assert (seen["results"], seen["families"], seen["last"]) == (["spider", "klondike"], None, False)
    assert seen["status"] == "2 games"
    seen = act('await type({ q: "" });')
    assert (seen["families"], seen["results"], seen["last"], seen["status"]) == (ALL, None, True, "")
    assert seen["address"] == "http://table.test/patience?preset=spider"


def test_what_is_only_chosen_keeps_the_families(gallery: Gallery) -> None:
    seen = gallery()('await type({ packs: "2" }); await answer(0, { games: ["spider"], nearest: false });')
    assert (seen["families"], seen["results"]) == ({"one": [], "two": ["spider"]}, None)
    assert (seen["status"], seen["last"]) == ("1 game", False)


def test_what_comes_nearest_and_nothing_are_said(gallery: Gallery) -> None:
    act = gallery()
    seen = act('await type({ q: "x" }); await answer(0, { games: ["canfield"], nearest: true });')
    assert seen["status"] == "No game has all of these words. These come nearest:"
    assert act('await type({ q: "y" }); await answer(1, { games: [], nearest: true });')["status"] == "Nothing found."


def test_only_the_last_question_is_answered(gallery: Gallery) -> None:
    act = gallery()
    act('await type({ q: "c" }); await type({ q: "ca" });')
    seen = act('await answer(1, { games: ["canfield"], nearest: false }); await answer(0, { games: ["spider"] });')
    assert seen["results"] == ["canfield"]
    assert act('await type({ q: "cat" }); await type({ q: "" });')["status"] == ""


def test_a_server_that_refuses_is_heard(gallery: Gallery) -> None:
    seen = gallery()('await type({ q: "c" }); await answer(0, { error: { message: "Too many questions." } }, false);')
    assert seen["status"] == "Too many questions."


def test_enter_leads_to_the_first_that_was_found(gallery: Gallery) -> None:
    act = gallery()
    seen = act(
        """await type({ q: "c" });
        const sent = submit(null);
        await answer(1, { games: ["canfield", "spider"], nearest: false });
        return sent;"""
    )
    assert seen["result"] is True
    assert seen["went"] == ["http://table.test/patience?preset=canfield"]
    assert gallery()("return submit(null);")["went"] == []


def test_a_game_at_random_is_the_servers_business(gallery: Gallery) -> None:
    act = gallery(favourites=["spider"])
    button = "Object.assign(the('a').cloneNode(), { type: 'submit' })"
    seen = act(f'await type({{ played: "favourites" }}); return submit({button});')
    assert (seen["result"], seen["played"], seen["went"]) == (False, "", [])
    plain = act(
        f'const button = {button}; button.setAttribute("data-plain", ""); await type({{ played: "yes" }}); '
        "const sent = submit(button); await answer(1, { games: [], nearest: false }); return sent;"
    )
    assert (plain["result"], plain["played"]) == (True, "yes")


def test_favourites_are_marked_found_and_known_here_alone(gallery: Gallery) -> None:
    act = gallery(favourites=["spider"])
    seen = act("")
    assert (seen["starred"], seen["options"], seen["pressed"]) == (["spider"], ["any", "Favourites"], "false")
    seen = act('await type({ played: "favourites" });')
    assert seen["asked"] == []
    assert (seen["families"], seen["last"], seen["status"]) == ({"one": [], "two": ["spider"]}, False, "1 game")
    seen = act('the("[data-favourite]").click();')
    assert (seen["starred"], seen["pressed"]) == (["canfield", "spider"], "true")
    seen = act(
        'await type({ played: "favourites", packs: "1" }); await answer(0, { games: ["canfield", "klondike"] });'
    )
    assert seen["asked"] == ["/api/patience/games?packs=1"]
    assert seen["families"] == {"one": ["canfield"], "two": []}
    act('the("[data-favourite]").click();')
    seen = act("return localStorage.getItem('spite.patience.favourites');")
    assert (seen["result"], seen["starred"]) == ('["spider"]', ["spider"])


def test_without_favourites_they_cannot_be_chosen(gallery: Gallery) -> None:
    act = gallery()
    assert act("")["options"] == ["any"]
    assert act('the("[data-favourite]").click();')["options"] == ["any", "Favourites"]
    assert act('the("[data-favourite]").click();')["options"] == ["any"]


def test_what_was_asked_before_is_asked_again(gallery: Gallery) -> None:
    assert gallery(fields={"q": "clock"})("")["asked"] == ["/api/patience/games?q=clock"]
    act = gallery(address="http://table.test/patience?played=favourites", favourites=["canfield"])
    assert act("")["families"] == {"one": ["canfield"], "two": []}


def test_the_chosen_game_is_marked_where_it_was_chosen(gallery: Gallery) -> None:
    assert gallery(address="http://table.test/patience?preset=canfield")("")["chosen"] == ["canfield"]
    assert gallery()("")["chosen"] == []
