"""Numbers of a decision on a page: rounded for eyes, in full for whoever asks."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from steer_app.steer.explain import COVERAGE, number

register = template.Library()


@register.filter
def figure(value: float | None) -> SafeString | str:
    """Three places; every digit is in the element's value and shows on hover."""
    if value is None:
        return "–"
    return format_html('<data value="{0}" title="{0}">{1}</data>', repr(value), number(value))


@register.filter
def covered(score: int) -> str:
    """A coverage score in words."""
    return COVERAGE[score]
