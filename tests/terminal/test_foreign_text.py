"""Text from a server or a file never reaches a terminal unchanged: nothing moves the cursor or reverses a line."""

from __future__ import annotations

import ast
import json
import threading
import unicodedata
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

import spite_and_malice
from spite_and_malice.cli import main
from spite_and_malice.texts import escaped, printable

SOURCES = Path(spite_and_malice.__file__).parent
RECORDS = Path(__file__).parents[1] / "play"
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x85\x08\r\x00\x7f‮gpj⁦⁧​﻿ \U000e0041Ada\nmore"
"""Control characters of both sets, a title, colours, and characters that change the reading order or are invisible."""


def of_terminals(text: str) -> list[str]:
    """Return the characters of a text that a terminal may obey or that are invisible."""
    return [each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") and each != "\n"]


@pytest.fixture
def hostile() -> Iterator[str]:
    """Run a server that puts such a text into each answer, with the status named by the path."""
    seat = {"name": EVIL, "kind": "person", "player": None, "you": False, "online": True}
    table = {"id": "x", "kind": "spite", "name": EVIL, "target": 3, "free": 1, "seats": [seat], "progress": EVIL}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, _slash, path = self.path.removeprefix("/").partition("/")
            found: object = {"error": {"code": EVIL, "message": EVIL}}
            if status == "200":
                answers: dict[str, object] = {
                    "api/me": {"person": EVIL, "account": {"name": EVIL}},
                    "api/me/link": {"url": EVIL, "code": EVIL},
                    "api/tables/open": [table],
                    "api/tables": [table],
                }
                found = answers.get(path.partition("?")[0], found)
            elif status == "409":
                refusal = {"code": "two_accounts", "message": EVIL, "here": EVIL, "there": EVIL, "ticket": "t"}
                found = {"error": refusal}
            body = json.dumps(found).encode()
            self.send_response(int(status))
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return CliRunner()


@pytest.mark.parametrize("status", [200, 403, 404, 409, 500])
@pytest.mark.parametrize(
    "command",
    [
        "link",
        "link CODE",
        "lobby",
        "lobby 1",
        "events",
        "events 1 --join",
        "clubs",
        "clubs 1 --reply yes",
        "games",
        "games 1",
        "statistics",
        "day",
        "play --invite",
        "puzzle",
    ],
)
def test_nothing_of_a_servers_answer_reaches_the_terminal_as_it_is(
    hostile: str, run: CliRunner, command: str, status: int
) -> None:
    found = run.invoke(main, [*command.split(), "--at", f"{hostile}/{status}"], input="n\n")
    assert found.output.strip() or found.exception
    assert of_terminals(found.output) == []


@pytest.mark.parametrize("status", [200, 403, 404, 409, 500])
@pytest.mark.parametrize("command", ["join", "watch"])
def test_nothing_of_a_tables_server_reaches_the_terminal_as_it_is(
    hostile: str, run: CliRunner, command: str, status: int
) -> None:
    found = run.invoke(main, [command, f"{hostile}/{status}/table/x"], input="quit\n")
    assert found.output.strip()
    assert of_terminals(found.output) == []


HOSTILE: dict[str, Callable[[str], str]] = {
    "section": lambda text: text.replace("[seats]", f"[{EVIL.partition(chr(10))[0]}]"),
    "section twice": lambda text: f"{text}\n[{EVIL.partition(chr(10))[0]}]\n",
    "field": lambda text: text.replace("[seats]\n", f"[seats]\n{EVIL}: 3\n"),
    "value": lambda text: text.replace("[seats]\n", f'[seats]\n7: "{EVIL}"\n'),
    "first line": lambda text: EVIL + text,
    "name": lambda text: text.replace('"Ada"', json.dumps(EVIL)).replace('"Grüße „5“"', json.dumps(EVIL)),
}


@pytest.mark.parametrize("how", HOSTILE)
@pytest.mark.parametrize("command", ["verify", "record show", "record convert", "record convert --to json"])
@pytest.mark.parametrize("kind", ["full_record.txt", "patience"])
def test_nothing_of_a_record_reaches_the_terminal_as_it_is(
    run: CliRunner, tmp_path: Path, command: str, how: str, kind: str
) -> None:
    file = next((RECORDS / "patience_records").glob("*.txt")) if kind == "patience" else RECORDS / kind
    text = file.read_text(encoding="utf-8")
    changed = HOSTILE[how](text)
    (tmp_path / "record.txt").write_bytes(changed.encode())
    found = run.invoke(main, [*command.split(), str(tmp_path / "record.txt")])
    assert not isinstance(found.exception, Exception) or isinstance(found.exception, SystemExit), found.exception
    assert of_terminals(found.output) == []


def test_a_record_with_odd_names_is_converted_and_stays_the_same(run: CliRunner, tmp_path: Path) -> None:
    text = (RECORDS / "full_record.txt").read_text(encoding="utf-8")
    odd = text.replace('"Ada"', r'"\u202eAda\u2068\u009b"')
    assert odd != text
    (tmp_path / "record.txt").write_text(odd, encoding="utf-8")
    found = run.invoke(main, ["record", "convert", str(tmp_path / "record.txt")])
    assert found.exit_code == 0, found.output
    assert r"\u202eAda\u2068\u009b" in found.output
    found = run.invoke(main, ["record", "convert", "--to", "json", str(tmp_path / "record.txt")])
    assert json.loads(found.output)["seats"][0]["name"] == "\u202eAda\u2068\x9b"


def test_what_is_escaped_is_seen_and_letters_stay() -> None:
    kind = "Zoë 李 אבי 👩‍🚀 e\u0301 10 % ♠\n\tx"
    assert escaped(kind) == printable(kind) == kind
    assert printable("⁨אבי⁩: 3") == "אבי: 3"
    assert json.loads(f'"{escaped(EVIL, kept="")}"') == EVIL
    for code in range(0x110000):
        character = chr(code)
        if code not in range(0xD800, 0xE000):
            assert of_terminals(printable(character, kept="")) in (
                [],
                [character] if character in "\u200c\u200d" else [],
            )


def test_commands_print_through_one_function() -> None:
    found = []
    for path in (*SOURCES.glob("cli/**/*.py"), *SOURCES.glob("terminal/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write"):
                found.append(path.relative_to(SOURCES).as_posix())
    assert set(found) == {"cli/common.py"}
