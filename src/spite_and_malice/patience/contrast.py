"""Why an advised move rather than another one that looks alike, in a sentence; each is true of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from spite_and_malice.patience.core import Layout, rank_of
from spite_and_malice.patience.gains import (
    builds,
    cards_of,
    fitting,
    from_home,
    gain_of,
    lead_of,
    still_fitting,
    taken_by,
    turns_up,
    uncovered,
)
from spite_and_malice.patience.hints import Unseen
from spite_and_malice.patience.knowledge import Known, nothing_known
from spite_and_malice.patience.looking import more_follow
from spite_and_malice.patience.moves import Move, move_with
from spite_and_malice.patience.purpose import FURTHEST, Step, laid_out, name_of, steps_of
from spite_and_malice.patience.tables import foundations_of
from spite_and_malice.patience.view import View
from spite_and_malice.rules.cards import RANKS, SUITS, card_code
from spite_and_malice.rules.naming import card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext

_MOST_NAMED: Final = 4
_SOON: Final = 4
_MOST_TABLES: Final = 1500


def contrast(view: View, line: Sequence[Move], known: Known | None = None, said: str = "") -> str:
    """Return what speaks for the first move of a line against another one; empty if nothing that can be named does.

    Nothing needs to be said of a move that has been named, in `said`.
    """
    move = line[0]
    if move.target == "W":
        return "" if len(line) > 1 and line[1].target == "W" else more_follow(view, move, known)
    if view.rules.aim == "pairs" and view.rules.layout != "grid":
        return (
            _alone(view, move)
            or _kept_for_another(view, move, steps_of(laid_out(view, known), line))
            or _frees_more(view, move)
        )
    if view.rules.aim not in ("build", "runs") or not move.target or not cards_of(view, move.source):
        return ""
    steps = steps_of(laid_out(view, known), line[:FURTHEST])
    others = [other for other in map(Move.parse, view.legal) if other != move and other.target]
    others = [other for other in others if not other.source.startswith("F") and name_of(view, other) not in said]
    return (
        _kept_free(view, move, others, steps, said)
        or _nearer_home(view, move, others, steps)
        or _buries(view, move, others)
        or _one_suit(view, move, others)
        or _deepest(view, move, others, steps)
        or _covers_fewer(view, move, others)
        or _still_possible(view, move, others, steps)
    )


def no_other(view: View, move: Move) -> str:
    """Say that no other card has a place, if it is so."""
    # At a clock that is always so, and said with the move.
    if view.rules.layout == "grid" or view.rules.aim == "clock" or not move.target:
        return ""
    others = (other for other in map(Move.parse, view.legal) if other != move and other.target)
    if any(not other.source.startswith("F") for other in others):
        return ""
    if move.target == "W" and view.waste:
        return _("No other card goes on {card}.").format(card=card_name(view.waste[-1]))
    if move.target == "X":
        return _("Only {cards} can go off now.").format(cards=listed(list(map(card_name, taken_by(view, move)))))
    if move.source.startswith("F"):
        return ""
    return _("Only {card} has a place now.").format(card=card_name(lead_of(view, move)))


def soonest_turned(view: View, card: str) -> str:
    """Say of a card that takes two moves to leave a face-down one that none is turned up sooner, if it is so."""
    if any(turns_up(view, move) for move in map(Move.parse, view.legal)):
        return ""
    return _("No card can be turned up sooner than the one beneath {card}.").format(card=card_name(card))


def soonest_home(view: View, card: str) -> str:
    """Say of a card that takes two moves to its foundation that none goes there sooner, if it is so."""
    if any(move.target.startswith("F") for move in map(Move.parse, view.legal)):
        return ""
    return _("No card can go to a foundation sooner than {card}.").format(card=card_name(card))


def one_run(view: View, move: Move) -> str:
    """Say that the cards of a move join a run which moves as one, where runs do."""
    if view.rules.groups != "run" or view.rules.aim != "build" or gain_of(view, move) != "order":
        return ""
    cards = (*cards_of(view, move.target), *cards_of(view, move.source)[-move.cards :])
    low = len(cards) - 1
    while low > 0 and builds(view, cards[low], cards[low - 1]):
        low -= 1
    words = _("{first} to {last} then move as one run of {count} cards.")
    if len(cards) - low == 2:
        words = _("{first} and {last} then move as one.")
    return words.format(first=card_name(cards[low]), last=card_name(cards[-1]), count=len(cards) - low)


def _alone(view: View, move: Move) -> str:
    """Say of a card that leaves the table alone that no pair misses it."""
    if move.partner or move.target != "X":
        return ""
    return _("{card} needs no partner, so no pair is lost.").format(card=card_name(lead_of(view, move)))


def _kept_for_another(view: View, move: Move, steps: Sequence[Step]) -> str:
    """Say with which card another one goes later that could go now with one of the pair."""
    pair = {move.source, move.partner}
    for other in map(Move.parse, view.legal):
        places = {other.source, other.partner}
        if other.target != "X" or len(places) < 2 or len(pair & places) != 1:
            continue
        place = (places - pair).pop()
        card = cards_of(view, place)[-1]
        for step in steps[1:]:
            if place in (step.move.source, step.move.partner):
                partner = step.move.partner if place == step.move.source else step.move.source
                if cards_of(step.before, place)[-1] != card or not partner or partner == place:
                    break
                with_it = cards_of(step.before, partner)[-1]
                return _("{place} is kept for {card}.").format(place=card_name(card), card=card_name(with_it))
    return ""


def _frees_more(view: View, move: Move) -> str:
    """Say what another pair with a card of this one would lay bare, if that is less."""
    own, own_covered = uncovered(view, move)
    pair = {move.source, move.partner} - {""}
    for other in map(Move.parse, view.legal):
        if other.target != "X" or other == move or not pair & {other.source, other.partner}:
            continue
        freed, covered = uncovered(view, other)
        cards = listed(list(map(card_name, taken_by(view, other))))
        if len(freed) < len(own):
            words = _("{cards} would free only {freed}.") if freed else _("{cards} would free no card.")
            return words.format(cards=cards, freed=listed(list(map(card_name, freed))))
        if not own and not freed and len(covered) < len(own_covered):
            words = _("{cards} would uncover only {freed}.") if covered else _("{cards} would uncover no card.")
            return words.format(cards=cards, freed=listed(list(map(card_name, covered))))
    return ""


def _kept_free(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step], said: str = "") -> str:
    """Say for which card another place is kept, where the line needs it, unless it is named in `said`."""
    for other in others:
        place = cards_of(view, other.target)[-1:]
        if (other.source, other.cards) != (move.source, move.cards) or other.target[0] != "T" or not place:
            continue
        for step in steps[1:]:
            if step.move.target == other.target and step.upon == place[0] and step.card != lead_of(view, move):
                if step.name in said:
                    break
                return _("{place} is kept for {card}.").format(place=card_name(place[0]), card=card_name(step.card))
            if other.target in (step.move.source, step.move.target):
                break
    return ""


def _nearer_home(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Say that a card stays open since its foundation takes it before the one that the move covers."""
    upon = cards_of(view, move.target)[-1:]
    if view.rules.aim != "build" or view.homes or not upon or not move.target.startswith("T"):
        return ""
    for other in others:
        place = cards_of(view, other.target)[-1:]
        is_same = (other.source, other.cards) == (move.source, move.cards) and other.target.startswith("T")
        # It has to stay open in the line too, until its foundation takes it.
        later = [step for step in steps if not step.move.target.startswith("F")]
        is_used = place and any(place[0] in (step.card, step.upon) for step in later)
        if is_same and place and not is_used and from_home(view, place[0]) < from_home(view, upon[0]):
            words = _("{other} is nearer to its foundation than {upon}, so it stays open.")
            return words.format(other=card_name(place[0]), upon=card_name(upon[0]))
    return ""


def _buries(view: View, move: Move, others: Sequence[Move]) -> str:
    """Say which card another place for the same cards would bury, where this one buries none out of order."""
    if view.rules.aim != "build" or view.homes or not move.target.startswith("T") or _buried(view, move.target):
        return ""
    for other in others:
        is_same = (other.source, other.cards) == (move.source, move.cards) and other.target.startswith("T")
        if is_same and cards_of(view, move.target) and (buried := _buried(view, other.target)):
            soonest = min(buried, key=lambda card: from_home(view, card))
            words = _("On {other} it would bury {card} deeper.")
            return words.format(other=card_name(cards_of(view, other.target)[-1]), card=card_name(soonest))
    return ""


def _buried(view: View, place: str) -> list[str]:
    """Return the cards of a pile beneath those that lie in order at its end, and those of them with a card on them."""
    up = cards_of(view, place)
    low = len(up) - 1
    while low > 0 and builds(view, up[low], up[low - 1]):
        low -= 1
    return list(up[: max(low, 0)])


def _covers_fewer(view: View, move: Move, others: Sequence[Move]) -> str:
    """Say how many face-down cards another place for the same cards lies on, if they are more, or that it is alike."""
    if not move.target.startswith("T") or not cards_of(view, move.target):
        return ""
    own = view.tableau[int(move.target[1:]) - 1]
    for other in others:
        is_same = (other.source, other.cards) == (move.source, move.cards) and other.target.startswith("T")
        if not is_same or not (place := view.tableau[int(other.target[1:]) - 1]).up or place.up[-1] == own.up[-1]:
            continue
        if place.down > own.down:
            words = ngettext(
                "On {other} it would lie on {count} card that is face down, on {upon} on {fewer}.",
                "On {other} it would lie on {count} cards that are face down, on {upon} on {fewer}.",
                place.down,
            )
            names = {"other": card_name(place.up[-1]), "upon": card_name(own.up[-1])}
            return words.format(count=place.down, fewer=own.down, **names)
        if place.down == own.down and not _buried(view, move.target) and not _buried(view, other.target):
            return _("It could just as well go on {other}.").format(other=card_name(place.up[-1]))
    return ""


def _one_suit(view: View, move: Move, others: Sequence[Move]) -> str:
    """Say that cards of one suit move together, where another place has a card of another suit."""
    upon = cards_of(view, move.target)[-1:]
    card = lead_of(view, move)
    if view.rules.aim != "runs" or view.rules.build == "suit" or not upon or upon[0][-1] != card[-1]:
        return ""
    left = cards_of(view, move.source)[: -move.cards]
    if left and left[-1][-1] == card[-1] and builds(view, card, left[-1]):
        # It lies on one of its suit already.
        return ""
    for other in others:
        place = cards_of(view, other.target)[-1:]
        if (other.source, other.cards) == (move.source, move.cards) and place and place[0][-1] != card[-1]:
            words = _("With {upon} it can move on as one, with {other} it could not: that is of another suit.")
            return words.format(upon=card_name(upon[0]), other=card_name(place[0]))
    return ""


def of_one_suit(view: View, move: Move) -> str:
    """Say that a card goes on one of its suit, where only such cards move on together."""
    upon = cards_of(view, move.target)[-1:]
    if view.rules.aim != "runs" or view.rules.build == "suit" or not upon or not turns_up(view, move):
        return ""
    card = lead_of(view, move)
    if upon[0][-1] != card[-1] or view.rules.suits == 1:
        return ""
    return _("{card} and {upon} are of one suit, so they move on together.").format(
        card=card_name(card), upon=card_name(upon[0])
    )


def _deepest(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Compare the face-down cards of the pile whose next one is turned up with those of others."""
    depth = turns_up(view, move)
    if not depth:
        return ""
    # Another card of the same name would only confuse.
    turning = {
        other.source: turns_up(view, other)
        for other in others
        if turns_up(view, other) and lead_of(view, other) != lead_of(view, move)
    }
    turning.pop(move.source, None)
    if not turning and any(other.source != move.source and turns_up(view, other) for other in others):
        return ""
    if not turning:
        return _("Only {card} turns a card up now.").format(card=card_name(lead_of(view, move)))
    source = max(turning, key=lambda place: turning[place])
    most, least = turning[source], min(turning.values())
    if most == least == depth:
        return _as_deep(view, move, others, steps)
    if depth < least:
        source = min(turning, key=lambda place: turning[place])
        words = ngettext(
            "Beneath {card} lies {count} card face down, beneath {other} {more}: its pile is empty sooner.",
            "Beneath {card} lie {count} cards face down, beneath {other} {more}: its pile is empty sooner.",
            depth,
        )
    elif depth > most:
        words = ngettext(
            "Beneath {card} lies {count} card face down, beneath {other} only {more}: the deeper pile holds back more.",
            "Beneath {card} lie {count} cards face down, beneath {other} only {more}: the deeper pile holds back more.",
            depth,
        )
    else:
        return ""
    other = cards_of(view, source)[0]
    if [cards_of(view, place)[0] for place in turning].count(other) > 1:
        return ""
    names = {"card": card_name(lead_of(view, move)), "other": card_name(other)}
    return words.format(count=depth, more=turning[source], **names)


def _as_deep(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Say of another card with as many face down beneath it that it can follow, or that it would do the same."""
    turning = [other for other in others if other.source != move.source and turns_up(view, other)]
    if follows := _still_possible(view, move, turning, steps):
        return follows
    # Another card of the same name would only confuse.
    other = next((each for each in turning if lead_of(view, each) != lead_of(view, move)), None)
    if other is None:
        return ""
    words = _("{card} would turn one up as well, with as many face down beneath it.")
    return words.format(card=card_name(lead_of(view, other)))


def _still_possible(view: View, move: Move, others: Sequence[Move], steps: Sequence[Step]) -> str:
    """Say of another move that brings a card home or turns one up that it can still be made."""
    if not steps:
        return ""
    following = {name_of(steps[0].after, each) for each in map(Move.parse, steps[0].after.legal)}
    planned = {step.card for step in steps}
    for other in others:
        if other.target.startswith("T") and not cards_of(view, other.target):
            continue
        if (
            other.source != move.source
            and gain_of(view, other) in ("off", "turn")
            and lead_of(view, other) not in planned
            and (name := name_of(view, other)) in following
        ):
            return _("{move} can follow.").format(move=name)
    return ""


def home_waits(view: View, line: Sequence[Move], said: str = "") -> str:
    """Say why a card that could go to its foundation stays: it changes what comes up, or others can go on it.

    Empty if there is none, it goes there soon in the line, or it is named in `said`.
    """
    move, soon = line[0], [each.source for each in line[:_SOON] if each.target.startswith("F")]
    if move.target.startswith("F") or view.homes or view.rules.aim != "build":
        return ""
    for other in map(Move.parse, view.legal):
        card = lead_of(view, other) if other.target.startswith("F") and other.source[0] not in "F" else ""
        if not card or other == move or other.source in soon or name_of(view, other) in said:
            continue
        if other.source == "W" and (stays := stays_on_waste(view)):
            return stays
        if needing := list(still_fitting(view, card))[:_MOST_NAMED]:
            words = _("{card} need not go to its foundation yet, as {others} may still go on it.")
            return words.format(card=card_name(card), others=listed(list(map(card_name, needing))))
    return ""


def stays_on_waste(view: View) -> str:
    """Say why the top card of the waste stays there where several are drawn at once; empty elsewhere."""
    if view.rules.draw == 1 or (view.rules.passes is not None and view.pass_number >= view.rules.passes):
        return ""
    words = _("{card} stays on the waste for now: without it other cards would come up in the next pass.")
    return words.format(card=card_name(view.waste[-1]))


def partner_beneath(view: View, move: Move) -> str:
    """Say which card lies on the partner of one that comes free; empty if the partner is open, or nothing is known."""
    if view.rules.aim != "pairs" or view.rules.layout == "grid" or move.target != "X":
        return ""
    world = laid_out(view)
    world.play(move)
    after = world.view()
    for freed in uncovered(view, move)[0]:
        if any(freed in taken_by(after, each) for each in map(Move.parse, after.legal) if each.target == "X"):
            continue
        for pile in (*after.tableau, *after.reserve):
            for card, above in pairwise(pile.up):
                if _go_off(view, freed, card) and above == pile.up[-1]:
                    words = _("{freed} can go off with {card} once {above} is gone.")
                    return words.format(freed=card_name(freed), card=card_name(card), above=card_name(above))
    return ""


def _go_off(view: View, card: str, other: str) -> bool:
    """Say whether two cards are a pair."""
    ranks = rank_of(card_code(card)), rank_of(card_code(other))
    return sum(ranks) == view.rules.sum if view.rules.sum else ranks[0] == ranks[1]


def clears(view: View, move: Move) -> str:
    """Say that a move takes the last cards off the table; empty if it does not."""
    if view.rules.aim not in ("waste", "pairs") or move.target not in ("W", "X"):
        return ""
    if sum(len(pile.up) + pile.down for pile in view.tableau) > (move.source + move.partner).count("T"):
        return ""
    world = laid_out(view)
    world.play(move)
    return _("That clears the table.") if world.result == "won" else ""


def which(view: View, move: Move) -> str:
    """Say from which pile a card goes, or to which, where another move of cards has the same name; empty elsewhere."""
    if view.rules.layout == "grid" or not (name := name_of(view, move)):
        return ""
    alike = [each for each in map(Move.parse, view.legal) if each != move and name_of(view, each) == name]
    for place, card in ((move.source, lead_of(view, move)), (move.target, "".join(cards_of(view, move.target)[-1:]))):
        others = [each.source if place == move.source else each.target for each in alike]
        if place.startswith("T") and card and any(each != place for each in others):
            return _("{card} of pile {n} is meant.").format(card=card_name(card), n=int(place[1:]))
    return ""


def completes(view: View, move: Move) -> str:
    """Say that a card is the last one of its foundation; empty if it is not."""
    if view.rules.aim != "build" or not move.target.startswith("F") or move.source.startswith("F"):
        return ""
    card = lead_of(view, move)
    if view.homes:
        at = int(move.target[1:] or 1) - 1
        is_last = bool(move.target[1:]) and len(view.homes[at]) + 1 == len(foundations_of(view.rules, view.lowest)[at])
    else:
        heights = (view.foundations[card[-1]], view.second_foundations.get(card[-1], 0))
        is_last = from_home(view, card) == 0 and len(RANKS) - 1 in heights
        is_last = is_last and rank_of(card_code(card)) == (view.lowest - 2) % len(RANKS) + 1
    return _("With {card} its foundation is complete.").format(card=card_name(card)) if is_last else ""


def not_needed(view: View, move: Move) -> str:
    """Say that a card that goes to its foundation is not missed, where the cards that go on it are home."""
    if not move.target.startswith("F") or view.homes or view.rules.build in ("none", "heap"):
        return ""
    card = lead_of(view, move)
    cards = list(fitting(view, card))
    if not cards or any(still_fitting(view, card)):
        return ""
    return ngettext(
        "Nothing is left to go on {card}: {others} is home already.",
        "Nothing is left to go on {card}: {others} are home already.",
        len(cards),
    ).format(card=card_name(card), others=listed(list(map(card_name, cards))))


def next_on_it(view: View, move: Move) -> str:
    """Say which cards a foundation of its own takes after the card of a move."""
    if not view.homes or not move.target.startswith("F") or not move.target[1:] or view.rules.home == "osmosis":
        return ""
    at = int(move.target[1:]) - 1
    wanted = foundations_of(view.rules, view.lowest)[at]
    height = len(view.homes[at]) + 1
    if height >= len(wanted):
        return ""
    rank, suits = wanted[height]
    if len(suits) == len(SUITS):
        words = _("After {card} that foundation takes any {rank}.")
        return words.format(card=card_name(lead_of(view, move)), rank=rank_name(rank, suited=True))
    names = [card_name(RANKS[rank - 1] + SUITS[suit]) for suit in suits]
    words = _("After {card} that foundation takes {cards}.")
    return words.format(card=card_name(lead_of(view, move)), cards=listed(names, either=True))


def shorter_run(view: View, taken: Sequence[Move], known: Known | None) -> str:
    """Say how many cards could go to the waste where another one goes first, if that is fewer; the best of these."""
    world, unseen = laid_out(view, known), Unseen(view, nothing_known(view) if known is None else known)
    best, first = 0, ""
    for move in map(Move.parse, view.legal):
        if move.target != "W" or move.source == taken[0].source:
            continue
        after = world.clone()
        after.play(move)
        most = 1 if unseen.is_shown(after.layout) else _longest(after.layout, unseen)
        if most is None or most >= len(taken):
            return ""
        if most > best:
            best, first = most, cards_of(view, move.source)[-1]
    if not first:
        return ""
    return ngettext(
        "With {card} first only {count} card could go.", "With {card} first only {count} cards could go.", best
    ).format(card=card_name(first), count=best)


def turns_none(view: View, move: Move) -> str:
    """Say of another card that could go to the waste that it turns none up, where the move does."""
    others = [other for other in map(Move.parse, view.legal) if other.target == "W" and other.source != move.source]
    idle = [other for other in others if _down_after(view, other) == _down_after(view, None)]
    if not idle or _down_after(view, move) == _down_after(view, None):
        return ""
    return _("{cards} would turn none up.").format(
        cards=listed([card_name(lead_of(view, other)) for other in idle], either=True)
    )


def _down_after(view: View, move: Move | None) -> int:
    world = laid_out(view)
    if move is not None:
        world.play(move)
    return sum(pile.down for pile in world.view().tableau)


def _longest(layout: Layout, unseen: Unseen) -> int | None:
    """Return how many cards go to the waste with the last one and after it; None if that takes too long."""
    most, looked_at, left = 1, {layout.key()}, [(layout, 1)]
    while left:
        table, taken = left.pop()
        most = max(most, taken)
        for code in table.legal():
            if move_with(code).target != "W":
                continue
            after = table.clone()
            after.apply(code)
            if (key := after.key()) in looked_at:
                continue
            looked_at.add(key)
            if len(looked_at) > _MOST_TABLES:
                return None
            if unseen.is_shown(after):
                most = max(most, taken + 1)
            else:
                left.append((after, taken + 1))
    return most
