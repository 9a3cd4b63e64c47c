from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "steer_app.accounts"
