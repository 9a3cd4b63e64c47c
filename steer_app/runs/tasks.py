"""What the workers are told: an id, and nothing else."""

from celery import shared_task

from steer_app.runs.services import steps


@shared_task(name="runs.perform_step", ignore_result=True)
def perform_step(step_id: int) -> None:
    steps.perform(step_id)
