"""Tags of the home page, so that the live part needs only the runs."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from steer_app.shell.domain import home

register = template.Library()


@register.simple_tag
def run_groups(runs) -> list[home.Group]:
    return home.grouped(runs)


@register.inclusion_tag("runs/_state_chip.html")
def run_state(run) -> dict:
    kind, words = home.state(home.standing(run), run.outcome)
    return {"kind": kind, "words": words}


@register.filter
def ago(moment: datetime) -> str:
    """How long ago, in one unit: "just now", "3 hours ago"."""
    now = timezone.now()
    return "just now" if now - moment < timedelta(minutes=1) else f"{timesince(moment, now, depth=1)} ago"
