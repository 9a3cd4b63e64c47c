"""Accounts: the owner's, and what an admin may do with the others."""

from django.contrib.auth.password_validation import validate_password
from django.db import transaction

from steer_app.accounts.models import Role, User

OWNER_NAME = "owner"


class NoSuchPerson(Exception):
    """The message names whom was looked for."""


class ChangeRefused(Exception):
    """The change would leave nobody who could undo it; the message says so."""


def ensure_owner() -> User:
    """The person whose product this is: the first admin, made when there is none. Signs in by link."""
    owner = User.objects.filter(role=Role.ADMIN, is_active=True).order_by("pk").first()
    if owner is None:
        owner, made = User.objects.get_or_create(username=OWNER_NAME, defaults={"role": Role.ADMIN})
        if made:
            owner.set_unusable_password()
        owner.role, owner.is_active = Role.ADMIN, True
        owner.save()
    return owner


def by_name(name: str) -> User:
    """The active person of that name. Raises NoSuchPerson."""
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        raise NoSuchPerson(f"Nobody here is named {name!r}.")
    return person


def change_role(*, person_id: int, role: Role, by: User) -> User:
    """Gives a person another role. Raises User.DoesNotExist or ChangeRefused."""
    return _change(person_id, by, role=role)


def deactivate(*, person_id: int, by: User) -> User:
    """The person can no longer sign in and is signed out; what is theirs stays. Raises as `change_role`."""
    return _change(person_id, by, is_active=False)


def reactivate(*, person_id: int, by: User) -> User:
    """The person can sign in again. Raises User.DoesNotExist."""
    return _change(person_id, by, is_active=True)


def set_password(*, person: User, password: str) -> User:
    """Gives a person a password of their own choice. Raises ValidationError when it is too easy to guess."""
    validate_password(password, person)
    person.set_password(password)
    person.save(update_fields=["password"])
    return person


def _change(person_id: int, by: User, **values) -> User:
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person_id)
        if person.pk == by.pk:
            raise ChangeRefused("You cannot change your own role or account here: ask another admin.")
        for name, value in values.items():
            setattr(person, name, value)
        person.save(update_fields=list(values))
    return person
