"""Write tests/perft/: for every preset a file of positions with their counts: ``python -m tools.perft_files``.

Each line is a conformance vector (RULES.md section 10). The positions come from random play; the depth is the largest
with a count below five million.
"""

from __future__ import annotations

import json
from pathlib import Path

from spite_and_malice.engine import Position, deal
from spite_and_malice.engine.conformance import perft
from spite_and_malice.engine.core import playout
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import PRESETS, Rules, preset_rules

FOLDER = Path(__file__).parents[1] / "tests" / "perft"
MOVES_PLAYED = (0, 40, 90)
MOST_COUNTED = 5_000_000
DEEPEST = 12


def main() -> None:
    """Write all files."""
    for preset_id, preset in PRESETS.items():
        lines = []
        for players in sorted({min(preset.players), max(preset.players)}):
            for played in MOVES_PLAYED:
                position = met(preset_id, players, played)
                depth, count = deep_enough(position)
                name = f"{preset_id}-{players}/perft/{played}"
                met_as = {**position.to_json(), "rules": position.rules.changes_from(Rules())}
                lines.append({"id": name, "position": met_as, "depth": depth, "perft": count})
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (FOLDER / f"{preset_id}.jsonl").write_text(text, encoding="utf-8")


def met(preset_id: str, players: int, played: int) -> Position:
    """The position after `played` random moves, or the last one before the game ended."""
    position = deal(preset_rules(preset_id, players), 0, SeededChance(played))
    position.core.use_seed(played)
    for _ in range(played):
        before = position.clone()
        playout(position.core, True, 1)
        if position.is_over:
            return before
    return position


def deep_enough(position: Position) -> tuple[int, int]:
    """The greatest depth at which games go on and the count is at most about `MOST_COUNTED`, and the count."""
    depth, count = 1, perft(position, 1)
    while depth < DEEPEST:
        following = estimate(position, depth, count)
        if following > MOST_COUNTED:
            break
        deeper = perft(position, depth + 1)
        if deeper == 0:
            break
        depth, count = depth + 1, deeper
    return depth, count


def estimate(position: Position, depth: int, count: int) -> int:
    """Roughly how many there will be one move deeper."""
    before = perft(position, depth - 1)
    return count * max(1, -(-count // max(1, before)))


if __name__ == "__main__":
    main()
