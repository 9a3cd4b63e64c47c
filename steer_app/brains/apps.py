from django.apps import AppConfig


class BrainsConfig(AppConfig):
    name = "steer_app.brains"
