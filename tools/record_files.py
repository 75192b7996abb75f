"""Write the golden records of tests/play, a whole game of every preset each: ``python -m tools.record_files``.

The games are played at random, centre plays first; a person at the table takes moves back now and then. The games of
patience are played the same way, foundations first.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from spite_and_malice import patience
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.play import FairDeal, Game, Record, RecordedAction, RecordedSeat, SeededChance, record_game, write
from spite_and_malice.play.patience import Deal, PatienceAction, PatienceRecord, Played, record_patience
from spite_and_malice.play.patience import write as write_patience
from spite_and_malice.play.patience.played import FINISH, GIVE_UP, HINT, PAUSE, RESCUE, RESUME
from spite_and_malice.rules import PRESETS, preset_rules

FOLDER = Path(__file__).parents[1] / "tests" / "play" / "records"
PATIENCE_FOLDER = FOLDER.with_name("patience_records")
STARTED = 1_767_225_600_000
"""2026-01-01, in UTC milliseconds since 1970."""
MOST_ACTIONS = 1000
PATIENCE_DEALS = {"klondike-1": 10, "klondike-3": 1}
"""The first of them is won by `_sensible` play; for other presets deal 1 is begun."""
NAMES = ("Ada", "Grüße „5“", "Chen", "Daria")


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for preset_id in PRESETS:
        (FOLDER / f"{preset_id}.txt").write_text(write(played(preset_id), brief=True), encoding="utf-8", newline="\n")
    PATIENCE_FOLDER.mkdir(exist_ok=True)
    for preset_id in patience.PRESETS:
        text = write_patience(played_patience(preset_id))
        (PATIENCE_FOLDER / f"{preset_id}.txt").write_text(text, encoding="utf-8", newline="\n")


def played(preset_id: str) -> Record:
    """The record of a game of a preset with the fewest players it allows; always the same."""
    number = list(PRESETS).index(preset_id)
    rules = preset_rules(preset_id)
    secret = hashlib.sha256(preset_id.encode()).digest()
    fair_deal = FairDeal(secret, tuple(f"contribution {seat} of {preset_id}" for seat in range(rules.players)))
    game = Game.deal(rules, number % rules.players, fair_deal)
    chance = SeededChance(number)
    while not game.is_over and len(game.actions) < MOST_ACTIONS:
        if game.can_undo(game.turn) and chance.lot(20) == 0:
            game.undo(game.turn)
            continue
        legal = [str(move) for move in game.legal_moves]
        wanted = [text for text in legal if "-C" in text] or legal
        game.play(wanted[chance.lot(len(wanted))])
    times = [STARTED + 1500 * ply + chance.lot(1000) for ply in range(1, len(game.actions) + 1)]
    actions = [RecordedAction(done.seat, done.text, time) for done, time in zip(game.actions, times, strict=True)]
    seats = [RecordedSeat("person", name) for name in NAMES[: rules.players - 1]]
    seats.append(RecordedSeat("computer", "Greedy", "greedy"))
    return record_game(
        rules, seats, number % rules.players, fair_deal, actions,
        preset=preset_id, table=f"golden-{preset_id}", number=1, started=STARTED,
    )  # fmt: skip


def played_patience(preset_id: str) -> PatienceRecord:
    """The record of a game of patience with a bit of everything in it; always the same."""
    rules, deal = patience.preset_rules(preset_id), Deal(PATIENCE_DEALS.get(preset_id, 1), "winnable", "easy")
    chance = SeededChance(deal.number)
    game, done = Played(rules, deal), list[str]()

    def act(text: str) -> None:
        game.act(text, 0)
        done.append(text)

    most = MOST_ACTIONS // (4 if preset_id in PATIENCE_DEALS else 20)
    for text in (None, "undo", "redo", HINT, PAUSE, RESUME, None, f"{RESCUE}:1"):
        legal = game.game.view().legal
        act(text or ("draw" if "draw" in legal else legal[0]))
    while not game.is_over and game.game.legal_moves and len(done) < most:
        if finishing(game.game.position):
            act(FINISH)
            break
        act(_sensible(game.game, chance))
    if not game.is_over:
        act(GIVE_UP)
    actions = [PatienceAction(text, STARTED + 1500 * ply) for ply, text in enumerate(done, start=1)]
    return record_patience(
        rules, deal, actions, player=NAMES[1], secret=hashlib.sha256(preset_id.encode()).digest(),
        preset=preset_id, table=f"golden-{preset_id}", number=1, started=STARTED,
    )  # fmt: skip


def _sensible(game: patience.Game, chance: SeededChance) -> str:
    """A move that turns a card up or sends one home, else one from the waste, else one through the stock."""
    view = game.view()
    for wanted in (_turns_up, lambda _view, text: text.endswith("-F"), lambda _view, text: text.startswith("W-")):
        found = [text for text in view.legal if wanted(view, text)]
        if found:
            return found[chance.lot(len(found))]
    turns = [text for text in view.legal if text in ("draw", "redeal", "deal")] or list(view.legal)
    return turns[chance.lot(len(turns))]


def _turns_up(view: patience.View, text: str) -> bool:
    move = patience.Move.parse(text)
    pile = view.tableau[int(move.source[1:]) - 1] if move.source.startswith("T") else None
    return pile is not None and pile.down > 0 and len(pile.up) == move.cards


if __name__ == "__main__":
    main()
