"""Addresses of sessions: their nodes, decisions and reports, and their results to take away."""

from django.urls import path

from steer_app.steer.views import decisions, exports, nodes, reports

app_name = "steer"

urlpatterns = [
    path("<int:run_id>/report.md", exports.report, name="report"),
    path("<int:run_id>/session.json", exports.session, name="session"),
    path("<int:run_id>/nodes/<str:path>/", nodes.node, name="node"),
    path("<int:run_id>/decisions/<int:no>/", decisions.decision, name="decision"),
    path("<int:run_id>/report/", reports.report, name="report-page"),
    path("<int:run_id>/report/<int:version>/cites/<int:number>/", reports.cite, name="cite"),
]
