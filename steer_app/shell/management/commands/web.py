"""`manage.py web`: the web process alone, for production."""

from django.core.management.base import BaseCommand

from steer_app.shell import programs


class Command(BaseCommand):
    help = "Runs the web process alone (production; `serve` runs everything)."

    def handle(self, *args, **options) -> None:
        programs.become(programs.web())
