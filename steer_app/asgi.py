"""The web application: pages over HTTP, live parts over websockets."""

from steer_app.start import load_settings

load_settings()

from django.core.asgi import get_asgi_application  # noqa: E402

# First, because it sets the apps up; what follows imports models.
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from steer_app.runs.routing import websocket_urlpatterns  # noqa: E402


async def nowhere(scope, receive, send) -> None:
    """A socket to an address that is not there is closed with 4404, after which pages do not try again. Channels would
    raise, and log a traceback."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4404})


sockets = URLRouter([*websocket_urlpatterns, re_path("", nowhere)])  # type: ignore[arg-type]
application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(sockets)),
    }
)
