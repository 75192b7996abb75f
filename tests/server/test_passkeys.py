"""Passkeys: an account with one press, signing in, and every refused response."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from .authenticator import Authenticator
from .conftest import Browser, RunningServer, Visit
from .test_accounts import error, keep, me, post


def at(browser: Browser, origin: str | None = None) -> Authenticator:
    """Return a browser's authenticator, and make the browser name the asking page."""
    origin = origin or f"http://{browser.address}"
    browser.http.headers["origin"] = f"http://{browser.address}"
    return Authenticator(origin)


async def made(browser: Browser) -> Authenticator:
    """Secure a browser's games with a passkey."""
    authenticator = at(browser)
    await browser.http.get("/api/me")
    asked = await post(browser, "/api/me/passkeys/options", name="Ada")
    await post(browser, "/api/me/passkeys", credential=authenticator.make(asked["options"]))
    return authenticator


async def asked_to_sign_in(browser: Browser) -> dict[str, Any]:
    browser.http.headers["origin"] = f"http://{browser.address}"
    await browser.http.get("/api/me")
    options: dict[str, Any] = (await post(browser, "/api/sign-in/passkey/options"))["options"]
    return options


async def test_one_press_makes_an_account_and_signs_in_elsewhere(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    table = await desk.table()
    before = await me(desk)
    at(desk)
    options = (await post(desk, "/api/me/passkeys/options", name="Ada"))["options"]
    assert options["user"]["name"] == "Ada"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    authenticator = await made(desk)
    found = await me(desk)
    assert found["person"] == before["person"]
    assert [each["site"] for each in found["account"]["passkeys"]] == ["127.0.0.1"]
    options = await asked_to_sign_in(phone)
    assert options.get("allowCredentials", []) == []
    await post(phone, "/api/sign-in/passkey", credential=authenticator.sign(options))
    assert [each["id"] for each in (await phone.http.get("/api/tables")).json()] == [table]
    assert (await me(phone))["account"]["passkeys"][0]["used_at"] is not None


async def test_an_account_takes_a_second_passkey_and_loses_one(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    first, second = await made(desk), at(desk)
    asked = (await post(desk, "/api/me/passkeys/options"))["options"]
    assert [each["id"] for each in asked["excludeCredentials"]] == [first.credential]
    await post(desk, "/api/me/passkeys", credential=second.make(asked))
    numbers = [each["id"] for each in (await me(desk))["account"]["passkeys"]]
    gone = await desk.http.delete(f"/api/me/passkeys/{numbers[0]}")
    # The browser receives this with it, so that it no longer offers this passkey.
    assert gone.json() == {"id": numbers[0], "credential": first.credential, "site": asked["rp"]["id"]}
    assert (await desk.http.delete(f"/api/me/passkeys/{numbers[0]}")).status_code == 404
    assert (await desk.http.delete(f"/api/me/passkeys/{2**40}")).status_code == 404
    signed = first.sign(await asked_to_sign_in(phone))
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=signed)) == "passkey_refused"
    await post(phone, "/api/sign-in/passkey", credential=second.sign(await asked_to_sign_in(phone)))


async def test_a_challenge_is_good_once_and_for_who_asked(server: RunningServer, visit: Visit) -> None:
    desk, phone, other = visit(server.address), visit(server.address), visit(server.address)
    authenticator = await made(desk)
    options, others = await asked_to_sign_in(phone), await asked_to_sign_in(other)
    answer = authenticator.sign(options)
    await post(phone, "/api/sign-in/passkey", credential=answer)
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=answer)) == "too_late"
    stolen = authenticator.sign(others)
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=stolen)) == "too_late"
    # A challenge for one purpose is valid for no other.
    to_make = (await post(phone, "/api/me/passkeys/options"))["options"]
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=authenticator.sign(to_make))) == "too_late"


@pytest.mark.parametrize("origin", ["https://evil.example", "https://127.0.0.1:1", "http://localhost:80"])
async def test_an_answer_to_another_page_is_refused(server: RunningServer, visit: Visit, origin: str) -> None:
    desk, phone = visit(server.address), visit(server.address)
    authenticator = await made(desk)
    options = await asked_to_sign_in(phone)
    authenticator.origin = origin
    signed = authenticator.sign(options)
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=signed)) == "passkey_refused"
    elsewhere = at(phone, origin)
    to_make = (await post(phone, "/api/me/passkeys/options"))["options"]
    assert error(await post(phone, "/api/me/passkeys", 403, credential=elsewhere.make(to_make))) == "passkey_refused"


async def test_behind_a_proxy_that_speaks_https_a_passkey_is_good(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    public = f"https://{server.address}"
    authenticator = Authenticator(public)
    for browser in (desk, phone):
        browser.http.headers.update({"origin": public, "x-forwarded-proto": "https"})
        await browser.http.get("/api/me")
        # Everything from here on uses plain http, which carries no secure cookies.
        browser.http.headers["cookie"] = f"__Host-spite_player_{server.store.instance}={browser.token}"
    options = (await post(desk, "/api/me/passkeys/options"))["options"]
    person = (await post(desk, "/api/me/passkeys", credential=authenticator.make(options)))["person"]
    options = (await post(phone, "/api/sign-in/passkey/options"))["options"]
    assert (await post(phone, "/api/sign-in/passkey", credential=authenticator.sign(options)))["person"] == person
    # A response to one page is not valid for another: the scheme is part of it.
    phone = visit(server.address)
    phone.http.headers["origin"] = f"http://{server.address}"
    await phone.http.get("/api/me")
    options = (await post(phone, "/api/sign-in/passkey/options"))["options"]
    signed = authenticator.sign(options)
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=signed)) == "passkey_refused"


async def test_a_passkey_of_another_site_is_refused(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    authenticator = await made(desk)
    authenticator.site = "localhost"
    signed = authenticator.sign(await asked_to_sign_in(phone))
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=signed)) == "passkey_refused"


async def test_a_signature_that_is_not_the_keys_or_counts_back_is_refused(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    authenticator = await made(desk)
    another = Authenticator(authenticator.origin)
    another._id = authenticator._id
    signed = another.sign(await asked_to_sign_in(phone))
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=signed)) == "passkey_refused"
    await post(phone, "/api/sign-in/passkey", credential=authenticator.sign(await asked_to_sign_in(phone)))
    authenticator.count -= 1
    copied = authenticator.sign(await asked_to_sign_in(phone))
    assert error(await post(phone, "/api/sign-in/passkey", 403, credential=copied)) == "passkey_refused"


def changed(credential: dict[str, Any], **response: Any) -> dict[str, Any]:
    return {**credential, "response": {**credential["response"], **response}}


async def test_nonsense_of_any_kind_is_refused(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    authenticator = await made(desk)
    client = base64.urlsafe_b64encode(json.dumps({"challenge": "AA", "type": "webauthn.get"}).encode()).decode()
    for nonsense in (
        {},
        {"response": 1},
        {"response": {"clientDataJSON": "\0"}},
        {"response": {"clientDataJSON": client}},
    ):
        assert error(await post(phone, "/api/sign-in/passkey/options", 403)) == "no_passkey"
        at(phone)
        answer = await post(phone, "/api/sign-in/passkey", 403, credential=nonsense)
        assert error(answer) in ("passkey_refused", "too_late")
        del phone.http.headers["origin"]
    for part in ("authenticatorData", "signature"):
        good = authenticator.sign(await asked_to_sign_in(phone))
        answer = await post(phone, "/api/sign-in/passkey", 403, credential=changed(good, **{part: "AAAA"}))
        assert error(answer) == "passkey_refused"
    good = authenticator.sign(await asked_to_sign_in(phone))
    answer = await post(phone, "/api/sign-in/passkey", 403, credential={**good, "id": "x\0"})
    assert error(answer) == "passkey_refused"


async def test_a_passkey_belongs_to_one_account(server: RunningServer, visit: Visit) -> None:
    desk, phone = visit(server.address), visit(server.address)
    authenticator = await made(desk)
    at(phone)
    await phone.http.get("/api/me")
    for account in (False, True):
        if account:
            await keep(phone)
        options = (await post(phone, "/api/me/passkeys/options"))["options"]
        answer = await post(phone, "/api/me/passkeys", 409, credential=authenticator.make(options))
        assert error(answer) in ("has_account", "too_many")
    assert (await me(phone))["account"]["passkeys"] == []


@pytest.mark.parametrize(("size", "status"), [(1023, 200), (1024, 403), (1040, 403)])
async def test_an_id_is_as_long_as_the_standard_lets_it_be(
    server: RunningServer, visit: Visit, size: int, status: int
) -> None:
    browser = visit(server.address)
    passkey = at(browser)
    passkey._id = b"i" * size
    await browser.http.get("/api/me")
    options = (await post(browser, "/api/me/passkeys/options", name="Ida"))["options"]
    answer = await browser.http.post("/api/me/passkeys", json={"credential": passkey.make(options)})
    assert answer.status_code == status, answer.text
