"""Every address of the product."""

from django.urls import include, path

from steer_app.shell import errors, views

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("", include("steer_app.accounts.urls")),
    path("runs/", include("steer_app.runs.urls")),
    path("runs/", include("steer_app.shell.urls")),
    path("sessions/", include("steer_app.steer.urls")),
    path("", include("steer_app.sources.urls")),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
