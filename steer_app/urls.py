"""Every address of the product."""

from django.urls import include, path

from steer_app.shell import errors, models_page, prices_page, views

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("models/", models_page.listing, name="models"),
    path("models/new/", models_page.edit, name="model-new"),
    path("models/<int:connection_id>/", models_page.edit, name="model-edit"),
    path("models/<int:connection_id>/test/", models_page.try_out, name="model-test"),
    path("models/<int:connection_id>/trial/", models_page.trial, name="model-trial"),
    path("models/<int:connection_id>/remove/", models_page.delete, name="model-delete"),
    path("models/prices/", prices_page.listing, name="prices"),
    path("models/prices/new/", prices_page.add, name="price-new"),
    path("models/prices/<int:price_id>/", prices_page.correct, name="price-edit"),
    path("models/prices/<int:price_id>/remove/", prices_page.remove, name="price-remove"),
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
