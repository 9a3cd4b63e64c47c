"""`manage.py serve`: bus, web and worker together, until Ctrl-C."""

import signal
import socket
import sys
import threading

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from steer_app import env
from steer_app.accounts.services import links, people
from steer_app.shell import bus, programs
from steer_app.shell.addresses import link_address, reachable_host
from steer_app.shell.child import Child
from steer_app.shell.supervisor import GaveUp, Supervisor


class Command(BaseCommand):
    help = "Starts bus, web and worker, shows what they say, and stops all of them on Ctrl-C."
    greeted = False
    _one_line_at_a_time = threading.Lock()

    def handle(self, *args, **options) -> None:
        for name in env.unknown("STEERLAB_"):
            self.say("serve", f"{name} is set, but there is no such setting; the README has the table.")
        refuse_taken_port(settings.HOST, settings.PORT)
        call_command("setup")
        try:
            supervisor = self.supervisor()
            supervisor.stop_on_signals()
            supervisor.run(on_tick=self.greet_once)
        except (GaveUp, bus.BusUnavailable) as error:
            raise CommandError(str(error)) from None
        self.say("serve", "Stopped.")

    def supervisor(self) -> Supervisor:
        def child(name: str, command: list[str], on_parent_death: signal.Signals) -> Child:
            return Child(name, command, on_parent_death=on_parent_death, show=self.say)

        own_bus = None
        if settings.BUS_EMBEDDED:
            own_bus = child("bus", bus.prepare(settings.BUS_SOCKET, settings.DATA_DIR), signal.SIGTERM)
        elif not bus.answers(settings.BUS_URL):
            raise bus.BusUnavailable("No Redis or Valkey server answers at STEERLAB_BUS_URL. Start it, or unset that.")
        return Supervisor(
            bus_url=settings.BUS_URL,
            own_bus=own_bus,
            # Killed outright when the supervisor is: a step begun is taken up again at the next start.
            programs=[
                child("web", programs.web(), signal.SIGKILL),
                child("worker", programs.worker(), signal.SIGKILL),
            ],
        )

    def greet_once(self) -> None:
        """Prints the owner's link once the web process answers; then, at the first start, begins the examples."""
        if self.greeted or not listening(settings.HOST, settings.PORT):
            return
        self.greeted = True
        address = link_address(links.create(people.ensure_owner()))
        self.say("serve", f"SteerLab is running, with its data in {settings.DATA_DIR}. Ctrl-C stops it.")
        self.say("serve", f"Open this link, it signs you in once:\n\n    {address}\n")
        if settings.SAMPLES:
            call_command("examples")

    def say(self, name: str, line: str) -> None:
        with self._one_line_at_a_time:
            sys.stdout.write(f"{name:<6} │ {line}\n")
            sys.stdout.flush()


def refuse_taken_port(host: str, port: int) -> None:
    """Raises CommandError with what to do when another program listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} of {host} cannot be used ({error.strerror}). If SteerLab runs in another window, use"
                f" that one or stop it; else choose another port: STEERLAB_PORT={port + 1} make run"
            ) from None


def listening(host: str, port: int) -> bool:
    try:
        socket.create_connection((reachable_host(host), port), timeout=1).close()
    except OSError:
        return False
    return True
