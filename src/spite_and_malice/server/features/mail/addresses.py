"""The mail addresses that people leave: which ones are valid, and why one is refused."""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Meta, Struct

from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...store import Conflict, Stopped

ADDRESS: Final = r"\A[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+\Z"
"""The check that browsers use for mail addresses, but with a domain of at least two parts."""


class MailRequest(Struct, forbid_unknown_fields=True):
    """An address to write to."""

    address: Annotated[str, Meta(max_length=254)]


def require_address(text: str) -> None:
    """Raise `ApiError` unless a text is a mail address."""
    if re.fullmatch(ADDRESS, text) is None:
        raise ApiError(422, "invalid_address", _("This is no mail address. Write it as name@example.org."))


def refusal(conflict: Conflict) -> ApiError:
    """Return the error for an address that cannot be used."""
    if isinstance(conflict, Stopped):
        message = _(
            "The owner of this address wants no mails from here. A link in the last mail they got can change that."
        )
        return ApiError(422, "stopped", message)
    return ApiError(422, "invalid_address", _("This address has been given too often."))
