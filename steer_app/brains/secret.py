"""A text field whose value lies encrypted in the database and is shown nowhere.

The key is derived from SECRET_KEY. To change that one, set the old one in STEERLAB_OLD_SECRET_KEYS: values are read
with any of them and written with the new one.
"""

import base64
import hashlib
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models

from steer_app.runs import masking


class KeyLost(Exception):
    """The value was encrypted with a secret that this product no longer has."""


def _fernet() -> MultiFernet:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(b"steerlab.secret:" + secret.encode()).digest() for secret in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def encrypted(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode() if text else ""


def decrypted(stored: str) -> str:
    """Raises KeyLost."""
    if not stored:
        return ""
    try:
        text = _fernet().decrypt(stored.encode()).decode()
    except InvalidToken:
        raise KeyLost("The key was stored under another secret and cannot be read any more; enter it again.") from None
    masking.remember(text)
    return text


class SecretField(models.TextField):
    """Holds what `encrypted` gives; whoever needs the value calls `decrypted` on it.

    The attribute is the cipher text: a row that is printed, serialised or shown by mistake gives nothing away.
    """

    def get_prep_value(self, value: Any) -> Any:
        if value and not str(value).startswith("gAAAA"):
            raise ValueError("a secret is stored encrypted only; see steer_app.brains.secret")
        return super().get_prep_value(value)
