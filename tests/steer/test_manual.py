"""The offline brain, measured: 30 questions on a manual of more than 500 pages, with the real embedding model.

The promise: among the root's first ten hits a right passage for nine questions in ten, a right passage cited in seven
reports of ten, every quotation verbatim, no sentence twice. The last two hold. The first two are not reached yet, so
the test fails below what was reached (FLOOR), and is an expected failure, with its figures, below the promise. The
figures over the whole manual and all thirty sessions come from `python -m benchmark.perf manual`.
"""

from collections import Counter

import pytest

from steer_app.sources.models import Document
from steer_app.steer import evidence, written
from steer_app.steer.models import Learning
from steer_app.steer.skills import report as report_skill
from steer_app.steer.steps.report import sentences
from tests.steer import manual_index
from tests.steer.manual_index import QUESTIONS
from tests.steer.manual_text import MANUAL

PAGES = 520
SESSIONS = QUESTIONS[::3]
FLOOR, PROMISE = (20, 3), (27, 7)
"""(Questions with a right passage among ten hits, of 30; reports that cite one, of 10)."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.service,
    pytest.mark.timeout(1800),
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not MANUAL.is_dir(), reason="the package postgresql-doc-15 is not installed"),
]


def test_the_manual_answers(settings, owner, tmp_path):
    """One test, for the index is dear and a test that commits leaves no rows behind."""
    settings.EMBEDDER, settings.MEDIA_ROOT = "minilm", tmp_path / "files"
    collection = manual_index.indexed(owner, manual_index.pages(PAGES), tmp_path / "pages")
    assert Document.objects.filter(collection=collection, status="ready").count() >= 500
    right = {question["id"]: manual_index.right_spans(collection, question) for question in QUESTIONS}

    found = [question["id"] for question in QUESTIONS if _found(collection, question, right[question["id"]])]
    cited = []
    for question in SESSIONS:
        run = manual_index.session(owner, collection, question)
        assert run.outcome == "complete"
        if manual_index.cites_right(run, right[question["id"]]):
            cited.append(question["id"])
        _quotes_to_the_letter(run)
        _says_nothing_twice(run)
    reached = len(found), len(cited)
    assert all(ours >= floor for ours, floor in zip(reached, FLOOR, strict=True)), (found, cited)
    if any(ours < promised for ours, promised in zip(reached, PROMISE, strict=True)):
        pytest.xfail(f"found {len(found)} of {len(QUESTIONS)}, cited {len(cited)} of {len(SESSIONS)}")


def _found(collection, question, spans) -> bool:
    first = [one.source for one in evidence.find_closely([collection.pk], question["question"])[:10]]
    return any(manual_index.is_right(spans, one.document, one.start, one.start + len(one.text)) for one in first)


def _quotes_to_the_letter(run) -> None:
    texts = {}
    for row in Learning.objects.filter(run=run):
        for quote in [vars(row), *row.further]:
            document = quote["document"]
            if document not in texts:
                texts[document] = Document.objects.values_list("text", flat=True).get(pk=document)
            assert texts[document][quote["start"] : quote["end"]] == quote["text"]
        assert row.claim == row.text


def _says_nothing_twice(run) -> None:
    content = report_skill.Answer.model_validate(written.latest(run).content)
    quoted = Counter(" ".join(one.text.split()) for one in sentences(content) if one.kind != "link")
    assert not [text for text, times in quoted.items() if times > 1]
