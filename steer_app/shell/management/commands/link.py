"""`manage.py link`: a fresh link that signs a person in."""

from django.core.management.base import BaseCommand, CommandError

from steer_app.accounts.services import links, people
from steer_app.shell.addresses import link_address


class Command(BaseCommand):
    help = "Prints a link that signs a person in once: the owner, or the one named."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", nargs="?", help="whom to sign in (default: the owner)")

    def handle(self, *args, name: str | None = None, **options) -> None:
        try:
            person = people.by_name(name) if name else people.ensure_owner()
        except people.NoSuchPerson as error:
            raise CommandError(str(error)) from None
        self.stdout.write(link_address(links.create(person)))
