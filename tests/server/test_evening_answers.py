"""An evening as its guests are shown it: everybody's results, teams, rounds, answers, and what each may do next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.features.evenings import answers
from spite_and_malice.server.features.evenings.answers import ClaimAnswer, ClubName, evening_answer, name_known
from spite_and_malice.server.features.evenings.situation import situation
from spite_and_malice.server.features.people.who import handle
from spite_and_malice.server.store import Club, Guest, RoundTable, StoredClub, StoredEvening
from spite_and_malice.server.store.events.clubs import Member
from spite_and_malice.server.store.events.evening_rows import Claim, Invitee, PlacedGuest

from .test_feature_bounds import ADA, BEN, CLEO, EVENING, HOUR, MINUTE, NOW, guest, table

DAN: Final = "d" * 64
CALLED: Final = {1: "Ada", 2: "Ben", 3: "Cleo", 4: "Dan"}
RULES: Final = preset_rules("standard", 2, {"target": 3}).to_json()


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "now_ms", lambda: NOW)


def played(number: int, ended_at: int | None, *places: PlacedGuest, of_round: int = 1) -> RoundTable:
    return RoundTable(of_round, number, f"t{of_round}{number}", ended_at, places)


def evening(*guests: Guest, tables: tuple[RoundTable, ...] = (), **changes: Any) -> StoredEvening:
    return StoredEvening(replace(EVENING, rules=RULES, **changes), guests, tables)


ROUNDS: Final = (
    played(1, NOW - 9, PlacedGuest(0, 1, 0, False, 40), PlacedGuest(1, 2, 7, True, 0)),
    played(0, NOW - 9, PlacedGuest(0, 3)),
    played(1, None, PlacedGuest(0, 3), PlacedGuest(1, None), of_round=2),
    played(2, NOW - 5, PlacedGuest(0, 2, None, None), PlacedGuest(1, 1, 4, True, 1), of_round=2),
)
PEOPLE: Final = (
    replace(guest(1, ADA, NOW), name="Ada", head="owl", team="Reds"),
    replace(guest(2, BEN, NOW - HOUR, "paused"), name="Ben", team="Reds"),
    replace(guest(3, CLEO, NOW - HOUR, "left"), name="Cleo", team="Blues"),
    replace(guest(4, DAN, NOW, "out"), name="Dan"),
)
AT: Final = evening(*PEOPLE, tables=ROUNDS, round=2, call="https://call.example", teams=True, changed_at=7)


def test_guests_are_shown_with_their_results_the_best_first() -> None:
    shown = evening_answer(AT, BEN)
    lines = [
        (one.number, one.name, one.head, one.team, one.state, one.here, one.host, one.you, one.table)
        for one in shown.guests
    ]
    # One who was asked to go is not shown; one who has gone home is, but is not here.
    assert lines == [
        (2, "Ben", None, "Reds", "paused", True, False, True, None),
        (1, "Ada", "owl", "Reds", "waiting", True, True, False, None),
        (3, "Cleo", None, "Blues", "left", False, False, False, 1),
    ]
    assert [(one.played, one.won, one.points, one.rested, one.stand_ins) for one in shown.guests] == [
        (1, 1, 7, 0, 0),
        (2, 1, 4, 0, 2),
        (0, 0, 0, 1, 0),
    ]
    assert [(team.name, team.guests, team.won, team.points) for team in shown.ranking] == [
        ("Reds", ["Ada", "Ben"], 2, 11),
        ("Blues", ["Cleo"], 0, 0),
    ]
    over = evening_answer(replace(AT, evening=replace(AT.evening, is_over=True)), BEN)
    assert [one.here for one in over.guests] == [False, False, False]


def test_rounds_are_shown_the_latest_first_with_who_sat_out() -> None:
    found = evening_answer(AT, BEN).rounds
    assert [(each.number, each.resting) for each in found] == [(2, []), (1, ["Cleo"])]
    tables = [(one.number, one.url, one.over, one.yours) for each in found for one in each.tables]
    assert tables == [(1, "/table/t21", False, False), (2, "/table/t22", True, True), (1, "/table/t11", True, True)]
    places = [(one.guest, one.name, one.side, one.points, one.won, one.stand_in) for one in found[0].tables[0].seats]
    assert places == [(3, "Cleo", 0, None, None, 0), (None, "Computer player", 1, None, None, 0)]
    first = [(one.guest, one.name, one.side, one.points, one.won, one.stand_in) for one in found[1].tables[0].seats]
    assert first == [(1, "Ada", 0, 0, False, 40), (2, "Ben", 1, 7, True, 0)]
    assert [one.yours for each in evening_answer(AT, "x").rounds for one in each.tables] == [False] * 3


def test_what_was_set_and_who_one_is_there_is_shown() -> None:
    shown = evening_answer(AT, ADA)
    assert (shown.id, shown.name, shown.url, shown.club, shown.preset) == ("e", "Us", "/evening/e", None, "standard")
    assert (shown.game, shown.players, shown.pairs, shown.target) == ("Spite & Malice", 2, False, 3)
    assert (shown.computer, shown.teams, shown.call, shown.starts_at) == (None, True, "https://call.example", None)
    assert (shown.round, shown.called, shown.over, shown.cancelled, shown.planned) == (2, False, False, False, False)
    assert (shown.you, shown.host, shown.acts, shown.changed_at, shown.stand_ins) == (1, True, True, 7, "half")
    assert (shown.awaited, shown.enough, shown.table, shown.claims, shown.claim) == (["Ada"], False, None, [], None)
    assert (shown.your_name, shown.host_name, shown.reply, shown.replies) == ("Ada", "Ada", None, {})
    for person, number in ((BEN, 2), (CLEO, None), (DAN, None), ("x", None)):
        other = evening_answer(AT, person)
        assert (other.you, other.host, other.acts) == (number, False, False)
    assert evening_answer(AT, CLEO).table == "/table/t21"
    partners = preset_rules("partners", 4).to_json()
    pairs = evening_answer(StoredEvening(replace(EVENING, rules=partners), (), ()), ADA)
    assert (pairs.pairs, pairs.players) == (True, 4)
    named = evening_answer(evening(rules_name="Ours"), ADA)
    assert named.game == "Ours"


def test_claims_are_shown_to_those_who_act_and_to_who_made_them() -> None:
    at = replace(AT, claims=(Claim(DAN, 2), Claim("x", 9)))
    assert evening_answer(at, ADA).claims == [ClaimAnswer(handle(ADA, DAN), 2, "Ben")]
    assert [evening_answer(at, person).claims for person in (BEN, DAN)] == [[], []]
    assert [evening_answer(at, person).claim for person in (ADA, DAN, "x")] == [None, 2, 9]


def test_answers_to_a_planned_evening_are_shown_in_their_order() -> None:
    replies = (
        Invitee(ADA, "Ada", "yes", NOW + HOUR),
        Invitee(BEN, "", "perhaps", NOW + HOUR),
        Invitee("x", "", "no", NOW + HOUR),
        Invitee(CLEO, "Cleo", "yes", NOW),
    )
    at = replace(evening(PEOPLE[1], starts_at=NOW + HOUR, round=0), replies=replies)
    shown = evening_answer(at, BEN)
    assert [(one.who, one.name, one.reply, one.host, one.you, one.before) for one in shown.answers] == [
        (handle(BEN, ADA), "Ada", "yes", True, False, None),
        (handle(BEN, BEN), "Ben", "perhaps", False, True, None),
        (handle(BEN, "x"), "Somebody", "no", False, False, None),
        (handle(BEN, CLEO), "Cleo", "yes", False, False, NOW),
    ]
    assert (shown.replies, shown.reply, shown.planned) == ({"yes": 1, "perhaps": 1, "no": 1}, "perhaps", True)
    assert (evening_answer(at, CLEO).reply, evening_answer(at, DAN).reply) == (None, None)


def test_a_name_is_known_by_an_answer_else_as_a_guest_else_from_the_club() -> None:
    club = StoredClub(Club("c", "The Aces", ADA, None, {}), (Member(BEN, "Ben of the Aces", None, 1),), ())
    assert evening_answer(evening(), BEN, club).club == ClubName("The Aces", "/club/c")
    assert (name_known(evening(), BEN, club), name_known(evening(), BEN, None)) == ("Ben of the Aces", "")
    assert name_known(evening(), CLEO, club) == ""
    assert name_known(evening(PEOPLE[1]), BEN, club) == "Ben"
    answered = replace(evening(PEOPLE[1]), replies=(Invitee(BEN, "Benjamin", "yes", None),))
    assert name_known(answered, BEN, club) == "Benjamin"
    assert name_known(replace(evening(), officers={CLEO: "Cleo"}), CLEO, None) == "Cleo"


def acts(at: StoredEvening, person: str) -> tuple[str, ...]:
    return situation(at, person, CALLED, NOW).acts


def test_what_everybody_waits_for_is_offered_first() -> None:
    ada, ben = guest(1, ADA, NOW), guest(2, BEN, NOW)
    ready = replace(ada, state="ready"), replace(ben, state="ready")
    for at, of_host, of_guest in (
        (evening(ada, ben), ("next", "ready", "pause", "leave"), ("ready", "pause", "leave")),
        (evening(*ready), ("next", "unready", "pause", "leave"), ("unready", "pause", "leave")),
        (evening(ada, ben, called=True), ("ready", "pause", "leave"), ("ready", "pause", "leave")),
        (evening(*ready, called=True), ("unready", "pause", "now", "leave"), ("unready", "pause", "leave")),
        (evening(replace(ada, state="paused"), ben), ("next", "play", "leave"), ("ready", "pause", "leave")),
        (
            evening(ada, ben, tables=(table(1, None, 1, 2),)),
            ("table", "ready", "pause", "next", "leave"),
            ("table", "ready", "pause", "leave"),
        ),
        (
            evening(*ready, tables=(table(1, None, 1, 2),)),
            ("table", "unready", "pause", "next", "now", "leave"),
            ("table", "unready", "pause", "leave"),
        ),
    ):
        assert (acts(at, ADA), acts(at, BEN)) == (of_host, of_guest)
    assert acts(evening(ada), CLEO) == ("enter",)
    assert acts(evening(ada, guest(3, CLEO, NOW, "left")), CLEO) == ("enter",)
    assert acts(evening(ada, guest(3, CLEO, NOW, "out")), CLEO) == ()
    assert acts(evening(ada, is_over=True), ADA) == ()


@pytest.mark.parametrize(
    ("at", "words", "then", "after"),
    [
        (evening(guest(2, BEN, NOW)), "Waiting for guests.", "1 more for a table: send them the link.", None),
        (
            evening(guest(2, BEN, NOW), computer="club"),
            "Between two rounds.",
            "Not ready yet: Ben.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW), guest(3, CLEO, NOW), round=0),
            "Before the first round.",
            "Not ready yet: Ben and Cleo.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW), guest(1, ADA, NOW), called=True, called_at=NOW),
            "Next round: are you ready?",
            "Not ready yet: Ben and Ada. It is drawn as soon as enough for a table are ready.",
            None,
        ),
        (
            evening(*(guest(n, who, NOW, "ready") for n, who in ((1, ADA), (2, BEN))), called=True, called_at=NOW),
            "Next round: you are ready.",
            "Everybody is ready.",
            None,
        ),
        (
            evening(
                *(guest(n, who, NOW, "ready") for n, who in ((1, ADA), (2, BEN))),
                guest(3, CLEO, NOW),
                called=True,
                called_at=NOW,
            ),
            "Next round: you are ready.",
            "Not ready yet: Cleo. Those who are not ready by then sit this round out. It is drawn in:",
            3 * MINUTE,
        ),
        (
            evening(
                *(guest(n, who, NOW, "ready") for n, who in ((1, ADA), (2, BEN))),
                *(guest(n, who, NOW) for n, who in ((3, CLEO), (4, DAN))),
                tables=(table(1, None, 3, 4),),
                called=True,
                called_at=NOW,
            ),
            "Next round: you are ready.",
            "Not ready yet: Cleo and Dan. Those who are still playing are waited for.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW), guest(1, ADA, NOW), tables=(table(1, None, 2, 1),)),
            "Your table is waiting.",
            "Ben – Ada. The game begins a minute after the draw at the latest. A stand-in plays for those who are not"
            " there until they come.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW, "paused")),
            "You sit out.",
            "The rounds are drawn without you until you play again.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW), tables=(table(1, None, 3, 4),), round=1),
            "Round 1 is being played.",
            "The next one can come when all tables are done.",
            None,
        ),
        (
            evening(guest(2, BEN, NOW, "left")),
            "You have gone home.",
            "You are drawn again as soon as you come back.",
            None,
        ),
        (evening(guest(2, BEN, NOW, "out")), "You were asked to go.", "The score sheet stays here.", None),
        (
            evening(),
            "You are not in this evening yet.",
            "Say who you are, and you are drawn with the others from the next round on.",
            None,
        ),
        (
            evening(round=0),
            "You are not in this evening yet.",
            "Say who you are, and you are drawn with the others.",
            None,
        ),
        (
            evening(round=0, starts_at=NOW, is_over=True, is_cancelled=True, cancelled_by=BEN),
            "This evening was cancelled.",
            "You called it off.",
            None,
        ),
        (
            evening(guest(1, ADA, NOW), is_over=True, is_cancelled=True, cancelled_by=ADA),
            "This evening was cancelled.",
            "a called it off.",
            None,
        ),
        (
            evening(is_over=True, is_cancelled=True, cancelled_by=""),
            "This evening was cancelled.",
            "Nobody came within an hour after it began.",
            None,
        ),
        (evening(is_over=True, is_cancelled=True), "This evening was cancelled.", "It does not take place.", None),
        (evening(is_over=True), "This evening is over.", "The score sheet stays here.", None),
    ],
)
def test_ben_reads_what_there_is_to_wait_for(at: StoredEvening, words: str, then: str, after: int | None) -> None:
    found = situation(at, BEN, CALLED, NOW)
    assert (found.words, found.then, found.at) == (words, then, None if after is None else NOW + after)


def test_of_equals_in_games_won_those_with_more_points_have_won_the_evening() -> None:
    def end(*results: tuple[int | None, int | None, bool | None]) -> str:
        places = (PlacedGuest(n, who, points, won) for n, (who, points, won) in enumerate(results))
        at = evening(tables=(played(1, NOW, *places), played(0, NOW, PlacedGuest(0, 2, 99, True))), is_over=True)
        return situation(at, "x", CALLED, NOW).then

    assert end((1, 3, True), (2, 9, False)) == "Ada won the evening."
    assert end((1, 3, True), (2, 4, True)) == "Ben won the evening."
    assert end((1, 3, True), (2, 3, True), (None, 9, True)) == "Ada and Ben won the evening together."
    assert end((1, None, True), (2, 9, None)) == "Ada won the evening."
    assert end((1, 3, False), (2, 4, False)) == "The score sheet stays here."
    # One whose line is gone is not named.
    assert end((9, 9, True), (1, 3, True)) == "Ada won the evening."


def test_who_answered_and_how_many_is_told_before_it_begins() -> None:
    replies = tuple(
        Invitee(f"{number}", "", reply, NOW + hour * HOUR)  # type: ignore[arg-type]
        for number, (reply, hour) in enumerate([("yes", 1), ("yes", 1), ("perhaps", 1), ("no", 1), ("no", 2)])
    )
    at = replace(evening(starts_at=NOW + HOUR, round=0), replies=replies)
    told = situation(at, BEN, {}, NOW)
    assert told.then.startswith(
        "2 are coming. 1 may come. 1 is not coming. 1 has answered for the earlier time only. If nobody comes"
    )
    assert (told.state, told.at) == ("planned", NOW + HOUR)
    assert "if you stay away" in situation(at, ADA, {}, NOW).then
    moved = replace(at, evening=replace(at.evening, moved_at=NOW), replies=())
    assert situation(moved, BEN, {}, NOW).then.startswith("The time was changed. If nobody")
    for reply, state in (("yes", "coming"), ("perhaps", "perhaps"), ("no", "absent")):
        one = Invitee(BEN, "Ben", reply, NOW + HOUR)  # type: ignore[arg-type]
        assert situation(replace(at, replies=(one,)), BEN, {}, NOW).state == state
        before = situation(replace(at, replies=(replace(one, starts_at=NOW),)), BEN, {}, NOW)
        assert (before.state, before.then.startswith(f"You said {reply} to the earlier time.")) == ("moved", True)


def test_once_it_has_begun_those_who_said_yes_and_are_not_there_are_named() -> None:
    replies = (
        Invitee(ADA, "Ada", "yes", NOW),
        Invitee(CLEO, "", "yes", NOW),
        Invitee(BEN, "Ben", "yes", NOW),
        Invitee("x", "Eve", "perhaps", NOW),
        Invitee("y", "Fay", "yes", NOW - HOUR),
    )
    at = replace(evening(guest(1, ADA, NOW), starts_at=NOW, round=0), replies=replies)
    told = situation(at, BEN, CALLED, NOW).then
    assert told == (
        "The evening has begun. Say who you are, and you are drawn with the others. Coming, and not here yet: Somebody."
    )
    missing = situation(at, ADA, CALLED, NOW).then
    assert missing == "1 more for a table: send them the link. Coming, and not here yet: Somebody and Ben."
