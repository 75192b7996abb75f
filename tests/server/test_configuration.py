"""The settings of a server: their sources, invalid values, and their documentation."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from spite_and_malice.server.configuration import (
    FILE_NAME,
    Configuration,
    ConfigurationError,
    Source,
    settings,
    shown,
    unknown,
)
from tools.settings_table import DOCUMENT, with_table


def test_without_anything_the_defaults_are_in_force() -> None:
    found = Configuration.read({})
    assert (found.host, found.port, found.browser, found.is_port_named) == ("127.0.0.1", 8000, True, False)
    assert found.file.name == FILE_NAME
    assert found.games == found.file
    assert found.mail is None
    assert not found.serves_others
    assert found.limit("tables_a_minute") is None
    assert found.source("SPITE_PORT") == Source("default")


def test_the_command_line_wins_over_the_environment_and_that_over_the_default() -> None:
    variables = {"SPITE_HOST": "0.0.0.0", "SPITE_PORT": "8001", "SPITE_BROWSER": "no", "SPITE_LOG_FORMAT": ""}
    found = Configuration.read(variables, {"port": 0, "host": None})
    assert (found.host, found.port, found.browser, found.log_format) == ("0.0.0.0", 0, False, "text")
    assert found.source("SPITE_PORT") == Source("option", "--port")
    assert found.source("SPITE_HOST") == Source("variable", "SPITE_HOST")
    assert found.is_port_named


def test_secrets_come_from_files_and_from_systemds_credentials_too(tmp_path: Path) -> None:
    (tmp_path / "database").write_text("postgresql://spite:secret@db.example:5433/spite\n")
    (tmp_path / "SPITE_METRICS_TOKEN").write_text("token\n")
    (tmp_path / "SPITE_HOST").write_text("0.0.0.0")
    variables = {"SPITE_DATABASE_FILE": str(tmp_path / "database"), "CREDENTIALS_DIRECTORY": str(tmp_path)}
    found = Configuration.read(variables)
    assert found.games == "postgresql://spite:secret@db.example:5433/spite"
    assert found.metrics_token == "token"
    assert found.source("SPITE_DATABASE").kind == "file"
    assert found.source("SPITE_METRICS_TOKEN").kind == "credential"
    assert found.host == "127.0.0.1", "what is no secret is not looked for in files"


def test_no_secret_is_shown() -> None:
    variables = {
        "SPITE_DATABASE": "postgresql://spite:secret@db.example:5433/spite?password=secret",
        "SPITE_REDIS": "redis://:secret@redis.example/0",
        "SPITE_METRICS_TOKEN": "secret",
        "SPITE_SMTP_PASSWORD": "secret",
    }
    found = Configuration.read(variables)
    said = {variable: shown(found, name, about) for name, variable, about in settings()}
    assert "secret" not in " ".join(said.values())
    assert said["SPITE_DATABASE"] == "postgresql://db.example:5433/spite"
    assert said["SPITE_REDIS"] == "redis://redis.example/0"
    assert said["SPITE_METRICS_TOKEN"] == "…"


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("SPITE_PORT", "http", "from 0 to 65535, not 'http'"),
        ("SPITE_PORT", "70000", "from 0 to 65535"),
        ("SPITE_BROWSER", "perhaps", "yes or no"),
        ("SPITE_LOG_FORMAT", "xml", "text or json"),
        ("SPITE_LOG_LEVEL", "loud", "debug, info, warning or error"),
        ("SPITE_TABLES_A_MINUTE", "-1", "a whole number"),
        ("SPITE_PROXIES", "proxy.example", "divided by commas"),
        ("SPITE_PAGES_OF_ONE", "0", "from 1 to"),
        ("SPITE_DATABASE_FILE", "/nowhere/at/all", "/nowhere/at/all"),
    ],
)
def test_what_a_setting_cannot_be_is_said(variable: str, text: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=variable) as refused:
        Configuration.read({variable: text})
    assert said in str(refused.value)


def test_the_games_are_in_the_file_that_is_named_else_in_the_database(tmp_path: Path) -> None:
    variables = {"SPITE_DATA": str(tmp_path), "SPITE_DATABASE": "postgresql://db.example/spite"}
    assert Configuration.read(variables).games == "postgresql://db.example/spite"
    assert Configuration.read({"SPITE_DATA": str(tmp_path)}).games == tmp_path / FILE_NAME
    assert Configuration.read(variables, {"data": str(tmp_path / "mine")}).games == tmp_path / "mine"


@pytest.mark.parametrize(
    ("host", "names", "others"),
    [("127.0.0.1", " ,", False), ("::1", "", False), ("127.0.0.1", "cards.example", True), ("0.0.0.0", "", True)],
)
def test_addresses_are_limited_where_others_can_reach_the_server(host: str, names: str, others: bool) -> None:
    found = Configuration.read({"SPITE_HOST": host, "SPITE_HOSTS": names})
    assert found.serves_others is others
    assert found.limit("tables_a_minute") == (30 if others else None)


def test_a_limit_that_is_named_holds_everywhere_and_0_is_none() -> None:
    assert Configuration.read({"SPITE_TABLES_A_MINUTE": "5"}).limit("tables_a_minute") == 5
    assert Configuration.read({"SPITE_HOST": "0.0.0.0", "SPITE_TABLES_A_MINUTE": "0"}).limit("tables_a_minute") is None


def test_what_may_be_misspelt_is_found() -> None:
    variables = dict.fromkeys(["SPITE_PROT", "SPITE_PORT", "SPITE_DATABASE_FILE", "SPITE_TEST_REDIS", "PATH"], "x")
    assert unknown(variables) == ["SPITE_PROT"]


def test_the_document_has_every_setting_as_it_is() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document == with_table(document), "run python -m tools.settings_table"


def test_no_test_reads_or_leaves_anything_in_a_home() -> None:
    home = Path.home()
    assert home.name.startswith("spite-home-")
    assert Configuration.read({}).file.is_relative_to(home)
    assert Configuration.read(os.environ).kit_folder is None
    assert not [name for name in os.environ if name.startswith("SPITE_DATA")]
