"""Links that sign a person in once."""

from datetime import timedelta

from steer_app.accounts.models import SignInLink, User
from steer_app.accounts.services import tokens

LIFETIME = timedelta(hours=8)


def create(person: User) -> str:
    """A fresh token for `person`. Earlier ones of theirs stop working."""
    SignInLink.objects.filter(person=person).delete()
    return tokens.create(SignInLink, LIFETIME, person=person)


def redeem(token: str) -> User:
    """Whose token it was; it cannot be used again. Raises tokens.TokenRefused, also for a deactivated person."""
    person = tokens.use(SignInLink, token).person
    if not person.is_active:
        raise tokens.TokenRefused
    return person
