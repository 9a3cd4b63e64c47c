"""What senders and workers of tasks agree on."""

from celery import current_app

from steer_app.celery import app, broker_url


def test_tasks_sent_by_the_web_process_use_our_broker():
    assert current_app.conf.broker_url == app.conf.broker_url


def test_the_address_of_a_socket_is_spelt_for_celery():
    assert broker_url("unix:///run/bus.sock") == "redis+socket:///run/bus.sock"
    assert broker_url("redis://bus:6379/1") == "redis://bus:6379/1"


def test_a_task_is_acknowledged_when_done_and_never_stored():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_ignore_result
    assert not app.conf.task_always_eager


def test_only_json_is_accepted():
    assert app.conf.accept_content == ["json"]


def test_the_kernels_tasks_are_found():
    app.loader.import_default_modules()
    assert "runs.perform_step" in app.tasks
