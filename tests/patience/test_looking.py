"""A draw names the cards that would be useful, and no others."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS, Move, Position, ViewPile, deal_number, looking
from spite_and_malice.patience.knowledge import nothing_known
from spite_and_malice.patience.looking import Use, deal_for, draw_for
from spite_and_malice.patience.sampling import sample
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.cards import RANKS, SUITS
from spite_and_malice.rules.naming import card_name
from tests.patience.claimed import card_of, is_gain
from tests.patience.views import pile, view_of


def is_of_use(world: Position) -> bool:
    """Whether a move takes the waste's card somewhere, or joins another one to it; a cell and any empty pile aside."""
    view = world.view()
    for move in map(Move.parse, view.legal):
        joins = "W" in (move.target, move.partner)
        goes = move.source == "W" and move.target not in ("C", "P")
        is_bare = move.target.startswith("T") and not view.tableau[int(move.target[1:]) - 1].up
        if joins or (goes and not (is_bare and view.rules.empty in ("any", "waste"))):
            return True
    return False


@pytest.mark.parametrize("game", ["canfield", "klondike-1", "golf", "pyramid", "forty-thieves", "storehouse", "carpet"])
def test_a_draw_names_the_unseen_cards_that_would_be_of_use(game: str) -> None:
    played, chance = Played(PRESETS[game].rules, Deal(3, "number")), SeededChance(3)
    for _draw in range(4):
        view = played.game.view()
        words = draw_for(view, played.known)
        why = words.partition(" draw: ")[2] or words.partition(": ")[2]
        card = r"(?:10|[A2-9JQK])[♠♥♦♣]"
        plays = re.findall(rf"({card})(?: (?:on|with) ({card}))?", why)
        named = {card_of(drawn) for drawn, _upon in plays}
        useful, others = set[str](), set[str]()
        for _world in range(80):
            world = sample(view, chance, played.known)
            world.play("draw")
            (useful if is_of_use(world) else others).add(world.view().waste[-1])
        if ranked := re.search(r"cards \((all but )?([^)]+)\) would take a card", why):
            ranks = {each.replace("10", "T") for each in re.findall(r"10|[A2-9JQK]", ranked[2])}
            assert not ranks & {each[0] for each in (useful if ranked[1] else others)}
            assert ranked[1] or ranks >= {each[0] for each in useful}
        else:
            assert not others & named
        if " of the " in why:
            count, every = map(int, re.findall(r"\d+", why)[:2])
            assert len(useful) <= count <= every - len(others)
            piles = (played.known.stock, *played.known.tableau, *played.known.reserve)
            assert every == sum(cards.count(None) for cards in piles)
            assert "such as" in why or "would take a card" in why or useful <= named
        elif not words:
            assert not useful
        elif why.startswith("each of the"):
            assert not others
        moves = [move for move in map(Move.parse, view.legal) if move.target and not move.source.startswith("F")]
        assert not words or words.startswith(
            ("No card can go anywhere now, so draw: ", "No cards can go off", "No card goes on ")
        ) == (not moves)
        gaining = [move for move in moves if is_gain(view, move)]
        assert not words.startswith("No other move") or not gaining
        assert "can wait" not in words or not any("W" in (move.source, move.partner) for move in gaining)
        played.act("draw", 0)


def test_an_empty_pile_is_kept_for_a_card_that_goes_home_sooner() -> None:
    played = Played(PRESETS["carpet"].rules, Deal(472745, "number"))
    for move in ("draw", "draw"):
        played.act(move, 0)
    while not any(text.startswith("W-T") for text in played.game.view().legal):
        home = [text for text in played.game.view().legal if text.endswith("-F")]
        played.act(home[0] if home else "draw", 0)
    while home := [text for text in played.game.view().legal if text.endswith("-F")]:
        played.act(home[0], 0)
    view = played.game.view()
    top = card_name(view.waste[-1])
    assert draw_for(view, played.known).startswith(
        f"Keep the empty pile for a card that goes home before {top}, and draw"
    )


def test_where_every_unseen_card_is_of_use_none_is_named() -> None:
    seen = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in ("4s", "4h", "5d")]
    view = Position.from_json(
        {
            "rules": PRESETS["golf"].rules.to_json(),
            "stock": ["4s", "4h"],
            "waste": seen,
            "foundations": dict.fromkeys("shdc", 0),
            "tableau": [{"down": [], "up": ["5d"]}, *({"down": [], "up": []} for _pile in range(6))],
            "pass": 1,
            "result": None,
        }
    ).view()
    assert draw_for(view) == ("No card goes on K♣, so draw: each of the 2 unseen cards would fit at once.")


def test_a_card_that_is_known_is_not_looked_for() -> None:
    played = Played(PRESETS["klondike-1"].rules, Deal(3, "number"))
    while "draw" in played.game.view().legal:
        played.act("draw", 0)
    played.act("redeal", 0)
    assert draw_for(played.game.view(), played.known) == ""


@pytest.mark.parametrize(
    ("cards", "stock", "text", "said"),
    [
        ("5d 9c", "4s 4h 6d", "T1-W", ""),
        ("5d 7c", "4s 4h 6d", "T1-W", "3 unseen cards go on 5♦, on 7♣ only 1."),
        ("5d 7c", "4s", "T1-W", "1 unseen card goes on 5♦, on 7♣ none."),
        ("5d 7c", "4s 4h 6d", "T2-W", ""),
        # The open 6♣ can follow: what is unseen matters less.
        ("5d 7c 6c", "4s 4h 6d", "T1-W", ""),
    ],
)
def test_of_cards_that_none_follows_the_one_is_taken_on_which_more_unseen_cards_go(
    cards: str, stock: str, text: str, said: str
) -> None:
    piles = [[card] for card in cards.split()]
    named = {*cards.split(), *stock.split(), "6s"}
    table = {
        "rules": PRESETS["golf"].rules.to_json(),
        "stock": stock.split(),
        "waste": [*(rank + suit for suit in SUITS for rank in RANKS if rank + suit not in named), "6s"],
        "foundations": dict.fromkeys("shdc", 0),
        "tableau": [{"down": [], "up": up} for up in (*piles, *[[]] * (7 - len(piles)))],
        "pass": 1,
        "result": None,
    }
    assert looking.more_follow(Position.from_json(table).view(), Move.parse(text), None) == said


PILES = (pile("9c", "7h"), pile("8s"), pile("6d"), pile("7s"), pile("9h"))
WORSE = "Draw rather than {}, which went worse in the games looked ahead: {{why}}."
LONG = "Draw, which went better than any other move in the games looked ahead: {why}."


@pytest.mark.parametrize(
    ("preset", "legal", "changes", "said"),
    [
        ("forty-thieves", "draw", {}, "No card can go anywhere now, so draw: {why}."),
        ("forty-thieves", "draw Fs-T1", {}, "No card can go anywhere now, so draw: {why}."),
        ("forty-thieves", "T2-T6", {}, "No other move puts a card in order or brings one home, so draw: {why}."),
        ("klondike-1", "T3-T4", {}, "Draw first, 6♦ on 7♠ can wait: {why}."),
        ("klondike-1", "T3-T4 T1-T2", {}, "Draw first, 6♦ on 7♠ and 7♥ on 8♠ can wait: {why}."),
        ("klondike-1", "T3-T4 T1-T2 T2-T5", {}, "Draw first, the other moves can wait: {why}."),
        ("klondike-1", "W-T4 T3-T4", {}, "Draw first, 6♥ on 7♠ and 6♦ on 7♠ can wait: {why}."),
        ("klondike-3", "W-T4 T3-T4 T1-T2", {}, LONG),
        ("westcliff", "W-T4", {}, WORSE.format("6♥ on 7♠")),
        ("klondike-3", "W-T4", {},
         "Draw and leave 6♥, which would change what comes up in the next pass: {why}."),
        ("klondike-3", "W-T4 T3-T4", {}, WORSE.format("6♥ on 7♠ and 6♦ on 7♠")),
        ("klondike-1", "W-T4", {}, "Draw first, 6♥ on 7♠ can wait: {why}."),
    ],
)  # fmt: skip
def test_a_draw_goes_before_other_moves_or_leaves_them_to_wait(
    preset: str, legal: str, changes: dict[str, Any], said: str
) -> None:
    lead = looking._lead(view_of(preset, *PILES, waste=("2c", "6h"), legal=tuple(legal.split()), **changes))
    assert lead[0] == said
    assert (lead[1] is None) == said.startswith(("No card can", "No other", "Draw and leave"))


@pytest.mark.parametrize(("hearts", "target", "is_home"), [(2, "T2", True), (1, "T2", False), (2, "C", False)])
def test_a_move_that_lays_a_card_bare_for_its_foundation_brings_one_home(
    hearts: int, target: str, is_home: bool
) -> None:
    low = {"s": 0, "h": hearts, "d": 0, "c": 0}
    piles = (pile("3h", "2s"), pile("3s"), pile("8d"))
    view = view_of("congress", *piles, waste=("Th",), legal=("draw", f"T1-{target}"), foundations=low)
    assert (looking._lead(view)[0] == LONG) == is_home


@pytest.mark.parametrize(
    ("preset", "legal", "stock", "said"),
    [
        ("spider-4", "deal", 50, "No card can go anywhere now, so deal: 50 cards are left in the stock."),
        ("spider-4", "deal", 1, "No card can go anywhere now, so deal: 1 card is left in the stock."),
        ("aces-up", "deal T1-T4", 40,
         "No open card is beaten by a higher one of its suit, so deal: 40 cards are left in the stock."),
        ("spider-4", "T2-T6", 50,
         "No other move puts a card in order or frees a pile, so deal: 50 cards are left in the stock."),
        ("spider-4", "T3-T4 T1-T2", 50,
         "Deal rather than 6♦ on 7♠ and 7♥ on 8♠, which went worse in the games looked ahead: "
         "50 cards are left in the stock."),
        ("spider-4", "T3-T4 T1-T2 T2-T5", 50,
         "Deal, which went better than any other move in the games looked ahead: 50 cards are left in the stock."),
    ],
)  # fmt: skip
def test_the_stock_is_dealt_before_other_moves(preset: str, legal: str, stock: int, said: str) -> None:
    piles = PILES if preset == "spider-4" else PILES[:3]
    assert deal_for(view_of(preset, *piles, legal=tuple(legal.split()), stock=stock)) == said


def test_moves_between_piles_that_a_deal_leaves_open_can_wait() -> None:
    def said(*legal: str, preset: str = "scorpion", stock: int = 3) -> str:
        piles = (pile("9c", "7h"), pile("8s"), pile("6d"), pile("5c", "7s"), pile("9h"), pile("8c", "5d"))
        return deal_for(view_of(preset, *piles, legal=legal, stock=stock))

    assert said("T2-T5", "T6-T4") == "Deal first, 8♠ on 9♥ and 5♦ on 7♠ can wait: 3 cards are left in the stock."
    assert said("T2-T5", "T6-T4", "T3-T4") == "Deal first, the other moves can wait: 3 cards are left in the stock."
    for legal, more in ((("T4-T2",), {}), (("T2-T5",), {"preset": "spiderette"}), (("T2-T5",), {"stock": 5})):
        assert said(*legal, **more).startswith("Deal rather than"), legal


def test_where_cards_are_face_down_no_other_move_turns_one_up() -> None:
    view = view_of("spider-4", pile("9c", "7h", down=1), *PILES[1:], legal=("T2-T6",), stock=10)
    assert deal_for(view).startswith("No other move turns up a card, puts one in order or frees a pile, so deal: ")


def test_a_card_that_may_come_is_sooner_home_only_where_there_are_such_foundations() -> None:
    view = deal_number(PRESETS["forty-thieves"].rules, 1).view()
    assert not looking._is_sooner(view)
    for card, is_sooner in (("Ks", True), ("As", False)):
        taken = replace(view, waste=(card,), stock=view.stock - 1)
        if all(card not in pile.up for pile in view.tableau):
            assert looking._is_sooner(taken) is is_sooner, card
    assert not looking._is_sooner(replace(view, waste=("Ks",), homes=((),) * 8))
    assert not looking._is_sooner(replace(view, waste=("Ks",), rules=PRESETS["golf"].rules))


def test_what_was_seen_of_the_stock_and_the_piles_is_not_counted_as_unseen() -> None:
    view = deal_number(PRESETS["klondike-1"].rules, 1).view()
    known = nothing_known(view)
    every = looking._unseen(view, known)
    assert every.total() == view.stock + sum(pile.down for pile in view.tableau) == 45
    one, other = list(every)[:2]
    seen = replace(known, stock=(one, *known.stock[1:]), tableau=(*known.tableau[:1], (other,), *known.tableau[2:]))
    assert every - looking._unseen(view, seen) == {one: 1, other: 1}


def test_a_move_that_waits_leaves_its_place_open_for_unseen_cards_or_frees_none() -> None:
    def said(preset: str, *piles: ViewPile, legal: str, place: str = "T2W") -> str:
        view = view_of(preset, *piles, waste=("Kd",), legal=tuple(legal.split()))
        uses = {card: Use(1, place, f"{card} there") for card in ("7h", "7d", "2s", "3s")}
        return looking._left_open(view, list(map(Move.parse, legal.split())), uses, ["7h"])

    assert said("klondike-1", pile("9c", "7h"), pile("8s"), legal="T1-T2") == "8♠ stays open for 7♦ or 2♠"
    assert said("klondike-1", pile("9c", "7h"), pile("8s"), legal="T1-T2", place="T3W") == ""
    assert said("klondike-1", pile("9c", "7h"), pile(), legal="T1-T2") == ""
    free = pile("6s"), pile("7h"), pile("9c", "7s")
    assert said("fourteen", *free, legal="T1+T2-X") == "it would free no card, and 7h there would help"
    assert (
        said("fourteen", *free, pile("8h"), legal="T1+T2-X T1+T4-X")
        == "they would free no card, and 7h there would help"
    )
    assert said("fourteen", *free, legal="T2+T3-X") == ""


def test_where_one_card_is_unseen_it_is_named_as_the_last_one() -> None:
    view, uses = view_of("klondike-1", stock=1), {"7h": Use(1, "T1W", "7♥ on 8♠")}
    for counts in (True, False):
        said = looking._useful(view, Counter({"7h": 1}), uses, ["7h"], counts=counts)
        assert said == "the last unseen card fits at once, 7♥ on 8♠"


@pytest.mark.parametrize(
    ("useful", "said"),
    [
        ("AJ", "3 of the 14 unseen cards (A and J) would take a card"),
        ("A234567TJ", "10 of the 14 unseen cards (all but 8, 9, Q and K) would take a card"),
        ("8", "1 of the 14 unseen cards (8) would take a card"),
    ],
)
def test_the_fewer_ranks_are_named_of_those_that_take_a_card_and_those_that_do_not(useful: str, said: str) -> None:
    unseen = Counter([*(f"{rank}s" for rank in RANKS), "Ah"])
    assert looking._taking(unseen, [each for each in unseen if each[0] in useful]) == said
