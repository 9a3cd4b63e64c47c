"""The product's own address, as a person on this machine can open it."""

from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

EVERY_ADDRESS = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, not bound


def reachable_host(host: str) -> str:
    """A host to connect to: listening on every address is not an address to open."""
    return EVERY_ADDRESS.get(host, host)


def base_url() -> str:
    """The public origin when one is configured (behind a proxy), else this machine's own address."""
    if settings.CSRF_TRUSTED_ORIGINS:
        return settings.CSRF_TRUSTED_ORIGINS[0].rstrip("/")
    host = reachable_host(settings.HOST)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{settings.PORT}"


def link_address(token: str) -> str:
    """The address that signs in whoever `token` was made for."""
    return f"{base_url()}{reverse('accounts:link')}?{urlencode({'token': token})}"
