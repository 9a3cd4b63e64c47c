"""Models as an admin sets them up: keys go in and never come out, and a test says what it did."""

import pytest

from steer_app.brains import registry, selectors
from steer_app.brains.chat.trial import trial
from steer_app.brains.domain.endpoint import Endpoint
from steer_app.brains.models import Connection
from steer_app.brains.secret import KeyLost, decrypted, encrypted
from steer_app.brains.services import connections
from steer_app.runs.domain.failures import Unavailable
from tests.model_server import ModelServer, Plan

pytestmark = pytest.mark.django_db
KEY = "sk-very-secret-0123456789"
FORM = {
    "name": "mine", "kind": "openai", "base_url": "http://127.0.0.1:1/v1", "model": "m-1", "new_key": KEY,
    "context_tokens": 32000, "answer_tokens": 4000, "structure": "auto", "temperature": "0", "per_minute": 0,
    "usd_per_million_in": 1, "usd_per_million_out": 2, "read_s": 90, "total_s": 240,
}  # fmt: skip
PAGES = ["/models/", "/models/new/", "/models/1/", "/models/1/test/", "/models/1/trial/", "/models/1/remove/"]


def _saved(client, admin, **changes) -> Connection:
    client.force_login(admin)
    assert client.post("/models/new/", FORM | changes).status_code == 302
    return Connection.objects.get(name=(FORM | changes)["name"])


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", ["researcher", "annotator"])
def test_to_others_the_models_are_not_there(client, django_user_model, path, role):
    Connection.objects.create(pk=1, name="m", model="m")
    client.force_login(django_user_model.objects.create_user("somebody", role=role))
    assert client.get(path).status_code == 404
    assert client.post(path).status_code == 404


def test_a_key_goes_in_and_never_comes_out(client, admin):
    row = _saved(client, admin)
    assert KEY not in row.key
    assert decrypted(row.key) == KEY
    for path in ("/models/", f"/models/{row.pk}/", f"/models/{row.pk}/trial/"):
        page = client.get(path, follow=True).content.decode()
        assert KEY not in page
        assert row.key not in page
    assert KEY not in repr(selectors.endpoint("mine"))


def test_a_change_without_a_key_keeps_the_stored_one(client, admin):
    row = _saved(client, admin)
    client.post(f"/models/{row.pk}/", FORM | {"new_key": "", "model": "m-2"})
    row.refresh_from_db()
    assert (row.model, decrypted(row.key)) == ("m-2", KEY)
    client.post(f"/models/{row.pk}/", FORM | {"new_key": "", "forget_key": "on"})
    assert Connection.objects.get(pk=row.pk).key == ""


def test_the_makers_own_server_wants_a_key(client, admin):
    client.force_login(admin)
    answer = client.post("/models/new/", FORM | {"base_url": "", "new_key": ""})
    assert answer.status_code == 422
    assert "wants a key" in answer.content.decode()
    assert 'value="m-1"' in answer.content.decode()  # nothing typed is lost


def test_one_model_is_the_default(client, admin):
    _saved(client, admin, is_default="on")
    _saved(client, admin, name="other", is_default="on")
    assert [row.name for row in Connection.objects.filter(is_default=True)] == ["other"]
    assert registry.brain("model").name == "model:other"
    assert registry.brain("model:mine").model == "m-1"


def test_the_only_model_needs_no_mark(client, admin):
    _saved(client, admin)
    assert selectors.endpoint().name == "mine"


def test_an_unknown_model_is_named_with_those_there_are(client, admin):
    _saved(client, admin)
    with pytest.raises(selectors.NoModel, match="known: mine"):
        registry.brain("model:nobody")


def test_without_a_model_one_is_told_how_to_set_it_up():
    with pytest.raises(selectors.NoModel, match="STEERLAB_MODEL"):
        selectors.endpoint()


def test_keys_survive_a_change_of_the_products_secret(settings):
    stored = encrypted(KEY)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-secret" * 4, [settings.SECRET_KEY]
    assert decrypted(stored) == KEY
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(KeyLost, match="enter it again"):
        decrypted(stored)


def test_a_lost_key_makes_runs_wait_and_says_why(client, admin, settings):
    _saved(client, admin)
    settings.SECRET_KEY = "another-secret" * 4
    with pytest.raises(Unavailable, match="enter it again"):
        registry.brain("model:mine")


def test_a_test_says_what_it_did_and_what_came_of_it():
    with ModelServer(Plan()) as server:
        found = trial(Endpoint("m", "openai", "honest", server.base_url))
    assert found.worked
    assert f"127.0.0.1:{server.port}" in found.words
    assert "honest" in found.words
    assert "The answer was right." in found.words
    assert "It takes a JSON schema." in found.words


def test_a_test_of_nobody_says_so():
    with ModelServer(Plan()) as server:
        pass
    found = trial(Endpoint("m", "openai", "honest", server.base_url, connect_s=1))
    assert not found.worked
    assert "cannot be reached" in found.words


def test_without_workers_a_test_says_so(client, admin, settings):
    row = _saved(client, admin)
    client.post(f"/models/{row.pk}/test/")
    row.refresh_from_db()
    connections.try_out(connection_id=row.pk)
    row.refresh_from_db()
    assert row.tested_at
    assert not row.test_worked
    assert "127.0.0.1:1" in row.test_result
