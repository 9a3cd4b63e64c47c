"""Tags of a live page: where its parts and its lists stand. The page's sheet is in the context as `sheet`."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from steer_app.runs.domain.spending import dollars

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: template.Context, part_id: str) -> SafeString:
    """A part with a place of its own."""
    return context["sheet"].parts[part_id].html


@register.simple_tag(takes_context=True)
def listing(context: template.Context, list_id: str) -> SafeString:
    """The entries of a list, with all that is below them."""
    return context["sheet"].listing(list_id)


@register.filter
def exact(moment) -> SafeString:
    """A moment as its hour and minute, with the exact time on hover; the page's script shows it by the local clock."""
    title, text = moment.strftime("%-d %B %Y, %H:%M:%S UTC"), moment.strftime("%H:%M")
    return mark_safe(f'<time datetime="{moment.isoformat()}" title="{title}">{text}</time>')  # noqa: S308 - from a datetime


@register.filter
def spent(number: int) -> str:
    """A count of tokens, short: 950, 84k, 1.2M."""
    if number < 1000:
        return str(number)
    return f"{number / 1000:.0f}k" if number < 999_500 else f"{number / 1_000_000:.1f}M"


@register.filter
def price(microusd: int) -> str:
    """Millionths of a dollar as a price."""
    return dollars(microusd)


@register.filter
def clock(seconds: float) -> str:
    """Seconds as 0:41, 12:05 or 1:02:05."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
