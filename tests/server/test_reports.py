"""Reports of names and messages to the operator, and the list of words refused everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.people import forbid, is_forbidden, own_name
from spite_and_malice.server.store.database import open_existing
from spite_and_malice.server.store.operators import Report, read_reports

from .conftest import Page, RunningServer, Visit
from .people import begin, gather
from .test_admin import command, person


def stored(server: RunningServer, closed: bool = False) -> list[Report]:
    database = open_existing(Path(server.store.name))
    try:
        with database.readers.connect() as connection:
            return list(read_reports(connection, closed))
    finally:
        database.close()


async def said(page: Page, text: str) -> int:
    """Send a message and return its number."""
    number: int = (await page.ask("say", text=text))["number"]
    return number


async def test_a_line_is_reported_with_what_was_said(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    ada, ben = company.pages
    number = await said(ben, "You play like a goat.")
    assert (await ada.ask("report", line=number))["type"] == "accepted"
    (report,) = [each for each in stored(server) if each.table_id == company.table_id]
    assert (report.name, report.line) == ("Ben", "You play like a goat.")
    assert report.person == person(company.browsers[1])
    assert report.reporter == person(company.browsers[0])
    # Reporting twice counts once.
    assert (await ada.ask("report", line=number))["type"] == "accepted"
    assert len([each for each in stored(server) if each.table_id == company.table_id]) == 1

    address = f"sqlite:///{server.store.name}"
    listed = command(address, ("reports",)).stdout
    assert "You play like a goat." in listed
    assert "Say so with --yes" in command(address, ("reports", "close", str(report.number))).stderr
    closed = command(address, ("reports", "close", str(report.number), "--note", "spoken to", "--yes"))
    assert closed.exit_code == 0
    assert "You play like a goat." not in command(address, ("reports",)).stdout
    assert "spoken to" in command(address, ("reports", "--all")).stdout
    again = command(address, ("reports", "close", str(report.number), "--yes"))
    assert "no open report of this number" in again.stderr


async def test_closed_reports_go_with_old_games(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    number = await said(company.pages[1], "Baa.")
    await company.pages[0].ask("report", line=number)
    (report,) = [each for each in stored(server) if each.table_id == company.table_id]
    await server.store.operators.prune_reports(now_ms() + 1000)
    assert report in stored(server), "nobody has looked at it"
    command(f"sqlite:///{server.store.name}", ("reports", "close", str(report.number), "--yes"))
    await server.store.operators.prune_reports(now_ms() - 60_000)
    assert report.number in [each.number for each in stored(server, closed=True)]
    await server.store.operators.prune_reports(now_ms() + 1000)
    assert report.number not in [each.number for each in stored(server, closed=True)]


async def test_a_name_is_reported_by_who_sits_or_watches(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    watcher = await visit(server.address).open(company.table_id)
    await watcher.greet()
    assert (await watcher.ask("report", seat=1))["type"] == "accepted"
    (report,) = [each for each in stored(server) if each.table_id == company.table_id]
    assert (report.name, report.line) == ("Ben", None)
    # Nobody at the table is notified.
    assert not any("report" in text for page in company.pages for text in page.texts)


async def test_what_cannot_be_reported_is_refused_with_a_sentence(server: RunningServer, visit: Visit) -> None:
    company = await gather(server, visit, 3)
    ada = company.pages[0]
    own = await said(ada, "Good morning")
    phrase = (await company.pages[1].ask("say", phrase="hello"))["number"]
    for fields, code in (
        ({"seat": 0}, "malformed"),
        ({"line": own}, "malformed"),
        ({"line": phrase}, "no_such_line"),
        ({"line": 5}, "no_such_line"),
        ({"seat": 7}, "no_such_seat"),
        ({}, "no_such_seat"),
    ):
        answer = await ada.ask("report", **fields)
        assert (answer["type"], answer["code"]) == ("refused", code)
    assert [each for each in stored(server) if each.table_id == company.table_id] == []


async def test_reports_have_a_pace(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit)
    answers = [await company.pages[0].ask("report", seat=1) for _ in range(6)]
    assert [answer["type"] for answer in answers] == ["accepted"] * 5 + ["refused"]
    assert answers[-1]["code"] == "slow_down"


@pytest.fixture
def words() -> Iterator[None]:
    forbid(["# a list", "", "goat", "old  fool", "swine*"])
    yield
    forbid([])


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(
    "text", ["goat", "You GOAT!", "gö@t", "g0at", "an old fool", "Old\tFool.", "swineherd", "\uff47oat"]
)
def test_a_word_of_the_list_is_found_however_it_is_written(text: str) -> None:
    assert is_forbidden(text)


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("text", ["goatee", "scapegoat", "old and no fool", "Ada", "", "# a list"])
def test_other_words_pass(text: str) -> None:
    assert not is_forbidden(text)


def test_without_a_list_every_word_passes() -> None:
    assert not is_forbidden("goat")
    assert own_name("Goat") == "Goat"


@pytest.mark.usefixtures("words")
async def test_the_list_holds_for_names_and_chat(server: RunningServer, visit: Visit) -> None:
    assert own_name("Old Fool") == ""
    company = await begin(server, visit)
    answer = await company.pages[0].ask("say", text="You g0at")
    assert (answer["type"], answer["code"]) == ("refused", "word")
    assert (await company.pages[0].ask("say", text="You kid"))["type"] == "said"


def test_the_list_is_a_file_and_one_that_is_not_there_is_said(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("goat\nfool\n", encoding="utf-8")
    assert Configuration.read({"SPITE_WORDS": str(file)}).word_list() == ["goat", "fool"]
    assert Configuration.read({}).word_list() == []
    with pytest.raises(ConfigurationError, match="SPITE_WORDS names a file that cannot be read"):
        Configuration.read({"SPITE_WORDS": str(tmp_path / "none")}).word_list()
