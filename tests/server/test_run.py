"""Where the server listens, whom it answers, and where it stores the games."""

from __future__ import annotations

import os
import socket
from contextlib import closing
from gettext import NullTranslations
from ipaddress import ip_network
from pathlib import Path

import pytest

from spite_and_malice import texts
from spite_and_malice.server.configuration import Configuration, ConfigurationError
from spite_and_malice.server.http.templates import read_ahead, templates
from spite_and_malice.server.run import allowed_hosts, check_proxies, listen, network_address, read_again
from spite_and_malice.texts import languages


def test_a_busy_port_is_passed_over_only_where_others_will_do() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with closing(listen("127.0.0.1", port, 100)) as second:
            assert port < second.getsockname()[1] < port + 100
        with pytest.raises(OSError, match="busy"):
            listen("127.0.0.1", port)


def test_it_listens_on_ipv6_too() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        listener = listen("::1", 0)
    except OSError:
        pytest.skip("no IPv6 here")
    with closing(listener):
        assert listener.family == socket.AF_INET6


def test_a_server_for_this_computer_answers_to_its_own_names_alone() -> None:
    hosts = allowed_hosts("127.0.0.1", 8000)
    assert {"127.0.0.1:8000", "localhost:8000", "[::1]:8000", "localhost"} <= set(hosts)
    assert "*" not in hosts
    assert allowed_hosts("0.0.0.0", 8000) == ["*"]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_more_names_can_be_given(host: str) -> None:
    hosts = allowed_hosts(host, 8000, ["cards.example", "table.example:8443"])
    assert {"cards.example", "cards.example:8000", "table.example:8443"} <= set(hosts)
    assert "*" not in hosts


def test_an_address_for_others_is_named_where_others_can_come() -> None:
    assert network_address("127.0.0.1") is None
    assert network_address("192.0.2.7") is None
    found = network_address("0.0.0.0")
    if found is None:
        pytest.skip("no network here")
    assert socket.inet_aton(found)
    with closing(listen(found, 0)) as listener:
        assert listener.getsockname()[0] == found


def test_a_network_of_proxies_in_which_nobody_can_be_is_refused() -> None:
    for proxies in ("127.0.0.1, ::1", "127.0.0.0/8", "198.51.100.7", ""):
        check_proxies(proxies)
    for proxies in ("127.0.0.1, 198.51.100.0/24", "2001:db8::/64"):
        with pytest.raises(ConfigurationError, match="this machine has no address"):
            check_proxies(proxies)
    found = network_address("0.0.0.0")
    if found is not None:
        check_proxies(f"{ip_network(f'{found}/24', strict=False)}")


def test_the_password_for_mails_is_another_one_after_a_reload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    password = tmp_path / "password"
    password.write_text("old", encoding="utf-8")
    for name, value in {
        "SPITE_SMTP_HOST": "mail.example",
        "SPITE_SMTP_FROM": "cards@example.org",
        "SPITE_URL": "https://cards.example",
        "SPITE_SMTP_PASSWORD_FILE": str(password),
    }.items():
        monkeypatch.setenv(name, value)
    found = Configuration.read(os.environ)
    used = found.mail
    assert used is not None
    assert used.password == "old"
    password.write_text("new", encoding="utf-8")
    read_again(found, None, [])
    assert used.password == "new"
    password.unlink()
    read_again(found, None, tokens := ["token"])
    assert (used.password, tokens) == ("new", ["token"])


def test_what_the_first_visitor_needs_is_read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues: list[str] = []

    def translation(code: str) -> NullTranslations:
        catalogues.append(code)
        return NullTranslations()

    monkeypatch.setattr(texts, "_translation", translation)
    environment = templates("/static")
    read_ahead(environment, "home.html.j2")
    assert catalogues == list(languages())
    found: list[str] = []
    monkeypatch.setattr(environment, "compile", lambda _source, name, *_rest: found.append(name))
    for name in ("home.html.j2", "base.html.j2", "_parts.html.j2", "_navigation.html.j2"):
        environment.get_template(name)
    assert found == []
