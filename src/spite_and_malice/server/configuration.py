"""The settings of a server: the name of each in the environment, its valid values, and its sources.

A value is taken from the command line, else from the environment, else from a file named in the environment (secrets
only), else from systemd's credentials, else it is the default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from .features.mail.sending import MailSettings

FILE_NAME: Final = "tables.sqlite3"

CHECKOUT: Final = Path(__file__).parents[3]
"""The folder of mkdocs.yml in a checkout; for an installed package this is some other folder."""

BUILT_DOCS: Final = CHECKOUT / "build" / "docs"

KIT_FILE: Final = "kit.json"
"""A file that every kit has (docs/offline.md)."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

LOG_LEVELS: Final = ("debug", "info", "warning", "error")
LOG_FORMATS: Final = ("text", "json")

LOCAL: Final = "local"
"""Computer players think on this computer."""

_PREFIX: Final = "SPITE_"
_OF_A_FILE: Final = "_FILE"
_CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
_OF_OTHERS: Final = ("SPITE_PURE", "SPITE_SANITIZE", "SPITE_SLOWER", "SPITE_TEST_", "SPITE_DRAFTS")
"""Variables of the build, the tests and translators."""

_KUBERNETES: Final = re.compile(r"SPITE(?:_SERVICE_(?:HOST|PORT\w*)|_PORT(?:_\d+_(?:TCP|UDP|SCTP)\w*)?)")
"""The variables that Kubernetes sets for a service called spite, as it does for every service."""
_LINK: Final = re.compile(r"(?:tcp|udp|sctp)://\S+")
_NO_HOME: Final = "There is no home folder to keep anything in: name a file with --data or SPITE_DATA, or set HOME."

T = TypeVar("T")


class ConfigurationError(Exception):
    """A setting has an invalid value; the message says which values are valid."""


def _text(text: str) -> str:
    return text


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _yes_or_no(text: str) -> bool:
    found = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower())
    if found is None:
        raise ValueError("yes or no")
    return found


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(" or ".join(filter(None, (", ".join(choices[:-1]), choices[-1]))))
        return text

    return read


def _addresses(text: str) -> str:
    try:
        proxies_of(text)
    except ValueError:
        raise ValueError("addresses or networks such as 10.0.0.0/8, divided by commas") from None
    return text


def _thinking(text: str) -> str:
    try:
        url = urlsplit(text)
        is_cluster = url.scheme == "ray" and bool(url.hostname) and url.port is not None
    except ValueError:
        is_cluster = False
    if text != LOCAL and not is_cluster:
        raise ValueError("local or ray://HOST:PORT")
    return text


def proxies_of(text: str) -> list[IPv4Network | IPv6Network]:
    """Return the networks in a comma-separated text. Raises ValueError."""
    return [ip_network(name.strip()) for name in text.split(",") if name.strip()]


_most = _whole(0, 1_000_000)


@dataclass(frozen=True, slots=True)
class About:
    """The description of a setting.

    ``default`` says what applies without it, ``option`` is its name on the command line; a secret is never shown,
    except for the part that ``show`` leaves.
    """

    says: str
    read: Callable[[str], Any]
    default: str
    option: str = ""
    is_secret: bool = False
    show: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a value: ``kind`` is option, variable, file, credential or default, ``name`` its name."""

    kind: str = "default"
    name: str = ""


def shown_address(address: str) -> str:
    """Return the part of the address of a database or of Redis that may be shown."""
    try:
        url = urlsplit(address)
        port = f":{url.port}" if url.port else ""
        return f"{url.scheme}://{url.hostname or ''}{port}{url.path}" if url.scheme else "…"
    except ValueError:
        return "…"


def _setting(
    value: T,
    says: str,
    read: Callable[[str], Any] = _text,
    *,
    default: str | None = None,
    option: str = "",
    secret: bool = False,
    show: Callable[[str], str] | None = None,
) -> T:
    """Return a field of `Configuration`; ``value`` is its default, which ``default`` may describe in words."""
    words = {True: "yes", False: "no", "": "none", None: "none"}.get(value, str(value))
    about = About(says, read, words if default is None else default, option, secret, show)
    return field(default=value, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days each kind of stored data is deleted; 0 means never."""

    tables: int = 0
    events: int = 0
    reports: int = 0
    log: int = 0


@dataclass(frozen=True)
class Configuration:
    """The current settings; the variable of each is SPITE_ and its name in capitals."""

    host: str = _setting("127.0.0.1", "where the server listens; `0.0.0.0` for everybody", option="--host")
    port: int = _setting(
        8000,
        "the port; one that is named and busy ends the start with a sentence, 0 is any that is free",
        _whole(0, 65_535),
        default="8000, or the next that is free",
        option="--port",
    )
    browser: bool = _setting(
        True, "whether to open the table in a browser, where there is a screen", _yes_or_no, option="--browser"
    )
    data: str = _setting(
        "", "the file of games, or a folder for it", default="in the user's data folder", option="--data"
    )
    database: str = _setting(
        "",
        "a database in place of the file: `postgresql://user:password@host/name`; `--data` wins over it",
        secret=True,
        show=shown_address,
    )
    redis: str = _setting(
        "",
        "`redis://host:6379/0`: news between the processes that serve one database",
        secret=True,
        show=shown_address,
    )
    hosts: str = _setting(
        "",
        "host names, divided by commas, under which the server may be reached; with the port where browsers name one",
        default="its own names, or any with `--host`",
    )
    proxies: str = _setting(
        "127.0.0.1, ::1",
        "addresses or networks, divided by commas, of the proxies in front: what they say of who comes is believed, "
        "and they themselves have no limits",
        _addresses,
    )
    url: str = _setting(
        "",
        "the public address, such as `https://cards.example`: for the links in mails; with a path, as "
        "`https://example.org/cards`, the site lies below it",
    )
    keep_finished_days: int = _setting(
        0,
        "days without a move after which a table at which no game goes on is deleted; 0: it is kept forever",
        _whole(0, 36_500),
        default="0: forever",
    )
    keep_events_days: int | None = _setting(
        None,
        "days after which an evening that has not changed, and a tournament that is over, is deleted; 0: never",
        _whole(0, 36_500),
        default="as `SPITE_KEEP_FINISHED_DAYS`",
    )
    keep_reports_days: int | None = _setting(
        None,
        "days after which what was reported, or said of a puzzle, and has been looked at is deleted; 0: never",
        _whole(0, 36_500),
        default="as `SPITE_KEEP_FINISHED_DAYS`",
    )
    keep_log_days: int = _setting(
        0,
        "days after which a line in the log of what operators did, and who signed in when, is deleted; 0: never",
        _whole(0, 36_500),
        default="0: never",
    )
    contact: str = _setting("", "who keeps the server, for the data protection page: a mail address, or in words")
    words: str = _setting("", "a file of words that pass in no name and no line of chat, one a line")
    kit: str = _setting(
        "",
        "the folder of the kit by which the game is played offline (docs/offline.md)",
        default="where `spite offline build` puts it, if it is there",
    )
    docs: str = _setting(
        "",
        "the folder of the site of the documents, which is shown at `/docs`",
        default="where `play.py docs` builds it, if it is there",
    )
    metrics_token: str = _setting(
        "",
        "who sends it may read `/metrics`; without it nobody may. Of several, divided by spaces, each is taken, so "
        "that a new one can take the place of an old one",
        secret=True,
    )
    log_format: str = _setting(
        "text", "`text`, or `json`: one object a line", _one_of(*LOG_FORMATS), option="--log-format"
    )
    log_level: str = _setting("warning", f"the least that is logged: `{'`, `'.join(LOG_LEVELS)}`", _one_of(*LOG_LEVELS))
    works_ahead: bool = _setting(
        True,
        "whether deals of patience are found and those of the days tried before anybody asks, by processes that give "
        "way to all others",
        _yes_or_no,
    )
    workers: int = _setting(
        0, "processes in which computer players think", _whole(0, 256), default="one fewer than cores, 8 at the most"
    )
    thinking: str = _setting(
        LOCAL,
        "where computer players think long and patience is solved: `local`, on this computer, or `ray://HOST:PORT`, on "
        "a Ray cluster (docs/capacity.md)",
        _thinking,
    )
    tables_a_minute: int = _setting(30, "new tables from one address in a minute; 0: any number", _most)
    replays_a_minute: int = _setting(
        60, "records, checks, reviews and replays from one address in a minute; 0: any number", _most
    )
    mail_addresses_a_minute: int = _setting(
        10, "mail addresses left from one address in a minute; 0: any number", _most
    )
    sign_ins_a_minute: int = _setting(10, "attempts to sign in from one address in a minute; 0: any number", _most)
    accounts_a_minute: int = _setting(10, "new accounts from one address in a minute; 0: any number", _most)
    changes_a_minute: int = _setting(
        60,
        "changes of names, settings, rules, friends and notices, and messages, from one address in a minute; 0: any "
        "number",
        _most,
    )
    tournaments_an_hour: int = _setting(
        30, "tournaments made and begun, each counted, from one address in an hour; 0: any number", _most
    )
    writes_a_minute: int = _setting(
        600, "requests of any kind that change something from one address in a minute; 0: any number", _most
    )
    requests_a_second: int = _setting(
        50, "requests from one address in a second for long, and ten times as many at once; 0: any number", _most
    )
    connections_of_one: int = _setting(200, "connections from one address at a time", _whole(1, 1_000_000))
    pages_of_one: int = _setting(
        200, "pages at tables from one address at a time, through a proxy too", _whole(1, 1_000_000)
    )
    watchers_of_one: int = _setting(
        500, "pages of one process that watch one table at a time; 0: nobody may watch", _whole(0, 1_000_000)
    )
    registration: str = _setting(
        "open",
        "who can make an account: `open`, anybody; `invitation`, those for whom `spite admin people invite` made one; "
        "`closed`, nobody",
        _one_of("open", "invitation", "closed"),
    )
    push: str = _setting(
        "on",
        "whether notices go to the push services of browsers that want them: `on`, `off`, or for tests `private`, "
        "which lets them go to any address",
        _one_of("on", "off", "private"),
    )
    smtp_host: str = _setting("", "the mail server; without it there are no mails")
    smtp_security: str = _setting("starttls", "`starttls`, `tls` or `none`")
    smtp_port: str = _setting("", "its port", default="587, 465 or 25, according to that")
    smtp_user: str = _setting("", "the name by which it knows the server, if it wants one")
    smtp_password: str = _setting("", "and the password", secret=True)
    smtp_from: str = _setting("", "the address that mails come from")

    sources: Mapping[str, Source] = field(default_factory=dict, compare=False)
    """The source of each value, by the name of its variable; missing ones are defaults."""

    @classmethod
    def read(cls, variables: Mapping[str, str], options: Mapping[str, Any] | None = None) -> Configuration:
        """Return what options of the command line, by the names of the fields, and variables say.

        An option that is None or a variable that is empty counts as not given. Raises `ConfigurationError`.
        """
        values: dict[str, Any] = {}
        sources: dict[str, Source] = {}
        for name, variable, about in settings():
            given = None if options is None else options.get(name)
            if given is not None:
                values[name], sources[variable] = given, Source("option", about.option)
                continue
            text, source = _found(variable, about, variables)
            if not text:
                continue
            try:
                values[name] = about.read(text)
            except ValueError as error:
                said = "" if about.is_secret else f", not {text!r}"
                raise ConfigurationError(f"{source.name} is {error}{said}.") from None
            sources[variable] = source
        return cls(**values, sources=sources)

    def source(self, variable: str) -> Source:
        """Return where the value of a setting comes from."""
        return self.sources.get(variable, Source())

    @property
    def is_port_named(self) -> bool:
        """Whether a port was given, so that no other will do."""
        return self.source("SPITE_PORT").kind != "default"

    @property
    def games(self) -> Path | str:
        """The location of the games: a file, or the address of a database. A file on the command line wins."""
        return self.database if self.database and self.source("SPITE_DATA").kind != "option" else self.file

    @property
    def file(self) -> Path:
        """The file of games, if it is a file; if a folder is given, the file lies in it.

        Raises `ConfigurationError`.
        """
        if not self.data:
            return data_folder() / FILE_NAME
        path = _of_the_user(self.data)
        return path / FILE_NAME if path.is_dir() else path

    @property
    def kit_folder(self) -> Path | None:
        """The path of the kit, None without one. Raises `ConfigurationError` if it is not at the given path."""
        try:
            folder = _of_the_user(self.kit) if self.kit else default_kit()
        except ConfigurationError:
            if self.kit:
                raise
            return None
        if (folder / KIT_FILE).is_file():
            return folder
        if self.kit:
            raise ConfigurationError(f"{variable_of('kit')} names a folder without a kit, {folder}.")
        return None

    @property
    def docs_folder(self) -> Path | None:
        """The path of the documentation site, None without one. Raises `ConfigurationError` as `kit_folder` does."""
        folder = _of_the_user(self.docs) if self.docs else BUILT_DOCS
        if (folder / "index.html").is_file() and (self.docs or (CHECKOUT / "mkdocs.yml").is_file()):
            return folder
        if self.docs:
            raise ConfigurationError(f"{variable_of('docs')} names a folder without a site, {folder}.")
        return None

    def word_list(self) -> list[str]:
        """Return the lines of the word list. Raises `ConfigurationError`."""
        return _contents(Path(self.words), variable_of("words")).splitlines() if self.words else []

    @property
    def host_names(self) -> list[str]:
        """The host names under which the server may be reached besides its own."""
        return [name.strip() for name in self.hosts.split(",") if name.strip()]

    @property
    def serves_others(self) -> bool:
        """Whether others can reach the server: over the network, or by a name that a proxy passes on."""
        return self.host not in LOOPBACK or bool(self.host_names)

    @property
    def retention(self) -> Retention:
        """How long stored data is kept."""
        tables, events, reports = self.keep_finished_days, self.keep_events_days, self.keep_reports_days
        return Retention(
            tables, tables if events is None else events, tables if reports is None else reports, self.keep_log_days
        )

    @cached_property
    def mail(self) -> MailSettings | None:
        """How mails are sent, None if they are not; shared by all senders. Raises `MailSettingsError`."""
        if not self.smtp_host:
            return None
        # Imported only where mails are sent: a server in a browser is loaded without it.
        from .features.mail.sending import MailSettings

        shown = {variable: str(getattr(self, name)) for name, variable, _ in settings()}
        return MailSettings.read({variable: value for variable, value in shown.items() if value})

    def limit(self, name: str) -> int | None:
        """Return a limit per address, None for none: a server that nobody else can reach has none unless it is set."""
        value: int = getattr(self, name)
        is_named = self.source(variable_of(name)).kind != "default"
        return value if value and (is_named or self.serves_others) else None


def default_kit() -> Path:
    """Return the default folder for finding and making a kit. Raises `ConfigurationError`."""
    return data_folder() / "kit"


def data_folder() -> Path:
    """Return the folder of the user's data. Raises `ConfigurationError` if the user has none."""
    from platformdirs import user_data_path

    try:
        return user_data_path("spite-and-malice", appauthor=False)
    except RuntimeError:
        raise ConfigurationError(_NO_HOME) from None


def _of_the_user(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigurationError(_NO_HOME) from None


def variable_of(name: str) -> str:
    """Return the name of a setting in the environment."""
    return _PREFIX + name.upper()


def settings() -> list[tuple[str, str, About]]:
    """Return the name, the variable and the description of every setting."""
    return [(each.name, variable_of(each.name), each.metadata["about"]) for each in fields(Configuration) if _is(each)]


def shown(configuration: Configuration, name: str, about: About) -> str:
    """Return a value for display, an empty text for none."""
    value = getattr(configuration, name)
    if about.is_secret and value:
        return about.show(value) if about.show else "…"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def unknown(variables: Mapping[str, str]) -> list[str]:
    """Return the variables that look like settings but are not: one of them may be misspelt."""
    known = {name for _, variable, about in settings() for name in (variable, variable + _OF_A_FILE * about.is_secret)}
    return sorted(name for name in variables if name.startswith(_PREFIX) and _is_strange(name, known))


def _is_strange(name: str, known: set[str]) -> bool:
    return name not in known and not name.startswith(_OF_OTHERS) and not _KUBERNETES.fullmatch(name)


def passed_over(variables: Mapping[str, str]) -> list[str]:
    """Return the variables that are named like settings but were set by Kubernetes for a service called spite."""
    return [variable for _, variable, _ in settings() if _is_kubernetes(variable, variables.get(variable, ""))]


def _is_kubernetes(variable: str, text: str) -> bool:
    return _KUBERNETES.fullmatch(variable) is not None and _LINK.fullmatch(text.strip()) is not None


def _is(each: Field[Any]) -> bool:
    return "about" in each.metadata


def _found(variable: str, about: About, variables: Mapping[str, str]) -> tuple[str, Source]:
    """Return the text of a setting in the environment, and its source. Raises `ConfigurationError`."""
    if (text := variables.get(variable, "").strip()) and not _is_kubernetes(variable, text):
        return text, Source("variable", variable)
    if not about.is_secret:
        return "", Source()
    if named := variables.get(variable + _OF_A_FILE):
        return _contents(Path(named), variable + _OF_A_FILE), Source("file", variable + _OF_A_FILE)
    folder = variables.get(_CREDENTIALS)
    if folder and (path := Path(folder) / variable).is_file():
        return _contents(path, f"The credential {variable}"), Source("credential", variable)
    return "", Source()


def _contents(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ConfigurationError(f"{name} names a file that cannot be read, {path}: {said}.") from None
