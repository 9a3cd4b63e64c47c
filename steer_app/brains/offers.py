"""What a person may choose as a brain, and what of their work would leave this machine, in words."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Offer:
    """A brain as a choice. A brain class without an `offer` is not offered to people: it serves tests."""

    label: str
    says: str
    sends: str = ""
    """What it sends elsewhere and where to; empty if nothing leaves this machine."""


EMBEDDERS = {
    "minilm": "the sentence model that finds passages (MiniLM)",
    "hashed": "the word index that finds passages",
}


def offers() -> dict[str, Offer]:
    """The brains to choose from by their name in settings.BRAINS, in its order."""
    classes = {name: import_string(place.replace(":", ".")) for name, place in settings.BRAINS.items()}
    return {name: found.offer for name, found in classes.items() if hasattr(found, "offer")}


def leaving(brain: str) -> str:
    """One sentence on what leaves this machine with this brain and the embedder in force. Raises KeyError."""
    offer = offers()[brain]
    finder = EMBEDDERS.get(settings.EMBEDDER, settings.EMBEDDER)
    if not offer.sends:
        return f"Nothing. {offer.label} and {finder} both run here."
    return f"{offer.sends} Searching does not: {finder} runs here."
