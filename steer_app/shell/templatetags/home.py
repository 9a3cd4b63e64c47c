"""Tags of the home page, so that the live part needs only the runs."""

from django import template

from steer_app.shell.domain import home

register = template.Library()


@register.simple_tag
def run_groups(runs) -> list[home.Group]:
    return home.grouped(runs)


@register.inclusion_tag("runs/_state_chip.html")
def run_state(run) -> dict:
    kind, words = home.state(run.status, run.outcome)
    return {"kind": kind, "words": words}
