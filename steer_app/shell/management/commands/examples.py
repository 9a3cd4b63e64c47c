"""`manage.py examples`: the worked examples, for the owner of a product that is new."""

from django.core.management.base import BaseCommand

from steer_app.accounts.models import User
from steer_app.accounts.services import people
from steer_app.sources.models import Collection
from steer_app.steer.services.samples import queue_samples


class Command(BaseCommand):
    help = "Begins the worked examples, unless the owner has been here already. `serve` does it at the first start."

    def handle(self, *args, **options) -> None:
        owner = people.ensure_owner()
        if _is_new(owner):
            queue_samples(owner)


def _is_new(owner: User) -> bool:
    """Somebody who has been here and removed the examples does not get them again."""
    return owner.last_login is None and not Collection.objects.filter(owner=owner).exists()
