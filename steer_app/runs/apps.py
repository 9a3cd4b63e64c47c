from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "steer_app.runs"

    def ready(self) -> None:
        from steer_app.runs import worker  # noqa: F401 - connects to Celery's signals, which only a worker sends
