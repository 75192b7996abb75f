"""What operators, and people about themselves, can have done to what is stored; each a function of a connection."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Connection", "SQLAlchemyError"]
