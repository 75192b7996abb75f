"""The base of every feature."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment

from ..archive.archive import Archive
from ..cluster import News
from ..configuration import Configuration
from ..games.serving import served
from ..http.feature import Feature
from ..http.hosts import path_below
from ..http.static import static_digest
from ..http.templates import templates
from ..store import Store
from ..tables.registry import Rooms
from ..workers.pool import Workers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kernel:
    """The store and the live tables of a server, the path of its pages, and the services announced so far."""

    store: Store
    configuration: Configuration
    news: News
    rooms: Rooms
    archive: Archive
    templates: Environment
    static: str
    """The address of the files that pages load, below `below`."""
    below: str
    """The path of the site at its host, empty at its root."""
    alone: bool
    """Whether somebody plays alone in their own browser, without others or a network."""
    kit: Path | None
    docs: Path | None
    services: dict[str, object] = field(default_factory=dict)
    """The services of the games and of the features announced so far."""

    def announced(self, feature: Feature) -> Feature:
        """Keep the services of a feature for features announced later, and return it."""
        self.services.update(feature.services)
        return feature

    def service(self, name: str, kind: type[T]) -> T:
        """Return a service that an earlier feature announced. Raises KeyError without one."""
        service = self.services[name]
        assert isinstance(service, kind), name
        return service


def build(
    store: Store,
    configuration: Configuration,
    workers: Workers,
    news: News,
    *,
    thinking_seconds: float,
    kit: Path | None,
    docs: Path | None,
    alone: bool,
    static: str | None,
) -> tuple[Kernel, list[Feature]]:
    """Return a kernel with the services of the games; see `create_app` for the parameters.

    Raises `MailSettingsError`.
    """
    below, static = path_below(configuration.url), static or f"/static/{static_digest()}"
    pages = templates(static, below=below, has_kit=kit is not None, alone=alone, contact=configuration.contact)
    games, of_games = served(store, configuration, workers, news, thinking_seconds=thinking_seconds, alone=alone)
    rooms = Rooms(store, news, games)
    kernel = Kernel(store, configuration, news, rooms, Archive(store), pages, static, below, alone, kit, docs)
    return kernel, [kernel.announced(each) for each in of_games]
