"""Web Push: the examples of RFC 8291 and RFC 8292, and the addresses that a server sends to."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature

from spite_and_malice.server.features.notices import delivery
from spite_and_malice.server.features.notices.delivery import (
    Deliveries,
    Forbidden,
    NotPublic,
    Receiver,
    addresses_of,
    is_public,
    service_of,
)
from spite_and_malice.server.features.notices.encryption import (
    MOST_BYTES,
    authorization,
    decode,
    encode,
    encrypt,
    is_receiver,
    new_key,
    public_key,
)
from tests.push_service import PushedDevice, pushing, require_signed

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)

# RFC 8292, section 2.4.
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9"
    ".eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
    ".i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
SIGNER = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


def test_a_message_is_encrypted_as_in_rfc_8291() -> None:
    assert public_key(SENDER) == SENDER_PUBLIC
    assert encode(encrypt(TEXT, RECEIVER_PUBLIC, SECRET, salt=decode(SALT), sender=SENDER)) == BODY


def test_each_message_has_its_own_key_and_salt() -> None:
    one, other = (encrypt(TEXT, RECEIVER_PUBLIC, SECRET) for _ in range(2))
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]
    assert len(one) == len(other) == len(decode(BODY))
    with pytest.raises(ValueError, match="bytes at the most"):
        encrypt(b"x" * (MOST_BYTES + 1), RECEIVER_PUBLIC, SECRET)
    assert len(encrypt(b"x" * MOST_BYTES, RECEIVER_PUBLIC, SECRET)) <= 4096


def test_the_sender_signs_as_in_rfc_8292() -> None:
    require_signed(TOKEN, SIGNER)
    key = new_key()
    header = authorization(key, "https://push.example.net", "mailto:push@example.com", 1_453_480_568)
    found = re.fullmatch(r"vapid t=([\w.-]+), k=([\w-]+)", header)
    assert found is not None
    token, public = found.groups()
    assert public == public_key(key)
    # Header and claims are exactly those of the example.
    assert token.rpartition(".")[0] == TOKEN.rpartition(".")[0]
    require_signed(token, public)
    with pytest.raises(InvalidSignature):
        require_signed(token, SIGNER)
    claims = json.loads(decode(authorization(key, "https://push.example.net", None, 0).split(".")[1]))
    assert claims == {"aud": "https://push.example.net", "exp": 43_200}


@pytest.mark.parametrize(
    ("public", "secret"),
    [
        ("", SECRET),
        (RECEIVER_PUBLIC, ""),
        (RECEIVER_PUBLIC, SECRET[:-2]),
        (RECEIVER_PUBLIC[:-4], SECRET),
        (RECEIVER_PUBLIC[:-4] + "AAAA", SECRET),
        ("B" + "A" * 86, SECRET),
        ("é", SECRET),
    ],
)
def test_keys_that_are_none_are_refused(public: str, secret: str) -> None:
    assert is_receiver(RECEIVER_PUBLIC, SECRET)
    assert not is_receiver(public, secret)
    with pytest.raises(ValueError, match="keys of a browser"):
        encrypt(TEXT, public, secret)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/a",
        "ftp://push.example.net/a",
        "https://push.example.net:8443/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://127.1/a",
        "https://localhost/a",
        "https://database/a",
        "https://somebody@push.example.net/a",
        "https://push.example.net/a#b",
        "https://push.example.net/a b",
        "https://push.example.net/a\r\nX-More: 1",
        "https://push.example.net:99999/a",
        "https://pűsh.example.net/a",
        "https://" + "a" * 1000 + ".example.net/",
        "https:///a",
        "",
    ],
)
def test_nothing_goes_to_what_is_no_push_service(endpoint: str) -> None:
    with pytest.raises(Forbidden):
        service_of(endpoint, private=False)


def test_a_push_service_is_reached_by_https_under_its_name() -> None:
    service = service_of("https://push.example.net/wp/abc?d=1", private=False)
    assert (service.secure, service.host, service.port) == (True, "push.example.net", 443)
    assert (service.origin, service.path) == ("https://push.example.net", "/wp/abc?d=1")
    of_tests = service_of("http://127.0.0.1:8081/a", private=True)
    assert (of_tests.secure, of_tests.port, of_tests.origin) == (False, 8081, "http://127.0.0.1:8081")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("142.250.74.42", True),
        ("2a00:1450:4001:82b::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::8efa:4a2a", True),
        ("2002:a00:1::", False),
        ("nothing", False),
    ],
)
def test_only_addresses_of_the_open_internet_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_leads_inside_is_refused_even_where_it_leads_outside_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["142.250.74.42", "10.0.0.5"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: [(2, 1, 6, "", (each, 443)) for each in found])
    service = service_of("https://push.example.net/a", private=False)
    with pytest.raises(NotPublic):
        addresses_of(service, private=False)
    del found[1]
    assert addresses_of(service, private=False) == found


KEY = new_key()


def deliveries(**options: Any) -> Deliveries:
    return Deliveries("mailto:operator@example.org", **{"private": True} | options)


def receiver(device: PushedDevice) -> Receiver:
    return Receiver(device.endpoint, encode(device.public), encode(device.auth), KEY)


async def test_a_message_arrives_and_only_the_browser_reads_it() -> None:
    with pushing() as service:
        device, sender = service.device(), deliveries()
        assert await sender.send(receiver(device), '{"title": "Your turn, Zoë"}'.encode(), "topic") == "sent"
        assert device.messages == [{"title": "Your turn, Zoë"}]
        assert b"turn" not in device.bodies[0]
        sender.close()


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(200, "sent"), (201, "sent"), (302, "failed"), (404, "gone"), (410, "gone"), (429, "failed"), (500, "failed")],
)
async def test_what_a_push_service_answers_is_heeded(status: int, outcome: str) -> None:
    with pushing() as service:
        sender = deliveries()
        assert await sender.send(receiver(service.device(status)), b"{}", "topic") == outcome
        sender.close()


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.5", "fd00::1", "192.0.2.1", "169.254.169.254", None])
async def test_the_answer_says_nothing_of_what_is_inside(monkeypatch: pytest.MonkeyPatch, inner: str | None) -> None:
    """A name in the server's network, an unknown name and a silent one have the same result."""

    def look_up(*_a: Any, **_k: Any) -> Any:
        if inner is None:
            raise socket.gaierror
        return [(2, 1, 6, "", (inner, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    sender = deliveries(private=False)
    with pushing() as service:
        device = service.device()
        inside = Receiver("https://db.inner.example/a", encode(device.public), encode(device.auth), KEY)
        assert await sender.send(inside, b"{}", "topic") == "failed"
    sender.close()


async def test_nobody_waits_for_a_slow_push_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "SECONDS", 0.3)
    with pushing() as service:
        device, sender = service.device(), deliveries()
        device.delay = 5.0
        ticks = 0
        sending = asyncio.create_task(sender.send(receiver(device), b"{}", "topic"))
        while not sending.done():
            await asyncio.sleep(0.01)
            ticks += 1
        # Had it waited for an answer it would have got one.
        assert await sending == "failed"
        assert ticks > 10
        sender.close()


async def test_nothing_is_sent_to_this_computer_unless_that_is_configured() -> None:
    with pushing() as service:
        device, sender = service.device(), deliveries(private=False)
        with pytest.raises(Forbidden):
            sender.require_allowed(device.endpoint)
        assert await sender.send(receiver(device), b"{}", "topic") == "gone"
        assert device.bodies == []
        sender.close()
