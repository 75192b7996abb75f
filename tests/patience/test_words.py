"""The rules in words are true: each sentence of a game is checked against its deals and the engine's moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest

from spite_and_malice.patience import PRESETS, Position, Rules, deal_number, describe, describe_by_topic, solve
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.texts import in_language
from tests.examples import some
from tests.patience.strategies import house_rules

HOUSE: Final = 100
GAMES: Final = {
    **{name: preset.rules for name, preset in PRESETS.items()},
    **{f"house-{n}": house_rules(n) for n in range(HOUSE)},
}


def cases(games: Iterable[str]) -> list[Any]:
    """Return all games that are presets and, of those by house rules, a quarter for every run."""
    night = pytest.mark.nightly("src/spite_and_malice/patience/")
    often = {*PRESETS, *(f"house-{n}" for n in range(0, HOUSE, 4))}
    return [game if game in often else pytest.param(game, marks=night) for game in games]


NAMED: Final[dict[str, list[tuple[str, Callable[[Rules], bool]]]]] = {
    "en": [
        (r"\bstock\b", lambda rules: rules.stock_cards > 0),
        (r"\bwaste\b", lambda rules: has_waste(rules)),
        (r"\breserve\b", lambda rules: bool(rules.reserve)),
        (r"\bcells?\b", lambda rules: rules.cells > 0),
        (r"\bfoundations?\b", lambda rules: rules.aim == "build"),
        (r"\bpyramid\b", lambda rules: rules.layout == "pyramid"),
        (r"\bpeaks\b", lambda rules: rules.layout == "peaks"),
        (r"\bempty piles?\b|a pile is empty", lambda rules: rules.layout == "piles"),
        (r"\bthe piles\b", lambda rules: rules.layout == "piles"),
        (r"stock again|in all", lambda rules: rules.passes != 1),
        (r"\bpairs?\b", lambda rules: rules.aim == "pairs"),
        (r"\d runs\b|[Ss]uch a run", lambda rules: rules.aim == "runs"),
    ],
    "de": [
        (r"\bTalons?\b", lambda rules: rules.stock_cards > 0),
        (r"Abwurfstapel", lambda rules: has_waste(rules)),
        (r"Reserve", lambda rules: bool(rules.reserve)),
        (r"\bZellen?\b", lambda rules: rules.cells > 0),
        (r"Grundstapel", lambda rules: rules.aim == "build"),
        (r"Pyramide", lambda rules: rules.layout == "pyramid"),
        (r"Gipfel", lambda rules: rules.layout == "peaks"),
        (r"leere[rn]? Stapel|die Stapel", lambda rules: rules.layout == "piles"),
        (r"wieder zum Talon|insgesamt", lambda rules: rules.passes != 1),
        (r"\bPaare?\b|paarweise", lambda rules: rules.aim == "pairs"),
    ],
}  # fmt: skip
"""Words for things on a table or actions there, and the games that have them."""


BUILT = [name for name, rules in GAMES.items() if rules.layout == "piles" and rules.aim != "clock"]
"""The games in whose piles cards are moved, or whose rules say that none are."""


def has_waste(rules: Rules) -> bool:
    return rules.aim in ("waste", "clock") or (rules.stock_cards > 0 and rules.stock in ("waste", "hand"))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", cases(GAMES))
def test_no_sentence_names_what_a_game_does_not_have(game: str, language: str) -> None:
    rules = GAMES[game]
    with in_language(language):
        said = [text for topic in describe_by_topic(rules) for text in (topic.title, *topic.sentences)]
    for pattern, has in NAMED[language]:
        if not has(rules):
            assert not [text for text in said if re.search(pattern, text)]


@dataclass(frozen=True)
class Seen:
    """A position that came up, and the moves allowed in it."""

    data: dict[str, Any]
    legal: tuple[str, ...]

    @property
    def piles(self) -> list[list[str]]:
        return [[*pile["down"], *pile["up"]] for pile in self.data["tableau"]]

    @property
    def gaps(self) -> set[str]:
        return {f"T{n}" for n, pile in enumerate(self.piles, 1) if not pile}

    def top(self, source: str) -> str:
        """The card that moves from a place: its top card, or one under others."""
        source, _at, depth = source.partition("@")
        if source == "W":
            return str(self.data["waste"][-1])
        if source[0] == "C":
            return str(self.data["cells"][int(source[1:]) - 1])
        piles = self.data["tableau" if source[0] == "T" else "reserve"]
        return str(piles[int(source[1:]) - 1]["up"][-int(depth or 1)])

    @property
    def loose(self) -> dict[str, str]:
        """The cards that may come from outside the tableau's piles, by place."""
        found = {f"C{n}": card for n, card in enumerate(self.data.get("cells", []), 1) if card}
        found |= {f"R{n}": pile["up"][-1] for n, pile in enumerate(self.data.get("reserve", []), 1) if pile["up"]}
        if self.data["waste"] and Rules.from_json(self.data["rules"]).aim != "waste":
            found["W"] = self.data["waste"][-1]
        return found

    def moved(self) -> Iterator[tuple[str, list[str], str]]:
        """Moves to a pile: the source, the cards, the target."""
        for move in self.legal:
            if found := re.fullmatch(r"([TCRW]\d*)(?::(\d+))?-(T\d+)", move):
                source, count, target = found[1], int(found[2] or 1), found[3]
                cards = self.piles[int(source[1:]) - 1][-count:] if source[0] == "T" else [self.top(source)]
                yield source, cards, target


@cache
def seen(rules: Rules) -> tuple[Seen, ...]:
    """The positions of some games played at random, those on the way to a win among them."""
    found = []
    for number in range(2):
        position, chance = deal_number(rules, number), Random(number)
        for _move in range(60):
            legal = tuple(map(str, position.legal_moves))
            found.append(Seen(position.to_json(), legal))
            if not legal:
                break
            gaining = [move for move in legal if move[0] in "TCR" and re.search(r"-(F|X|W)|^T(\d+)-T", move)]
            position.play(chance.choice(gaining if gaining and chance.random() < 0.7 else legal))
    return tuple(found)


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def rank_named(word: str) -> int:
    return 10 if word == "10" else RANKS.index(word) + 1


def base_of(one: Seen, rules: Rules) -> int:
    return int(rules.base) if isinstance(rules.base, int) else int(one.data["base"])


def highest(one: Seen, rules: Rules) -> int:
    return (base_of(one, rules) + 11) % 13 + 1 if rules.aim == "build" else 13


# --- building ----------------------------------------------------------------------------------------------------


def goes_by_rank(said: str, base: int, card: int, upon: int) -> bool:
    """The sentences' claim about a card on another one, by rank alone."""
    is_both = "go up or down in rank" in said
    if card == upon - 1 or (is_both and card == upon + 1):
        is_so = True
    elif card == 13 and upon == 1:
        is_so = "A king goes on an ace too" in said or "Kings and aces are neighbours too" in said
    else:
        is_so = is_both and card == 1 and upon == 13 and "Kings and aces are neighbours too" in said
    lowest = base if "the rank that the foundations begin with" in said else None
    if named := re.search(r"nothing goes on a card of the rank (\w+)\.", said):
        lowest = rank_named(named[1])
    if named := re.search(r"but the ranks (\w+) and (\w+) are not\.", said):
        lowest = rank_named(named[1])
    if lowest is not None and not is_both:
        return is_so and upon != lowest
    before = None if lowest is None else (lowest + 11) % 13 + 1
    return is_so and {card, upon} != {lowest, before}


def goes_by_suit(said: str, card: str, upon: str) -> bool:
    are_red = [each[1] in "hd" for each in (card, upon)]
    if "red on black and black on red" in said:
        return are_red[0] != are_red[1]
    if "red on red and black on black" in said:
        return are_red[0] == are_red[1]
    return "whatever their suits" in said or card[1] == upon[1]


@pytest.mark.parametrize("game", some(BUILT, "src/spite_and_malice/patience/", of=3))
def test_cards_build_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(next(topic for topic in describe_by_topic(rules) if "iles" in topic.title).sentences)
    for one in seen(rules):
        if not one.legal:
            continue
        loose = [*one.loose.items(), *((f"T{n}", pile[-1]) for n, pile in enumerate(one.piles, 1) if pile)]
        for source, card in loose:
            if source[0] == "T" and "whole pile moves" in said and len(one.piles[int(source[1:]) - 1]) > 1:
                continue
            for n, pile in enumerate(one.piles, 1):
                if not pile or source == f"T{n}":
                    continue
                goes = "Nothing is built" not in said and goes_by_suit(said, card, pile[-1])
                goes = goes and goes_by_rank(
                    said, base_of(one, rules) if rules.aim == "build" else 1, rank(card), rank(pile[-1])
                )
                if "Only the top card of the waste is put on the piles, on whatever card lies there" in said:
                    goes = source == "W"
                assert (f"{source}-T{n}" in one.legal) == goes, (source, card, n, pile)  # fmt: skip


@pytest.mark.parametrize("game", cases(BUILT))
def test_several_cards_move_only_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(describe(rules))
    for one in seen(rules):
        for source, cards, _target in one.moved():
            pile = one.piles[int(source[1:]) - 1] if source[0] == "T" else cards
            if re.search(
                "Only one card is moved at a time|their top cards can be taken|Only the top card of the waste is put",
                said,
            ):
                assert len(cards) == 1
            elif "From pile to pile only a whole pile moves" in said:
                assert len(cards) == len(pile)
            elif "or a whole pile whose cards" in said:
                assert len(cards) in (1, len(pile))
            elif "only if they are of one suit" in said:
                assert len({card[1] for card in cards}) == 1
            else:
                assert "together" in said
                if "together with all that lie on it" not in said:
                    assert all(goes_by_suit(said, card, upon) for upon, card in pairwise(cards))


@pytest.mark.parametrize("game", cases(game for game in BUILT if GAMES[game].piles))
def test_gaps_are_filled_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    sentence = next(text for text in describe(rules) if re.search("empty pile", text) and "one by one" not in text)
    for one in seen(rules):
        filling = [each for each in one.moved() if each[2] in one.gaps]
        if not one.gaps or not one.legal:
            continue
        coming = {source for source, _cards, _target in filling}
        if "stays empty" in sentence or "No card is moved" in sentence:
            assert not filling
        elif "top card of the waste" in sentence:
            assert coming == ({"W"} if one.data["waste"] else set())
        elif found := re.match(r"Only (a king|a card of the highest rank)", sentence):
            high = 13 if found[1] == "a king" else highest(one, rules)
            assert all(rank(cards[0]) == high for _source, cards, _target in filling)
            assert {source for source, card in one.loose.items() if rank(card) == high} <= coming
        else:
            assert set(one.loose) <= coming
            if "whole pile" not in sentence:
                assert {f"T{n}" for n, pile in enumerate(one.piles, 1) if pile} <= coming
        if "with" not in sentence and "several" not in sentence and "whole" not in sentence:
            assert all(len(cards) == 1 for _source, cards, _target in filling)


# --- foundations, pairs, the waste and the stock --------------------------------------------------------------------


@pytest.mark.parametrize("game", cases(GAMES))
def test_cards_leave_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(describe(rules))
    for one in seen(rules):
        for move in one.legal:
            source, _dash, target = move.partition("-")
            if target == "F":
                card = one.top(source)
                counts = one.data["foundations"][card[1]]
                base = 1 if "from the ace up to the king" in said else base_of(one, rules)
                if named := re.search(r"They begin with the rank (\w+);", said):
                    base = rank_named(named[1])
                nexts = {(base - 1 + count) % 13 + 1 for count in (counts if isinstance(counts, list) else [counts])}
                assert rank(card) in nexts
                assert ("the eight foundations" in said) == isinstance(counts, list)
            elif target == "X" and rules.aim == "aces":
                card = one.top(source)
                others = [pile[-1] for pile in one.piles if pile]
                assert rank(card) > 1
                assert any(other[1] == card[1] and rank(other) in (1, *range(rank(card) + 1, 14)) for other in others)
            elif target == "X" and rules.sum == 0:
                assert "in pairs of the same rank" in said
                assert len({rank(one.top(place)) for place in source.split("+")}) == 1
                assert "+" in source
            elif target == "X":
                total = int(re.search(r"add up to (\d+);", said)[1])  # type: ignore[index]
                if source == "W+W":
                    assert "The two top cards of the waste may go together" in said
                    assert sum(map(rank, one.data["waste"][-2:])) == total
                else:
                    cards = [one.top(place) for place in source.split("+")]
                    assert sum(map(rank, cards)) == total
                    assert (
                        len(cards) == 2 or f"the rank {'10' if total == 10 else RANKS[total - 1]} leaves alone" in said
                    )
            elif target == "W":
                apart = abs(rank(one.top(source)) - rank(one.data["waste"][-1]))
                assert apart == 1 or (apart == 12 and "Kings and aces are neighbours too" in said)
                assert "Nothing goes on a king that" not in said or rank(one.data["waste"][-1]) != 13
            elif source[0] == "F":
                assert "may go back" in said


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.layout == "grid"])
def test_a_grid_closes_up_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(describe(rules))
    if rules.aim == "pairs":
        assert "may be closed up, in their order, and the places after them are filled from the stock" in said
    for before, after in pairwise(seen(rules)):
        if not before.legal:
            continue
        lying = [pile[-1] for pile in before.piles if pile]
        if rules.aim == "pairs" and after.data["stock"] != before.data["stock"]:
            assert "deal" in before.legal
            coming = before.data["stock"][: len(before.gaps)]
            assert [pile[-1] for pile in after.piles if pile] == lying + coming
        if rules.aim == "one":
            assert "The line closes up after every move" in said
            assert after.gaps == {f"T{n}" for n in range(len(lying), len(after.piles) + 1)}
    for one in seen(rules):
        for move in one.legal if rules.aim == "rows" else ():
            source, _dash, target = move.partition("-")
            if target and (int(target[1:]) - 1) % rules.piles[0] == 0:
                assert one.top(source)[0] == "2"
            elif target:
                left = one.top(f"T{int(target[1:]) - 1}")
                assert (rank(left) + 1, left[1]) == (rank(one.top(source)), one.top(source)[1])


@pytest.mark.parametrize(
    "game", cases(name for name, rules in GAMES.items() if rules.stock_cards and rules.layout != "grid")
)
def test_the_stock_goes_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(describe(rules))
    count = rules.stock_cards
    assert re.search(rf"The other {count} cards? (is|are) the stock\.", said)
    passes = re.search(r"go through it (\d+) times in all", said)
    for before, after in pairwise(seen(rules)):
        taken = len(before.data["stock"]) - len(after.data["stock"])
        if before.legal and taken > 0 and before.data["rules"] == after.data["rules"] and "draw" in before.legal:
            assert taken == min(3 if re.search("three (cards|at a time)", said) else 1, len(before.data["stock"]))
        if "deal" in before.legal and taken > 0:
            on_reserve = "dealt on the reserve, one card face up on each pile" in said
            most = len(rules.reserve if on_reserve else rules.piles)
            assert on_reserve or "dealt on the piles, one card face up on each" in said
            assert taken == most or (taken < most and (on_reserve or "until it runs out" in said))
    for one in seen(rules):
        if one.data["stock"] and one.legal:
            cards = sum(map(len, one.piles))
            stops = "cannot be dealt while a pile is empty" in said and one.gaps and cards >= len(rules.piles)
            turns = "is turned to the waste whenever the waste is empty" in said
            assert not turns or one.data["waste"]
            assert ("draw" in one.legal or "deal" in one.legal) != (bool(stops) or turns)
        if "redeal" in one.legal:
            assert "the waste becomes the stock again" in said
            assert passes is None or one.data["pass"] < int(passes[1])


# --- the deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", cases(GAMES))
def test_the_deal_is_as_the_sentences_say(game: str) -> None:
    rules = GAMES[game]
    said, data = " ".join(describe(rules)), deal_number(rules, 4).to_json()
    down = sum(len(pile["down"]) for pile in data["tableau"])
    hidden = re.search(r"only the top card of each is face up|only those that nothing lies on|lies? face down", said)
    assert (down > 0) == bool(hidden)
    if "All these cards lie face up" in said:
        assert down == 0
    lying = [len(pile["down"]) + len(pile["up"]) for pile in data["tableau"]]
    # An empty pile was filled from the reserve, and runs may have left, only later.
    if found := re.search(r"(\w+) piles? lie on the table, with (\d+) cards? each", said):
        if rules.aim == "clock":
            assert "but for the top card of the last pile" in said
            lying[-1] += len(data["waste"])
        assert lying == [int(found[2])] * int(found[1])
    elif found := re.search(r"with these numbers of cards: ([\d, and]+)\.", said):
        assert lying == list(map(int, re.findall(r"\d+", found[1])))
    elif found := re.search(r"One pile of (\d+)", said):
        assert lying == [int(found[1])]
    if found := re.search(r"(\d+) cards lie in reserve in (\d+) piles?", said):
        reserve = [[*pile["down"], *pile["up"]] for pile in data["reserve"]]
        assert (sum(map(len, reserve)), len(reserve)) == (int(found[1]), int(found[2]))
        assert not ("All of them lie face up" in said and any(pile["down"] for pile in data["reserve"]))
    if found := re.search(r"(\d+) free cells?, which", said):
        assert len(data["cells"]) == int(found[1])
        dealt = sum(card is not None for card in data["cells"])
        of_them = re.search(r"(\d+) of them begins? with", said)
        all_of_them = "It begins with a card" in said or "All of them begin" in said
        assert dealt == (int(found[1]) if all_of_them else int(of_them[1]) if of_them else 0)


# --- winning -------------------------------------------------------------------------------------------------------


def ends_of(rules: Rules) -> Iterator[list[Position]]:
    """The positions of games that are won."""
    for number in range(40):
        solution = solve(deal_number(rules, number), 1)
        if solution.verdict == "won":
            position = deal_number(rules, number)
            passed = [position.clone()]
            for move in solution.moves:
                position.play(move)
                passed.append(position.clone())
            yield passed
            return


@pytest.mark.parametrize(
    "game",
    some(
        [name for name, rules in GAMES.items() if rules.aim in ("pairs", "waste")],
        "src/spite_and_malice/patience/",
        of=3,
    ),
)
def test_a_game_is_won_when_the_sentences_say_so(game: str) -> None:
    rules = GAMES[game]
    said = " ".join(describe(rules))
    for passed in ends_of(rules):
        for position in passed:
            data = position.to_json()
            left = {
                "tableau": any(pile["up"] or pile["down"] for pile in data["tableau"]),
                "cells": any(data.get("cells", [])),
                "reserve": any(pile["up"] or pile["down"] for pile in data.get("reserve", [])),
                "stock": bool(data["stock"] or (data["waste"] and rules.aim == "pairs")),
            }
            has_to_go = {"tableau"}
            if named := re.search(r"The (cells and the reserve|cells|reserve) ha(s|ve) to be cleared too", said):
                has_to_go |= {name for name in ("cells", "reserve") if name in named[1]}
            if "those of stock and waste too" in said:
                has_to_go = set(left)
            assert position.is_won == (not any(left[name] for name in has_to_go))


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("giza", "The reserve has to be cleared too."),
        ("fourteen", "You win when the piles are clear."),
        ("storehouse", "A king goes on an ace too, but nothing goes on a card of the rank 2."),

        ("spider-1", "You win when 8 runs from the king down to the ace, each of one suit, have left the table."),
    ],
)  # fmt: skip
def test_what_was_said_wrongly_is_said_so(game: str, sentence: str) -> None:
    assert sentence in describe(PRESETS[game].rules)
