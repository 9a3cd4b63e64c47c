"""`manage.py setup`: brings database and assets up to date; safe to repeat."""

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from steer_app.accounts.services import people


class Command(BaseCommand):
    help = "Brings the database and the assets up to date and makes the owner's account. Safe to repeat."

    def handle(self, *args, **options) -> None:
        refuse_absent_database()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        people.ensure_owner()


def refuse_absent_database() -> None:
    """Raises CommandError with the server's own words. Without the pool, which would try for half a minute first."""
    once = connection.copy()
    once.settings_dict["OPTIONS"].pop("pool", None)
    try:
        once.ensure_connection()
    except OperationalError as error:
        raise CommandError(f"The database cannot be reached. {str(error).strip().splitlines()[0]}") from None
    finally:
        once.close()
