"""A SteER session: its wall time against the bound of its calls, and the cost of planning at 1,000 nodes."""

import time
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row, median
from steer_app.runs.methods import method
from steer_app.runs.models import Run, Step
from steer_app.runs.services import inline, runs
from steer_app.steer.domain.place import ROOT, child, parent
from steer_app.steer.models import Node, Session
from steer_app.steer.samples import FOLDER, WORKED
from steer_app.steer.services import research

CALL_MS = 200
BOUND_S = (4 * 3 + 2) * CALL_MS / 1000
"""Four calls in a row at each of three levels, and two for the report: the design's fixed bound."""
NODES, ROUNDS = 1000, 30
DEPTH, BREADTH = 6, 6


def run(folder: Path) -> list[Row]:
    call_command("migrate", verbosity=0)
    owner = get_user_model().objects.create_user("session-bench")
    return [_wall(owner), _planning(owner)]


def _wall(owner) -> Row:
    """Depth 2, breadth 3, a worker's threads; documents are read and models loaded before the clock starts."""
    collection = research.collection_of(owner=owner, folder=FOLDER)
    params = {"query": WORKED[0].query, "about": WORKED[0].about, "collections": [collection.pk]}
    params |= {"depth": 2, "breadth": 3, "answers": "suggested", "brain": "scripted"}
    warm = research.draft(owner=owner, params=params | {"depth": 1}, caps=runs.Caps())
    research.drive(run_id=warm.pk, on_event=lambda event: None, on_question=None)
    settings.SCRIPTED_DELAY_MS = CALL_MS
    walls, sizes = [], []
    for seed in range(3):
        draft = research.draft(owner=owner, params=params | {"seed": seed}, caps=runs.Caps())
        runs.start(run_id=draft.pk)
        began = time.perf_counter()
        inline.run_to_end(draft.pk, threads=settings.WORKER_THREADS)
        walls.append(time.perf_counter() - began)
        sizes.append(Node.objects.filter(run=draft, status="read").count())
    settings.SCRIPTED_DELAY_MS = 0
    figures = f"{median(walls):.2f} s, {median(walls) / BOUND_S:.2f} of the bound ({median(sizes):.0f} nodes read)"
    return Row(f"session of depth 2, breadth 3, {CALL_MS} ms a call", figures, f"{1.15 * BOUND_S:.2f} s")


def _planning(owner) -> Row:
    tree = _grown(owner)
    steer = method("steer")
    times, processor = [], []
    for _ in range(ROUNDS):
        began, began_on_processor = time.perf_counter(), time.process_time()
        steer.plan_next(steer.load(tree))
        times.append((time.perf_counter() - began) * 1000)
        processor.append((time.process_time() - began_on_processor) * 1000)
    steps = Step.objects.filter(run=tree).count()
    figures = f"{median(times):.1f} ms ({median(processor):.1f} ms of processor)"
    return Row(f"load + plan_next, {NODES} nodes, {steps} steps (steer)", figures, "20 ms")


def _grown(owner) -> Run:
    """A session with 1,000 nodes read, those above the last level scouted and decided."""
    params = {"query": "a tree of a thousand", "collections": [1], "depth": DEPTH, "breadth": BREADTH}
    tree = runs.create(method_name="steer", owner=owner, title="", params=params)
    runs.start(run_id=tree.pk)
    Session.objects.create(run=tree, c0=0.7, tol=3, persona_version=1)
    paths = [ROOT]
    for path in paths:
        paths += [child(path, number) for number in range(1, BREADTH + 1)][: max(0, NODES - len(paths))]
    inner = {parent(path) for path in paths}
    Node.objects.bulk_create(
        Node(
            run=tree,
            path=path,
            question=f"Question {path}?",
            query=path,
            status="read",
            has_result=True,
            persona_version=1,
            scouted=path in inner,
            decided=True,
        )
        for path in paths
    )
    keys = [f"read:{path}" for path in paths]
    keys += [f"{kind}:{path}" for path in paths if path in inner for kind in ("scout", "decide")]
    Step.objects.filter(run=tree).delete()
    Step.objects.bulk_create(Step(run=tree, kind=key.partition(":")[0], key=key, status="done") for key in keys)
    return tree
