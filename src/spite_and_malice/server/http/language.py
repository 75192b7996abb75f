"""The language of a page, and its terms for the piles.

The language is the one chosen in the page's footer, kept in a cookie, else the one that the browser requests; the terms
are those of the rules or, with another cookie, those of the version played.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import date
from functools import cache
from typing import Any, Final, Literal, cast
from urllib.parse import urlsplit

import msgspec
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from litestar import Request, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.exceptions import ClientException, NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.types import ASGIApp, Receive, Scope, Send

from spite_and_malice import texts
from spite_and_malice.rules import terms_of
from spite_and_malice.texts import _

from .guards import WHILE_READ_ONLY
from .hosts import host_of, is_secure
from .routes import Routes

COOKIE: Final = "spite_language"
WORDS_COOKIE: Final = "spite_words"

Reason = Literal["chosen", "asked", "none"]
"""Why a page is in its language: somebody chose it, their browser requests it, or requests none available."""

_reason: ContextVar[Reason] = ContextVar("reason", default="chosen")
_local_terms: ContextVar[bool] = ContextVar("local_terms", default=False)
_KEPT_SECONDS: Final = 400 * 24 * 3600
"""No browser keeps a cookie longer."""


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language for a browser."""
    return texts.best_language(connection.cookies.get(COOKIE), connection.headers.get("accept-language", ""))


def _reason_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Reason:
    if connection.cookies.get(COOKIE) in texts.languages():
        return "chosen"
    return "asked" if texts.asked_language(connection.headers.get("accept-language", "")) else "none"


def wants_local_terms() -> bool:
    """Return whether the browser wants a version's own terms for its piles."""
    return _local_terms.get()


def use_terms_of(preset_id: str | None) -> None:
    """From here on in this task, use a preset's term for wild cards, and for its piles if the browser wants that."""
    texts.use_terms(terms_of(preset_id, piles=wants_local_terms()))


class LanguageMiddleware(ASGIMiddleware):
    """Makes the language of the browser the current one for the duration of a request or a websocket."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Set it for the whole task: every connection has its own, and error pages are created after this."""
        connection = ASGIConnection[Any, Any, Any, Any](scope, receive, send)
        texts.use_language(language_of(connection))
        _reason.set(_reason_of(connection))
        _local_terms.set(connection.cookies.get(WORDS_COOKIE) == "own")
        await next_app(scope, receive, send)


@post("/language", status_code=HTTP_303_SEE_OTHER, opt={WHILE_READ_ONLY: True})
async def choose_language(request: Request[Any, Any, Any]) -> Redirect:
    """Store the language chosen in the page's footer, and return to the page."""
    language = (await request.form()).get("language")
    if not isinstance(language, str) or language not in texts.languages():
        raise ClientException(_("There is no such language here."))
    cookie = _cookie(request, COOKIE, language)
    return Redirect(_page_before(request), status_code=HTTP_303_SEE_OTHER, cookies=[cookie])


def choices_again(connection: ASGIConnection[Any, Any, Any, Any]) -> list[Cookie]:
    """Return the cookies with a browser's choices, renewed."""
    language, words = connection.cookies.get(COOKIE), connection.cookies.get(WORDS_COOKIE)
    found = [_cookie(connection, COOKIE, language)] if language in texts.languages() else []
    return [*found, _cookie(connection, WORDS_COOKIE, words)] if words == "own" else found


def _cookie(connection: ASGIConnection[Any, Any, Any, Any], name: str, value: str | None) -> Cookie:
    return Cookie(key=name, value=value, max_age=_KEPT_SECONDS, samesite="lax", secure=is_secure(connection))


def _page_before(request: Request[Any, Any, Any]) -> str:
    """Return the path of the referring page; the home page's if it is not on this server."""
    try:
        page = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    if host_of(page.netloc) != host_of(request.headers.get("host", "")):
        return "/"
    return "/" + page._replace(scheme="", netloc="").geturl().lstrip("/\\")


def script_texts_router(prefix: str, cache: CacheControlHeader) -> Routes:
    """Return the route of the texts of the browser's scripts, one file for each language but English."""

    @get("/{name:str}", media_type="text/javascript", sync_to_thread=False)
    def script(name: FromPath[str]) -> bytes:
        """Return the script that provides a page's modules with their texts in a language."""
        language = name.removesuffix(".js")
        if language == texts.ENGLISH or language not in texts.languages():
            raise NotFoundException()
        return script_of_texts(language)

    return Routes(f"{prefix}/texts", route_handlers=[script], cache_control=cache, include_in_schema=False)


@cache
def script_of_texts(language: str) -> bytes:
    """Return the script that runs before a page's modules: it stores their texts where texts.js looks for them."""
    return b"globalThis.spiteTexts = " + msgspec.json.encode(texts.script_texts(language)) + b";\n"


def _isolating(fill: Callable[..., str]) -> Callable[..., str]:
    """Return a function that fills in a template's text, with every value isolated."""

    @pass_context
    def filled(context: Context, *texts_and_number: Any, **values: Any) -> str:
        return fill(context, *texts_and_number, **{name: texts.isolated(value) for name, value in values.items()})

    return filled


def _date(day: str | date) -> str:
    """Return a date in words, for places where no script formats it by the browser's locale."""
    return texts.written_date(date.fromisoformat(day) if isinstance(day, str) else day)


def install(environment: Environment) -> None:
    """Give templates ``_``, ``ngettext`` and ``{% trans %}``, and the variables that base.html.j2 names."""
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(_, texts.ngettext, newstyle=True)  # type: ignore[attr-defined]
    for name in ("gettext", "ngettext"):
        environment.globals[name] = _isolating(cast(Callable[..., str], environment.globals[name]))
    # The text may be a person's own words: `_` would treat their "%" as a placeholder.
    environment.filters["translated"] = _
    environment.globals.update(
        listed=texts.listed,
        language=texts.current_language,
        languages=texts.languages,
        terms=texts.translated_terms,
        dates=texts.dates,
        direction=texts.direction,
        language_reason=_reason.get,
    )
    environment.filters["date"] = _date
