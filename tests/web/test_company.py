"""The table's display of its people: lobby, presence, names, clocks, stand-ins, mails; the server is the test."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Route, expect

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.games.spite import absence
from spite_and_malice.server.games.spite.correspondence import Standing, situation
from spite_and_malice.server.store import SeatRow, TableRow
from tests.web.axe import violations_at_rest
from tests.web.company import SETTINGS, computer, free_seat, gathering, now, people, person, running, said
from tests.web.conftest import resize, settle
from tests.web.live_tables import FOUR, PAIR, OpenLive, in_game, live_tables, open_chat  # noqa: F401
from tests.web.windows import WINDOWS


def as_host() -> dict[str, Any]:
    return gathering(PAIR, people([person("Ada", 0), free_seat(1)], 0, "gathering"))


def as_full() -> dict[str, Any]:
    return gathering(FOUR, people([person(name, 0) for name in ("Ada", "Ben", "Cleo", "D" * 40)], 1, "gathering"))


def as_guest() -> dict[str, Any]:
    seats = [person("Ada", 0), computer(1), free_seat(0), free_seat(1)]
    return gathering(FOUR, people(seats, None, "gathering"), "Partners")


def one_game() -> dict[str, Any]:
    snapshot = in_game()
    snapshot["table"]["match"]["target"] = 1
    return snapshot


def with_empty_seat() -> dict[str, Any]:
    seats = [person("Ada", 0), person("Ben", 1, here=False, stand_in="left", free=True, player="club")]
    return running(PAIR, people(seats, None, watching=2))


def as_stood_in() -> dict[str, Any]:
    seats = [person("Ada", 0, stand_in="away"), person("Ben", 1, here=False, away_since=now() - 60_000)]
    return running(PAIR, people(seats, 0, clocks=[61_000, 5_000]))


def test_a_guest_writes_a_name_and_sits_down(live_table: OpenLive) -> None:
    table = live_table(as_guest())
    page = table.page
    expect(page.get_by_role("status").first).to_have_text("Ada invites you to play. Choose a seat.")
    expect(page.locator(".lobby-named .tag")).to_have_text(["Pair A", "Pair B", "Pair A", "Pair B"])
    expect(page.get_by_label("The link to this table")).to_be_hidden()
    # As for the host, a name is requested but optional, and the default name is shown first.
    expect(page.locator(".lobby-name")).to_contain_text("Without a name you are called by your seat number.")
    page.get_by_role("button", name=": Seat 4").click()
    assert (table.last("sit")["seat"], table.last("sit")["name"]) == (3, "")
    table.send(type="refused", id=table.last("sit")["id"], code="seat_taken", message="Somebody was quicker.")
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_role("button", name=": Seat 3").click()
    page.wait_for_function("localStorage.getItem('spite.name') === 'Cleo'")
    sit = table.last("sit")
    assert (sit["seat"], sit["name"]) == (2, "Cleo")
    table.send(
        type="refused",
        id=sit["id"],
        code="seat_taken",
        message="Somebody was quicker.",
        version=None,
        ply=None,
        view=None,
        undo=False,
    )
    expect(page.get_by_role("alert")).to_have_text("Somebody was quicker.")


def test_the_host_sees_guests_come_and_starts(live_table: OpenLive) -> None:
    table = live_table(as_host())
    page = table.page
    expect(page.get_by_role("button", name="Start the game")).to_be_hidden()
    expect(page.get_by_label("The link to this table")).to_have_value("http://table.test/table/t")
    table.send(type="people", **people([person("Ada", 0), person("Ben", 1)], 0, "gathering"))
    expect(page.locator(".lobby-seat").nth(1)).to_contain_text("Ben")
    expect(page.locator("#live")).to_contain_text("Ben sits down.")
    page.get_by_role("button", name="Ask to leave: Ben").click()
    page.get_by_role("dialog").get_by_role("button", name="Ask to leave").click()
    assert table.last("kick")["seat"] == 1
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".chat")).to_be_visible()
    assert table.last("start")
    table.send(**in_game())
    page.wait_for_selector("#cards .card")
    expect(page.locator(".lobby-body")).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_host_swaps_seats_and_partners(live_table: OpenLive, size: str) -> None:
    seats = [person("Ada", 0), person("Ben", 1), person("Cleo", 0), computer(1)]
    table = live_table(gathering(FOUR, people(seats, 0, "gathering")), size)
    page = table.page
    page.get_by_role("button", name="Swap: Ben").click()
    page.get_by_role("button", name="Cancel: Ben").click()
    page.get_by_role("button", name="Swap: Cleo").click()
    assert page.evaluate(OUT_OF_REACH) == []
    page.get_by_role("button", name="Swap with Cleo: Ben").click()
    asked = table.last("swap")
    assert (asked["seat"], asked["other"]) == (2, 1)
    seats[1], seats[2] = person("Cleo", 1), person("Ben", 0)
    table.send(type="people", **people(seats, 0, "gathering"))
    expect(page.locator(".lobby-seat").nth(1)).to_contain_text("Cleo")
    expect(page.locator("#live")).to_contain_text("Ben sits at seat 3 now.")
    # One can move to a free seat oneself.
    table.send(type="people", **people([*seats[:3], free_seat(1)], 0, "gathering"))
    expect(page.get_by_role("button", name="Swap")).to_have_count(0)


def test_who_takes_a_departed_persons_seat_is_not_told_as_their_coming_back(live_table: OpenLive) -> None:
    seats = [person("Ada", 0), person("Player 2", 1, here=False, stand_in="left", free=True)]
    table = live_table(running(PAIR, people(seats, 0)))
    table.send(type="people", **people([seats[0], person("Player 2", 1, who="another")], 0))
    expect(table.page.locator("#live")).to_contain_text("Player 2 takes the seat of Player 2.")
    expect(table.page.locator("#live")).not_to_contain_text("back")


def test_who_left_is_told_that_somebody_has_the_seat(live_table: OpenLive) -> None:
    seats = [person("Ada", 0), person("Ben", 1, stand_in="left", free=True)]
    table = live_table(running(PAIR, people(seats, 1)))
    banner = table.page.locator(".live-banner")
    expect(banner).to_contain_text("A stand-in plays for you.")
    table.send(type="people", **people([seats[0], person("Dan", 1)], None))
    expect(banner).to_have_text("Dan has taken your seat. You are watching.")


def test_the_rules_beside_the_seats_end_within_the_frame_of_the_table(live_table: OpenLive) -> None:
    page = live_table(as_host()).page
    page.evaluate("document.querySelectorAll('.lobby-about details').forEach((one) => (one.open = true))")
    about = page.locator(".lobby-about")
    assert about.evaluate("(one) => one.scrollHeight > one.clientHeight")
    assert about.evaluate("(one) => innerHeight - one.getBoundingClientRect().bottom") >= 16


@pytest.mark.nightly(
    "src/spite_and_malice/web/spite/live/",
    "src/spite_and_malice/web/spite/table.css",
    "src/spite_and_malice/web/kernel/table.css",
)
def test_six_buttons_in_the_bar_have_words_that_do_not_touch(live_table: OpenLive) -> None:
    for size, language in (("tablet", "en"), ("phone", "en"), ("phone", "de"), ("tablet", "de"), ("landscape", "de")):
        page = live_table(one_game(), size, locale=language).page
        words = page.locator(".bar nav span").evaluate_all(
            "(all) => all.filter((one) => getComputedStyle(one).clipPath === 'none' && one.offsetWidth > 0)"
            ".map((one) => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"
        )
        assert len(words) == 6, (size, language)
        assert all(right + 2 < left for (_, right), (left, _) in pairwise(words)), (size, language, words)
        # Beside the rim of the table, not on it.
        assert words[-1][1] < WINDOWS[size][0] - 6, (size, language)
        icons = page.locator(".bar nav .icon").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(icons) >= 18, (size, language)


def test_at_a_rated_table_the_ratings_stand_beside_the_names(live_table: OpenLive) -> None:
    rated: dict[str, Any] = {"settings": SETTINGS | {"rated": True}}
    ratings = [{"rating": 1512, "give_or_take": 60}, None]
    table = live_table(gathering(PAIR, people([person("Ada", 0), free_seat(1)], 0, "gathering", **rated)))
    page = table.page
    page.route("**/api/tables/t/ratings", lambda route: route.fulfill(json=ratings))
    ratings[1] = {"rating": 1875, "give_or_take": 80}
    table.send(type="people", **people([person("Ada", 0), person("Ben", 1)], 0, "gathering", **rated))
    expect(page.locator(".lobby-rating")).to_have_text(
        ["rating about 1512, give or take 60", "rating about 1875, give or take 80"]
    )
    table.send(**in_game(**rated))
    plate = page.locator('.seat-name[data-seat="1"]')
    expect(plate.locator(".rating")).to_have_text("1875")
    expect(plate).to_have_accessible_name(re.compile("^Ben, rating about 1875, give or take 80, "))
    page.get_by_role("button", name="People").click()
    expect(page.locator(".people-seats li").nth(1)).to_contain_text("here · rating about 1875, give or take 80")


def test_a_name_can_be_changed_at_ones_seat(live_table: OpenLive) -> None:
    table = live_table(as_host())
    table.page.get_by_label("Your name").fill("Grace")
    table.page.keyboard.press("Tab")
    table.page.wait_for_function("localStorage.getItem('spite.name') === 'Grace'")
    assert (table.last("sit")["seat"], table.last("sit")["name"]) == (0, "Grace")


def test_the_shuffle_is_sealed_before_the_deal_and_each_page_adds_to_it(live_table: OpenLive) -> None:
    there = people([person("Ada", 0, contributed=False), free_seat(1)], 0, "gathering")
    table = live_table(gathering(PAIR, there))
    page = table.page
    expect(page.locator(".sealed summary")).to_contain_text("Shuffle sealed: 3f9a3f9a3f9a3f9a…")
    page.wait_for_function("localStorage.getItem('spite.fair') !== null")
    kept = page.evaluate("JSON.parse(localStorage.getItem('spite.fair'))")
    message = table.last("contribute")
    assert (message["game"], len(message["contribution"])) == (1, 64)
    assert kept == [{"table": "t", "game": 1, "commitment": "3f9a" * 16, "contribution": message["contribution"]}]


def test_a_dropped_line_shows_to_the_others_and_goes_by_itself(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = table.page
    name = page.locator('.seat-name[data-seat="1"]')
    away = person("Ben", 1, here=False, away_since=now())
    table.send(type="people", **people([person("Ada", 0), away], 0))
    expect(name).to_contain_text("away")
    expect(page.locator("#live")).to_contain_text("Ben has lost the connection.")
    table.send(type="people", **people([person("Ada", 0), person("Ben", 1)], 0))
    expect(name).not_to_contain_text("away")
    expect(page.locator("#live")).to_contain_text("Ben is back.")


def test_who_is_waited_for_again_is_not_called_back_before_they_are(live_table: OpenLive) -> None:
    table = live_table(in_game())
    said = table.page.locator("#live")
    ada, gone = person("Ada", 0), {"here": False, "away_since": now()}
    table.send(type="people", **people([ada, person("Ben", 1, stand_in="away", **gone)], 0))
    expect(said).to_contain_text("A stand-in plays for Ben.")
    table.send(type="people", **people([ada, person("Ben", 1, **gone)], 0))
    table.send(type="people", **people([ada, person("Ben", 1)], 0))
    expect(said).to_contain_text("Ben is back.")
    expect(said).not_to_contain_text("plays on")


def test_who_sits_down_before_the_page_is_open_is_not_called_back(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = table.page
    for others in (
        free_seat(1),
        person("Dan", 1, here=False, away_since=now()),
        person("Dan", 1),
        person("Dan", 1, here=False, away_since=now()),
    ):
        table.send(type="people", **people([person("Ada", 0), others], 0))
    expect(page.locator("#live")).to_contain_text("Dan has lost the connection.")
    expect(page.locator("#live")).to_contain_text("Dan sits down.")
    expect(page.locator("#live")).not_to_contain_text("back")


def test_an_absence_is_counted_from_its_first_minute_on(live_table: OpenLive) -> None:
    table = live_table(in_game())
    table.page.locator('[data-panel="people"]').click()
    where = table.page.locator(".people-who .hint").nth(1)
    for seconds, words in ((20, "away"), (59 * 60, "away for 59 minutes")):
        away = person("Ben", 1, here=False, away_since=now() - seconds * 1000)
        table.send(type="people", **people([person("Ada", 0), away], 0))
        expect(where).to_have_text(words)


def test_who_was_away_and_comes_back_plays_on(live_table: OpenLive) -> None:
    table = live_table(as_stood_in())
    page = table.page
    # While the stand-in plays, the page does not say that it is your turn.
    expect(page.locator("#status .head")).to_have_text("A stand-in plays for you.")
    assert table.last("back")
    expect(page.get_by_role("button", name="Take your seat back")).to_be_visible()
    assert [message["type"] for message in table.sent].count("back") == 1
    table.send(type="people", **people([person("Ada", 0), person("Ben", 1)], 0))
    expect(page.locator(".live-banner")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_banner_leaves_the_names_in_sight(live_table: OpenLive, locale: str) -> None:
    page = live_table(as_stood_in(), locale=locale).page
    for size in WINDOWS:
        resize(page, *WINDOWS[size])
        banner = page.locator(".live-banner").bounding_box()
        name = page.locator('.seat-name[data-seat="1"] .who').bounding_box()
        assert banner is not None
        assert name is not None
        assert banner["y"] + banner["height"] <= name["y"] + 4, size


def test_those_who_watch_see_a_name_that_lies_on_no_card(live_table: OpenLive) -> None:
    page = live_table(in_game(None)).page
    name = page.locator(".seat-name.own")
    expect(name).to_be_visible()
    on_cards = """(name) => {
        const at = name.getBoundingClientRect();
        const others = [...document.querySelectorAll("#cards .card, #status p:not(:empty)")];
        return others.map((one) => one.getBoundingClientRect()).filter((one) =>
            one.left < at.right - 1 && one.right > at.left + 1
            && one.top < at.bottom - 1 && one.bottom > at.top + 1).length;
    }"""
    for size in WINDOWS:
        resize(page, *WINDOWS[size])
        assert (size, name.evaluate(on_cards)) == (size, 0)


def test_clocks_run_beside_the_names(live_table: OpenLive) -> None:
    table = live_table(in_game(clocks=[605_000, 3_661_000]))
    page = table.page
    expect(page.locator('.seat-name[data-seat="1"]')).to_contain_text("1:01:01")
    expect(page.locator("#status")).to_contain_text("10:0")


def test_a_clock_says_when_the_time_is_nearly_up(live_table: OpenLive) -> None:
    snapshot = in_game(clocks=[11_500, 5_000])
    table = live_table(snapshot | {"view": snapshot["view"] | {"turn": 0}})
    page = table.page
    expect(page.locator("#status .mark.soon")).to_have_text(re.compile(r"0:0\d|0:10"))
    expect(page.locator("[aria-live]", has_text="Your time is nearly up.")).to_have_count(1)
    # Somebody's time that does not run is not nearly up.
    expect(page.locator('.seat-name[data-seat="1"] .mark')).to_have_text("0:05")
    expect(page.locator(".seat-name .mark.soon")).to_have_count(0)


def test_a_clock_is_shown_to_one_who_plays_alone_and_so_is_its_end(live_table: OpenLive) -> None:
    alone = people([person("Ada", 0), computer(1)], 0, clocks=[15_000, 15_000])
    table = live_table(running(PAIR, alone))
    expect(table.page.locator("#status .mark")).to_contain_text("0:1")
    late = person("Ada", 0, stand_in="clock")
    table.send(type="people", **people([late, computer(1)], 0, clocks=[0, 15_000]))
    table.page.get_by_role("button", name="Take your seat back").click()
    table.last("back")


def after_the_opponents_time() -> dict[str, Any]:
    """Return a table by correspondence whose other player let their time run out."""
    day = 86_400_000
    row = TableRow("t", "p0", "Table", "standard", {}, (SeatRow("person", "Ada"), SeatRow("person", "Ben", None, "p1")))
    row = replace(row, seats=(row.seats[0], replace(row.seats[1], stand_in="clock")))
    told = to_builtins(situation(row, Standing("running", 0, now() + day - 1000), 0))
    seats = [person("Ada", 0), person("Ben", 1, here=False, stand_in="clock")]
    clock = {"kind": "move", "seconds": day // 1000, "increment": 0}
    there = people(seats, 0, settings=SETTINGS | {"clock": clock, "away_seconds": None}, now=told)
    return running(PAIR, there)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whose_opponent_let_their_time_run_out_gives_three_more_days_or_claims_the_win(
    live_table: OpenLive, size: str
) -> None:
    table = live_table(after_the_opponents_time(), size)
    banner = table.page.locator(".live-banner")
    expect(banner).to_contain_text("Ben let their time run out: a computer player plays for them.")
    if folder := os.environ.get("SPITE_TEST_PICTURES"):
        table.page.screenshot(path=f"{folder}/more-time-{size}.png")
    opener = table.page.get_by_role("button", name="What now?")
    opener.click()
    table.page.get_by_role("button", name="Give three more days").click()
    assert table.last("more_time")["seat"] == 1
    opener.click()
    if folder:
        table.page.screenshot(path=f"{folder}/claim-{size}.png")
    table.page.get_by_role("button", name="Claim the win").click()
    assert table.last("claim")["seat"] == 1
    opener.click()
    table.page.get_by_role("button", name="Play on against the computer player").click()
    expect(table.page.locator(".live-dialog")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_computer_players_are_told_apart_where_their_names_are_cut(live_table: OpenLive, size: str) -> None:
    many = [computer(side, name=f"Club player {side}") for side in range(1, 6)]
    there = people([person("Ada", 0), *many], 0, clocks=[9] * 6)
    page = live_table(running(preset_rules("round", 6), there), size).page
    for side in range(1, 6):
        name = page.locator(f'.seat-name[data-seat="{side}"]')
        number, all_of_it = name.locator(".nth").bounding_box(), name.bounding_box()
        expect(name.locator(".nth")).to_have_text(str(side))
        assert number is not None
        assert all_of_it is not None
        assert number["width"] > 4
        assert number["x"] + number["width"] <= all_of_it["x"] + all_of_it["width"] + 1


def test_two_computer_players_are_named_whole_on_a_phone_on_its_side(live_table: OpenLive) -> None:
    two = [computer(1, name="Nadia"), computer(2, name="Nadia 2")]
    there = people([person("Ada", 0), *two], None)
    page = live_table(running(preset_rules("goal-26", 3), there), "landscape").page
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"
    assert page.locator(".seat-name:not(.own) .who").evaluate_all(cut) == []


LONG = "The very long name of a comfortable table at a grandmother's"


@pytest.mark.parametrize("size", ["phone", "landscape", "desktop"])
def test_a_long_name_of_a_table_has_one_line_in_a_low_bar(live_table: OpenLive, size: str) -> None:
    snapshot = running(PAIR, people([person("Ada", 0), person("Ben", 1)], 0), name=LONG)
    page = live_table(snapshot, size).page
    title, bar = page.locator("#title"), page.locator(".bar").bounding_box()
    box = title.bounding_box()
    height = title.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
    assert bar is not None
    assert box is not None
    assert round(box["height"] / height) == 1
    assert box["y"] >= bar["y"]
    assert box["y"] + box["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("size", WINDOWS)
def test_the_partner_is_marked_in_a_word_at_every_size(live_table: OpenLive, size: str) -> None:
    page = live_table(running(FOUR, people([person(name, side % 2) for side, name in enumerate("ABCD")], 0)), size).page
    for seat in (1, 2, 3):
        name = page.locator(f'.seat-name[data-seat="{seat}"]')
        word = name.locator(".mate").bounding_box() or {"width": 0}
        assert (20 < word["width"] < 100) is (seat == 2)
    mate = page.locator(".mate:not(:empty)")
    expect(mate).to_have_text("partner")
    assert mate.evaluate("(one) => getComputedStyle(one).color") != "rgba(0, 0, 0, 0)"
    expect(page.get_by_role("button", name="C, your partner")).to_be_visible()


def test_a_spectator_takes_a_free_seat(live_table: OpenLive) -> None:
    table = live_table(with_empty_seat())
    page = table.page
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("2 people are watching.")).to_be_visible()
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_role("button", name="Sit here").click()
    page.wait_for_function("localStorage.getItem('spite.name') === 'Cleo'")
    assert (table.last("take")["seat"], table.last("take")["name"]) == (1, "Cleo")


def test_leaving_asks_first(live_table: OpenLive) -> None:
    table = live_table(in_game())
    page = table.page
    page.locator('[data-panel="people"]').click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("heading", name="Leave the game?")).to_have_count(0)
    assert not [message for message in table.sent if message["type"] == "leave"]
    page.get_by_role("button", name="Leave the game").click()
    page.locator("dialog").get_by_role("button", name="Leave the game").last.click()
    expect(page.get_by_role("heading", name="Leave the game?")).to_have_count(0)
    assert table.last("leave")


STATES: dict[str, Callable[[], dict[str, Any]]] = {
    "host": as_host, "guest": as_guest, "full": as_full, "watching": with_empty_seat, "stood in": as_stood_in,
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wider_than_the_window_and_everything_can_be_hit_and_read(live_table: OpenLive, state: str) -> None:
    table = live_table(STATES[state](), color_scheme="dark")
    page = table.page
    if state in ("watching", "stood in"):
        open_chat(table)
        table.send(**said(1, 1, "Ben", "Hello"))
        expect(page.locator(".chat-log p")).to_have_count(1)
    for width, height in WINDOWS.values():
        resize(page, width, height)
        assert (width, page.evaluate(OUT_OF_REACH)) == (width, [])
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        resize(page, *WINDOWS["desktop" if theme == "dark" else "phone"])
        assert (theme, violations_at_rest(page)) == (theme, [])


OUT_OF_REACH = """() => {
  const faults = [];
  const controls = ":is(.lobby, .live-banner, #panel) :is(button, input, select, summary)";
  for (const element of document.querySelectorAll(controls)) {
    if (!element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    if (box.height < 24 || box.width < 24) faults.push(`small: ${element.outerHTML}`);
    const scrolls = element.closest(".chat-phrases, [role=tablist]");
    if (!scrolls && (box.left < 0 || box.right > innerWidth + 0.5)) faults.push(`outside: ${element.outerHTML}`);
  }
  for (const scroller of document.querySelectorAll(".lobby, .panel-body")) {
    if (scroller.scrollWidth > scroller.clientWidth + 1) faults.push(`wide: ${scroller.className}`);
  }
  return faults;
}"""


@pytest.mark.parametrize(
    ("confirmed", "said"),
    [(False, "Confirm with the link in it"), (True, "You get a mail when it has been your turn for 5 minutes")],
)
def test_a_mail_can_be_asked_for_where_the_server_writes_mails(
    live_table: OpenLive, confirmed: bool, said: str
) -> None:
    table = live_table(in_game())
    page = table.page
    state = {"available": True, "on": False, "confirmed": confirmed, "minutes": 5}
    asked: list[tuple[str, Any]] = []

    def answer(route: Route) -> None:
        asked.append((route.request.method, route.request.post_data_json))
        state["on"] = {"PUT": True, "DELETE": False}.get(route.request.method, state["on"])
        route.fulfill(json=state)

    page.route("**/api/tables/t/mail", answer)
    open_chat(table)
    page.get_by_text("A mail when it is your turn").click()
    page.get_by_label("Your mail address").fill("ada@example.org")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(said)).to_be_visible()
    page.get_by_role("button", name="Write no more mails").click()
    expect(page.get_by_label("Your mail address")).to_be_visible()
    assert asked == [("GET", None), ("PUT", {"address": "ada@example.org"}), ("DELETE", None)]


def test_many_words_beside_what_is_taken_back_move_no_card_of_a_phone(live_table: OpenLive) -> None:
    snapshot = in_game() | {"undo": True}
    snapshot["view"] |= {"turn": 0, "moved": True}
    table = live_table(snapshot, "phone")
    page = table.page
    expect(page.get_by_role("button", name="Take the move back")).to_be_visible()
    settle(page)
    centre = page.locator('[data-key="centre:0"]')
    before = centre.bounding_box()
    snapshot["view"]["legal"] = [f"H9h-S{stack}" for stack in range(1, 5)]
    table.send(**snapshot | {"version": 2})
    expect(page.locator("#status .note")).to_contain_text("Nothing fits")
    settle(page)
    assert centre.bounding_box() == before


def away(state: str, acts: list[str], at: int | None = None) -> dict[str, Any]:
    """Return a live table at which Ben is missing, and what the server says of it to Ada."""
    names = {"away": "Ben is away.", "stands_in": "A stand-in plays for Ben."}
    then = {"away": absence.then_of("away_claim"), "stands_in": absence.then_of("stands_in_claim")}
    told = {"state": state, "words": names[state], "then": then[state], "at": at, "acts": acts, "url": None}
    stand_in = "away" if state == "stands_in" else None
    ben = person("Ben", 1, here=False, stand_in=stand_in, away_since=now() - 100_000)
    snapshot = running(PAIR, people([person("Ada", 0), ben], 0, now=told))
    return snapshot | {"view": snapshot["view"] | {"turn": 1, "legal": []}}


def test_the_time_of_somebody_away_is_shown_in_ones_own_turn_too(live_table: OpenLive) -> None:
    told = away("away", [], now() + 95_000)
    table = live_table(told | {"view": told["view"] | {"turn": 0}})
    expect(table.page.locator(".live-banner")).to_have_text(re.compile(r"Ben is away\. If they .+ the win: 1:3\d"))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_waits_for_somebody_away_reads_until_when_and_claims_or_waits_again(
    live_table: OpenLive, size: str
) -> None:
    table = live_table(away("away", [], now() + 95_000), size)
    banner = table.page.locator(".live-banner")
    expect(banner).to_have_text(re.compile(r"Ben is away\. If they .+, and you can claim the win: 1:3\d"))
    if folder := os.environ.get("SPITE_TEST_PICTURES"):
        table.page.screenshot(path=f"{folder}/away-{size}.png")
    table.send(type="people", **away("stands_in", ["more_time", "claim"])["people"])
    expect(banner).to_contain_text("A stand-in plays for Ben.")
    opener = table.page.get_by_role("button", name="What now?")
    opener.click()
    expect(table.page.get_by_role("dialog")).to_contain_text("until they are back, or claim the win.")
    table.page.get_by_role("button", name="Wait for them again").click()
    assert table.last("more_time")["seat"] == 1
    opener.click()
    table.page.get_by_role("button", name="Claim the win").click()
    assert table.last("claim")["seat"] == 1
