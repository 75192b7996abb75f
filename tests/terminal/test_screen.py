"""The full-screen table: its picture at each size, and the effect of keys, clicks and typed lines."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from prompt_toolkit.input import DummyInput, PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.output.vt100 import _EscapeCodeCache
from prompt_toolkit.styles import default_ui_style, merge_styles

from spite_and_malice.patience import PRESETS as PATIENCES
from spite_and_malice.patience import preset_rules as patience_rules
from spite_and_malice.play import new_game
from spite_and_malice.rules import PRESETS, card_code, preset_rules
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.terminal.backend import Heard, LineEvent
from spite_and_malice.terminal.console import TOGETHER, Keyboard, Output
from spite_and_malice.terminal.patience.game import KeptGame
from spite_and_malice.terminal.patience.replay import PatienceReplay
from spite_and_malice.terminal.patience.session import Patience
from spite_and_malice.terminal.replay.walk import ARROWS, KEYS
from spite_and_malice.terminal.screen import patience, spite
from spite_and_malice.terminal.screen.app import Screen
from spite_and_malice.terminal.screen.canvas import Canvas, cut, wrapped
from spite_and_malice.terminal.screen.layout import CARDS, Cards, draw
from spite_and_malice.terminal.screen.scene import Face, Pile, Row, Scene, Step
from spite_and_malice.terminal.screen.themes import THEMES, colour_depth
from spite_and_malice.terminal.session import Session
from spite_and_malice.terminal.table import Table, table_lines
from tests.waiting import SECONDS, wait_until

from .playing import WAY_BACK, table

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]


def seen(there: Alone) -> Table:
    """Return a table in a session's state before the first move."""
    found = Table()

    def tell(event: LineEvent) -> None:
        if isinstance(event, Heard) and event.message["type"] == "snapshot":
            found.take(event.message)

    there.open(tell)
    return found


def drawn(scene: Scene, width: int, height: int) -> tuple[list[str], list[list[str]]]:
    canvas = Canvas(width, height)
    places = draw(scene, canvas, 0, width, height, {}, "")
    return canvas.lines(), places


def test_a_table_of_sixty_columns(tmp_path: Path) -> None:
    lines, _places = drawn(spite.scene_of(seen(table(tmp_path, secret=lambda: b"a table 0"))), 60, 14)
    assert lines == [
        " Rosa    P K♥ ×20  S1 –   S2 –   S3 –   S4 –",
        " Centre  ╭C1───╮→A  ╭C2───╮→A  ╭C3───╮→A  ╭─────╮",
        "         │     │    │     │    │     │    │▒54  │",
        "         │     │    │     │    │     │    │▒▒▒▒▒│",
        "         ╰─────╯    ╰─────╯    ╰─────╯    ╰─────╯",
        " ▶You    ╭P────╮×20  ╭S1───╮ ╭S2───╮ ╭S3───╮ ╭S4───╮",
        "         │2♠   │     │     │ │     │ │     │ │     │",
        "         │     │     │     │ │     │ │     │ │     │",
        "         ╰─────╯     ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯",
        " Hand    ╭─────╮ ╭─────╮ ╭─────╮ ╭─────╮ ╭─────╮",
        "         │A♦   │ │4♦   │ │5♣   │ │10♠  │ │10♣  │",
        "         │     │ │     │ │     │ │     │ │     │",
        "         ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯",
        "",
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_pile_of_every_version_can_be_seen_and_clicked(tmp_path: Path, preset: str) -> None:
    rules = preset_rules(preset, None, {})
    scene = spite.scene_of(seen(table(tmp_path, rules, player="beginner")))
    for width, height in SIZES:
        canvas = Canvas(width, height)
        draw(scene, canvas, 0, width, height - 3, {}, "")
        clicked = {place for row in canvas.rows() for _text, _style, place in row}
        assert {pile.place for row in scene.rows for pile in row.piles} <= clicked


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset_rules(preset).centre is None])
def test_an_ace_starts_a_new_stack_where_any_number_may_be(tmp_path: Path, preset: str) -> None:
    found = seen(table(tmp_path, preset_rules(preset), player="beginner"))
    rng, begun, game = Random(7), 0, new_game(preset, seed=7)
    while begun < 3:
        if game.is_over:
            game = new_game(preset, seed=rng.randrange(1000))
        if game.turn == 0:
            view = found.view = game.view(0)
            scene = spite.scene_of(found)
            screen = Screen(Output(io.StringIO()), source=DummyInput(), terminal=DummyOutput())
            screen.show(lambda scene=scene: scene, [])  # type: ignore[misc]
            for step in scene.steps:
                if step.target != f"C{len(view.centre) + 1}" or step.source == step.target:
                    continue
                begun += 1
                clicked = {place for row in screen.picture(80, 24).rows() for _text, _style, place in row}
                assert {step.source, step.target} <= clicked
                # By the mouse, and by keys: the place comes after that of the card.
                screen.click(step.source)
                screen.picture(80, 24)
                assert step.target in [place for row in screen._places for place in row]
                screen.click(step.target)
                assert screen.keyboard.read() == step.text
                said = " ".join(table_lines(view, found.company))
                assert f"{step.target}{TOGETHER}empty" in said
        centre = [move for move in game.legal_moves if move.plays_to_centre]
        game.play(rng.choice(centre or game.legal_moves))


def test_a_new_stack_is_begun_by_arrows_alone(tmp_path: Path) -> None:
    def play(screen: Screen) -> None:
        there = table(tmp_path, preset_rules("unlimited", None, {"target": 1}), secret=lambda: b"a table 0")
        session = Session(there, screen.keyboard, screen.output, name="Ada", way_back=WAY_BACK)
        screen.show(lambda: spite.scene_of(session.table), [])
        session.run()

    with sitting(play) as (person, _out):
        person.wait_for("Your turn.", "A♦", "C1", "→A")
        person.press("\x1b[B")
        person.press("\r")
        person.wait_for("Where to?", "╔C1")
        person.press("\x1b[A\x1b[A\r")
        person.wait_for("You play A♦ on stack 1.", "C2", "→2")


def test_what_cannot_be_drawn_ends_the_table_with_its_error() -> None:
    def scene() -> Scene:
        raise ValueError("nothing to draw")

    left = threading.Event()

    def play(screen: Screen) -> None:
        screen.show(scene, [])
        left.wait(SECONDS)

    with create_pipe_input() as keys:
        screen = Screen(Output(io.StringIO()), source=keys, terminal=DummyOutput())
        screen.keyboard.end = left.set  # type: ignore[method-assign]
        with pytest.raises(ValueError, match="nothing to draw"):
            screen.run(lambda: play(screen))
    assert left.is_set()


def test_a_table_is_never_drawn_with_the_people_of_one_game_and_the_cards_of_another(tmp_path: Path) -> None:
    found = seen(table(tmp_path))
    game = new_game("standard", seed=1)
    scenes: list[Scene] = []
    drawing = threading.Thread(target=lambda: scenes.append(spite.scene_of(found)))

    class Message(dict[str, object]):
        """A message of another seat in another game, whose cards are read while somebody draws."""

        def __getitem__(self, key: str) -> object:
            if key == "view":
                drawing.start()
                drawing.join(0.2)
            return super().__getitem__(key)

    said = {"type": "snapshot", "table": found.info, "log": [], "played": [], "game": 2, "ply": 0}
    people = {**found.people, "you": 1}
    found.take(Message({**said, "people": people, "view": {**game.view(1).to_json(), "rules": game.rules.to_json()}}))
    drawing.join()
    assert [pile.place for pile in scenes[0].rows[-1].piles] == [
        f"H{card}" for card in sorted(game.view(1).hand(1), key=card_code)
    ]


@pytest.mark.parametrize("preset", PATIENCES)
def test_every_pile_of_every_patience_can_be_seen_and_clicked(tmp_path: Path, preset: str) -> None:
    game = KeptGame.begin(tmp_path, patience_rules(preset), 5)
    keyboard, output = Keyboard(io.StringIO(), is_terminal=False), Output(io.StringIO())
    scene = patience.scene_of(Patience(game, lambda: game, keyboard, output, way_back=""))
    for width, height in SIZES:
        canvas = Canvas(width, height)
        draw(scene, canvas, 0, width, height - 3, {}, "")
        clicked = {place for row in canvas.rows() for _text, _style, place in row}
        assert {pile.place for row in scene.rows for pile in row.piles} <= clicked
        # Each move leads from one drawn place to another.
        assert {place for step in scene.steps if step.target for place in (step.source, step.target)} <= clicked


@pytest.mark.parametrize(("width", "height", "least"), [(80, 24, 4), (120, 40, 8), (150, 45, 10), (200, 60, 12)])
def test_cards_grow_into_the_room(tmp_path: Path, width: int, height: int, least: int) -> None:
    scene = spite.scene_of(seen(table(tmp_path, secret=lambda: b"a table 0")))
    screen = Screen(Output(io.StringIO()), source=DummyInput(), terminal=DummyOutput())
    screen.show(lambda: scene, [])
    canvas = screen.picture(width, height - 2)
    lines = [number for number, row in enumerate(canvas.rows()) if any(place == "P" for _text, _style, place in row)]
    assert len(lines) >= least
    # No lines are left over that could make all of them a line higher.
    used = max(number for number, row in enumerate(canvas.rows()) if any(place[:1] == "H" for *_rest, place in row))
    assert used >= (height - 2) * 0.7


def test_the_log_begins_with_a_whole_paragraph() -> None:
    screen = Screen(Output(io.StringIO()), source=DummyInput(), terminal=DummyOutput())
    screen.show(lambda: Scene("", ""), [])
    for number in range(40):
        screen.tell([f"Begin {number} " + "and on and on " * (number % 9)])
        for width, height in [(60, 20), (80, 24), (120, 40), (150, 45)]:
            beside = min(48, width // 3) if width >= 104 else width
            shown = [line[-beside:] if width >= 104 else line for line in screen.picture(width, height).lines()]
            logged = [line for line in shown[1:] if "and on" in line or "Begin" in line]
            assert not logged or "Begin" in logged[0]


def test_wide_characters_keep_their_columns() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "日本語", "")
    canvas.put(6, 0, "|", "")
    assert canvas.lines() == ["日本語|"]
    assert cut("日本語", 5) == "日本…"
    assert list(wrapped(["Eve\x07 says 日本語 again"], 12)) == [r"Eve\u0007", "  says", "  日本語", "  again"]


def test_dots_lead_from_card_to_stack_and_cover_nothing() -> None:
    canvas = Canvas(9, 5)
    canvas.put(0, 4, "[A]", "", "H")
    canvas.put(6, 0, "[2]", "", "C1")
    canvas.put(3, 2, "x", "")
    canvas.put(4, 2, "y", "")
    before = canvas.lines()
    canvas.trail("H", "nowhere")
    assert canvas.lines() == before
    canvas.trail("H", "C1")
    after = canvas.lines()
    assert sum(line.count("•") for line in after) == 4
    assert [line.replace("•", " ").rstrip() for line in after] == before


@pytest.mark.parametrize("width", [-3, 0, 1, 2, 5])
def test_paragraphs_in_no_room_at_all_come_to_an_end(width: int) -> None:
    assert list(wrapped(["Unbreakable 日本語"], width)) == ["Unbre", "  akable", "  日本語"]


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "xterm-256color"}, ColorDepth.DEPTH_8_BIT),
        ({"TERM": "xterm"}, ColorDepth.DEPTH_4_BIT),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
    ],
)
def test_colours_are_those_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], depth: ColorDepth
) -> None:
    for name in ("COLORTERM", "TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colour_depth() == depth


class Person:
    """Somebody at a drawn table of 80 columns: keys and clicks go in, the picture is read."""

    def __init__(self, screen: Screen, keys: PipeInput) -> None:
        self._screen = screen
        self._keys = keys

    def press(self, keys: str) -> None:
        self._keys.send_text(keys)

    def picture(self) -> str:
        """Return what was drawn last: a click goes there."""
        drawn = self._screen._app.renderer.last_rendered_screen
        rows = drawn.data_buffer if drawn else {}
        return "\n".join("".join(rows[row][column].char for column in range(80)).rstrip() for row in range(38) if rows)

    def click(self, text: str) -> None:
        """Click on a text."""
        lines = self.picture().splitlines()
        line = next(number for number, each in enumerate(lines, start=1) if text in each)
        column = lines[line - 1].index(text) + 2
        self.press(f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m")

    def wait_for(self, *texts: str) -> str:
        wait_until(lambda: all(text in self.picture() for text in texts), self.picture)
        return self.picture()


@contextmanager
def sitting(play: Callable[[Screen], None]) -> Iterator[tuple[Person, io.StringIO]]:
    """Let somebody sit at a drawn table until they leave; yield the later output too."""
    out = io.StringIO()
    with create_pipe_input() as keys:
        screen = Screen(Output(out, width=79), source=keys, terminal=DummyOutput())
        thread = threading.Thread(target=lambda: screen.run(lambda: play(screen)))
        thread.start()
        try:
            yield Person(screen, keys), out
        finally:
            screen.keyboard.end()
            thread.join(30)
            assert not thread.is_alive()


def at_table(folder: Path) -> Callable[[Screen], None]:
    def play(screen: Screen) -> None:
        there = table(folder, secret=lambda: b"a table 0")
        session = Session(there, screen.keyboard, screen.output, name="Ada", way_back=WAY_BACK)
        screen.show(lambda: spite.scene_of(session.table), ["hint", "help"])
        session.run()

    return play


def test_a_card_is_played_by_mouse_by_keys_and_by_typing(tmp_path: Path) -> None:
    with sitting(at_table(tmp_path)) as (person, out):
        person.wait_for("Your turn.", "A♦")
        person.click("A♦")
        person.wait_for("┏", "╔C1", "Where to?")
        person.click("╔C1")
        person.wait_for("You play A♦ on stack 1.", "→2")
        person.press("\x1bOQ")
        person.wait_for("P-C1: Play your pay-off card 2♠ on A♦", "╒◆P", "╒◆C1")
        # The pay-off card is the first to be played from, the centre the first to be played to.
        person.press("\t\r")
        person.wait_for("┏P", "╒◆C1")
        person.press("\t\r")
        person.wait_for("You play 2♠ from your pay-off pile on stack 1.")
        person.press("nonsense\r")
        person.wait_for("“nonsense” is neither a command nor a move")
        person.press("undo turn\r")
        person.wait_for("╭C1───", "→A")
        person.press("he\t\r")
        person.wait_for("reach – whether", "Esc closes.")
        person.press("moo\r")
        person.wait_for("“moo” is neither a command nor a move", "Your turn.")
        person.press("help\r")
        person.wait_for("reach – whether", "Esc closes.")
        person.press("\x1b")
        person.wait_for("Your turn.")
    assert "Your game is kept. To go on with it:\n  spite play\n" in out.getvalue()


def lines_of(scene: Scene, lines: list[str]) -> Callable[[Screen], None]:
    """Show a scene, and note the effects of keys and clicks."""

    def play(screen: Screen) -> None:
        screen.show(lambda: scene, [])
        while (line := screen.keyboard.read()) is not None:
            lines.append(line)

    return play


@pytest.mark.parametrize("key", ["\t", "\x1b[C", "a click"])
def test_the_table_asks_how_many_cards_go_where_several_can(key: str) -> None:
    piles = (Pile("T1", "T1", (Face.of("8s"), Face.of("7s"))), Pile("T2", "T2"))
    steps = (Step("T1-T2", "T1", "T2", "1"), Step("T1:2-T2", "T1", "T2", "2"))
    lines: list[str] = []
    with sitting(lines_of(Scene("Two", "", (Row("", piles, shape="fans"),), steps), lines)) as (person, _out):
        person.wait_for("Two", "7♠")
        if key == "a click":
            person.click("7♠")
            person.wait_for("╔T2")
            person.click("╔T2")
        else:
            person.press(f"{key}\r{key}\r")
        person.wait_for("How many cards?", " 1   2")
        if key == "a click":
            person.click("  2")
        else:
            person.press(f"{key}\r")
        wait_until(lambda: lines, person.picture)
    assert lines == ["T1:2-T2"]


def test_the_arrows_go_on_from_two_cards_alike() -> None:
    piles = tuple(Pile(f"H{card[0]}", "", (Face.of(card),)) for card in ("3s", "3s", "9s"))
    lines: list[str] = []
    scene = Scene("Alike", "", (Row("Hand", piles),), (Step("H3-S1", "H3", "S1"), Step("H9", "H9")))
    with sitting(lines_of(scene, lines)) as (person, _out):
        person.wait_for("Alike", "9♠")
        person.press("\x1b[C\x1b[C\r")
        wait_until(lambda: lines, person.picture)
    assert lines == ["H9"]


def test_patience_is_played_by_clicks(tmp_path: Path) -> None:
    def play(screen: Screen) -> None:
        game = KeptGame.begin(tmp_path, patience_rules("klondike-1"), 5)
        session = Patience(game, lambda: game, screen.keyboard, screen.output, way_back=WAY_BACK)
        screen.show(lambda: patience.scene_of(session), [])
        session.run()

    with sitting(play) as (person, out):
        person.wait_for("Deal 5.", "A♦", "Draw")
        person.press("\x1bOS")
        person.wait_for("Moves: 1 T2-T4")
        person.click("A♦")
        person.wait_for("┏T5", "╔F")
        person.click("╔F")
        person.wait_for("1 move")
        person.click("Draw")
        person.wait_for("2 moves", "▒23")
        person.click("▒23")
        person.wait_for("3 moves", "▒22")
    assert "Your game is kept." in out.getvalue()


def test_a_game_of_patience_is_looked_at_again_by_keys_and_clicks(tmp_path: Path) -> None:
    game = KeptGame.begin(tmp_path, patience_rules("klondike-1"), 5)
    for action in ("draw", "T5-F", "undo", "give_up"):
        game.act(action)

    def play(screen: Screen) -> None:
        session = PatienceReplay(game.record(), screen.keyboard, screen.output)
        screen.show(lambda: patience.replay_scene(session), [], KEYS, ARROWS)
        session.run()

    with sitting(play) as (person, out):
        person.wait_for("Klondike", "Move 0 of 3", "This is the deal.", "▒24")
        person.press("\x1b[C")
        person.wait_for("Move 1 of 3", "draw", "▒23")
        person.press("\x1bOS")
        person.wait_for("Move 2 of 3", "T5-F")
        person.press("\x1b[F")
        person.wait_for("Move 3 of 3", "Taken back: T5-F", "The game was given up.")
        person.press("\x1b[H")
        person.wait_for("Move 0 of 3", "▒24")
    assert out.getvalue() == "Goodbye!\n"


def test_cards_are_cut_out_in_half_blocks_where_that_is_chosen(tmp_path: Path) -> None:
    with sitting(at_table(tmp_path)) as (person, _out):
        person.wait_for("Your turn.", "╭P───")
        person.press("\x1b[19~")
        person.wait_for("▗P▄▄▄", "▗▄▄▄", "▝▀▀▀")
        person.click("A♦")
        # A card's state is visible without colours too.
        person.wait_for("█▀▀▀", "▛C1▀▀", "▙▄▄▄")
        person.press("\x1bOQ")
        person.wait_for("▞◆▀▀▀", "▞◆C1▀▀")
        person.press("\x1b[19~")
        person.wait_for("╒◆═══", "╒◆C1")


def test_a_scene_in_half_blocks() -> None:
    row = Row("", (Pile("P", "P", (Face("K♥", is_red=True),)), Pile("S1", "S1"), Pile("stock", "", (Face(count=54),))))
    canvas = Canvas(26, 6)
    draw(Scene("", "", (row,)), canvas, 0, 26, 4, {"S1": "target"}, "", CARDS["blocks"])
    assert canvas.lines() == [
        " ▗P▄▄▄▄▖ ▛S1▀▀▀▜ ▗▄▄▄▄▄▖",
        " ▐K♥   ▌ ▌     ▐ ▐▒54  ▌",
        " ▐     ▌ ▌     ▐ ▐▒▒▒▒▒▌",
        " ▝▀▀▀▀▀▘ ▙▄▄▄▄▄▟ ▝▀▀▀▀▀▘",
        "",
        "",
    ]


@pytest.mark.parametrize("cards", CARDS.values())
def test_frames_differ_by_what_is_the_matter_with_a_card(cards: Cards) -> None:
    assert len(set(cards.borders.values())) == len(cards.borders) == 4
    assert {len(border) for border in cards.borders.values()} == {8}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mark", ["", " class:target", " class:taken", " class:hint"])
def test_the_edge_of_a_card_has_the_colour_of_the_card_on_that_of_the_table(theme: str, mark: str) -> None:
    style = merge_styles([default_ui_style(), THEMES[theme]])
    card, edge, felt = (
        style.get_attrs_for_style_str(each) for each in (f"class:frame{mark}", f"class:edge{mark}", "class:felt")
    )
    assert (edge.color, edge.bgcolor) == (card.bgcolor, felt.bgcolor)


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT])
def test_half_blocks_stand_out_with_few_colours_and_with_none(depth: ColorDepth) -> None:
    style = merge_styles([default_ui_style(), THEMES["dark"]])
    codes = _EscapeCodeCache(depth)
    edge, card = (codes[style.get_attrs_for_style_str(f"class:{each}")] for each in ("edge", "frame"))
    # Without colours the shapes show it.
    assert (edge == card) == (depth == ColorDepth.DEPTH_1_BIT)


def test_what_goes_wrong_while_playing_is_raised_when_the_table_is_gone() -> None:
    def play() -> None:
        raise ValueError("no cards")

    with create_pipe_input() as keys, pytest.raises(ValueError, match="no cards"):
        Screen(Output(io.StringIO()), source=keys, terminal=DummyOutput()).run(play)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mark", ["", "target", "taken", "hint"])
def test_suits_keep_their_colours_whatever_is_the_matter_with_a_card(theme: str, mark: str) -> None:
    style = merge_styles([default_ui_style(), THEMES[theme]])
    frame, red, black = (
        style.get_attrs_for_style_str(f"class:frame class:{mark or 'frame'} {ink}")
        for ink in ("", "class:red", "class:black")
    )
    assert not red.reverse
    assert red.bgcolor == black.bgcolor == frame.bgcolor
    assert len({red.color, black.color, frame.color}) == 3
