"""The page of a table of either game in Node.js, with a stand-in for the browser: the test is its server."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.web.modules import Modules


class PageInNode:
    """A page that acts when the test tells it to; messages to it wait for the next action."""

    script: ClassVar[str]
    """The module beside the tests that opens the page (`begin`) and acts on it (`go`)."""

    def begin(self, modules: Modules, how: dict[str, Any]) -> None:
        """Open the page."""
        self._modules = modules
        self._waiting: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.sounds: list[list[Any]] = []
        modules.evaluate(f'async (how) => (await import("/tests/{self.script}")).begin(how)', how)

    def send(self, **message: Any) -> None:
        """Send a message to the page with the next action."""
        self._waiting.append(message)

    def do(self, act: str = "() => {}", milliseconds: int = 0) -> dict[str, Any]:
        """Perform an action on the page, let time pass, answer its requests, and return its display."""
        shown = self._go(act, 0)
        result = shown["result"]
        if milliseconds:
            shown = self._go("null", milliseconds)
        while self._waiting:
            shown = self._go("null", 0)
        return {**shown, "result": result}

    def _go(self, act: str, milliseconds: int) -> dict[str, Any]:
        messages, self._waiting = self._waiting, []
        shown: dict[str, Any] = self._modules.evaluate(
            f"""async ({{ messages, milliseconds }}) =>
              (await import("/tests/{self.script}")).go({{ messages, act: {act}, milliseconds }})""",
            {"messages": messages, "milliseconds": milliseconds},
        )
        self.told += shown["said"]
        self.sounds += shown["sounds"]
        return shown
