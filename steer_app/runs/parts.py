"""The parts of a run's live page: each a piece of HTML with a stable id, the same over HTTP and over the socket."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from steer_app.runs import selectors
from steer_app.runs.domain.method import Background
from steer_app.runs.domain.wording import sentence
from steer_app.runs.methods import background, method
from steer_app.runs.models import Event, Run
from steer_app.runs.sheets import Item, Part


def part(
    part_id: str, template: str, context: Mapping[str, Any], *, item: Item | None = None, classes: str = ""
) -> Part:
    """Render a part. The template sees no request, so that one rendering serves the page and every socket."""
    inside = mark_safe(render_to_string(template, dict(context)))  # noqa: S308 - a template's output, escaped there
    return framed(part_id, inside, item=item, classes=classes)


def framed(
    part_id: str, inside: SafeString, *, item: Item | None = None, classes: str = "", tag: str = "section"
) -> Part:
    """A part around what was rendered. The classes belong to what it says: they change with it."""
    version = hashlib.sha256(f"{classes}\n{inside}".encode()).hexdigest()[:12]
    name = mark_safe(tag)  # noqa: S308 - from our own code
    kept = (name, part_id, f"part {classes}".rstrip(), version)
    html = format_html('<{} id="{}" class="{}" data-version="{}">{}</{}>', *kept, inside, name)
    swap = format_html('<{} id="{}" class="{}" data-version="{}" hx-swap-oob="true">{}</{}>', *kept, inside, name)
    return Part(part_id, version, html, swap, item)


def of_run(run_id: int) -> tuple[int, list[Part], bool]:
    """The run's last seq, all parts of the plain page as they are now, and whether it has ended.

    Raises Run.DoesNotExist. The seq is read first: the parts are at least as new as it says, and what comes later
    brings them again.
    """
    run = Run.objects.select_related("budget").get(pk=run_id)
    question, settled = selectors.open_question(run.pk), selectors.closed_questions(run.pk)
    named = selectors.steps_to_name(run.pk)
    is_background = run.method in background()
    serves = cast(Background, method(run.method)).serves(run) if is_background else ("", "")
    head = {
        "run": run,
        "moves": _moves(run),
        "progress": selectors.step_totals(run),
        "question": question,
        "closed": settled[0] if settled else None,
        "serves": serves,
        "is_background": is_background,
    }
    steps = {"kinds": selectors.step_counts(run.pk), "steps": named, "is_background": is_background}
    parts = [
        part("run-head", "runs/_head.html", head),
        part("run-question", "runs/_question.html", {"run": run, "question": question, "settled": settled}),
        part("run-steps", "runs/_steps.html", steps),
    ]
    return run.last_seq, parts, run.status == "ended"


def of_home(user_id: int) -> Part:
    """The list of a person's runs; the page's own partial, whose root carries the swap."""
    runs = list(selectors.latest_runs_of(user_id))
    html = mark_safe(render_to_string("runs/_run_list.html", {"runs": runs, "oob": True}))  # noqa: S308
    return Part("run-list", hashlib.sha256(html.encode()).hexdigest()[:12], html, html)


def line(event: Event) -> SafeString:
    """One event of the journal as a line of the log."""
    return format_html(
        '<li id="event-{}" class="event"><time datetime="{}" title="{}">{}</time><b>{}</b><span>{}</span></li>',
        event.seq,
        event.at.isoformat(),
        event.at.strftime("%-d %B %Y, %H:%M:%S UTC"),
        event.at.strftime("%H:%M:%S"),
        event.type.replace(".", " "),
        _told(event.type, event.payload),
    )


def _told(kind: str, payload: Mapping[str, Any]) -> str:
    """In a method's own words where it has some, else in the kernel's. An event's type says whose it is."""
    own = (getattr(method(name), "told", None) for name in settings.METHODS)
    return next((said for told in own if told and (said := told(kind, payload))), "") or sentence(kind, payload)


def newest_first(lines: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((one,) for one in reversed(list(lines))))


def swap_lines(run_id: int, seq: int, lines: list[SafeString]) -> SafeString:
    """The swaps that put `lines` on top of the log and move the page's cursor to `seq`."""
    log = format_html('<ol hx-swap-oob="afterbegin:#run-events">{}</ol>', newest_first(lines)) if lines else ""
    return format_html("{}{}", log, cursor(run_id, seq))


def writing(texts: Mapping[str, tuple[str, str]]) -> SafeString:
    """The swap that shows what is being written."""
    inside = render_to_string("runs/_writing.html", {"texts": list(texts.values()), "oob": True})
    return mark_safe(inside)  # noqa: S308 - a template's output, escaped there


def cursor(run_id: int, seq: int) -> SafeString:
    """Where the page stands in the journal; its script gives it when the socket connects again."""
    return format_html(
        '<i id="run-cursor" hidden data-cursor-for="/ws/runs/{}/" data-seq="{}" hx-swap-oob="true"></i>', run_id, seq
    )


@dataclass(frozen=True)
class Move:
    """A button: the name of its address, what it says, and whether it is the first choice."""

    address: str
    label: str
    primary: bool = False


PAUSE, RESUME = Move("runs:pause", "Pause"), Move("runs:resume", "Go on", primary=True)
WRITE, STOP = Move("runs:write-now", "Finish with what there is"), Move("runs:stop", "Stop")


def _moves(run: Run) -> list[Move]:
    if run.status in {"draft", "ended"}:
        return []
    first = [RESUME] if run.status == "paused" else [PAUSE]
    return first if run.closed or run.status == "reporting" else [*first, WRITE, STOP]
