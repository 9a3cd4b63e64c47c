"""`manage.py worker`: one worker alone, for production."""

from django.core.management.base import BaseCommand

from steer_app.shell import programs


class Command(BaseCommand):
    help = "Runs one worker alone (production; `serve` runs everything)."

    def handle(self, *args, **options) -> None:
        programs.become(programs.worker())
