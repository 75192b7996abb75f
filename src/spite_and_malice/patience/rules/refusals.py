"""Which values of the fields do not go together, and the sentence that says so (PATIENCE.md section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.patience.rules.model import Rules

_PEAKS: Final = (3, 6, 9, 10)

Fault = tuple[str, tuple[str, ...]]
"""A text to be translated, and the fields that it is about; `{…}` stands for numbers."""


def fault_of(rules: Rules) -> Fault | None:
    """Return the first sentence that refuses these rules, and the fields that it names; None if there is none."""
    for holds, text, fields in _faults(rules):
        if holds:
            return _(text).format(dealt=rules.dealt, cards=52 * rules.packs), fields
    return None


def _faults(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    """Yield possible errors: whether each occurs, its text and its fields."""
    yield from _of_the_deal(rules)
    yield from _of_the_layout(rules)
    yield from _of_the_aim(rules)
    yield from _of_the_stock(rules)
    yield from _of_the_foundations(rules)
    yield from _of_gathering(rules)
    yield from _of_the_grid(rules)


def _of_the_deal(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    face = rules.face
    yield (
        isinstance(face, tuple) and len(face) != len(rules.piles),
        N_("face must have as many numbers as piles."),
        ("face", "piles"),
    )
    yield (
        isinstance(face, tuple) and any(down >= count for down, count in zip(face, rules.piles, strict=False)),
        N_("Each number of face must be below that of its pile in piles: the top card lies face up."),
        ("face", "piles"),
    )
    yield (
        rules.dealt > 52 * rules.packs,
        N_("The deal needs {dealt} cards, but packs give only {cards}: make piles, reserve or cells_dealt smaller."),
        ("piles", "reserve", "cells_dealt", "packs"),
    )
    yield (
        rules.cells_dealt > rules.cells,
        N_("cells_dealt cannot be more than cells."),
        ("cells_dealt", "cells"),
    )
    yield (
        0 in rules.piles and rules.build != "heap",
        N_('A pile that begins without cards needs build "heap".'),
        ("piles", "build"),
    )
    yield (
        0 in rules.reserve and rules.stock != "reserve",
        N_('A reserve pile that begins without cards needs stock "reserve".'),
        ("reserve", "stock"),
    )
    yield (
        not rules.piles and (rules.home != "osmosis" or rules.stock == "piles"),
        N_('A tableau without piles needs home "osmosis" and a stock that is not dealt on the piles.'),
        ("piles", "home", "stock"),
    )
    yield (
        rules.kings_down and (rules.face != "up" or rules.base != 1),
        N_('kings_down needs face "up" and base 1.'),
        ("kings_down", "face", "base"),
    )
    yield (
        rules.refill and len(rules.reserve) != 1,
        N_("refill needs a reserve of one pile."),
        ("refill", "reserve"),
    )


def _of_the_layout(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    is_pyramid, is_peaks = rules.layout == "pyramid", rules.layout == "peaks"
    rows = len(rules.piles)
    yield (
        is_pyramid and (not 2 <= rows <= 9 or rules.piles != tuple(range(1, rows + 1))),
        N_('With layout "pyramid" piles must be 1, 2, 3 and so on, for 2 to 9 rows.'),
        ("layout", "piles"),
    )
    yield (
        is_peaks and rules.piles != _PEAKS,
        N_('With layout "peaks" piles must be [3, 6, 9, 10].'),
        ("layout", "piles"),
    )
    if not (is_pyramid or is_peaks):
        return
    yield (
        isinstance(rules.face, tuple),
        N_('With this layout face must be "top" or "up".'),
        ("layout", "face"),
    )
    yield (
        rules.aim not in ("pairs", "waste"),
        N_('With this layout aim must be "pairs" or "waste".'),
        ("layout", "aim"),
    )
    yield (
        rules.build != "none" or rules.empty != "none",
        N_('With this layout build and empty must be "none".'),
        ("layout", "build", "empty"),
    )
    yield (
        rules.kings_down or rules.refill,
        N_("With this layout there is no kings_down and no refill."),
        ("layout", "kings_down", "refill"),
    )


def _of_the_aim(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    aim = rules.aim
    yield (
        rules.suits < 4 and aim != "runs",
        N_('suits below 4 need aim "runs".'),
        ("suits", "aim"),
    )
    yield (
        aim == "runs" and rules.build in ("none", "heap", "alternate"),
        N_('With aim "runs" build must be "suit", "colour" or "any".'),
        ("aim", "build"),
    )
    yield (
        rules.worry_back and aim != "build",
        N_('worry_back must be false unless aim is "build".'),
        ("worry_back", "aim"),
    )
    yield (
        rules.worry_back and rules.packs == 2,
        N_("worry_back must be false with two packs."),
        ("worry_back", "packs"),
    )
    yield (
        rules.ready and (aim != "build" or isinstance(rules.base, str)),
        N_('ready needs aim "build" and a base that is a number.'),
        ("ready", "aim", "base"),
    )
    yield (
        rules.base != 1 and aim not in ("build", "waste"),
        N_('base must be 1 unless aim is "build" or "waste".'),
        ("base", "aim"),
    )
    yield (
        rules.base == "first" and (aim != "build" or rules.ready or rules.kings_down or bool(rules.reserve)),
        N_('base "first" needs aim "build", without ready, kings_down and a reserve.'),
        ("base", "aim", "ready", "kings_down", "reserve"),
    )
    yield (
        aim == "aces" and (rules.layout != "piles" or rules.stock != "piles" or bool(rules.cells or rules.reserve)),
        N_('aim "aces" needs layout "piles" and stock "piles", without cells and a reserve.'),
        ("aim", "layout", "stock", "cells", "reserve"),
    )
    yield (
        aim == "clock"
        and (
            (rules.piles, rules.packs, rules.face) != ((4,) * 13, 1, "top")
            or (rules.build, rules.empty, rules.kings_down) != ("none", "none", False)
        ),
        N_('aim "clock" needs 13 piles of 4, face "top", build and empty "none", no kings_down and one pack.'),
        ("aim", "piles", "packs", "face", "build", "empty", "kings_down"),
    )
    yield (
        rules.build == "none" and rules.direction == "both",
        N_('direction "both" needs building: build is "none".'),
        ("direction", "build"),
    )
    yield (
        rules.build == "none" and rules.wrap and aim != "waste",
        N_('wrap with build "none" needs aim "waste".'),
        ("wrap", "build", "aim"),
    )
    yield (
        rules.build == "heap"
        and (rules.empty != "waste" or rules.groups != "none" or rules.direction == "both" or rules.wrap),
        N_('build "heap" needs empty "waste", groups "none", direction "down" and no wrap.'),
        ("build", "empty", "groups", "direction", "wrap"),
    )
    yield (
        aim != "pairs" and (rules.sum != 13 or rules.waste_pair or rules.clear != "tableau"),
        N_('sum, waste_pair and clear are for aim "pairs".'),
        ("sum", "waste_pair", "clear", "aim"),
    )
    yield (
        rules.king_stops and (aim != "waste" or rules.wrap),
        N_('king_stops needs aim "waste" without wrap.'),
        ("king_stops", "aim", "wrap"),
    )


def _of_the_stock(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    aim, has_stock = rules.aim, rules.stock_cards > 0
    yield (
        not has_stock
        and (rules.stock != "waste" or rules.draw != 1 or (rules.passes is not None and rules.gather == "none")),
        N_("The deal leaves no card for a stock: stock, draw and passes must be at their defaults."),
        ("stock", "draw", "passes", "piles"),
    )
    yield (
        not has_stock and (rules.waste_pair or rules.clear != "tableau"),
        N_('The deal leaves no card for a stock: there is no waste_pair and no clear "all".'),
        ("waste_pair", "clear", "piles"),
    )
    yield (
        rules.stock != "waste" and (rules.draw == 3 or rules.passes is not None),
        N_('Unless stock is "waste" draw must be 1 and passes null.'),
        ("stock", "draw", "passes"),
    )
    yield (
        rules.stock == "piles" and (aim == "waste" or (aim == "pairs" and rules.layout != "grid")),
        N_('stock "piles" needs an aim other than "waste", and with aim "pairs" layout "grid".'),
        ("stock", "aim", "layout"),
    )
    yield (
        rules.stock in ("hand", "reserve") and aim != "build",
        N_('stock "hand" and "reserve" need aim "build".'),
        ("stock", "aim"),
    )
    yield (
        rules.stock == "reserve" and (not rules.reserve or rules.refill),
        N_('stock "reserve" needs a reserve, and no refill.'),
        ("stock", "reserve", "refill"),
    )
    yield (
        rules.deal_gaps and rules.stock != "piles",
        N_('deal_gaps needs stock "piles".'),
        ("deal_gaps", "stock"),
    )
    yield (
        aim == "waste" and has_stock and rules.passes != 1,
        N_('With aim "waste" and a stock passes must be 1.'),
        ("passes", "aim"),
    )
    yield (
        rules.empty in ("waste", "auto") and (not has_stock or rules.stock in ("piles", "reserve") or aim == "waste"),
        N_('empty "waste" and "auto" need a stock that is turned to the waste, and another aim than "waste".'),
        ("empty", "stock", "aim"),
    )
    yield (
        rules.empty == "auto" and rules.refill,
        N_('empty "auto" needs gaps that are not filled from the reserve: refill must be false.'),
        ("empty", "refill"),
    )


_PACKS: Final = {"steps": 1, "twos": 2, "ends": 1, "clock": 1, "sultan": 2, "osmosis": 1}
"""How many packs are needed by foundations that are not identified by their suits alone."""


def _of_the_foundations(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    home = rules.home
    if home == "suit":
        return
    yield (
        rules.aim != "build" or rules.worry_back,
        N_('home other than "suit" needs aim "build" and worry_back false.'),
        ("home", "aim", "worry_back"),
    )
    yield (
        rules.packs != _PACKS.get(home, rules.packs),
        N_('home "twos" and "sultan" need two packs, "steps", "ends", "clock" and "osmosis" one.'),
        ("home", "packs"),
    )
    yield (
        rules.base == "first" if home == "any" else rules.base != ("dealt" if home == "osmosis" else 1),
        N_('With home other than "suit" base must be 1, with "osmosis" "dealt", with "any" a number or "dealt".'),
        ("home", "base"),
    )
    yield (
        home in ("clock", "sultan") and not rules.ready,
        N_('home "clock" and "sultan" need ready.'),
        ("home", "ready"),
    )


def _of_gathering(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    yield (
        rules.gather != "none"
        and bool(rules.stock_cards or rules.face != "up" or rules.cells or rules.reserve or rules.pocket),
        N_('gather needs face "up", and no stock, cells, reserve and pocket.'),
        ("gather", "face", "piles", "cells", "reserve", "pocket"),
    )
    yield (
        rules.gather != "none" and rules.aim not in ("build", "rows"),
        N_('gather needs aim "build" or "rows".'),
        ("gather", "aim"),
    )
    yield (
        rules.gather == "deal" and rules.aim == "rows",
        N_('With aim "rows" gather must be "none" or "shuffle".'),
        ("gather", "aim"),
    )
    yield (
        rules.gather == "shuffle" and (rules.passes is None or not 2 <= rules.passes <= _MOST_LAYOUTS),
        N_('With gather "shuffle" passes must be a whole number from 2 to 9.'),
        ("gather", "passes"),
    )
    yield (
        rules.merci > 0
        and (
            (rules.aim, rules.layout, rules.face) != ("build", "piles", "up")
            or rules.stock_cards > 0
            or rules.build == "heap"
        ),
        N_('merci needs aim "build", layout "piles", face "up", no stock and no build "heap".'),
        ("merci", "aim", "layout", "face", "piles", "build"),
    )
    yield (
        rules.pocket and (rules.aim != "build" or rules.build in ("none", "heap")),
        N_('pocket needs aim "build", and building on the piles.'),
        ("pocket", "aim", "build"),
    )
    yield (
        rules.pocket and rules.groups in ("pile", "ends", "cells"),
        N_('pocket needs groups "run", "none", "suit" or "any".'),
        ("pocket", "groups"),
    )


_MOST_LAYOUTS: Final = 9


def _of_the_grid(rules: Rules) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    is_grid = rules.layout == "grid"
    yield (
        rules.aim == "rows" and (not is_grid or rules.piles != (13,) * (4 * rules.packs)),
        N_('aim "rows" needs layout "grid" with rows of 13, four for each pack.'),
        ("aim", "layout", "piles"),
    )
    yield (
        rules.aim == "one" and (not is_grid or rules.stock_cards > 0),
        N_('aim "one" needs layout "grid" with all cards.'),
        ("aim", "layout", "piles"),
    )
    if not is_grid:
        return
    yield (
        len(set(rules.piles)) > 1,
        N_('With layout "grid" all rows must be equally long: piles must be the same number again and again.'),
        ("layout", "piles"),
    )
    yield (
        rules.face != "up" or rules.build != "none" or rules.empty != "none",
        N_('With layout "grid" face must be "up", and build and empty "none".'),
        ("layout", "face", "build", "empty"),
    )
    yield (
        rules.aim not in ("pairs", "rows", "one"),
        N_('With layout "grid" aim must be "pairs", "rows" or "one".'),
        ("layout", "aim"),
    )
    yield (
        bool(rules.cells or rules.reserve or rules.kings_down or rules.refill),
        N_("With this layout there are no cells, no reserve, no kings_down and no refill."),
        ("layout", "cells", "reserve", "kings_down", "refill"),
    )
    yield (
        rules.aim == "pairs" and rules.stock_cards > 0 and rules.stock != "piles",
        N_('A grid of pairs with a stock needs stock "piles".'),
        ("layout", "aim", "stock"),
    )
