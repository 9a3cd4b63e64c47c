"""Inviting people, and their taking it up."""

from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from steer_app.accounts.models import Invitation, User
from steer_app.accounts.services import tokens

LIFETIME = timedelta(days=7)


def create(*, by: User, role: str) -> str:
    """A fresh token with which one person can make an account with `role`."""
    return tokens.create(Invitation, LIFETIME, role=role, invited_by=by)


def withdraw(*, invitation_id: int) -> None:
    """The invitation stops working; repeating it changes nothing."""
    Invitation.objects.filter(pk=invitation_id, used_at=None).delete()


def accept(*, token: str, username: str, password: str) -> User:
    """Makes the invited person's account. Raises tokens.TokenRefused, or ValidationError by field ("username",
    "password"), in which case the invitation can be tried again."""
    with transaction.atomic():
        invitation = tokens.use(Invitation, token)
        person = User(username=username, role=invitation.role)
        _validate(person, password)
        person.set_password(password)
        person.save()
    return person


def _validate(person: User, password: str) -> None:
    errors: dict[str, list] = {}
    try:
        person.full_clean(exclude=["password"])
    except ValidationError as error:
        errors.update(error.message_dict)
    # Two names that differ in case only would be taken for each other.
    if "username" not in errors and User.objects.filter(username__iexact=person.username).exists():
        errors["username"] = ["Somebody already has this name."]
    try:
        validate_password(password, person)
    except ValidationError as error:
        errors["password"] = error.messages
    if errors:
        raise ValidationError(errors)
