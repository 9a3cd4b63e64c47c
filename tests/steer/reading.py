"""A session with a report, written by hand: as many learnings as a test wants, on documents that are really there."""

from typing import Any

from steer_app.runs.models import Run
from steer_app.sources.domain.blocks import Block, Kind, packed
from steer_app.sources.models import Collection, Document
from steer_app.steer.models import Aspect, Decision, Learning, Node, PersonaVersion, Report, Session

HOSTILE = "<script>alert(1)</script> & [x](http://evil.example) <b>bold</b>"


def document(collection: Collection, name: str, sentences: list[str], **fields: Any) -> Document:
    """One paragraph of these sentences."""
    text = " ".join(sentences)
    fields.setdefault("blocks", packed([Block(0, len(text), Kind.PARAGRAPH)]))
    return Document.objects.create(
        collection=collection, path=name, title=fields.pop("title", f"About {name}"), kind="text", status="ready",
        text=text, **fields,
    )  # fmt: skip


def written(owner: Any, learnings: int = 6, *, a_node: int = 10, **fields: Any) -> Run:
    """An ended session whose report quotes each learning once; `a_node` learnings a node, three documents."""
    collection = Collection.objects.create(owner=owner, name="shelf")
    sentences = [f"Finding number {no} says {no * 7} of a hundred." for no in range(learnings)]
    documents = [document(collection, f"{name}.txt", sentences) for name in ("one", "two", "three")]
    params = {"query": "What is found?", "collections": [collection.pk], "brain": "offline", "depth": 2}
    values = {"status": "ended", "outcome": "complete", "title": "What is found?", "params": params} | fields
    run = Run.objects.create(owner=owner, method="steer", **values)
    Session.objects.create(run=run, c0=0.7, tol=3, persona_version=1)
    PersonaVersion.objects.create(run=run, no=1, text="Somebody.", cause="start", aspects=[1, 2])
    for no, text in enumerate(("the findings of it", "the price"), 1):
        Aspect.objects.create(run=run, no=no, text=text, origin="inferred", words=text)
    count = max(1, -(-learnings // a_node))
    paths = ["0", *(f"0.{no}" for no in range(1, count))]
    for path in paths:
        Node.objects.create(
            run=run, path=path, question=f"What of {path}?", query=path, status="read", has_result=True,
            coverage={"1": 2, "2": 0},
        )  # fmt: skip
    rows = []
    for no, text in enumerate(sentences):
        found = documents[no % 3]
        start = found.text.index(text)
        rows.append(
            Learning(
                run=run, path=paths[no // a_node], no=no % a_node + 1, claim=text, text=text, document=found.pk,
                title=found.title, file=found.path, place="", passage=0, start=start, end=start + len(text),
            )
        )  # fmt: skip
    Learning.objects.bulk_create(rows)
    report_of(run, [(row.text, [no]) for no, row in enumerate(rows, 1)], version=1)
    return run


def decision(run: Run) -> Decision:
    """Decision 1, at the root: of two candidates the second is left out, and its one term is exploration."""
    rows = [
        {
            "path": f"0.{no}", "question": f"What of 0.{no}?", "query": "it", "goal": "", "confidence": 0.9, "depth": 1,
            "wild_card": False, "tags": [{"tag": "cost", "count": 0}], "expected": ["It costs."], "info_cos": None,
            "coverage_parent": [0, 0], "coverage_with": [gain, 0], "align_gain": gain / 4, "explore": 0.5,
            "info_gain": 1.0, "utility": gain / 4 + 0.75, "exec_cost": 0.8, "radius": 0.05, "in_s": gain == 2,
        }
        for no, gain in ((1, 2), (2, 0))
    ]  # fmt: skip
    return Decision.objects.create(
        run=run, no=1, path="0", policy="proceed", outcome="none", gain=0.05, cost=0.7, c0=0.7, tol=3,
        active_directions=1, pauses_in_direction=0, depth_limit=2, breadth=3, persona_version=1, aspects=[1, 2],
        basis=["0"], basis_learnings=6, coverage_parent=[0, 0], candidates=rows, pre_marked=["0.1"],
        expanded=["0.1", "0.2"],
    )  # fmt: skip


def report_of(run: Run, lines: list[tuple[str, list[int]]], *, version: int, **fields: Any) -> Report:
    """A report with one section of these sentences, each with the numbers of the learnings it cites."""
    sentences = [{"text": text, "cites": cites, "kind": "quote" if cites else "link"} for text, cites in lines]
    content = {
        "title": "What is found",
        "answer": sentences[:1],
        "sections": [{"heading": "The findings", "path": "0", "paragraphs": [{"label": "", "sentences": sentences}]}],
        "differences": [],
        "uncovered": [],
        "open_questions": ["And hail?"],
        "notice": "A test wrote this.",
    } | fields.pop("content", {})
    rows = Learning.objects.filter(run=run).order_by("pk")
    learnings = [{"id": no, "path": row.path, "no": row.no} for no, row in enumerate(rows, 1)]
    return Report.objects.create(
        run=run, version=version, content=content, learnings=learnings, coverage={"1": 2, "2": 0}, persona_version=1,
        **fields,
    )  # fmt: skip
