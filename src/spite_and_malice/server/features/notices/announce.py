"""Notices as a feature."""

from __future__ import annotations

from ...http.feature import Feature
from ..kernel import Kernel
from ..people.invitations import Messenger
from .push import Push, subject_of
from .routes import notice_routes


def feature(kernel: Kernel) -> Feature:
    """Return what a person's devices are sent while no page is open."""
    settings = kernel.configuration
    push = Push(kernel.store, kernel.rooms, settings.push, subject_of(settings.contact, settings.url))
    kernel.service("messenger", Messenger).on_call(push.hurry)
    return Feature([notice_routes], {"push": push}, start=push.start, close=push.close)
