"""Prefixes: where the service stands behind a gateway.

A gateway says under which prefix it publishes the service, in `X-Forwarded-Prefix`; or the operator
does, by a setting or by uvicorn's ``--root-path``. The gateway may pass paths on with the prefix or
without it: both come to the same routes.
"""

import re
from functools import lru_cache
from ipaddress import ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from app.settings import PREFIX_PATTERN, settings

_PREFIX = re.compile(PREFIX_PATTERN, re.ASCII)
_LONGEST_PREFIX = 200
_LONGEST_ADDRESS = 100
_FIRST_STEPS = {"v1", "problems", "docs", "openapi.json", "healthz", "readyz", "metrics"}


def forwarded_prefix(scope: Scope) -> str:
    """The prefix that a trusted forwarder names, or nothing."""
    named = Headers(scope=scope).getlist("x-forwarded-prefix")
    if len(named) != 1 or not is_trusted(scope.get("client")):
        return ""
    prefix = named[0].rstrip("/")
    return prefix if len(prefix) <= _LONGEST_PREFIX and _PREFIX.fullmatch(prefix) else ""


def client_address(scope: Scope) -> str:
    """The address of whoever asks: what a trusted forwarder says, else the sender's own."""
    client = scope.get("client")
    if client is None:
        return ""
    if is_trusted(client):
        listed = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
        for address in reversed([item.strip()[:_LONGEST_ADDRESS] for item in listed]):
            if address and not _lists(settings.forwarded_allow_ips, address):
                return address
    return str(client[0])


def is_trusted(client: tuple[str, int] | None) -> bool:
    """Whether the request comes from a forwarder that the setting lists."""
    trusted = settings.forwarded_allow_ips
    if not trusted or client is None:
        return False
    host, port = client
    # ``python -m app`` leaves the sender's address alone. uvicorn by itself has the same list, and
    # puts the player's address there with port 0, which no connection has.
    return port == 0 or _lists(trusted, host)


@lru_cache(maxsize=1024)
def _lists(trusted: str, host: str) -> bool:
    for item in trusted.split(","):
        entry = item.strip()
        if entry in ("*", host):
            return True
        try:
            if ip_address(host) in ip_network(entry):
                return True
        except ValueError:
            continue
    return False


def place_under_prefix(scope: Scope, prefix: str) -> None:
    """Set the scope's `root_path` and `path` for a service that stands under `prefix`.

    Without one, uvicorn's own root path stays; it has put that before whatever path came.
    """
    root = scope.get("root_path", "").rstrip("/")
    path = scope["path"].removeprefix(root)
    root = prefix or root
    rest = path.removeprefix(root)
    if rest.partition("/")[2].partition("/")[0] in _FIRST_STEPS and rest.startswith("/"):
        path = rest
    scope["root_path"] = root
    scope["path"] = root + path
