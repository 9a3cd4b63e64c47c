"""Inviting people, and their joining."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from steer_app.accounts.models import Invitation, User
from steer_app.accounts.services import invitations, tokens

GOOD = "a long enough phrase"


@pytest.fixture
def token(admin):
    return invitations.create(by=admin, role="annotator")


def _join(client, token, username="grace", password=GOOD, again=None):
    return client.post(
        "/join/", {"token": token, "username": username, "password": password, "again": again or password}
    )


def test_an_admin_gets_a_link_that_is_shown_once(client, admin):
    client.force_login(admin)
    page = client.post("/people/invitations/", {"role": "annotator"}).content.decode()
    token = re.search(r"/join/\?token=([\w-]+)", page).group(1)
    assert tokens.peek(Invitation, token).role == "annotator"
    assert token not in client.get("/people/").content.decode()


def test_the_invited_choose_name_and_password_and_are_in(client, token):
    assert "invites you as annotator" in client.get("/join/", {"token": token}).content.decode()
    response = _join(client, token)
    assert (response.status_code, response.url) == (302, "/")
    grace = User.objects.get(username="grace")
    assert grace.role == "annotator"
    assert grace.check_password(GOOD)
    assert client.session["_auth_user_id"] == str(grace.pk)


def test_an_invitation_is_for_one_person(client, token):
    _join(client, token)
    client.logout()
    assert _join(client, token, username="second").status_code == 403
    assert not User.objects.filter(username="second").exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"password": "12345678"}, "too common"),
        ({"password": "short"}, "too short"),
        ({"again": "different phrase"}, "The two passwords differ."),
        ({"username": "no spaces"}, "valid username"),
        ({"username": "ADMIN"}, "Somebody already has this name."),
    ],
)
def test_a_refused_form_says_why_and_keeps_the_invitation(client, token, typed, said):
    response = _join(client, token, **typed)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert _join(client, token).status_code == 302


def test_an_invitation_expires(client, token):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get("/join/", {"token": token}).status_code == 403


def test_a_withdrawn_invitation_lets_nobody_in(client, admin, token):
    client.force_login(admin)
    client.post(f"/people/invitations/{Invitation.objects.get().pk}/withdraw/")
    client.logout()
    assert _join(client, token).status_code == 403


def test_a_failed_acceptance_writes_nothing(token):
    with pytest.raises(ValidationError):
        invitations.accept(token=token, username="admin", password=GOOD)
    assert User.objects.count() == 1
    assert Invitation.objects.get().used_at is None


def test_without_a_token_there_is_nothing_to_join(client, db):
    assert client.get("/join/").status_code == 403
