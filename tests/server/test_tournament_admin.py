"""An operator's view of tournaments, and the signs of collusion."""

from __future__ import annotations

import json
from dataclasses import replace

from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.play.tournaments import Outcome
from spite_and_malice.server.store import EntrantRow, PairingRow, Store, Tournament, TournamentForm, TournamentRow
from spite_and_malice.server.store.admin.collusion import Kind, findings

ROW = TournamentRow("cup", "host", "Cup", TournamentForm("arena", "standard", minutes=30), b"0" * 32, "running")
LONG = 600_000


def game(
    number: int, outcome: Outcome, note: str = "", took: int = LONG, first: int = 1, second: int = 2
) -> PairingRow:
    return PairingRow(number, 1, first, second, outcome=outcome, note=note, table_id=f"t{number}", ended_at=took)


def found(*games: PairingRow, places: tuple[str, str] = ("x", "y")) -> list[tuple[Kind, tuple[str, str], int]]:
    people = [
        EntrantRow(1, "Ada", person="a" * 64, place=places[0], seed=1),
        EntrantRow(2, "Ben", person="b" * 64, place=places[1], seed=2),
        EntrantRow(3, "Pip", player="beginner", seed=3),
    ]
    return [(each.kind, each.names, each.games) for each in findings([Tournament(ROW, people, games)])]


def test_ordinary_games_are_not_listed() -> None:
    assert found(game(1, "first"), game(2, "second"), game(3, "draw"), game(4, "first", "second left")) == []


def test_two_who_met_from_one_address_are_listed_and_a_computer_player_is_not() -> None:
    assert found(game(1, "second"), places=("x", "x")) == [("same_address", ("Ada", "Ben"), 1)]
    assert found(game(1, "second", second=3), places=("x", "x")) == []


def test_games_that_all_went_to_one_side_are_listed() -> None:
    games = [game(number, "first") for number in range(1, 5)]
    assert found(*games) == [("one_sided", ("Ben", "Ada"), 4)]
    assert found(*games, game(5, "second")) == []


def test_games_left_to_the_same_opponent_and_games_over_in_seconds_are_listed() -> None:
    assert found(game(1, "second", "first left"), game(2, "second", "first left")) == [("left_to", ("Ada", "Ben"), 2)]
    assert found(game(1, "first", took=5_000)) == [("too_fast", ("Ben", "Ada"), 1)]
    # Nothing was played.
    assert found(game(1, "first_forfeit", took=5_000)) == []


async def test_the_commands_list_and_end_tournaments(store: Store, address: str) -> None:
    await store.tournaments.add(replace(ROW, state="gathering"))

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(
            main, ["admin", "tournaments", *arguments], env={"SPITE_DATABASE": address, "LANGUAGE": "en"}
        )
        return done.output

    (listed,) = json.loads(run("list", "--json"))
    assert (listed["id"], listed["state"]) == ("cup", "gathering")
    assert "Cup" in run("list")
    assert "Nothing stands out." in run("suspicions")
    assert "There is no tournament of this name or id." in run("suspicions", "--id", "none")
    assert "is over" in run("end", "cup", "--yes")
    stored = await store.tournaments.get("cup")
    assert stored is not None
    assert stored.row.state == "cancelled"
    assert "It is over already." in run("end", "cup", "--yes")
    assert "Cup" in run()
    assert "Nothing has changed. Delete “Cup”?" in run("delete", "cup")
    assert "“Cup” is deleted." in run("delete", "cup", "--yes")
    assert "There is no tournament of this name or id. `spite admin tournaments list` lists them." in run(
        "delete", "cup", "--yes"
    )
    assert await store.tournaments.get("cup") is None
