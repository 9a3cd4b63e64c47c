"""One-time tokens: long enough that they cannot be guessed, hashed before they are stored."""

from hashlib import sha256

BYTES = 32


def digest(token: str) -> str:
    """The SHA-256 of a token, 64 hex digits. A token is random, so it needs neither salt nor a slow hash."""
    return sha256(token.encode()).hexdigest()
