"""Addresses of sessions' results."""

from django.urls import path

from steer_app.steer.views import exports, unused

app_name = "steer"

urlpatterns = [
    path("<int:run_id>/report.md", exports.report, name="report"),
    path("<int:run_id>/session.json", exports.session, name="session"),
    path("<int:run_id>/sources/", unused.sources, name="sources"),
    path("<int:run_id>/unused/<int:document_id>/", unused.unused, name="unused"),
]
