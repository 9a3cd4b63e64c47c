"""Addresses of sessions' results."""

from django.urls import path

from steer_app.steer.views import exports, steers

app_name = "steer"

urlpatterns = [
    path("<int:run_id>/report.md", exports.report, name="report"),
    path("<int:run_id>/session.json", exports.session, name="session"),
    path("<int:run_id>/steer/", steers.steer, name="steer"),
    path("<int:run_id>/undo/", steers.undo, name="undo"),
]
