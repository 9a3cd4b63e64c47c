"""Sockets: only from our own pages, and only where there is one."""

from channels.testing import WebsocketCommunicator

from steer_app.asgi import application


def _socket(path: str, origin: str) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, path, headers=[(b"origin", origin.encode()), (b"host", b"localhost")])


async def test_a_socket_to_nowhere_is_told_so(db):
    socket = _socket("/ws/nowhere/", "http://localhost")
    await socket.connect()
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4404}


async def test_another_sites_page_is_refused(db):
    accepted, _ = await _socket("/ws/home/", "https://elsewhere.example").connect()
    assert not accepted
