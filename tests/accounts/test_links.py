"""Links that sign a person in once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.accounts.domain.tokens import digest
from steer_app.accounts.models import SignInLink
from steer_app.accounts.services import links, tokens


def _follow(client, token: str):
    return client.get("/sign-in/link/", {"token": token})


def _who(client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_link_signs_in_once(client, owner, django_user_model):
    token = links.create(owner)
    response = _follow(client, token)
    assert (response.status_code, response.url) == (302, "/")
    assert _who(client) == str(owner.pk)
    client.logout()
    assert _follow(client, token).status_code == 403
    assert _who(client) is None


def test_only_a_hash_is_stored(owner):
    token = links.create(owner)
    row = SignInLink.objects.get()
    assert row.token_hash == digest(token)
    assert token not in str(vars(row))


def test_a_new_link_ends_the_one_before(client, owner):
    old, new = links.create(owner), links.create(owner)
    assert _follow(client, old).status_code == 403
    assert _follow(client, new).status_code == 302


def test_a_link_expires(client, owner):
    token = links.create(owner)
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert _follow(client, token).status_code == 403


def test_a_preview_does_not_use_a_link_up(client, owner):
    token = links.create(owner)
    assert client.head("/sign-in/link/", {"token": token}).status_code == 200
    assert _follow(client, token).status_code == 302


def test_the_way_back_in_the_browser_leads_home(client, owner):
    token = links.create(owner)
    _follow(client, token)
    assert _follow(client, token).status_code == 302


def test_a_deactivated_person_cannot_use_a_link(client, owner):
    token = links.create(owner)
    owner.is_active = False
    owner.save()
    assert _follow(client, token).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x", "a" * 5000, "é\x00"])
def test_a_made_up_token_is_refused(client, token):
    assert _follow(client, token).status_code == 403


def test_of_two_who_use_a_token_at_once_one_gets_in(owner):
    token = links.create(owner)
    tokens.use(SignInLink, token)
    with pytest.raises(tokens.TokenRefused):
        tokens.use(SignInLink, token)


def test_a_link_page_is_never_kept_by_caches(client, owner):
    assert "no-store" in _follow(client, links.create(owner))["Cache-Control"]
