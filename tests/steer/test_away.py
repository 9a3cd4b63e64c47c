"""A session whose model is away, as its page shows it, and the way on."""

import pytest
from django.urls import reverse

from steer_app.runs.models import Run, Step
from steer_app.runs.services import claims, steps
from tests.steer import factories

pytestmark = pytest.mark.django_db
AWAY = "models.example cannot be reached."


@pytest.fixture
def held(owner, library):
    run = factories.session(owner, library)
    steps.hold(claims.claim(Step.objects.get(run=run, key="start").pk), AWAY)
    return Run.objects.get(pk=run.pk)


def test_the_page_says_that_it_waits_and_offers_the_way_on(client, owner, held):
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[held.pk])).content.decode()
    assert "Its model is away" in page
    assert AWAY in page
    assert "tries again by itself" in page
    assert f'formaction="{reverse("steer:brain", args=[held.pk])}"' in page
    assert 'value="offline"' in page


def test_another_brain_is_chosen_on_the_page(client, owner, held):
    client.force_login(owner)
    answer = client.post(reverse("steer:brain", args=[held.pk]), {"brain": "offline"})
    assert answer.status_code == 302
    run = Run.objects.get(pk=held.pk)
    assert (run.status, run.params["brain"], run.held_because) == ("running", "offline", "")
    page = client.get(reverse("runs:run", args=[held.pk])).content.decode()
    assert "Go on with the offline brain." in page
    assert f"My model does not answer, so I wait. {AWAY}" in page


@pytest.mark.parametrize("brain", ["", "nobody", "model:none", "test"])
def test_a_brain_that_is_not_offered_is_refused(client, owner, held, brain):
    client.force_login(owner)
    answer = client.post(reverse("steer:brain", args=[held.pk]), {"brain": brain}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert Run.objects.get(pk=held.pk).status == "paused"


@pytest.mark.parametrize("who", ["stranger", "admin"])
def test_nobody_else_chooses(client, request, held, who):
    client.force_login(request.getfixturevalue(who))
    assert client.post(reverse("steer:brain", args=[held.pk]), {"brain": "offline"}).status_code == 404
