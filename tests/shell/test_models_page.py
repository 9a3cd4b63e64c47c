"""The page of models: for admins, with forms that say what they want and never show a key."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from steer_app.brains.models import Connection
from steer_app.brains.services import connections

pytestmark = pytest.mark.django_db
GIVEN = {"name": "office", "kind": "openai", "base_url": "https://models.example/v1", "model": "gpt-oss"}
REST = {
    "context_tokens": 32000,
    "answer_tokens": 4000,
    "structure": "auto",
    "per_minute": 0,
    "read_s": 90,
    "total_s": 240,
}
REST |= {"usd_per_million_in": 0, "usd_per_million_out": 0}


@pytest.fixture
def admin(client):
    client.force_login(get_user_model().objects.create_user("ada", role="admin"))
    return client


def saved(**changes):
    return connections.save(values=GIVEN | changes, key="secret-key")


def test_nobody_but_an_admin_sees_it(client):
    client.force_login(get_user_model().objects.create_user("grace", role="researcher"))
    addresses = [reverse("models"), reverse("model-new"), reverse("model-edit", args=[saved().pk])]
    assert {client.get(address).status_code for address in addresses} <= {403, 404}


def test_an_empty_form_says_what_it_wants(admin):
    answer = admin.post(reverse("model-new"), {"base_url": "nowhere", "kind": "openai"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This field is required" not in page
    for words in ("Give it a name", "Say which model", "Give the whole address", "Give a number."):
        assert words in page
    assert "wants a key" not in page, "that an address is there is enough to know that no maker's key is wanted"


def test_a_stored_key_is_kept_forgotten_and_never_shown(admin):
    row = saved()
    address = reverse("model-edit", args=[row.pk])
    page = admin.get(address).content.decode()
    assert "secret-key" not in page
    assert "Forget the stored key" in page
    assert admin.post(address, GIVEN | REST).status_code == 302
    assert Connection.objects.get(pk=row.pk).key == row.key
    assert admin.post(address, GIVEN | REST | {"forget_key": "on"}).status_code == 302
    assert not Connection.objects.get(pk=row.pk).key
    assert "Forget the stored key" not in admin.get(address).content.decode()
