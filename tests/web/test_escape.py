"""Escape closes any overlay on a table or a page, and does nothing else."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.web.company import free_seat, gathering, people, person
from tests.web.conftest import WEB, OpenFake, ViewOf
from tests.web.live_tables import PAIR, OpenLive, in_game, live_tables, open_chat  # noqa: F401
from tests.web.patience import WAY, after
from tests.web.test_accounts import Device, device, sign_in_by_code  # noqa: F401
from tests.web.test_company import after_the_opponents_time
from tests.web.test_patience import OpenPatience, patience  # noqa: F401
from tests.web.test_stalemate import before_the_last_pass
from tests.web.visitor import Visit, visits  # noqa: F401

OVER: Final = "dialog[open], .menu:popover-open"


def escapes(page: Page, over: str = OVER) -> None:
    """Check that something is open, and that Escape closes it."""
    expect(page.locator(over)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(over)).to_have_count(0)


def every_module_that_opens_a_dialog() -> set[str]:
    opens = re.compile(r"\.(showModal|show|showPopover)\(\)")
    files = [path for path in WEB.rglob("*.js") if opens.search(path.read_text())]
    return {path.relative_to(WEB).as_posix() for path in files}


COVERED: Final = {
    "pages/accounts/account.js", "pages/lobby/home.js", "pages/accounts/sign-in.js",
    "patience/help.js", "patience/menu.js",
    "kernel/people/head-picker.js", "kernel/settings/own-back.js", "kernel/drawer/drawer.js", "spite/drawer/panel.js",
    "spite/exercises/lesson.js", "kernel/gestures/keys.js", "spite/help/dialogs.js", "spite/help/help.js",
    "spite/live/absent.js", "spite/live/host.js", "spite/live/laid.js", "spite/live/parts.js",
    "spite/live/stalemate.js", "kernel/finish.js", "spite/table.js",
}  # fmt: skip
"""The overlays opened here and in test_correspondence.py; test_finish.py closes the end of a game too."""


def test_what_can_be_opened_is_closed_by_a_test_here() -> None:
    assert every_module_that_opens_a_dialog() == COVERED


def test_dialogs_of_a_table(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    for key in ("?", "c", "t", "m", "r"):
        page.keyboard.press(key)
        escapes(page)
    page.locator('[data-key="side:1:0"]').click(button="right")
    escapes(page)
    page.locator("[data-menu=help]").click()
    escapes(page)
    page.locator("[data-panel=settings]").click()
    picture = FilePayload(name="cat.png", mimeType="image/png", buffer=page.screenshot())
    for payload in (picture, FilePayload(name="cat.png", mimeType="image/png", buffer=b"none")):
        page.locator("input[type=file]").set_input_files(payload)
        page.locator("dialog.crop").wait_for()
        escapes(page, "dialog.crop")
    page.get_by_role("button", name="Report a fault").click()
    escapes(page, "dialog.fault")


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_the_drawer_closes_wherever_the_focus_is(fake_table: OpenFake, view_of: ViewOf, size: tuple[int, int]) -> None:
    page = fake_table(view_of("standard-2/0"), size, settings={"speed": "off"}).page
    for tab in ("turns", "moves", "rules", "settings"):
        page.locator(f".bar [data-panel={tab}]").click()
        escapes(page)
        page.locator(f".bar [data-panel={tab}]").click()
        last = page.locator("#panel :is(button, input, select, a, summary):visible").last
        last.focus()
        escapes(page)


def test_dialogs_among_people(live_table: OpenLive) -> None:
    page = open_chat(live_table(in_game()))
    for name in ("Report the name Ben", "Leave the game"):
        page.get_by_role("button", name=name).click()
        escapes(page, "dialog.live-dialog")
    table = live_table(gathering(PAIR, people([person("Ada", 0), person("Ben", 1), free_seat(2)], 0, "gathering")))
    page = table.page
    page.get_by_role("button", name="Ask to leave: Ben").click()
    escapes(page)
    assert [each for each in table.sent if each["type"] in ("kick", "leave", "report")] == []


@pytest.mark.parametrize("asked", [False, True])
def test_the_question_before_a_stalemate(live_table: OpenLive, asked: bool) -> None:
    table = live_table(before_the_last_pass(int(asked), 0))
    if asked:
        table.send(type="stalemate", ply=0, asks=0, agreed=[0], broken_by=None)
    else:
        table.page.get_by_role("button", name="Pass").click()
    escapes(table.page)
    assert [each for each in table.sent if each["type"] == "move"] == []


def test_the_question_about_who_let_their_time_run_out(live_table: OpenLive) -> None:
    table = live_table(after_the_opponents_time())
    table.page.get_by_role("button", name="What now?").click()
    escapes(table.page)
    assert [each for each in table.sent if each["type"] in ("claim", "more_time")] == []


def test_what_the_host_can_change(visit: Visit) -> None:
    page = visit("/new?preset=round&players=3&friends=true")
    page.locator("[data-start]").click()
    page.get_by_role("button", name="Change").click()
    escapes(page)


def test_dialogs_of_patience(patience: OpenPatience) -> None:  # noqa: F811
    table = patience()
    page = table.page
    page.keyboard.press("d")
    expect(page.locator('[data-tool="undo"]')).to_be_enabled()
    for key in ("?", "m"):
        page.keyboard.press(key)
        escapes(page)
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="Give up").click()
    asked = page.locator("#words", has_text="Really give up?")
    expect(asked).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    for tab in page.locator(".bar [data-panel]").all():
        tab.click()
        escapes(page)


def test_a_menu_that_has_just_closed_opens_again_at_once(patience: OpenPatience) -> None:  # noqa: F811
    page = patience().page
    page.keyboard.press("m")
    expect(page.locator(OVER)).to_have_count(1)
    # Before its toggle event comes.
    opened = page.evaluate("""async () => {
        document.querySelector(".menu:popover-open").hidePopover();
        document.querySelector('[data-tool="more"]').click();
        for (let n = 0; n < 20; n += 1) await null;
        return document.querySelectorAll(".menu:popover-open").length;
    }""")
    assert opened == 1


def test_the_end_of_a_patience(patience: OpenPatience) -> None:  # noqa: F811
    page = patience(after(len(WAY))).page
    expect(page.locator("#finish[open]")).to_be_visible()
    escapes(page)


@pytest.mark.parametrize("path", ["/", "/games", "/settings", "/read"])
def test_who_are_you_on_every_page(visit: Visit, path: str) -> None:
    page = visit(path)
    page.locator(".site-head .me").click()
    escapes(page)


def test_dialogs_of_home_and_the_lessons(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.locator(".place[aria-pressed]").first.wait_for(state="attached")
    visit("/", page=page)
    page.get_by_role("button", name="Play now").click()
    escapes(page)
    visit("/learn", page=page)
    page.locator("#lesson button.step").click()
    escapes(page)


def test_dialogs_of_an_account(device: Device, site: str) -> None:  # noqa: F811
    desk, phone = device(), device()
    for page in (desk, phone):
        page.goto(f"{site}/me")
        page.get_by_role("button", name="Keep your games").click()
        expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    for button in ("[data-sign-out]", "[data-erase]"):
        desk.locator(button).first.click()
        escapes(desk)
    sign_in_by_code(desk, phone, site)
    expect(phone.get_by_role("dialog", name="Two accounts")).to_be_visible()
    escapes(phone)
