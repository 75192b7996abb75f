"""What a page of patience works out without a page: steps it has seen, points, lines of games."""

from __future__ import annotations

from typing import Any, Final

import pytest

from spite_and_malice.patience import deal_number, preset_rules
from tests.web.modules import Modules


def ahead(modules: Modules, actions: list[tuple[str, int]], ask: list[tuple[str, int]]) -> list[Any]:
    """Return what a page knows on both sides of where a game stands after actions, each with how many moves it has.

    The positions have the numbers 0, 1, … in the order in which they are come to.
    """
    found: list[Any] = modules.evaluate(
        """async ([actions, ask]) => {
          const { Timeline } = await import("/static/patience/timeline.js");
          const timeline = new Timeline();
          actions.forEach(([action, count], at) => {
            if (action === "clear") timeline.clear();
            else timeline.note(action, count, { at, legal: ["draw"] });
          });
          return ask.map(([kind, count]) => timeline.ahead(kind, count)).map((view) => view && [view.at, view.legal]);
        }""",
        [actions, ask],
    )
    assert all(view is None or view[1] == [] for view in found)
    return [view and view[0] for view in found]


UNDO: Final = [("undo", 1), ("undo", 2), ("undo", 3), ("redo", 1), ("redo", 2)]


@pytest.mark.parametrize(
    ("actions", "known"),
    [
        ([], [None] * 5),
        ([("T1-F", 1), ("draw", 1)], [1, 0, None, None, None]),
        ([("T1-F", 1), ("draw", 1), ("undo", 1)], [0, None, None, 2, None]),
        ([("T1-F", 1), ("draw", 1), ("undo:2", 2)], [None, None, None, 1, 2]),
        ([("T1-F", 1), ("draw", 1), ("undo", 1), ("redo", 1)], [3, 0, None, None, None]),
        ([("T1-F", 1), ("draw", 1), ("undo", 1), ("T2-F", 1)], [3, 0, None, None, None]),
        # A card that went home automatically goes back with the move before it, and nothing can be redone after it.
        ([("T1-F", 1), ("auto:T2-F", 1), ("undo", 2)], [None, None, None, 2, None]),
        ([("T1-F", 1), ("draw", 1), ("auto:T2-F", 1), ("undo:3", 3)], [None, None, None, 1, 3]),
        ([("T1-F", 1), ("undo", 1), ("T1-F", 1), ("auto:T2-F", 1)], [2, None, None, None, None]),
        # More was taken back than this page has seen.
        ([("T1-F", 1), ("undo:3", 3)], [None] * 5),
        ([("T1-F", 1), ("rescue", 1)], [None, None, None, 1, None]),
        ([("T1-F", 1), ("finish", 4)], [None] * 5),
        ([("T1-F", 1), ("hint", 0)], [0, None, None, None, None]),
        ([("T1-F", 1), ("clear", 0)], [None] * 5),
        ([("auto:T2-F", 1)], [0, None, None, None, None]),
    ],
)
def test_a_page_knows_the_steps_it_has_seen(
    modules: Modules, actions: list[tuple[str, int]], known: list[int | None]
) -> None:
    assert ahead(modules, actions, UNDO) == known


@pytest.mark.parametrize(
    ("scorings", "chosen", "shown"),
    [
        (["standard", "vegas"], "none", None),
        (["standard", "vegas"], "vegas", "vegas"),
        (["spider"], "vegas", "spider"),
        (["spider", "other"], "vegas", None),
        ([], "standard", None),
    ],
)
def test_points_are_shown_by_the_scoring_that_is_chosen_or_the_only_one(
    modules: Modules, scorings: list[str], chosen: str, shown: str | None
) -> None:
    source = """async ([scorings, scoring]) => {
      const { scoringOf } = await import("/static/patience/points.js");
      return scoringOf(scorings, { scoring }) ?? null;
    }"""
    assert modules.evaluate(source, [scorings, chosen]) == shown


def test_points_below_nothing_have_a_minus_and_one_is_one(modules: Modules) -> None:
    source = """async (all) => {
      const { pointsWords } = await import("/static/patience/points.js");
      return all.map(pointsWords);
    }"""
    words = ["52 points", "1 point", "\N{MINUS SIGN}1 point", "\N{MINUS SIGN}52 points", "0 points"]
    assert modules.evaluate(source, [52, 1, -1, -52, 0]) == words


def test_a_line_says_which_deal_it_is_and_with_what_help_it_was_played(modules: Modules) -> None:
    source = """async () => {
      const { page } = await import("/tests/stand-in-page.js");
      const site = page("");
      try {
        const { numberWords, row, withHelp } = await import("/static/patience/listing.js");
        const deals = [
          { number: 617, numbers: "microsoft" }, { number: null, numbers: "microsoft" }, { number: 5, numbers: "own" },
        ];
        const helped = [[0, 0, 0], [1, 0, 0], [2, 1, 0], [0, 3, 1], [0, 0, 2]];
        const lines = helped.map(([undos, hints, answers]) => withHelp("Deal", { undos, hints, answers }));
        const heads = row("th", ["Game", "Time"]).children.map((cell) => [cell.localName, cell.getAttribute("scope")]);
        return [
          deals.map((deal) => numberWords(deal, "Deal 5")), lines.map(({ textContent }) => textContent),
          heads, row("td", ["1"]).children.map((cell) => [cell.localName, cell.getAttribute("scope")]),
        ];
      } finally { site.away(); }
    }"""
    deals, lines, heads, cells = modules.evaluate(source)
    assert deals == ["Microsoft deal 617", "Deal 5", "Deal 5"]
    assert lines == [
        "Deal", "Dealwith 1 undo", "Dealwith 2 undos, 1 hint", "Dealwith 3 hints, 1 answer", "Dealwith 2 answers",
    ]  # fmt: skip
    assert (heads, cells) == ([["th", "col"], ["th", "col"]], [["td", None]])


def test_each_of_two_foundations_of_a_suit_has_its_own_cards_and_takes_its_own_next(modules: Modules) -> None:
    view = deal_number(preset_rules("double-klondike"), 1).view().to_json()
    view["foundations"]["s"] = [3, 1]
    view["tableau"][:3] = [{"down": 0, "up": [card]} for card in ("2s", "4s", "5s")]
    found = modules.evaluate(
        """async (view) => {
          const { cardsAt, parseMove } = await import("/static/patience/moves.js");
          const lie = ["Fs", "Fs2"].map((place) => cardsAt(view, place));
          return [lie, ["T1-F", "T2-F", "T3-F"].map((text) => parseMove(text, view).target)];
        }""",
        view,
    )
    assert found == [[["As", "2s", "3s"], ["As"]], ["Fs2", "Fs", "Fs"]]
