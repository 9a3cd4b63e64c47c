"""The Celery application: what every worker and every sender of tasks agrees on."""

import warnings

from celery import Celery
from celery.platforms import SecurityWarning
from django.conf import settings

from steer_app.start import load_settings

load_settings()

REDELIVERY_S = 6 * 3600
"""Longer than any step. Redis hands a task that is not acknowledged by then to another worker; recovery does not
wait for that (it is a lease and a sweep in the database), so this only has to stay out of the way."""


def broker_url(bus_url: str) -> str:
    """The bus's address as Celery spells it: redis-py says `unix://`, kombu says `redis+socket://`."""
    return bus_url.replace("unix://", "redis+socket://", 1) if bus_url.startswith("unix://") else bus_url


# Its reason is pickle, which this application does not accept; containers run as root all the time.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("steer_app")
app.conf.update(
    broker_url=broker_url(settings.BUS_URL),
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        "visibility_timeout": REDELIVERY_S,
        # By default a lost task waits for up to interval x throttle = 100 s before anybody looks.
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        # Kombu tries to connect for six seconds by default, in the middle of whatever sends.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.1,
        "socket_keepalive": True,
    },
    # A sender never hangs on a bus that is down: the step is in the database and the sweep sends it later.
    task_publish_retry=False,
    result_backend=None,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue="steerlab",
    task_serializer="json",
    accept_content=["json"],
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,
    enable_utc=True,
    timezone=settings.TIME_ZONE,
)
app.autodiscover_tasks()
