from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "steer_app.runs"
