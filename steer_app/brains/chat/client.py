"""Asking a chat model once, through LangChain: streamed, in time, at the server's pace, cancelled in mid-word.

LangChain and the makers' libraries are imported here only, when a model is first asked: they take seconds to import.
"""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from steer_app.brains.chat import faults
from steer_app.brains.chat.limiter import Limiter
from steer_app.brains.domain.allowance import allowance
from steer_app.brains.domain.endpoint import Endpoint
from steer_app.brains.domain.fitting import tokens
from steer_app.brains.domain.reading import without_thinking
from steer_app.runs.domain.canonical import digest
from steer_app.runs.domain.failures import Permanent, Retryable, Unavailable
from steer_app.runs.services.calls import Made

log = logging.getLogger(__name__)

TRIES = 4
"""At one call, when the server fails or is not reached; being told to wait is no try."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
PING_S = 5.0
LONGEST_QUEUE_S = 600.0
"""How long a call waits for its turn at a server that lets few in."""
Message = tuple[str, str]
"""(role, text); roles: system, human, ai."""


def _wanted() -> None:
    """The call is still wanted."""


@dataclass(frozen=True)
class Asked:
    """What a model is asked, and who listens."""

    messages: Sequence[Message]
    schema: dict[str, Any] | None = None
    """The shape that the answer shall have."""
    seed: int | None = None
    check: Callable[[], None] = _wanted
    """Called now and then; raises when nobody wants the answer any more."""
    show: Callable[[str], None] | None = None
    """Given the text so far, thoughts taken out, as it comes."""


@dataclass
class Client:
    """One server as this process knows it: what it turned out not to take, and when it last answered."""

    endpoint: Endpoint
    left_out: set[str] = field(default_factory=set)
    """Parameters that the server refused; they are not sent again."""
    answered_at: float = 0.0
    peak: int = 0
    """The most calls that were in flight at once."""
    in_flight: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        name = digest(self.endpoint.host, self.endpoint.model, self.endpoint.key)[:16]
        self.limiter = Limiter(name, self.endpoint.per_minute)

    def ask(self, asked: Asked) -> Made:
        """The model's text, thoughts taken out, with the tokens it took and how often the server was asked.

        Raises Unavailable when nobody answers at all, Retryable when this request alone goes unanswered, Permanent
        when it never will be answered, and what `asked.check` raises.
        """
        began, tries = time.time(), 0
        while True:
            self._await_turn(asked.check, began + LONGEST_QUEUE_S)
            try:
                with self._counted():
                    return replace(self._once(asked), attempts=tries + 1)
            except Exception as error:
                if _is_ours(error):
                    raise
                fault = faults.fault(error, self.endpoint.host)
                log.debug("a call to %s: %s", self.endpoint.host, fault.reason)
                if fault.what_to_do == faults.LESS and fault.parameter not in self.left_out:
                    self.left_out.add(fault.parameter)
                    continue
                if fault.what_to_do == faults.SLOWER:
                    self.limiter.refused(fault.retry_after_s)
                    continue
                tries += 1
                self._give_up(fault, tries, began)
                _pause(tries, fault.retry_after_s, asked.check)

    def _await_turn(self, check: Callable[[], None], until: float) -> None:
        try:
            self.limiter.wait(check, until)
        except TimeoutError as error:
            raise Unavailable(f"{self.endpoint.host}: {error}") from None

    def _give_up(self, fault: faults.Fault, tries: int, began: float) -> None:
        if fault.what_to_do in {faults.NEVER, faults.LESS}:
            raise Permanent(fault.reason, attempts=tries)
        if fault.what_to_do == faults.AWAY:
            raise Unavailable(fault.reason, attempts=tries)
        if tries >= TRIES:
            kind = Retryable if self._is_there(began) else Unavailable
            raise kind(fault.reason, attempts=tries)

    def _is_there(self, since: float) -> bool:
        """Whether the server answers others: then it is this request that it fails on, and waiting would not help."""
        if self.answered_at >= since:
            return True
        try:
            answer = _http(self.endpoint).get(
                f"{self.endpoint.address}/models", timeout=httpx.Timeout(PING_S), headers=_headers(self.endpoint)
            )
        except httpx.HTTPError:
            return False
        return answer.status_code < 500

    def _once(self, asked: Asked) -> Made:
        ends = time.monotonic() + self.endpoint.total_s
        text, used = "", None
        _told.headers = {}
        for piece, usage in self._stream(asked):
            text, used = text + piece, usage or used
            asked.check()
            if asked.show and piece:
                asked.show(without_thinking(text))
            if time.monotonic() > ends:
                raise TimeoutError
        self.answered_at = time.time()
        self.limiter.accepted(allowance(_told.headers))
        tokens_in = used["input_tokens"] if used else sum(tokens(words) for _, words in asked.messages)
        tokens_out = used["output_tokens"] if used else tokens(text)
        return Made(without_thinking(text), tokens_in, tokens_out, microusd=None, tokens_cached=_cached(used))

    def _stream(self, asked: Asked) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """Words, and what was used where the server tells it."""
        chat = _chat(self.endpoint, frozenset(self.left_out), asked.seed)
        options = _structure(self.endpoint, asked.schema, self.left_out)
        for chunk in chat.stream(list(asked.messages), **options):
            yield _text(chunk.content), getattr(chunk, "usage_metadata", None)

    def _counted(self) -> "_Counted":
        return _Counted(self)


def _cached(used: dict[str, Any] | None) -> int:
    """Tokens in that came out of the server's cache, where it tells."""
    return ((used or {}).get("input_token_details") or {}).get("cache_read") or 0


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key and endpoint.kind == "openai" else {}


class _Counted:
    def __init__(self, client: Client) -> None:
        self._client = client

    def __enter__(self) -> None:
        with self._client._lock:
            self._client.in_flight += 1
            self._client.peak = max(self._client.peak, self._client.in_flight)

    def __exit__(self, *_: object) -> None:
        with self._client._lock:
            self._client.in_flight -= 1


def _is_ours(error: Exception) -> bool:
    return type(error).__module__.startswith("steer_app.")


def _pause(tries: int, told_s: float | None, check: Callable[[], None]) -> None:
    """Longer each time, and not the same for all who failed together."""
    pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (tries - 1)) * random.uniform(0.75, 1.25)
    ends = time.monotonic() + (told_s if told_s is not None else pause)
    while (left := ends - time.monotonic()) > 0:
        check()
        time.sleep(min(left, 0.25))


def _text(content: Any) -> str:
    """The words of a chunk. Thoughts that come as parts of their own are not among them."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(
        one if isinstance(one, str) else one.get("text", "") if one.get("type") == "text" else "" for one in parts
    )


def _structure(endpoint: Endpoint, schema: dict[str, Any] | None, left_out: set[str]) -> dict[str, Any]:
    """How the server is told to hold the answer to a shape, where it can.

    OpenAI's library reads the answer itself when it knows of the shape, and raises on one that was cut off; so the
    shape goes past it, in the request's body.
    """
    if schema is None or endpoint.structure == "words":
        return {}
    if endpoint.kind == "ollama" and "format" not in left_out:
        return {"format": schema}
    if endpoint.kind != "openai" or "response_format" in left_out:
        return {}
    if endpoint.structure == "json":
        return {"extra_body": {"response_format": {"type": "json_object"}}}
    named = {"name": "answer", "schema": schema, "strict": True}
    return {"extra_body": {"response_format": {"type": "json_schema", "json_schema": named}}}


def _chat(endpoint: Endpoint, left_out: frozenset[str], seed: int | None) -> Any:
    """LangChain's model for a server. Raises Permanent naming what must be installed for it."""
    makers = {"openai": _openai, "anthropic": _anthropic, "ollama": _ollama}
    try:
        return makers[endpoint.kind](endpoint, left_out, seed)
    except ModuleNotFoundError as error:
        raise Unavailable(
            f"{error.name} is not installed; {endpoint.kind} needs it: pip install -r requirements-{endpoint.kind}.txt"
        ) from None


def _openai(endpoint: Endpoint, left_out: frozenset[str], seed: int | None) -> Any:
    from langchain_openai import ChatOpenAI

    given: dict[str, Any] = {"temperature": endpoint.temperature, "seed": seed, "stream_usage": True}
    if "stream_options" in left_out:
        given["stream_usage"] = False
    most = "max_tokens" if "max_completion_tokens" in left_out else "max_completion_tokens"
    if most not in left_out:
        given[most] = endpoint.answer_tokens
    kept = {name: value for name, value in given.items() if value is not None and name not in left_out}
    return ChatOpenAI(
        model=endpoint.model,
        base_url=endpoint.base_url or None,
        api_key=endpoint.key or "none",
        max_retries=0,
        http_client=_http(endpoint),
        use_responses_api=False,
        **kept,
    )


def _anthropic(endpoint: Endpoint, left_out: frozenset[str], seed: int | None) -> Any:
    from langchain_anthropic import ChatAnthropic

    given: dict[str, Any] = {"temperature": endpoint.temperature} if "temperature" not in left_out else {}
    return ChatAnthropic(
        model=endpoint.model,
        base_url=endpoint.base_url or None,
        api_key=endpoint.key or "none",
        max_tokens=endpoint.answer_tokens,
        timeout=endpoint.read_s,
        max_retries=0,
        **given,
    )


def _ollama(endpoint: Endpoint, left_out: frozenset[str], seed: int | None) -> Any:
    from langchain_ollama import ChatOllama

    return ChatOllama(
        model=endpoint.model,
        base_url=endpoint.base_url or None,
        num_ctx=endpoint.context_tokens,
        num_predict=endpoint.answer_tokens,
        temperature=endpoint.temperature,
        seed=seed,
        reasoning=False,
        client_kwargs={"timeout": _timeout(endpoint)},
    )


def _timeout(endpoint: Endpoint) -> httpx.Timeout:
    return httpx.Timeout(endpoint.read_s, connect=endpoint.connect_s)


_told = threading.local()
"""The headers of the answer that this thread is reading: LangChain does not hand them on while it streams."""


def _hear(response: httpx.Response) -> None:
    _told.headers = response.headers


_https: dict[tuple[str, float], httpx.Client] = {}
_making = threading.Lock()


def _http(endpoint: Endpoint) -> httpx.Client:
    """One pool of connections a server; its threads share it."""
    key = (endpoint.host, endpoint.read_s)
    with _making:
        if key not in _https:
            _https[key] = httpx.Client(
                timeout=_timeout(endpoint), follow_redirects=False, event_hooks={"response": [_hear]}
            )
        return _https[key]
