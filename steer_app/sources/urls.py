"""Addresses of collections and documents."""

from django.urls import path

from steer_app.sources.views import collections, documents

app_name = "sources"

urlpatterns = [
    path("collections/", collections.collections, name="collections"),
    path("collections/<int:collection_id>/", collections.collection, name="collection"),
    path("collections/<int:collection_id>/upload/", collections.upload, name="upload"),
    path("collections/<int:collection_id>/rename/", collections.rename, name="rename"),
    path("collections/<int:collection_id>/delete/", collections.delete, name="delete"),
    path("documents/<int:document_id>/", documents.document, name="document"),
    path("documents/<int:document_id>/delete/", documents.delete, name="delete-document"),
]
