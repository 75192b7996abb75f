"""The templates of all pages."""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader, meta
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template.config import TemplateConfig

from spite_and_malice.analysis.puzzles.collection import puzzles
from spite_and_malice.players import LEVELS
from spite_and_malice.texts import _, in_language, languages

from ..clock import moment, now_ms
from . import files, language, modules
from .files import WEB
from .hosts import move_pages_below, own_address


def templates(
    static: str, *, below: str = "", has_kit: bool = False, alone: bool = False, contact: str = ""
) -> Environment:
    """Return the templates of all pages of a site at the base path ``below``, with their files below ``static``."""
    environment = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True)
    environment.globals["static"] = below + static
    environment.globals["levels"] = LEVELS
    environment.globals["alone"] = alone
    environment.globals["has_kit"] = has_kit
    environment.globals["operator"] = contact
    environment.globals["own_address"] = own_address
    environment.globals["now_ms"] = now_ms
    # A running server replaces this.
    environment.globals["announcements"] = list
    environment.filters["moment"] = moment
    language.install(environment)
    files.install(environment)
    modules.install(environment)
    if below:
        move_pages_below(environment, below)
    return environment


def read_ahead(environment: Environment, *pages: str) -> None:
    """Load the texts of all languages, the puzzles, and some pages with their includes, before anybody has to wait."""
    for code in languages():
        # Displayed names are compared with the default names in every language.
        with in_language(code):
            _("Somebody")
    puzzles()
    waiting = list(pages)
    for name in waiting:
        loader = environment.loader
        assert loader is not None
        source = loader.get_source(environment, name)[0]
        environment.get_template(name)
        waiting += {other for other in meta.find_referenced_templates(environment.parse(source)) if other} - {*waiting}


def template_config(environment: Environment) -> TemplateConfig[JinjaTemplateEngine]:
    """Return the Litestar configuration that renders them."""
    return TemplateConfig(engine=JinjaTemplateEngine(engine_instance=environment))
