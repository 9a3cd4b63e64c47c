from django.apps import AppConfig


class SourcesConfig(AppConfig):
    name = "steer_app.sources"
