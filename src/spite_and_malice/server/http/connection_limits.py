"""How many may be here at once, in all and from one place."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final

_THIS_COMPUTER: Final = ipaddress.IPv4Address("127.0.0.1")
_THIS_COMPUTER_IPV6: Final = ipaddress.IPv6Address("::1")


class ConnectionLimit:
    """How many connections there are: in all, and from each address.

    Those from this computer come from a proxy or from its owner, and count in all alone. The addresses of an IPv6
    network, which one client may have many of, are one.
    """

    def __init__(self, most: int, most_from_one: int) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._inside: Counter[str] = Counter()

    def enter(self, address: str | None) -> bool:
        """Count a connection from an address, None if it has none; False if there are too many."""
        place = place_of(address)
        if self._inside.total() >= self._most or (place != "" and self._inside[place] >= self._most_from_one):
            return False
        self._inside[place] += 1
        return True

    def leave(self, address: str | None) -> None:
        """Count a connection less."""
        place = place_of(address)
        self._inside[place] -= 1
        if self._inside[place] <= 0:
            del self._inside[place]


def place_of(address: str | None) -> str:
    """Return what stands for everybody who may be at an address; an empty text for this computer and for none.

    This computer is at the two addresses from which a proxy is believed as well.
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return "" if found == _THIS_COMPUTER_IPV6 else str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found == _THIS_COMPUTER else str(found)
