"""Characters' remarks: true of their turn, never repeated in an evening, at most one in two turns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from spite_and_malice import catalogues
from spite_and_malice.analysis.remarks import (
    CHARACTERS,
    MEMORY,
    MOODS,
    Mood,
    Observer,
    Occasion,
    Speaker,
    line_id,
    lines_of,
)
from spite_and_malice.analysis.remarks.lines import FOLDER
from spite_and_malice.engine import Move, View
from spite_and_malice.play import new_game
from spite_and_malice.play.game import Game
from spite_and_malice.players import roster
from spite_and_malice.rules import card_rank
from tests.examples import some, times

ME, YOU = 0, 1
Step = tuple[View, str, View, list[str], list[str]]
PRESETS = ["standard", "skip-bo", "book", "flinch", "boxed", "four-stacks"]


def played(preset: str, seed: int) -> tuple[Game, list[Step]]:
    """Play a game with quick players; return it with its moves, the public views around each, and the legal moves."""
    game = new_game(preset, 2, seed=seed)
    players = [roster.PLAYERS["club"].make(seed), roster.PLAYERS["greedy"].make(seed + 1)]
    steps: list[Step] = []
    while not game.is_over and len(steps) < 600:
        view = game.view(game.turn)
        move = str(players[game.turn].choose(view, game.log, 1.0))
        before = game.view(None)
        game.play(move)
        after = game.view(None)
        following = list(game.view(game.turn).legal)
        steps.append((before, move, after, list(view.legal), following))
    return game, steps


def left_of(view: View, seat: int) -> int:
    """How many pay-off cards a seat has left."""
    return sum(pile.count for pile in view.payoff(seat))


def heard(steps: list[Step]) -> list[tuple[int, list[Occasion]]]:
    """An observer's remark on it at `ME`, with the number of the step after which it comes."""
    observer = Observer(steps[0][0], ME, YOU)
    found = ((at, observer.observe(Move.parse(move), after)) for at, (_, move, after, _, _) in enumerate(steps))
    return [(at, occasions) for at, occasions in found if occasions]


def needs(view: View, seat: int) -> bool:
    """Say whether a natural pay-off card of the seat can go to a stack, from the numbers alone."""
    heights = [len(stack) for stack in view.centre] + [0] * (view.rules.centre is None)
    tops = [pile.top for pile in view.payoff(seat) if pile.top and pile.top[0] not in view.rules.wilds]
    return any(card_rank(top) == height + 1 for top in tops for height in heights)


@pytest.mark.parametrize(
    "preset", some(PRESETS, "src/spite_and_malice/analysis/", "src/spite_and_malice/players/", of=3)
)
def test_what_is_spoken_of_has_happened(preset: str) -> None:
    seen: Counter[Occasion] = Counter()
    for seed in range(times(25)):
        game, steps = played(preset, seed)
        begin = 0
        full = left_of(steps[0][0], ME)
        ends: dict[int, list[tuple[int, list[str | None]]]] = {ME: [], YOU: []}
        turns: dict[int, tuple[int, int]] = {}
        for at, (before, _, after, _, _) in enumerate(steps):
            if after.is_over or after.turn != before.turn:
                turns[at] = (begin, at)
                begin = at + 1
        waits = sorted(turns)
        for at, occasions in heard(steps):
            seen.update(occasions)
            first, last = turns[at]
            turn = steps[first : last + 1]
            start, end = turn[0][0], turn[-1][2]
            mover = start.turn
            centre = [move for _, move, _, _, _ in turn if "-C" in move]
            payoffs = [move for move in centre if move.startswith("P")]
            while waits and waits[0] <= at:
                end_of_turn = steps[waits.pop(0)]
                seat = end_of_turn[0].turn
                ends[seat].append((left_of(end_of_turn[2], seat), [p.top for p in end_of_turn[2].payoff(seat)]))
            left = {seat: sum(pile.count for pile in end.payoff(seat)) for seat in (ME, YOU)}
            was = sum(pile.count for pile in start.payoff(mover))
            whose = {"my": ME, "your": YOU}
            for occasion in occasions:
                side, _, what = occasion.value.partition("_")
                if side in whose:
                    assert whose[side] == mover, (preset, seed, at, occasion)
                match what:
                    case "payoff":
                        assert len(payoffs) == 1
                    case "two":
                        assert len(payoffs) == 2
                    case "several":
                        assert len(payoffs) >= 2
                    case "last":
                        assert left[mover] <= 3 < was
                    case "nothing":
                        assert len(turn) == 1
                        assert "-S" in turn[0][1]
                    case "run":
                        assert len(centre) >= 6
                    case "first":
                        assert was == full
                        assert payoffs
                    case "one":
                        assert left[mover] == 1 < was
                    case "cleared":
                        emptied = zip(start.side(mover), end.side(mover), strict=True)
                        assert any(before and not after for before, after in emptied)
                    case "stack":
                        heights = [
                            len(before.centre[place])
                            if (place := int(move.split("-C")[1]) - 1) < len(before.centre)
                            else 0
                            for before, move, _, _, _ in turn
                            if "-C" in move
                        ]
                        assert heights.count(end.rules.build_to - 1) == 1
                    case "wait":
                        assert len(ends[mover]) >= 6
                        assert all(one == ends[mover][-1] for one in ends[mover][-6:])
                    case "alike":
                        discard = turn[-1][1]
                        stack = turn[-1][0].side(mover)[int(discard.split("-S")[1] or 1) - 1]
                        assert card_rank(stack[-1]) == card_rank(discard[1:].split("-")[0])
                    case "wild":
                        assert any(re.match(r"H[K*]", move) for move in centre)
                    case "miss":
                        assert any(re.match(r"P\d?-C", move) for move in turn[-1][3])
                    case "block":
                        other = YOU if mover == ME else ME
                        assert needs(start, other)
                        assert not needs(end, other)
                        tops = [pile.top for pile in end.payoff(other)]
                        natural = all(top[0] not in end.rules.wilds for top in tops if top)
                        assert not (natural and any(re.match(r"P\d?-C", move) for move in turn[-1][4]))
                    case "gift":
                        assert not needs(start, ME)
                        assert needs(end, ME)
                        # A card that must be played comes before all others.
                        assert end.rules.forced or any(re.match(r"P\d?-C", move) for move in turn[-1][4])
                match occasion:
                    case Occasion.EVEN:
                        assert left[ME] == left[YOU] != left_of(start, YOU) + left_of(start, ME) - left[ME]
                    case Occasion.LEAD:
                        assert left[YOU] - left[ME] >= 5
                    case Occasion.BEHIND:
                        assert left[ME] - left[YOU] >= 5
                    case Occasion.WON | Occasion.WON_CLOSE:
                        assert game.outcome is not None
                        assert game.outcome.winners == (ME,)
                        assert (left[YOU] <= 3) == (occasion == Occasion.WON_CLOSE)
                    case Occasion.LOST | Occasion.LOST_CLOSE:
                        assert game.outcome is not None
                        assert game.outcome.winners == (YOU,)
                        assert (left[ME] <= 3) == (occasion == Occasion.LOST_CLOSE)
                    case Occasion.DRAWN:
                        assert game.outcome is not None
                        assert not game.outcome.winners
    assert len(seen) >= 12, seen


def test_of_a_turn_in_which_something_was_taken_back_nothing_is_said() -> None:
    _, steps = played("standard", 3)
    plain = heard(steps)
    taken_back = plain[1][0]
    observer, found = Observer(steps[0][0], ME, YOU), []
    for at, (before, move, after, _, _) in enumerate(steps):
        if at == taken_back:
            observer.undo(before)
        if occasions := observer.observe(Move.parse(move), after):
            found.append((at, occasions))
    assert found == [(at, occasions) for at, occasions in plain if at != taken_back]


LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))
LINES = lines_of("en")
LENGTHS = {"en": 90}
"""The most letters of a line, which has to fit beside the piles; other languages need some more."""


def test_german_has_lines_of_its_own_and_every_file_is_of_a_language() -> None:
    assert {"de", "en"} <= set(LANGUAGES) <= {"en", *catalogues.codes()}
    assert lines_of("xx") == LINES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("player", sorted(CHARACTERS))
def test_each_has_something_of_their_own_to_say_at_every_occasion(language: str, player: str) -> None:
    spoken = lines_of(language)
    assert set(spoken) == CHARACTERS
    assert set(spoken[player]) == set(Occasion)
    lines = [line for lines in spoken[player].values() for line in lines]
    assert len(spoken[player]) >= 40
    assert min(map(len, spoken[player].values())) >= 4
    # There is one at the beginning and one at the end of every game.
    every_game = (Occasion.MEET, Occasion.REVENGE, Occasion.AGAIN, Occasion.WON, Occasion.LOST)
    assert min(len(spoken[player][occasion]) for occasion in every_game) > MEMORY
    assert len(lines) == len(set(lines))
    others = {line for other in spoken if other != player for mine in spoken[other].values() for line in mine}
    assert not others & set(lines)
    assert [line for line in lines if len(line) > LENGTHS.get(language, 100)] == []
    # Spaces that no line is broken at are French.
    assert [line for line in lines if re.search(r"^\s|\s$|\s\s|[^\S \u00a0\u202f]|[{}\[\]<>]", line)] == []
    if language != "en":
        assert not {line for mine in LINES[player].values() for line in mine} & set(lines)


def said(speaker: Speaker, player: str, occasions: list[Occasion], heard: set[str] | None = None) -> str:
    """Return the English line of a remark; empty if there is none."""
    return speaker.remark(player, occasions, heard or set()).lines.get("en", "")


def test_two_languages_hear_of_the_same_occasion_in_lines_of_their_own() -> None:
    occasions = [Occasion.WON_CLOSE, Occasion.WON]
    used = {line_id(line) for line in lines_of("de")["club"][Occasion.WON_CLOSE]}
    for heard, occasion in (set[str](), Occasion.WON_CLOSE), (used, Occasion.WON):
        lines = Speaker(Random(3)).remark("club", occasions, heard, ("en", "de")).lines
        assert set(lines) == {"en", "de"}
        assert all(line in lines_of(language)["club"][occasion] for language, line in lines.items())


def test_a_line_is_said_at_most_once_in_two_turns_and_never_twice() -> None:
    spoken: list[tuple[int, str]] = []
    speaker = Speaker(Random(4))
    for turn in range(400):
        line = said(speaker, "casual", [Occasion.MY_PAYOFF, Occasion.MY_NOTHING, Occasion.YOUR_RUN])
        if line:
            spoken.append((turn, line))
    assert len(spoken) == len({line for _, line in spoken}) > 5
    assert min(later - earlier for (earlier, _), (later, _) in pairwise(spoken)) >= 2


def test_no_line_is_said_again_within_five_games_and_each_has_its_beginning_and_end() -> None:
    speaker, games = Speaker(Random(2)), list[set[str]]()
    for _ in range(20):
        speaker.begin()
        lines = [said(speaker, "club", [Occasion.REVENGE])]
        lines += [said(speaker, "club", [Occasion.MY_PAYOFF, Occasion.MY_STACK]) for _ in range(30)]
        lines.append(said(speaker, "club", [Occasion.LOST]))
        assert lines[0]
        assert lines[-1]
        spoken = [line for line in lines if line]
        assert len(spoken) == len(set(spoken))
        assert not any(earlier & set(spoken) for earlier in games[-MEMORY:])
        games.append(set(spoken))


def test_what_was_heard_at_another_table_is_not_said() -> None:
    lines = LINES["master"][Occasion.WON]
    for kept in lines:
        heard = {line_id(line) for line in lines if line != kept}
        assert said(Speaker(Random(0)), "master", [Occasion.WON], heard) == kept
    assert said(Speaker(Random(0)), "master", [Occasion.WON], set(map(line_id, lines))) == ""


def test_every_line_has_a_name_of_its_own() -> None:
    every = [lines_of(language) for language in LANGUAGES]
    lines = {line for spoken in every for of in spoken.values() for some in of.values() for line in some}
    assert len({line_id(line) for line in lines}) == len(lines)


def test_the_end_is_always_spoken_of_and_shown() -> None:
    speaker = Speaker(Random(1))
    for occasion, mood in [(Occasion.LOST, Mood.BEATEN), (Occasion.WON, Mood.PLEASED), (Occasion.DRAWN, Mood.CALM)]:
        remark = speaker.remark("club", [occasion])
        assert remark.lines["en"] in LINES["club"][occasion]
        assert remark.mood == mood == MOODS.get(occasion, Mood.CALM)
