"""What a question is about, in a few words that can stand in a list."""

import re

from steer_app.brains.offline.tools import Tools

MOST_PHRASES = 2


def subject(question: str, topic: str, tools: Tools) -> str:
    """The question's own phrases without those of the topic; the question itself when it has none.

    "Which rebates and subsidies are available?" is about "rebates and subsidies".
    """
    known = set(tools.stems(topic))
    own = []
    for chunk in tools.chunks(question):
        if not set(chunk.key) <= known and chunk.text not in own:
            own.append(chunk.text)
    return " and ".join(own[:MOST_PHRASES]) or re.sub(r"\s*\?+$", "", question.strip())
