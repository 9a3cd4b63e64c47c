"""What can be done with a run as a thing on one's shelf, whatever its method."""

from django.urls import path

from steer_app.shell import library

app_name = "library"

urlpatterns = [
    path("<int:run_id>/moves/", library.moves, name="moves"),
    path("<int:run_id>/rename/", library.rename, name="rename"),
    path("<int:run_id>/archive/", library.archive, name="archive"),
    path("<int:run_id>/unarchive/", library.unarchive, name="unarchive"),
    path("<int:run_id>/again/", library.again, name="again"),
    path("<int:run_id>/delete/", library.delete, name="delete"),
]
