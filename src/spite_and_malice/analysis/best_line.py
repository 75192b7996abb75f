"""The line that a hint advises: a way to the pay-off card, what the search finds best, the tidiest discard."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from spite_and_malice.analysis.discarding import Discarding
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.reach import PAYOFF, Reach, opens_way, reach
from spite_and_malice.analysis.tables import table_after
from spite_and_malice.analysis.tidiness import WASTEFUL, blocks, equal_places, look_of, step_of, untidiness
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.engine.core import Policy, apply, codes, kind_of, legal_moves, plays_own_payoff, plays_payoff
from spite_and_malice.engine.moves import decode, encode_text, encode_texts
from spite_and_malice.players.lines import Line, distinct, to_its_end
from spite_and_malice.players.monte_carlo import (
    Effort,
    MonteCarlo,
    compare_for,
    ends_of,
    errors_ahead,
    lead_of,
    surely_ahead,
)
from spite_and_malice.players.weights import tuned_for

_FEW: Final = 60
"""How many games are played out if only their ends show which line wins more."""
_CERTAIN: Final = 3.0
"""The number of standard errors by which such a line has to lead."""
_SLIGHT: Final = frozenset({Kind.WAITS, Kind.GAMES, Kind.FEEDS, Kind.LEADS_NOWHERE})
"""Reasons against a play that do not outweigh it where it is about as good as a discard."""
_CLOSE: Final = 30
"""Moves within this many hundredths of a pay-off card are about equally good."""
_TIDY: Final = 20
"""Discards within this many are, at most, since a tidy one can be explained: in the mean it costs 0.8 ± 1.2."""
_UNSURE: Final = 2.0
"""Within this number of standard errors, twice as many."""
_MUCH: Final = 2
"""By so much tidier a discard counts as close as if that were not sure."""
_IN_ORDER: Final = 3
"""And the same card in playing order, or one on an equal card, within three times as many."""
_MORE: Final = 4
"""How many times as many worlds show that: those of a line leave a standard error of 10 hundredths."""


def best_line(
    view: View, log: Sequence[str], there: Reach, seconds: float, seed: int, worlds: int
) -> tuple[list[str], str]:
    """Return the line to advise, to its end, and if its first move is a discard, the best other one."""
    piles = view.rules.payoff_piles
    line = [encode_text(view.legal[0], piles)]
    if len(view.legal) > 1:
        line = MonteCarlo(seed, _effort(worlds)).line(view, log, seconds / 2)
    if there.goal == PAYOFF:
        shortest = encode_texts(there.moves, piles)
        whole = _paying(view, line)
        if _is_within(whole, shortest) or _is_within(shortest, whole):
            # A line that stops at the new hand on the way, or does first what can wait for the pay-off card.
            better = False
        elif not plays_payoff(whole[-1]):
            better = _is_better(view, log, line, shortest, seed, worlds, seconds / 8)
        elif len(whole) > len(shortest):
            # A longer way may spare a wild card.
            better = lead_of(view, log, whole, shortest, worlds, seed, 0, seconds / 8) > 0
        else:
            spends_more = _wilds(view, whole) > _wilds(view, shortest)
            better = not spends_more or _is_better(view, log, line, shortest, seed, worlds, seconds / 8)
        line = line if better else shortest
    moves = [str(decode(code, piles)) for code in line]
    if _discards_wild(view, moves[0]):
        moves = _keeping_wild(view, log, moves, there.moves if there.goal == PAYOFF else (), seed)
    over = ""
    if Move.parse(moves[0]).is_discard and (play := _as_good(view, log, moves[0], seed, worlds, seconds / 8)):
        moves = [play]
    if Move.parse(moves[0]).is_discard:
        moves[0], over = _tidiest(view, log, moves[0], seed, worlds, seconds / 8)
    moves = _grouped(view, _to_its_end(view, moves))
    is_play = Move.parse(moves[0]).plays_to_centre
    if there.goal != PAYOFF and is_play and (other := _cheaper(view, log, moves, seed, worlds, seconds / 8)):
        moves = [other]
        if Move.parse(other).is_discard:
            moves[0], over = _tidiest(view, log, other, seed, worlds, seconds / 8)
    if len(moves) > 1 and not (Move.parse(moves[-1]).plays_to_centre or Move.parse(moves[-1]).is_load):
        # The discard is another question, decided once the plays are made.
        moves.pop()
    return moves, over


def _effort(worlds: int) -> Effort:
    return Effort(((1.0, worlds // 8), (1 / 4, worlds // 2), (1 / 8, worlds), (0.0, 3 * worlds)))


def _is_better(view: View, log: Sequence[str], line: Line, way: Line, seed: int, worlds: int, seconds: float) -> bool:
    """Say whether a line is surely better than a way to the pay-off card, after two laps and by games won."""
    values = compare_for(view, log, [line, way], worlds, seed, seconds)
    if values is None or errors_ahead(*values) <= _CERTAIN:
        return False
    ends = ends_of(view, log, [line, way], _FEW, seed)
    return ends is not None and fmean(ends[0]) > fmean(ends[1])


def _is_within(part: Line, line: Line) -> bool:
    """Say whether a line has all moves of another, in their order."""
    rest = iter(line)
    return all(move in rest for move in part)


def _to_its_end(view: View, moves: Sequence[str]) -> list[str]:
    """Return the line continued from its first move: to the pay-off card, else as the policy plays."""
    piles = view.rules.payoff_piles
    line = encode_texts(moves, piles)
    # The way to the pay-off card may go past a new hand.
    whole = line if plays_payoff(line[-1]) else _paying(view, line)
    texts = [str(decode(code, piles)) for code in whole]
    first = Move.parse(texts[0])
    if len(texts) == 1 or plays_payoff(whole[-1]) or not (first.plays_to_centre or first.is_load):
        return texts
    position = Position.from_view(view)
    position.play(first, UNSHUFFLED)
    on = reach(position.view(view.turn))
    return [texts[0], *on.moves] if on.goal == PAYOFF else texts


def _grouped(view: View, moves: Sequence[str]) -> list[str]:
    """Return the same plays grouped by stack, if that leads to the same table."""
    targets = list(dict.fromkeys(Move.parse(text).target for text in moves))
    ordered = sorted(moves, key=lambda text: targets.index(Move.parse(text).target))
    if ordered[-1] != moves[-1]:
        return list(moves)
    tables = []
    for line in (moves[:-1], ordered[:-1]):
        position = Position.from_view(view)
        for text in line:
            if text not in map(str, position.legal_moves) or position.play(text, UNSHUFFLED).reveals:
                return list(moves)
        tables.append(position.view(view.turn).to_json())
    return ordered if tables[0] == tables[1] else list(moves)


def _paying(view: View, line: Line) -> Line:
    """Return a line to its end, or to the first pay-off card, played as soon as possible, as the search does.

    The last card of a pile reveals nothing.
    """
    position = Position.from_view(view).core
    whole = to_its_end(position, line, Policy(position, list(tuned_for(view.rules))))
    for at, code in enumerate(whole):
        if plays_payoff(code):
            return whole[: at + 1]
        apply(position, code)
        if at + 1 < len(whole) and (paying := list(filter(_pays, legal_moves(position)))):
            return [*whole[: at + 1], whole[at + 1] if whole[at + 1] in paying else paying[0]]
    return whole


def _pays(move: int) -> bool:
    return plays_own_payoff(move) and kind_of(move) == codes.TO_CENTRE


def _wilds(view: View, line: Line) -> int:
    """How many wild cards of the hand a line plays."""
    moves = [decode(code, view.rules.payoff_piles) for code in line]
    return sum(move.source == "H" and any(map(view.rules.is_wild, move.cards)) for move in moves)


def _discards_wild(view: View, text: str) -> bool:
    """Say whether a move discards a wild card while the hand has other cards."""
    move = Move.parse(text)
    return move.is_discard and untidiness(view, move) == WASTEFUL


def _keeping_wild(view: View, log: Sequence[str], moves: Sequence[str], way: Sequence[str], seed: int) -> list[str]:
    """Return moves that keep a wild card, if that loses no more games; a way to the pay-off card if there is one.

    Two laps show what a wild card on a side stack is worth, since it leaves room in the hand, but not what loses a
    game.
    """
    piles = view.rules.payoff_piles
    keeping = [text for text in view.legal if text != "pass" and not _discards_wild(view, text)]
    lines = [encode_texts([text], piles) for text in keeping]
    other = list(way)
    if not other and lines:
        values = compare_for(view, log, lines, _FEW, seed)
        if values is None:
            return list(moves)
        other = [keeping[max(range(len(lines)), key=lambda at: sum(values[at]))]]
    if not other:
        return list(moves)
    both = [encode_texts(line, piles) for line in (moves, other)]
    ends = ends_of(view, log, both, _FEW, seed)
    return list(moves) if ends is not None and surely_ahead(*ends) else other


def _as_good(view: View, log: Sequence[str], text: str, seed: int, worlds: int, seconds: float) -> str:
    """Return a play about as good as a discard, if no weighty reason in words speaks against it; "" for none."""
    reasons = list(Discarding(view, Move.parse(text), None).held())
    against = {each.about for each in reasons if each.kind not in _SLIGHT}
    plays = list(dict.fromkeys(each.line[0] for each in reasons if each.about not in against))
    if not plays:
        return ""
    lines = [encode_texts([each], view.rules.payoff_piles) for each in (text, *plays)]
    values = compare_for(view, log, lines, worlds, seed, seconds)
    if values is None:
        return ""
    means = list(map(fmean, values))
    best = max(range(1, len(lines)), key=lambda at: means[at])
    is_close = means[0] - means[best] <= _CLOSE and not surely_ahead(values[0], values[best])
    return plays[best - 1] if is_close else ""


def _cheaper(view: View, log: Sequence[str], moves: Sequence[str], seed: int, worlds: int, seconds: float) -> str:
    """Return another move in place of plays for little that cost much; "" for none.

    They open an opponent's way to a pay-off card, or spend a wild card. The other one does neither and is not surely
    worse.
    """
    if not _costs_much(view, moves) or _draws_hand(view, moves):
        return ""
    others = [each for each in view.legal if not _costs_much(view, [each])]
    piles = view.rules.payoff_piles
    lines = [encode_texts(line, piles) for line in (moves, *([each] for each in others))]
    values = compare_for(view, log, lines, worlds, seed, seconds) if others else None
    if values is None:
        return ""
    best = max(range(1, len(lines)), key=lambda at: fmean(values[at]))
    return "" if surely_ahead(values[0], values[best]) else others[best - 1]


def _costs_much(view: View, moves: Sequence[str]) -> bool:
    """Say whether a line opens an opponent's way to a pay-off card or takes a wild card of the hand."""
    spent = [card for move in map(Move.parse, moves) if move.source == "H" for card in move.cards]
    return any(map(view.rules.is_wild, spent)) or _opens(view, moves)


def _opens(view: View, moves: Sequence[str]) -> bool:
    """Say whether a line opens an opponent's way to a pay-off card."""
    return opens_way(view.rules, Position.from_view(view).core, table_after(view, moves), view.turn)


def _draws_hand(view: View, moves: Sequence[str]) -> bool:
    """Say whether a line ends with a new hand."""
    position = Position.from_view(view)
    for text in moves[:-1]:
        position.play(text, UNSHUFFLED)
    return bool(position.play(moves[-1], UNSHUFFLED).reveals) and position.turn == view.turn


def _tidiest(view: View, log: Sequence[str], text: str, seed: int, worlds: int, seconds: float) -> tuple[str, str]:
    """Return the tidiest discard among those about as good as one, and the best other one; "" if there is none."""
    piles = view.rules.payoff_piles
    same = equal_places(view)
    first = encode_text(text, piles)
    others = [code for code in distinct(Position.from_view(view).core) if same(code) != same(first)]
    texts = [text, *(each for each in (str(decode(code, piles)) for code in others) if Move.parse(each).is_discard)]
    if len(texts) == 1:
        return text, ""
    lines = [encode_texts([each], piles) for each in texts]
    values = compare_for(view, log, lines, _MORE * worlds, seed, seconds)
    if values is None:
        return text, ""
    means = [fmean(each) for each in values]
    # A hundredth of what is left: of few cards each weighs more.
    limit = min(_TIDY, Position.from_view(view).core.cards_left(view.turn % view.rules.side_count))

    def is_close(at: int) -> bool:
        lead = means[0] - means[at]
        is_sure = errors_ahead(values[0], values[at]) >= _UNSURE
        first, other = Move.parse(texts[0]), Move.parse(texts[at])
        step = step_of(view, first, other)
        # What looks much tidier is what a player thinks of first.
        is_sure = is_sure and untidiness(view, other) > untidiness(view, first) - _MUCH
        is_tidy = step == 1 or (untidiness(view, other) == 0 and not blocks(view, other))
        # On an equal card the same card waits as well as anywhere, whatever playouts make of the free stack.
        return step == 0 or lead <= (limit if is_sure else 2 * limit) or (is_tidy and lead <= _IN_ORDER * limit)

    def order(at: int) -> tuple[bool, tuple[int, int, int], bool, float]:
        move = Move.parse(texts[at])
        return blocks(view, move), look_of(view, move), at > 0, -means[at]

    best = 0 if _discards_wild(view, text) else min(filter(is_close, range(len(texts))), key=order)
    rest = [at for at in range(len(texts)) if at != best]
    return texts[best], texts[max(rest, key=lambda at: means[at])]
