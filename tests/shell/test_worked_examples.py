"""What a newcomer finds: a collection that is being read, and two runs over it."""

from django.core.management import call_command
from django.utils import timezone

from steer_app.accounts.services import people
from steer_app.runs.models import Run
from steer_app.sources.models import Collection, Document
from steer_app.steer import samples


def test_the_first_start_begins_a_reading_and_two_runs(db):
    call_command("examples")
    owner = people.ensure_owner()
    assert Collection.objects.get().owner == owner
    assert Document.objects.count() == len(samples.documents())
    assert sorted(Run.objects.filter(owner=owner).values_list("method", flat=True)) == ["ingest", "steer", "steer"]
    assert not Run.objects.filter(status="draft").exists()


def test_one_example_goes_by_itself_and_one_asks(db):
    call_command("examples")
    runs = Run.objects.filter(method="steer").order_by("pk")
    assert [run.params["answers"] for run in runs] == ["suggested", "person"]


def test_a_second_start_adds_nothing(db):
    call_command("examples")
    call_command("examples")
    assert Run.objects.count() == 3


def test_whoever_removed_them_does_not_get_them_again(db):
    owner = people.ensure_owner()
    owner.last_login = timezone.now()
    owner.save()
    call_command("examples")
    assert not Run.objects.exists()
