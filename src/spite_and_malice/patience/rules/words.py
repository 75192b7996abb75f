"""The rules of a game of patience in words, for those who play it (PATIENCE.md sections 1 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.rules.words import Topic
from spite_and_malice.texts import _, listed, ngettext


def describe(rules: Rules) -> list[str]:
    """Return whole sentences that say these rules completely, in the current language."""
    return [sentence for topic in describe_by_topic(rules) for sentence in topic.sentences]


def describe_by_topic(rules: Rules) -> list[Topic]:
    """Say the rules as `describe` does, under titles."""
    topics = [
        Topic(_("The cards"), list(_cards(rules))),
        Topic(_("The aim"), list(_aim(rules))),
        Topic(_piles_title(rules), list(_tableau(rules))),
    ]
    if rules.cells or rules.reserve:
        topics.append(Topic(_("Cells and reserve"), list(_cells_and_reserve(rules))))
    if rules.stock_cards:
        title = _("Stock and waste") if rules.stock == "waste" else _("The stock")
        topics.append(Topic(title, list(_stock(rules))))
    end = _("When no move is left, take moves back and try another way, or give the game up.")
    return [*topics, Topic(_("The end"), [end])]


def _piles_title(rules: Rules) -> str:
    if rules.layout == "pyramid":
        return _("The pyramid")
    if rules.layout == "peaks":
        return _("The three peaks")
    return _("The seven piles") if len(rules.piles) == 7 else _("The piles")


def _cards(rules: Rules) -> Iterator[str]:
    if rules.packs == 1 and rules.suits == 4:
        yield _("Patience is played alone with one pack of 52 cards.")
    elif rules.suits == 4:
        yield _("Patience is played alone with two packs of 52 cards.")
    else:
        if rules.suits == 2:
            text = _("Patience is played alone with {cards} cards, all of them spades or hearts.")
        else:
            text = _("Patience is played alone with {cards} cards, all of them spades.")
        yield text.format(cards=52 * rules.packs)
    if rules.ready:
        yield _("The cards of the rank {rank} lie on the foundations from the start.").format(rank=_rank(rules.base))
    yield from _layout(rules)
    if rules.kings_down:
        yield _("In the deal the kings go to the bottom of their piles.")
    left = rules.stock_cards
    if left and not _is_triangle(rules):
        text = ngettext("The other {count} card is the stock.", "The other {count} cards are the stock.", left)
        yield text.format(count=left)


def _is_triangle(rules: Rules) -> bool:
    """Say whether the cards lie as in Klondike."""
    default = Rules()
    return (rules.piles, rules.face, rules.stock_cards) == (default.piles, default.face, default.stock_cards)


def _layout(rules: Rules) -> Iterator[str]:
    if _is_triangle(rules):
        yield _(
            "Seven piles lie on the table, with one to seven cards; only the top card of each is face up."
            " The other 24 cards are the stock."
        )
        return
    if rules.layout == "pyramid":
        yield ngettext(
            "A pyramid of {rows} row lies on the table: each card lies under two of the next row.",
            "A pyramid of {rows} rows lies on the table: each card lies under two of the next row.",
            len(rules.piles),
        ).format(rows=len(rules.piles))
    elif rules.layout == "peaks":
        yield _("Three peaks of four rows lie on the table; they share the ten cards of the last row.")
    else:
        counts = listed([str(count) for count in rules.piles])
        if len(set(rules.piles)) == 1:
            text = ngettext(
                "{piles} piles lie on the table, with {count} card each.",
                "{piles} piles lie on the table, with {count} cards each.",
                rules.piles[0],
            )
            yield text.format(piles=len(rules.piles), count=rules.piles[0])
        else:
            yield _("{piles} piles lie on the table, with these numbers of cards: {counts}.").format(
                piles=len(rules.piles), counts=counts
            )
    if rules.face == "up":
        yield _("All cards lie face up.")
    elif rules.face == "top":
        yield _("Only cards that nothing lies on are face up.")
    else:
        yield _face_down(rules.face_down)


def _face_down(counts: Sequence[int]) -> str:
    """Say how many cards lie face down at the bottom of each pile."""
    piles = sum(count > 0 for count in counts)
    if len(set(counts[:piles])) > 1 or not counts[0]:
        text = _("At the bottom of the piles lie face down, from the first pile to the last: {counts}.")
        return text.format(counts=listed([str(count) for count in counts]))
    if piles == len(counts):
        text = ngettext(
            "The lowest card of each pile lies face down.",
            "The lowest {count} cards of each pile lie face down.",
            counts[0],
        )
    else:
        text = ngettext(
            "The lowest card of each of the first {piles} piles lies face down, all others face up.",
            "The lowest {count} cards of each of the first {piles} piles lie face down, all others face up.",
            counts[0],
        )
    return text.format(count=counts[0], piles=piles)


def _aim(rules: Rules) -> Iterator[str]:
    if rules.aim == "runs":
        yield _("You win when every suit has left the table as a run from the king down to the ace.")
        yield _("Such a run leaves as soon as it lies at the end of a pile.")
    elif rules.aim == "pairs":
        text = _(
            "Cards leave the table in pairs whose ranks add up to {sum}; jack, queen and king count 11, 12 and 13."
        )
        yield text.format(sum=rules.sum)
        if rules.sum <= 13:
            yield _("A card of the rank {rank} leaves alone.").format(rank=_rank(rules.sum))
        if rules.clear == "all":
            yield _("You win when all cards are off the table, those of stock and waste too.")
        else:
            yield _("You win when the table is clear; stock and waste may be left over.")
    elif rules.aim == "waste":
        yield _("You win when all cards of the table lie on the waste.")
        if rules.base == "dealt":
            yield _("The waste begins with a card that is dealt there.")
        else:
            yield _("The waste begins with the {rank} of spades.").format(rank=_rank(rules.base))
        yield _("A card goes there if its rank is one above or below that of the card on top; suits do not matter.")
        if rules.wrap:
            yield _("Kings and aces are neighbours too.")
        elif rules.king_stops:
            yield _("Nothing goes on a king.")
    else:
        yield from _foundations(rules)


def _foundations(rules: Rules) -> Iterator[str]:
    if rules.packs == 2:
        yield _(
            "You win when all cards lie on the eight foundations, two for each suit,"
            " each built up by one rank at a time."
        )
    elif rules.base == 1:
        yield _(
            "You win when all cards lie on the four foundations, one for each suit, each from the ace up to the king."
        )
    else:
        yield _(
            "You win when all cards lie on the four foundations, one for each suit,"
            " each built up by one rank at a time."
        )
    if rules.base == "dealt":
        yield _("The rank that they begin with is that of a card dealt there; after the king comes the ace.")
    elif rules.base != 1:
        text = _("They begin with the rank {rank}; after the king comes the ace.")
        yield text.format(rank=_rank(rules.base))
    if rules.worry_back:
        yield (
            _("The top card of a foundation may go back to the seven piles.")
            if len(rules.piles) == 7
            else _("The top card of a foundation may go back to the piles.")
        )
    else:
        yield _("A card on a foundation stays there.")


def _tableau(rules: Rules) -> Iterator[str]:
    if rules.layout != "piles":
        yield _("A card is free when nothing lies on it.")
        if rules.face == "top":
            yield _("A card that is freed is turned up at once.")
        return
    yield from _building(rules)
    yield from _groups(rules)
    if rules.face != "up":
        yield _("A card that is freed is turned up at once.")
    yield _gap(rules)
    if rules.refill:
        yield _("An empty pile is filled at once from the reserve, as long as that has cards.")


def _building(rules: Rules) -> Iterator[str]:
    if rules.build == "none":
        yield _("Nothing is built on the piles; only their top cards can be taken.")
        return
    ways = {
        ("alternate", "down"): _("On the piles cards go down in rank, red on black and black on red."),
        ("suit", "down"): _("On the piles cards go down in rank, in the same suit."),
        ("colour", "down"): _("On the piles cards go down in rank, red on red and black on black."),
        ("any", "down"): _("On the piles cards go down in rank, whatever their suits."),
        ("alternate", "both"): _("On the piles cards go up or down in rank, red on black and black on red."),
        ("suit", "both"): _("On the piles cards go up or down in rank, in the same suit."),
        ("colour", "both"): _("On the piles cards go up or down in rank, red on red and black on black."),
        ("any", "both"): _("On the piles cards go up or down in rank, whatever their suits."),
    }
    yield ways[rules.build, rules.direction]
    if rules.wrap and rules.aim == "build":
        yield _("The lowest and the highest rank are neighbours.")
    elif rules.wrap:
        yield _("Kings and aces are neighbours.")
    if rules.aim == "build" and rules.base != 1 and not rules.wrap:
        yield _("The rank that foundations begin with is the lowest: nothing goes on it.")


def _groups(rules: Rules) -> Iterator[str]:
    if rules.build == "none" and rules.groups not in ("any",):
        return
    said = {
        "run": _("Cards that are built on each other may be moved together, from any of them on."),
        "none": _("Only one card is moved at a time."),
        "cells": _(
            "Cards that are built on each other move together, as many as the free cells would let you move one by one."
        ),
        "suit": _("Several cards move together only if they are of one suit and follow each other in rank."),
        "any": _("You may move a face-up card together with all that lie on it."),
        "pile": _("A pile moves as a whole to another one, or not at all."),
        "ends": _("A pile moves as a whole to another one, or its top card alone."),
    }
    yield said[rules.groups]


def _gap(rules: Rules) -> str:
    if rules.empty == "any":
        return _("Any card, with what lies on it, may be moved to an empty pile.")
    if rules.empty == "none":
        return _("An empty pile stays empty.")
    if rules.empty == "waste":
        return _("Only the top card of the waste may be moved to an empty pile.")
    if rules.aim == "build" and rules.base != 1:
        return _("Only a card of the highest rank, with what lies on it, may be moved to an empty pile.")
    return _("Only a king, with what lies on it, may be moved to an empty pile.")


def _cells_and_reserve(rules: Rules) -> Iterator[str]:
    if rules.cells:
        yield ngettext(
            "There is {cells} free cell, which holds one card.",
            "There are {cells} free cells, which hold one card each.",
            rules.cells,
        ).format(cells=rules.cells)
    if rules.cells_dealt:
        yield ngettext(
            "{cells} of them begins with a card.", "{cells} of them begin with a card.", rules.cells_dealt
        ).format(cells=rules.cells_dealt)
    if rules.reserve:
        cards = sum(rules.reserve)
        text = ngettext(
            "{cards} cards lie in reserve in {piles} pile; cards leave it but never enter.",
            "{cards} cards lie in reserve in {piles} piles; cards leave them but never enter.",
            len(rules.reserve),
        )
        yield text.format(cards=cards, piles=len(rules.reserve))
        if rules.face != "up" and max(rules.reserve) > 1:
            yield _("Only the top card of a reserve pile is face up and can be played.")


def _stock(rules: Rules) -> Iterator[str]:
    if rules.stock == "piles":
        yield _("The stock is dealt on the piles, one card face up on each.")
        if not rules.deal_gaps:
            yield _("It cannot be dealt while a pile is empty.")
        return
    yield _turning(rules)
    if rules.waste_pair:
        yield _("The two top cards of the waste may be a pair.")
    yield _passes(rules)


def _turning(rules: Rules) -> str:
    if rules.aim == "waste":
        return _("When no card fits, a card is turned from the stock to the waste.")
    if rules.draw == 1:
        return _("Cards are turned from the stock to the waste one at a time; the top card of the waste can be played.")
    return _(
        "Cards are turned from the stock to the waste three at a time, and the last of them lies on top;"
        " only the top card of the waste can be played."
    )


def _passes(rules: Rules) -> str:
    if rules.passes is None:
        return _(
            "When the stock is used up, the waste becomes the stock again in the same order, as often as you like."
        )
    if rules.passes == 1:
        return _("You go through the stock only once.")
    return ngettext(
        "When the stock is used up, the waste becomes the stock again in the same order;"
        " you go through it {passes} time in all.",
        "When the stock is used up, the waste becomes the stock again in the same order;"
        " you go through it {passes} times in all.",
        rules.passes,
    ).format(passes=rules.passes)


def _rank(base: int | str) -> str:
    """Return a rank as it stands on its card."""
    return "10" if base == 10 else RANKS[int(base) - 1]
