"""Pages with many people or games, rendered outside the event loop, so that nobody else waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.response import Template


async def long_page(request: Request[Any, Any, Any], name: str, context: dict[str, Any]) -> Response[str]:
    """Return a page whose template has a lot of data."""
    engine = request.app.template_engine
    assert engine is not None
    values = Template(name, context=context).create_template_context(request)
    text = await asyncio.to_thread(lambda: str(engine.get_template(name).render(**values)))
    return Response(text, media_type=MediaType.HTML)
