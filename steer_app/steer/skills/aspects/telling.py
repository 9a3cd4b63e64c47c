"""Which aspects tell the person apart from anybody else who asks the question."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.checklists import is_usual

NEW_SHARE = 0.5
"""An aspect with some words of its own, but fewer than this share beside the topic's, is the topic once more: measured
on the sample, "the shops on Mill Street" drew in whatever names the street."""


def tells(aspect: str, topic: str, tools: Tools) -> bool:
    """Whether a search or a measure by the aspect leads to the person, or to one part of what they ask ("deliveries of
    a small shop"), and neither to the topic as a whole nor anywhere."""
    own = set(tools.stems(aspect))
    new = own - set(tools.stems(topic))
    return not is_usual(aspect) and bool(own) and (not new or len(new) >= NEW_SHARE * len(own))
