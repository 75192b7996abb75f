"""The rules of a game of patience in words, for those who play it (PATIENCE.md sections 1 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spite_and_malice.arguments import of_type
from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.rules.cards import RANKS
from spite_and_malice.rules.words import Topic
from spite_and_malice.texts import _, listed, ngettext


def describe(rules: Rules) -> list[str]:
    """Return whole sentences that say these rules completely, in the current language."""
    return [sentence for topic in describe_by_topic(rules) for sentence in topic.sentences]


def describe_by_topic(rules: Rules) -> list[Topic]:
    """Describe the rules as `describe` does, under titles. Raises `InvalidArgument` for anything but rules."""
    of_type(rules, Rules, "rules", "preset_rules returns those of a game")
    topics = [
        Topic(_("The cards"), list(_cards(rules))),
        Topic(_("The aim"), list(_aim(rules))),
        Topic(_piles_title(rules), list(_tableau(rules))),
    ]
    if rules.cells or rules.reserve:
        topics.append(Topic(_cells_title(rules), [*_cells(rules), *_reserve(rules)]))
    if rules.stock_cards:
        title = _("Stock and waste") if rules.stock in ("waste", "hand") else _("The stock")
        topics.append(Topic(title, list(_stock(rules))))
    if rules.gather != "none" or rules.merci or rules.pocket:
        topics.append(Topic(_("Help on the way"), [*_gathering(rules), *_set_aside(rules)]))
    end = _("When no move is left, take moves back and try another way, or give the game up.")
    if rules.aim == "clock":
        end = _("When the fourth king comes before the last of the others, the game is lost.")
    return [*topics, Topic(_("The end"), [end])]


def _piles_title(rules: Rules) -> str:
    if rules.layout == "pyramid":
        return _("The pyramid")
    if rules.layout == "peaks":
        return _("The three peaks")
    if rules.layout == "grid":
        return _("The line") if rules.aim == "one" else _("The grid")
    if rules.aim == "clock":
        return _("The clock")
    return _("The seven piles") if len(rules.piles) == 7 else _("The piles")


def _cells_title(rules: Rules) -> str:
    if not rules.reserve:
        return _("Free cells")
    return _("Cells and reserve") if rules.cells else _("The reserve")


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
    if rules.ready and rules.home in ("suit", "any"):
        yield _("The cards of the rank {rank} lie on the foundations from the start.").format(rank=_rank(rules.base))
    elif rules.ready and rules.home == "ends":
        yield _("The aces lie on the foundations from the start.")
    elif rules.ready:
        yield _("The first card of each foundation lies there from the start.")
    if rules.base == "first":
        yield _("The other cards of the rank of the first pile's lowest card lie on the foundations from the start.")
    yield from _layout(rules)
    if rules.kings_down:
        yield _("In the deal the kings go to the bottom of their piles.")
    left = rules.stock_cards
    if left and not _is_triangle(rules):
        text = ngettext("The other {count} card is the stock.", "The other {count} cards are the stock.", left)
        yield text.format(count=left)


def _is_triangle(rules: Rules) -> bool:
    """Say whether the cards lie as in Klondike."""
    same = ("layout", "piles", "face", "stock_cards")
    return all(getattr(rules, name) == getattr(Rules(), name) for name in same)


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
    elif rules.aim == "one":
        yield _("All cards lie in one line.")
    elif rules.layout == "grid":
        text = ngettext(
            "{rows} row of {count} cards lies on the table.",
            "{rows} rows of {count} cards each lie on the table.",
            len(rules.piles),
        )
        yield text.format(rows=len(rules.piles), count=rules.piles[0])
    elif not rules.piles:
        return
    elif not any(rules.piles):
        text = ngettext("{piles} pile begins empty.", "{piles} piles begin empty.", len(rules.piles))
        yield text.format(piles=len(rules.piles))
        return
    else:
        counts = listed([str(count) for count in rules.piles])
        if len(rules.piles) == 1:
            text = ngettext(
                "One pile of {count} card lies on the table.",
                "One pile of {count} cards lies on the table.",
                rules.piles[0],
            )
            yield text.format(count=rules.piles[0])
        elif len(set(rules.piles)) == 1:
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
    if rules.aim == "clock":
        yield _("All these cards lie face down, but for the top card of the last pile, which is turned to the waste.")
    elif not _hides(rules):
        yield _("All these cards lie face up.")
    elif rules.face == "top":
        yield _("Of these cards only those that nothing lies on are face up.")
    else:
        yield _face_down(rules.face_down)


def _hides(rules: Rules) -> bool:
    """Say whether cards of the tableau lie face down after the deal."""
    if rules.layout != "piles":
        return rules.face == "top"
    return any(rules.face_down)


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
    elif piles == 1:
        text = ngettext(
            "The lowest card of the first pile lies face down; all others on the piles lie face up.",
            "The lowest {count} cards of the first pile lie face down; all others on the piles lie face up.",
            counts[0],
        )
    else:
        text = ngettext(
            "The lowest card of each of the first {piles} piles lies face down; all others on the piles lie face up.",
            "The lowest {count} cards of each of the first {piles} piles lie face down;"
            " all others on the piles lie face up.",
            counts[0],
        )
    return text.format(count=counts[0], piles=piles)


def _aim(rules: Rules) -> Iterator[str]:
    if rules.aim == "runs":
        text = _("You win when {count} runs from the king down to the ace, each of one suit, have left the table.")
        yield text.format(count=4 * rules.packs)
        yield _("Such a run leaves as soon as it lies at the end of a pile.")
    elif rules.aim == "pairs":
        yield from _pairs(rules)
    elif rules.aim == "waste":
        yield from _onto_the_waste(rules)
    elif rules.aim != "build":
        yield from _without_foundations(rules)
    elif rules.home != "suit":
        yield from _homes(rules)
    else:
        yield from _foundations(rules)


def _pairs(rules: Rules) -> Iterator[str]:
    if rules.sum:
        text = _(
            "Cards leave the table in pairs whose ranks add up to {sum}; jack, queen and king count 11, 12 and 13."
        )
        yield text.format(sum=rules.sum)
    else:
        yield _("Cards leave the table in pairs of the same rank.")
    if rules.layout == "grid":
        yield _("The two cards have to touch: across, down or at a corner.")
    if 0 < rules.sum <= 13:
        yield _("A card of the rank {rank} leaves alone.").format(rank=_rank(rules.sum))
    if rules.clear == "all" and rules.layout == "grid":
        yield _("You win when all cards are off the table, those of the stock too.")
        return
    if rules.clear == "all":
        yield _("You win when all cards are off the table, those of stock and waste too.")
        return
    if rules.layout == "pyramid":
        yield _("You win when the pyramid is clear.")
    elif rules.layout == "peaks":
        yield _("You win when the three peaks are clear.")
    elif rules.layout == "grid":
        yield _("You win when the grid is clear.")
    else:
        yield _("You win when the piles are clear.")
    yield from _besides(rules)
    if rules.stock_cards:
        yield _("Stock and waste may be left over.")


def _onto_the_waste(rules: Rules) -> Iterator[str]:
    if rules.layout == "pyramid":
        yield _("You win when all cards of the pyramid lie on the waste.")
    elif rules.layout == "peaks":
        yield _("You win when all cards of the three peaks lie on the waste.")
    else:
        yield _("You win when all cards of the piles lie on the waste.")
    yield from _besides(rules)
    if rules.stock_cards:
        yield _("Cards of the stock may be left over.")
    if rules.base == "dealt":
        yield _("The waste begins with a card that is dealt there.")
    else:
        yield _("The waste begins with the {rank} of spades.").format(rank=_rank(rules.base))
    yield _("A card goes there if its rank is one above or below that of the card on top; suits do not matter.")
    if rules.wrap:
        yield _("Kings and aces are neighbours too.")
    elif rules.king_stops:
        yield _("Nothing goes on a king that lies there.")


def _besides(rules: Rules) -> Iterator[str]:
    """Say what has to be cleared besides the tableau."""
    if rules.cells and rules.reserve:
        yield _("The cells and the reserve have to be cleared too.")
    elif rules.cells:
        yield _("The cells have to be cleared too.")
    elif rules.reserve:
        yield _("The reserve has to be cleared too.")


def _without_foundations(rules: Rules) -> Iterator[str]:
    match rules.aim:
        case "aces":
            yield _("A free card leaves the table if another free card of its suit is higher; the ace is the highest.")
            yield _("You win when only the aces are left and the stock is empty.")
        case "rows":
            yield _("The aces are taken out, which leaves gaps.")
            yield _("You win when each row runs from the two up to the king in one suit.")
        case "one":
            yield _("You win when all cards lie on one pile.")
        case _:
            yield _("You win when every card lies at the pile of its rank before the fourth king comes.")


def _homes(rules: Rules) -> Iterator[str]:
    text = _("You win when all cards lie on the {count} foundations.")
    yield text.format(count=rules.foundations)
    match rules.home:
        case "any":
            yield _("Each of them is built up by one rank at a time, whatever the suits, to 13 cards.")
            if rules.base == "dealt":
                yield _("The rank that they begin with is that of a card dealt there; after the king comes the ace.")
            elif rules.base != 1:
                text = _("They begin with the rank {rank}; after the king comes the ace.")
                yield text.format(rank=_rank(rules.base))
        case "steps":
            yield _(
                "The first goes up by one from the ace, the second by two from the two, the third by three from the"
                " three, the fourth by four from the four, past the king, to 13 cards; suits do not matter."
            )
        case "twos":
            yield _(
                "Each suit has one from the ace and one from the two; they go up by two, past the king, to 13 cards."
            )
        case "ends":
            yield _(
                "Each suit has one that goes up from the ace and one that goes down from the king, until they meet."
            )
        case "clock":
            yield _("They lie as the hours of a clock, and each is built up in suit to the number of its hour.")
            yield _("After the king comes the ace.")
        case "sultan":
            yield _(
                "Each is built up in suit to the queen, the ace following the king; on the king in the middle, the"
                " sultan, nothing goes."
            )
        case _:
            yield _(
                "The first begins with a card that is dealt there and takes every other card of its suit, in any order."
            )
            yield _(
                "The others begin one after the other with cards of its rank, and take cards of their suits whose ranks"
                " lie on the foundation before."
            )
    yield _("A card on a foundation stays there.")


def _foundations(rules: Rules) -> Iterator[str]:
    if rules.packs == 2 and rules.base == 1:
        yield _(
            "You win when all cards lie on the eight foundations, two for each suit, each from the ace up to the king."
        )
    elif rules.packs == 2:
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
    elif rules.base == "first":
        yield _("They begin with the rank of the first pile's lowest card; after the king comes the ace.")
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
    if rules.layout == "grid":
        yield from _in_grid(rules)
        return
    if rules.aim == "clock":
        yield _("The piles lie as the hours of a clock, that of the kings in the middle.")
        yield _("The card on the waste goes under the pile of its rank, whose top card is turned to the waste.")
        yield _("There is nothing to choose: luck alone decides.")
        return
    if not rules.piles:
        return
    if rules.layout != "piles":
        yield _("A card is free when nothing lies on it.")
        if rules.face == "top":
            yield _("A card that is freed is turned up at once.")
        return
    yield from _building(rules)
    yield from _groups(rules)
    if _hides(rules):
        yield _("A card that is freed is turned up at once.")
    yield _gap(rules)
    if rules.refill:
        yield _("An empty pile is filled at once from the reserve, as long as that has cards.")


def _in_grid(rules: Rules) -> Iterator[str]:
    if rules.aim == "rows":
        yield _("In a gap goes the next higher card of the suit to its left, and at the beginning of a row any two.")
        yield _("Nothing goes to the right of a king or of a gap.")
    elif rules.aim == "one":
        yield _(
            "A pile goes on the one before it or the third before it, if their top cards have the same suit or rank."
        )
        yield _("The line closes up after every move.")
    elif rules.stock == "piles":
        yield _("The cards may be closed up, in their order, and the places after them are filled from the stock.")


def _moves_together(rules: Rules) -> bool:
    """Say whether several cards can ever move from pile to pile as one."""
    if rules.build in ("none", "heap"):
        return rules.groups in ("any", "suit") and rules.empty in ("any", "king")
    return rules.groups not in ("none", "cells") or (
        rules.groups == "cells" and (rules.cells > 0 or rules.empty == "any")
    )


def _building(rules: Rules) -> Iterator[str]:
    if rules.build == "heap":
        yield _("Only the top card of the waste is put on the piles, on whatever card lies there.")
        yield _("The top cards of the piles go to the foundations alone.")
        return
    if rules.build == "none":
        if _moves_together(rules):
            yield _("Nothing is built on the piles.")
        else:
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
    yield from _round_the_corner(rules)


def _round_the_corner(rules: Rules) -> Iterator[str]:
    """Say what goes on an ace and on the lowest rank; if that is the ace, nothing needs to be said."""
    is_down = rules.direction == "down"
    if rules.wrap:
        yield _("A king goes on an ace too.") if is_down else _("Kings and aces are neighbours too.")
    elif rules.aim != "build" or rules.base == 1:
        return
    elif isinstance(rules.base, str):
        if is_down:
            yield _(
                "A king goes on an ace too, but nothing goes on a card of the rank that the foundations begin with."
            )
        else:
            yield _(
                "Kings and aces are neighbours too, but the rank that the foundations begin with"
                " and the one before it are not."
            )
    elif is_down:
        text = _("A king goes on an ace too, but nothing goes on a card of the rank {rank}.")
        yield text.format(rank=_rank(rules.base))
    else:
        text = _("Kings and aces are neighbours too, but the ranks {rank} and {before} are not.")
        yield text.format(rank=_rank(rules.base), before=_rank(int(rules.base) - 1))


def _groups(rules: Rules) -> Iterator[str]:
    if not _moves_together(rules):
        if rules.build not in ("none", "heap"):
            yield _("Only one card is moved at a time.")
        return
    said = {
        "run": _("Cards that are built on each other may be moved together, from any of them on."),
        "cells": _as_many_as(rules),
        "suit": _("Several cards move together only if they are of one suit and follow each other in rank."),
        "any": _("You may move a face-up card together with all that lie on it."),
        "pile": _("From pile to pile only a whole pile moves, and only if all its cards are built on each other."),
        "ends": _(
            "From pile to pile the top card moves alone, or a whole pile whose cards are all built on each other."
        ),
    }
    yield said[rules.groups]


def _as_many_as(rules: Rules) -> str:
    if rules.empty != "any":
        return _(
            "Cards that are built on each other move together, as many as the free cells would let you move one by one."
        )
    if rules.cells:
        return _(
            "Cards that are built on each other move together, as many as the free cells and the empty piles"
            " would let you move one by one."
        )
    return _(
        "Cards that are built on each other move together, as many as the empty piles would let you move one by one."
    )


def _gap(rules: Rules) -> str:
    together = _moves_together(rules)
    if rules.empty == "none":
        return _("An empty pile stays empty.") if not rules.refill else _("No card is moved to an empty pile.")
    if rules.empty == "auto":
        return _("An empty pile is filled at once from the waste, or from the stock if the waste is empty.")
    if rules.empty == "waste":
        return _("Only the top card of the waste may be moved to an empty pile.")
    if rules.empty == "any":
        if rules.groups == "pile":
            return _("Any card that comes from no pile, or a whole pile, may be moved to an empty pile.")
        if rules.groups == "any":
            return _("Any face-up card, with all that lies on it, may be moved to an empty pile.")
        if together:
            return _("Any card, or several that move together, may be moved to an empty pile.")
        return _("Any card may be moved to an empty pile.")
    if rules.aim == "build" and rules.base != 1:
        if together:
            return _("Only a card of the highest rank, with what moves with it, may be moved to an empty pile.")
        return _("Only a card of the highest rank may be moved to an empty pile.")
    if together:
        return _("Only a king, with what moves with it, may be moved to an empty pile.")
    return _("Only a king may be moved to an empty pile.")


def _cells(rules: Rules) -> Iterator[str]:
    if not rules.cells:
        return
    yield ngettext(
        "There is {cells} free cell, which holds one card.",
        "There are {cells} free cells, which hold one card each.",
        rules.cells,
    ).format(cells=rules.cells)
    if rules.cells_dealt and rules.cells == rules.cells_dealt:
        yield ngettext("It begins with a card.", "All of them begin with a card.", rules.cells)
    elif rules.cells_dealt:
        text = ngettext("{cells} of them begins with a card.", "{cells} of them begin with a card.", rules.cells_dealt)
        yield text.format(cells=rules.cells_dealt)


def _reserve(rules: Rules) -> Iterator[str]:
    if not rules.reserve:
        return
    cards = sum(rules.reserve)
    if not cards:
        text = ngettext(
            "A reserve of {piles} pile begins empty.", "A reserve of {piles} piles begins empty.", len(rules.reserve)
        )
        yield text.format(piles=len(rules.reserve))
        return
    if cards == 1:
        yield _("One card lies in reserve; it can be played, but no card comes there.")
        return
    text = ngettext(
        "{cards} cards lie in reserve in {piles} pile; cards leave it but never enter.",
        "{cards} cards lie in reserve in {piles} piles; cards leave them but never enter.",
        len(rules.reserve),
    )
    yield text.format(cards=cards, piles=len(rules.reserve))
    if max(rules.reserve) > 1 and rules.face != "up":
        yield _("Only the top card of a reserve pile is face up and can be played.")
    elif max(rules.reserve) > 1:
        yield _("All of them lie face up, but only the top card of a reserve pile can be played.")


def _stock(rules: Rules) -> Iterator[str]:
    if rules.layout == "grid":
        return
    if rules.stock == "hand":
        yield _("The next card of the stock is turned to the waste whenever the waste is empty.")
        yield _("You go through the stock only once.")
        return
    if rules.stock == "reserve":
        yield _("The stock is dealt on the reserve, one card face up on each pile, from the first on.")
        return
    if rules.stock == "piles":
        if rules.stock_cards % len(rules.piles):
            yield _("The stock is dealt on the piles, one card face up on each, from the first on, until it runs out.")
        else:
            yield _("The stock is dealt on the piles, one card face up on each.")
        if not rules.deal_gaps:
            yield _("It cannot be dealt while a pile is empty, unless the piles have fewer cards than there are piles.")
        return
    yield from _turning(rules)
    if rules.waste_pair:
        yield _("The two top cards of the waste may go together as a pair.")
    yield _passes(rules)


def _turning(rules: Rules) -> Iterator[str]:
    if rules.aim == "waste":
        if rules.draw == 1:
            yield _("When you like, a card is turned from the stock to the waste.")
        else:
            yield _("When you like, three cards are turned from the stock to the waste; the last of them lies on top.")
        return
    if rules.draw == 1:
        yield _("Cards are turned from the stock to the waste one at a time.")
    else:
        yield _("Cards are turned from the stock to the waste three at a time, and the last of them lies on top.")
    yield _("The top card of the waste can be played.")


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


def _gathering(rules: Rules) -> Iterator[str]:
    # The first layout is the only one.
    if rules.passes == 1:
        return
    if rules.gather == "deal" and rules.aim == "build":
        yield _("The piles may be put together, the first on top, and laid out again in that order.")
    elif rules.gather == "shuffle" and rules.aim == "rows":
        yield _("The cards that are not in their rows yet may be shuffled and laid out again.")
        yield _("In each row the place after what stays is left empty.")
    elif rules.gather == "shuffle":
        yield _("The cards of the piles may be shuffled and laid out again.")
    if rules.gather != "none" and rules.passes:
        text = ngettext(
            "They are laid out {passes} time in all.", "They are laid out {passes} times in all.", rules.passes
        )
        yield text.format(passes=rules.passes)


def _set_aside(rules: Rules) -> Iterator[str]:
    if rules.merci:
        if rules.gather == "none":
            text = ngettext(
                "{count} card may be drawn from under others, to go where it could go alone.",
                "{count} cards may be drawn from under others, to go where they could go alone.",
                rules.merci,
            )
        else:
            text = ngettext(
                "In the last layout {count} card may be drawn from under others, to go where it could go alone.",
                "In the last layout {count} cards may be drawn from under others, to go where they could go alone.",
                rules.merci,
            )
        yield text.format(count=rules.merci)
    if rules.pocket:
        yield _("Once the stock is empty, a card, or cards that move together, may be set aside in the pocket.")
        yield _("Cards leave the pocket for the foundations and the piles; when it is empty it can be used again.")


def _rank(base: int | str) -> str:
    """Return a rank as printed on its card."""
    return "10" if base == 10 else RANKS[int(base) - 1]
