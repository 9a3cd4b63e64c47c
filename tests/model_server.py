"""A server that speaks OpenAI's chat protocol, answers from the prompt alone, and misbehaves when it is told to.

`python -m tests.model_server --port 9000 --fault slow --rate 0.2 --seed 7` runs it by hand. Its answers are poor and
valid: it quotes the passages it was shown, counts what it was asked to count, and cites only what it was given. Which
request meets a fault follows from the request's hash and the seed; a request that is sent again, unchanged, meets it
again until it has met it `times` times.
"""

import argparse
import hashlib
import json
import re
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FENCED = re.compile(
    r"passage (\d+) of document \d+, starts at \d+: [^\n]*\n<<<<<<<< untrusted source text\n(.*?)\n>>>>>>>>", re.DOTALL
)
ROW_IDS = re.compile(r"passage \d+ of document \d+|(?:passage|document)[\\\"]*: \d+")
"""What a database numbers as it likes: which request meets a fault must not follow from it."""
WIRE = ("429", "500", "refused", "slow", "hang")
CONTENT = ("invalid", "fenced", "thinking", "talk", "escapes", "quotes", "missing", "cut", "empty", "refusal", "number")
FAULTS = (*WIRE, *CONTENT)
THOUGHT = "SECRET-THOUGHT"
"""Stands in every thought: a test looks for it where it must not be."""


@dataclass
class Plan:
    """How the server behaves. `rate`: the share of requests that meet a fault of `faults`."""

    faults: tuple[str, ...] = ()
    rate: float = 0.0
    seed: int = 0
    times: int = 1
    delay_s: float = 0.0
    hang_s: float = 30.0
    per_minute: int = 0
    """More calls than that in a minute are refused with 429; 0 is no limit."""

    def fault(self, key: str) -> str:
        drawn = int(hashlib.sha256(f"{self.seed}:{key}".encode()).hexdigest(), 16)
        if not self.faults or (drawn % 10_000) / 10_000 >= self.rate:
            return ""
        return self.faults[(drawn // 10_000) % len(self.faults)]


@dataclass
class ModelServer:
    """Start it with `with ModelServer(Plan(...)) as server:`; `server.base_url` is what a client is given."""

    plan: Plan = field(default_factory=Plan)
    port: int = 0
    finished: Counter = field(default_factory=Counter)
    """Answers given whole, by the request's hash."""
    met: Counter = field(default_factory=Counter)
    """Faults dealt out, by name."""
    seen: Counter = field(default_factory=Counter)
    starts: list[float] = field(default_factory=list)
    peak: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._in_flight = 0

    def __enter__(self) -> "ModelServer":
        handler = type("Handler", (_Handler,), {"owner": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def enter(self) -> None:
        with self._lock:
            self._in_flight += 1
            self.peak = max(self.peak, self._in_flight)

    def leave(self) -> None:
        with self._lock:
            self._in_flight -= 1

    def fault(self, key: str) -> str:
        with self._lock:
            now = time.monotonic()
            self.starts.append(now)
            recent = sum(1 for one in self.starts if one > now - 60)
            if self.plan.per_minute and recent > self.plan.per_minute:
                self.starts.pop()
                self.met["429"] += 1
                return "limit"
            fault = self.plan.fault(key)
            self.seen[key] += 1
            if not fault or self.seen[key] > self.plan.times:
                return ""
            self.met[fault] += 1
            return fault

    def wait_s(self) -> int:
        """Seconds until the minute's window lets one more in."""
        with self._lock:
            oldest = self.starts[-self.plan.per_minute] if len(self.starts) >= self.plan.per_minute else 0
        return max(1, int(oldest + 60 - time.monotonic()) + 1)


class _Handler(BaseHTTPRequestHandler):
    owner: ModelServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._json(200, {"object": "list", "data": [{"id": "honest", "object": "model"}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = json.dumps(asked["messages"], sort_keys=True)
        key = hashlib.sha256(ROW_IDS.sub("", said).encode()).hexdigest()
        self.owner.enter()
        try:
            self._answer(asked, key)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            self.owner.leave()

    def _answer(self, asked: dict[str, Any], key: str) -> None:
        fault = self.owner.fault(key)
        time.sleep(self.owner.plan.delay_s)
        if fault in {"429", "limit"}:
            wait = 1 if fault == "429" else self.owner.wait_s()
            self._json(
                429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, {"Retry-After": str(wait)}
            )
        elif fault == "500":
            self._json(500, {"error": {"message": "internal"}})
        elif fault == "refused":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif fault == "hang":
            time.sleep(self.owner.plan.hang_s)
            self.close_connection = True
        else:
            text = spoilt(honest(asked["messages"]), fault)
            self._stream(text, pause_s=0.15 if fault == "slow" else 0, stops="length" if fault == "cut" else "stop")
            self.owner.finished[key] += 1

    def _json(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(raw)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, text: str, *, pause_s: float, stops: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        pieces = [text[place : place + max(1, len(text) // 8 + 1)] for place in range(0, len(text), len(text) // 8 + 1)]
        for piece in pieces:
            self._chunk({"delta": {"role": "assistant", "content": piece}, "index": 0, "finish_reason": None})
            time.sleep(pause_s)
        self._chunk({"delta": {}, "index": 0, "finish_reason": stops})
        usage = {
            "prompt_tokens": 100,
            "completion_tokens": max(1, len(text) // 4),
            "total_tokens": 100 + len(text) // 4,
        }
        self._send({"choices": [], "usage": usage})
        self.wfile.write(b"data: [DONE]\n\n")

    def _chunk(self, choice: dict[str, Any]) -> None:
        self._send({"choices": [choice]})

    def _send(self, body: dict[str, Any]) -> None:
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": "honest"}
        self.wfile.write(f"data: {json.dumps(head | body)}\n\n".encode())
        self.wfile.flush()


def spoilt(answer: dict[str, Any], fault: str) -> str:
    """An honest answer as a model with this fault would write it."""
    whole = json.dumps(answer, ensure_ascii=False)
    if fault == "fenced":
        return f"```json\n{json.dumps(answer, indent=2, ensure_ascii=False)}\n```"
    if fault == "thinking":
        return f'<think>{THOUGHT}: perhaps {{"learnings": []}}?</think>\n{whole}'
    if fault == "talk":
        return f"Sure, here it is:\n\n{whole}\n\nLet me know if {{anything}} else is needed."
    if fault == "escapes":
        return whole.replace(" the ", r" \the ", 1).replace("'", r"\'")
    if fault == "quotes":
        return str(answer)
    if fault == "missing":
        return json.dumps(dict(list(answer.items())[1:]))
    if fault == "cut":
        return whole[: len(whole) * 2 // 3]
    if fault == "empty":
        return json.dumps({name: [] if isinstance(value, list) else value for name, value in answer.items()})
    if fault == "number":
        return "42"
    if fault == "refusal":
        return "I'm sorry, but I can't help with that request."
    return '{"oops": ' if fault == "invalid" else whole


def honest(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """A valid answer to a skill's prompt, from its text alone."""
    prompt = next(one["content"] for one in messages if one["role"] == "user")
    body, mark, shape = prompt.rpartition("The object fits this JSON schema:")
    if not mark:
        return {"sum": sum(map(int, re.findall(r"\d+", prompt)))}
    names = frozenset(json.loads(shape)["properties"])
    return next(make(body) for wanted, make in ANSWERS if wanted <= names)


def _passages(prompt: str) -> list[tuple[int, str]]:
    return [(int(number), text) for number, text in FENCED.findall(prompt)]


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]{4,}", text.lower())


def _between(prompt: str, start: str, end: str) -> str:
    return prompt.partition(start)[2].partition(end)[0]


def _numbered(text: str) -> list[str]:
    return re.findall(r"^\d+\. (.+?)(?=\n\d+\. |\Z)", text.strip(), re.MULTILINE | re.DOTALL)


def _learn(prompt: str) -> dict[str, Any]:
    drafts = []
    for number, text in _passages(prompt)[:6]:
        sentence = text.split(". ")[0].strip().rstrip(".")
        drafts.append({"claim": f"{sentence}.", "quotes": [{"passage": number, "words": sentence}]})
    tags = [word for word, _ in Counter(_words(" ".join(text for _, text in _passages(prompt)))).most_common(3)]
    return {"learnings": drafts, "tags": tags or ["nothing"], "summary": f"{len(drafts)} statements."}


def _propose(prompt: str) -> dict[str, Any]:
    common = [word for word, _ in Counter(_words(" ".join(text for _, text in _passages(prompt)))).most_common(40)]
    spot = int(hashlib.sha256(ROW_IDS.sub("", prompt).encode()).hexdigest(), 16)
    picked = [common[(spot + 7 * step) % len(common)] for step in range(6)] if common else ["cost", "risk", "time"]
    return {
        "candidates": [
            {"question": f"What do the sources say of {word} and {word[::-1]}?", "query": f"{word} evidence",
             "goal": f"learn of {word}", "confidence": round(0.9 - 0.12 * place, 2), "wild_card": False}
            for place, word in enumerate(dict.fromkeys(picked))
        ]
    }  # fmt: skip


def _probe(prompt: str) -> dict[str, Any]:
    count = len(re.findall(r"^\d+\. question: ", prompt, re.MULTILINE))
    parts = re.split(r"^\d+\. question: ", prompt, flags=re.MULTILINE)[1:]
    items = []
    for part in parts[:count]:
        sentences = [text.split(". ")[0] for _, text in _passages(part)][:2]
        items.append({"learnings": sentences, "tags": _words(part)[:2] or ["topic"]})
    return {"items": items}


def _coverage(prompt: str) -> dict[str, Any]:
    aspects = _numbered(_between(prompt, "The aspects:\n", "The sets of statements"))
    sets = _numbered(_between(prompt, "untrusted source text\n", ">>>>>>>>"))
    return {"scores": [[min(2, len(set(_words(aspect)) & set(_words(one)))) for aspect in aspects] for one in sets]}


def _aspects(prompt: str) -> dict[str, Any]:
    words = list(dict.fromkeys(_words(_between(prompt, "Their question:", "What a first search"))))[:5]
    return {
        "text": "Somebody who asks.",
        "aspects": [{"text": f"what {word} means here", "origin": "inferred", "words": word} for word in words],
    }


def _persona(prompt: str) -> dict[str, Any]:
    text = _between(prompt, "The picture so far:\n", "\n\nActive aspects")
    none: dict[str, Any] = {name: [] for name in ("add", "supersede", "prune", "focus", "directions", "refused")}
    return {"text": text or "Somebody who asks.", **none}


def _learnings(prompt: str) -> list[tuple[int, str]]:
    found = re.findall(r"id: (\d+); claim: (.*?); document: ", prompt, re.DOTALL)
    return [(int(number), claim) for number, claim in found]


def _section(prompt: str) -> dict[str, Any]:
    sentences = [{"text": claim, "cites": [number], "kind": "claim"} for number, claim in _learnings(prompt)[:6]]
    paragraph = {"label": "", "sentences": sentences}
    return {"section": {"heading": "What was found", "path": "0", "paragraphs": [paragraph]}, "differences": []}


def _summary(prompt: str) -> dict[str, Any]:
    said = re.findall(r"cites: (\d+)[\d, ]*; text: ([^\n]+)", prompt)[:3]
    return {
        "title": "What the sources say",
        "answer": [{"text": text.strip(), "cites": [int(number)], "kind": "claim"} for number, text in said],
        "uncovered": [],
        "open_questions": ["What else?"],
    }


def _triage(prompt: str) -> dict[str, Any]:
    return {"direct": False, "why": "it never dares", "answer": "", "passage": 0, "words": ""}


def _support(prompt: str) -> dict[str, Any]:
    pairs = _numbered(_between(prompt, "untrusted source text\n", ">>>>>>>>"))
    return {"verdicts": [{"supported": True, "reason": ""} for _ in pairs]}


ANSWERS = (
    (frozenset({"learnings", "tags", "summary"}), _learn),
    (frozenset({"candidates"}), _propose),
    (frozenset({"items"}), _probe),
    (frozenset({"scores"}), _coverage),
    (frozenset({"supersede", "prune"}), _persona),
    (frozenset({"aspects", "text"}), _aspects),
    (frozenset({"section"}), _section),
    (frozenset({"title", "answer", "uncovered"}), _summary),
    (frozenset({"verdicts"}), _support),
    (frozenset({"direct", "passage"}), _triage),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=9000)
    parser.add_argument("--fault", action="append", choices=FAULTS, default=[])
    parser.add_argument("--rate", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--delay", type=float, default=0.2, help="seconds a call takes")
    parser.add_argument("--per-minute", type=int, default=0)
    given = parser.parse_args()
    plan = Plan(tuple(given.fault), given.rate, given.seed, given.times, given.delay, per_minute=given.per_minute)
    with ModelServer(plan, given.port) as server:
        print(server.base_url, flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
