"""Fifty random timings give one tree (K9, K15)."""

import random
from dataclasses import dataclass, field, replace

import pytest
from django.contrib.auth import get_user_model

from steer_app.brains.counting import count, tree
from steer_app.brains.counting.count import scripted
from steer_app.runs.domain.canonical import seed_of
from steer_app.runs.domain.progress import Progress
from steer_app.runs.methods import method
from steer_app.runs.models import Event, Question, Run, Step
from steer_app.runs.services import claims, inline, runs, steps


@dataclass
class Simulation:
    """The kernel in memory: steps that are ready, at work and done, and a tree that grows by what they bring."""

    rng: random.Random
    state: tree.Tree
    done: set[str] = field(default_factory=set)
    decisions: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def run(self) -> tuple[dict, list]:
        at_work: dict[str, object] = {}
        while True:
            known = self.done | set(at_work)
            ready = [spec for spec in tree.plan(self._with_progress(at_work)) if spec.key not in known]
            if not at_work and [spec.key for spec in ready] == ["total:1"]:
                return dict(self.state.numbers), self.decisions
            if ready and len(at_work) < 6 and self.rng.random() < 0.6:
                spec = self.rng.choice(ready)
                at_work[spec.key] = self._perform(spec.kind, spec.payload["path"])
            elif at_work:
                key = self.rng.choice(sorted(at_work))
                self._finish(key, at_work.pop(key))

    def _with_progress(self, at_work: dict[str, object]) -> tree.Tree:
        return replace(self.state, progress=Progress(claimed=frozenset(at_work), done=frozenset(self.done)))

    def _perform(self, kind: str, path: str) -> object:
        if kind == "count":
            parent = path.rpartition(".")[0]
            request = count.Request(path, tree.sum_before(self.state, parent) if parent else 0)
            return scripted.answer(request, random.Random(seed_of(count.NAME, request))).number
        children = [f"{path}.{number}" for number in range(1, self.state.breadth + 1)]
        return tuple(children[: 1 + tree.sum_before(self.state, path) % self.state.breadth])

    def _finish(self, key: str, brought: object) -> None:
        kind, _, path = key.partition(":")
        self.done.add(key)
        if kind == "count":
            self.state = replace(self.state, numbers={**self.state.numbers, path: brought})
        else:
            self.state = replace(self.state, kept={**self.state.kept, path: brought})
            self.decisions.append((path, brought))


def test_fifty_random_timings_of_the_plan_give_one_tree():
    pictures = [Simulation(random.Random(seed), tree.Tree(6, 3)).run() for seed in range(50)]
    assert all(picture == pictures[0] for picture in pictures)
    assert len(pictures[0][1]) > 12


def start(owner, **params) -> Run:
    values = {"depth": 3, "breadth": 3, "answers": "suggested", **params}
    run = runs.create(method_name="counting", owner=owner, title="", params=values, executor="inline")
    return runs.start(run_id=run.pk)


def picture(run: Run):
    decided = Event.objects.filter(run=run, type="node.decided").order_by("seq").values_list("payload", flat=True)
    asked = Question.objects.filter(run=run).order_by("key").values_list("key", "answer")
    steps_done = Step.objects.filter(run=run).values_list("key", "result", "status")
    return sorted(steps_done, key=str), list(decided), list(asked)


def in_random_order(run: Run, rng: random.Random, workers: int = 6) -> None:
    """Up to `workers` claims at once; which is performed next, and which finishes next, is chance.

    The same as threads with jittered delays, without the waiting: what a step reads it reads when it is performed,
    what it brings is written later.
    """
    at_work: list[tuple[Step, object]] = []
    while Run.objects.get(pk=run.pk).status != "ended":
        ready = list(Step.objects.filter(run=run, status="ready").values_list("pk", flat=True))
        if ready and len(at_work) < workers and rng.random() < 0.6:
            step = claims.claim(rng.choice(ready))
            at_work.append((step, method("counting").perform(step, steps.StepContext(step.run, step))))
        elif at_work:
            step, outcome = at_work.pop(rng.randrange(len(at_work)))
            steps.finish(step, outcome)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_random_timings_of_the_whole_kernel_give_one_tree(owner):
    pictures = []
    for seed in range(3):
        run = start(owner)
        in_random_order(run, random.Random(seed))
        pictures.append(picture(run))
    assert all(other == pictures[0] for other in pictures)


@pytest.mark.slow
@pytest.mark.django_db
def test_fifty_random_timings_of_the_whole_kernel_give_one_tree(owner):
    pictures = []
    for seed in range(50):
        run = start(owner)
        in_random_order(run, random.Random(seed))
        pictures.append(picture(run))
    assert all(other == pictures[0] for other in pictures)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_threads_with_jittered_delays_give_the_same_tree(settings):
    owner = get_user_model().objects.create_user("owner")
    alone = start(owner)
    inline.run_to_end(alone.pk, threads=0)
    settings.SCRIPTED_JITTER_MS = 40
    for _ in range(8):
        run = start(owner)
        inline.run_to_end(run.pk, threads=6)
        assert picture(run) == picture(alone)
