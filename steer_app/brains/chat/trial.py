"""Trying a model out: one small call, and what it showed, in words."""

import json
import time
from dataclasses import dataclass

from steer_app.brains.chat.client import Asked, Client
from steer_app.brains.domain.endpoint import Endpoint
from steer_app.brains.domain.price import Rates
from steer_app.brains.domain.reading import Unreadable, value
from steer_app.runs.domain.failures import Failure
from steer_app.runs.domain.spending import dollars

QUESTION = "What is 17 plus 25? Answer with a JSON object that has one field, `sum`, and nothing else."
SCHEMA = {
    "type": "object",
    "properties": {"sum": {"type": "integer"}},
    "required": ["sum"],
    "additionalProperties": False,
}
RIGHT = 42


@dataclass(frozen=True)
class Trial:
    worked: bool
    words: str


def trial(endpoint: Endpoint, rates: Rates | None = None) -> Trial:
    """Ask one question that has one right answer. Never raises: what goes wrong is what the trial found.

    rates: what the model costs, where that is known.
    """
    client, began = Client(endpoint), time.monotonic()
    did = f"Asked {endpoint.host} for {endpoint.model} with one short question."
    try:
        made = client.ask(Asked([("human", QUESTION)], SCHEMA, seed=0))
    except Failure as failure:
        return Trial(False, f"{did} It did not answer: {failure.reason}")
    took = f"It answered in {time.monotonic() - began:.1f} s with {made.tokens_in} tokens in and {made.tokens_out} out"
    cost = f", for {dollars(rates.microusd(made.tokens_in, made.tokens_out))}." if rates else "."
    try:
        right = int(str(value(made.answer).get("sum"))) == RIGHT
    except (Unreadable, ValueError):
        said = json.dumps(made.answer[:80])
        return Trial(False, f"{did} {took}{cost} What it wrote holds no answer that could be read: {said}.")
    knows = "The answer was right." if right else "The answer was wrong: expect little of this model."
    return Trial(True, f"{did} {took}{cost} {_structure(client)} {knows}")


def _structure(client: Client) -> str:
    if client.endpoint.structure == "words" or client.endpoint.kind == "anthropic":
        return "Its shape was asked for in words."
    if {"response_format", "format"} & client.left_out:
        return "It takes no JSON schema, so shapes are asked for in words."
    return "It takes a JSON schema."
