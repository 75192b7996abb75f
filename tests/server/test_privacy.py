"""The data protection page describes the server that shows it, to everybody in their language."""

from __future__ import annotations

from spite_and_malice.server.http.identity import hash_token

from .conftest import RunningServer, Serve, Visit


async def test_it_tells_what_holds_here_and_who_you_are(server: RunningServer, visit: Visit) -> None:
    browser = visit(server.address)
    page = await browser.http.get("/privacy")
    assert page.status_code == 200
    assert "kept until somebody deletes them" in page.text
    assert "Mail addresses" not in page.text
    assert hash_token(browser.token) in page.text
    assert browser.token not in page.text
    assert page.headers["cache-control"] == "no-store"
    assert 'href="/privacy"' in (await browser.http.get("/")).text


async def test_it_is_german_too_and_names_whom_to_ask(serve: Serve, visit: Visit) -> None:
    async with serve(keep_finished_days=30, contact="club@cards.example") as server:
        browser = visit(server.address)
        english = (await browser.http.get("/privacy")).text
        assert "30 days after the last move" in english
        assert "club@cards.example" in english
        german = (await browser.http.get("/privacy", headers={"accept-language": "de"})).text
        assert "Datenschutz" in german
        assert "30 Tage" in german
