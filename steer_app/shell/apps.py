from django.apps import AppConfig


class ShellConfig(AppConfig):
    name = "steer_app.shell"

    def ready(self) -> None:
        # The web process sends tasks too: without this, `shared_task` would use Celery's default broker there.
        from steer_app import celery  # noqa: F401
