"""What a line of plays changes for others, its price, and for the player's other cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.lacks import NEAR, lacked, lacking, shown_cards, shown_ranks, tops_of
from spite_and_malice.analysis.plan import completes
from spite_and_malice.analysis.reach import shown_way
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.tables import table_after
from spite_and_malice.analysis.threats import fits, opponents_tops, steps_to
from spite_and_malice.analysis.wording import cards_listed, centre_name, player_name, ranks_listed
from spite_and_malice.engine import Move, Position, View
from spite_and_malice.engine.core import Core, apply, codes, legal_moves
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import card_code, card_text
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import _, listed

PRICES: Final = frozenset({Kind.OPENS, Kind.CLOSES, Kind.NEARS, Kind.SERVES})
"""The drawbacks of a line."""
_STOPPING: Final = frozenset({Kind.OPENS, Kind.NEARS})
"""Those for which a line goes no further."""
_MOST_CLOSING: Final = 4
"""The most cards that go on, one on another, to close an opponent's way."""


def results_of(view: View, moves: Sequence[str], names: Sequence[str] | None) -> Iterator[Reason]:
    """Yield what plays change for others and for the player's other cards: a warning, and what comes near."""
    before = Position.from_view(view).core
    after = table_after(view, moves)
    yield from _prices(view, before, after, names)
    if twin := _equal_top(view, before, after):
        words = _("It opens nothing new, since {top} lies in the centre already.")
        yield Reason(Kind.HARMLESS, words.format(top=twin))
    if view.rules.centre is not None and completes(view, moves):
        yield Reason(Kind.COMPLETES, _("That completes the [stack], so a new one can begin there."))
    if any(stack and not after.side(view.turn, number) for number, stack in enumerate(view.players[view.turn].side)):
        yield Reason(Kind.EMPTIES_STACK, _("It also leaves an empty [side stack]."))
    for pile in view.players[view.turn].payoff:
        code = card_code(pile.top) if pile.top and view.rules.natural_rank(pile.top) else 0
        if pile.top and code and fits(view.rules, after, code) and not fits(view.rules, before, code):
            yield Reason(
                Kind.FOLLOWS, _("Then your [pay-off card] {card} can follow.").format(card=card_name(pile.top))
            )
    own = shown_ranks(view, after)
    cards = [card_text(card) for card in shown_cards(view, after)]
    for card in sorted(cards, key=lambda each: steps_to(view.rules, after, view.rules.natural_rank(each) or 1)):
        rank = view.rules.natural_rank(card) or 0
        near = steps_to(view.rules, after, rank) if rank else 0
        lacks = lacking(view, after, rank, own) if near else ""
        if lacks and near < min(rank, NEAR + 1, steps_to(view.rules, before, rank)):
            words = _("Then your {card} lacks only {ranks}.")
            yield Reason(Kind.BRINGS, words.format(card=card_name(card), ranks=lacks), about=card)
            return


def could_follow(view: View, moves: Sequence[str]) -> list[Reason]:
    """Return which card of the player could go on the pay-off card that a line ends with, if one could."""
    table, target = table_after(view, moves), Move.parse(moves[-1]).target
    rank = table.height(int(target[1:]) - 1) + 1
    plays = [_card(view, table, move) for move in _own_plays(view, table) if rank > 1 and move.target == target]
    fitting = [card for card in plays if view.rules.natural_rank(card) == rank]
    if not fitting:
        return []
    words = _("Your {card} could follow, unless the new [pay-off card] needs the place.")
    return [Reason(Kind.FOLLOWS, words.format(card=card_name(fitting[0])), about=fitting[0])]


def stops_before(view: View, moves: Sequence[str], names: Sequence[str] | None) -> Reason | None:
    """Return which card that could follow plays had better not, since it would help an opponent; None for none."""
    table, target = table_after(view, moves), Move.parse(moves[-1]).target
    for move in _own_plays(view, table):
        if move.target != target:
            continue
        card, child = _card(view, table, move), table.clone()
        if apply(child, encode(move, view.rules.payoff_piles)) & (codes.DREW | codes.ENDED_TURN):
            continue
        price = next((each for each in _prices(view, table, child, names) if each.kind in _STOPPING), None)
        if price is not None:
            words = _("Not {card} as well: {what}.")
            return Reason(Kind.STOPS, words.format(card=card_name(card), what=price.brief), about=card)
    return None


def _equal_top(view: View, before: Core, after: Core) -> str:
    """Name the top card of another centre stack as high as those that plays raise; "" if there is none."""
    if before.places != after.places:
        return ""
    raised = [place for place in range(before.places) if before.height(place) != after.height(place)]
    heights = {after.height(place) for place in raised}
    same = [place for place in range(before.places) if place not in raised and after.height(place) in heights]
    return centre_name(view, same[0]) if len(heights) == 1 and heights != {0} and same else ""


def _prices(view: View, before: Core, after: Core, seats: Sequence[str] | None) -> Iterator[Reason]:
    """Yield what plays open for opponents: a pay-off card, a place near one, at last a place for another card."""
    rules = view.rules
    tops = [
        (seat, code, rules.natural_rank(card_text(code))) for seat, code in opponents_tops(rules, before, view.turn)
    ]
    opened = [
        (seat, way) for seat, code, _rank in tops if (way := _way_opened(view, before, after, seat))[-1:] == (code,)
    ]
    if opened:
        about = card_text(opened[0][1][-1])
        clauses = [_opened_words(view, seat, way, seats) for seat, way in opened]
        seat, way = opened[0]
        closed_by = {closing(view, after, each) for each, _way in opened}
        own = closed_by.pop()
        is_closed = bool(own) and not closed_by
        cards = listed(list(map(card_name, own)))
        if len(opened) > 1:
            # One place is taken once.
            clauses = [_("{one}; or {other}").format(one="; ".join(clauses[:-1]), other=clauses[-1])]
            if is_closed:
                players = listed([player_name(view, each, seats) for each, _way in opened])
                words = _("{players} wait with [pay-off cards] for the place, unless you go on with your {card}")
                clauses = [words.format(players=players, card=cards)]
        elif is_closed:
            words = _("{player} can play the [pay-off card] {top}, unless you go on with your {card}")
            if way[:-1]:
                words = _("{player} can play {cards} and the [pay-off card] {top}, unless you go on with your {card}")
            names = {"player": player_name(view, seat, seats), "cards": cards_listed(way[:-1])}
            clauses = [words.format(top=card_name(about), card=cards, **names)]
        kind = Kind.CLOSES if is_closed else Kind.OPENS
        what = "; ".join(clauses)
        yield Reason(kind, _("The price: {what}.").format(what=what), brief=what, about=about)
    near = [
        (seat, code, lacks)
        for seat, code, rank in tops
        if seat not in {each for each, _way in opened} and (lacks := _brought_near(view, before, after, seat, rank))
    ]
    if near:
        words = _("{player} then needs only {ranks} for the [pay-off card] {top}")
        clauses = [
            words.format(
                player=player_name(view, seat, seats), ranks=ranks_listed(view, lacks), top=card_name(card_text(code))
            )
            for seat, code, lacks in near
        ]
        about, what = card_text(near[0][1]), "; ".join(clauses)
        yield Reason(Kind.NEARS, _("The price: {what}.").format(what=what), brief=what, about=about)
    yield from _served(view, before, after, seats)


def _way_opened(view: View, before: Core, after: Core, seat: int) -> tuple[int, ...]:
    """The cards up to an opponent's pay-off card, if they can be played after a line and none could before."""
    return () if shown_way(view.rules, before, seat) else shown_way(view.rules, after, seat)


def _opened_words(view: View, seat: int, way: Sequence[int], seats: Sequence[str] | None) -> str:
    words = _("{player} can then play the [pay-off card] {top}")
    if way[:-1]:
        words = _("{player} can then play {cards} and the [pay-off card] {top}")
    player, top = player_name(view, seat, seats), card_name(card_text(way[-1]))
    return words.format(player=player, cards=cards_listed(way[:-1]), top=top)


def _brought_near(view: View, before: Core, after: Core, seat: int, rank: int) -> list[int]:
    """The few ranks that an opponent's pay-off card lacks after a line that brings it nearer; else empty."""
    tops = tops_of(view.rules, before, seat)
    lacks = lacked(view.rules, after, rank, tops)
    is_nearer = steps_to(view.rules, after, rank) < min(rank, steps_to(view.rules, before, rank))
    is_near = len(lacks) <= min(NEAR, len(lacked(view.rules, before, rank, tops)) - 1)
    return lacks if is_nearer and is_near and 0 not in tops else []


def _served(view: View, before: Core, after: Core, seats: Sequence[str] | None) -> Iterator[Reason]:
    """The cards of opponents that can follow, but for those on which the player has the next card."""
    rules, own = view.rules, shown_ranks(view, after)
    served = [
        (seat, stack[-1])
        for seat in dict.fromkeys(each for each, _code in opponents_tops(rules, before, view.turn))
        for stack in filter(None, view.players[seat].side)
        if (rank := rules.natural_rank(stack[-1]))
        and rank + 1 not in own
        and fits(rules, after, card_code(stack[-1]))
        and not fits(rules, before, card_code(stack[-1]))
    ]
    if not served:
        return
    words = _("{card} ({player})")
    owners = [(card_name(card), player_name(view, seat, seats)) for seat, card in dict.fromkeys(served)]
    named = [words.format(card=card, player=player) for card, player in owners]
    said = _("The price: {cards} can follow.").format(cards=listed(named))
    yield Reason(Kind.SERVES, said, about=served[0][1])


def closing(view: View, table: Core, seat: int) -> tuple[str, ...]:
    """The fewest natural cards with which the player can go on, one on another, to close an opponent's way; or none."""
    found = [each for each in map(partial(_closing, view, table, seat), _own_plays(view, table)) if each]
    return min(found, key=len, default=())


def _closing(view: View, table: Core, seat: int, first: Move) -> tuple[str, ...]:
    child, play, cards = table.clone(), first, list[str]()
    while len(cards) < _MOST_CLOSING:
        cards.append(_card(view, child, play))
        effects = apply(child, encode(play, view.rules.payoff_piles))
        if not shown_way(view.rules, child, seat):
            return tuple(cards)
        on = () if effects & codes.DREW else _own_plays(view, child)
        play = next((each for each in on if each.target == first.target), first)
        if play is first:
            break
    return ()


def _own_plays(view: View, table: Core) -> list[Move]:
    """The plays to the centre of natural cards of the player's hand and side stacks that are possible now."""
    if table.turn != view.turn or table.stage != codes.PLAY:
        return []
    moves = [decode(code, view.rules.payoff_piles) for code in legal_moves(table)]
    plays = [move for move in moves if move.plays_to_centre and move.source[0] in "HS"]
    return [move for move in plays if view.rules.natural_rank(_card(view, table, move))]


def _card(view: View, table: Core, play: Move) -> str:
    """The card of the hand or on a side stack of the player that a move plays."""
    return play.cards[0] if play.cards else card_text(table.side(view.turn, int(play.source[1:]) - 1)[-1])
