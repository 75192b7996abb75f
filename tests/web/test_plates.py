"""The plates of the seats: faces, the race, the light, choosing one's head, reactions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from spite_and_malice.rules import preset_rules
from tests.web.axe import violations_at_rest

from .company import SETTINGS, computer, people, person, running, said
from .conftest import SIZES, FakeTable, new_context, resize, settle, snapshot_of
from .live_tables import OpenLive, live_tables  # noqa: F401
from .windows import WINDOWS

PAIR = preset_rules("standard", 2)
HEADS = ("Ada", "Benedikt", "Charlotte", "Konstantin", "Eve", "Finn")
ROUND = preset_rules("round", 4)


def four(you: int | None = 0, **more: object) -> dict[str, object]:
    others = [computer(1, name="Hugo"), person("Ben", 2, head="tibble"), computer(3, name="Octavia", player="master")]
    return running(ROUND, people([person("Ada", 0), *others], you)) | more


@pytest.mark.parametrize("size", WINDOWS)
def test_every_seat_has_a_face_and_the_race_on_a_plate_that_is_lit_on_its_turn(
    live_table: OpenLive,
    size: str,
) -> None:
    snapshot = four()
    view = snapshot["view"]
    assert isinstance(view, dict)
    view["turn"] = 2
    view["players"][1]["payoff"][0]["count"] = 5
    page = live_table(snapshot, size).page
    plates = page.locator(".seat-name")
    expect(plates).to_have_count(4)
    sources = plates.evaluate_all("(all) => all.map((one) => one.querySelector('img')?.src.split('/').pop() ?? 'made')")
    assert sorted(sources) == ["club.svg", "made", "master.svg", "tibble.svg"]
    assert page.locator(".seat-name.turn").get_attribute("data-seat") == "2"
    lit = page.locator('[data-seat="2"] .plate').evaluate("(plate) => getComputedStyle(plate).backgroundColor")
    dark = page.locator('[data-seat="1"] .plate').evaluate("(plate) => getComputedStyle(plate).backgroundColor")
    assert (lit, dark) == ("rgb(242, 184, 75)", "rgba(0, 0, 0, 0)")
    left = page.locator(".track").evaluate_all("(all) => all.map((one) => +one.style.getPropertyValue('--left'))")
    assert sorted(left) == [0.25, 1, 1, 1]
    name = "Hugo (Club player), number 2 in the order of play, 5 to pay off, 5 in hand. Look closer"
    expect(page.locator('.seat-name[data-seat="1"]')).to_have_accessible_name(name)


def test_a_long_name_is_cut_where_there_is_no_room_and_keeps_its_number_beside_it(live_table: OpenLive) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person("Konstantinopolitan 2", 1)], 0))
    snapshot["view"]["turn"] = 1
    page = live_table(snapshot).page
    plate = page.locator('.seat-name[data-seat="1"]')
    name, number = (plate.locator(part).bounding_box() for part in (".who", ".nth"))
    assert name
    assert number
    assert name["y"] < number["y"] + number["height"] / 2 < name["y"] + name["height"]
    said = page.locator("#status .head .named")
    assert said.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0, "there is room for it in the words"


@pytest.mark.parametrize("name", ["Großmutter Annegret von der Hohen Heide", "محمد بن سلمان بن عبد العزيز الطويل جدا"])
def test_a_name_that_must_be_cut_keeps_its_first_word(live_table: OpenLive, name: str) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person(name, 1)], 0))
    snapshot["view"]["turn"] = 1
    page = live_table(snapshot, "phone").page
    word = name.split()[0]
    seen = """(one, length) => {
        const range = document.createRange();
        range.setStart(one.firstChild, 0);
        range.setEnd(one.firstChild, length);
        const [word, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
        return word.left >= box.left - 1 && word.right <= box.right + 1 && one.scrollWidth > one.clientWidth;
    }"""
    for place in ('.seat-name[data-seat="1"] .who', "#status .head .named"):
        one = page.locator(place)
        one.wait_for()
        assert one.evaluate(seen, len(word)), place


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_name_that_must_be_cut_takes_its_line_and_leaves_no_hole_before_the_words(
    live_table: OpenLive,
    locale: str,
) -> None:
    name = "Großmutter Annegret von der Hohen Heide"
    snapshot = running(PAIR, people([person("Ada", 0), person(name, 1)], 0))
    snapshot["view"]["turn"] = 1
    page = live_table(snapshot, locale=locale).page
    said = page.locator("#status .head .named")
    said.wait_for()
    # It ends with its dots, so that the next word follows them.
    cut = """(one) => {
        const context = document.createElement("canvas").getContext("2d");
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
        context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const widths = [...one.textContent].map((_, at) =>
            context.measureText(one.textContent.slice(0, at).trimEnd() + "…").width);
        return Math.min(...widths.map((width) => Math.abs(one.clientWidth - width)));
    }"""
    assert said.evaluate(cut) <= 3
    box = said.bounding_box()
    line = page.locator("#status").bounding_box()
    assert box is not None
    assert line is not None
    assert box["width"] > line["width"] / 2
    assert page.locator("#status .head").evaluate("(head) => head.clientHeight") < 2 * box["height"]


def test_ones_own_points_are_on_the_plate_on_a_phone(live_table: OpenLive) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0))
    snapshot["table"]["match"] |= {"games_played": 3, "scores": [38, 12]}
    page = live_table(snapshot, "phone").page
    own = page.locator(".seat-name.own")
    assert own.locator(".points").inner_text() == "38"
    assert own.locator(".who").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_the_race_of_many_runs_above_their_cards(live_table: OpenLive) -> None:
    seats = [person("Ada", 0), *[person(f"Player {seat}", seat) for seat in range(1, 8)]]
    page = live_table(running(preset_rules("round", 8), people(seats, 0)), "tablet").page
    over = """() => {
        const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
        const [cards, tracks] = [boxes(".card"), boxes(".seat-name:not(.own) .track")];
        const met = tracks.filter((track) => cards.some((card) => card.left < track.right && card.right > track.left
            && card.top < track.bottom && card.bottom > track.top));
        return [tracks.length, met.length];
    }"""
    for size in ("tablet", "landscape", "phone"):
        resize(page, *WINDOWS[size])
        assert page.evaluate(over) == [7, 0], size


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_of_a_plate_sticks_out(live_table: OpenLive, players: int) -> None:
    wide = [person("W" * 24, seat) for seat in range(1, players)]
    rules = preset_rules("round" if players > 2 else "standard", players)
    snapshot: dict[str, Any] = running(rules, people([person("Ada", 0), *wide], 0))
    snapshot["table"]["match"] |= {"games_played": 3, "scores": [38, 12, 7, 0][:players]}
    page = live_table(snapshot, "phone").page
    if players == 2:
        # The unit of a number is shown if there is room.
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator(".seat-name:not(.own) .left")).to_have_text("20 to pay off", use_inner_text=True)
    out = """(all) => all.flatMap((plate) => {
        const box = plate.getBoundingClientRect();
        const parts = [...plate.querySelectorAll(".who, .track, .portrait, .left, .points")];
        const seen = parts.filter((one) => one.checkVisibility());
        const [who, track] = [".who", ".track"].map((part) => plate.querySelector(part).getBoundingClientRect());
        const turned = plate.clientHeight > 60 && track.top < who.top ? [`track over name: ${plate.ariaLabel}`] : [];
        const outside = seen.filter((part) => {
          const { width, left, right, top, bottom } = part.getBoundingClientRect();
          const [across, down] = [left >= box.left - 1 && right <= box.right + 1, top >= box.top - 1];
          return width && !(across && down && bottom <= box.bottom + 1);
        });
        return [...turned, ...outside.map(({ className }) => `${className}: ${plate.ariaLabel}`)];
    })"""
    for size in SIZES:
        resize(page, *size)
        assert page.locator(".seat-name").evaluate_all(out) == [], size


def test_longer_words_of_another_language_do_not_stretch_the_track(live_table: OpenLive) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0))
    plate = live_table(snapshot, locale="de-DE").page.locator(".seat-name:not(.own)")
    expect(plate.locator(".held")).to_have_text("5 auf der Hand", use_inner_text=True)
    track, box = plate.locator(".track").bounding_box(), plate.bounding_box()
    assert track
    assert box
    assert track["x"] + track["width"] < box["x"] + box["width"] - 4


@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("round", 4), ("partners", 4), ("round", 6)])
def test_a_name_keeps_its_room_beside_clock_rating_and_points(
    live_table: OpenLive,
    preset: str,
    players: int,
) -> None:
    sides = players // 2 if preset == "partners" else players
    seats = [person(name, seat % sides) for seat, name in zip(range(players), HEADS, strict=False)]
    rated: dict[str, Any] = {"settings": SETTINGS | {"rated": True}} if players == 2 else {}
    there = people(seats, 0, clocks=[605_000] * players, **rated)
    snapshot: dict[str, Any] = running(preset_rules(preset, players), there)
    snapshot["table"]["match"] |= {"games_played": 2, "scores": [12] * players}
    page = live_table(snapshot, "desktop").page
    ratings = [{"rating": 1500, "give_or_take": 60}] * players
    page.route("**/api/tables/t/ratings", lambda route: route.fulfill(json=ratings))
    page.reload()
    expect(page.locator(".seat-name .mark:not(:empty)").first).to_be_attached()
    if rated:
        expect(page.locator(".seat-name .rating:not(:empty)")).to_have_count(players)
    # The player to move is also in the line of text.
    short = """(all) => all.filter((plate) => plate.clientWidth > 80 || !plate.matches(".turn"))
      .map((plate) => plate.querySelector(".who"))
      .filter((who) => who.checkVisibility() && who.clientWidth < Math.min(who.scrollWidth, 22))
      .map((who) => who.textContent)"""
    for width, height in SIZES:
        resize(page, width, height)
        assert page.locator(".seat-name").evaluate_all(short) == [], (width, height)


def test_ones_head_is_chosen_at_the_table_by_keyboard_and_kept(live_table: OpenLive) -> None:
    table = live_table(running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0)))
    page = table.page
    page.evaluate("localStorage.setItem('spite.head', '')")
    page.locator(".seat-name.own").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Who are you?")
    expect(dialog.get_by_role("button", name="From my name")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("button", name="Mei: two black buns")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    table.last("wear", head="mei")
    expect(page.locator(".seat-name.own img[src$='heads/mei.svg']")).to_be_visible()
    assert page.evaluate("localStorage.getItem('spite.head')") == "mei"


def test_the_choice_holds_every_head_there_is_and_loads_without_a_fault(live_table: OpenLive) -> None:
    table = live_table(running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0)))
    page = table.page
    page.locator(".seat-name.own").click()
    pictures = page.locator(".head-grid img")
    expect(pictures).to_have_count(42)
    names = pictures.evaluate_all("(all) => all.map((one) => one.src.match(/heads\\/(.*)\\.svg/)[1])")
    from spite_and_malice.server.people import HEADS

    assert sorted(names) == sorted(HEADS)


def test_two_who_have_told_no_name_have_two_heads(browser: Browser) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    context.add_init_script("localStorage.setItem('spite.head', 'crumb')")
    seats = [person("Player 1", 0), person("Player 2", 1) | {"head": "crumb"}]
    table = FakeTable(context, running(PAIR, people(seats, 0)))
    assert table.last("wear")["head"] in ("hoot", "russet", "tibble")
    context.close()


def test_a_kept_head_is_put_on_at_the_next_table(browser: Browser) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    context.add_init_script("localStorage.setItem('spite.head', 'gus')")
    table = FakeTable(context, running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0)))
    assert table.last("wear")["head"] == "gus"
    # A server without that head is not asked repeatedly.
    table.send(type="people", **people([person("Ada", 0), person("Ben", 1)], 0))
    settle(table.page)
    assert sum(message["type"] == "wear" for message in table.sent) == 1
    context.close()


def test_a_sign_is_chosen_in_the_settings_and_stands_on_the_plates(browser: Browser) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off", "sign": "key"})
    context.add_init_script("localStorage.setItem('spite.head', 'gus')")
    known = [("sprout", "Sprout", True), ("key", "Golden key", True), ("crown", "Crown", False)]
    answer = [{"id": of, "name": name, "takes": "Much", "earned": earned} for of, name, earned in known]
    context.route("**/api/signs", lambda route: route.fulfill(json=answer))
    seats = [person("Ada", 0) | {"head": "gus"}, person("Ben", 1) | {"sign": "crown"}]
    table = FakeTable(context, running(PAIR, people(seats, 0)))
    page = table.page
    assert {"head": "gus", "sign": "key", "by_default": True}.items() <= table.last("wear").items()
    table.send(type="people", **people(seats, 0))
    expect(page.get_by_role("button", name="Ben, sign: Crown, 20 to pay off")).to_be_visible()
    expect(page.locator(".seat-name:not(.own) .sign")).to_have_attribute("src", re.compile("signs/crown.svg"))
    expect(page.locator(".seat-name.own .sign")).to_have_count(0)
    page.locator("[data-panel=settings]").click()
    choices = page.get_by_role("group", name="Sign on your plate")
    expect(choices.get_by_role("radio", name="Golden key")).to_be_checked()
    expect(choices.get_by_role("radio", name="Crown Much")).to_be_disabled()
    choices.get_by_role("radio", name="Sprout").press("Space")
    assert table.last("wear", sign="sprout")["head"] == "gus"
    seats[0] |= {"sign": "sprout"}
    table.send(type="people", **people(seats, 0))
    expect(page.locator(".seat-name.own .sign")).to_have_attribute("src", re.compile("signs/sprout.svg"))
    choices.get_by_role("radio", name="No sign").press("Space")
    assert table.last("wear", sign=None)["head"] == "gus"
    context.close()


def test_a_level_tells_who_it_is(browser: Browser) -> None:
    context = new_context(browser, (1280, 800), {"speed": "off"})
    snapshot = snapshot_of(running(PAIR, people([person("Ada", 0), computer(1)], 0))["view"])
    snapshot["table"]["seats"][1] |= {"name": "Hugo", "player": "club"}
    table = FakeTable(context, snapshot)
    table.page.locator('.seat-name[data-seat="1"]').click()
    expect(table.page.locator("#reader")).to_contain_text("Never asks what you may be holding.")
    assert table.page.locator("#reader .portrait").get_attribute("alt") == ""
    context.close()


def test_reactions_fly_to_whom_they_are_meant_for_unless_muted(live_table: OpenLive) -> None:
    table = live_table(running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0)))
    page = table.page
    page.locator('.seat-name[data-seat="1"]').click()
    page.locator("#reader").get_by_role("button", name="Bravo!").click()
    message = table.last("say")
    assert (message["phrase"], message["to"]) == ("bravo", 1)
    expect(page.locator("#reader")).to_be_hidden()
    line = said(1, 1, "Ben", "") | {"text": None, "phrase": "cheers", "to": 0}
    table.send(**line)
    expect(page.locator(".reaction.flies")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Ben says: To you!")
    expect(page.locator(".reaction.flies")).to_have_count(0)
    page.get_by_role("button", name="People").click()
    page.get_by_role("button", name="Mute Ben").click()
    page.keyboard.press("Escape")
    table.send(**(line | {"number": 2}))
    settle(page)
    expect(page.locator(".reaction.flies")).to_have_count(0)


@pytest.mark.parametrize("state", ["plates", "a level", "a person", "heads"])
def test_axe_finds_nothing(live_table: OpenLive, state: str) -> None:
    table = live_table(four(), color_scheme="dark")
    seat = {"a level": 3, "a person": 2, "heads": 0}.get(state)
    if seat is not None:
        table.page.locator(f'.seat-name[data-seat="{seat}"]').click()
        table.page.locator("dialog[open]").wait_for()
    for theme in ("dark", "light"):
        table.page.emulate_media(color_scheme=theme)
        resize(table.page, *WINDOWS["desktop" if theme == "dark" else "phone"])
        assert violations_at_rest(table.page) == []


SEATINGS = [("round", 3), ("round", 5), ("round", 8), ("partners", 4), ("partners", 6)]
LYING = """() => {
  const box = (one) => one.getBoundingClientRect();
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const meets = (one, other) => across(one, other) > 1 && down(one, other) > 1;
  const cards = [...document.querySelectorAll("#cards .card")].map(box);
  const found = [];
  for (const plate of document.querySelectorAll(".seat-name")) {
    const name = plate.querySelector(".who").textContent;
    const [face, number] = [plate.querySelector(".face"), plate.querySelector(".order")].map(box);
    for (const of of [".order", ".mate"]) {
      const one = box(plate.querySelector(of));
      if (one.width === 0) continue;
      if (cards.some((card) => meets(one, card))) found.push(`${of} of ${name} lies on a card`);
      if (one.left < 0 || one.top < 0 || one.right > innerWidth) found.push(`${of} of ${name} is cut`);
    }
    // A round face leaves the corners of its box free.
    const free = face.height > 27 ? 0.5 : 0.35;
    const hides = meets(face, number) && across(face, number) > free * face.width;
    if (hides) found.push(`the number of ${name} hides the face`);
  }
  return found;
}"""
"""The overlaps on the plates, in words."""


@pytest.mark.parametrize(("preset", "count"), SEATINGS)
@pytest.mark.parametrize("size", WINDOWS)
def test_numbers_say_who_plays_after_whom_and_hide_nothing(
    live_table: OpenLive, size: str, preset: str, count: int
) -> None:
    rules = preset_rules(preset, count)
    sides = count // 2 if rules.partners else count
    names = ("Octavia", "Nadia", "Rosa", "Pip", "Rosa 2", "Pip 2")
    players = ("master", "expert", "casual", "beginner", "casual", "beginner")
    others = [computer(at % sides, name=names[at - 2], player=players[at - 2]) for at in range(2, count)]
    you, seats = 1, [person("Ada", 0), person("Ben", 1), *others]
    snapshot = running(rules, people(seats, you))
    for player in snapshot["view"]["players"]:
        player["side"] = [["2h", "3h", "4h", "5h", "6h"] for _stack in player["side"]]
    page = live_table(snapshot, size).page
    expect(page.locator(".seat-name .order:not(:empty)")).to_have_count(count)
    order = page.locator(".seat-name").evaluate_all(
        "(all) => all.map((one) => [Number(one.dataset.seat), Number(one.querySelector('.order').textContent)])"
    )
    assert dict(order) == {(you + at) % count: at + 1 for at in range(count)}
    assert page.evaluate(LYING) == []


def test_between_two_no_number_is_needed(live_table: OpenLive) -> None:
    page = live_table(running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0))).page
    expect(page.locator(".seat-name")).to_have_count(2)
    expect(page.locator(".seat-name .order:not(:empty)")).to_have_count(0)


def test_looking_closer_says_the_order_of_play(live_table: OpenLive) -> None:
    page = live_table(four()).page
    page.locator('.seat-name[data-seat="1"]').click()
    expect(page.locator("#reader")).to_contain_text("Order of play: you, Hugo, Ben and Octavia.")


@pytest.mark.parametrize("window", ["phone", "landscape"])
def test_names_of_five_are_told_apart_in_small_windows(live_table: OpenLive, window: str) -> None:
    page = None
    for names in (
        ("Bertrand", "Bertram", "Christina", "Christine"),
        ("Anna Berger", "Anna Schmidt", "Visitor 1", "Visitor 2"),
    ):
        seats = [person(name, seat) for seat, name in enumerate(("Ada", *names))]
        page = live_table(running(preset_rules("round", 5), people(seats, 0)), window).page
        # A cut-off letter of a name is behind its right edge or under its second line.
        seen = page.locator(".seat-name:not(.own)").evaluate_all(
            """(all) => all.map((plate) => {
              const [who, number] = [".who", ".nth"].map((part) => plate.querySelector(part));
              const { right, bottom } = who.getBoundingClientRect();
              const range = document.createRange();
              const letters = [...who.textContent].filter((_, at) => {
                range.setStart(who.firstChild, at);
                range.setEnd(who.firstChild, at + 1);
                const letter = range.getBoundingClientRect();
                return letter.right <= right + 1 && letter.bottom <= bottom + 2;
              });
              const isCut = letters.length < who.textContent.length;
              return letters.slice(0, isCut ? -1 : undefined).join("") + " " + number.textContent;
            })"""
        )
        assert len(set(seen)) == 4, seen
        # A plate of two lines is no larger than its content.
        assert page.evaluate(LYING) == []
