"""The trace of a run as a page, and as a file to take away. A stranger gets 404."""

import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from steer_app.runs import trace
from steer_app.runs.masking import masked
from steer_app.runs.models import Run
from steer_app.runs.trace import PAGE, Filters
from steer_app.runs.views import visible


@login_required
@never_cache
@require_safe
def page(request: HttpRequest, run_id: int) -> HttpResponse:
    """`?kind=&outcome=&node=&q=&page=`."""
    run, filters = visible(request, run_id), Filters.of(request.GET)
    totals = trace.totals(run, filters)
    count = totals.steps + totals.calls
    pages = max(1, -(-count // PAGE))
    number = _number(request.GET.get("page", ""), pages)
    steps, skills = trace.kinds(run)
    context = {
        "run": run,
        "title": masked(run.title),
        "filters": filters,
        "query": urlencode(filters.given),
        "totals": totals,
        "entries": trace.entries(run, filters, (number - 1) * PAGE, number * PAGE),
        "first": (number - 1) * PAGE + 1 if count else 0,
        "last": min(number * PAGE, count),
        "count": count,
        "number": number,
        "pages": pages,
        "steps": steps,
        "skills": skills,
    }
    return render(request, "runs/trace.html", context)


@login_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def call(request: HttpRequest, run_id: int, call_id: int) -> HttpResponse:
    """One call with its prompt and its answer: the part that the list opens, or a page of its own."""
    run = visible(request, run_id)
    found = trace.opened(run, call_id)
    if found is None:
        raise Http404
    is_part = bool(getattr(request, "htmx", False))
    context = {"run": run, "title": masked(run.title), "call": found, "entry": found.entry}
    return render(request, "runs/_trace_call.html" if is_part else "runs/trace_call.html", context)


@login_required
@never_cache
@require_safe
def lines(request: HttpRequest, run_id: int) -> StreamingHttpResponse:
    """All that the filters let through, in full, a line of JSON each; sent while it is read."""
    run, filters = visible(request, run_id), Filters.of(request.GET)
    answer = StreamingHttpResponse(_streamed(run, filters), content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="trace-{run.pk}.jsonl"'
    return answer


async def _streamed(run: Run, filters: Filters) -> AsyncIterator[bytes]:
    """A server under ASGI sends as it reads only what comes asynchronously; the rows are read in threads."""
    groups = trace.lines(run, filters)
    following = sync_to_async(lambda: next(groups, None))
    while group := await following():
        yield "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in group).encode()


def _number(asked: str, pages: int) -> int:
    return min(pages, max(1, int(asked))) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else 1
