"""`load` and `plan_next` together, on a tree of about 1,000 counted nodes (kernel.md: at most 20 ms)."""

import time
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row, median
from steer_app.runs.methods import method
from steer_app.runs.models import Run, Step
from steer_app.runs.services import runs

NODES, ROUNDS = 1000, 30
DEPTH, BREADTH = 6, 6


def run(folder: Path) -> list[Row]:
    call_command("migrate", verbosity=0)
    tree = _grown()
    counting = method("counting")
    times, processor = [], []
    for _ in range(ROUNDS):
        began, began_on_processor = time.perf_counter(), time.process_time()
        list(counting.plan_next(counting.load(tree)))
        times.append((time.perf_counter() - began) * 1000)
        processor.append((time.process_time() - began_on_processor) * 1000)
    steps = Step.objects.filter(run=tree).count()
    figures = f"{median(times):.1f} ms ({median(processor):.1f} ms of processor)"
    return [Row(f"load + plan_next, {NODES} nodes, {steps} steps (counting)", figures, "20 ms")]


def _grown() -> Run:
    """A run whose first 1,000 nodes are counted, and decided where they have children."""
    owner = get_user_model().objects.create_user("planner")
    params = {"depth": DEPTH, "breadth": BREADTH, "answers": "suggested"}
    run = runs.create(method_name="counting", owner=owner, title="", params=params)
    runs.start(run_id=run.pk)
    paths, steps = ["0"], []
    for path in paths:
        steps.append(Step(run=run, kind="count", key=f"count:{path}", status="done", result={"number": 3}))
        if len(paths) < NODES:
            kept = [f"{path}.{number}" for number in range(1, BREADTH + 1)][: NODES - len(paths)]
            paths += kept
            steps.append(Step(run=run, kind="decide", key=f"decide:{path}", status="done", result={"kept": kept}))
    Step.objects.filter(run=run).delete()
    Step.objects.bulk_create(steps)
    return run
