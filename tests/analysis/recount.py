"""The achievements of a single game counted again from the lines of its record: no game code, no engine.

It reads the output of `Record.to_json`: the rules' fields, the cards dealt, every move, the hands drawn. It is
for records in which nothing was undone or taken back.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import Any


class Recount:
    """A record gone through line by line; `turns` has the result of each turn."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.rules = record["rules"]
        self.players = self.rules["players"]
        self.sides = self.players // 2 if self.rules["partners"] else self.players
        self.kinds = [seat["player"] for seat in record["seats"]]
        self.result = record["result"]
        self.pay: list[list[list[str]]] = [[] for _ in range(self.players)]
        self.side: list[list[list[str]]] = [[[] for _ in range(self.rules["side"])] for _ in range(self.players)]
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for label, value in record["deal"]:
            name, _, seat = label.rpartition(" ")
            if name == "pay-off":
                self.pay[int(seat.split(".")[0])].append(value.split())
            elif name == "hand":
                self.hands[int(seat)] = value.split()
            elif name == "side":
                for stack, card in zip(self.side[int(seat)], value.split(), strict=True):
                    stack.append(card)
        self.height: Counter[str] = Counter()
        self.turns: list[dict[str, Any]] = []
        actions = record["actions"]
        for at, action in enumerate(actions):
            if at == 0 or action["seat"] != actions[at - 1]["seat"]:
                self.begin(action["seat"], at)
            self.move(action["seat"], action["text"])
            dealt = {label for label, _ in action["facts"] if label.startswith("hand ")}
            if action["text"] == "pass" and len(dealt) == self.players:
                # Nobody could play any longer: everything but the pay-off piles was shuffled, and everybody gets a new
                # hand.
                self.height.clear()
                for stack in chain.from_iterable(self.side):
                    stack.clear()
            for label, value in action["facts"]:
                name, _, seat = label.rpartition(" ")
                if name == "hand":
                    self.hands[int(seat)] = [] if value == "-" else value.split()
                    if (
                        int(seat) == action["seat"]
                        and at + 1 < len(actions)
                        and action["seat"] == actions[at + 1]["seat"]
                    ):
                        self.turns[-1]["drawn"] += 1
            self.turns[-1].update(end=at + 1, after=self.left())

    def left(self) -> list[int]:
        counts = [0] * self.sides
        for seat, piles in enumerate(self.pay):
            counts[seat % self.sides] += sum(map(len, piles))
        return counts

    def begin(self, seat: int, at: int) -> None:
        self.turns.append(
            {
                "seat": seat, "since": at, "hand": list(self.hands[seat]), "before": self.left(),
                "line": [], "drawn": 0, "loads": 0, "partner": 0, "spent": [], "full": False, "clean": False,
            }
        )  # fmt: skip
        self.look(seat)

    def look(self, seat: int, source: str = "") -> None:
        turn, used = self.turns[-1], sum(map(bool, self.side[seat]))
        turn["full"] |= used == self.rules["side"]
        earlier = any(each["full"] for each in self.turns if each["seat"] == seat)
        if source[:1] == "S" and earlier and used == 0:
            turn["clean"] = True

    def is_wild(self, card: str) -> bool:
        return card[0] in self.rules["wilds"]

    def rank(self, card: str) -> int:
        if self.is_wild(card):
            return 0
        return int(card) if card.isdigit() else "A23456789TJQK".index(card[0]) + 1

    def move(self, seat: int, text: str) -> None:
        turn = self.turns[-1]
        if text == "pass":
            return
        source, target = text.split("-")
        if source[0] == "H":
            cards = source[1:].split("+")
            for card in cards:
                self.hands[seat].remove(card)
                turn["spent"].append(card)
        else:
            owner = (seat + self.players // 2) % self.players if source[0] == "+" else seat
            place = source.lstrip("+")
            piles = self.pay[owner] if place[0] == "P" else self.side[owner]
            cards = [piles[int(place[1:] or 1) - 1].pop()]
        if target[0] == "S":
            self.side[seat][int(target[1:]) - 1] += cards
        elif target[0] == "L":
            other, _, pile = target[1:].partition(".")
            self.pay[int(other)][int(pile or 1) - 1] += cards
            turn["loads"] += 1
        else:
            self.height[target] += 1
            turn["line"].append((source if source[0] != "H" else "H", cards[0], target, self.height[target]))
            turn["partner"] += source.startswith("+P")
            if self.height[target] == self.rules["build_to"]:
                self.height[target] = 0
        turn["moves"] = [*turn.get("moves", []), (source, target)]
        self.look(seat, source)

    # --- the achievements -------------------------------------------------------------------------------------------

    def keys(self, seat: int) -> set[str]:
        """Return the keys of a seat's achievements."""
        if self.result is None:
            return set()
        top, side = self.rules["build_to"], seat % self.sides
        mine = [turn for turn in self.turns if turn["seat"] == seat]
        found = set()
        for turn in mine:
            found |= self.of_turn(turn, top)
        pay = [[line[0][0] for line in turn["line"]].count("P") for turn in mine]
        if len(pay) >= 3 and all(pay[:3]):
            found.add("opening")
        if any(all(pay[at : at + 5]) for at in range(len(pay) - 4)):
            found.add("five_running")
        if sum(turn["loads"] for turn in mine) >= 5:
            found.add("loaded")
        if sum(turn["partner"] for turn in mine) >= 3:
            found.add("partners_cards")
        if any(turn["clean"] for turn in mine):
            found.add("clean_desk")
        if self.ace(mine):
            found.add("ace_held")
        return found | (self.of_win(seat, side, mine, pay) if seat in self.result["winners"] else set())

    def of_turn(self, turn: dict[str, Any], top: int) -> set[str]:
        line = turn["line"]
        sources = [each[0] for each in line]
        pay = [source[0] for source in sources].count("P")
        done = sum(height == top for *_, height in line)
        wilds = sum(self.is_wild(card) for _, card, _, _ in line)
        said = {
            "three_stacks_touched": len({target for _, _, target, _ in line}) > 2,
            "ten_cards": len(line) >= 10,
            "twenty_cards": len(line) >= 20,
            "three_payoff": pay >= 3,
            "five_payoff": pay >= 5,
            "two_hands": turn["drawn"] >= 2,
            "two_stacks": done >= 2,
            "three_stacks": done >= 3,
            "three_wilds": wilds >= 3,
            "avalanche": any(sources.count(source) >= 5 for source in set(sources) if source[0] == "S"),
        }
        straight = best = 0
        for at, (_, _, target, height) in enumerate(line):
            goes_on = at > 0 and line[at - 1][2] == target and line[at - 1][3] == height - 1
            straight = straight + 1 if goes_on else 1
            best = max(best, straight)
        said["long_run"] = best >= 8
        for target in {target for _, _, target, _ in line}:
            heights = [height for _, _, place, height in line if place == target]
            if any(heights[at : at + top] == list(range(1, top + 1)) for at in range(len(heights))):
                said["whole_stack"] = True
        for (one, card, here, _), (other, _, there, _) in pairwise(line):
            if one == "H" and self.is_wild(card) and other[0] == "P" and here == there:
                said["stepping_stone"] = True
        begun = [source[0] if target[0] == "C" else "x" for source, target in turn.get("moves", [])]
        at = begun.index("P") if "P" in begun else 0
        said["side_door"] = at >= 3 and set(begun[:at]) == {"S"}
        return {key for key, has in said.items() if has}

    def ace(self, mine: list[dict[str, Any]]) -> bool:
        held = 0
        for turn in mine:
            held = held + 1 if any(self.rank(card) == 1 for card in turn["hand"]) else 0
            if not held:
                continue
            line = turn["line"]
            first = next((at for at, each in enumerate(line) if each[0] == "H" and self.rank(each[1]) == 1), None)
            if first is not None and held >= 5 and any(each[0][0] == "P" for each in line[first:]):
                return True
            if any(self.rank(card) == 1 for card in turn["spent"]):
                held = 0
        return False

    def of_win(self, seat: int, side: int, mine: list[dict[str, Any]], pay: list[int]) -> set[str]:
        last, dealt = self.turns[-1], self.turns[0]["before"][side]

        def rest(left: list[int]) -> int:
            return min(count for each, count in enumerate(left) if each != side)

        by_card = self.result["reason"] == "payoff"
        others = [turn for turn in self.turns if turn["seat"] % self.sides != side]
        kept = run = 0
        for turn in mine:
            run = run + 1 if any(map(self.is_wild, turn["hand"])) else 0
            kept = max(kept, run)
            if any(map(self.is_wild, turn["spent"])):
                run = 0
        said = {
            "win": True,
            "shut_out": by_card and not any(each[0].lstrip("+")[0] == "P" for turn in others for each in turn["line"]),
            "runaway": rest(last["after"]) - last["after"][side] >= 10,
            "whisker": by_card and rest(last["after"]) == 1,
            "comeback": any(turn["before"][side] >= rest(turn["before"]) + 8 for turn in self.turns),
            "never_behind": dealt >= 10 and all(turn["after"][side] <= rest(turn["after"]) for turn in self.turns),
            "held_line": sum(rest(turn["before"]) == 1 for turn in mine) >= 5,
            "no_wilds": self.rules["wilds"]
            and not any(self.is_wild(each[1]) for turn in mine for each in turn["line"]),
            "wild_kept": kept >= 8,
            "in_a_hurry": dealt >= 10 and not self.rules["partners"] and len(mine) <= dealt,
            "long_haul": len(mine) >= 50,
            "outlasted": self.result["reason"] == "stock",
            "crowd": self.sides > 3,
            "side_by_side": self.rules["partners"],
            "beat_octavia": any(kind == "master" for at, kind in enumerate(self.kinds) if at % self.sides != side),
        }
        if by_card and last["seat"] == seat:
            line = last["line"]
            said["last_three"] = pay[-1] >= 3
            said["flourish"] = len(line) >= 8
            said["crowned"] = self.is_wild(line[-1][1])
            (source, target), (final, there) = ([("", ""), *last["moves"]])[-2:]
            said["from_the_hand"] = source[:1] == "H" and final[0] == "P" and target == there
        return {key for key, has in said.items() if has}
