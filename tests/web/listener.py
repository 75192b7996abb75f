"""A person with only the accessibility tree: roles, names and the live region."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

SECONDS: Final = 60.0
PAUSE: Final = 0.05


@dataclass(frozen=True)
class Node:
    """An item that a screen reader can announce."""

    role: str
    name: str
    id: int


class Listener:
    """Reads the accessibility tree of a page and presses its buttons, as a screen reader does: without a pointer."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Accessibility.enable")

    def nodes(self) -> list[Node]:
        """Return all items, in reading order."""
        tree: list[dict[str, Any]] = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        return [
            Node(node["role"]["value"], node.get("name", {}).get("value", ""), node["backendDOMNodeId"])
            for node in tree
            if not node["ignored"] and "role" in node and "backendDOMNodeId" in node
        ]

    def said(self) -> list[str]:
        """Return the recent announcements: the name of the open dialog, and those of the live region."""
        tree: list[dict[str, Any]] = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in tree}
        of_role = {node["role"]["value"]: node for node in tree if not node["ignored"] and "role" in node}
        opened = [of_role["dialog"]["name"]["value"]] if "dialog" in of_role else []
        if "log" not in of_role:
            return opened

        def words(node: dict[str, Any]) -> list[str]:
            if node.get("role", {}).get("value") == "StaticText":
                return [node["name"]["value"].strip()]
            return [text for child in node["childIds"] if child in known for text in words(known[child])]

        return opened + words(of_role["log"])

    def buttons(self, part: str) -> list[Node]:
        """Return the buttons whose name has a part."""
        return [node for node in self.nodes() if node.role == "button" and part in node.name]

    def press(self, button: Node) -> None:
        """Press a button."""
        found = self._devtools.send("DOM.resolveNode", {"backendNodeId": button.id})["object"]["objectId"]
        call = {"objectId": found, "functionDeclaration": "function () { this.focus(); this.click(); }"}
        self._devtools.send("Runtime.callFunctionOn", call)

    def await_turn(self, heard: list[str]) -> list[str]:
        """Wait for new announcements that end with the own turn or the end of the game; return all of them."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            said = self.said()
            if said != heard and said and (said[-1] == "Your turn." or "win" in said[-1]):
                return said
            time.sleep(PAUSE)
        raise AssertionError(f"nothing more was said than {self.said()}")

    def play_game(self) -> list[str]:
        """Play until the game is over, the pay-off card first, and return the last announcement."""
        heard: list[str] = []
        while True:
            heard = self.await_turn(heard)
            if heard[-1] != "Your turn.":
                return heard
            self._play()

    def _play(self) -> None:
        sources = [
            button
            for place in ("your pay-off pile", "your side stack", "hand, ")
            for button in self.buttons("; can go to centre stack")
            if place in button.name.partition(";")[0]
        ] or self.buttons("; can go to your side stack")
        if not sources:
            self.press(self.buttons("Pass")[0])
            return
        self.press(sources[0])
        targets = self.buttons(". Play here")
        centre = [button for button in targets if button.name.startswith("Centre stack")]
        self.press((centre or targets)[0])
