"""`manage.py research "QUESTION" --folder DIR`: a session in this process, with nothing else running."""

import sys
from argparse import ArgumentParser, BooleanOptionalAction
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from pydantic import ValidationError

from steer_app.runs.domain.failures import BadAnswer, Failure
from steer_app.runs.models import Event, Question, Run
from steer_app.runs.services import questions, runs
from steer_app.steer import spending
from steer_app.steer.params import Params
from steer_app.steer.services import research
from steer_app.steer.told import line

ANSWERS = {"suggested": "suggested", "never": "never", "ask": "person"}
NUMBERS = {"depth": int, "breadth": int, "c0": float, "tol": float, "seed": int}
NUMBERS |= {"lambda_exp": float, "lambda_info": float, "epsilon": float}
REPORT_SHARE = 5
"""One part in so many of a cap is kept for the report."""


class NobodyThere(Exception):
    """The terminal was closed while a question waited."""


class Command(BaseCommand):
    help = "Research a question over folders of documents and write report.md and session.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?", help="what you want to know")
        parser.add_argument("--about", default="", help="one sentence about who you are and what matters to you")
        parser.add_argument("--folder", action="append", type=Path, default=[], help="documents; may be repeated")
        for name, kind in NUMBERS.items():
            default = Params.model_fields[name].default
            parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=default, help=f"default {default}")
        parser.add_argument("--align-gain", choices=["joined", "paper"], default="joined")
        parser.add_argument("--brain", default="offline", help="offline, model or scripted")
        parser.add_argument("--answers", choices=sorted(ANSWERS), default="suggested", help="who answers questions")
        parser.add_argument(
            "--speculate", action="store_true", help="while a question waits, read ahead where you will most likely go"
        )
        parser.add_argument(
            "--direct",
            action=BooleanOptionalAction,
            default=True,
            help="answer at once where one sentence settles the question",
        )
        parser.add_argument("--cap-tokens", type=int, help="tokens to spend at most")
        parser.add_argument("--cap-usd", type=Decimal, help="dollars to spend at most; the model's price must be known")
        parser.add_argument("--cap-seconds", type=float, help="seconds of work at most")
        parser.add_argument("--out", type=Path, help="folder for report.md and session.json")
        parser.add_argument("--resume", type=int, metavar="RUN", help="take up a session that was interrupted")
        parser.add_argument("--user", help="whose session it is; by default the first admin's")

    def handle(self, *args: Any, **options: Any) -> None:
        self._prepare_database()
        run = self._taken_up(options["resume"]) if options["resume"] else self._drafted(options)
        self._say(f"Session {run.pk}; if it is interrupted: manage.py research --resume {run.pk}")
        try:
            run = research.drive(run_id=run.pk, on_event=self._tell, on_question=self._ask)
        except NobodyThere:
            run = Run.objects.get(pk=run.pk)
        except Failure as failure:
            raise CommandError(failure.reason) from failure
        except KeyboardInterrupt:
            self._say(f"Interrupted. Take it up again with: manage.py research --resume {run.pk}")
            sys.exit(130)
        self._finish(run, options["out"] or Path(f"research-{run.pk}"))

    def _prepare_database(self) -> None:
        """The embedded database is brought up to date as it is when the product starts; a server's is its admin's."""
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return
        if connection.vendor != "sqlite":
            raise CommandError("The database is not up to date: run `manage.py migrate` first.")
        call_command("migrate", verbosity=0)

    def _finish(self, run: Run, out: Path) -> None:
        files = research.write(run=run, out=out)
        self._say(f"{run.outcome or run.status}{': ' + run.reason if run.reason else ''}".replace("_", " "))
        for words in spending.in_vain(run):
            self._say(words)
        for file in files:
            self.stdout.write(str(file))
        if not any(file.name == "report.md" for file in files):
            raise CommandError(f"No report was written; session {run.pk} is {run.outcome or run.status}.")

    def _taken_up(self, run_id: int) -> Run:
        run = Run.objects.filter(pk=run_id, method="steer").first()
        if run is None:
            raise CommandError(f"There is no session {run_id}.")
        return run

    def _drafted(self, options: dict[str, Any]) -> Run:
        if not options["question"]:
            raise CommandError('Say what you want to know: manage.py research "QUESTION" --folder DIR')
        if not options["folder"]:
            raise CommandError("Say where to look: --folder DIR, once or more.")
        owner = self._owner(options["user"])
        try:
            collections = [research.collection_of(owner=owner, folder=folder).pk for folder in options["folder"]]
            given = (*NUMBERS, "about", "align_gain", "brain", "speculate", "direct")
            params = {name: options[name] for name in given}
            params |= {"query": options["question"], "collections": collections}
            params |= {"answers": ANSWERS[options["answers"]]}
            caps = _caps(options["cap_tokens"], options["cap_usd"], options["cap_seconds"])
            return research.draft(owner=owner, params=params, caps=caps)
        except NotADirectoryError as error:
            raise CommandError(f"{error.filename or error} is not a folder.") from error
        except ValidationError as error:
            raise CommandError("; ".join(_in_words(one) for one in error.errors())) from error

    def _owner(self, name: str | None) -> Any:
        """The person named; without a name the first admin, and on a fresh machine an owner who signs in by link."""
        people = get_user_model().objects
        if name:
            person = people.filter(username=name).first()
            if person is None:
                raise CommandError(f"There is nobody called {name!r} here.")
            return person
        first = people.filter(role="admin").order_by("pk").first()
        return first or people.create_user(username="owner", role="admin")

    def _tell(self, event: Event) -> None:
        words = line(event.type, event.payload)
        if words:
            self._say(words)

    def _ask(self, question: Question) -> None:
        """Ask on the terminal until the answer can be applied. Raises NobodyThere at the end of input."""
        self._say("")
        self._say(question.text)
        for option in question.options:
            mark = "x" if option["suggested"] else " "
            self._say(f"  [{mark}] {option['number']}. {option['question']}")
        self._say("Numbers such as 1, 3; then `New questions:` and one a line. An empty line ends your answer;")
        self._say("with nothing before it, what is marked is followed. `none` ends this branch.")
        while True:
            answer = self._typed()
            try:
                questions.answer(question_id=question.pk, revision=question.revision, answer=answer, by="terminal")
            except BadAnswer as mistake:
                self._say(mistake.reason)
            else:
                return

    def _typed(self) -> dict[str, Any]:
        lines: list[str] = []
        while True:
            got = sys.stdin.readline()
            if not got and not lines:
                raise NobodyThere
            if not got.strip():
                break
            lines.append(got.rstrip("\n"))
        typed = "\n".join(lines)
        if not typed:
            return {"you_decide": True}
        return {"typed": typed, "end_branch": typed.strip().lower() == "none"}

    def _say(self, words: str) -> None:
        self.stderr.write(words, style_func=str)


def _caps(tokens: int | None, usd: Decimal | None, seconds: float | None) -> runs.Caps:
    microusd = None if usd is None else int(usd * 1_000_000)
    return runs.Caps(
        tokens=tokens,
        microusd=microusd,
        seconds=seconds,
        report_tokens=(tokens or 0) // REPORT_SHARE,
        report_microusd=(microusd or 0) // REPORT_SHARE,
        report_seconds=(seconds or 0) / REPORT_SHARE,
    )


def _in_words(error: Any) -> str:
    name = "--" + str(error["loc"][-1]).replace("_", "-") if error["loc"] else "settings"
    return f"{name}: {error['msg']}"
