"""What hints say of the moves of games that are won, word for word: each kind of sentence where it is true.

``python -m tests.patience.test_said`` writes the sentences of said.txt again where others are meant to be said.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from spite_and_malice.patience import Hint, Move, Position, deal_number, preset_rules
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.hints import Unseen, _up_to_new_card
from spite_and_malice.patience.knowledge import Seen, known_of

FILE: Final = Path(__file__).with_name("said.txt")


class Told(NamedTuple):
    """The moves of a game, and what is said before some of them."""

    name: str
    moves: list[Move]
    said: dict[int, str]


def told() -> list[Told]:
    """Read the games: of each the preset, the deal and the moves, and below them what is said before which move."""
    games: list[Told] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        first, _, rest = line.partition(" ")
        if first.isdigit():
            games[-1].said[int(first)] = rest
        else:
            deal, *moves = rest.split()
            games.append(Told(f"{first} {deal}", list(map(Move.parse, moves)), {}))
    return games


GAMES = told()


def reason_at(position: Position, seen: Seen, line: list[Move]) -> str:
    """Return what is said of the first move of a way to win, to a player who has seen these cards."""
    view, known = position.view(), known_of(position, seen)
    shown = _up_to_new_card(position, tuple(line), Unseen(view, known))
    return reason_for(view, Hint(shown[0], 1.0, shown), known=known)


def said_in(game: Told) -> dict[int, str]:
    """Return what is said before the same moves of a game that is won."""
    preset, deal = game.name.split()
    position = deal_number(preset_rules(preset), int(deal))
    seen = Seen.at(position.view())
    found = {}
    for number, move in enumerate(game.moves):
        if number in game.said:
            found[number] = reason_at(position, seen, game.moves[number:])
        position.play(move)
        seen = seen.and_at(position.view())
    assert position.is_won
    return found


@pytest.mark.parametrize("game", GAMES, ids=[each.name for each in GAMES])
def test_each_move_of_a_way_is_advised_as_ever(game: Told) -> None:
    assert said_in(game) == game.said


def main() -> None:
    """Write the sentences again."""
    lines: list[str] = []
    for game in GAMES:
        lines.append(" ".join([game.name, *map(str, game.moves)]))
        lines += [f"{number} {text}" for number, text in said_in(game).items()]
    FILE.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
