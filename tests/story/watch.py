"""What must not happen in a browser while the product is used: a complaint in the console, a request to another host,
a breach of the content policy, a page without that policy."""

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebSocket

POLICY = {
    "default-src": {"'none'"},
    "script-src": {"'self'"},
    "style-src": {"'self'"},
    "img-src": {"'self'", "data:"},
    "font-src": {"'self'"},
    "connect-src": {"'self'"},
    "form-action": {"'self'"},
    "base-uri": {"'none'"},
    "frame-ancestors": {"'none'"},
}
TELLS_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) => {
  window.breached(`${event.violatedDirective} by ${event.blockedURI || event.sourceFile} on ${location.href}`);
});
"""


class Watch:
    """Watches every page of a context from now on. `complaints` has what was seen, in words."""

    def __init__(self, context: BrowserContext, address: str, *, forgives: tuple[str, ...] = ()) -> None:
        """`address` is the product's; a console message that holds one of `forgives` is expected."""
        self.complaints: list[str] = []
        self.documents = 0
        """How many pages came, each with the policy."""
        self.forgives = forgives
        self._host = urlsplit(address).netloc
        context.expose_binding("breached", lambda _, words: self.complaints.append(f"policy breached: {words}"))
        context.add_init_script(TELLS_BREACHES)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("page", self._page)

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"} and not any(one in said.text for one in self.forgives):
            self.complaints.append(f"console: {said.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self._host:
            self.complaints.append(f"another host: {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != self._host:
            self.complaints.append(f"another host: {socket.url}")

    def _response(self, response: Response) -> None:
        if response.request.resource_type != "document" or 300 <= response.status < 400:
            return
        if not response.headers.get("content-type", "").startswith("text/html"):
            return
        self.documents += 1
        if _policy(response.headers.get("content-security-policy", "")) != POLICY:
            self.complaints.append(f"policy: {response.url} {response.headers.get('content-security-policy')!r}")


def _policy(header: str) -> dict[str, frozenset[str]]:
    directives = [directive.split() for directive in header.split(";") if directive.strip()]
    return {name: frozenset(sources) for name, *sources in directives}
