"""The changes that most outcomes are made of, each scoped to the run it is applied to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models.functions import Now

from steer_app.runs.models import Run, Steer, Step
from steer_app.runs.services import runs, transitions


@dataclass(frozen=True)
class Insert:
    """A new row of `model` ("app.Model") that belongs to the run."""

    model: str
    values: Mapping[str, Any]

    def apply(self, run: Run) -> None:
        apps.get_model(self.model)._default_manager.create(run=run, **self.values)


@dataclass(frozen=True)
class InsertAll:
    """New rows of `model` that belong to the run, in one statement."""

    model: str
    rows: Sequence[Mapping[str, Any]]

    def apply(self, run: Run) -> None:
        model = apps.get_model(self.model)
        model._default_manager.bulk_create(model(run=run, **values) for values in self.rows)


@dataclass(frozen=True)
class Update:
    """New values for the run's rows of `model` that match `where`."""

    model: str
    where: Mapping[str, Any]
    values: Mapping[str, Any]

    def apply(self, run: Run) -> None:
        apps.get_model(self.model)._default_manager.filter(run=run, **self.where).update(**self.values)


@dataclass(frozen=True)
class CancelSteps:
    """The steps of a pruned branch: ready ones are cancelled, claimed ones told (K13)."""

    keys: tuple[str, ...]

    def apply(self, run: Run) -> None:
        wanted = Step.objects.filter(run=run, key__in=self.keys)
        wanted.filter(status__in=[Step.Status.READY, Step.Status.PARKED]).update(
            status=Step.Status.CANCELLED, ended_at=Now()
        )
        wanted.filter(status=Step.Status.CLAIMED).update(cancel=True)


@dataclass(frozen=True)
class ReviveSteps:
    """The steps of a revived branch: flags off, and cancelled ones forgotten, so that the plan makes them again when
    they are due (K13): a decision that was cancelled waits for its turn, a reading for what its answer teaches."""

    keys: tuple[str, ...]

    def apply(self, run: Run) -> None:
        wanted = Step.objects.filter(run=run, key__in=self.keys)
        wanted.filter(status=Step.Status.CLAIMED).update(cancel=False)
        wanted.filter(status=Step.Status.CANCELLED).delete()


@dataclass(frozen=True)
class ForgetSteps:
    """Steps that shall be as if they had never been planned: those not begun, and with `at_work` those claimed too,
    whose workers then write nothing (their calls are kept, K6). What is done or failed stays."""

    keys: tuple[str, ...]
    at_work: bool = False

    def apply(self, run: Run) -> None:
        unbegun = [Step.Status.READY, Step.Status.PARKED, Step.Status.CANCELLED]
        gone = [*unbegun, Step.Status.CLAIMED] if self.at_work else unbegun
        Step.objects.filter(run=run, key__in=self.keys, status__in=gone).delete()


@dataclass(frozen=True)
class SettleSteer:
    """A steer has been applied, or refused with a reason."""

    steer_id: int
    state: str
    reason: str = ""
    because: str = ""
    at: tuple[str, ...] = ()
    since: str = ""

    def apply(self, run: Run) -> None:
        steer = Steer.objects.get(run=run, pk=self.steer_id)
        if steer.state == Steer.State.RECEIVED:
            transitions.settle_steer(
                run, steer, self.state, self.reason, because=self.because, at=self.at, since=self.since
            )


@dataclass(frozen=True)
class Pause:
    """Take up nothing new until somebody goes on (K14)."""

    by: str

    def apply(self, run: Run) -> None:
        runs.pause_locked(run, self.by)


@dataclass(frozen=True)
class GoOn:
    """Out of a pause."""

    by: str

    def apply(self, run: Run) -> None:
        runs.resume_locked(run, self.by)


@dataclass(frozen=True)
class Close:
    """End the research phase: the report is next (K14). `why`: stopped or wrote now."""

    why: str
    by: str

    def apply(self, run: Run) -> None:
        runs.close_locked(run, self.why, self.by)
