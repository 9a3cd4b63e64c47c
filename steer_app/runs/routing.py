"""The sockets' addresses."""

from django.urls import path

from steer_app.runs.consumers import HomeSocket, RunSocket

websocket_urlpatterns = [
    path("ws/runs/<int:run_id>/", RunSocket.as_asgi()),
    path("ws/home/", HomeSocket.as_asgi()),
]
