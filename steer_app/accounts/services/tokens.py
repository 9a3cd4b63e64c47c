"""Making and using one-time tokens of any kind."""

import secrets
from datetime import timedelta
from typing import TypeVar

from django.utils import timezone

from steer_app.accounts.domain.tokens import BYTES, digest
from steer_app.accounts.models import OneTimeToken

Kind = TypeVar("Kind", bound=OneTimeToken)


class TokenRefused(Exception):
    """Unknown, used or expired: which of them is nobody's business."""


def create(kind: type[Kind], lifetime: timedelta, **fields) -> str:
    """Stores a fresh token of `kind` and returns it: the only time it can be read."""
    token, now = secrets.token_urlsafe(BYTES), timezone.now()
    kind._default_manager.create(token_hash=digest(token), created_at=now, expires_at=now + lifetime, **fields)
    return token


def peek(kind: type[Kind], token: str) -> Kind:
    """The row of a token that can still be used, left unused. Raises TokenRefused."""
    row = kind._default_manager.filter(token_hash=digest(token), used_at=None, expires_at__gt=timezone.now()).first()
    if row is None:
        raise TokenRefused
    return row


def use(kind: type[Kind], token: str) -> Kind:
    """Uses a token up, by compare-and-set: of two at once, one gets it. Raises TokenRefused."""
    row = peek(kind, token)
    now = timezone.now()
    if not kind._default_manager.filter(pk=row.pk, used_at=None, expires_at__gt=now).update(used_at=now):
        raise TokenRefused
    return row
