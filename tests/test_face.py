"""A programmer's first impression: how values of `import spite_and_malice` look, compare and describe themselves."""

from __future__ import annotations

import pickle
import pydoc
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import spite_and_malice as sm
from spite_and_malice.engine.pictures import draw_text
from spite_and_malice.faces import face
from spite_and_malice.play import RecordedAction, RecordedSeat, record_game
from tests.engine.build import lay


@pytest.fixture
def played() -> sm.Game:
    """Return a short game, played to its end with an undo in between."""
    game = sm.new_game("goal-13", seed=1, changes={"payoff": 2})
    player = sm.PLAYERS["club"].make(1)
    undone = False
    while not game.is_over:
        seat = game.turn
        game.play(player.choose(game.view(seat), game.log, 1.0))
        if not undone and game.can_undo(seat):
            game.undo(seat)
            undone = True
    assert undone
    return game


def test_the_names_are_all_there_and_are_described() -> None:
    assert set(sm.__all__) <= set(dir(sm))
    text = pydoc.plain(pydoc.render_doc(sm))
    for name in set(sm.__all__) - {"__version__"}:
        assert getattr(sm, name) is not None or name == "UNSHUFFLED"
        assert name in text
    assert "Return what" not in text.splitlines()[0]
    assert "Any" not in dir(sm)
    assert "TYPE_CHECKING" not in dir(sm)
    with pytest.raises(AttributeError, match="no attribute 'new_gme'") as misspelt:
        _ = sm.new_gme  # type: ignore[attr-defined]
    # With these Python asks whether `new_game` was meant.
    assert (misspelt.value.name, misspelt.value.obj) == ("new_gme", sm)
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        _ = sm.absent  # type: ignore[attr-defined]


def test_the_face_needs_the_standard_library_alone(root: Path) -> None:
    script = f"""
import sys
sys.path.insert(0, {str(root / "src")!r})
import spite_and_malice as sm
for name in sm.__all__:
    getattr(sm, name)
game = sm.new_game("standard", seed=7)
str(game), game._repr_svg_(), sm.simulate(game.rules, 2, "eager", 1)
# Python's own, though it does not list it.
own = {{"_xxsubinterpreters"}}
found = {{module.__name__.partition(".")[0] for module in [*sys.modules.values()] if getattr(module, "__file__", None)}}
print(found - sys.stdlib_module_names - {{"spite_and_malice", "sitecustomize", "usercustomize", "_virtualenv"}} - own)
"""
    done = subprocess.run([sys.executable, "-S", "-I", "-c", script], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout == "set()\n"


def test_the_same_seed_deals_the_same_game() -> None:
    assert sm.new_game("round", players=4, seed=3) == sm.new_game("round", players=4, seed=3)
    assert sm.new_game("round", players=4, seed=3) != sm.new_game("round", players=4, seed=4)
    assert sm.new_game() != sm.new_game()
    assert {sm.new_game(seed=seed).dealer for seed in range(20)} == {0, 1}
    assert sm.new_game(seed=1, dealer=1).dealer == 1


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (("bridge",), {}),
        (("round",), {"players": 2}),
        (("standard",), {"changes": {"payof": 3}}),
        (("standard",), {"dealer": 2}),
        ((sm.Rules(),), {"players": 2}),
        ((sm.Rules(),), {"changes": {"payoff": 3}}),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[object, ...], options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w+"):
        sm.new_game(*arguments, **options)  # type: ignore[arg-type]


def test_a_game_is_equal_to_one_that_came_to_be_in_the_same_way(played: sm.Game) -> None:
    again = sm.new_game("goal-13", seed=1, changes={"payoff": 2})
    assert again != played
    for action in played.actions:
        again.act(action.seat, action.text)
    assert again == played
    assert again != played.position
    with pytest.raises(TypeError, match="unhashable"):
        hash(played)


def test_positions_are_equal_by_their_cards() -> None:
    one, other = lay("9h 8h", centre=["As"]), lay("8h 9h", centre=["As"])
    assert one == other
    assert one != lay("9h 8h", centre=["", "As"])
    assert one != lay("9h 8h", centre=["As"], moved=True)
    assert one != lay("9h 8h", centre=["As"], stock="8c " * 29 + "7c")
    assert one != lay("9h 8h", centre=["As"], rules={"target": 51})
    assert one != one.to_json()
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.clone() == one
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_views_and_moves_can_be_keys() -> None:
    position = lay("9h 8h", centre=["As"])
    assert {position.view(0): 1}[position.clone().view(0)] == 1
    assert {position.legal_moves[0]: 1}[position.clone().legal_moves[0]] == 1
    assert hash(sm.new_game(seed=1).view(None)) == hash(sm.new_game(seed=1).view(None))


def test_cards_can_be_read_where_they_lie() -> None:
    position = lay("9h 8h", centre=["As 2s"], payoff=["3c 7h"], side=["Js Ts"], stock="5c Qh", aside="Ah")
    assert position.hand(0) == ("9h", "8h")
    assert position.payoff(0) == (("3c", "7h"),)
    assert position.side(0) == (("Js", "Ts"), (), (), ())
    assert position.centre == (("As", "2s"), (), ())
    assert position.stock == ("5c", "Qh")
    assert position.aside == ("Ah",)
    view = position.view(0)
    assert (view.hand(0), view.hand_count(0), view.hand_count(1), view.stock) == (("9h", "8h"), 2, 1, 2)
    with pytest.raises(sm.InvalidArgument, match="hand of seat 1 is hidden"):
        view.hand(1)
    assert (view.payoff(0)[0].count, view.payoff(0)[0].top, view.side(0)) == (2, "7h", position.side(0))
    assert [str(move) for move in view.legal_moves] == list(view.legal)
    for look in (position.hand, position.payoff, position.side):
        with pytest.raises(ValueError, match="no seat 2"):
            look(2)


def test_a_drawn_table_shows_every_place() -> None:
    position = lay(
        "9h Td Ac *",
        rules={"wilds": ["K", "*"], "deck": {"packs": 2, "jokers": 4}},
        centre=["As 2s Ks", "", "Ah"],
        payoff=["3c 7h"],
        side=["Js Ts", "", "4d"],
        aside="Ah 2h",
    )
    assert str(position) == (
        "          C1     C2     C3\n"
        "centre    Ks=3   --     Ah     stock 30, aside 2\n"
        "          P 2    S1 2   S2     S3     S4     hand\n"
        "> seat 0  7h     Ts     --     4d     --     Ac 9h Td *\n"
        "          P 2    S1     S2     S3     S4     hand\n"
        "  seat 1  7d     --     --     --     --     8s"
    )
    assert str(position.view(1)).splitlines()[3].endswith("     4 cards")
    assert str(position.view(1)).splitlines()[5].endswith("     8s")


def test_a_drawn_table_says_what_a_turn_is_up_to_and_how_it_ended() -> None:
    position = lay("Kh 2h", rules={"wild_covered": True}, side=["2s"])
    position.play("HKh-C1", sm.UNSHUFFLED)
    assert str(position).splitlines()[-1] == "stage cover of C1"
    won = lay("9h", payoff=["As"])
    won.play("P-C1", sm.UNSHUFFLED)
    assert str(won).splitlines()[-1] == "seat 0 wins (payoff), points 7–0"
    assert ">" not in str(won)
    assert repr(won).startswith("<Position: 2 players, seat 0 wins (payoff)")


def test_no_hidden_card_is_drawn() -> None:
    position = sm.new_game("misery", players=3, seed=5).position
    drawn = draw_text(position.view(None))
    for seat in range(3):
        assert " ".join(position.hand(seat)) not in drawn
    scrambled = position.to_json()
    scrambled["stock"].reverse()
    for player in scrambled["players"]:
        player["payoff"] = [[*reversed(pile[:-1]), pile[-1]] for pile in player["payoff"]]
    assert draw_text(sm.Position.from_json(scrambled).view(None)) == drawn


def test_chance_must_be_named() -> None:
    with pytest.raises(TypeError, match="chance"):
        lay("9h").play("H9h-S1")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("H7h-C1", {"plays_to_centre"}),
        ("P-C1", {"plays_to_centre", "plays_payoff"}),
        ("+P2-C1", {"plays_to_centre", "plays_payoff"}),
        ("S3-C1", {"plays_to_centre"}),
        ("+S1-C1", {"plays_to_centre"}),
        ("H9s-S2", {"is_discard"}),
        ("H9s+9h-S2", {"is_discard", "is_pair"}),
        ("H8h-L1", {"is_load"}),
        ("P1-L1.2", {"is_load", "plays_payoff"}),
        ("pass", {"is_pass"}),
    ],
)
def test_a_move_says_what_it_is(text: str, is_so: set[str]) -> None:
    move = sm.Move.parse(text)
    asked = ("plays_to_centre", "plays_payoff", "is_discard", "is_pair", "is_load", "is_pass")
    assert {name for name in asked if getattr(move, name)} == is_so
    assert eval(repr(move), {"Move": sm.Move}) == move


def test_what_a_move_brought_about_is_returned() -> None:
    position = lay("9h 8h", payoff=["7h As"], side=["2s"])
    assert position.play("P-C1", sm.UNSHUFFLED) == (False, False, True, False)
    assert not position.play("S1-C1", sm.UNSHUFFLED).reveals
    effects = position.play("H9h-S1", sm.UNSHUFFLED)
    assert (effects.ended_turn, effects.drew, effects.reveals) == (True, True, True)


def test_stages_and_reasons_are_their_words() -> None:
    assert [str(stage) for stage in sm.Stage] == ["play", "cover", "fill", "break", "over"]
    assert sm.Stage("over") is sm.Stage.OVER
    assert repr(sm.Reason.PAYOFF) == "Reason.PAYOFF"
    outcome = sm.Outcome(sm.Reason.STOCK, (), (0, 0))
    assert sm.Outcome.from_json(outcome.to_json()) == outcome
    assert type(outcome.to_json()["reason"]) is str
    assert str(outcome) == "nobody wins (stock), points 0–0"
    assert str(sm.Outcome(sm.Reason.PAYOFF, (0, 2), (9, 0, 9, 0))) == "seat 0 and seat 2 win (payoff), points 9–0–9–0"


def test_a_record_is_replayed_move_by_move(played: sm.Game) -> None:
    record = sm.Record.of(played, ["Ada", "Bea"])
    steps = list(record.replay())
    assert [f"{position.turn} {move}" for position, move in steps] == played.log
    assert len(steps) < len(record.actions)
    position, move = steps[0]
    begun = sm.new_game("goal-13", seed=1, changes={"payoff": 2})
    assert position == begun.position
    assert move in position.legal_moves
    position.play(move, sm.UNSHUFFLED)  # a position is the reader's own
    assert next(record.replay())[0] == begun.position
    assert record == sm.Record.of(played, ["Ada", "Bea"])
    assert hash(record) == hash(sm.Record.of(played, ["Ada", "Bea"]))
    assert repr(record).startswith(f"<Record of Ada, Bea: {len(record.actions)} actions, seat ")
    assert sm.verify(str(record)) == ()


def test_what_one_seat_saw_cannot_be_replayed_or_reviewed(played: sm.Game) -> None:
    seen = sm.Record.of(played).seen_by(1)
    with pytest.raises(ValueError, match="seat 1 saw"):
        next(seen.replay())
    with pytest.raises(ValueError, match="seat 1 saw"):
        sm.review(seen, 1)
    with pytest.raises(ValueError, match="no seat 2"):
        sm.review(sm.Record.of(played), 2)


def test_a_game_from_a_position_has_no_record() -> None:
    position = lay("9h")
    game = sm.Game(position, sm.SeededChance(1))
    assert game.dealer is None
    with pytest.raises(ValueError, match="began with a position"):
        sm.Record.of(game)


def test_a_record_of_a_game_is_the_one_that_is_written_of_its_actions(played: sm.Game) -> None:
    assert played.fair_deal is not None
    assert played.dealer is not None
    seats = [RecordedSeat("person", "Seat 0"), RecordedSeat("person", "Seat 1")]
    actions = [RecordedAction(action.seat, action.text) for action in played.actions]
    assert sm.Record.of(played) == record_game(played.rules, seats, played.dealer, played.fair_deal, actions)
    with pytest.raises(ValueError, match="2 seats"):
        sm.Record.of(played, ["Ada"])


def test_records_are_read_from_a_folder(played: sm.Game, tmp_path: Path) -> None:
    record = sm.Record.of(played)
    (tmp_path / "b.txt").write_text(str(record), encoding="utf-8")
    (tmp_path / "a.txt").write_text(str(replace(record, table="first")), encoding="utf-8")
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    assert [read.table for read in sm.read_records(tmp_path)] == ["first", None]
    assert list(sm.read_records(str(tmp_path / "b.txt"))) == [record]
    (tmp_path / "c.txt").write_text("nonsense", encoding="utf-8")
    with pytest.raises(sm.InvalidRecord, match=r"^c\.txt: line 1: "):
        list(sm.read_records(tmp_path))
    with pytest.raises(OSError, match="absent"):
        list(sm.read_records(tmp_path / "absent.txt"))


def test_many_games_stand_in_a_file_and_faults_may_be_passed_over(played: sm.Game, tmp_path: Path) -> None:
    record = sm.Record.of(played, ["Ada", "Bea"])
    texts = [str(replace(record, table=name)) for name in ("one", "two", "three")]
    broken = texts[1].replace("dealer: ", "dealer: 7")
    file = tmp_path / "many.txt"
    file.write_text(
        "# all of them\n" + "".join((texts[0], broken, "patience record 1\n\n", texts[2])), encoding="utf-8"
    )
    reading = sm.read_records(file)
    assert next(reading).table == "one"
    line = ("# all of them\n" + texts[0] + broken[: broken.index("dealer: ")]).count("\n") + 1
    with pytest.raises(sm.InvalidRecord, match=rf"^many\.txt: line {line}: "):
        next(reading)
    assert [read.table for read in sm.read_records(file, on_error="skip")] == ["one", "three"]
    told: list[sm.InvalidRecord] = []
    assert [read.table for read in sm.read_records(tmp_path, on_error=told.append)] == ["one", "three"]
    assert [error.faults[0].line for error in told] == [line]
    headers = list(sm.read_headers(file))
    assert [header.table for header in headers] == ["one", "two", "three"]
    assert (headers[0].rules, headers[0].seats, headers[0].outcome) == (record.rules, record.seats, record.outcome)
    (tmp_path / "other.txt").write_text("nonsense", encoding="utf-8")
    with pytest.raises(sm.InvalidRecord, match=r"^other\.txt: line 1: "):
        list(sm.read_headers(tmp_path))
    assert len(list(sm.read_headers(tmp_path, on_error="skip"))) == 3
    with pytest.raises(sm.InvalidArgument, match="on_error must be"):
        sm.read_records(file, on_error="ignore")  # type: ignore[arg-type]


def test_a_review_judges_every_choice_that_there_was(played: sm.Game) -> None:
    record = sm.Record.of(played)
    verdicts = sm.review(record, 0)
    assert verdicts
    moves = [move for position, move in record.replay() if position.turn == 0]
    assert {text for verdict in verdicts for text in verdict.played} <= set(map(str, moves))
    assert verdicts == sm.review(record, 0)


def test_matches_say_how_they_stand() -> None:
    match = sm.Match(sm.Rules(target=10), 0)
    assert match == sm.Match(sm.Rules(target=10), 0)
    match.record((0, 11))
    assert match != sm.Match(sm.Rules(target=10), 0)
    assert repr(match) == "<Match to 10: 1 games, points 0–11>"
    assert str(match) == "match to 10 points after 1 games won by seat 1: seat 0: 0, seat 1: 11"


def test_playouts_leave_the_position_as_it_is() -> None:
    position = sm.new_game("standard", seed=1, changes={"payoff": 3}).position
    before = position.clone()
    report = sm.playouts(position, 50, 1)
    assert report == sm.playouts(position, 50, 1)
    assert position == before
    assert report.games == sum(report.ended.values()) == 50
    assert set(report.ended) <= {"payoff", "stock", "stalemate", "undecided"}
    assert len(report.points) == 2
    assert sm.playouts(position, 5, 1, most_moves=0).ended == {"undecided": 5}
    assert sm.playouts(position, 50, 1, eager=False) != report
    with pytest.raises(ValueError, match="0 or more"):
        sm.playouts(position, -1, 1)


def pictured(svg: str) -> list[str]:
    """Return the cards in a picture, and check that it is complete."""
    root = ElementTree.fromstring(svg)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg)) <= ids
    styled = set(re.findall(r"\.(spite-[\w-]+)", svg))
    used = {name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()}
    assert used <= styled
    faces = root.findall("{*}svg")
    return [str(face.findtext("{*}title")) for face in faces]


def test_a_picture_shows_what_a_seat_sees() -> None:
    position = lay(
        "9h Td *",
        rules={"wilds": ["K", "*"], "deck": {"packs": 2, "jokers": 4}},
        centre=["As 2s Kd"],
        payoff=["3c 7h"],
        side=["Js Ts"],
    )
    seen = position.view(0)._repr_svg_()
    assert pictured(seen) == ["Kd", "7h", "Ts", "9h", "Td", "*", "7d"]
    assert pictured(position._repr_svg_()) == ["Kd", "7h", "Ts", "9h", "Td", "*", "7d", "8s"]
    assert sorted(pictured(position.view(None)._repr_svg_())) == sorted(["Kd", "7h", "Ts", "7d"])
    assert 'href="#rank-3"' in seen  # what the wild king stands for
    assert sm.Game(position, sm.SeededChance(1))._repr_svg_() == position._repr_svg_()


def test_the_wild_cards_of_starturn_are_stars() -> None:
    view = sm.new_game("starturn", seed=1).view(0)
    picture = replace(view, centre=(("*",), (), (), ()))._repr_svg_()
    assert "*" in pictured(picture)
    assert "#court-joker" not in picture
    jokers = lay("*", rules={"wilds": ["K", "*"], "deck": {"packs": 2, "jokers": 4}})
    assert "#court-joker" in jokers._repr_svg_()


@pytest.mark.parametrize("preset", ["standard", "kings-and-jokers", "flinch", "misery", "partners"])
def test_every_card_has_a_face(preset: str) -> None:
    rules = sm.preset_rules(preset)
    for card in set(rules.deck.cards()):
        shown = face(card)
        assert '#suit"' not in shown.drawing
        assert re.search(r"color:(#|oklch)", shown.style)
        assert shown.drawing.strip()
    assert pictured(sm.new_game(preset, seed=3)._repr_svg_())


def arrows_in(picture: str) -> list[tuple[float, float, float, float]]:
    """Return where each arrow begins and ends."""
    root = ElementTree.fromstring(picture)
    found = []
    for each in root.findall("{*}g[@class='arrow']"):
        path, head = each.find("{*}path"), each.find("{*}polygon")
        assert path is not None
        assert head is not None
        x, y = re.findall(r"-?[\d.]+", path.get("d", ""))[:2]
        to_x, to_y = head.get("points", "").split()[0].split(",")
        found.append((float(x), float(y), float(to_x), float(to_y)))
    return found


def test_arrows_go_from_the_card_to_where_it_is_played() -> None:
    rules = {"wilds": ["K", "*"], "deck": {"packs": 2, "jokers": 4}}
    position = lay("9h Td *", rules=rules, payoff=["3c 7h"], side=["Js"])
    view = position.view(0)
    plain = view.svg()
    assert arrows_in(plain) == []
    discard, logged, passing = arrows_in(view.svg(["HTd-S2"])), view.svg([f"{view.turn} P-C1"]), view.svg(["pass"])
    [(x, y, to_x, to_y)] = discard
    [(_, from_y, up_x, up_y)] = arrows_in(logged)
    # The hand and the side stacks are one row, the hand to their right; the centre lies above.
    assert x > to_x
    assert y == to_y == from_y
    assert up_y < from_y
    assert up_x < x
    assert arrows_in(passing) == []
    assert arrows_in(view.svg([sm.Move.parse("P-C1")])) == arrows_in(logged)


def test_a_picture_has_the_seats_and_the_width_that_are_wanted() -> None:
    view = sm.new_game("round", seed=3).view(0)
    picture = view.svg(width=300, seats=[2, 0])
    root = ElementTree.fromstring(picture)
    assert root.get("width") == "300"
    assert [text.text for text in root.findall("{*}text") if (text.text or "").lstrip("▸ ").startswith("seat")] in (
        ["seat 2", "seat 0"],
        ["▸ seat 2", "seat 0"],
        ["seat 2", "▸ seat 0"],
    )
    with pytest.raises(sm.InvalidArgument, match="no seat 3"):
        view.svg(seats=[3])
    with pytest.raises(sm.InvalidArgument, match="width"):
        view.svg(width=0)
    with pytest.raises(sm.InvalidArgument, match="not in the picture"):
        view.svg(["1 P-C1"], seats=[0])
    with pytest.raises(sm.InvalidNotation):
        view.svg(["seven on eight"])
