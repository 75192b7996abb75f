"""The season of a club after a game at one of its events, without a page (spite/live/club.js)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules

LEADERS: Final = [
    {"rank": 1, "name": "Ada", "won": 1, "you": False},
    {"rank": 2, "name": "Ben", "won": 0, "you": True},
    {"rank": 2, "name": "Cem", "won": 3, "you": False},
]
CLUB: Final = {"name": "Aces", "url": "/clubs/aces", "season": 4, "counted": True, "leaders": LEADERS}


def told(modules: Modules, answers: list[Any], act: str = "") -> Any:
    """Return what stands on the page after an act, and how often the server was asked; None fails."""
    source = f"""async (answers) => {{
      const {{ page, rest }} = await import("/tests/stand-in-page.js");
      const site = page('<main><div id="club">before</div></main>');
      const {{ document, clock }} = site;
      const asked = [];
      const known = globalThis.fetch;
      globalThis.fetch = async (url, {{ method }} = {{}}) => {{
        asked.push([method, String(url)]);
        const body = answers[Math.min(asked.length, answers.length) - 1];
        if (body === null) throw new TypeError("Failed to fetch");
        return Response.json(body);
      }};
      try {{
        const {{ tellClub }} = await import("/static/spite/live/club.js");
        const place = document.getElementById("club");
        await tellClub(place, "t7");
        await rest();
        {act}
        const items = place.querySelectorAll("li").map((item) => [item.className, item.textContent]);
        const link = place.querySelector("a");
        return {{ items, lists: place.querySelectorAll("ol").length, head: place.firstElementChild?.textContent ?? null,
          link: link && [link.getAttribute("href"), link.textContent], text: place.textContent, asked }};
      }} finally {{
        globalThis.fetch = known;
        site.away();
      }}
    }}"""
    return modules.evaluate(source, answers)


def test_the_leaders_of_the_season_stand_there_and_oneself_among_them(modules: Modules) -> None:
    found = told(modules, [{"club": CLUB}])
    assert found["asked"] == [["GET", "/api/tables/t7/club"]]
    assert found["head"] == "Aces · Season 4"
    assert found["link"] == ["/clubs/aces", "Aces"]
    assert found["items"] == [
        ["", "1. Ada 1 game won"],
        ["you", "2. Ben 0 games won"],
        ["", "2. Cem 3 games won"],
    ]
    assert "before" not in found["text"]


@pytest.mark.parametrize("count", [0, 1])
def test_a_season_without_leaders_has_no_list(modules: Modules, count: int) -> None:
    found = told(modules, [{"club": {**CLUB, "leaders": LEADERS[:count]}}])
    assert (found["lists"], found["head"]) == (count, "Aces · Season 4")


@pytest.mark.parametrize("answer", [{"club": None}, None])
def test_a_table_of_no_club_and_one_whose_club_is_not_known_say_nothing(modules: Modules, answer: Any) -> None:
    found = told(modules, [answer], "clock.pass(60_000); await rest();")
    assert found["text"] == "before"
    assert len(found["asked"]) == 1


LATER: Final = "for (let look = 0; look < 4; look += 1) {{ clock.pass({}); await rest(); }}"


def test_it_is_asked_again_until_the_game_is_counted(modules: Modules) -> None:
    early = {**CLUB, "counted": False, "leaders": LEADERS[1:]}
    answers = [{"club": early}, {"club": early}, {"club": CLUB}]
    assert len(told(modules, answers, LATER.format(400))["asked"]) == 1, "not in less than two seconds"
    found = told(modules, answers, LATER.format(2000))
    assert len(found["asked"]) == 3
    assert len(found["items"]) == 3


def test_nothing_is_asked_for_a_card_that_is_gone(modules: Modules) -> None:
    early = {"club": {**CLUB, "counted": False}}
    assert len(told(modules, [early], "place.remove();" + LATER.format(2000))["asked"]) == 1
