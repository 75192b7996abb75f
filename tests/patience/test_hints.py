"""Hints from the view alone, and deals that can be won."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import islice, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.patience import (
    PRESETS,
    Game,
    Hint,
    InvalidNotation,
    Move,
    Position,
    Rules,
    View,
    ViewPile,
    deal_number,
    hint,
    new_game,
    sample,
    winnable_deals,
)
from spite_and_malice.patience.advice import reason_for, reason_to_go_back
from spite_and_malice.patience.hints import _home_at_last
from spite_and_malice.patience.knowledge import Known, Seen, known_of, nothing_known
from spite_and_malice.patience.lines import Line
from spite_and_malice.patience.looking import followers
from spite_and_malice.patience.purpose import name_of
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience import Deal, Played
from spite_and_malice.rules.naming import card_name
from tests.examples import examples, some
from tests.patience.strategies import positions


@examples(40)
@given(positions, st.integers(0, 99))
def test_a_sampled_position_looks_the_same_to_the_player(position: Position, seed: int) -> None:
    drawn = sample(position.view(), SeededChance(seed))
    assert json.dumps(drawn.view().to_json()) == json.dumps(position.view().to_json())
    assert Position.from_json(drawn.to_json()) == drawn


def test_sampled_positions_differ() -> None:
    view = deal_number(Rules(), 1).view()
    assert sample(view, SeededChance(1)) != sample(view, SeededChance(2))


def test_a_hint_is_a_legal_move_that_keeps_most_worlds_winnable() -> None:
    game = new_game("klondike-1", deal=17)
    first = hint(game.view(), SeededChance(1), worlds=6)
    assert first.move in game.legal_moves
    assert 0.5 < first.winnable <= 1
    assert hint(game.view(), SeededChance(1), worlds=6) == first


def test_a_hint_that_may_take_no_time_looks_at_one_world() -> None:
    game = new_game("klondike-1", deal=17)
    given = hint(game.view(), SeededChance(1), worlds=1_000_000, seconds=0)
    assert given.move in game.legal_moves
    assert given.winnable in (0, 1)


def test_a_game_that_is_over_has_no_hint() -> None:
    data = deal_number(Rules(), 1).to_json()
    data.update(stock=[], foundations=dict.fromkeys("shdc", 13), result="won")
    data["tableau"] = [{"down": [], "up": []} for _ in range(7)]
    with pytest.raises(ValueError, match="There is no move to advise: the game is over"):
        hint(Position.from_json(data).view(), SeededChance(1))


def test_a_view_that_is_none_of_a_pack_is_refused() -> None:
    data = deal_number(Rules(), 1).view().to_json()
    with pytest.raises(InvalidNotation, match="The view is none of a pack of cards"):
        sample(View.from_json({**data, "stock": 23}), SeededChance(1))


def test_deals_that_can_be_won_come_with_a_way() -> None:
    for number, solution in islice(winnable_deals(Rules(), 11), 3):
        position = deal_number(Rules(), number)
        for move in solution.moves:
            position.play(move)
        assert position.is_won
    assert 12 not in [number for number, _ in islice(winnable_deals(Rules(), 11), 2)]


@examples(40)
@given(positions, st.integers(0, 99))
def test_what_is_known_stays_where_it_lies(position: Position, seed: int) -> None:
    chance, view = random.Random(seed), position.view()
    seen = Seen(chance.randint(0, view.stock), tuple(chance.randint(0, pile.down) for pile in view.tableau), ())
    known = known_of(position, seen)
    assert sum(card is None for cards in (known.stock, *known.tableau) for card in cards) == seen.stock + sum(
        seen.tableau
    )
    assert Known.from_json(known.to_json()) == known
    drawn = sample(position.view(), SeededChance(seed), known)
    assert drawn.view() == position.view()
    assert known_of(drawn, seen) == known


def test_what_is_known_of_another_view_is_refused() -> None:
    game = new_game(deal=17)
    known = nothing_known(game.view())
    game.play("draw")
    with pytest.raises(InvalidNotation):
        sample(game.view(), SeededChance(1), known)
    for wrong in ({}, {"stock": [1], "tableau": [[]] * 7}, {"stock": [], "tableau": [["xx"], *[[]] * 6]}):
        with pytest.raises(InvalidNotation):
            Known.from_json(wrong)


@pytest.mark.parametrize(
    ("deal", "is_won"),
    some(
        [(1, True), (5, True), (2, True), (29, False), (20, True), (71301338412728, True)],
        "src/spite_and_malice/patience/",
        of=3,
    ),
)
def test_a_game_by_hints_is_won_or_said_to_be_lost_and_learns_something_on_every_way(deal: int, is_won: bool) -> None:
    played, chance = Played(Rules(), Deal(deal, "number")), SeededChance(deal)
    ways = 0
    while not played.game.is_over:
        before, known = played.game.view(), played.known
        given = hint(before, chance, 3, known)
        if not given.line:
            assert given.is_lost
            assert given.move is None, "any move would only go round"
            assert "lost" in reason_for(before, given)
            break
        ways += 1
        follow(played, given)
        # A new card is seen: there are 45 of them.
        assert played.game.is_won or unseen(played.known) < unseen(known)
    assert ways <= 46
    assert played.game.is_won == is_won


def follow(played: Played, given: Hint) -> None:
    """Make the moves of a line, each of them for a true reason."""
    played.advised = given
    for move in given.line:
        view, known, advised = played.game.view(), played.known, played.advised
        assert advised is not None
        assert advised.move == move
        assert advised.winnable == given.winnable
        reason = reason_for(view, advised, known=known)
        played.act(str(move), 0)
        if move.is_draw and given.winnable > 0:
            check_draws(view, known, advised, reason)
        elif move.is_draw:
            assert ("lost" if given.is_lost else "no other move came further") in reason
        shows = unseen(played.known) < unseen(known)
        assert not re.search(r"(is|are) turned up", reason) or shows or unseen(known) == 0
        assert not reason.startswith("To ") or not shows
    assert played.advised is None


def check_draws(view: View, known: Known, given: Hint, reason: str) -> None:
    """Confirm the words about a draw: how far away the card is, and that it is the one named."""
    draws = list(takewhile(lambda move: move.is_draw, given.line))
    if draws == list(given.line):
        names_cards = re.search(r"would (fit at once|help|free no card)|stays open for", reason)
        assert names_cards or "of the stock led on" in reason or "new card is" in reason
        assert names_cards or str(len(draws) if len(draws) > 1 else view.stock) in reason or view.stock == 1
    elif given.line[len(draws)].source == "W":
        card = known.stock[: len(draws) * view.rules.draw][-1]
        assert card is not None
        drawn = f"Draw on: {card_name(card)} comes (in {len(draws)} draws|with the next draw), and "
        if not given.is_rest:
            drawn = rf"Draw ({len(draws)} times|once).*: then {card_name(card)} comes"
        assert re.match(drawn, reason)


def unseen(known: Known) -> int:
    return sum(cards.count(None) for cards in (known.stock, *known.tableau))


@pytest.mark.parametrize(("preset", "deal"), [("double-klondike", 4), ("klondike-1", 1), ("klondike-1", 6)])
def test_an_ace_that_lies_free_goes_to_its_foundation_before_all(preset: str, deal: int) -> None:
    game = new_game(preset, deal=deal)
    given = hint(game.view(), SeededChance(1), 3)
    assert given.move is not None
    assert given.move.target == "F"
    assert "goes to its foundation" in reason_for(game.view(), given)


def test_a_free_ace_leaves_a_way_through_a_known_stock_whole() -> None:
    played = Played(Rules(), Deal(61, "number"))
    for text in (*["draw"] * 24, "redeal"):
        played.act(text, 0)
    known = played.known
    given = hint(played.game.view(), SeededChance(61), 3, known)
    assert given.move is not None
    assert given.move.target == "F"
    assert given.line.count(Move("draw")) > 1
    for move in given.line:
        played.act(str(move), 0)
    assert unseen(played.known) < unseen(known)


def test_no_hint_outlasts_the_way_that_it_was_given_for() -> None:
    played = Played(Rules(), Deal(17, "number"))
    draw = Move.parse("draw")
    for left in ("T7-T2", "undo"):
        played.act("draw", 0)
        played.advised = Hint(draw, 0.5, (draw, draw, draw))
        played.act("hint", 0)
        played.act("draw", 0)
        assert played.advised == Hint(draw, 0.5, (draw, draw))
        played.act(left, 0)
        assert played.advised is None


def test_a_way_by_a_place_where_the_player_was_begins_with_moves_taken_back() -> None:
    draw, there, back = map(Move.parse, ("draw", "T5-T4", "T4-T5"))
    played = Played(Rules(), Deal(57, "number"))
    played.act(str(there), 0)
    given = Hint(back, 0.5, (back, draw))
    played.act("draw", 0)
    assert played.way_back(given) == 0
    played.act(str(back), 0)
    again = Hint(there, 0.5, (there, draw))
    assert played.way_back(again) == 1
    # An undone position does not count as visited on this line.
    played.act("undo", 0)
    assert played.way_back(given) == 0


def test_the_stock_goes_round_without_going_back() -> None:
    played = Played(Rules(), Deal(17, "number"))
    for _card in range(24):
        played.act("draw", 0)
    for move in ("redeal", "draw", "draw"):
        played.act(move, 0)
    line = (*[Move.parse("draw")] * 22, Move.parse("redeal"), Move.parse("draw"))
    assert played.way_back(Hint(line[0], 0.5, line)) == 0


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/patience/", of=4))
def test_worlds_of_every_preset_look_the_same_and_keep_what_is_known(preset: str) -> None:
    chance, game = random.Random(preset), Game(deal_number(PRESETS[preset].rules, 5))
    seen = Seen.at(game.view())
    for _move in range(30):
        view, known = game.view(), known_of(game.position, seen)
        assert Known.from_json(known.to_json()) == known
        drawn = sample(view, SeededChance(1), known)
        assert drawn.view() == view
        assert known_of(drawn, seen) == known
        assert sample(view, SeededChance(1)).view() == view, "what has gone is not known"
        if not view.legal:
            break
        game.play(chance.choice(view.legal))
        seen = seen.and_at(game.view())


@pytest.mark.parametrize(
    ("preset", "most"),
    some(
        [("klondike-1", 0.02), ("wasp", 0.02), ("golf", 0.02), ("freecell", 0.05), ("pyramid", 0.02)],
        "src/spite_and_malice/patience/",
        of=2,
    ),
)
def test_a_sentence_is_hardly_heard_a_third_time_in_a_game(preset: str, most: float) -> None:
    played, chance = Played(PRESETS[preset].rules, Deal(1, "number")), SeededChance(1)
    said = Counter[str]()
    again = asked = 0
    while played.game.legal_moves and asked < 100:
        view = played.game.view()
        given = played.advised or hint(view, chance, 2, played.known)
        told = set(re.split(r"(?<=\.) ", reason_for(view, given, known=played.known)))
        assert told
        asked += 1
        again += any(said[each] >= 2 for each in told)
        said.update(told)
        if given.move is None:
            break
        played.advised = given
        played.act(str(given.move), 0)
    assert asked > 10
    assert again <= most * asked


def test_a_lost_game_is_to_be_taken_back_to_where_a_hint_knew_a_way() -> None:
    played = Played(Rules(), Deal(17, "number"))

    def told() -> str:
        game, lost = played.game, Hint(None, 0.0, is_lost=True)
        return reason_for(game.view(), lost, played.is_known_lost, len(game.moves), played.known, played.astray)

    played.act("draw", 0)
    assert told().endswith("this game was lost: take moves back and try another way.")
    # The player leaves the line by a move of their own, which is named however many follow.
    advised, own = (move for move in played.game.legal_moves if move.source.startswith("T"))
    played.advised = Hint(advised, 0.5, (advised,))
    view = played.game.view()
    end = f"to before {name_of(view, own)}, where there was a way. There the hint is {name_of(view, advised)}."
    played.act(str(own), 0)
    assert told().endswith(f"take 1 move back, {end}")
    for steps in (2, 3):
        played.act("draw", 0)
        assert told().endswith(f"take {steps} moves back, {end}")
    played.act(f"undo:{steps}", 0)
    assert played.astray is not None
    assert not played.astray.had_way, "from here there is a way"
    played.act("undo", 0)
    assert played.astray is None


def cards_at(view: View, place: str) -> tuple[str, ...]:
    """Return the visible cards of a pile or cell."""
    if place.startswith("C"):
        return (view.cells[int(place[1:]) - 1] or "",)
    return view.tableau[int(place[1:]) - 1].up if place.startswith("T") else view.waste


@pytest.mark.nightly("src/spite_and_malice/patience/")
@pytest.mark.parametrize("preset", ["whitehead", "forty-thieves", "josephine", "stronghold", "spider-1"])
def test_a_sentence_is_hardly_heard_a_third_time_where_moves_are_taken_back(preset: str) -> None:
    played, chance = Played(PRESETS[preset].rules, Deal(1, "number")), SeededChance(1)
    said = Counter[str]()
    again = 0
    for _hint in range(40):
        game, astray = played.game, played.astray
        given = played.advised or hint(game.view(), chance, 2, played.known)
        played.advised = given
        back = played.way_back(given)
        why = reason_for(game.view(), given, played.is_known_lost, len(game.moves), played.known, astray)
        told = set(re.split(r"(?<=\.) ", reason_to_go_back(back) if back else why))
        again += any(said[each] >= 2 for each in told)
        said.update(told)
        if given.move is None or given.is_lost or back:
            back = back or (astray.steps if astray is not None else 0)
            if not back:
                break
            played.act(f"undo:{back}", 0)
        else:
            played.act(str(given.move), 0)
    assert again <= 0.1 * said.total()


def test_in_a_lost_pyramid_hints_take_off_what_can_go_through_a_stock_that_is_known() -> None:
    game = Game(deal_number(PRESETS["pyramid"].rules, 1))
    seen = Seen.at(game.view())
    while game.view().stock:
        game.play("draw")
        seen = seen.and_at(game.view())
    view, known = game.view(), known_of(game.position, seen)
    given = hint(view, SeededChance(1), 2, known)
    assert given.winnable == 0
    assert sum(move.target == "X" for move in given.line) > 3
    assert "3 more cards can go: 9♠, 4♦ and K♦." in reason_for(view, given)
    draws = [move.is_draw for move in given.line].index(True)
    for move in given.line[:draws]:
        game.play(move)
    later = given.line[draws:]
    away = [bool(move.target) for move in later].index(True)
    assert f"More cards can go after {away} draws." in reason_for(game.view(), Hint(later[0], 0.0, later))
    for move in later:
        game.play(move)


@pytest.mark.parametrize(
    "game", some(["miss-milligan", "congress", "la-belle-lucie"], "src/spite_and_malice/patience/", of=3)
)
def test_where_no_way_is_found_hints_go_on_and_never_round(game: str) -> None:
    played, chance = Played(PRESETS[game].rules, Deal(3, "number")), SeededChance(3)
    seen = set()
    for _hint in range(14):
        view = played.game.view()
        given = hint(view, chance, 1, played.known)
        if given.move is None:
            break
        reason = reason_for(view, given, known=played.known)
        assert "No way" not in reason or given.move.is_redeal
        if found := re.fullmatch(r"(\S+) goes on (\S+)(?:, and (\S+) comes free| and leaves its pile empty)\.", reason):
            source, target = (view.tableau[int(place[1:]) - 1].up for place in (given.move.source, given.move.target))
            below = source[: -given.move.cards][-1:]
            names = [card_name(source[-given.move.cards]), card_name(target[-1]), *map(card_name, below)]
            assert [name for name in found.groups() if name] == names
        played.act(str(given.move), 0)
        assert played.game.position.layout.key() not in seen
        seen.add(played.game.position.layout.key())
    assert len(seen) > 8
    assert any(move.target for move in played.game.moves)


@pytest.mark.parametrize(
    ("preset", "ahead", "is_drawn"),
    [("klondike-1", 2, False), ("klondike-1", 3, True), ("westcliff", 6, False), ("westcliff", 7, True)],
)
def test_a_draw_has_to_be_clearly_better_than_what_turns_a_card_up(
    monkeypatch: pytest.MonkeyPatch, preset: str, ahead: int, is_drawn: bool
) -> None:
    games = (Played(PRESETS[preset].rules, Deal(number, "number")) for number in range(1, 99))
    played = next(each for each in games if all(text[0] in "Td" and "F" not in text for text in each.game.view().legal))

    def tried(votes: Counter[Line], *_: object, **_more: object) -> tuple[Counter[Line], dict[Line, float], int]:
        return Counter({line: 20 + ahead * line[0].is_draw for line in votes}), {}, 24

    monkeypatch.setattr("spite_and_malice.patience.hints._tried", tried)
    given = hint(played.game.view(), SeededChance(1), 4, played.known)
    assert given.move is not None
    assert given.move.is_draw == is_drawn


def test_a_card_of_the_peaks_that_goes_alone_says_what_is_left_on_a_hidden_one() -> None:
    views = (Played(PRESETS["tri-peaks"].rules, Deal(number, "number")).game.view() for number in range(1, 199))
    move = Move.parse("T20-W")
    view = next(each for each in views if str(move) in each.legal and not followers(each, move))
    words = reason_for(view, Hint(move, 0.5, (move, Move("draw"))))
    card, other, top = (card_name(cards[-1]) for cards in (view.tableau[19].up, view.tableau[18].up, view.waste))
    assert words.startswith(f"{card} goes on {top}: of the two on a face-down card, only {other} is left.")


@pytest.mark.parametrize(
    ("game", "legal", "home"),
    [
        ("klondike-1", ("T1-F", "T1-T2"), "T1-F"),
        ("klondike-1", ("T1-T2", "T2-F"), None),
        ("klondike-1", ("T1-T2", "T1:2-T2"), None),
        ("carpet", ("T2-F", "T2-T1"), "T2-F"),
        ("golf", ("T1-F", "T1-T2"), None),
        ("calculation", ("T1-F", "T1-T2"), None),
    ],
)
def test_a_card_that_none_ever_goes_on_goes_home_rather_than_elsewhere(
    game: str, legal: tuple[str, ...], home: str | None
) -> None:
    view = Game(deal_number(PRESETS[game].rules, 1)).view()
    piles = (ViewPile(0, ("2h", "As")), ViewPile(0, ("2s",)))
    view = replace(view, tableau=(*piles, *view.tableau[2:]), legal=legal)
    found = _home_at_last(view)
    assert (None if found is None else str(found)) == home
