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
    """Yield what may be wrong: whether it is, the text and the fields."""
    yield from _of_the_deal(rules)
    yield from _of_the_layout(rules)
    yield from _of_the_aim(rules)
    yield from _of_the_stock(rules)


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
        aim == "runs" and rules.build in ("none", "alternate"),
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
        rules.ready and (aim != "build" or rules.base == "dealt"),
        N_('ready needs aim "build" and a base that is a number.'),
        ("ready", "aim", "base"),
    )
    yield (
        rules.base != 1 and aim in ("runs", "pairs"),
        N_('base must be 1 with aim "runs" and "pairs".'),
        ("base", "aim"),
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
        not has_stock and (rules.stock != "waste" or rules.draw != 1 or rules.passes is not None),
        N_("The deal leaves no card for a stock: stock, draw and passes must be at their defaults."),
        ("stock", "draw", "passes", "piles"),
    )
    yield (
        not has_stock and (rules.waste_pair or rules.clear != "tableau"),
        N_('The deal leaves no card for a stock: there is no waste_pair and no clear "all".'),
        ("waste_pair", "clear", "piles"),
    )
    yield (
        rules.stock == "piles" and (rules.draw == 3 or rules.passes is not None),
        N_('With stock "piles" draw must be 1 and passes null.'),
        ("stock", "draw", "passes"),
    )
    yield (
        rules.stock == "piles" and aim in ("pairs", "waste"),
        N_('stock "piles" needs aim "build" or "runs".'),
        ("stock", "aim"),
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
        rules.empty == "waste" and (not has_stock or rules.stock == "piles" or aim == "waste"),
        N_('empty "waste" needs a stock that is turned to the waste, and another aim than "waste".'),
        ("empty", "stock", "aim"),
    )
