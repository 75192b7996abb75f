"""A policy as a program that plays by exchanging lines of JSON (docs/players.md): ``cmd:`` in the arena.

    spite arena club "cmd:python -m spite_and_malice.interop.program my_module:make_policy"

``make_policy`` gets the `Encoder` of the game's rules and returns the policy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

from spite_and_malice.engine import View
from spite_and_malice.interop.encoder import Encoder, Policy
from spite_and_malice.interop.opponents import PolicyPlayer, policy_maker
from spite_and_malice.rules import Rules


def play(
    make_policy: Callable[[Encoder], Policy], lines: IO[str] | None = None, answers: IO[str] | None = None
) -> None:
    """Play games as requested on standard input, answering on standard output, until told to end."""
    lines, answers = lines or sys.stdin, answers or sys.stdout
    made: dict[Rules, PolicyPlayer] = {}
    player: PolicyPlayer | None = None
    for line in lines:
        asked = json.loads(line)
        if asked["type"] == "end":
            return
        answer: dict[str, Any]
        if asked["type"] == "new":
            rules = Rules.from_json(asked["rules"])
            if rules not in made:
                made[rules] = PolicyPlayer(make_policy(Encoder(rules)))
            player = made[rules]
            answer = {"ok": True, "stays": True}
        else:
            assert player is not None, "a game begins with new"
            answer = {"move": str(player.choose(View.from_json(asked["view"]), asked["log"], asked["seconds"]))}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def main(arguments: list[str]) -> int:
    """Play by the policy named on the command line."""
    if len(arguments) != 1:
        sys.stderr.write("Name a policy as MODULE:NAME; what stands there makes it from an Encoder.\n")
        return 2
    try:
        make_policy = policy_maker(arguments[0])
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    play(make_policy)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
