from django.apps import AppConfig


class SteerConfig(AppConfig):
    name = "steer_app.steer"
