"""Tags of the home page, so that the live part needs only the runs."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from steer_app.runs.domain import spending
from steer_app.runs.domain.wording import chip
from steer_app.runs.methods import background
from steer_app.runs.models import Run
from steer_app.runs.selectors import FINISHED
from steer_app.shell.domain import home
from steer_app.sources.domain.blocks import SECTION_MARK
from steer_app.steer.listed import Listed, listed

register = template.Library()


@register.simple_tag
def run_groups(runs: Iterable[Run]) -> list[home.Group]:
    return home.grouped(runs, background(), FINISHED)


@register.simple_tag
def session_facts(runs: Iterable[Run]) -> dict[int, Listed]:
    """What the list says of each session; read all at once."""
    return listed(runs)


@register.filter
def of_run(facts: dict[int, Listed], run: Run) -> Listed | None:
    return facts.get(run.pk)


@register.filter
def dollars(microusd: int) -> str:
    """Millionths of a dollar as a price."""
    return spending.dollars(microusd)


@register.inclusion_tag("runs/_state_chip.html")
def run_state(run: Run) -> dict:
    standing = home.standing(run)
    kind, words = chip(standing, run.outcome)
    if standing == "reporting" and run.method in background():
        words = "Finishing"  # what serves others writes no report
    return {"kind": kind, "words": words}


@register.filter
def ago(moment: datetime) -> str:
    """How long ago, in one unit: "just now", "3 hours ago"."""
    now = timezone.now()
    return "just now" if now - moment < timedelta(minutes=1) else f"{timesince(moment, now, depth=1)} ago"


@register.filter
def trail(section: str) -> str:
    """Where in a document, from its first heading down, with the mark that pages use between steps."""
    return section.replace(SECTION_MARK, " › ")
