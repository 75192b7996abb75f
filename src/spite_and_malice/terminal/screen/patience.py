"""A table of patience as a scene, of every kind: the rules say which piles there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from spite_and_malice.patience import Move, Rules, View, ViewPile
from spite_and_malice.patience.rules import name_of
from spite_and_malice.patience.tables import covers_of
from spite_and_malice.terminal.patience.replay import PatienceReplay
from spite_and_malice.terminal.patience.session import Patience
from spite_and_malice.terminal.patience.table import foundation_cards, move_list
from spite_and_malice.terminal.screen.scene import Face, Pile, Row, Scene, Step
from spite_and_malice.terminal.words import clock_text
from spite_and_malice.texts import N_, _, ngettext

_WORDS = {"draw": N_("Draw"), "redeal": N_("Turn the waste over"), "deal": N_("Deal")}


def scene_of(patience: Patience) -> Scene:
    """Return the current table."""
    game = patience.game
    played = game.played
    view = played.game.view()
    moves = len(played.game.moves)
    figures = (ngettext("{n} move", "{n} moves", moves).format(n=moves), clock_text(game.elapsed()))
    points = (said.rstrip(".") for said in patience.points())
    title = " · ".join((_(name_of(game.rules)), *figures, *points))
    steps = tuple(step for text in move_list(view) for step in _steps(Move.parse(text), view))
    return Scene(title, " ".join(patience.end_words()), tuple(_rows(view)), steps, patience.advised)


def replay_scene(session: PatienceReplay) -> Scene:
    """Return a recorded game at the current position."""
    title = " · ".join((_(name_of(session.record.rules)), session.progress()))
    status = " ".join(filter(None, (session.words, session.ending()))) or _("This is the deal.")
    return Scene(title, status, tuple(_rows(session.view)))


def _steps(move: Move, view: View) -> Iterator[Step]:
    """Yield the steps of a move; a pair begins with either card."""
    text = str(move)
    if not move.target:
        is_gathered = move.is_redeal and view.rules.gather != "none"
        yield Step(text, "stock", words=_("Lay out again") if is_gathered else _(_WORDS[move.source]))
    elif move.partner:
        for source, target in {(move.source, move.partner): 0, (move.partner, move.source): 0}:
            yield Step(text, source, target, "2")
    elif move.is_merci:
        card = Face.of(view.tableau[int(move.source[1:]) - 1].up[-move.cards])
        yield Step(text, move.source, _target(move, view), card.text)
    else:
        yield Step(text, move.source, move.source if move.target == "X" else _target(move, view), str(move.cards))


def _target(move: Move, view: View) -> str:
    """Return the place of a target: the notation does not identify foundations and cells."""
    if move.target == "F" and view.rules.aim == "build":
        return f"F{_card(move, view)[-1]}"
    if move.target == "C":
        return f"C{view.cells.index(None) + 1}"
    return move.target


def _card(move: Move, view: View) -> str:
    """Return the card that a move takes to its foundation."""
    source = move.source
    if source == "W":
        return view.waste[-1]
    if source == "P":
        return view.pocket[-1]
    number = int(source[1:]) - 1
    if source[0] == "C":
        return view.cells[number] or ""
    return (view.reserve if source[0] == "R" else view.tableau)[number].up[-move.cards]


def _rows(view: View) -> Iterator[Row]:
    top = tuple(_top(view))
    if top:
        yield Row("", top)
    aside = [_fan(f"R{number}", pile) for number, pile in enumerate(view.reserve, 1)]
    if view.rules.pocket:
        aside.append(_fan("P", ViewPile(0, view.pocket)))
    if aside:
        yield Row("", tuple(aside), shape="fans")
    if view.rules.home == "osmosis":
        fans = (_fan(f"F{number}", ViewPile(0, home)) for number, home in enumerate(view.homes, 1))
        yield Row("", tuple(fans), shape="fans")
    elif view.rules.layout == "piles":
        yield Row("", tuple(_fan(f"T{number}", pile) for number, pile in enumerate(view.tableau, 1)), shape="fans")
    else:
        places = _grid(view) if view.rules.layout == "grid" else _peaks(view)
        yield Row("", tuple(places), shape="peaks")


def _top(view: View) -> Iterator[Pile]:
    """Yield the rows above the piles: stock, waste, cells and foundations."""
    rules = view.rules
    if rules.stock_cards:
        yield Pile("stock", "", (Face(count=view.stock),) if view.stock else ())
    if view.waste or (rules.stock_cards and rules.stock in ("waste", "hand")):
        # The cards beneath, the next one first.
        under = tuple(Face.of(card).text for card in view.waste[-2:-4:-1])
        yield Pile("W", "W", tuple(map(Face.of, view.waste[-1:])), under)
    for number, card in enumerate(view.cells, 1):
        yield Pile(f"C{number}", f"C{number}", (Face.of(card),) if card else ())
    for number, home in enumerate(view.homes if rules.home != "osmosis" else (), 1):
        yield Pile(f"F{number}", f"F{number}", tuple(map(Face.of, home[-1:])))
    if rules.aim == "build" and not view.homes:
        for suit, cards in foundation_cards(view).items():
            faces = [Face.of(card) for card in cards]
            notes = tuple(face.text for face in faces[1:])
            yield Pile(f"F{suit}", "F", tuple(faces[:1]), (*notes, "♠♥♦♣"["shdc".index(suit)]))
    elif rules.aim == "runs":
        runs = sum(view.foundations.values())
        yield Pile("F", "F", (), (ngettext("{n} run", "{n} runs", runs).format(n=runs),))


def _fan(place: str, pile: ViewPile) -> Pile:
    return Pile(place, place, (*([Face(count=pile.down)] if pile.down else []), *map(Face.of, pile.up)))


def _peaks(view: View) -> Iterator[Pile]:
    columns = _columns(view.rules)
    for depth, (start, end) in enumerate(pairwise((0, *accumulate(view.rules.piles)))):
        for place in range(start, end):
            pile = view.tableau[place]
            if pile.up or pile.down:
                cards = (Face.of(pile.up[-1]) if pile.up else Face(),)
                yield Pile(f"T{place + 1}", f"T{place + 1}", cards, x=columns[place], depth=depth)


def _grid(view: View) -> Iterator[Pile]:
    """Yield the places of a grid; empty ones only if cards go into gaps."""
    for place, pile in enumerate(view.tableau):
        if pile.up or view.rules.aim == "rows":
            row, column = divmod(place, view.rules.piles[0])
            label = f"T{place + 1}"
            yield Pile(label, label, tuple(map(Face.of, pile.up[-1:])), x=column, depth=row)


def _columns(rules: Rules) -> dict[int, float]:
    """Return the column of each place: the last row side by side, every other card in the middle of those upon it."""
    columns: dict[int, float] = {}
    *_rest, last = pairwise((0, *accumulate(rules.piles)))
    for place in reversed(range(last[1])):
        covering = covers_of(rules)[place]
        is_last = place >= last[0]
        columns[place] = place - last[0] if is_last else sum(columns[other] for other in covering) / len(covering)
    return columns
