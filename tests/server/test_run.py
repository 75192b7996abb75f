"""Where the server listens, whom it answers, and where it keeps the games."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from spite_and_malice.server.run import (
    DATA_VARIABLE,
    FILE_NAME,
    HOSTS_VARIABLE,
    allowed_hosts,
    data_file,
    listen,
    network_address,
    serves_others,
)


def test_a_free_port_is_taken_as_it_is_and_a_busy_one_passed_over() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with closing(listen("127.0.0.1", port)) as second:
            assert port < second.getsockname()[1] < port + 100


def test_it_listens_on_ipv6_too() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        listener = listen("::1", 0)
    except OSError:
        pytest.skip("no IPv6 here")
    with closing(listener):
        assert listener.family == socket.AF_INET6


def test_a_server_for_this_computer_answers_to_its_own_names_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOSTS_VARIABLE, raising=False)
    hosts = allowed_hosts("127.0.0.1", 8000)
    assert {"127.0.0.1:8000", "localhost:8000", "[::1]:8000", "localhost"} <= set(hosts)
    assert "*" not in hosts
    assert allowed_hosts("0.0.0.0", 8000) == ["*"]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_more_names_can_be_given(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv(HOSTS_VARIABLE, "cards.example, table.example:8443")
    hosts = allowed_hosts(host, 8000)
    assert {"cards.example", "cards.example:8000", "table.example:8443"} <= set(hosts)
    assert "*" not in hosts


@pytest.mark.parametrize(
    ("host", "names", "others"),
    [("127.0.0.1", "", False), ("::1", "", False), ("127.0.0.1", "cards.example", True), ("0.0.0.0", "", True)],
)
def test_addresses_are_limited_where_others_can_reach_the_server(
    monkeypatch: pytest.MonkeyPatch, host: str, names: str, others: bool
) -> None:
    monkeypatch.setenv(HOSTS_VARIABLE, names)
    assert serves_others(host) is others


def test_an_address_for_others_is_named_where_others_can_come() -> None:
    assert network_address("127.0.0.1") is None
    assert network_address("192.0.2.7") is None
    found = network_address("0.0.0.0")
    if found is None:
        pytest.skip("no network here")
    assert socket.inet_aton(found)
    with closing(listen(found, 0)) as listener:
        assert listener.getsockname()[0] == found


def test_the_file_of_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    assert data_file(None).name == FILE_NAME
    assert data_file(tmp_path / "mine") == tmp_path / "mine"
    assert data_file(tmp_path) == tmp_path / FILE_NAME
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "theirs"))
    assert data_file(None) == tmp_path / "theirs"
    assert data_file(tmp_path / "mine") == tmp_path / "mine"
