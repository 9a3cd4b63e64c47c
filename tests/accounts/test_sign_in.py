"""Signing in with a password, and out again."""

import pytest
from django.utils import timezone

from steer_app.accounts.domain.attempts import ALLOWED, WINDOW
from steer_app.accounts.models import SignInAttempt


def _try(client, name="owner", password="owner-password", **more):
    return client.post("/sign-in/", {"username": name, "password": password, **more})


def test_name_and_password_let_in(client, owner):
    response = _try(client)
    assert (response.status_code, response.url) == (302, "/")
    assert client.get("/").status_code == 200


def test_the_case_of_a_name_does_not_matter(client, owner):
    assert _try(client, name=" Owner ").status_code == 302


def test_a_wrong_password_is_said_without_saying_which_is_wrong(client, owner):
    wrong, nobody = _try(client, password="guess"), _try(client, name="nobody")
    for response in (wrong, nobody):
        assert response.status_code == 422
        assert "do not belong together" in response.content.decode()


def test_a_person_who_was_deactivated_stays_out(client, owner):
    owner.is_active = False
    owner.save()
    assert _try(client).status_code == 422


def test_after_five_wrong_passwords_even_the_right_one_waits(client, owner):
    for _ in range(ALLOWED):
        _try(client, password="guess")
    response = _try(client)
    assert response.status_code == 422
    assert "Wait 15 min" in response.content.decode()


def test_the_wait_is_for_that_name_from_that_address(client, owner, teammate):
    for _ in range(ALLOWED):
        _try(client, password="guess")
    assert _try(client, name="teammate", password="teammate-password").status_code == 302
    client.logout()
    elsewhere = client.post("/sign-in/", {"username": "owner", "password": "owner-password"}, REMOTE_ADDR="10.0.0.9")
    assert elsewhere.status_code == 302


def test_old_tries_are_forgiven_and_swept(client, owner):
    for _ in range(ALLOWED):
        _try(client, password="guess")
    SignInAttempt.objects.update(at=timezone.now() - WINDOW)
    assert _try(client).status_code == 302
    assert SignInAttempt.objects.count() == 0


def test_success_clears_the_count(client, owner):
    for _ in range(ALLOWED - 1):
        _try(client, password="guess")
    _try(client)
    assert SignInAttempt.objects.count() == 0


def test_one_comes_back_to_where_one_wanted_to_go(client, owner):
    assert _try(client, next="/people/").url == "/people/"


@pytest.mark.parametrize(
    "address", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "\\\\x"]
)
def test_signing_in_never_leads_to_another_site(client, owner, address):
    assert _try(client, next=address).url == "/"


def test_the_session_is_out_of_reach_of_scripts_and_other_sites(client, owner, settings):
    _try(client)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_signing_out_ends_the_session(client, owner):
    client.force_login(owner)
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/").status_code == 302
