"""What a table does with moves before the server answers, and what it says of them, without a browser."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from spite_and_malice.play import new_game
from spite_and_malice.rules import PRESETS
from tests.web.modules import Modules

TABLE: Final[dict[str, Any]] = {
    "you": 0, "name": "Friday", "seats": [{"name": "Ada", "kind": "person"}, {"name": "Rosa", "kind": "computer"}],
}  # fmt: skip
RULES: Final[dict[str, Any]] = {
    "players": 2, "partners": False, "payoff_piles": 1, "build_to": 12, "wilds": ["K"], "wild_never": [1],
    "wild_covered": False, "forced": [], "no_discard": [], "side_order": "any", "loading": False, "stalemate": "end",
    "deck": {"packs": 2, "numbers": None, "jokers": 0}, "payoff_deck": None, "centre": 3,
}  # fmt: skip


def a_view(**more: Any) -> dict[str, Any]:
    """Return the view of the first of two players, with these changes; `rules` are changes to the rules."""
    rules = {**RULES, **more.pop("rules", {})}
    players = [
        {"hand": ["7h", "Kd", "9c"], "side": [["5s"], [], []], "payoff": [{"count": 4, "top": "8d"}]},
        {"hand": 5, "side": [["Qh"], ["2c"], []], "payoff": [{"count": 6, "top": "3s"}]},
    ]
    position = {
        "seat": 0, "turn": 0, "stage": "play", "centre": [["As", "2h", "Kh"], [], ["Ad"]], "stock": 40, "aside": [],
        "cover": None, "moved": False, "passes": 0, "result": None, "legal": ["H7h-S1", "H9c-S2"], "players": players,
    }  # fmt: skip
    return {**position, **more, "rules": rules}


def told(modules: Modules, module: str, act: str, view: dict[str, Any], moves: list[str], seat: int = 0) -> Any:
    """Return what something done with a module comes to: it finds a `view`, the `table` and the `moves` of a seat."""
    return modules.evaluate(
        f"""async ([view, table, texts, seat]) => {{
          const it = await import("/static/spite/{module}.js");
          const {{ parseMove }} = await import("/static/spite/moves.js");
          const moves = texts.map((text) => parseMove(text, seat, view.rules));
          {act}
        }}""",
        [view, TABLE, moves, seat],
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_move_is_carried_out_on_the_page_as_the_engine_does(modules: Modules, preset: str) -> None:
    """All but what follows: cards that are drawn or turned up, and stacks that are complete."""
    chance, game = Random(preset), new_game(preset, seed=5)
    steps = []
    for _ in range(60):
        if game.is_over:
            break
        seat, view = game.turn, game.view(game.turn).to_json()
        move = chance.choice(view["legal"])
        game.play(move)
        steps.append([view, move, seat, game.view(seat).to_json()])
    wrong = modules.evaluate(
        """async (steps) => {
          const { cardsOn, carry, legalMoves, movesFrom, parseMove } = await import("/static/spite/moves.js");
          const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
          const wrong = [];
          for (const [view, text, seat, after] of steps) {
            const before = JSON.stringify(view);
            const move = parseMove(text, seat, view.rules);
            const shown = carry(view, move);
            const check = (holds, what) => holds || wrong.push([text, what]);
            check(JSON.stringify(view) === before, "the view was changed");
            check(legalMoves(view).some(({ text: legal }) => legal === text), "not among the legal moves");
            const found = movesFrom(legalMoves(view), move.source, move.cards);
            check(move.pass || found.some((one) => one.text === text), "not found");
            shown.players.forEach((player, at) => {
              if (view.stage === "play") check(same(player.side, after.players[at].side), `side stacks of ${at}`);
              const counts = [player, after.players[at]].map(({ payoff }) => payoff.map(({ count }) => count));
              check(same(...counts), `pay-off of ${at}`);
            });
            const [kind, index] = move.target.split(":");
            if (kind === "centre" && after.centre[index]?.length > 0 && !after.result) {
              check(same(cardsOn(shown, move.target), after.centre[index]), "centre");
            }
            const hand = shown.players[seat].hand;
            const left = after.players[seat].hand;
            const isDrawn = after.turn !== seat || left.length > hand.length;
            check(isDrawn || same([...hand].sort(), [...left].sort()), "hand");
          }
          return wrong;
        }""",
        steps,
    )
    assert wrong == []


def test_a_text_that_is_no_move_is_refused(modules: Modules) -> None:
    source = """async () => {
      const { parseMove } = await import("/static/spite/moves.js");
      const said = (text) => {
        try {
          parseMove(text, 0, { players: 2 });
          return "";
        } catch ({ message }) { return message; }
      };
      return ["H7h", "7h-C1", "H7h-C", "P-X1", "xH7h-C1", "H7h-C1x", "pass"].map(said);
    }"""
    *wrong, right = modules.evaluate(source)
    assert all(text.startswith("Not a move: ") for text in wrong)
    assert right == ""


@pytest.mark.parametrize(
    ("moves", "centre", "obvious"),
    [
        (["H7h-S1", "H7h-C1"], [["As"], []], "H7h-C1"),
        (["H7h-C2", "H7h-C1", "H7h-S1"], [["As"], []], "H7h-C1"),
        (["H7h-S1", "H7h-S2"], [[]], None),
        (["H7h-S2"], [[]], "H7h-S2"),
        ([], [[]], None),
    ],
)
def test_a_double_tap_means_the_centre_or_the_only_place(
    modules: Modules, moves: list[str], centre: list[list[str]], obvious: str | None
) -> None:
    act = "return it.obviousMove(moves, view)?.text ?? null;"
    assert told(modules, "moves", act, a_view(centre=centre), moves) == obvious


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        ({"passes": 1}, True),
        ({"passes": 0}, False),
        ({"passes": 1, "moved": True}, False),
        ({"passes": 1, "stage": "fill"}, False),
        ({"passes": 1, "rules": {"stalemate": "deal"}}, False),
        ({"passes": 1, "rules": {"players": 3}}, False),
    ],
)
def test_the_last_pass_in_a_row_ends_the_game(modules: Modules, changes: dict[str, Any], ends: bool) -> None:
    assert told(modules, "moves", "return it.passEnds(view);", a_view(**changes), []) is ends


def test_moves_are_offered_once_each_by_what_they_cover(modules: Modules) -> None:
    moves = ["H7h-C1", "H7h-C2", "H7h-S1", "H7h-S2", "H7h-S3", "P-C3", "S1-C3", "pass"]
    offered = told(
        modules, "help/offer", "return it.offers(moves, view, table).map(({ words }) => words);", a_view(), moves
    )
    assert offered == [
        "Play 7♥ on K♥ (3)",
        "Play 7♥ on an empty stack",
        "Put 7♥ on the side stack with 5♠",
        "Put 7♥ on an empty side stack",
        "Play 8♦ from your pay-off pile on A♦",
        "Play 5♠ from your side stack on A♦",
        "Pass",
    ]


def test_side_stacks_under_equal_cards_are_offered_each(modules: Modules) -> None:
    players = [{**player, "side": [["5s"], ["2d", "5s"], []]} for player in a_view()["players"]]
    act = "return it.offers(moves, view, table).map(({ move }) => move.text);"
    found = told(modules, "help/offer", act, a_view(players=players), ["H7h-S1", "H7h-S2", "H7h-S3"])
    assert found == ["H7h-S1", "H7h-S2", "H7h-S3"]


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (0, "H7h-C1", "You play 7♥ on K♥ (3)."),
        (1, "H4h-C1", "Rosa plays 4♥ on K♥ (3)."),
        (0, "H7h-C2", "You play 7♥ on an empty stack."),
        (1, "H7h-C2", "Rosa plays 7♥ on an empty stack."),
        (0, "H7h-S1", "You put 7♥ on the side stack with 5♠."),
        (1, "H7h-S1", "Rosa puts 7♥ on the side stack with Q♥."),
        (0, "H7h-S2", "You put 7♥ on an empty side stack."),
        (1, "H7h-S3", "Rosa puts 7♥ on an empty side stack."),
        (0, "P-C3", "You play 8♦ from your pay-off pile on A♦."),
        (1, "P-C3", "Rosa plays 3♠ from the pay-off pile on A♦."),
        (1, "S1-C3", "Rosa plays Q♥ from a side stack on A♦."),
        (0, "HKd-C3", "You play K♦ as 2 on A♦."),
        (0, "pass", "You pass."),
        (1, "pass", "Rosa passes."),
    ],
)
def test_a_move_is_told_in_a_sentence(modules: Modules, seat: int, move: str, sentence: str) -> None:
    act = "return it.moveSentence(moves[0], view, table);"
    assert told(modules, "words", act, a_view(), [move], seat) == sentence


@pytest.mark.parametrize(
    ("changes", "source", "cards", "target", "words"),
    [
        ({"stage": "over"}, "hand:0", ["7h"], "centre:0", "The game is over."),
        ({"turn": 1}, "hand:0", ["7h"], "centre:0", "It is Rosa's turn."),
        ({"stage": "break"}, "hand:0", ["7h"], "centre:0", "Start with an ace or a 2 from your hand."),
        ({}, "hand:0", ["7h"], "centre:0", "This centre stack takes a 4 next."),
        ({}, "hand:0", ["7h", "9c"], "centre:0", "A pair goes on a side stack."),
        ({}, "hand:0", ["Kd"], "centre:1", "This centre stack takes an ace next, and no wild card may stand for it."),
        ({"rules": {"wild_covered": True}}, "hand:0", ["Kd"], "centre:0", "You could not cover a wild card there."),
        ({"rules": {"build_to": 3}}, "hand:0", ["7h"], "centre:0", "This centre stack is complete."),
        ({}, "payoff:0:0", ["8d"], "side:0:0", "Only cards from your hand go on a side stack."),
        ({"rules": {"no_discard": [7]}}, "hand:0", ["7h"], "side:0:0", "A 7 may not go on a side stack."),
        (
            {"rules": {"side_order": "descending"}}, "hand:0", ["7h"], "side:0:0",
            "Side stacks go down: equal, or one lower than the card it covers.",
        ),
        ({}, "hand:0", ["7h"], "side:0:0", "This side stack does not take that card now."),
        ({}, "hand:0", ["7h"], "side:1:0", "Cards go to the centre or to your own side stacks."),
        ({}, "hand:0", ["7h"], "payoff:1:0", "Only its owner plays on that pay-off pile."),
        (
            {"rules": {"loading": True}}, "hand:0", ["7h"], "payoff:1:0",
            "That pile takes the suit of 3♠, one rank higher or lower.",
        ),
        ({}, "hand:0", ["7h"], "payoff:0:0", "Cards go to the centre or to your own side stacks."),
        ({}, "hand:0", ["7h"], "stock", "The stock is only drawn from."),
    ],
)  # fmt: skip
def test_a_card_that_does_not_go_somewhere_says_why(
    modules: Modules, changes: dict[str, Any], source: str, cards: list[str], target: str, words: str
) -> None:
    source_ = """async ([view, table, source, cards, target]) => {
      const { whyNot } = await import("/static/spite/help/why.js");
      return whyNot(view, table, source, cards, target);
    }"""
    assert modules.evaluate(source_, [a_view(**changes), TABLE, source, cards, target]) == words


@pytest.mark.parametrize(
    ("stock", "aside", "words"),
    [
        (1, [], "1 card is in the stock."),
        (40, ["As"], "40 cards are in the stock. 1 card is set aside."),
        (0, ["As", "2h"], "0 cards are in the stock. 2 cards are set aside."),
    ],
)
def test_the_stock_is_told_with_what_is_set_aside(modules: Modules, stock: int, aside: list[str], words: str) -> None:
    assert told(modules, "help/why", "return it.stockWords(view);", a_view(stock=stock, aside=aside), []) == words


@pytest.mark.parametrize(
    ("data", "state", "words", "sent"),
    [
        ({}, {}, "You lose it. It stays among your games as lost", "resign"),
        ({"practice": "1"}, {}, "The practice ends here", "resign"),
        ({"day": "2026-01-01"}, {}, "that is your result of the day", "resign"),
        ({"day": "2026-01-01"}, {"game": 2}, "It stays among your games as lost", "resign"),
        ({"back": "/tournaments/t"}, {}, "the other side gets the win in the tournament", "resign"),
        ({"back": "/evening/e"}, {}, "the score sheet of the evening says so", "resign"),
        ({"back": "/evening/e"}, {"target": 3}, "The match goes on", "resign"),
        ({}, {"target": 3}, "The match goes on", "resign"),
        ({}, {"rated": True}, "Not everybody has made a move yet", "resign"),
        ({}, {"rated": True, "log": ["0 H7h-C1", "1 P-C1"]}, "and your rating changes", "resign"),
        ({}, {"rated": True, "log": ["0 H7h-C1", "0 P-C1"]}, "Not everybody has made a move yet", "resign"),
        ({}, {"may": False}, "You can leave instead", "leave"),
    ],
)
def test_whoever_gives_up_is_asked_and_told_what_follows(
    modules: Modules, data: dict[str, str], state: dict[str, Any], words: str, sent: str
) -> None:
    source = """async ([data, { game = 1, target = 1, rated = false, log = [], may = true }]) => {
      const { page } = await import("/tests/stand-in-page.js");
      const site = page('<main id="table"></main>');
      const { document } = site;
      try {
        const { askToGiveUp } = await import("/static/spite/help/give-up.js");
        const root = document.querySelector("#table");
        Object.assign(root.dataset, data);
        const sent = [];
        const people = { may_resign: may, settings: { rated }, seats: [{ kind: "person" }, { kind: "person" }] };
        const state = { people, log, game, ply: 7 };
        const stage = { state, table: { match: { target } }, root, send: (what) => sent.push(what) };
        const ask = () => (askToGiveUp(stage), document.querySelector("dialog"));
        const words = ask().querySelector("p").textContent;
        const [yes, no] = document.querySelectorAll("dialog button");
        no.click();
        const kept = [document.querySelector("dialog"), sent.length];
        ask().querySelector("button").click();
        return [words, no.autofocus, ...kept, sent, document.querySelector("dialog")];
      } finally { site.away(); }
    }"""
    said, focus, dialog, count, found, after = modules.evaluate(source, [data, state])
    assert words in said
    assert (focus, dialog, count, after) == (True, None, 0, None)
    game = state.get("game", 1)
    assert found == [{"type": "resign", "game": game, "ply": 7} if sent == "resign" else {"type": "leave"}]
