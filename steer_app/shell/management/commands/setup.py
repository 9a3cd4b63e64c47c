"""`manage.py setup`: brings database and assets up to date; safe to repeat."""

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from steer_app.accounts.services import people


class Command(BaseCommand):
    help = "Brings the database and the assets up to date and makes the owner's account. Safe to repeat."

    def handle(self, *args, **options) -> None:
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database cannot be reached. {str(error).strip().splitlines()[0]}") from None
        call_command("collectstatic", interactive=False, verbosity=0)
        people.ensure_owner()
