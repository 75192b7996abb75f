"""The page of the people you know, and the page behind a standing link."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from spite_and_malice.texts import _

from ...http.pages import long_page
from ...store import Store
from ...store.accounts import Identity
from ..accounts.session import read_code
from .acts import link_path
from .who import person_answer


@get("/people")
async def people_page(
    request: Request[Any, Any, Any], store: NamedDependency[Store], identity: NamedDependency[Identity]
) -> Response[str]:
    """Show friends, recent opponents, waiting letters, and the person's link."""
    person = identity.person
    profile = await store.friends.profile(person)
    known = [person_answer(person, each) for each in await store.friends.known(person)]
    kept = [each for each in known if each.avoidance != "block"]
    context = {
        "page": "people",
        "asked": [each for each in kept if each.friendship == "asked"],
        "friends": sorted(
            (each for each in kept if each.friendship == "friend"), key=lambda each: (not each.here, each.name.lower())
        ),
        "offered": [each for each in kept if each.friendship == "offered"],
        "recent": [each for each in kept if each.friendship == "none" and each.last is not None],
        "blocked": [each for each in known if each.avoidance == "block"],
        "profile": profile,
        "link": None if profile is None else link_path(profile.code),
        "has_account": identity.has_account,
    }
    return await long_page(request, "people.html.j2", context)


@get("/with/{code:str}")
async def link_page(code: FromPath[str], store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show whose link this is, with a visitor's options: invite them, leave a message, offer a friendship."""
    found = read_code(code)
    whose = await store.friends.of_link(found) if found else None
    if whose is None:
        raise NotFoundException(_("This is nobody’s link. Check that all of it was copied."))
    known = await store.friends.known(person, (whose,)) if whose else ()
    other = next((each for each in known if each.person == whose), None)
    context = {
        "page": "people",
        "code": found,
        "link": link_path(found),
        "is_old": whose == "",
        "other": None if other is None else person_answer(person, other),
    }
    return Template("with.html.j2", context=context, status_code=410 if whose == "" else 200)


pages: Final = (people_page, link_page)
