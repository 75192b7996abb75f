"""Measure what it is worth to know hidden cards: ``.venv/bin/python -m benchmarks.knowledge --games 200``.

The search of `master` plays against itself, and one of the two sees some of the cards that it otherwise samples. Every
deal is played from both seats. Both compare their lines in the same number of worlds, without a clock, so that other
work on the machine changes nothing. benchmarks/knowledge.json has what was played, after every deal; a second call
goes on from there, and every call writes benchmarks/knowledge.md and docs/knowledge.svg.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from benchmarks.knowledge_hands import FILE as HANDS
from benchmarks.knowledge_hands import Weighed
from spite_and_malice.analysis.pools import Here, Processes
from spite_and_malice.analysis.ratings import Tally
from spite_and_malice.engine import Position, View, deal
from spite_and_malice.engine.core import Belief, Core, Playouts, Policy, core_rules
from spite_and_malice.engine.position_json import restore, save
from spite_and_malice.engine.sampling import unseen
from spite_and_malice.play import SeededChance
from spite_and_malice.players.evaluation import DRAW, WIN, evaluation_for
from spite_and_malice.players.memory import remember
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.weights import TEMPERAMENTS
from spite_and_malice.rules import PRESETS, UNKNOWN, Rules, card_code, preset_rules

FILE: Final = Path(__file__).with_suffix(".json")
PAGE: Final = Path(__file__).with_suffix(".md")
CURVES: Final = Path(__file__).parents[1] / "docs/knowledge.svg"
BEGIN: Final = "<!-- Written by `python -m benchmarks.knowledge`. -->\n"
END: Final = "<!-- So far. -->\n"
MOST_MOVES: Final = 1500
NEXT: Final = 5
"""How many cards of the stock are seen."""
NO_CLOCK: Final = 1e6


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known: the opponent's hand, how many cards of the stock, the order of all pay-off piles."""

    says: str
    hand: bool = False
    stock: int = 0
    piles: bool = False
    inferred: bool = False


KINDS: Final[Mapping[str, Kind]] = {
    "nothing": Kind("nothing more: the check"),
    "hand": Kind("the opponent's hand", hand=True),
    "stock": Kind(f"the next {NEXT} cards of the stock", stock=NEXT),
    "piles": Kind("the order of both pay-off piles", piles=True),
    "all": Kind("every card", hand=True, stock=1000, piles=True),
    "inferred": Kind("nothing, but infers the hand from discards too", inferred=True),
}


def effort_of(worlds: int) -> Effort:
    """Return three rounds that halve the lines and compare the last of them in `worlds` worlds."""
    return Effort(
        rounds=((1.0, worlds // 7), (1 / 2, 2 * worlds // 7), (1 / 4, worlds - worlds // 7 - 2 * worlds // 7))
    )


def known_to(rules: Rules, core: Core, seat: int, kind: Kind) -> tuple[Core, list[int], list[int]]:
    """Return the position as a seat sees it that knows more, and the further cards of the piles, and of the rest."""
    data, true = save(rules, core), save(rules, core)
    data["generator"] = data["recycled"] = None
    data["stock"] = [card if place < kind.stock else UNKNOWN for place, card in enumerate(true["stock"])]
    for other in range(rules.players):
        if other != seat and not kind.hand:
            data["hands"][other] = [UNKNOWN] * len(true["hands"][other])
        if not kind.piles:
            data["payoff"][other] = [[UNKNOWN] * (len(pile) - 1) + pile[-1:] for pile in true["payoff"][other]]
    piles = [card for piles in true["payoff"] for pile in piles for card in pile[:-1]] if kind.piles else []
    hands = [card for other in range(rules.players) if other != seat for card in true["hands"][other]]
    return restore(rules, data), piles, true["stock"][: kind.stock] + (hands if kind.hand else [])


class Informed(MonteCarlo):
    """The search of `master` with some knowledge; `position` is the true one, of which it reads what it may know."""

    def __init__(self, seed: int, worlds: int, kind: Kind) -> None:
        super().__init__(seed, effort_of(worlds), temperament=TEMPERAMENTS["master"])
        self._kind = kind
        self.position: Position | None = None

    def playouts(self, view: View, log: Sequence[str], policy: Policy) -> Playouts:
        """Return playouts in worlds that agree with what is known."""
        memory = remember(view, log)
        try:
            belief = self._belief(view, memory.recycled, memory.held)
        except ValueError:
            belief = self._belief(view, (), ())
        playouts = Playouts(policy, belief, list(evaluation_for(view.rules)), WIN, DRAW)
        for end in () if self._kind.hand else memory.ends:
            playouts.add_end(end.before, end.move)
        if self._kind.inferred:
            return cast(Playouts, Weighed(core_rules(view.rules), playouts, policy, memory.ends))
        return playouts

    def _belief(self, view: View, recycled: Iterable[str], held: Sequence[int]) -> Belief:
        assert self.position is not None
        rules, again = view.rules, Counter(map(card_code, recycled))
        known, piles, others = known_to(rules, self.position.core, view.turn, self._kind)
        first = Counter(map(card_code, unseen(view).elements())) - again
        if rules.payoff_deck is not None:
            payoff = Counter(map(card_code, rules.payoff_deck.cards()))
            first, again = first & payoff, first - payoff + again
        first -= Counter(piles)
        # Of two equal cards nobody can tell which one went back into the stock.
        newer = Counter(others) & again
        again -= newer
        first -= Counter(others) - newer
        return Belief(known, sorted(first.elements()), sorted(again.elements()), list(held) or [0] * rules.players)


@dataclass(slots=True)
class Cell(Tally):
    """The games of a kind of knowledge against none: `deals` were played from both seats."""

    preset: str
    kind: str
    worlds: int
    deals: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0


def both_games(preset: str, kind: str, worlds: int, number: int) -> tuple[int, int]:
    """Play a deal with the knowledge in seat 0, then in seat 1."""
    return game(preset, kind, worlds, number, 0), game(preset, kind, worlds, number, 1)


def game(preset: str, kind: str, worlds: int, number: int, seat: int) -> int:
    """Play a deal with the knowledge in one seat: 1 if it wins, -1 if it loses, 0 if nobody does."""
    rules, chance = preset_rules(preset, 2), SeededChance(number)
    position = deal(rules, number % 2, chance)
    players = [Informed(2 * number + at, worlds, KINDS[kind if at == seat else "nothing"]) for at in range(2)]
    log: list[str] = []
    while not position.is_over and len(log) < MOST_MOVES:
        turn = position.turn
        players[turn].position = position
        move = players[turn].choose(position.view(turn), log, NO_CLOCK)
        log.append(f"{turn} {move}")
        position.play(move, chance)
    winners = position.outcome.winners if position.outcome else ()
    return (1 if seat in winners else -1) if winners else 0


def read() -> list[Cell]:
    """Return what has been played."""
    return [Cell(**cell) for cell in json.loads(FILE.read_text(encoding="utf-8"))] if FILE.exists() else []


def write(cells: Sequence[Cell]) -> None:
    """Keep what has been played, a line for each kind."""
    lines = ",\n".join(json.dumps(asdict(cell)) for cell in cells)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def tables(cells: Sequence[Cell], rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of the page between its two marks: what was played, and how well hands were guessed."""
    yield "| version | what one of the two knows | worlds | won–lost–drawn | share of the decided games |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for cell in sorted(cells, key=lambda each: (list(PRESETS).index(each.preset), each.worlds)):
        if cell.deals:
            value, low, high = (100 * each for each in (cell.share.value, cell.share.low, cell.share.high))
            share = f"{value:.0f} % ({low:.0f}–{high:.0f})"
            played = f"{cell.won}–{cell.lost}–{cell.drawn}"
            yield f"| `{cell.preset}` | {KINDS[cell.kind].says} | {cell.worlds} | {played} | {share} |"
    if rows:
        yield ""
        yield "| version | level | hands | loss, uniform | less by what was left undone | less by the discard as well |"
        yield "| --- | --- | ---: | ---: | ---: | ---: |"
        for row in rows:
            undone, discard = ("{:.3f} ({:.3f}–{:.3f})".format(*row[name]) for name in ("undone", "discard"))
            told = f"| `{row['preset']}` | `{row['level']}` | {row['hands']} | {row['uniform']:.3f} "
            yield f"{told}| {undone} | {discard} |"


WIDE, HIGH, LEFT, TOP = 460, 240, 52, 40


def curves(cells: Sequence[Cell]) -> str:
    """A drawing: the share by the number of worlds, for each kind and preset played with several."""
    pairs = dict.fromkeys((cell.preset, cell.kind) for cell in cells)
    drawn = {
        pair: sorted((cell for cell in cells if (cell.preset, cell.kind) == pair), key=lambda each: each.worlds)
        for pair in pairs
    }
    drawn = {pair: points for pair, points in drawn.items() if len(points) > 1}
    most = max((point.worlds for points in drawn.values() for point in points), default=1)
    inner, tall = WIDE - LEFT - 20, HIGH - TOP - 44

    def at(worlds: int, share: float) -> str:
        return f"{LEFT + inner * worlds / most:.1f} {TOP + tall * (1 - share):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        'font-family="system-ui, sans-serif" font-size="12" role="img" '
        'aria-label="What knowledge is worth by the worlds of the search">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" fill="#222" font-weight="600">share of the decided games, by worlds</text>',
    ]
    for share in (0, 0.5, 1):
        x, y = at(most, share).split(" ")
        parts.append(f'<path d="M{LEFT} {y}H{x}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y}" fill="#444" text-anchor="end">{share:.0%}</text>')
    for worlds in sorted({point.worlds for points in drawn.values() for point in points}):
        x, y = at(worlds, 0).split(" ")
        parts.append(f'<text x="{x}" y="{float(y) + 16:.1f}" fill="#444" text-anchor="middle">{worlds}</text>')
    for (preset, kind), points in drawn.items():
        path = "M" + "L".join(at(point.worlds, point.share.value) for point in points)
        parts.append(f'<path d="{path}" fill="none" stroke="#0b6e4f" stroke-width="2"/>')
        for point in points:
            low, high = at(point.worlds, point.share.low), at(point.worlds, point.share.high)
            parts.append(f'<path d="M{low}L{high}" stroke="#0b6e4f"/>')
        x, y = at(points[-1].worlds, points[-1].share.value).split(" ")
        said = f"{preset}: {KINDS[kind].says}"
        parts.append(f'<text x="{x}" y="{float(y) + 36:.1f}" fill="#222" text-anchor="end">{said}</text>')
    return "\n".join([*parts, "</svg>", ""])


def write_page(cells: Sequence[Cell]) -> None:
    """Write the tables into the page, between its marks, and the curves."""
    rows = json.loads(HANDS.read_text(encoding="utf-8")) if HANDS.exists() else []
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page = f"{before}{BEGIN}\n{chr(10).join(tables(cells, rows))}\n\n{END}{after}"
    PAGE.write_text(page, encoding="utf-8", newline="\n")
    CURVES.write_text(curves(cells), encoding="utf-8", newline="\n")


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="of each kind and preset; 0 writes the page alone")
    parser.add_argument("--preset", action="append", help="default: standard, skip-bo")
    parser.add_argument("--kind", action="append", choices=KINDS, help="default: all of them")
    parser.add_argument("--worlds", type=int, action="append", help="for the best lines of a move; default: 35")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    pool = Here() if given.processes == 1 else Processes(given.processes)
    cells = read()
    for worlds in given.worlds or [35]:
        for preset in given.preset or ["standard", "skip-bo"]:
            for kind in given.kind or KINDS:
                wanted = (preset, kind, worlds)
                cell = next((each for each in cells if (each.preset, each.kind, each.worlds) == wanted), None)
                if cell is None:
                    cells.append(cell := Cell(*wanted))
                for results in pool.map(partial(both_games, *wanted), range(cell.deals, given.games // 2)):
                    cell.add(results)
                    write(cells)
                print(cell, f"{cell.share.value:.1%} ({cell.share.low:.0%}–{cell.share.high:.0%})", flush=True)
    write_page(cells)


if __name__ == "__main__":
    main()
