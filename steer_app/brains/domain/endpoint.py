"""A chat model as it can be asked: where it is, what it is called, and how much it takes."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

OWN = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com/v1",
    "ollama": "http://127.0.0.1:11434/v1",
}
"""The makers' own addresses."""


@dataclass(frozen=True)
class Endpoint:
    name: str
    kind: str
    """openai (OpenAI and every server that speaks its protocol), anthropic or ollama."""
    model: str
    base_url: str = ""
    """Empty: the maker's own address."""
    key: str = field(default="", repr=False)
    context_tokens: int = 32_000
    answer_tokens: int = 4_000
    """The most that one answer may be."""
    structure: str = "auto"
    """auto, schema (answers held to a JSON schema by the server), json (to JSON), words (asked for in words only)."""
    temperature: float | None = 0.0
    """None: the server's own."""
    per_minute: int = 0
    """Calls a minute that the owner allows; 0 is no limit of the owner's."""
    connect_s: float = 10.0
    read_s: float = 90.0
    """The longest silence in the middle of an answer."""
    total_s: float = 240.0

    @property
    def address(self) -> str:
        """Where its interface begins, without a slash at the end."""
        return (self.base_url or OWN[self.kind]).rstrip("/")

    @property
    def host(self) -> str:
        """Where requests go, for people: "api.openai.com", "127.0.0.1:11434"."""
        return urlsplit(self.address).netloc.rpartition("@")[2]

    @property
    def is_local(self) -> bool:
        """Whether requests stay on this machine."""
        host = urlsplit(f"//{self.host}").hostname or ""
        return host == "localhost" or host == "::1" or host.startswith("127.")

    @property
    def room_tokens(self) -> int:
        """What a prompt may take of the window."""
        return max(500, self.context_tokens - self.answer_tokens)
