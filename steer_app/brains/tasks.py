"""What workers do for the models' page."""

from celery import shared_task

from steer_app.brains.services import connections


@shared_task(name="brains.try_out", ignore_result=True)
def try_out(connection_id: int) -> None:
    connections.try_out(connection_id=connection_id)
