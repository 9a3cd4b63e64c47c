"""Addresses of collections and documents."""

from django.urls import path

from steer_app.sources.views import collections, documents, searching, uploads

app_name = "sources"

urlpatterns = [
    path("collections/", collections.collections, name="collections"),
    path("collections/new/", uploads.create_json, name="create-json"),
    path("collections/<int:collection_id>/", collections.collection, name="collection"),
    path("collections/<int:collection_id>/upload/", uploads.upload, name="upload"),
    path("collections/<int:collection_id>/reading/", collections.reading, name="reading"),
    path("collections/<int:collection_id>/read/", collections.read, name="read"),
    path("collections/<int:collection_id>/search/", searching.search, name="search"),
    path("collections/<int:collection_id>/rename/", collections.rename, name="rename"),
    path("collections/<int:collection_id>/delete/", collections.delete, name="delete"),
    path("documents/<int:document_id>/", documents.document, name="document"),
    path("documents/<int:document_id>/read/", documents.read_again, name="read-again"),
    path("documents/<int:document_id>/delete/", documents.delete, name="delete-document"),
]
