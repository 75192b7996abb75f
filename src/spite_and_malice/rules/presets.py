"""The presets: the versions of the game that the sources name (RULES.md section 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal

from spite_and_malice.rules.cards import HIGHEST_NUMBER
from spite_and_malice.rules.errors import InvalidRules, either, shown
from spite_and_malice.rules.model import Rules
from spite_and_malice.texts import N_, _

Fields = dict[str, Any]
Family = Literal["classic", "book", "goal", "numbers"]


@dataclass(frozen=True, slots=True)
class Preset:
    """One named version of the game: what it is like, for how many players, and which fields it sets.

    `name`, `summary` and `source` are marked for translation, so that `_` translates them.
    `players` lists the numbers of players it allows, ascending; `family` says which presets are its kin; `source` is
    where it is described. `fields_for` gives, for one of those numbers, the fields that differ from the defaults, as
    JSON.
    """

    id: str
    name: str
    summary: str
    family: Family
    players: tuple[int, ...]
    source: str
    fields_for: Callable[[int], Fields] = field(repr=False)


def preset_rules(preset_id: str, players: int | None = None, changes: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a preset for so many players (None: the fewest it allows), with `changes` to fields as JSON.

    Raises `InvalidRules` for a preset that does not exist, a number of players it does not allow, and changes that
    the rules refuse.
    """
    preset = PRESETS.get(preset_id)
    if preset is None:
        text = _("There is no preset {preset}; the presets are {presets}.")
        raise InvalidRules(text.format(preset=shown(preset_id), presets=", ".join(PRESETS)), ("preset",))
    if players is None:
        players = preset.players[0]
    if type(players) is not int or players not in preset.players:
        text = _("The preset {preset} is for {allowed} players, not {players}.")
        allowed = either([str(number) for number in preset.players])
        raise InvalidRules(text.format(preset=preset.id, allowed=allowed, players=shown(players)), ("players",))
    return Rules.from_json({"players": players, **preset.fields_for(players), **(changes or {})})


def _packs(packs: int, jokers: int = 0) -> Fields:
    return {"packs": packs, "jokers": jokers}


def _numbers(highest: int, copies: int, jokers: int = 0, *, of_highest: int | None = None) -> Fields:
    numbers = {str(rank): copies for rank in range(1, highest + 1)}
    if of_highest is not None:
        numbers[str(highest)] = of_highest
    return {"numbers": numbers, "jokers": jokers}


def _same(**fields: Any) -> Callable[[int], Fields]:
    return lambda players: fields


def _round(players: int) -> Fields:
    return {"deck": _packs(players), "centre": players + 1}


def _partners(players: int) -> Fields:
    return {"partners": True, **_round(players)}


_UNLIMITED: Final[Fields] = {"centre": None, "completed": "aside"}
_COMPULSORY_ACES: Final[Fields] = {**_UNLIMITED, "forced": [1], "forced_from": ["hand", "payoff"]}

_BOOK: Final[Fields] = {
    "deck": _packs(1, 4),
    "payoff_deck": _packs(1),
    "payoff": 26,
    "wilds": ["*"],
    "wild_never": [1],
    "build_to": 13,
    "centre": None,
    "completed": "shuffle",
    "side_order": "descending",
    "pass": True,
    "forced": [1, 2],
    "forced_from": ["payoff", "side"],
}

_GOAL: Final[Fields] = {
    "deck": _packs(3),
    "wild_never": [1],
    "payoff": 26,
    "centre": 4,
    "completed": "aside",
    "no_discard": [1],
    "first": "dealer",
}


def _two_pack_goal(players: int) -> Fields:
    return {**_GOAL, "deck": _packs(2), "payoff": 26 if players == 2 else 13}


def _misery(players: int) -> Fields:
    return {**_GOAL, "deck": _packs(players), "payoff": 12, "payoff_piles": 2, "hand": 6}


def _pack_each(players: int) -> Fields:
    return {**_GOAL, "deck": _packs(players)}


def _starturn(players: int) -> Fields:
    return {
        "deck": _numbers(HIGHEST_NUMBER, 3, 6, of_highest=4),
        "payoff_deck": _numbers(HIGHEST_NUMBER, 3, of_highest=2),
        "payoff": 44 // players,
        "build_to": HIGHEST_NUMBER,
        "wilds": ["*"],
        "centre": 4,
        "empty_hand": "end",
        "first": "dealer",
    }


def _skip_bo(players: int) -> Fields:
    return {
        "deck": _numbers(12, 12, 18),
        "wilds": ["*"],
        "payoff": 20 if players >= 5 else 30,
        "centre": 4,
        "completed": "aside",
        "first": "left",
        "score": {"win": 25, "card": 5, "stalemate": "difference"},
        "target": 500,
    }


def _skip_bo_partners(players: int) -> Fields:
    return {"partners": True, **_skip_bo(players)}


def _flinch(players: int) -> Fields:
    return {
        "deck": _numbers(HIGHEST_NUMBER, 20 if players >= 5 else 10),
        "wilds": [],
        "build_to": HIGHEST_NUMBER,
        "payoff": 10,
        "side": 5,
        "centre": None,
        "completed": "aside",
        "forced": [1],
        "forced_from": ["hand", "payoff", "side"],
        "first": "left",
    }


def _quick(players: int) -> Fields:
    return {
        "deck": _packs(3),
        "payoff": 12,
        "centre": players + 1,
        "completed": "aside",
        "stock_out": "renew",
        "wild_never": [1],
    }


_TWO: Final = (2,)
_TWO_TO_FOUR: Final = (2, 3, 4)
_PAGAT: Final = "pagat.com"
_WIKIPEDIA: Final = "Wikipedia"

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            Preset(
                "standard",
                N_("Spite and Malice"),
                N_("The classic duel: twenty cards to be rid of, three stacks to share, and kings that are anything."),
                "classic",
                _TWO,
                _PAGAT,
                _same(),
            ),
            Preset(
                "round",
                N_("Round the Table"),
                N_("The classic for a full table: a pack for every player and one stack more than there are players."),
                "classic",
                (3, 4, 5, 6, 7, 8),
                N_("pagat.com, more than two players"),
                _round,
            ),
            Preset(
                "partners",
                N_("Partners"),
                N_("Two and two, or three pairs: play your partner's piles as your own, and win only together."),
                "classic",
                (4, 6),
                _PAGAT,
                _partners,
            ),
            Preset(
                "four-stacks",
                N_("Four Stacks"),
                N_("The classic with a fourth centre stack: more room, fewer blocked turns."),
                "classic",
                _TWO,
                _PAGAT,
                _same(centre=4),
            ),
            Preset(
                "unlimited",
                N_("Open Centre"),
                N_("Start a new stack whenever you have the card for it; the centre never fills up."),
                "classic",
                _TWO,
                "pagat.com, Wikipedia",
                _same(**_UNLIMITED),
            ),
            Preset(
                "compulsory-aces",
                N_("Compulsory Aces"),
                N_("An open centre where nobody may sit on an ace: if it can be played, it must be."),
                "classic",
                _TWO,
                _PAGAT,
                _same(**_COMPULSORY_ACES),
            ),
            Preset(
                "loading",
                N_("Loading"),
                N_("The spiteful one: bury your opponent's pay-off pile under the cards you do not want."),
                "classic",
                _TWO,
                "pagat.com, Henry Lee",
                _same(**_COMPULSORY_ACES, loading=True),
            ),
            Preset(
                "kings-and-jokers",
                N_("Kings and Jokers"),
                N_("Twelve wild cards instead of eight: a quicker, kinder classic."),
                "classic",
                _TWO,
                _PAGAT,
                _same(deck=_packs(2, 4), wilds=["K", "*"]),
            ),
            Preset(
                "jokers",
                N_("Jokers Wild"),
                N_("Kings are ordinary and close every stack; only four jokers help you out."),
                "classic",
                _TWO,
                _PAGAT,
                _same(deck=_packs(2, 4), wilds=["*"], build_to=13),
            ),
            Preset(
                "no-wild-aces",
                N_("Natural Aces"),
                N_("Only a true ace opens a stack, so every ace is worth waiting for."),
                "classic",
                _TWO,
                _PAGAT,
                _same(wild_never=[1]),
            ),
            Preset(
                "no-wild-aces-sevens",
                N_("Natural Aces and Sevens"),
                N_("Aces and sevens must be the real thing: two gates on every stack."),
                "classic",
                _TWO,
                _PAGAT,
                _same(wild_never=[1, 7]),
            ),
            Preset(
                "fewest",
                N_("Fewest Cards Win"),
                N_("When the stock runs dry, whoever is nearer the end takes the game."),
                "classic",
                _TWO,
                _PAGAT,
                _same(stock_out="fewest"),
            ),
            Preset(
                "massachusetts",
                N_("Massachusetts"),
                N_("Side stacks dealt from the start and never left empty: plan where every card will lie."),
                "classic",
                _TWO,
                N_("pagat.com, Massachusetts version"),
                _same(payoff=14, side_dealt=True, side_filled=True),
            ),
            Preset(
                "book",
                N_("The Card-Book Game"),
                N_("The old card-book game: side stacks run downwards, low cards are forced, and passing is an art."),
                "book",
                _TWO,
                N_("pagat.com, book version"),
                _same(**_BOOK),
            ),
            Preset(
                "book-four",
                N_("Card-Book Game, Four Stacks"),
                N_("The card-book game with room for only four stacks; whoever holds a low card breaks a deadlock."),
                "book",
                _TWO,
                N_("pagat.com, book version"),
                _same(**{**_BOOK, "centre": 4, "stalemate": "low"}),
            ),
            Preset(
                "book-redeal",
                N_("Card-Book Game, Redealt"),
                N_("The card-book game with a way out of every deadlock: gather the cards and deal again."),
                "book",
                _TWO,
                N_("pagat.com, book version"),
                _same(**{**_BOOK, "stalemate": "redeal"}),
            ),
            Preset(
                "goal-26",
                N_("Long Goal"),
                N_("Three packs, four stacks and half a pack to clear: a long game with room for comebacks."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**_GOAL),
            ),
            Preset(
                "goal-13",
                N_("Short Goal"),
                N_("The long goal game cut in half: thirteen cards each, over before the tea is cold."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "payoff": 13}),
            ),
            Preset(
                "two-pack-goal",
                N_("Two-Pack Goal"),
                N_("The goal game with two packs, so every card you have seen counts for more."),
                "goal",
                _TWO_TO_FOUR,
                N_("Wikipedia, after the US Playing Card Company"),
                _two_pack_goal,
            ),
            Preset(
                "goal-jokers",
                N_("Goal with Jokers"),
                N_("The long goal game with six jokers beside the kings: things move fast."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "deck": _packs(3, 6), "wilds": ["K", "*"]}),
            ),
            Preset(
                "forced-low",
                N_("Forced Low Cards"),
                N_("Aces and twos must be played wherever they lie, even when it helps the others."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "forced": [1, 2], "forced_from": ["hand", "payoff", "side"]}),
            ),
            Preset(
                "misery",
                N_("Misery"),
                N_("Two pay-off piles each, and six cards to serve them both."),
                "goal",
                (2, 3),
                _WIKIPEDIA,
                _misery,
            ),
            Preset(
                "to-the-king",
                N_("To the King"),
                N_("Stacks climb to the king, and no joker may be an ace, a two, a seven or a jack: patience pays."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "deck": _packs(3, 6), "wilds": ["*"], "build_to": 13, "wild_never": [1, 2, 7, 11]}),
            ),
            Preset(
                "covered-wilds",
                N_("Covered Wilds"),
                N_("A wild card is only a promise: have the next card ready, and cover it at once."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "wild_covered": True, "wild_never": [1, 7, 12]}),
            ),
            Preset(
                "pack-each",
                N_("A Pack Each"),
                N_("The goal game for any company: everyone brings a pack, from two players to eight."),
                "goal",
                (2, 3, 4, 5, 6, 7, 8),
                _WIKIPEDIA,
                _pack_each,
            ),
            Preset(
                "natural-low",
                N_("Natural Low Cards"),
                N_("Aces and twos must be real; in return you may discard two of a kind together."),
                "goal",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _same(**{**_GOAL, "wild_never": [1, 2], "pairs": True}),
            ),
            Preset(
                "starturn",
                N_("Starturn"),
                N_("Numbers up to fifteen, six wild stars, and an empty hand ends your turn instead of filling up."),
                "numbers",
                _TWO_TO_FOUR,
                _WIKIPEDIA,
                _starturn,
            ),
            Preset(
                "skip-bo",
                N_("Skip-Bo"),
                N_("The family favourite: numbers to twelve and eighteen wild cards, easy to learn and hard to stop."),
                "numbers",
                (2, 3, 4, 5, 6),
                N_("Mattel's leaflet"),
                _skip_bo,
            ),
            Preset(
                "skip-bo-partners",
                N_("Skip-Bo Partners"),
                N_("Skip-Bo in pairs: open your partner's way as well as your own."),
                "numbers",
                (4, 6),
                N_("Mattel's leaflet"),
                _skip_bo_partners,
            ),
            Preset(
                "flinch",
                N_("Flinch"),
                N_("The ancestor from 1903: no wild cards, numbers to fifteen, and a one may never be held back."),
                "numbers",
                (2, 3, 4, 5, 6, 7, 8),
                N_("Parker's leaflet"),
                _flinch,
            ),
            Preset(
                "quick",
                N_("Quick Game"),
                N_("Twelve cards each and a stock that never ends: someone always gets there."),
                "goal",
                _TWO_TO_FOUR,
                N_('the "Spite & Malice" app'),
                _quick,
            ),
        )
    }
)
"""Every preset by its id, in the order of RULES.md section 8."""
