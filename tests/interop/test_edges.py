"""Arguments of wrong types to the environments are refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from spite_and_malice.arguments import InvalidArgument  # noqa: E402
from spite_and_malice.interop.encoder import Encoder  # noqa: E402
from spite_and_malice.interop.kinds import Kinds  # noqa: E402
from spite_and_malice.rules import preset_rules  # noqa: E402


@pytest.mark.parametrize("move", [10**30, -1, "H7h-C1", None, 1.5, True])
def test_a_number_of_no_move_has_no_name(move: Any) -> None:
    with pytest.raises(InvalidArgument, match="move must be a whole number"):
        Kinds(preset_rules("standard", 2)).move_name(move)


@pytest.mark.parametrize("rows", [None, "x", [1.0], 3, np.zeros(3), np.zeros(())])
def test_what_is_no_row_is_not_split(rows: Any) -> None:
    with pytest.raises(InvalidArgument, match="rows must be an array"):
        Encoder(preset_rules("standard", 2)).split(rows)


@pytest.mark.parametrize("options", ["x", 3, [], {"reset_mask": "x"}, {"reset_mask": [1, 2]}])
def test_options_of_another_kind_are_refused(options: Any) -> None:
    from spite_and_malice.interop.gymnasium import SpiteAndMaliceVectorEnv

    env = SpiteAndMaliceVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(InvalidArgument):
        env.reset(options=options)
