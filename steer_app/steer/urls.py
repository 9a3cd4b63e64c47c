"""Addresses of sessions: a new one, its moves, its nodes, decisions and reports, and its results to take away."""

from django.urls import path

from steer_app.steer.views import decisions, exports, new, nodes, persona, reports, steers, unused

app_name = "steer"

urlpatterns = [
    path("new/", new.new, name="new"),
    path("new/estimate/", new.estimate, name="estimate"),
    path("examples/", new.examples, name="examples"),
    path("<int:run_id>/steer/", steers.steer, name="steer"),
    path("<int:run_id>/brain/", steers.brain, name="brain"),
    path("<int:run_id>/in-depth/", new.in_depth, name="in-depth"),
    path("<int:run_id>/follow-up/", steers.follow_up, name="follow-up"),
    path("<int:run_id>/undo/", steers.undo, name="undo"),
    path("<int:run_id>/nodes/<str:path>/", nodes.node, name="node"),
    path("<int:run_id>/decisions/<int:no>/", decisions.decision, name="decision"),
    path("<int:run_id>/persona/", persona.persona, name="persona"),
    path("<int:run_id>/report/", reports.report, name="report-page"),
    path("<int:run_id>/report/<int:version>/cites/<int:number>/", reports.cite, name="cite"),
    path("<int:run_id>/sources/", unused.sources, name="sources"),
    path("<int:run_id>/unused/<int:document_id>/", unused.unused, name="unused"),
    path("<int:run_id>/report.md", exports.report, name="report"),
    path("<int:run_id>/session.json", exports.session, name="session"),
]
