"""An evening in real browsers: eight people, rounds of short games; one comes late, one is disconnected, one leaves."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import violations_at_rest
from tests.web.conftest import resize, settle, wait_on
from tests.web.person import READY, by_clicks, choose
from tests.web.visitor import Visit, visits  # noqa: F401
from tests.web.windows import WINDOWS

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hilda")
SIZES = ("desktop", "phone", "tablet", "landscape")


def begin(page: Page, game: str = "quick", **fields: str) -> str:
    """Open the room of an evening by mouse and keys, starting from the page of evenings; return its path."""
    form = page.locator("[data-begin]")
    form.get_by_label("What the evening is called").click()
    page.keyboard.type("Thursday")
    form.locator("[name=game]").select_option(label=game)
    for name, value in fields.items():
        form.locator(f"[name={name}]").click()
        page.keyboard.type(value)
    form.get_by_role("button", name="Open the room").click()
    page.wait_for_url("**/evening/*")
    return urlsplit(page.url).path


def come_in(page: Page, name: str) -> None:
    """Come in under a name."""
    page.locator("[data-enter]").get_by_label("Your name").click()
    page.keyboard.press("Control+a")
    page.keyboard.type(name)
    page.get_by_role("button", name="Come in").click()
    expect(page.locator("[data-guests]")).to_contain_text(name)


def short_rules(page: Page) -> None:
    """Save house rules for short games: two pay-off cards."""
    site = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    rules = page.request.post(f"{site}/api/rules", data={"preset": "quick"}).json()["rules"]
    kept = {"name": "Two cards", "preset": "quick", "rules": rules | {"payoff": 2}}
    answer = page.request.post(f"{site}/api/house-rules", data=kept)
    assert answer.ok, answer.text()


def play_all(pages: list[Page]) -> None:
    """Let the people at tables play, each when it is their turn, until nobody is at a running game."""
    made = 0
    left = list(pages)
    while left:
        for page in list(left):
            if page.locator("#finish[open]").count():
                left.remove(page)
            elif page.locator(READY).count():
                source, target = choose(page, made)
                made += 1
                # Between two of their moves there may be nothing to choose for a moment.
                if source is not None:
                    by_clicks(page, source, target)
                elif (passing := page.get_by_role("button", name="Pass")).count():
                    passing.click()
                settle(page)
        assert made < 1500, "the games do not end"


def test_a_guest_reads_whom_all_wait_for_and_the_host_finds_it_first(visit: Visit) -> None:
    ada = visit("/evenings")
    path = begin(ada, "Quick Game")
    expect(ada.get_by_role("heading", name="Come in")).to_be_visible()
    expect(ada.get_by_role("heading", name="Who is there")).to_be_hidden()
    ben = visit(path, "phone")
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        come_in(page, name)
        page.get_by_role("button", name="I am ready").click()
    expect(ben.locator("[data-words]")).to_have_text("Everybody is ready. Ada has the round drawn.")
    expect(ada.locator("[data-words]")).to_have_text("Everybody is ready.")
    expect(ada.locator("[data-acts] button").first).to_have_text("First round")


def test_a_planned_evening_gathers_answers_and_its_host_has_it_begin(visit: Visit) -> None:
    ada = visit("/evenings")
    site = ada.url.removesuffix("/evenings")
    starts = ada.evaluate("Date.now()") + 5 * 86_400_000
    path = (
        "/evening/"
        + ada.request.post(f"{site}/api/evenings", data={"name": "Friday", "starts_at": starts}).json()["id"]
    )
    ben = visit(path, "phone")
    visit(path, page=ada)
    for page, name, answer in ((ada, "Ada", "I am coming"), (ben, "Ben", "Perhaps")):
        expect(page.locator("[data-headline]")).to_have_text("This evening is planned. Are you coming?")
        expect(page.locator("[data-left]")).to_have_text("5 days")
        expect(page.get_by_role("heading", name="Come in")).to_be_hidden()
        page.get_by_label("What should we call you?").click()
        page.keyboard.type(name)
        page.get_by_role("button", name=answer, exact=True).click()
        expect(page.get_by_role("button", name=answer, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(ben.locator("[data-headline]")).to_have_text("You have said that you may come.")
    expect(ben.locator("[data-coming]")).to_have_text(re.compile(r"Yes 1\s*Ada Host\s*Perhaps 1\s*Ben You"))
    expect(ben.locator("[data-plan-place]")).to_be_hidden()
    ada.get_by_text("For the host").click()
    for page, size in ((ada, "desktop"), (ben, "phone")):
        settle(page)
        assert violations_at_rest(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0]
    day = ada.locator("[data-starts]").input_value()
    ada.locator("[data-starts]").fill(day[:-5] + "20:15")
    ada.get_by_role("button", name="Change the time").click()
    expect(ben.locator("[data-when]")).to_contain_text("8:15")
    expect(ben.locator("[data-headline]")).to_have_text("The time was changed after you answered. Are you coming?")
    expect(ben.locator("[data-coming]")).to_contain_text(re.compile(r"Ben\s*answered for .*\d"))
    for name in ("I am coming", "Perhaps", "I am not coming"):
        expect(ben.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "false")
    expect(ada.locator("[data-headline]")).to_have_text("You have said that you are coming.")
    ben.get_by_role("button", name="Take my answer back").click()
    expect(ben.locator("[data-headline]")).to_have_text("This evening is planned. Are you coming?")
    ada.get_by_role("button", name="Begin now").click()
    question = ada.get_by_role("dialog")
    expect(question).to_have_css("border-top-left-radius", "16px")
    assert question.locator(".actions").evaluate("row => getComputedStyle(row).columnGap") != "normal"
    question.get_by_role("button", name="Begin now").click()
    expect(ben.get_by_role("heading", name="Come in")).to_be_visible()
    expect(ben.locator("[data-enter]")).to_contain_text("The evening has begun.")
    come_in(ben, "Ben")
    expect(ben.locator("[data-words]")).to_have_text(
        "1 more for a table: send them the link. Coming, and not here yet: Ada."
    )


def test_nobody_is_sent_the_link_of_an_evening_that_is_called_off(visit: Visit) -> None:
    ada = visit("/evenings")
    site, starts = ada.url.removesuffix("/evenings"), ada.evaluate("Date.now()") + 5 * 86_400_000
    made = ada.request.post(f"{site}/api/evenings", data={"name": "Friday", "starts_at": starts}).json()
    visit(f"/evening/{made['id']}", page=ada)
    link = ada.get_by_label("For everybody who comes")
    expect(link).to_be_visible()
    assert ada.request.post(f"{site}/api/evenings/{made['id']}/end", data={}).ok
    expect(ada.locator("[data-headline]")).to_have_text("This evening was cancelled.", timeout=15_000)
    expect(ada.locator("[data-words]")).to_have_text("You called it off.")
    expect(ada.locator("[data-when]")).to_be_visible()
    expect(link).to_be_hidden()


@pytest.mark.nightly("src/spite_and_malice/web/spite/live/club.js", "src/spite_and_malice/server/features/clubs/")
def test_who_leads_the_season_of_the_club_stands_at_the_end_of_a_game(visit: Visit) -> None:
    ada, ben = visit("/evenings"), visit("/evenings", "phone")
    site = ada.url.removesuffix("/evenings")
    short_rules(ada)
    (kept,) = ada.request.get(f"{site}/api/house-rules").json()
    founded = {"club": "The Aces", "name": "Ada", "rules": {"house": kept["id"]}}
    club = ada.request.post(f"{site}/api/clubs", data=founded).json()["id"]
    ben.request.put(f"{site}/api/clubs/{club}/me", data={"name": "Ben"})
    evening = ada.request.post(f"{site}/api/evenings", data={"club": club, "name": "Friday"}).json()["id"]
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        own = f"{site}/api/evenings/{evening}/me"
        page.request.put(own, data={"name": name})
        page.request.put(f"{own}/state", data={"state": "ready"})
    table = ada.request.post(f"{site}/api/evenings/{evening}/rounds", data={"round": 0}).json()["table"]
    for page in (ada, ben):
        visit(table, page=page)
    play_all([ada, ben])
    for page, size in ((ada, "desktop"), (ben, "phone")):
        told = page.locator("#finish .of-club")
        expect(told.get_by_role("listitem")).to_have_count(2)
        expect(told).to_contain_text(
            re.compile(r"The Aces · Season 1.*1\. (Ada|Ben) 1 game won.*2\. (Ada|Ben) 0 games won")
        )
        settle(page)
        assert violations_at_rest(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= WINDOWS[size][0]
    ben.get_by_role("link", name="The Aces").click()
    ben.wait_for_url(f"**/club/{club}")
    expect(ben.get_by_role("heading", name="The Aces")).to_be_visible()


@pytest.mark.nightly("src/spite_and_malice/server/features/evenings/", "src/spite_and_malice/web/pages/evening")
def test_eight_play_an_evening_of_rounds(visit: Visit) -> None:
    host = visit("/evenings")
    short_rules(host)
    path = begin(visit("/evenings", page=host), "Two cards")
    pages = [host, *(visit(path, SIZES[number % 4]) for number in range(1, 7))]
    for page, name in zip(pages, NAMES, strict=False):
        come_in(page, name)
    expect(host.locator("[data-guests] > li")).to_have_count(7)
    played: list[int] = []
    for number in (1, 2, 3):
        if number == 2:
            # One comes late, one goes home, and one is disconnected.
            pages.append(visit(path, "phone"))
            come_in(pages[-1], NAMES[7])
            gone = pages.pop(2)
            gone.get_by_role("button", name="Go home").click()
            expect(gone.get_by_role("button", name="Come in")).to_be_visible()
            pages[3].context.set_offline(True)
        here = [page for page in pages if not (number == 2 and page is pages[3])]
        expect(host.get_by_role("button", name=re.compile("^(First|Next) round$"))).to_be_visible()
        for page in here[1:]:
            page.get_by_role("button", name="I am ready").click()
        host.get_by_role("button", name=re.compile("^(First|Next) round$")).click()
        if number == 2:
            expect(host.locator("[data-words]")).to_contain_text("Not ready yet: Eve.")
            host.get_by_role("button", name="Start without the others").click()
        playing: list[Page] = []
        wanted = len(here) // 2 * 2

        def at_tables(playing: list[Page] = playing, here: list[Page] = here, wanted: int = wanted) -> bool:
            playing[:] = [page for page in here if "/table/" in page.url]
            return len(playing) == wanted

        wait_on(host, at_tables)
        for page in playing:
            page.locator("#cards .card").first.wait_for(state="attached")
        play_all(playing)
        for page in playing:
            page.locator("#finish").get_by_role("link", name="Back to the evening").click()
            page.wait_for_url("**/evening/*")
        played.append(len(playing))
        expect(host.locator("[data-tables]")).not_to_contain_text("playing")
        if number == 2:
            pages[3].context.set_offline(False)
            expect(pages[3].locator("#round")).to_have_text("Round 2")
    assert played == [6, 6, 6]
    rows = host.locator("[data-sheet] tbody tr")
    expect(rows).to_have_count(8)
    won = sum(int(row.locator("td").nth(1).inner_text().split()[-1]) for row in rows.all())
    assert won == 9
    host.get_by_text("How the evening is set").click()
    host.get_by_role("button", name="End the evening").click()
    host.get_by_role("button", name="Really end it?").click()
    expect(host.get_by_role("heading", name="This evening is over.")).to_be_visible()
    visit("/evenings", page=host)
    expect(host.get_by_role("heading", name="Evenings that were")).to_be_visible()


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/evenings/",
    "src/spite_and_malice/web/pages/evening",
    "src/spite_and_malice/web/pages/television/",
)
def test_a_room_by_keyboard_at_every_size(visit: Visit) -> None:
    ada = visit("/evenings")
    assert violations_at_rest(ada) == []
    path = begin(ada, "Quick Game", call="https://call.example/room")
    ben = visit(path, "phone")
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        come_in(page, name)
    call = ada.get_by_role("link", name="Join the call")
    assert (call.get_attribute("href"), call.get_attribute("rel")) == (
        "https://call.example/room",
        "noopener noreferrer",
    )
    for size in WINDOWS.values():
        resize(ada, *size)
        assert ada.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations_at_rest(ada) == []
    ben.get_by_role("button", name="I am ready").focus()
    ben.keyboard.press("Enter")
    not_yet = ben.get_by_role("button", name="Not yet")
    expect(not_yet).to_be_focused()
    ada.get_by_role("button", name="First round").focus()
    ada.keyboard.press("Enter")
    for page in (ada, ben):
        page.wait_for_url("**/table/*")
        page.locator("#cards .card").first.wait_for(state="attached")
    home = ada.get_by_role("link", name="Back to the evening")
    home.click()
    expect(ada.get_by_role("heading", name="Your table is waiting.")).to_be_visible()
    assert violations_at_rest(ada) == []


@pytest.mark.nightly(
    "src/spite_and_malice/server/features/evenings/",
    "src/spite_and_malice/web/pages/evening",
    "src/spite_and_malice/web/pages/television/",
)
def test_a_television_follows_the_evening(visit: Visit) -> None:
    ada = visit("/evenings")
    path = begin(ada, "Quick Game")
    ben = visit(path)
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        come_in(page, name)
    screen = visit(path.replace("/evening/", "/tv/"))
    expect(screen.get_by_text("Before the first round.")).to_be_visible()
    assert violations_at_rest(screen) == []
    ben.get_by_role("button", name="I am ready").click()
    ada.get_by_role("button", name="First round").click()
    screen.locator("#cards .card").first.wait_for(state="attached")
    expect(screen.locator(".tv-evening")).to_have_text("Thursday · Round 1")
    expect(screen.get_by_role("navigation")).to_have_count(0)
    for _ in range(3):
        screen.keyboard.press("Tab")
        assert screen.evaluate("document.activeElement === document.body")
    assert violations_at_rest(screen) == []


def test_a_club_is_founded_and_joined(visit: Visit) -> None:
    ada = visit("/evenings", "phone")
    form = ada.locator("[data-found]")
    form.get_by_label("What the club is called").click()
    ada.keyboard.type("The Aces")
    form.get_by_label("Your name in it").click()
    ada.keyboard.type("Ada")
    form.get_by_role("button", name="Found a club").click()
    ada.wait_for_url("**/club/*")
    link = urlsplit(ada.locator("[data-link]").first.input_value())
    ben = visit(f"{link.path}?{link.query}")
    ben.get_by_label("Your name in it").click()
    ben.keyboard.type("Ben")
    assert violations_at_rest(ben) == []
    ben.get_by_role("button", name="Join the club").click()
    expect(ben.get_by_role("heading", name="Season 1")).to_be_visible()
    ada.reload()
    ada.get_by_text("Keeping the club").click()
    for size in WINDOWS.values():
        resize(ada, *size)
        assert ada.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations_at_rest(ada) == []
    ada.get_by_label("More about Ben").click()
    hand = ada.get_by_role("button", name="Hand the club on: Ben")
    hand.click()
    ada.get_by_role("button", name="Really hand it on?").click()
    expect(ada.get_by_text("Keeping the club")).to_have_count(0)
