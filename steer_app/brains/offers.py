"""What a person may choose as a brain, and what of their work would leave this machine, in words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from steer_app.brains import selectors
from steer_app.brains.domain.endpoint import Endpoint


@dataclass(frozen=True)
class Offer:
    """A brain as a choice. A brain class without an `offer` is not offered to people: it serves tests."""

    label: str
    says: str
    sends: str = ""
    """What it sends elsewhere and where to; empty if nothing leaves this machine."""
    is_priced: bool = True
    """Somebody has said what its tokens cost, or it takes none: a limit in dollars can be kept."""


EMBEDDERS = {
    "minilm": "the sentence model that finds passages (MiniLM)",
    "hashed": "the word index that finds passages",
}


@dataclass(frozen=True)
class Choice:
    offers: Mapping[str, Offer]
    """By the name that a session's parameters take: what needs no setting up, then the models that are set up."""
    preferred: str
    """What a session uses when nobody chooses: the default model, or the offline brain where there is none."""


def choice() -> Choice:
    """One query, and one more where models are set up."""
    classes = {name: import_string(place.replace(":", ".")) for name, place in settings.BRAINS.items()}
    plain = {name: found.offer for name, found in classes.items() if hasattr(found, "offer")}
    models, default = selectors.described()
    priced = selectors.rates_of([one.model for one in models], timezone.now().date()) if models else {}
    named = {f"model:{one.name}": replace(_of_model(one), is_priced=one.model in priced) for one in models}
    return Choice(plain | named, f"model:{default}" if default else "offline")


def offers() -> Mapping[str, Offer]:
    return choice().offers


def leaving(offer: Offer) -> str:
    """One sentence on what leaves this machine with this brain and the embedder in force."""
    finder = EMBEDDERS.get(settings.EMBEDDER, settings.EMBEDDER)
    if not offer.sends:
        return f"Nothing. {offer.label} and {finder} both run here."
    return f"{offer.sends} Searching does not: {finder} runs here."


def _of_model(endpoint: Endpoint) -> Offer:
    says = "A language model: it understands more of what you mean, and writes the report itself."
    if endpoint.is_local:
        return Offer(f"{endpoint.model} on this machine", says)
    sends = f"Your question, what you say about yourself and the passages found go to {endpoint.host}."
    return Offer(f"{endpoint.model} ({endpoint.name})", says, sends)
