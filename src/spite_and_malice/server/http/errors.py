"""Error responses: JSON with a code and a sentence, or a page for a person who opened a link."""

from __future__ import annotations

import errno
import logging
from http import HTTPStatus
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.response import Template
from litestar.types import ExceptionHandlersMap

from spite_and_malice.rules import InvalidRules
from spite_and_malice.texts import N_, _, use_language

from ..store import StoreError
from ..workers.pool import ThinkingFailed
from .guards import SAFE_METHODS
from .language import language_of

_log = logging.getLogger(__name__)

_CODES: Final = {
    400: "malformed",
    401: "not_allowed",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
    429: "too_many",
}

_MESSAGES: Final = {
    404: N_("There is nothing at this address."),
    405: N_("This address does not take requests of this method."),
    413: N_("The request is too large."),
    429: N_("Too many requests of this kind came from your address. Wait a minute and try again."),
}


BACK_SECONDS: Final = 5
"""How long until a page that could not be loaded is reloaded."""


class ApiError(Exception):
    """A request that cannot be carried out: HTTP status, a code for programs, a sentence, and more fields."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.more = more


class Busy(Exception):
    """There are too many requests at present; the client can retry in a moment."""


def error_body(code: str, message: str, **more: Any) -> dict[str, Any]:
    """Return the body of an error response."""
    return {"error": {"code": code, "message": message, **more}}


def on_api_error(request: Request[Any, Any, Any], error: ApiError) -> Response[Any]:
    """Respond to a request that cannot be carried out."""
    answer: Response[Any]
    if _wants_page(request):
        answer = Template("404.html.j2", status_code=error.status, context={"message": str(error)})
    else:
        answer = _json(error.status, error_body(error.code, str(error), **error.more))
    if error.status == HTTPStatus.SERVICE_UNAVAILABLE:
        answer.headers["retry-after"] = str(BACK_SECONDS)
    return answer


def on_invalid_rules(_request: Request[Any, Any, Any], error: InvalidRules) -> Response[Any]:
    """Respond to invalid rules with a sentence for people; programs get the fields."""
    return _json(422, error_body("invalid_rules", error.plain, fields=list(error.fields)))


def on_validation_error(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    """Respond to a malformed body or parameter, naming the fault."""
    faults = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(
        f"{fault['key']}: {fault['message']}" if fault.get("key") else str(fault.get("message")) for fault in faults
    )
    return _answer(request, 400, _not_well_formed(details or error.detail))


def on_unreadable(_request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
    """Respond to a body that is not text, or is nested too deeply to be decoded."""
    return _json(400, error_body("malformed", _("The request is not well formed: its body is no JSON in UTF-8.")))


def on_file_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Respond to a file name that cannot exist: with a NUL, or too long."""
    cause = error.__cause__
    if isinstance(error, ValueError) or (isinstance(cause, OSError) and cause.errno == errno.ENAMETOOLONG):
        return on_http_error(request, NotFoundException())
    return on_failure(request, error)


def on_store_error(request: Request[Any, Any, Any], _error: StoreError) -> Response[Any]:
    """Respond while the database is unavailable, which the store has logged; nothing was written partially.

    A page opened by a person reloads automatically.
    """
    if request.method not in SAFE_METHODS:
        message = _("This could not be saved. Try again in a moment.")
    else:
        message = _("The games cannot be read just now. Try again in a moment.")
    answer = _answer(request, 503, message, "unavailable", "away.html.j2")
    answer.headers["retry-after"] = str(BACK_SECONDS)
    return answer


def on_busy(request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
    """Respond while there are too many requests for another one to wait."""
    answer = _answer(request, 503, _("The server is busy. Try again in a moment."), "busy")
    answer.headers["retry-after"] = str(BACK_SECONDS)
    return answer


_CUT_OFF: Final = "client disconnected prematurely"
"""Litestar's message about a request whose body is cut off."""


def on_no_answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Respond to a question that no process could answer, and log the reason."""
    _log.warning("no answer: %s", error)
    answer = _answer(request, 503, _("No answer came. Ask again."), "no_answer")
    answer.headers["retry-after"] = str(BACK_SECONDS)
    return answer


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Respond to an error of Litestar's: with a page for a person, JSON for a program."""
    # A request to an unknown address fails before the language is known.
    use_language(language_of(request))
    status = error.status_code
    if error.detail == _CUT_OFF:
        # The client has gone and nothing is wrong here; the lost connection is already logged.
        return _answer(request, 400, _not_well_formed(""))
    if status >= 500:
        return on_failure(request, error)
    # The error of a missing file includes its path on this machine.
    said_nothing = error.detail == HTTPStatus(status).phrase or request.scope["path"].startswith("/static/")
    message = _(_MESSAGES[status]) if said_nothing and status in _MESSAGES else error.detail
    answer = _answer(request, status, _not_well_formed(message) if status == 400 else message)
    answer.headers.update(error.headers or {})
    return answer


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Respond to an internal error, and log it; the message reveals no details."""
    _log.error("a request failed", exc_info=error)
    return _answer(request, 500, _("Something went wrong here. Your games are safe; try again."))


def _answer(
    request: Request[Any, Any, Any], status: int, message: str, code: str | None = None, template: str | None = None
) -> Response[Any]:
    if _wants_page(request):
        # A link leads to a missing page or a failure; all other statuses share the page of a missing one.
        template = template or ("500.html.j2" if status >= 500 else "404.html.j2")
        # Reloading the page would submit a form again.
        seconds = BACK_SECONDS if request.method in SAFE_METHODS else None
        return Template(template, status_code=status, context={"message": message, "back_in": seconds})
    return _json(status, error_body(code or _CODES.get(status, "failed"), message))


def _wants_page(request: Request[Any, Any, Any]) -> bool:
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def _not_well_formed(details: str) -> str:
    return _("The request is not well formed: {details}.").format(details=details.rstrip("."))


def _json(status: int, body: dict[str, Any]) -> Response[Any]:
    return Response(body, status_code=status, media_type=MediaType.JSON)


HANDLERS: Final[ExceptionHandlersMap] = {
    ApiError: on_api_error,
    InvalidRules: on_invalid_rules,
    ValidationException: on_validation_error,
    UnicodeDecodeError: on_unreadable,
    RecursionError: on_unreadable,
    StoreError: on_store_error,
    Busy: on_busy,
    ThinkingFailed: on_no_answer,
    TimeoutError: on_no_answer,
    HTTPException: on_http_error,
    Exception: on_failure,
}
"""The handler of each kind of error."""
