"""``spite events`` and ``spite clubs``: tournaments, evenings and clubs in the terminal (docs/terminal.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click

from spite_and_malice.cli.common import CommandFailed, quoted, say_lines
from spite_and_malice.cli.group import main
from spite_and_malice.cli.kept import at_option, server_at
from spite_and_malice.cli.options import OneOf
from spite_and_malice.cli.place import Place, name_option, plain_option
from spite_and_malice.cli.play import data_option, known_as
from spite_and_malice.texts import N_, _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.terminal.server import Server

_SHOWN: Final = 20
_EVENING, _TOURNAMENT = "/evening/", "/tournaments/"


@main.command()
@click.argument("which", required=False, metavar="[NUMBER|URL]")
@click.option("--join", is_flag=True, help="Take part in the tournament, or come in at the evening.")
@click.option("--reply", type=OneOf(("yes", "perhaps", "no")), help="Whether you come to the evening that is planned.")
@click.option("--answer", type=OneOf(("accept", "decline")), help="Answer the challenge of another club for yours.")
@at_option
@data_option
@name_option
@plain_option
def events(
    which: str | None,
    join: bool,
    reply: str | None,
    answer: str | None,
    address: str | None,
    data: Path | None,
    name: str | None,
    plain: bool,
) -> None:
    """List tournaments and evenings, or go to one.

    Without an argument it lists them with what there is for you in each. With the number that stands before one, or its
    address, it says so of that one, and sits down where your table waits for you.
    """
    if which is None:
        with server_at(address, data) as server:
            found = _events(server)
        say_lines(_listed(found))
        return
    path = None
    if not which.isdecimal():
        parts = urlsplit(which)
        address, path = f"{parts.scheme}://{parts.netloc}", parts.path
        if parts.scheme not in ("http", "https") or not path.startswith((_EVENING, _TOURNAMENT)):
            raise CommandFailed(_("This is neither a number of `spite events` nor the address of an event."))
    identity = known_as(name)
    table: str | None = None
    with server_at(address, data) as server:
        path = str(_chosen(server, which)["url"]) if path is None else path
        if reply is not None:
            _reply(server, path, reply, identity.name)
        if answer is not None:
            if path.startswith(_EVENING):
                raise CommandFailed(_("This is no challenge: --answer says whether your club plays another one."))
            server.ask(f"/api{path}/{answer}", {})
        if join:
            _join(server, path, identity.name)
        event = _now(server, path)
        now = event["now"]
        say_lines([*_told(event), *_comers(event)])
        if now["url"] is not None:
            table = f"{server.address}{now['url']}"
            place = Place(plain)
            found_table = server.table(str(now["url"]).removeprefix("/table/"))
            place.run(lambda: place.sit_down(found_table, identity.name, f"spite join {quoted(str(table))}"))


@main.command()
@click.argument("number", type=click.IntRange(1), required=False, metavar="[NUMBER]")
@click.option("--reply", type=OneOf(("yes", "perhaps", "no")), help="Whether you come to the next evening of the club.")
@at_option
@data_option
def clubs(number: int | None, reply: str | None, address: str | None, data: Path | None) -> None:
    """List your clubs, or show one: how its season stands, and its next evenings.

    Without NUMBER it lists them; with --reply you say whether you come to the next evening of the club.
    """
    with server_at(address, data) as server:
        found = server.ask("/api/clubs")
        if number is None:
            if reply is not None:
                raise CommandFailed(_("Name the club by its number, as in `spite clubs 1 --reply yes`."))
            say_lines(_clubs(found))
            return
        if number > len(found):
            raise CommandFailed(_("There is no club of this number: `spite clubs` lists yours."))
        path = f"/api/clubs/{found[number - 1]['id']}"
        club = server.ask(path)
        if reply is not None:
            if not club["coming"]:
                raise CommandFailed(_("This club has planned no evening."))
            server.ask(f"/api/evenings/{club['coming'][0]['id']}/reply", {"reply": reply}, "PUT")
            club = server.ask(path)
        say_lines(_club(club, number))


_STANDINGS: Final = {"keeper": N_("you keep it"), "officer": N_("you are an officer"), "member": N_("you are a member")}
_REPLIES: Final = {"yes": N_("you are coming"), "perhaps": N_("you may come"), "no": N_("you are not coming")}
_NO_REPLY: Final = N_("you have not answered")


def _clubs(found: list[dict[str, Any]]) -> Iterator[str]:
    if not found:
        yield _("You are a member of no club yet. One is founded or joined in the browser.")
        return
    for number, club in enumerate(found, start=1):
        members = ngettext("{n} member", "{n} members", club["members"]).format(n=club["members"])
        yield f"{number:>3}  {club['name']} – {members}, {_(_STANDINGS[club['standing']])}"
    yield _("`spite clubs 1` shows the first.")


def _club(club: dict[str, Any], number: int) -> Iterator[str]:
    yield "{name} – {season}".format(name=club["name"], season=_("Season {number}").format(number=club["season"]))
    width = max((len(line["name"]) for line in club["standings"]), default=0)
    for line in club["standings"]:
        won = ngettext("{n} game won", "{n} games won", line["won"]).format(n=line["won"])
        played = _("{n} played").format(n=line["played"])
        points = ngettext("{n} point", "{n} points", line["points"]).format(n=line["points"])
        you = f" ({_('You')})" if line["you"] else ""
        yield f"{line['rank']:>3}  {line['name']:<{width}}  {won}, {played}, {points}{you}"
    for evening in club["coming"]:
        planned = evening["starts_at"]
        when = _("now") if planned is None else _local(planned)
        reply = _(_REPLIES.get(evening["reply"], _NO_REPLY))
        yield f"{when}  {evening['name']}: {_replies(evening['replies'])} – {reply}"
    if club["coming"]:
        yield _("`spite clubs {number} --reply yes` answers for the first of them; perhaps or no do too.").format(
            number=number
        )
    else:
        yield _("No evening is planned.")


def _replies(replies: dict[str, int]) -> str:
    counted = (
        (_("{n} yes"), replies.get("yes", 0)),
        (_("{n} perhaps"), replies.get("perhaps", 0)),
        (_("{n} no"), replies.get("no", 0)),
    )
    return ", ".join(text.format(n=n) for text, n in counted)


def _events(server: Server) -> list[dict[str, Any]]:
    evenings = [each for each in server.ask("/api/evenings") if not each["over"]]
    return [*server.ask("/api/tournaments"), *evenings][:_SHOWN]


def _chosen(server: Server, which: str) -> dict[str, Any]:
    found = _events(server)
    if not 0 < int(which) <= len(found):
        raise CommandFailed(_("There is no event of this number: `spite events` lists them."))
    return found[int(which) - 1]


def _join(server: Server, path: str, name: str) -> None:
    if not path.startswith(_EVENING):
        server.ask(f"/api{path}/join", {"name": name})
    elif _now(server, path)["planned"]:
        _reply(server, path, "yes", name)
    else:
        server.ask(f"/api/evenings/{path.removeprefix(_EVENING)}/me", {"name": name}, "PUT")


def _reply(server: Server, path: str, reply: str, name: str) -> None:
    if not path.startswith(_EVENING):
        raise CommandFailed(_("This is no evening: --reply says whether you come to one."))
    server.ask(f"/api/evenings/{path.removeprefix(_EVENING)}/reply", {"reply": reply, "name": name}, "PUT")


def _now(server: Server, path: str) -> dict[str, Any]:
    """Return an event with the person's situation in it, as ``now``."""
    if path.startswith(_EVENING):
        found: dict[str, Any] = server.ask(f"/api/evenings/{path.removeprefix(_EVENING)}")
    else:
        found = {"now": server.ask(f"/api{path}/now")["situation"]}
    return found


def _listed(found: list[dict[str, Any]]) -> Iterator[str]:
    if not found:
        yield _("There is no tournament or evening for you here just now.")
        return
    for number, event in enumerate(found, start=1):
        yield f"{number:>3}  {event['name']}"
        yield from (f"     {line}" for line in _told(event))
    yield _("`spite events 1` goes to the first, `spite events 1 --join` takes part.")


def _told(event: dict[str, Any]) -> Iterator[str]:
    from spite_and_malice.terminal.words import situation_sentence

    if event.get("planned"):
        yield _local(event["starts_at"])
    yield situation_sentence(event, int(time.time() * 1000))


def _comers(event: dict[str, Any]) -> Iterator[str]:
    """Print who has answered what to a planned evening, and how to answer."""
    if not event.get("planned"):
        return
    for reply, words in (("yes", _("Yes: {names}")), ("perhaps", _("Perhaps: {names}")), ("no", _("No: {names}"))):
        names = [each["name"] for each in event["answers"] if each["reply"] == reply and each["before"] is None]
        if names:
            yield words.format(names=", ".join(names))
    earlier = [each["name"] for each in event["answers"] if each["before"] is not None]
    if earlier:
        yield _("For the earlier time only: {names}").format(names=", ".join(earlier))
    yield _("`spite events URL --reply yes` says that you come; perhaps or no do too.")


def _local(at: int) -> str:
    """Return a time in UTC milliseconds in local time."""
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M}"
