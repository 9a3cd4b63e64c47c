"""Addresses of sessions' results."""

from django.urls import path

from steer_app.steer.views import exports, new

app_name = "steer"

urlpatterns = [
    path("<int:run_id>/report.md", exports.report, name="report"),
    path("<int:run_id>/session.json", exports.session, name="session"),
    path("new/", new.new, name="new"),
    path("new/estimate/", new.estimate, name="estimate"),
    path("examples/", new.examples, name="examples"),
]
