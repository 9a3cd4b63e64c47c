"""`manage.py examples`: the worked examples, for the owner of a product that is new."""

from django.core.management.base import BaseCommand

from steer_app.accounts.services import people
from steer_app.shell import worked_examples


class Command(BaseCommand):
    help = "Begins the worked examples, unless the owner has been here already. `serve` does it at the first start."

    def handle(self, *args, **options) -> None:
        owner = people.ensure_owner()
        if worked_examples.wanted(owner):
            worked_examples.begin(owner)
