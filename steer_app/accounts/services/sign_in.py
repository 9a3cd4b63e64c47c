"""Signing in with a password."""

from datetime import timedelta

from django.contrib.auth import authenticate
from django.utils import timezone

from steer_app.accounts.domain import attempts
from steer_app.accounts.models import SignInAttempt, User


class WrongCredentials(Exception):
    """Name and password do not belong together, or the account was deactivated."""


class TooManyAttempts(Exception):
    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


def with_password(*, username: str, password: str, address: str) -> User:
    """The person with this name and password. Raises WrongCredentials, or TooManyAttempts without looking.

    A try is written down before it is checked: many at once cannot slip past the count.
    """
    name = username.strip().casefold()[:150]
    now = timezone.now()
    tries = SignInAttempt.objects.filter(username=name, address=address)
    wait = attempts.wait(list(tries.values_list("at", flat=True)), now)
    if wait:
        raise TooManyAttempts(wait)
    SignInAttempt.objects.filter(at__lt=now - attempts.WINDOW).delete()
    SignInAttempt.objects.create(username=name, address=address, at=now)
    known = User.objects.filter(username__iexact=username.strip()).first()
    person = authenticate(username=known.username if known else username, password=password)
    if person is None:
        raise WrongCredentials
    tries.delete()
    assert isinstance(person, User)
    return person
