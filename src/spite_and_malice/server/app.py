"""Putting the server together."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader
from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.status_codes import HTTP_400_BAD_REQUEST
from litestar.template.config import TemplateConfig
from litestar.types import ControllerRouterHandler, Message, Scope

from spite_and_malice import __version__
from spite_and_malice.catalogues import LOCALE
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import InvalidRules

from .archive.archive import Archive, Busy, counting_loop
from .clock import now_ms
from .cluster import News
from .configuration import Configuration
from .features.about import DataPolicy, about_routes, docs_routes, honest_routes, search_routes
from .features.accounts import account_routes
from .features.daily.deal import DEAL_TESTER, DealOfTheDay, deal_routes, deal_testing_loop
from .features.daily.overview import day_routes
from .features.daily.patience import PatienceDays, patience_day_routes
from .features.home import games_page, home_route
from .features.ladder import ladder_routes
from .features.learn import lessons
from .features.offline import PATH, Site, import_routes, offline_routes
from .features.patience import patience_routes
from .features.people.invitations import Messenger
from .features.puzzles.api import puzzle_api
from .features.puzzles.pages import puzzle_day_routes, puzzle_pages
from .features.puzzles.runs import puzzle_runs
from .features.ratings import rating_pages, table_rating_routes
from .features.replays import COMPRESSED, records, replay_pages, replay_routes
from .features.reviews import Reviews, result_routes, review_routes
from .features.rules import PopularPresets, house_rules_routes, rules_routes
from .features.scrapbook import scrapbook_routes
from .features.setup import host_form, new, practice_routes
from .features.statistics.routes import statistics_routes
from .features.tables import table_page, table_routes
from .features.tournaments.director import Director
from .games.patience import game as patience
from .games.patience import results
from .games.patience.dealer import Dealer, PatienceWorkers, deal_pool_loop
from .games.spite import game as spite
from .games.spite.computers import Computers
from .housekeeping import follow_operators, housekeeping_loop
from .http import errors, files
from .http.files import FOLDERS, WEB, Files, without_comments
from .http.guards import named, same_origin
from .http.hosts import BELOW, Below, HeadAsGet, is_secure, move_pages_below, own_address, own_host, path_below
from .http.identity import INSTANCE, Blocks, IdentityMiddleware, People, provide_identity, provide_person, send_token
from .http.language import LanguageMiddleware, choose_language, install, script_texts_router
from .http.limits import ConnectionLimit, Entry, Limits, Rates, limits
from .store import Store, StoreError
from .tables.endings import Endings
from .tables.registry import Rooms
from .tables.socket import table_socket
from .workers.pool import ThinkingFailed, Workers

if TYPE_CHECKING:
    from .features.mail import AccountMails
    from .features.notices.push import Push
    from .features.turn_mails import TurnMails

MAX_BODY: Final = 65_536
"""The longest request body, in bytes; the longest that makes sense has some 3,000."""

_PAGES: Final = 1_000_000
"""Pages in all have their bound where connections have it."""

_YEAR: Final = 365 * 24 * 3600

_SECURITY: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


def create_app(
    store: Store,
    configuration: Configuration | None = None,
    *,
    allowed_hosts: Sequence[str] = ("*",),
    workers: Workers | None = None,
    news: News | None = None,
    rates: Rates | None = None,
    thinking_seconds: float = 1.0,
    kit: Path | None = None,
    docs: Path | None = None,
    alone: bool = False,
    static: str | None = None,
) -> Litestar:
    """Return the server's application on an open store, which stays the caller's to close.

    The ``configuration`` is by default that of a server for this computer. ``allowed_hosts`` are values of the Host
    header, with the port where it is not 80. ``news`` come from the other processes that share the store, and ``rates``
    say how fast one address may ask. With the folder ``kit`` (docs/offline.md) the game can be played offline. The
    folder ``docs`` has the site of the documents.

    ``alone`` is who plays by themselves in their own browser: whatever needs others, a mail server or a network is left
    out, and so are the files of web/, which are below ``static`` then (None: this application serves them). Raises
    `MailSettingsError`.
    """
    configuration = configuration or Configuration()
    mail_settings, below = configuration.mail, path_below(configuration.url)
    workers = workers or Workers()
    news = news or News()
    patience_workers = PatienceWorkers(workers)
    dealer = Dealer(store, patience_workers, alone=alone)
    patience_boards = results.day_boards(store)
    endings = Endings(news)
    games = (
        spite.served(store, Computers(workers, thinking_seconds), news, configuration.watchers_of_one, endings),
        patience.served(store, patience_workers, dealer, patience_boards, news),
    )
    rooms = Rooms(store, news, games)
    reviews = Reviews()
    archive = Archive()
    deal_tester = Workers(1, DEAL_TESTER, "deal-tester")
    crews = (workers, patience_workers.solvers, reviews.workers, archive.workers, deal_tester)
    patience_days = PatienceDays(store, dealer, patience_boards)
    push: Push | None = None
    if not alone:
        # A server in a browser has nothing that encrypts.
        from .features.notices.push import Push, subject_of

        push = Push(store, rooms, configuration.push, subject_of(configuration.contact, configuration.url))
    messenger = Messenger(rooms, news, None if push is None else push.hurry)
    director = Director(store, rooms, endings)
    popular = PopularPresets(store)
    page_limit = ConnectionLimit(_PAGES, configuration.pages_of_one)
    blocks = Blocks(store)
    policy = DataPolicy(configuration.keep_finished_days, configuration.contact, mail_settings is not None)
    people = People(store)
    operators = follow_operators(store, rooms, blocks, people)
    account_mails: AccountMails | None = None
    mails: TurnMails | None = None
    if mail_settings is not None:
        from .features.mail import AccountMails
        from .features.turn_mails import TurnMails

        account_mails = AccountMails(mail_settings)
        mails = TurnMails(store, mail_settings, rooms.is_here)

    @asynccontextmanager
    async def live(_app: Litestar) -> AsyncIterator[None]:
        await news.start()
        messenger.listen()
        ahead = []
        if configuration.works_ahead:
            ahead.append(asyncio.create_task(deal_pool_loop(store, patience_workers, dealer), name="deal pool"))
            ahead.append(asyncio.create_task(counting_loop(store, archive), name="counting games"))
            ahead.append(asyncio.create_task(deal_testing_loop(store, deal_tester), name="deal tester"))
        await operators.start()
        await blocks.read()
        housekeeper = asyncio.create_task(
            housekeeping_loop(store, rooms, configuration.keep_finished_days), name="housekeeper"
        )
        tournaments = asyncio.create_task(director.run(), name="tournaments")
        if mails is not None:
            await mails.start()
        if push is not None:
            await push.start()
        yield
        if push is not None:
            await push.close()
        tournaments.cancel()
        if mails is not None:
            await mails.close()
        housekeeper.cancel()
        for task in ahead:
            task.cancel()
        await operators.close()
        await rooms.close()
        await news.close()
        await workers.close()
        await reviews.close()
        await patience_workers.close()
        await archive.close()
        await deal_tester.close()

    prefix = static or f"/static/{static_digest()}"
    environment = templates(below + prefix, has_kit=kit is not None, alone=alone, contact=configuration.contact)
    if below:
        move_pages_below(environment, below)
    services: dict[str, Any] = {
        "store": store,
        "rooms": rooms,
        "operators": operators,
        "reviews": reviews,
        "page_limit": page_limit,
        "popular": popular,
        "archive": archive,
        "dealer": dealer,
        "patience_days": patience_days,
        "news": news,
        "messenger": messenger,
        "push": push,
        "director": director,
        "account_mails": account_mails,
        "mails": mails,
        "policy": policy,
        "crews": crews,
        "metrics_token": configuration.metrics_token or None,
    }
    app = Litestar(
        [
            *([] if kit is None else offline_routes(Site(kit, environment))),
            *(
                home_route(alone=alone),
                games_page,
                table_page,
                replay_pages,
                rules_routes,
                new,
                table_routes,
                lessons,
                records,
                review_routes,
                result_routes,
                practice_routes,
                replay_routes,
            ),
            *(
                patience_routes,
                patience_day_routes(patience_days),
                import_routes,
                house_rules_routes,
                honest_routes,
                about_routes,
                search_routes,
            ),
            *(account_routes(alone=alone), table_socket, choose_language, statistics_routes, ladder_routes),
            *(scrapbook_routes, table_rating_routes, puzzle_pages(alone=alone), puzzle_api, puzzle_runs),
            *([] if docs is None else docs_routes(docs)),
            *([] if alone else _company(store, rooms, prefix, below)),
        ],
        before_send=[send_token, send_security_headers],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude_opt_key=COMPRESSED),
        dependencies={
            "person": Provide(provide_person),
            "identity": Provide(provide_identity),
            **{name: _always(value) for name, value in services.items()},
        },
        exception_handlers={
            errors.ApiError: errors.on_api_error,
            InvalidRules: errors.on_invalid_rules,
            ValidationException: errors.on_validation_error,
            UnicodeDecodeError: errors.on_unreadable,
            RecursionError: errors.on_unreadable,
            StoreError: errors.on_store_error,
            Busy: errors.on_busy,
            ThinkingFailed: errors.on_no_answer,
            HTTPException: errors.on_http_error,
            Exception: errors.on_failure,
        },
        guards=[named(allowed_hosts), same_origin, Limits(limits(configuration, news)).guard, blocks.guard],
        lifespan=[live],
        logging_config=None,
        middleware=[
            LanguageMiddleware(),
            IdentityMiddleware(people),
        ],
        openapi_config=OpenAPIConfig(
            "Spite and Malice", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=MAX_BODY,
        state=State({BELOW: below, "rooms": rooms, "endings": endings, "director": director, INSTANCE: store.instance}),
        template_config=TemplateConfig(engine=JinjaTemplateEngine(engine_instance=environment)),
    )
    # Litestar chooses by the method before any middleware is asked.
    app.asgi_handler = Entry(HeadAsGet(app.asgi_handler), rates or Rates(None))
    if below:
        app.asgi_handler = Below(app.asgi_handler, below)
    return app


def _always(value: object) -> Provide:
    """Return a dependency that is the same for every request."""
    return Provide(lambda: value, sync_to_thread=False)


def static_routers(prefix: str, max_age: int | None) -> list[Router]:
    """Return the routes of web/'s folders and of the scripts' texts below a prefix.

    Without ``max_age``, in seconds, a browser asks again each time.
    """
    if max_age is None:
        cache = CacheControlHeader(no_cache=True)
    else:
        cache = CacheControlHeader(max_age=max_age, public=True, immutable=True)
    folders = {f"/{name}": name for name in FOLDERS} | {"": "static"}
    routers = [
        create_static_files_router(
            f"{prefix}{below}",
            [WEB / folder],
            file_system=Files(),
            name=f"{prefix}{below}",
            cache_control=cache,
            exception_handlers={InternalServerException: errors.on_file_error, ValueError: errors.on_file_error},
        )
        for below, folder in folders.items()
        if (WEB / folder).is_dir()
    ]
    return [*routers, script_texts_router(prefix, cache)]


def static_digest() -> str:
    """Return a digest of every file that the browser loads: their address, so they may be kept forever."""
    # How scripts are served is part of what is loaded.
    digest = hashlib.sha256(inspect.getsource(without_comments).encode())
    for folder in (WEB / "static", *(WEB / name for name in FOLDERS), LOCALE):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


async def send_security_headers(message: Message, scope: Scope) -> None:
    """Add to every response what it allows a browser to do with it: nothing from or for another host."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    is_error = message["status"] >= HTTP_400_BAD_REQUEST
    if is_error:
        headers["cache-control"] = "no-store"
    if scope["path"].startswith(("/static/", f"{PATH}/static/", f"{PATH}/kit/")) and not is_error:
        # A script or a picture allows nothing on its own; there are many, and a browser reads every header of them.
        headers["x-content-type-options"] = _SECURITY["x-content-type-options"]
        # What is kept forever is never asked for again: only the others need to say whether they have changed.
        is_kept = "immutable" in headers.get("cache-control", "")
        for name in ("content-disposition", "etag", "last-modified") if is_kept else ("content-disposition",):
            if name in headers:
                del headers[name]
    else:
        headers.update(_SECURITY)
        connection = ASGIConnection[Any, Any, Any, Any](scope)
        host = own_host(connection)
        if is_secure(connection) and host is not None and not host.is_this_computer:
            headers["strict-transport-security"] = f"max-age={_YEAR}"
        if not is_error and headers.get("content-type", "").startswith("text/html"):
            # Nobody finds the pages of somebody who has signed out, by going back.
            headers["cache-control"] = "no-store"


def _company(store: Store, rooms: Rooms, prefix: str, below: str) -> list[ControllerRouterHandler]:
    """Return the routes that only a server needs that others can reach."""
    # Some of them need libraries that others need not have.
    from .features.clubs import club_routes
    from .features.correspondence import correspondence
    from .features.evenings import evening_routes
    from .features.home import app_routes
    from .features.lobby import lobby, open_page
    from .features.notices.routes import notice_routes
    from .features.people import people_routes
    from .features.replays import preview_routes
    from .features.television import television_routes
    from .features.tournaments import tournament_routes
    from .features.turn_mails import mail
    from .health import health

    deals = DealOfTheDay(store)
    return [
        *(
            host_form,
            open_page,
            lobby,
            preview_routes,
            app_routes(prefix, files.looks()["surface"], below),
            health,
            mail,
            rating_pages,
            people_routes,
            evening_routes(store, rooms),
            club_routes,
            notice_routes,
            television_routes,
            correspondence,
            tournament_routes,
        ),
        *(day_routes(store, deals), deal_routes(deals), puzzle_day_routes),
        *static_routers("/static", None),
        *static_routers(prefix, _YEAR),
    ]


def templates(static: str, *, has_kit: bool = False, alone: bool = False, contact: str = "") -> Environment:
    """Return the templates of all pages, which load their files below ``static``."""
    environment = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True)
    environment.globals["static"] = static
    environment.globals["levels"] = LEVELS
    environment.globals["alone"] = alone
    environment.globals["has_kit"] = has_kit
    environment.globals["operator"] = contact
    environment.globals["own_address"] = own_address
    environment.globals["now_ms"] = now_ms
    install(environment)
    files.install(environment)
    return environment
