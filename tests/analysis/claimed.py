"""The claims in the sentences of a hint, read from the words alone and checked on the table with the engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import Final

from spite_and_malice.analysis.hint import Hint
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.engine.core import Core, apply, legal_moves
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.rules import Rules, card_text

NUMBERS: Final = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_RANKS: Final = {"A": "1", "T": "10", "J": "11", "Q": "12", "K": "13"}
_SUITS: Final = dict(zip("shdc", "♠♥♦♣", strict=True))

Match = re.Match[str]
Claim = tuple[str, Callable[["_Told", Match], bool]]


def sentences(words: str) -> list[str]:
    """Split a text into sentences."""
    return [part for part in re.split(r"(?<=[.!?])\s+", words.strip()) if part]


def false_claims(view: View, given: Hint) -> Iterator[str]:
    """Yield the sentences of a hint that are false, and those that cannot be parsed."""
    told = _Told(view, given)
    for sentence in sentences(given.words):
        fault = next(filter(None, (_fault(told, claims, said) for claims, said in _parts(told, sentence))), None)
        if fault is not None:
            yield fault.format(sentence)


def _fault(told: _Told, claims: Sequence[Claim], said: str) -> str | None:
    """How to report a claim that is false or cannot be read, with a place for its sentence; None if it is true."""
    for pattern, is_true in claims:
        if found := re.fullmatch(pattern, said):
            try:
                return None if is_true(told, found) else "{}"
            except (ValueError, IndexError) as error:
                return f"{{}} ({error})"
    return "unread: {}"


def _parts(told: _Told, sentence: str) -> Iterator[tuple[Sequence[Claim], str]]:
    """The claims of a sentence: of a discard its place and its reason; the reason may also be a sentence by itself."""
    if found := re.fullmatch(r"(Discard .+?): (.+)\.", sentence):
        yield _CLAIMS, f"{found[1]}."
        yield _REASONS, found[2]
        return
    clause = re.sub(r"^[A-Z](?=[a-z]|(?! and) [a-z])", lambda first: first[0].lower(), sentence.removesuffix("."))
    is_reason = any(re.fullmatch(pattern, clause) for pattern, _is_true in _REASONS)
    yield (_REASONS, clause) if is_reason and told.move.is_discard else (_CLAIMS, sentence)


def shown(card: str) -> str:
    """Write a card in the form of sentences."""
    if card == "*":
        return "a joker"
    if card[-1] not in _SUITS:
        return card
    return {"T": "10"}.get(card[0], card[0]) + _SUITS[card[-1]]


def rank_of(card: str) -> int:
    """Return the rank of a card, wild or not; 0 for a joker."""
    if card == "*":
        return 0
    return int(card) if card[-1] not in _SUITS else int(_RANKS.get(card[0], card[0]))


def _names_of(said: str) -> list[str]:
    """The names in a list of cards, of several jokers each."""
    each = re.sub(r"(\d+) jokers", lambda jokers: ", ".join(["a joker"] * int(jokers[1])), said)
    return re.split(r", | and ", each)


class _Told:
    """A hint and its table."""

    def __init__(self, view: View, given: Hint) -> None:
        self.view = view
        self.rules = view.rules
        self.given = given
        self.says = list(given.line)
        self.move = Move.parse(given.move)
        self.seat = view.turn
        self.before = Position.from_view(view)
        self.mine = view.players[view.turn]
        self.hand = list(view.hand(view.turn))

    def after(self, moves: Sequence[str]) -> Position:
        position = self.before.clone()
        for text in moves:
            position.play(text, UNSHUFFLED)
        return position

    @property
    def end(self) -> Position:
        """The table after the plan, as far as it is named."""
        return self.after(self.says)

    def kept(self, moves: Sequence[str]) -> Counter[str]:
        gone = Counter(card for move in map(Move.parse, moves) if move.source == "H" for card in move.cards)
        return Counter(self.hand) - gone

    def rank(self, card: str) -> int:
        """The rank of a natural card, 0 for a wild one."""
        is_wild = card == "*" or (card[0] == "K" and "K" in self.rules.wilds)
        return 0 if is_wild else rank_of(card)

    def line(self, text: str, *, begun: bool = True) -> list[str]:
        """Return the moves of a line that is named: the hint's own, if they are called so.

        It begins with the hint's move if it has `begun`. Raises ValueError if there is none.
        """
        found = [
            line for line in self._lines(self.before, text.split(", then "), []) if not begun or self._begins(line)
        ]
        if not found:
            raise ValueError(f"no such line: {text}")
        return max(found, key=lambda line: line == list(self.given.line[: len(line)]))

    def _begins(self, line: Sequence[str]) -> bool:
        """Whether a line begins with the hint's move, or one that only uses another of equal cards or places."""
        one = Move.parse(line[0])
        return (one.source[:1], self.view.card_of(one)) == (self.move.source[:1], self.view.card_of(self.move))

    def _lines(self, position: Position, steps: list[str], line: list[str]) -> Iterator[list[str]]:
        if not steps:
            yield line
            return
        step = _lower(steps[0]) if steps[0].startswith(("Your", "A joker")) else steps[0]
        if step.lower() == "a pass":
            yield from self._lines(_played(position, "pass"), steps[1:], [*line, "pass"])
            return
        cards, place = step.rsplit(" on ", 1)
        yield from self._plays(position, _with_places(re.split(r", and |, | and ", cards)), place, "", steps, line)

    def _plays(
        self, position: Position, cards: list[str], place: str, target: str, steps: list[str], line: list[str]
    ) -> Iterator[list[str]]:
        if not cards:
            yield from self._lines(position, steps[1:], line)
            return
        if position.turn != self.seat or position.is_over:
            return
        # As everybody sees it: a line may go on after new cards, which nobody knows, have come into the hand.
        view = position.view(None)
        for move in position.legal_moves:
            pair = len(move.cards) == 2
            said = " and ".join(cards[:2]) if pair else cards[0]
            if target not in ("", move.target) or not move.target or _card_said(view, move) != said:
                continue
            if target or _place_said(view, move.target) == place:
                on = [*line, str(move)]
                rest = cards[2:] if pair else cards[1:]
                yield from self._plays(_played(position, str(move)), rest, place, move.target, steps, on)

    # --- the table ---------------------------------------------------------------------------------------------

    def payoffs(self, name: str) -> list[str]:
        """The pay-off cards with this name."""
        whose = self.rules.partner(self.seat) if name.lower().startswith("your partner") else self.seat
        tops = [] if whose is None else [pile.top for pile in self.view.players[whose].payoff if pile.top]
        card = re.sub(r".*pay-off card \(?(.*?)\)?$", r"\1", name)
        found = [top for top in tops if shown(top) == card]
        if not found:
            raise ValueError(f"no pay-off card {card}")
        return found

    def heights(self, position: Position) -> list[int]:
        places = range(position.core.places)
        return [position.core.height(place) for place in places] + [0] * (self.rules.centre is None)

    def steps(self, position: Position, rank: int) -> int:
        return min((rank - 1 - height) % self.rules.build_to for height in self.heights(position))

    def fits(self, position: Position, rank: int) -> bool:
        return rank - 1 in self.heights(position)

    def lacks(self, position: Position, rank: int, said: str, has: Sequence[str] = ()) -> bool:
        """Whether a card of a rank lacks the stated number of cards on the stack where it lacks fewest.

        Cards that somebody `has` are not lacking.
        """
        count, ranks = self.steps(position, rank), set(map(self.rank, has))
        before = [(rank - 1 - step) % self.rules.build_to or self.rules.build_to for step in range(count)][::-1]
        missing = [each for each in before if each not in ranks]
        if found := re.fullmatch(r"(\d+) cards?", said):
            return int(found[1]) == len(missing) > 0
        return re.split(r", | and ", said) == [_rank_said(self.view, each) for each in missing]

    def for_wilds(self, missing: Sequence[int]) -> list[int]:
        """The missing ranks that a wild card can stand for; under `wild_covered` the next card must be there."""
        rules = self.rules
        return [
            each
            for each in missing
            if each not in rules.wild_never and not (rules.wild_covered and each + 1 in missing)
        ]

    def tops(self, seat: int) -> list[str]:
        """The cards on top of a player's side stacks."""
        return [stack[-1] for stack in self.view.players[seat].side if stack]

    def plays_from(self, seat: int) -> list[str]:
        """The cards on top of a player's side stacks and their partner's."""
        partner = self.rules.partner(seat)
        return [*self.tops(seat), *([] if partner is None else self.tops(partner))]

    def everybody(self) -> list[tuple[int, str]]:
        """The natural cards on the pay-off piles of all opponents, each with its seat, in the order of turns."""
        players = self.rules.players
        seats = ((self.seat + step) % players for step in range(1, players))
        others = [each for each in seats if each != self.rules.partner(self.seat)]
        found = [(each, pile.top) for each in others for pile in self.view.players[each].payoff if pile.top]
        return [(each, top) for each, top in found if self.rank(top)]

    def threat(self, said: str) -> str:
        return self.waiting(said)[0][1]

    def waiting(self, said: str) -> list[tuple[int, str]]:
        """The opponents with a pay-off card that is called so, each with the card."""
        found = [(seat, top) for seat, top in self.everybody() if shown(top) == said]
        if not found:
            raise ValueError(f"no opponent waits with {said}")
        return found

    def own(self, position: Position) -> list[str]:
        """The cards that the player has in the hand and on top of the side stacks."""
        stacks = [position.core.side(self.seat, number) for number in range(self.rules.side)]
        cards = [*position.core.hand(self.seat), *(stack[-1] for stack in stacks if stack)]
        return [card_text(card) for card in cards if card]

    def chains(self, position: Position, height: int, rank: int) -> Iterator[tuple[list[int], tuple[str, ...]]]:
        """Every way to lay the player's natural cards on a stack up to a rank: what it misses, and the cards."""
        sides = [position.core.side(self.seat, number) for number in range(self.rules.side)]
        stacks = tuple(tuple(map(card_text, stack)) for stack in sides)
        hand = [card_text(card) for card in position.core.hand(self.seat) if card]
        ways = [([], (), stacks)]  # type: list[tuple[list[int], tuple[str, ...], tuple[tuple[str, ...], ...]]]
        for wanted in range(height + 1, rank):
            on = []
            for missing, cards, left in ways:
                fitting = [at for at, stack in enumerate(left) if stack and self.rank(stack[-1]) == wanted]
                for at in fitting:
                    rest = (*left[:at], left[at][:-1], *left[at + 1 :])
                    on.append((missing, (*cards, shown(left[at][-1])), rest))
                for card in dict.fromkeys(each for each in hand if self.rank(each) == wanted):
                    on.append((missing, (*cards, shown(card)), left))
                if not fitting and wanted not in map(self.rank, hand):
                    on.append(([*missing, wanted], cards, left))
            ways = on
        fewest = min((len(missing) for missing, _cards, _left in ways), default=0)
        yield from ((missing, cards) for missing, cards, _left in ways if len(missing) == fewest)

    def named(self, height: int) -> list[str]:
        """What the centre stacks of a height are called."""
        found = [_centre_said(self.view, at, "an empty centre stack") for at, each in enumerate(self.view.centre)
                 if len(each) == height]  # fmt: skip
        return found + ["an empty centre stack"] * (height == 0 and self.rules.centre is None)

    def clause(self, said: str, seat: int, top: str) -> bool:
        """Whether a price is one that makes an opponent's pay-off card easier to play."""
        rank, end = self.rank(top), self.end
        if found := re.fullmatch(r".+ can then play ((?P<cards>.+) and )?the pay-off card (?P<top>.+)", said):
            is_new = not self.gets_through(self.before, seat, _named_cards(found), top)
            return shown(top) == found["top"] and is_new and self.gets_through(end, seat, _named_cards(found), top)
        if found := re.fullmatch(
            r".+ can play ((?P<cards>.+) and )?the pay-off card (?P<top>.+), unless you go on with your (?P<own>.+)",
            said,
        ):
            cards = _named_cards(found)
            is_closed = any(not self.reaches(table, seat, top) for table in self.closed(found["own"]))
            return shown(top) == found["top"] and is_closed and self.gets_through(end, seat, cards, top)
        found = re.fullmatch(r".+ then needs only (.+) for the pay-off card (.+)", said)
        is_nearer = self.steps(end, rank) < self.steps(self.before, rank)
        return bool(
            found and shown(top) == found[2] and is_nearer and self.lacks(end, rank, found[1], self.plays_from(seat))
        )

    def closed(self, cards: str) -> list[Core]:
        """The tables on which the player has gone on with some cards after the plan, one on another."""
        return list(self._closed(self.end, re.split(r", | and ", cards), ""))

    def _closed(self, position: Position, cards: list[str], target: str) -> Iterator[Core]:
        if not cards:
            yield position.core
            return
        for move in position.legal_moves if position.turn == self.seat else ():
            is_own = move.plays_to_centre and move.source[0] in "HS" and move.target == (target or move.target)
            if is_own and shown(self.top(position, move)) == cards[0]:
                yield from self._closed(_played(position, str(move)), cards[1:], move.target)

    def top(self, position: Position, move: Move) -> str:
        """The card of the hand or of a side stack that a move plays."""
        if move.cards:
            return move.cards[0]
        return card_text(position.core.side(self.seat, int(move.source[1:]) - 1)[-1])

    def reaches(self, table: Core, seat: int, top: str) -> bool:
        """Whether a player can now play a pay-off card, with cards of side stacks before it where need be."""
        core = table.clone()
        core.put_turn(seat)
        if any(card == top for card, _after in _from_piles(core, "P", self.rules)):
            return True
        return any(self.reaches(after, seat, top) for _card, after in _from_piles(core, "S", self.rules))

    def gets_through(self, position: Position, seat: int, said: Sequence[str], top: str) -> bool:
        """Whether a player can now play the cards from side stacks that are named, in this order, and then one more."""
        core = position.core.clone()
        core.put_turn(seat)
        tables = [core]
        for name in said:
            tables = [
                after for table in tables for card, after in _from_piles(table, "S", self.rules) if shown(card) == name
            ]
        return any(card == top for table in tables for card, _after in _from_piles(table, "P", self.rules))

    def stack(self) -> tuple[str, ...]:
        """The side stack on which the hint discards."""
        if not self.move.is_discard:
            raise ValueError("no discard")
        return self.mine.side[int(self.move.target[1:]) - 1]

    def cards(self, said: str) -> list[str]:
        """The cards of the hand with this name."""
        left = list(self.hand)
        found = []
        for name in _names_of(said):
            card = next(
                (each for each in left if shown(each) == name[0].lower() + name[1:] or shown(each) == name), None
            )
            if card is None:
                raise ValueError(f"{name} is not in the hand")
            left.remove(card)
            found.append(card)
        return found


_PLACE: Final = r" from your (hand|(?:partner's )?side stack)s?$"


def _with_places(cards: Sequence[str]) -> list[str]:
    """Give each card the place that is named for it, or once for several: "6♥ and 7♠ from your side stacks"."""
    found: list[str] = []
    place = ""
    for card in reversed(cards):
        if named := re.search(_PLACE, card):
            place = f" from your {named[1]}"
        elif "pay-off card" in card:
            place = ""
        found.insert(0, re.sub(_PLACE, "", card) + ("" if place == " from your hand" else place))
    return found


def _from_piles(table: Core, kind: str, rules: Rules) -> Iterator[tuple[str, Core]]:
    """The plays from side stacks or pay-off piles that a player may play from, and what they lead to."""
    for move in legal_moves(table):
        parsed = decode(move, rules.payoff_piles)
        if kind not in parsed.source or not parsed.plays_to_centre:
            continue
        seat = rules.partner(table.turn) if parsed.source[0] == "+" else table.turn
        number = int(parsed.source.lstrip("+")[1:] or 1) - 1
        card = table.side(seat, number)[-1] if kind == "S" else table.payoff_top(seat, number)
        after = table.clone()
        apply(after, move)
        if after.turn == table.turn or kind == "P":
            yield card_text(card), after


def _played(position: Position, text: str) -> Position:
    after = position.clone()
    after.play(text, UNSHUFFLED)
    return after


def _rank_said(view: View, rank: int) -> str:
    suited = any(deck is not None and deck.packs for deck in (view.rules.deck, view.rules.payoff_deck))
    return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank)) if suited else str(rank)


def _card_said(view: View, move: Move) -> str:
    def standing(card: str) -> str:
        is_wild = card == "*" or (card[0] == "K" and "K" in view.rules.wilds)
        if not (is_wild and move.plays_to_centre):
            return shown(card)
        number = int(move.target[1:]) - 1
        height = len(view.centre[number]) if number < len(view.centre) else 0
        return f"{shown(card)} as {_rank_said(view, height + 1)}"

    if move.cards:
        return " and ".join(map(standing, move.cards))
    card = view.card_of(move)
    if not card:
        return ""
    whose = "your partner's" if move.source[0] == "+" else "your"
    if "P" in move.source:
        said = f"({standing(card)})" if card == "*" else standing(card)
        return f"{whose} pay-off card {said}"
    return f"{standing(card)} from {whose} side stack"


def _place_said(view: View, target: str) -> str:
    if target[0] == "L":
        seat, _dot, pile = target[1:].partition(".")
        return f"the pay-off pile with {shown(view.players[int(seat)].payoff[int(pile or 1) - 1].top or '')}"
    number = int(target[1:]) - 1
    if target[0] == "S":
        stack = view.players[view.turn].side[number]
        return f"the side stack with {shown(stack[-1])}" if stack else "an empty side stack"
    return _centre_said(view, number, "an empty stack")


def _centre_said(view: View, number: int, empty: str) -> str:
    stack = view.centre[number] if number < len(view.centre) else ()
    if not stack:
        return empty
    is_wild = stack[-1] == "*" or (stack[-1][0] == "K" and "K" in view.rules.wilds)
    return shown(stack[-1]) + (f" ({_rank_said(view, len(stack))})" if is_wild else "")


# --- plans -------------------------------------------------------------------------------------------------------


def _gets_away(told: _Told, line: Sequence[str]) -> bool:
    """Whether a line plays a pay-off card with its last move, and none before."""
    position, side = told.before.clone(), told.seat % told.rules.side_count
    for number, text in enumerate(line):
        left = position.core.cards_left(side)
        position.play(text, UNSHUFFLED)
        if (position.core.cards_left(side) < left) != (number + 1 == len(line)):
            return False
    return True


def _is_away(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    told.payoffs(found["card"])
    said = NUMBERS[len(line) - 1] if len(line) <= len(NUMBERS) else str(len(line))
    return said == found["count"] and _gets_away(told, line)


def _now(told: _Told, found: Match) -> bool:
    return "pay-off card" in found["line"] and _gets_away(told, told.line(found["line"]))


def _wins(told: _Told, found: Match) -> bool:
    outcome = told.after(told.line(found["line"])).outcome
    return outcome is not None and told.seat in outcome.winners


def _is_left(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    left = told.after(line).core.cards_left(told.seat % told.rules.side_count)
    return _gets_away(told, line) and int(left) == int(found["count"])


def _new_hand(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    after = told.after(line)
    return not told.kept(line) and (after.turn, after.core.hand_count(told.seat)) == (told.seat, int(found["count"]))


def _nearer(told: _Told, found: Match) -> bool:
    told.says = told.line(found["line"])
    have = re.split(r", | and ", found["cards"]) if found.groupdict().get("cards") else None
    return any(
        _lacks(told, told.end, missing, found["ranks"])
        and (have is None or [each for each in have if each in cards] == list(cards))
        for rank in map(rank_of, told.payoffs(found["card"]))
        for height in set(told.heights(told.end))
        for missing, cards in told.chains(told.end, height, rank)
    )


def _wild_never(told: _Told, found: Match) -> bool:
    """Whether wild cards that the player has never stand for these ranks."""
    never = [_rank_said(told.view, each) for each in told.rules.wild_never]
    has = [*told.hand, *(stack[-1] for stack in told.mine.side if stack)]
    return set(re.split(r", | and ", found["ranks"])) <= set(never) and not all(map(told.rank, has))


def _takes_place(told: _Told, found: Match) -> bool:
    told.says = told.line(found["line"])
    after = told.end
    return any(
        (told.gets_through(told.before, seat, _named_cards(found), top) or "has no place" in found[0])
        and not told.gets_through(after, seat, _named_cards(found), top)
        for seat, top in told.waiting(found["top"])
    )


def _takes_stack(told: _Told, found: Match) -> bool:
    after = told.after(told.line(found["line"]))
    rank = told.rank(told.threat(found["top"]))
    is_farther = told.steps(after, rank) > told.steps(told.before, rank)
    tops = [told.plays_from(seat) for seat, _top in told.waiting(found["top"])]
    return is_farther and any(told.lacks(told.before, rank, found["ranks"], each) for each in tops)


def _bares(told: _Told, found: Match) -> bool:
    pairs = [(stack, size) for stack, size in _sides(told, found) if 0 < size < len(stack)]
    return any((shown(stack[size - 1]), shown(stack[size])) == (found["card"], found["top"]) for stack, size in pairs)


def _clears(told: _Told, found: Match) -> bool:
    return any(stack and not size and shown(stack[-1]) == found["card"] for stack, size in _sides(told, found))


def _empties_one(told: _Told, found: Match) -> bool:
    return any(stack and not size for stack, size in _sides(told, found))


def _sides(told: _Told, found: Match) -> Iterator[tuple[Sequence[str], int]]:
    """The own side stacks and the partner's, and how many cards lie on each after the named line."""
    after = told.after(told.line(found["line"])).core
    for seat in (told.seat, told.rules.partner(told.seat)):
        for number, stack in enumerate(() if seat is None else told.view.players[seat].side):
            yield stack, len(after.side(seat, number))


def _room(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    names = found.groupdict()
    if names.get("wild"):
        moves = list(map(Move.parse, line))
        followed = any(
            (shown(one.cards[0]), shown(other.cards[0])) == (_lower(names["wild"]), names["card"])
            or (shown(one.cards[0]), shown(other.cards[0])) == (names["wild"], names["card"])
            for one, other in pairwise(moves)
            if one.cards and other.cards and one.target == other.target and told.rank(one.cards[0]) == 0
        )
        if not followed:
            return False
    count = len(told.hand) - told.kept(line).total()
    return count == int(found["count"]) > 0 and bool(told.view.stock or told.view.aside or _is_renewed(told))


def _completes(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    highest = told.rules.build_to - 1
    tables = [(Move.parse(text).target, told.after(line[:number]).core) for number, text in enumerate(line)]
    last = [table.height(int(target[1:]) - 1) == highest for target, table in tables if int(target[1:]) <= table.places]
    return any(last) and _room(told, found)


def _price(told: _Told, found: Match) -> bool:
    """Whether every clause of a price is true of somebody."""
    if wait := re.fullmatch(
        r"(.+) wait with pay-off cards for the place, unless you go on with your (.+)", found["what"]
    ):
        waiting = [
            (seat, top)
            for seat, top in told.everybody()
            if told.reaches(told.end.core, seat, top) and not told.reaches(told.before.core, seat, top)
        ]
        is_all = len(re.split(r", | and ", wait[1])) == len({seat for seat, _top in waiting}) > 1
        return is_all and any(
            not any(told.reaches(table, seat, top) for seat, top in waiting) for table in told.closed(wait[2])
        )
    clauses = re.split("; (?:or )?", found["what"])
    return all(any(told.clause(clause, seat, top) for seat, top in told.everybody()) for clause in clauses)


def _named_cards(found: Match) -> list[str]:
    said = found.groupdict().get("cards")
    return re.split(r", | and ", said) if said else []


def _not_as_well(told: _Told, found: Match) -> bool:
    """Whether a card that could follow the plan on its stack makes an opponent's pay-off card easier to play."""
    target = Move.parse(told.says[-1]).target
    for move in told.end.legal_moves:
        if move.target == target and move.source[0] in "HS" and shown(told.top(told.end, move)) == found["card"]:
            on = _Told(told.end.view(told.seat), Hint(str(move), (), (str(move),)))
            return _price(on, found)
    return False


def _could_empty(told: _Told, found: Match) -> bool:
    """Whether plays that take these wild cards leave none in the hand, and the hint's move takes none of them."""
    reason = next(each for each in told.given.reasons if each.words == found[0])
    table, spent, is_emptied = told.before.core.clone(), Counter[str](), False
    for text in reason.line:
        move, code = Move.parse(text), encode(Move.parse(text), told.rules.payoff_piles)
        assert code in legal_moves(table)
        is_emptied |= table.hand_count(told.seat) == 1 and move.source == "H"
        spent.update(card for card in move.cards if move.source == "H" and not told.rank(card))
        apply(table, code)
    named = sorted(map(_lower, _names_of(_lower(found["wilds"]))))
    return is_emptied and not told.move.plays_to_centre and sorted(map(_lower, map(shown, spent.elements()))) == named


def _stock_ends(told: _Told, found: Match) -> bool:
    others = [each for each in range(told.rules.players) if each != told.seat]
    needed = sum(max(0, told.rules.hand - told.before.core.hand_count(each)) for each in others)
    ends = {"draw": "nobody wins", "fewest": "the fewest pay-off cards win"}.get(told.rules.stock_out)
    return needed > told.view.stock and not told.view.aside and ends == found["who"]


def _has_fewest(told: _Told, found: Match) -> bool:
    left = [told.before.core.cards_left(side) for side in range(told.rules.side_count)]
    own = left.pop(told.seat % told.rules.side_count)
    return (
        own < min(left)
        if found["who"] == "You"
        else sorted(left)[:2] == sorted({min(left), *left})[:2] and min(left) < own
    )


def _serves(told: _Told, found: Match) -> bool:
    return all(
        told.fits(told.end, told.rank(top)) and not told.fits(told.before, told.rank(top))
        for top in _owned(told, found["cards"])
    )


def _owned(told: _Told, said: str) -> list[str]:
    """The cards on side stacks of opponents that are named with their owners: "4♠ (Hugo) and 4♥ (Rosa)"."""
    others = [each for each in range(told.rules.players) if each not in (told.seat, told.rules.partner(told.seat))]
    found = []
    for each in re.split(r", | and ", said):
        name = re.fullmatch(r"(\S+) \(.+\)", each)
        tops = [top for seat in others for top in told.tops(seat) if name and shown(top) == name[1] and told.rank(top)]
        if not tops:
            raise ValueError(f"nobody has {each}")
        found.append(tops[0])
    return found


def _brings(told: _Told, found: Match) -> bool:
    end = told.end
    ranks = [told.rank(card) for card in told.own(end) if shown(card) == found["card"]]
    partner = told.rules.partner(told.seat)
    stacks = [] if partner is None else [end.core.side(partner, number) for number in range(told.rules.side)]
    has = [*told.own(end), *(card_text(stack[-1]) for stack in stacks if stack)]
    return any(
        told.steps(end, rank) < told.steps(told.before, rank) and told.lacks(end, rank, found["ranks"], has)
        for rank in ranks
        if rank
    )


def _is_renewed(told: _Told) -> bool:
    return told.rules.stock_out == "renew"


def _ends_turn(told: _Told, found: Match) -> bool:
    line = told.line(found["line"])
    after = told.after(line)
    return not told.kept(line) and (after.turn != told.seat or after.is_over)


def _ends_empty(told: _Told, found: Match) -> bool:
    told.line(found["line"])
    return not told.kept(told.given.line)


def _waits_for(told: _Told, found: Match) -> bool:
    after, top = told.end, found.groupdict().get("top")
    return any(
        _lacks(told, after, missing, found["ranks"]) and _keeps_for(told, found)
        for rank in map(rank_of, told.payoffs(found["card"]))
        for height in set(told.heights(after))
        for missing, _cards in told.chains(after, height, rank)
        if height < rank and top in (None, *told.named(height))
    )


def _is_far(told: _Told, found: Match) -> bool:
    after, said = told.end, found.groupdict()
    ranks = list(map(rank_of, told.payoffs(found["card"])))
    ways = [
        (height, missing)
        for rank in ranks
        for height in set(told.heights(after))
        if height < rank
        for missing, _cards in told.chains(after, height, rank)
    ]
    fewest = min(len(missing) for _height, missing in ways)
    wilds = sum(not told.rank(card_text(card)) for card in _shown_now(told, after))
    return fewest > 3 and any(
        len(missing) == fewest
        and said.get("top") in (None, *told.named(height))
        and said.get("ranks") in (None, f"{fewest} cards")
        and said.get("first") in (None, _rank_said(told.view, missing[0]))
        and said.get("short") in (None, str(fewest - min(len(told.for_wilds(missing)), wilds)))
        for height, missing in ways
    )


def _shown_now(told: _Told, after: Position) -> list[int]:
    """The cards of the hand and on top of side stacks, as codes."""
    sides = [after.core.side(told.seat, number)[-1:] for number in range(told.rules.side)]
    return [card for card in (*after.core.hand(told.seat), *(card for top in sides for card in top)) if card]


def _lacks(told: _Told, after: Position, missing: Sequence[int], said: str) -> bool:
    """Whether these are the ranks that are called so: "5 and 6", "one of 5 and 6" with a wild card, "4 cards"."""
    wilds = [card for card in _shown_now(told, after) if not told.rank(card_text(card))]
    if or_wild := re.fullmatch(r"(.+) \(or wild cards\)", said):
        usable = told.for_wilds(missing)
        return len(wilds) >= len(missing) == len(usable) and _lacks(told, after, missing, or_wild[1])
    rest = told.for_wilds(missing)
    never = [each for each in missing if each not in rest]
    if some := re.fullmatch(r"(?:(.+) and )?(\w+) of (.+)", said):
        short = len(rest) - len(wilds)
        is_it = 0 < short < len(rest) and NUMBERS[short - 1] == some[2]
        return is_it and (some[1] or "", some[3]) == tuple(
            shown_list([_rank_said(told.view, each) for each in ranks]) if ranks else "" for ranks in (never, rest)
        )
    if counted := re.fullmatch(r"(\d+) cards?", said):
        return int(counted[1]) == len(missing) > 0
    ranks = never if never and len(wilds) >= len(rest) else missing
    return bool(missing) and said == shown_list([_rank_said(told.view, each) for each in ranks])


def _keeps_for(told: _Told, found: Match) -> bool:
    """Whether cards that are to be kept stay in the hand, others free, and all come before the pay-off card."""
    names = found.groupdict()
    cards = told.cards(names["cards"]) if names.get("cards") else []
    said = re.split(r", | and ", names["tops"]) if names.get("tops") else []
    after = told.after([told.given.move]).core
    stacks = [after.side(told.seat, number) for number in range(told.rules.side)]
    tops = [next(card for card in map(card_text, (s[-1] for s in stacks if s)) if shown(card) == each) for each in said]
    kept = told.kept([told.given.move])
    return all(kept[card] for card in cards) and any(
        all(told.rank(card) < rank for card in (*cards, *tops)) for rank in map(rank_of, told.payoffs(found["card"]))
    )


def _they_wait(told: _Told, found: Match) -> bool:
    waiting = [(seat, top) for seat, top in told.everybody() if shown(top) == found["top"]]
    has = [card for card in told.own(told.before) if shown(card) in re.split(r", | and ", found["cards"])]
    between = {
        told.rank(top) - step
        for _seat, top in waiting
        for step in range(1, told.steps(told.before, told.rank(top)) + 1)
    }
    is_so = any(told.lacks(told.before, told.rank(top), found["ranks"], told.plays_from(seat)) for seat, top in waiting)
    return is_so and bool(has) and all(told.rank(card) in between for card in has)


def _there_is(told: _Told, found: Match) -> bool:
    return bool(told.payoffs(found["card"])) and _gets_away(told, told.line(found["line"], begun=False))


# --- reasons -----------------------------------------------------------------------------------------------------


def _only(told: _Told, found: Match) -> bool:
    return len(told.view.legal) == 1 and bool(told.line(found["line"]))


def _covers(told: _Told, found: Match) -> bool:
    cover = told.view.cover
    assert cover is not None
    is_it = told.move.target == f"C{cover + 1}" and shown(told.view.card_of(told.move)) == found["card"]
    return told.view.stage == "cover" and _lower(shown(told.view.centre[cover][-1])) == _lower(found["wild"]) and is_it


def _stands_for(told: _Told, found: Match) -> bool:
    card = told.view.card_of(told.move)
    number = int(told.move.target[1:]) - 1
    rank = len(told.view.centre[number]) + 1 if number < len(told.view.centre) else 1
    plays = [play for play in map(Move.parse, told.view.legal) if play.target == told.move.target]
    is_it = told.rank(card) == 0 and shown(card) == found["card"] and _rank_said(told.view, rank) == found["rank"]
    return is_it and all(told.rank(told.view.card_of(play)) != rank for play in plays)


def _stand_for(told: _Told, found: Match) -> bool:
    """Whether each rank is one that a wild card of the hand stands for in the line, and that cannot be played then."""
    ranks, cards = set(), []
    for number, text in enumerate(told.given.line):
        move, before = Move.parse(text), told.after(told.given.line[:number])
        if move.source == "H" and move.plays_to_centre and not told.rank(move.cards[0]):
            place = int(move.target[1:]) - 1
            rank = 1 + (before.core.height(place) if place < before.core.places else 0)
            plays = [
                told.view.rules.natural_rank(before.view(told.seat).card_of(each))
                for each in before.legal_moves
                if each.target == move.target
            ]
            if rank in plays:
                return False
            ranks.add(_rank_said(told.view, rank))
            cards.append(shown(move.cards[0]))
    named = _names_of(found["cards"])
    return set(re.split(r", | or ", found["ranks"])) == ranks and Counter(named) == Counter(cards)


def _draws_on_way(told: _Told, found: Match) -> bool:
    counts = [told.after(told.given.line[:end]).core.hand_count(told.seat) for end in range(len(told.given.line))]
    return any(one < other == int(found["count"]) for one, other in pairwise(counts))


def _blocks(told: _Told, found: Match) -> bool:
    rank = rank_of(told.threat(found["top"]))
    return told.fits(told.before, rank) and not told.fits(told.after([told.given.move]), rank)


def _helps(told: _Told, found: Match, card: str) -> bool:
    """Whether a card, on each of the stacks that are named, lets an opponent play the named pay-off card."""
    return all(
        any(_helps_seat(told, found, (card, stack), seat, top) for seat, top in told.waiting(found["top"]))
        for stack in re.split(r", | and ", found["stack"] or "an empty centre stack")
    )


def _helps_seat(told: _Told, found: Match, play: tuple[str, str], seat: int, top: str) -> bool:
    """Whether a play, by its card and stack, lets a player play the named cards and then a pay-off card."""
    for move in told.view.legal_moves:
        if not move.plays_to_centre or (shown(told.view.card_of(move)), _shown_there(told, move)) != play:
            continue
        if told.gets_through(told.before, seat, _named_cards(found), top):
            continue
        if told.gets_through(told.after([str(move)]), seat, _named_cards(found), top):
            return True
    return False


def _spares(told: _Told, found: Match) -> bool:
    rank = rank_of(told.threat(found["top"]))
    after = told.after([told.given.move])
    return _helps(told, found, shown(told.view.card_of(told.move))) and (after.is_over or not told.fits(after, rank))


def _held(told: _Told, found: Match) -> Iterator[Move]:
    """The plays named but not made."""
    said = found["stack"] or "an empty centre stack"
    names = re.split(r", | and ", _lower(found["card"]) if found["card"].startswith("A joker") else found["card"])
    plays = [] if told.move.plays_to_centre else [move for move in told.view.legal_moves if move.plays_to_centre]
    stacks = re.split(r", | and ", said)
    there = [move for move in plays if _shown_there(told, move) in stacks and shown(told.view.card_of(move)) in names]
    if {(_shown_there(told, move), shown(told.view.card_of(move))) for move in there} == set(product(stacks, names)):
        yield from there


def _shown_there(told: _Told, move: Move) -> str:
    return _centre_said(told.view, int(move.target[1:]) - 1, "an empty centre stack")


def _holds_back(told: _Told, found: Match) -> bool:
    return any(_held(told, found)) and all(_helps(told, found, card) for card in re.split(r", | and ", found["card"]))


def _keeps_off(told: _Told, found: Match) -> bool:
    rank = told.rank(told.threat(found["top"]))
    for move in _held(told, found):
        after = told.after([str(move)])
        if 0 < told.steps(after, rank) < told.steps(told.before, rank):
            tops = [told.plays_from(seat) for seat, _top in told.waiting(found["top"])]
            return any(told.lacks(after, rank, found["ranks"], each) for each in tops)
    return False


def _runs_on(told: _Told, found: Match) -> bool:
    return any(_is_run_on(told, found, move) for move in _held(told, found))


def _is_run_on(told: _Told, found: Match, move: Move) -> bool:
    """Whether cards that follow a play bring an opponent nearer who does not have them."""
    rank = told.rank(told.threat(found["top"]))
    ranks_played = {told.rank(told.view.card_of(move))}
    position = told.after([str(move)])
    for said in re.split(r", | and ", found["cards"]):
        view = position.view(told.seat)
        plays = [each for each in view.legal_moves if each.target == move.target and each.source[0] in "HS"]
        following = [each for each in plays if shown(view.card_of(each)) == said and told.rank(view.card_of(each))]
        if not following:
            return False
        ranks_played.add(told.rank(view.card_of(following[0])))
        position = _played(position, str(following[0]))
    ranks = found.groupdict().get("ranks")
    tops = [told.plays_from(seat) for seat, _top in told.waiting(found["top"])]
    tops = [each for each in tops if ranks_played - set(map(told.rank, each))]
    is_so = any(told.lacks(position, rank, ranks, each) for each in tops) if ranks else told.fits(position, rank)
    return is_so and told.steps(position, rank) < told.steps(told.before, rank)


def _leads_nowhere(told: _Told, found: Match) -> bool:
    held = next(_held(told, found))
    rank = told.rank(told.view.card_of(held))
    tops = [stack[-1] for stack in told.mine.side if stack] + [pile.top for pile in told.mine.payoff if pile.top]
    has_none = all(told.rank(card) != rank + 1 for card in [*told.hand, *tops])
    if rank in told.rules.no_discard and "could go on there first" in found[0]:
        # It has to leave the hand some time: no opponent's pay-off card may come later than the player's.
        own = [told.rank(pile.top) for pile in told.mine.payoff if pile.top]
        first = min((each for each in own if each > rank), default=0)
        has_none = has_none and (not first or any(rank < told.rank(top) < first for _seat, top in told.everybody()))
    has_wild = not all(map(told.rank, told.hand))
    is_named = has_wild if found["rank"] is None else not has_wild and found["rank"] == _rank_said(told.view, rank + 1)
    return has_none and 0 < rank < told.rules.build_to and is_named


def _feeds(told: _Told, found: Match) -> bool:
    rank = told.rank(told.view.card_of(next(_held(told, found)))) + 1
    others = found.groupdict().get("owners") or f"{found['other']} (?)"
    return _leads_nowhere(told, found) and all(told.rank(top) == rank for top in _owned(told, others))


def _brings_them_nearer(told: _Told, found: Match) -> bool:
    rank = told.rank(told.threat(found["top"]))
    own = [told.rank(pile.top) for pile in told.mine.payoff if pile.top and told.rank(pile.top)]
    for move in _held(told, found):
        after = told.after([str(move)])
        nearer = [told.steps(after, each) < min(each, told.steps(told.before, each)) for each in (rank, *own)]
        if nearer[0] and not any(nearer[1:]):
            return True
    return False


def _needs_stack(told: _Told, found: Match) -> bool:
    """Whether every stack is too high for the pay-off card, and one with the named top lacks what is named."""
    after, said = told.after([told.given.move]), found.groupdict()
    return _still_needs_stack(told, found) and any(
        said["ranks"] in _said_of(told, missing)
        and said["top"] in told.named(height)
        and said.get("cards") in (None, shown_list(cards))
        for height in set(told.heights(after))
        for missing, cards in told.chains(after, height, told.rules.build_to + 1)
    )


def _said_of(told: _Told, ranks: Sequence[int]) -> list[str]:
    """What missing ranks may be called: "8 and 9", "5 cards"."""
    return [f"{len(ranks)} cards", shown_list([_rank_said(told.view, each) for each in ranks])] if ranks else []


def _towards_stack(told: _Told, found: Match) -> bool:
    after, said = told.after(told.line(found["line"])), found.groupdict()
    return all(
        height >= rank for rank in map(rank_of, told.payoffs(found["card"])) for height in told.heights(after)
    ) and any(
        said["ranks"] in _said_of(told, missing) and said.get("cards") in (None, shown_list(cards))
        for height in set(told.heights(after))
        for missing, cards in told.chains(after, height, told.rules.build_to + 1)
    )


def _still_needs_stack(told: _Told, found: Match) -> bool:
    ranks = list(map(rank_of, told.payoffs(found["card"])))
    return any(height >= rank for rank in ranks for height in [min(told.heights(told.end))])


def shown_list(said: Sequence[str]) -> str:
    """List names as sentences do: "5, 6 and J"."""
    return " and ".join(filter(None, [", ".join(said[:-1]), *said[-1:]]))


def _empties_stack(told: _Told, found: Match) -> bool:
    return any(stack and not told.end.core.side(told.seat, at) for at, stack in enumerate(told.mine.side))


def _can_follow(told: _Told, found: Match) -> bool:
    ranks = [told.rank(card) for card in told.payoffs(f"your pay-off card {found['top']}")]
    return any(told.fits(told.end, rank) and not told.fits(told.before, rank) for rank in ranks if rank)


def _could_follow(told: _Told, found: Match) -> bool:
    last, table = Move.parse(told.given.line[-1]), told.after(told.given.line).core
    sides = [table.side(told.seat, number) for number in range(told.rules.side)]
    cards = [*told.kept(told.given.line), *(card_text(stack[-1]) for stack in sides if stack)]
    height = table.height(int(last.target[1:]) - 1)
    is_it = any(shown(card) == found["card"] and told.rank(card) == height + 1 > 1 for card in cards)
    return "P" in last.source and is_it and table.turn == told.seat


def _from_hand(told: _Told, found: Match) -> bool:
    card = told.move.cards[0] if told.move.source == "H" else ""
    top = next((top for top in told.tops(told.seat) if shown(top) == found["top"]), "")
    is_it = bool(card and top) and shown(card) == found["card"] and told.rank(card) == told.rank(top) > 0
    return is_it and bool(told.view.stock)


def _goes_first(told: _Told, found: Match) -> bool:
    rank = told.rank(told.view.card_of(told.move))
    return "P" in told.move.source and any(told.rank(card) == rank > 0 for card in told.cards(found["twin"]))


def _rather(told: _Told, found: Match) -> str:
    """The card of the hand that is not discarded. Raises ValueError if it could not be discarded there."""
    [card] = told.cards(found["card"])
    for move in told.view.legal_moves:
        if move.is_discard and move.cards == (card,) and str(move) != str(told.move):
            stack = told.mine.side[int(move.target[1:]) - 1]
            if found["top"] == (shown(stack[-1]) if stack else "an empty side stack"):
                return card
    raise ValueError(f"{card} could not go there")


def _rather_sooner(told: _Told, found: Match) -> bool:
    card, own = _rather(told, found), told.rank(told.move.cards[0])
    return told.steps(told.before, told.rank(card)) < told.steps(told.before, own) and told.rank(card) > 0


def _rather_searched(told: _Told, found: Match) -> bool:
    return bool(_rather(told, found)) and told.given.over != ""


def _rather_needed(told: _Told, found: Match) -> bool:
    card, payoffs = _rather(told, found), told.payoffs(f"your pay-off card {found['payoff']}")
    return any(
        rank - told.steps(told.before, rank) <= told.rank(card) < rank
        and not rank - told.steps(told.before, rank) <= told.rank(told.move.cards[0]) < rank
        for rank in map(rank_of, payoffs)
    )


def _rather_open(told: _Told, found: Match) -> bool:
    """Whether the card that the other discard would cover fits now, and is of another rank."""
    names = [shown(card) for move in told.view.legal_moves if move.is_discard for card in move.cards]
    tops = [top for top in told.tops(told.seat) if shown(top) == found["top"]]
    is_other = any(
        told.rank(top) != rank_of(card) for top in tops for card in told.hand if shown(card) == found["card"]
    )
    return found["card"] in names and is_other and any(told.fits(told.before, told.rank(top)) for top in tops)


def _opens_nothing(told: _Told, found: Match) -> bool:
    """Whether each stack that the plan raises is as high as another, which is named, and was before."""
    before, after = told.before.core, told.end.core
    raised = [place for place in range(before.places) if before.height(place) != after.height(place)]
    twins = [place for place in range(before.places) if place not in raised]
    named = {
        before.height(place)
        for place in twins
        if _centre_said(told.view, place, "an empty centre stack") == found["top"]
    }
    return bool(raised) and {after.height(place) for place in raised} <= named


def _then_empties(told: _Told, found: Match) -> bool:
    """Whether plays of these cards after the plan take the last ones of the hand."""
    reason = next(each for each in told.given.reasons if each.words == found[0])
    table, cards, is_emptied = told.end.core.clone(), [], False
    for text in reason.line:
        move = Move.parse(text)
        # A wild card that was the last one may have to be covered from a side stack.
        is_emptied |= table.hand_count(told.seat) == 1 and move.source == "H"
        code = encode(move, told.rules.payoff_piles)
        assert code in legal_moves(table)
        card = move.cards[0] if move.cards else card_text(table.side(told.seat, int(move.source[1:]) - 1)[-1])
        place = int(move.target[1:]) - 1
        rank = 1 + (table.height(place) if place < table.places else 0)
        cards.append(shown(card) if told.rank(card) else f"{shown(card)} as {_rank_said(told.view, rank)}")
        apply(table, code)
    return is_emptied and cards == _named_cards(found)


def _none_may_go(told: _Told, found: Match) -> bool:
    is_kept = all(told.rules.natural_rank(card) in told.rules.no_discard for card in told.hand)
    return _only(told, found) and told.move.is_pass and bool(told.hand) and is_kept


def _lies_open(told: _Told, found: Match) -> bool:
    told.line(found["line"].removeprefix("Play "))
    partner = told.rules.partner(told.seat)
    return any(
        len(now) < len(stack) and now and shown(card_text(now[-1])) == found["card"]
        for seat in (told.seat, *(() if partner is None else (partner,)))
        for number, stack in enumerate(told.view.players[seat].side)
        for now in [told.end.core.side(seat, number)]
    )


def _wild_waits(told: _Told, found: Match) -> bool:
    is_wild = all(not told.rank(card) for card in told.payoffs(found["card"]))
    nexts = sorted({height + 1 for height in told.heights(told.before)})
    return is_wild and found["ranks"] == shown_list([_rank_said(told.view, each) for each in nexts])


def _completes_one(told: _Told, found: Match) -> bool:
    highest, line = told.rules.build_to - 1, told.given.line
    tables = [(Move.parse(text), told.after(line[:number]).core) for number, text in enumerate(line)]
    return told.rules.centre is not None and any(
        move.plays_to_centre and table.height(int(move.target[1:]) - 1) == highest for move, table in tables
    )


def _could_go(told: _Told, found: Match) -> bool:
    return any(told.rank(told.view.card_of(move)) for move in _held(told, found))


def _still_kept(told: _Told, found: Match) -> bool:
    return _could_go(told, found) and bool(told.waiting(found["top"]))


def _is_played(told: _Told, found: Match) -> bool:
    return told.move.plays_to_centre and shown(told.view.card_of(told.move)) == found["card"]


def _is_gone(told: _Told, found: Match) -> bool:
    return _is_played(told, found) and found["top"] not in [shown(top) for _seat, top in told.everybody()]


def _buries_otherwise(told: _Told, found: Match) -> bool:
    """Whether a card that could be played is the only one that is discarded without hiding something."""
    held = any(told.view.card_of(move) in told.move.cards for move in _held(told, found))
    return held and _only_tidy(told, found)


def _frees(told: _Told, found: Match) -> bool:
    stack = told.mine.side[int(told.move.source[1:]) - 1]
    return len(stack) == 1 and _lower(shown(stack[-1])) == _lower(found["top"])


def _uncovers(told: _Told, found: Match) -> bool:
    plays = told.after([told.given.move]).legal_moves
    is_next = any(move.source == told.move.source and move.plays_to_centre for move in plays)
    return is_next and _lower_card(told, found)


def _lower_card(told: _Told, found: Match) -> bool:
    stack = told.mine.side[int(told.move.source[1:]) - 1]
    return (shown(stack[-1]), shown(stack[-2])) == (found["top"], found["card"])


def _loads(told: _Told, found: Match) -> bool:
    return told.move.is_load and shown(told.view.card_of(told.move)) == found["card"]


def _fills(told: _Told, found: Match) -> bool:
    after = told.after([told.given.move])
    return not told.stack() and (after.turn == told.seat or after.is_over) and bool(_discarded(told, found))


def _discarded(told: _Told, found: Match) -> bool:
    said = " and ".join(map(shown, told.move.cards))
    card = found.groupdict().get("card") or said
    return told.move.is_discard and _lower(said).startswith(_lower(card))


def _is_discard(told: _Told, found: Match) -> bool:
    place = f"on {shown(told.stack()[-1])}" if told.stack() else "on an empty side stack"
    return f"{' and '.join(map(shown, told.move.cards))} {place}" == found["line"]


def _true(told: _Told, found: Match) -> bool:
    return True


def _pair(told: _Told, found: Match) -> bool:
    return _discarded(told, found) and len(told.move.cards) == 2


def _step_down(told: _Told, found: Match) -> bool:
    top, card = told.stack()[-1], told.move.cards[0]
    waits = not told.fits(told.before, told.rank(top))
    return (
        _discarded(told, found) and waits and shown(top) == found["top"] and told.rank(top) - 1 == told.rank(card) > 0
    )


def _same_rank(told: _Told, found: Match) -> bool:
    top, card = told.stack()[-1], told.move.cards[0]
    return _discarded(told, found) and told.rank(top) == told.rank(card) > 0


def _fewest(told: _Told, found: Match) -> bool:
    sizes = [
        len(told.mine.side[int(other.target[1:]) - 1])
        for other in told.view.legal_moves
        if other.is_discard and other.cards == told.move.cards and other.target != told.move.target
    ]
    stack = told.stack()
    count = int(found["count"]) if "count" in found.groupdict() else 1
    is_it = _discarded(told, found) and shown(stack[-1]) == found.groupdict().get("top", shown(stack[-1]))
    is_it = is_it and len(stack) == count
    return is_it and bool(sizes) and min(sizes) > count


def _buries(told: _Told, found: Match) -> bool:
    top = told.stack()[-1]
    is_it = _discarded(told, found) and _lower(shown(top)) == _lower(found["top"])
    if not is_it or not told.lacks(told.before, told.rank(top), found["ranks"]):
        return False
    # "Anyway": the player has not all that comes before it.
    sides = [stack[-1] for number, stack in enumerate(told.mine.side) if stack and told.move.target != f"S{number + 1}"]
    own = [*told.kept([told.given.move]).elements(), *sides, top]
    ranks = {told.rank(card) for card in own if told.rank(card)}
    before = [told.rank(top) - step for step in range(1, told.steps(told.before, told.rank(top)) + 1)]
    missing = [rank for rank in before if (rank % told.rules.build_to or told.rules.build_to) not in ranks]
    return len(missing) > sum(not told.rank(card) for card in own)


def _needed(told: _Told, found: Match) -> bool:
    cards = told.cards(found["cards"])
    ranks = [rank_of(card) for card in told.payoffs(f"your pay-off card {found['payoff']}")]
    kept = told.kept([told.given.move])
    return all(kept[card] for card in cards) and any(
        all(rank - told.steps(told.before, rank) <= told.rank(card) < rank for card in cards) for rank in ranks
    )


def _spared(told: _Told, found: Match) -> bool:
    kept = told.kept([told.given.move])
    twin = next((card for card in kept if shown(card) == found["twin"]), None)
    return _discarded(told, found) and twin is not None and told.rank(twin) == told.rank(told.move.cards[0])


def _double(told: _Told, found: Match) -> bool:
    twin = shown(told.move.cards[0])
    return _discarded(told, found) and found["twin"] == twin and twin in map(shown, told.kept([told.given.move]))


def _furthest(told: _Told, found: Match) -> bool:
    card = told.move.cards[0]
    count = told.steps(told.before, told.rank(card))
    others = [told.rank(each) for each in told.kept([told.given.move]) if told.rank(each)]
    payoffs = {told.rank(pile.top) for pile in told.mine.payoff if pile.top}
    last = all(told.steps(told.before, rank) < count and rank not in payoffs for rank in others)
    return _discarded(told, found) and bool(others) and last and count == int(found["count"])


def _soonest(told: _Told, found: Match) -> bool:
    rank, stack = told.rank(told.move.cards[0]), told.stack()
    is_sooner = not stack or told.steps(told.before, told.rank(stack[-1])) > told.steps(told.before, rank)
    has = [*told.kept([told.given.move]), *told.tops(told.seat)]
    own = re.split(r", | and ", found.groupdict().get("has") or "") if found.groupdict().get("has") else []
    before = range(rank - told.steps(told.before, rank), rank)
    named = {card for card in has if told.rank(card) in before}
    is_named = set(own) == set(map(shown, named))
    return (
        bool(_discarded(told, found)) and is_sooner and is_named and told.lacks(told.before, rank, found["ranks"], has)
    )


def _only_tidy(told: _Told, found: Match) -> bool:
    """Whether every other card would lie neither on one of its rank or one higher nor on an empty stack."""
    own = told.rank(told.move.cards[0])
    if not told.stack() or told.rank(told.stack()[-1]) - own not in (0, 1):
        return False
    for move in told.view.legal_moves:
        if move.is_discard and move.cards != told.move.cards:
            stack = told.mine.side[int(move.target[1:]) - 1]
            rank = told.rank(move.cards[0])
            if not stack or (rank and told.rank(stack[-1]) - rank in (0, 1)):
                return False
    return bool(told.kept([told.given.move])) and own not in map(told.rank, told.kept([told.given.move]))


def _highest(told: _Told, found: Match) -> bool:
    others = [told.rank(each) for each in told.kept([told.given.move])]
    return (
        _discarded(told, found)
        and not told.stack()
        and told.rules.side_order == "any"
        and all(0 < rank < told.rank(told.move.cards[0]) for rank in others)
    )


def _keeps_wild(told: _Told, found: Match) -> bool:
    kept = {_lower(shown(card)) for card in told.kept([told.given.move]) if not told.rank(card)}
    never = " or ".join(", ".join(_rank_said(told.view, each) for each in told.rules.wild_never).rsplit(", ", 1))
    is_any = found["any"] == (f"any card but {never}" if never else "whatever you need")
    return is_any and {_lower(name) for name in re.split(r", | and ", found["wild"])} <= kept


def _takes_wild(told: _Told, found: Match) -> bool:
    kept = told.kept(told.given.line)
    return any(shown(card) == found["wild"] and not told.rank(card) for card in kept)


def _buries_nothing(told: _Told, found: Match) -> bool:
    targets = {move.target for move in told.view.legal_moves if move.is_discard}
    stacks = [told.mine.side[int(target[1:]) - 1] for target in sorted(targets)]
    return (
        told.move.is_pass
        and all(stacks)
        and [shown(stack[-1]) for stack in stacks] == re.split(r", | and ", found["cards"])
    )


def _came_out_best(told: _Told, found: Match) -> bool:
    return told.line(found["line"]) == list(told.given.line) or len(told.line(found["line"])) == len(told.given.line)


def _sooner(told: _Told, found: Match) -> bool:
    kept, own = told.kept([told.given.move]), told.rank(told.move.cards[0])
    counts = [told.steps(told.before, told.rank(card)) for card in told.cards(found["cards"]) if kept[card]]
    is_it = _discarded(told, found) and len(counts) == len(told.cards(found["cards"]))
    return bool(is_it) and all(0 < count < told.steps(told.before, own) for count in counts)


def _stays_free(told: _Told, found: Match) -> bool:
    names = found.groupdict()
    tops = [stack[-1] for number, stack in enumerate(told.mine.side) if stack and told.move.target != f"S{number + 1}"]
    top = next((each for each in tops if _lower(shown(each)) == _lower(found["top"])), None)
    if top is None:
        return False
    if names.get("following"):
        return told.rank(told.cards(names["following"])[0]) == told.rank(top) + 1
    rank, ranks, other = told.rank(top), names.get("ranks"), names.get("other")
    if ranks:
        has = () if "complete" in found[0] else list(told.kept([told.given.move]))
        return told.lacks(told.before, rank, ranks, has)
    if other:
        under = told.stack()[-1]
        return shown(under) == other and told.steps(told.before, rank) < told.steps(told.before, told.rank(under))
    return "to be played" not in found[0] or told.fits(told.before, rank)


def _both_stay_free(told: _Told, found: Match) -> bool:
    tops = [stack[-1] for number, stack in enumerate(told.mine.side) if stack and told.move.target != f"S{number + 1}"]
    return {_lower(found["first"]), _lower(found["second"])} <= {_lower(shown(each)) for each in tops}


def _next_on(told: _Told, found: Match) -> bool:
    lower = told.cards(found["lower"])[0]
    is_kept = told.kept([told.given.move])[lower] > 0
    return bool(_discarded(told, found)) and is_kept and told.rank(lower) == told.rank(told.move.cards[0]) - 1 > 0


def _like_payoff(told: _Told, found: Match) -> bool:
    ranks = [told.rank(card) for card in told.payoffs(f"your pay-off card {found['payoff']}")]
    return bool(_discarded(told, found)) and told.rank(told.move.cards[0]) in ranks


def _behind_payoff(told: _Told, found: Match) -> bool:
    ranks = [told.rank(card) for card in told.payoffs(f"your pay-off card {found['payoff']}")]
    top = told.stack()[-1]
    return bool(_discarded(told, found)) and _lower(shown(top)) == _lower(found["top"]) and told.rank(top) in ranks


def _keeps_empty(told: _Told, found: Match) -> bool:
    targets = {move.target for move in told.view.legal_moves if move.is_discard} - {told.move.target}
    empty = sum(not told.mine.side[int(target[1:]) - 1] for target in targets)
    return bool(told.stack()) and empty == int(found["empty"] or 1)


def _needed_last(told: _Told, found: Match) -> bool:
    same = [move for move in told.view.legal_moves if move.is_discard and move.cards == told.move.cards]
    tops = {move.target: told.mine.side[int(move.target[1:]) - 1][-1:] for move in same}
    count, top = int(found["count"]), told.stack()[-1]
    is_it = _lower(shown(top)) == _lower(found["top"]) and all(tops.values()) and len(tops) > 1
    others = [card for (card,) in tops.values() if told.rank(card) != told.rank(top)] if is_it else []
    later = [card for card in others if told.rank(card) and told.steps(told.before, told.rank(card)) >= count]
    return is_it and told.steps(told.before, told.rank(top)) == count > 0 and not later


def _waits_alike(told: _Told, found: Match) -> bool:
    same = [move for move in told.view.legal_moves if move.is_discard and move.cards == told.move.cards]
    tops = [told.mine.side[int(move.target[1:]) - 1][-1:] for move in same if move.target != told.move.target]
    under, left = told.stack()[-1], [card for top in tops for card in top]
    is_it = _lower(shown(under)) == _lower(found["top"]) and _lower(found["equal"]) in map(_lower, map(shown, left))
    steps = {told.rank(card): told.steps(told.before, told.rank(card)) for card in (under, *left) if told.rank(card)}
    return (
        is_it and all(tops) and max(steps, key=lambda rank: (steps[rank], rank == told.rank(under))) == told.rank(under)
    )


def _only_natural(told: _Told, found: Match) -> bool:
    kept = told.kept([told.given.move])
    return bool(_discarded(told, found)) and bool(kept) and not any(map(told.rank, kept))


def _pass_keeps(told: _Told, found: Match) -> bool:
    discards = [move for move in told.view.legal_moves if move.is_discard]
    return told.move.is_pass and bool(discards) and sorted(told.cards(found["cards"])) == sorted(told.hand)


def _nothing_to_discard(told: _Told, found: Match) -> bool:
    can_discard = any(move.is_discard for move in told.view.legal_moves)
    return told.move.is_pass and not can_discard and sorted(told.cards(found["cards"])) == sorted(told.hand)


def _free_stack(told: _Told, found: Match) -> bool:
    tops = [stack[-1] for stack in told.mine.side if stack]
    soon = [shown(top) for top in tops if told.rank(top) and 0 < told.steps(told.before, told.rank(top)) <= 3]
    return (
        told.move.is_discard and not told.stack() and re.split(r", | and ", found["tops"]) == list(dict.fromkeys(soon))
    )


def _in_reach(told: _Told, found: Match) -> bool:
    """Whether a card on a side stack comes before the pay-off card on the nearest stack."""
    own = told.rank(told.move.cards[0])
    ranks = [rank_of(card) for card in told.payoffs(f"your pay-off card {found['payoff']}")]
    counts = {rank: told.steps(told.before, rank) for rank in ranks}
    return _discarded(told, found) and any(0 < rank - own <= counts[rank] < rank for rank in ranks)


def _first(told: _Told, found: Match) -> bool:
    kept = told.kept([told.given.move])
    counts = [told.steps(told.before, told.rank(each)) for each in kept if told.rank(each)]
    own = told.steps(told.before, told.rank(told.move.cards[0]))
    has_wild = not all(map(told.rank, kept))
    return _discarded(told, found) and bool(counts) and own < min(counts) and has_wild == bool(found["natural"])


def _first_of(told: _Told, found: Match) -> bool:
    named, kept = told.cards(found["others"]), told.kept([told.given.move])
    own = told.steps(told.before, told.rank(told.move.cards[0]))
    later = [kept[card] > 0 < told.rank(card) and own < told.steps(told.before, told.rank(card)) for card in named]
    return bool(_discarded(told, found)) and not told.stack() and bool(later) and all(later)


def _in_order(told: _Told, found: Match) -> bool:
    top, card = told.stack()[-1], told.move.cards[0]
    is_sooner = 0 < told.steps(told.before, told.rank(card)) < told.steps(told.before, told.rank(top))
    return bool(_discarded(told, found)) and shown(top) == found["top"] and is_sooner and told.rank(top) > 0


def _stays_open(told: _Told, found: Match) -> bool:
    return bool(_discarded(told, found)) and not told.stack()


def _spares_tops(told: _Told, found: Match) -> bool:
    same = [move for move in told.view.legal_moves if move.is_discard and move.cards == told.move.cards]
    stacks = [told.mine.side[int(move.target[1:]) - 1] for move in same if move.target != told.move.target]
    own, tops = told.rank(told.move.cards[0]), {stack[-1] for stack in stacks if stack}
    is_so = bool(stacks) and all(stacks) and set(map(shown, tops)) == set(re.split(r", | or ", found["tops"]))
    return (
        bool(_discarded(told, found))
        and is_so
        and not told.stack()
        and all(told.rank(top) and not (own and told.rank(top) - own in (0, 1)) for top in tops)
    )


def _lower(said: str) -> str:
    return said[0].lower() + said[1:]


_CARD: Final = r"(?P<card>[^ ,:]+|a joker|A joker)"
_TOP: Final = r"(?P<top>[^ ,:;.]+|a joker)"
_OFF: Final = r"Keep (?P<card>.+?) (off (?P<stack>.+?)|out of the centre)"
_NONE: Final = r"you have (no (?P<rank>\S+)|only a wild card)"
_PAYOFF: Final = r"(?P<card>[Yy]our (partner's )?pay-off card (\(.+?\)|\S+?))"

_CLAIMS: Final[list[Claim]] = [
    # Plans.
    (rf"{_PAYOFF} is (?P<count>\w+) plays away: (?P<line>.+)\.", _is_away),
    (r"(?P<line>.+) is the last one: with it you win\.", _wins),
    (r"Play (?P<line>.+): (?P<count>\d+) (is|are) left( to you and your partner)?\.", _is_left),
    (r"(?P<line>.+) empties your hand: you draw (?P<count>\d+) new cards? and go on\.", _new_hand),
    (r"Empty your hand for (?P<count>\d+) new cards?: (?P<line>.+)\.", _new_hand),
    (r"Now play (?P<line>.+): then you draw (?P<count>\d+) new cards?\.", _new_hand),
    (rf"Now play (?P<line>.+): then {_PAYOFF} lacks only (?P<ranks>.+)\.", _nearer),
    (rf"Now play (?P<line>.+): then .+ has no place for the pay-off card {_TOP}\.", _takes_place),
    (rf"Now play (?P<line>.+): that takes the stack on which .+ needs only (?P<ranks>.+) for the pay-off card {_TOP}\.",
     _takes_stack),
    (r"Now play (?P<line>.+): that frees (?P<card>.+) beneath (?P<top>.+)\.", _bares),
    (r"Now play (?P<line>.+): next turn you draw (?P<count>\d+) cards? more\.", _room),
    (r"Now play (?P<line>.+): that empties a side stack for later discards\.", _empties_one),
    (r"Now play (?P<line>.+)\.", _now),
    (r"Play (?P<line>.+): that completes a centre stack, and next turn you draw (?P<count>\d+) cards? more\.",
     _completes),
    (r"Play (?P<line>.+): (?P<wild>.+) lets (?P<card>.+) follow, and next turn you draw (?P<count>\d+) cards? more\.",
     _room),
    (r"Play (?P<line>.+): next turn you draw (?P<count>\d+) cards? more\.", _room),
    (r"Gain an empty side stack for later discards: (?P<line>.+)\.", _empties_one),
    (rf"{_PAYOFF} lacks (?P<ranks>.+) on (?P<top>.+): keep (?P<cards>.+) for it, and leave (?P<tops>.+) free\.",
     _waits_for),
    (rf"{_PAYOFF} lacks (?P<ranks>.+) on (?P<top>.+): keep (?P<cards>.+) for it\.", _waits_for),
    (rf"{_PAYOFF} lacks (?P<ranks>.+) on (?P<top>.+): leave (?P<tops>.+) free for it\.", _waits_for),
    (rf"{_PAYOFF} lacks (?P<ranks>.+) on (?P<top>.+)\.", _waits_for),
    (rf"{_PAYOFF} needs a new stack: the one with (?P<top>.+) lacks (?P<ranks>[^;]+); you have (?P<cards>.+)\.",
     _needs_stack),
    (rf"{_PAYOFF} needs a new stack: the one with (?P<top>.+) lacks (?P<ranks>[^;]+)\.", _needs_stack),
    (rf"{_PAYOFF} needs a new stack: (?P<line>.+); then that one lacks only (?P<ranks>.+), as you have (?P<cards>.+)\.",
     _towards_stack),
    (rf"{_PAYOFF} needs a new stack: (?P<line>.+); then that one lacks only (?P<ranks>.+)\.", _towards_stack),
    (rf"{_PAYOFF} still lacks (?P<ranks>.+) on (?P<top>.+)\.", _waits_for),
    (rf"{_PAYOFF} still lacks (?P<ranks>.+)\.", _waits_for),
    (rf"{_PAYOFF} is far off: it lacks (?P<ranks>\d+ cards?) on (?P<top>.+), (?P<first>\S+) first\.", _is_far),
    (rf"Even with your wild cards? {_PAYOFF} lacks (?P<short>\d+) cards? on (?P<top>.+)\.", _is_far),
    (rf"Even with your wild cards? {_PAYOFF} still lacks (?P<short>\d+) cards?\.", _is_far),
    (rf"{_PAYOFF} is still far off\.", _is_far),
    (rf"{_PAYOFF} still needs a new stack\.", _still_needs_stack),
    (rf"Keep (?P<cards>.+) for {_PAYOFF}\.", _keeps_for),
    (rf"Leave (?P<tops>.+) free for {_PAYOFF}\.", _keeps_for),
    (rf".+ needs only (?P<ranks>.+) on (?P<stack>.+) for the pay-off card {_TOP}: keep your (?P<cards>.+) back\.",
     _they_wait),
    (rf"Get nearer to {_PAYOFF}: (?P<line>.+); then it lacks only (?P<ranks>.+), as you have (?P<cards>.+)\.",
     _nearer),
    (rf"Get nearer to {_PAYOFF}: (?P<line>.+); then it lacks only (?P<ranks>.+)\.", _nearer),
    (rf"Take the place where .+ could play (?P<cards>.+) and the pay-off card {_TOP}: (?P<line>.+)\.", _takes_place),
    (rf"Take the place where .+ could play the pay-off card {_TOP}: (?P<line>.+)\.", _takes_place),
    (rf"Take the stack on which .+ needs only (?P<ranks>.+) for the pay-off card {_TOP}: (?P<line>.+)\.", _takes_stack),
    (r"Free (?P<card>.+) beneath (?P<top>.+?): (?P<line>.+)\.", _bares),
    (r"Empty your partner's side stack with (?P<card>.+?): (?P<line>.+)\.", _clears),
    (r"(?P<line>.+) empties your hand: the turn ends without a discard\.", _ends_turn),
    (r"(?P<line>.+); your hand is empty then\.", _ends_empty),
    (rf"There is a way to {_PAYOFF}: (?P<line>.+)\.", _there_is),
    # Reasons.
    (rf"{_OFF}: with (?P<cards>.+) after it .+ would need only (?P<ranks>.+) for the pay-off card {_TOP}\.",
     _runs_on),
    (rf"{_OFF}: with (?P<cards>.+) after it .+ could play the pay-off card {_TOP}\.", _runs_on),
    (r"The price: (?P<cards>\S+ \(.+\)) can follow\.", _serves),
    (r"The price: (?P<what>.+)\.", _price),
    (rf"(?P<card>.+) need not wait any longer: the pay-off card {_TOP} is gone\.", _is_gone),
    (rf"{_OFF}: .+ waits with the pay-off card {_TOP}\.", _still_kept),
    (r"Then your (?P<card>.+) lacks only (?P<ranks>.+)\.", _brings),
    (rf"Better here than on (?P<stack>.+): there it would let .+ play the pay-off card {_TOP}\.", _spares),
    (rf"{_OFF}: otherwise .+ could play (?P<cards>.+) and the pay-off card {_TOP}\.", _holds_back),
    (rf"{_OFF}: otherwise .+ could play the pay-off card {_TOP}\.", _holds_back),
    (rf"{_OFF}: otherwise .+ would need only (?P<ranks>.+) for the pay-off card {_TOP}\.", _keeps_off),
    (rf"{_OFF}: {_NONE} to follow it, but .+ has (?P<other>\S+)\.", _feeds),
    (rf"{_OFF}: {_NONE} to follow it, so .+ could go on there first\.", _leads_nowhere),
    (r"(?P<card>.+) could go on (?P<stack>.+) too, but then another card of yours would have to bury one\.",
     _buries_otherwise),
    (rf"(?P<card>.+) could go on (?P<stack>.+) too, but that brings .+ nearer to the pay-off card {_TOP}, and you no "
     r"nearer to yours\.", _brings_them_nearer),
    (rf"{_OFF}: {_NONE} to follow it, but others have one: (?P<owners>.+)\.", _feeds),
    (rf"Then your pay-off card {_TOP} can follow\.", _can_follow),
    (r"Your (?P<card>.+) could follow, unless the new pay-off card needs the place\.", _could_follow),
    (r"It also leaves an empty side stack\.", _empties_stack),
    (r"(?P<card>.+) from your hand, not (?P<top>.+) from the side stack: cards of the hand are replaced\.", _from_hand),
    (r"It goes before (?P<twin>.+) of your hand\.", _goes_first),
    (r"Not (?P<card>.+) on (?P<top>.+): (?P=card) can be played sooner\.", _rather_sooner),
    (r"Not (?P<card>.+) on (?P<top>.+): (?P=card) comes before your pay-off card (?P<payoff>.+)\.", _rather_needed),
    (r"(?P<line>.+): none of your cards can be played, nor may they be discarded\.", _none_may_go),
    (r"(?P<line>.+): these rules ask for it at once\.", _only),
    (r"(?P<line>Play .+): (?P<card>.+), which lies under it, is then free\.", _lies_open),
    (r"Not (?P<card>.+) as well: (?P<what>.+)\.", _not_as_well),
    (r"(?P<wilds>.+) could empty your hand, but (is|are) worth more in it\.", _could_empty),
    (
        r"The stock runs out before your next turn: unless a stack is finished, the game ends then, and "
        r"(?P<who>nobody wins|the fewest pay-off cards win)\.",
        _stock_ends,
    ),
    (r"(?P<who>.+) (has|have) the fewest\.", _has_fewest),
    (r"It opens nothing new, since (?P<top>.+) lies in the centre already\.", _opens_nothing),
    (r"Then (?P<cards>.+) (empties|empty) your hand\.", _then_empties),
    (r"Not (?P<card>.+) on (?P<top>.+): (?P=top) can be played now\.", _rather_open),
    (r"Not (?P<card>.+) on (?P<top>.+): the games looked ahead went better without that\.", _rather_searched),
    (rf"On the way to {_PAYOFF}: (?P<line>.+); it still lacks (?P<ranks>.+), as you have (?P<cards>.+)\.", _nearer),
    (r"Wild cards never stand for (?P<ranks>.+) here\.", _wild_never),
    (rf"{_PAYOFF} has to wait: wild cards never stand for (?P<ranks>.+) here\.", _wild_waits),
    (r"That completes the stack, so a new one can begin there\.", _completes_one),
    (r"Discard (?P<line>.+)\.", _is_discard),
    (r"You have no (?P<rank>\S+) to play, so (?P<card>.+) stands for it\.", _stands_for),
    (r"You have no (?P<ranks>.+) to play, so (?P<cards>.+) stand for them\.", _stand_for),
    (r"On the way your hand is empty, and you draw (?P<count>\d+) new cards?\.", _draws_on_way),
    (r"You keep (?P<wild>.+), which can stand for (?P<any>.+)\.", _keeps_wild),
    (r"(?P<card>.+) could go on (?P<stack>.+) too, but the games looked ahead went better without that\.", _could_go),
    (r"(?P<line>.+): nothing else can be done now\.", _only),
    (r"(?P<wild>.+) has to be covered at once, and (?P<card>.+) does that\.", _covers),
    (rf"It takes the place where .+ could play the pay-off card {_TOP}\.", _blocks),
    (r"(?P<top>.+) leaves an empty side stack behind: a free place for a discard\.", _frees),
    (r"Under (?P<top>.+) lies (?P<card>.+), which you can play next\.", _uncovers),
    (r"It frees (?P<card>.+), which lies under (?P<top>.+)\.", _lower_card),
    (r"That gives .+ one more pay-off card: (?P<card>.+)\.", _loads),
    (r"(?P<card>.+) fills an empty side stack; they are filled first, and it costs no turn\.", _fills),
    (r"With a pass you keep (?P<cards>.+) for your next turn; a discard would give (it up|up one of them)\.",
     _pass_keeps),
    (r"Nothing can be discarded now: with a pass you keep (?P<cards>.+) for your next turn\.", _nothing_to_discard),
    (r"(?:But it|A shorter way) takes (?P<wild>.+), which is worth more in your hand\.", _takes_wild),
    (r"A pass leaves (?P<cards>.+?) free(; every discard would cover one of them|, which every .+ would cover)\.",
     _buries_nothing),
    (r"In the games looked ahead this came out best: (?P<line>.+)\.", _came_out_best),
]  # fmt: skip

_REASONS: Final[list[Claim]] = [
    (r"when (?P<card>.+) is played, (?P<top>.+) can follow", _step_down),
    (r"it covers only an equal card", _same_rank),
    (r"no other card of your hand can go on an equal or next higher card", _only_tidy),
    (r"your (?P<other>.+) can go on no equal or next higher card", _only_tidy),
    (r"elsewhere it would bury (?P<tops>.+)", _spares_tops),
    (
        r"(a|(?P<empty>\d+)) side stacks? stays? empty for later(, and (?P<ranks>.+) ha(s|ve) to come before "
        r"(?P<top>.+) anyway)?",
        lambda told, found: _keeps_empty(told, found) and (not found["top"] or _buries(told, found)),
    ),
    (r"from there you can still play (?P<card>.+) before your pay-off card (?P<payoff>.+)", _in_reach),
    (
        r"of your top cards (?P<top>.+) can wait longest, as (?P<count>\d+) cards? ha(s|ve) to come before it",
        _needed_last,
    ),
    (r"(?P<top>.+) and (?P<equal>.+) wait longest of your top cards, and \2 stays free", _waits_alike),
    (r"it buries only (?P<count>\d+) cards; your other side stacks are higher", _fewest),
    (r"it buries only (?P<top>.+); your other side stacks are higher", _fewest),
    (r"(?P<ranks>.+) ha(s|ve) to come before (?P<top>.+) anyway", _buries),
    (r"(?P<tops>.+), which can soon be played, stays? free", _free_stack),
    (r"there it buries nothing, and you can still play it later", _stays_open),
    (r"your (?P<lower>.+) can go on (?P<card>.+) next turn, in playing order", _next_on),
    (r"wherever (?P<card>.+) fits, your pay-off card (?P<payoff>.+) goes first", _like_payoff),
    (r"the (?P<payoff>.+) on your pay-off pile goes before it", _like_payoff),
    (r"(?P<top>.+) may be covered, since your pay-off card (?P<payoff>.+) goes before it", _behind_payoff),
    (r"(?P<card>.+) is the only card of your hand that is not wild", _only_natural),
    (r"you keep (?P<wild>.+), which can stand for (?P<any>.+)", _keeps_wild),
    (r"you keep (?P<cards>.+), which comes? before your pay-off card (?P<payoff>.+)", _needed),
    (r"you keep (?P<cards>.+), (which|and they) can be played sooner", _sooner),
    (r"you keep (?P<twin>.+), which fits wherever (?P<card>.+) does", _spared),
    (r"you keep another (?P<twin>.+)", _double),
    (
        r"(?P<card>.+) waits longest of your hand, as (?P<count>\d+) cards? ha(s|ve) to come before it",
        _furthest,
    ),
    (r"(?P<card>.+) is the highest card of your hand, and lower ones can lie on it", _highest),
    (r"(?P<card>.+) lacks only (?P<ranks>[^,]+), as you have (?P<has>.+), and may soon be played from there", _soonest),
    (r"(?P<card>.+) lacks only (?P<ranks>.+) and may soon be played from there", _soonest),
    (
        r"(?P<card>.+) can be played before any other (?P<natural>natural )?card of your hand, and then that side "
        r"stack is empty again",
        _first,
    ),
    (r"(?P<card>.+) can be played before (?P<others>.+), and then that side stack is empty again", _first_of),
    (r"(?P<card>.+) can still be played before (?P<top>.+)", _in_order),
    (r"the two leave your hand with one discard", _pair),
    (r"(?P<top>\S+|a joker) stays free, and after it your (?P<following>.+) can be played", _stays_free),
    (r"(?P<top>\S+|a joker) stays free; it lacks only (?P<ranks>.+)", _stays_free),
    (r"(?P<top>\S+|a joker) stays free, and can go once (?P<ranks>.+) complete a centre stack", _stays_free),
    (r"(?P<top>\S+|a joker) stays free, which can be played sooner than (?P<other>.+)", _stays_free),
    (r"(?P<top>\S+|a joker) stays free( to be played)?", _stays_free),
    (r"(?P<first>.+) and (?P<second>.+) stay free", _both_stay_free),
    (r"in the games looked ahead this came out best", _true),
]
"""Why a card is discarded, or why there."""
