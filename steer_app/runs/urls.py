"""A run's page and the moves that a person can make on it."""

from django.urls import path

from steer_app.runs import trace_page, views

app_name = "runs"
urlpatterns = [
    path("<int:run_id>/", views.run, name="run"),
    path("<int:run_id>/trace/", trace_page.page, name="trace"),
    path("<int:run_id>/trace.jsonl", trace_page.lines, name="trace-lines"),
    path("<int:run_id>/trace/calls/<int:call_id>/", trace_page.call, name="trace-call"),
    path("<int:run_id>/answer/", views.answer, name="answer"),
    path("<int:run_id>/pause/", views.pause, name="pause"),
    path("<int:run_id>/resume/", views.resume, name="resume"),
    path("<int:run_id>/stop/", views.stop, name="stop"),
    path("<int:run_id>/write-now/", views.write_now, name="write-now"),
]
