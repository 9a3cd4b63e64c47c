from django.apps import AppConfig


class BrainsConfig(AppConfig):
    name = "steer_app.brains"

    def ready(self) -> None:
        from steer_app.brains import desk  # noqa: F401 - connects to Celery's signals, which only a worker sends
