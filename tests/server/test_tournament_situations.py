"""A tournament's messages to each of its people, over thousands of histories made up without a server.

A history is a possible course: people join, leave, come or do not, win, draw, are knocked out; the host ends it early,
and a new process reads everything again. After each step everybody's message is checked.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from spite_and_malice.play.tournaments import Outcome, System
from spite_and_malice.server.features.tournaments.rounds import (
    forfeited,
    may_step_in,
    next_pairings,
    stepping_in,
)
from spite_and_malice.server.features.tournaments.situation import (
    CALLS,
    OF_MATCH,
    STATES,
    THEN,
    WAITS,
    Field,
    OwnTable,
    may_join,
    situation,
)
from spite_and_malice.server.features.tournaments.teams import Part, has_two_teams, lined_up
from spite_and_malice.server.protocol.situation import Situation
from spite_and_malice.server.store import EntrantRow, PairingRow, TeamRow, Tournament, TournamentForm, TournamentRow
from spite_and_malice.server.store.events.tournament_rows import Answer
from spite_and_malice.texts import _, in_language
from tests.examples import examples

SYSTEMS: tuple[System, ...] = ("swiss", "round_robin", "knock_out", "arena", "match")
KINDS: tuple[tuple[System, bool], ...] = (*((each, each == "match") for each in SYSTEMS), ("arena", True))
"""Each system, with and without clubs."""
MINUTE = 60_000
GRACE = 180_000
HOST = "host"
STRANGER = "stranger"
RIVAL = "rival"
"""Who leads the club that is asked."""
PEOPLE = tuple(f"p{number}" for number in range(1, 9))


class History:
    """A tournament in memory, advanced step by step as the director and the routes advance a stored one."""

    def __init__(self, chance: random.Random, system: System, *, clubs: bool = False) -> None:
        self.chance = chance
        form = TournamentForm(
            system,
            "standard",
            rounds=chance.randint(1, 5),
            minutes=10,
            fill=0 if clubs else chance.choice((0, 0, 4)),
            rest=0 if system == "arena" else chance.choice((0, 5)),
            order=chance.choice(("boards", "each")),
            boards=chance.choice((0, 0, 2)) if clubs else 0,
        )
        teams = [TeamRow(1, "c1", "Rooks", "yes"), TeamRow(2, "c2", "Bishops")] if clubs else []
        self.at = Tournament(TournamentRow("t", HOST, "Cup", form, b""), [], [], teams)
        self.now = 1_000_000_000
        self.came: dict[str, set[str]] = {}
        self.dealt: set[str] = set()

    def copy(self, seed: int) -> History:
        """Return a copy of the tournament, to be continued differently."""
        other = History(random.Random(seed), self.at.row.form.system, clubs=bool(self.at.teams))
        other.at, other.now = self.at, self.now
        other.came, other.dealt = {table: set(people) for table, people in self.came.items()}, set(self.dealt)
        return other

    @property
    def people(self) -> list[str]:
        """Everybody who takes or took part."""
        return [each.person for each in self.at.entrants if each.person is not None]

    def write(
        self, entrants: list[EntrantRow] | None = None, pairings: list[PairingRow] | None = None, **row: object
    ) -> None:
        """Store the tournament with changes."""
        entrants = list(self.at.entrants) if entrants is None else entrants
        pairings = list(self.at.pairings) if pairings is None else pairings
        changed = replace(self.at.row, changes=self.at.row.changes + 1, **row)  # type: ignore[arg-type]
        self.at = replace(self.at, row=changed, entrants=entrants, pairings=pairings)

    def part(self, person: str) -> Part:
        """Return somebody's role in the clubs: half of the people are members of each, and one leads each."""
        if not self.at.teams or person == STRANGER:
            return Part()
        team = 2 if person == RIVAL or person in PEOPLE[4:] else 1
        if person == "newcomer":
            # People who join those waiting alone are of the other club.
            teams = {each.team for each in self.at.entrants if each.until is None}
            team = 2 if teams == {1} else 1
        return Part((team,), (team,) if person in (HOST, RIVAL) else ())

    def answer(self) -> None:
        """Let the invited club accept or decline, once."""
        says: Answer = self.chance.choice(("yes", "yes", "yes", "no"))
        if any(each.answer == "asked" for each in self.at.teams):
            self.at = replace(self.at, teams=[self.at.teams[0], replace(self.at.teams[1], answer=says)])
            is_off = says == "no" and self.at.row.form.system == "match"
            self.write(state="cancelled" if is_off else self.at.row.state)

    def join(self, person: str) -> None:
        """Let somebody join, as the route does: if they can still get a game."""
        row, you = self.at.row, self.at.entrant(person)
        if (you is not None and you.until is None) or not may_join(self.at, you, self.now):
            return
        if you is not None:
            self.write([replace(each, until=None) if each is you else each for each in self.at.entrants])
            return
        team = next(iter(self.part(person).plays), None)
        if self.at.teams and not any(each.number == team and each.answer == "yes" for each in self.at.teams):
            return
        is_running = row.state == "running"
        seed = max((each.seed or 0 for each in self.at.entrants), default=0) + 1 if is_running else None
        number = max((each.number for each in self.at.entrants), default=0) + 1
        since = row.round + 1 if is_running else 1
        comer = EntrantRow(number, person.title(), person, seed=seed, since=since, team=team, board=number)
        self.write([*self.at.entrants, comer])

    def leave(self, person: str) -> None:
        """Withdraw somebody."""
        you = self.at.entrant(person)
        if you is None or you.until is not None or self.at.row.state not in ("gathering", "running"):
            return
        if self.at.row.state == "gathering":
            self.write([each for each in self.at.entrants if each is not you])
        else:
            self.write([replace(each, until=self.at.row.round) if each is you else each for each in self.at.entrants])

    def start(self) -> None:
        """Start it with its computer players, if there are two."""
        if self.at.row.form.system == "match":
            ranks = {each.number: seed for seed, each in enumerate(lined_up(self.at), 1)}
            if ranks:
                seeded = [replace(each, seed=ranks.get(each.number)) for each in self.at.entrants]
                self.write(seeded, state="running", started_at=self.now)
            return
        if self.at.teams and not has_two_teams(self.at):
            return
        entrants = list(self.at.entrants)
        for _number in range(self.at.row.form.fill - len(entrants)):
            entrants.append(EntrantRow(len(entrants) + 1, f"Computer {len(entrants)}", player="club"))
        if len(entrants) < 2:
            return
        seeds = self.chance.sample(range(1, len(entrants) + 1), len(entrants))
        seeded = [replace(each, seed=seed) for each, seed in zip(entrants, seeds, strict=True)]
        self.write(seeded, state="running", started_at=self.now)

    def wait(self, person: str) -> None:
        """Mark somebody as free, in an arena."""
        entrants = [replace(each, waits_at=self.now) if each.person == person else each for each in self.at.entrants]
        self.at = replace(self.at, entrants=entrants)

    def advance(self) -> None:
        """Make the pairings that are due, or end it."""
        paired = next_pairings(self.at, self.now)
        if paired is None:
            self.write(state="over", ended_at=self.now)
        elif paired:
            ended = {True: None, False: self.now}
            rows = [replace(each, made_at=self.now, ended_at=ended[each.outcome is None]) for each in paired]
            self.write(pairings=[*self.at.pairings, *rows], round=paired[0].round)

    def open_games(self) -> list[PairingRow]:
        """Return the pairings that have not ended."""
        return [each for each in self.at.pairings if each.outcome is None]

    def make_table(self, game: PairingRow) -> None:
        """Create the table of a pairing."""
        table = f"{game.round}-{game.board}-{game.attempt}"
        self.came[table] = set()
        self.settle(game, replace(game, table_id=table))

    def settle(self, game: PairingRow, written: PairingRow) -> None:
        """Write a pairing again."""
        self.write(pairings=[written if each is game else each for each in self.at.pairings])

    def end(self, game: PairingRow, outcome: Outcome) -> None:
        """Write the result of a game."""
        self.settle(game, replace(game, outcome=outcome, ended_at=self.now))

    def forfeit(self, game: PairingRow) -> None:
        """End a game if somebody did not come in time."""
        by_seed = self.at.by_seed()
        assert game.second is not None
        came = frozenset(self.came[game.table_id or ""])
        steps_in = stepping_in(self.at, game, came, self.now)
        if steps_in:
            self.step_in(game, steps_in)
            return
        lost = forfeited(game, (by_seed[game.first], by_seed[game.second]), frozenset(self.came[game.table_id or ""]))
        if lost is not None:
            self.settle(game, replace(lost, table_id=None, ended_at=self.now))

    def step_in(self, game: PairingRow, swaps: list[tuple[EntrantRow, EntrantRow]]) -> None:
        """Let substitutes play for absent people, as the store does."""
        changed = {}
        for missing, other in swaps:
            changed[missing.number] = replace(missing, seed=None, until=game.round, board=other.board)
            changed[other.number] = replace(other, seed=missing.seed, board=missing.board)
        self.write([changed.get(each.number, each) for each in self.at.entrants])
        self.settle(game, replace(game, table_id=None))

    def table_of(self, person: str) -> OwnTable | None:
        """Return the state of a person's table, as the routes read it."""
        game = Field(self.at).open_game(person)
        if game is None or game.table_id is None:
            return None
        return OwnTable(game.table_id in self.dealt, frozenset(self.came[game.table_id]), game.made_at + GRACE)

    def read(self, person: str) -> Situation:
        """Return a person's sentence."""
        return situation(Field(self.at), person, self.now, self.table_of(person), self.part(person))

    def step(self) -> None:
        """Make something possible happen."""
        chance, row = self.chance, self.at.row
        self.now += chance.choice((1, 1000, MINUTE))
        people = PEOPLE
        if row.state == "gathering":
            chance.choice((self.join, self.join, self.join, self.leave))(chance.choice(people))
            if chance.random() < 0.2:
                self.answer()
            if chance.random() < 0.2:
                self.start()
            elif chance.random() < 0.01:
                self.write(state="cancelled")
            return
        if chance.random() < 0.01:
            self.write(state="over", ended_at=self.now)
        what = chance.random()
        if what < 0.06:
            self.leave(chance.choice(people))
        elif what < 0.1:
            self.join(chance.choice(people))
        elif row.form.system in ("arena", "match") and what < 0.4:
            for person in self.people:
                if chance.random() < 0.7:
                    self.wait(person)
        games = self.open_games()
        if games and what > 0.3:
            self.play(chance.choice(games))
        elif what > 0.2:
            self.advance()

    def play(self, game: PairingRow) -> None:
        """Advance a pairing by a possible event."""
        chance, table = self.chance, game.table_id
        if table is None:
            self.make_table(game)
            return
        by_seed = self.at.by_seed()
        both = {by_seed[each].person for each in game.pairing.both} - {None}
        if table not in self.dealt and self.came[table] < both and chance.random() < 0.25:
            self.forfeit(game)
        elif table not in self.dealt and self.came[table] < both:
            self.came[table].add(str(chance.choice(sorted(str(each) for each in both))))
        elif table not in self.dealt:
            self.dealt.add(table)
        else:
            self.end(game, chance.choice(("first", "second", "draw")))

    def finish(self, person: str) -> set[str]:
        """Continue with everybody present and nobody leaving; return what still comes for somebody: a game, a bye."""
        you, found = self.at.entrant(person), set[str]()
        assert you is not None
        for _step in range(200):
            if self.at.row.state != "running":
                break
            self.now += 1 if self.at.row.form.system == "arena" else 1 + self.at.row.form.rest * MINUTE
            games = self.open_games()
            # In an arena they end one after another.
            ending = self.chance.sample(games, 1) if games and self.at.row.form.system == "arena" else games
            for game in ending:
                self.end(game, self.chance.choice(("first", "second", "draw")))
            for each in self.people:
                self.wait(each)
            before = len(self.at.pairings)
            self.advance()
            own = [each for each in self.at.pairings[before:] if you.seed in each.pairing.both]
            found |= {"bye" if each.second is None else "game" for each in own if each.outcome in (None, "bye")}
            if "game" in found:
                break
        return found


def check_told(found: Situation) -> None:
    """Check that a state has its sentence, and the time and buttons that it mentions."""
    assert found.state in STATES
    assert found.words
    assert "{" not in found.sentence
    assert found.then.endswith(":") == (found.at is not None)
    assert ("table" in found.acts) == (found.url is not None)


def check(history: History, person: str) -> str:
    """Check the sentence for a person now; return their state."""
    found, row = history.read(person), history.at.row
    check_told(found)
    game = Field(history.at).open_game(person)
    assert (game is not None) == (found.state in CALLS)
    if game is not None and game.table_id is not None:
        assert found.url == f"/table/{game.table_id}"
        came = history.came[game.table_id]
        if found.state in ("come", "waited_for"):
            # An awaited person reads the cost of staying away, and its time.
            assert person not in came
            assert found.at == game.made_at + GRACE
        if found.state == "awaiting":
            assert person in came
            assert found.at == game.made_at + GRACE
        if found.at is not None:
            # The announced consequence of that deadline is the real one.
            end = history.copy(0)
            end.forfeit(game)
            after = end.at.entrant(person)
            is_replaced = after is not None and after.seed is None
            assert is_replaced == (found.then == _(THEN["come_reserve"]))
            has_another = end.at.by_seed() != history.at.by_seed() and not is_replaced
            if person in came:
                assert has_another == (found.then == _(THEN["awaiting_reserve"]))
    teams = [each.number for each in history.at.teams if each.answer == "yes"]
    manned = [each for each in teams if any(entrant.team == each for entrant in history.at.entrants)]
    is_ready = not history.at.teams or len(manned) == 2
    assert ("start" in found.acts) == (row.state == "gathering" and person == HOST and is_ready)
    asked = [each.number for each in history.at.teams if each.answer == "asked"]
    answers = row.state == "gathering" and person == RIVAL and bool(asked)
    assert ("accept" in found.acts, "decline" in found.acts) == (answers, answers)
    if history.at.teams and "join" in found.acts:
        assert set(history.part(person).plays) & set(teams)
    assert ("cancel" in found.acts) == (row.state in ("gathering", "running") and person == HOST)
    you = history.at.entrant(person)
    is_in = you is not None and you.until is None
    if found.state in WAITS:
        assert is_in or found.state == "replay"
        ahead = [history.copy(seed) for seed in range(24)]
        for each in ahead if found.state == "alone" else ():
            each.join("newcomer")
        assert any(each.finish(person) for each in ahead), found
    if found.state == "standby":
        # A member of their team still has a first game ahead, and may not come to it.
        assert you is not None
        assert may_step_in(history.at, you)
        own = {each.seed for each in history.at.entrants if each.team == you.team} - {None}
        assert any(not any(seed in each.pairing.both and each.outcome for each in history.at.pairings) for seed in own)
    if found.state in ("out", "done", "won", "spare", "outside", "asked", "challenge"):
        assert you is None or found.state != "outside"
    if you is not None and found.state in ("out", "done", "won", "spare"):
        assert not any("game" in history.copy(seed).finish(person) for seed in range(3)), found
    if "join" in found.acts and row.state == "running":
        history.join(person)
        assert history.read(person).state in WAITS
    return found.state


@pytest.mark.parametrize(("system", "clubs"), KINDS)
def test_whoever_waits_can_get_a_game_and_whoever_is_awaited_reads_it(system: System, clubs: bool) -> None:
    states: Counter[str] = Counter()
    for number in range(examples(500).max_examples):
        history = History(random.Random(f"{system} {number}"), system, clubs=clubs)
        for _step in range(60):
            history.step()
            at = history.at
            for person in [*history.people, HOST, STRANGER, *([RIVAL, *PEOPLE] if clubs else [])]:
                states[check(history, person)] += 1
                history.at = at
            if at.row.state in ("over", "cancelled"):
                break
    of_clubs = {"challenge", "asked", "outside", "reserve", "spare", "standby", "replaced"}
    expected = (
        set(STATES)
        - (of_clubs if not clubs else {"reserve", "spare", "standby", "replaced"} if system == "arena" else set())
        - {
            "swiss": {"resting", "replay", "through", "out", "won", "free", "alone"},
            "round_robin": {"replay", "through", "out", "won", "free", "alone", "late", "from_next"},
            "knock_out": {"wait", "resting", "free", "alone", "late", "from_next"},
            "arena": {"replay", "through", "out", "won", "first", "wait", "resting", "from_next", "break"}
            | (set() if clubs else {"closed"}),
            "match": {"replay", "through", "out", "won", "free", "alone", "late", "from_next", "resting"},
        }[system]
    )
    assert expected <= set(states), expected - set(states)


def test_every_state_has_its_sentence_in_german() -> None:
    # German is always complete; the others follow.
    with in_language("de"):
        assert [text for text in {*STATES.values(), *THEN.values(), *OF_MATCH.values()} if _(text) == text] == []


def test_a_game_that_a_stand_in_played_counts_in_the_same_words_for_both() -> None:
    form = TournamentForm("swiss", "standard", rounds=3)
    people = [EntrantRow(1, "Ada", "ada", seed=1), EntrantRow(2, "Ben", "ben", seed=2)]
    # Ada's stand-in won at the table.
    game = PairingRow(1, 1, 1, 2, outcome="second", note="first left")
    field = Field(Tournament(TournamentRow("t", HOST, "Cup", form, b"", "running", 1), people, [game]))
    words = {person: situation(field, person, 0).words for person in ("ada", "ben")}
    assert words["ada"].startswith("A stand-in played for you: the game counts as lost.")
    assert words["ben"].startswith("A stand-in played for Ada: the game counts as won by you.")


def test_who_won_because_nobody_came_reads_why_beside_the_next_game_too() -> None:
    form = TournamentForm("swiss", "standard", rounds=3)
    people = [
        EntrantRow(number, name, name.lower(), seed=number) for number, name in enumerate(("Ada", "Ben", "Cleo"), 1)
    ]
    games = [PairingRow(1, 1, 1, 2, outcome="first_forfeit"), PairingRow(2, 1, 3, 1, table_id="t2")]
    field = Field(Tournament(TournamentRow("t", HOST, "Cup", form, b"", "running", 2), people, games))
    told = situation(field, "ada", 0, OwnTable(is_dealt=False, came=frozenset(), late_at=5))
    assert (told.state, told.at) == ("come", 5)
    assert told.words == "Ben did not come in time: the game counts as won by you. Your game is ready, against Cleo."
    playing = situation(field, "ada", 0, OwnTable(is_dealt=True, came=frozenset(), late_at=5))
    assert playing.words == "Your game against Cleo is going on."


@pytest.mark.parametrize("system", ["swiss", "round_robin", "knock_out"])
def test_the_next_round_waits_for_the_end_of_the_rest(system: System) -> None:
    form = TournamentForm(system, "standard", rounds=2, rest=60)
    people = [EntrantRow(number, f"P{number}", f"p{number}", seed=number) for number in range(1, 5)]
    played = [
        PairingRow(1, 1, 1, 4, outcome="first", ended_at=MINUTE),
        PairingRow(1, 2, 2, 3, outcome="first", ended_at=5 * MINUTE),
    ]
    at = Tournament(TournamentRow("t", HOST, "Cup", form, b"", "running", 1), people, played)
    begins = 65 * MINUTE
    assert next_pairings(at, begins - 1) == []
    told = situation(Field(at), "p1", begins - 1)
    assert (told.state, told.at) == ("break", begins)
    assert {each.round for each in next_pairings(at, begins) or ()} == {2}
    # A game continues, or two players who drew play again: nothing is announced, and a draw is replayed at once.
    going_on = Tournament(at.row, people, [played[0], PairingRow(1, 2, 2, 3)])
    drawn = Tournament(at.row, people, [played[0], replace(played[1], outcome="draw")])
    assert situation(Field(going_on), "p1", begins).at is None
    if system == "knock_out":
        assert situation(Field(drawn), "p1", begins - 1).state == "through"
        assert [(each.round, each.attempt) for each in next_pairings(drawn, begins - 1) or ()] == [(1, 1)]
