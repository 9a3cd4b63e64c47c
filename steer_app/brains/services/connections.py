"""Models that an admin sets up, and their trials."""

from collections.abc import Mapping
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from kombu.exceptions import OperationalError

from steer_app.brains import selectors
from steer_app.brains.models import Connection
from steer_app.brains.secret import KeyLost, encrypted

NO_WORKER = "The workers cannot be reached, so nothing was tried. Is the product's bus running?"


def save(
    *, values: Mapping[str, Any], key: str, forget_key: bool = False, connection_id: int | None = None
) -> Connection:
    """Make a model known, or change one. An empty `key` leaves the stored one as it is; `forget_key` removes it.

    At most one is the default. Raises Connection.DoesNotExist.
    """
    with transaction.atomic():
        row = Connection.objects.get(pk=connection_id) if connection_id else Connection()
        for name, value in values.items():
            setattr(row, name, value)
        if forget_key or key:
            row.key = encrypted(key)
        row.test_result, row.tested_at = "", None
        row.save()
        if row.is_default:
            Connection.objects.exclude(pk=row.pk).update(is_default=False)
    return row


def delete(*, connection_id: int) -> None:
    """Runs that use it wait when they need it next, and can be given another brain. Raises Connection.DoesNotExist."""
    Connection.objects.get(pk=connection_id).delete()


def ask_for_trial(*, connection_id: int) -> Connection:
    """Have a worker try the model out; the row tells what came of it. Raises Connection.DoesNotExist."""
    row = Connection.objects.get(pk=connection_id)
    Connection.objects.filter(pk=row.pk).update(trial_asked_at=Now(), tested_at=None, test_result="")
    try:
        current_app.send_task("brains.try_out", [row.pk])
    except (OperationalError, OSError):
        Connection.objects.filter(pk=row.pk).update(tested_at=Now(), test_worked=False, test_result=NO_WORKER)
    return Connection.objects.get(pk=row.pk)


def try_out(*, connection_id: int) -> None:
    """Ask the model one question and write down what came of it; the work of the task."""
    from steer_app.brains.chat.trial import Trial, trial  # brings LangChain along

    row = Connection.objects.filter(pk=connection_id).first()
    if row is None:
        return
    try:
        found = trial(selectors.of_row(row), selectors.rates(row.model, timezone.now().date()))
    except KeyLost as lost:
        found = Trial(False, str(lost))
    Connection.objects.filter(pk=row.pk).update(tested_at=Now(), test_worked=found.worked, test_result=found.words)
