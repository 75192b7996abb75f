"""A policy for tests, in place of a trained one."""

from __future__ import annotations

from spite_and_malice.interop.arrays import Mask, Row
from spite_and_malice.interop.encoder import Encoder, Policy


def to_the_centre(encoder: Encoder) -> Policy:
    """Play to the centre if possible, else the last of the legal moves."""
    centre = {move for move in range(encoder.actions) if "-C" in encoder.kinds.move_name(move)}

    def policy(observation: Row, mask: Mask) -> int:
        assert observation.shape == (encoder.size,)
        legal = [move for move in range(encoder.actions) if mask[move]]
        return next((move for move in legal if move in centre), legal[-1])

    return policy
