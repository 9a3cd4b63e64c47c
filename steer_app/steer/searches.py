"""A question is searched for part by part: its words together find what names all of its names, and little that
answers one part."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from steer_app.brains.offline.tools import Tools
from steer_app.brains.offline.wanted import Wanted
from steer_app.steer import evidence
from steer_app.steer.evidence import READ_HITS, Found
from steer_app.steer.skills.aspects.asked import parts


def find(collections: Sequence[int], query: str, question: str, topic: str) -> list[Found]:
    """The best passages for the query and for each part of the question, found by turns; each once, best first."""
    whole = evidence.find_closely(collections, query)
    looked_for = Wanted(parts(question, Tools()), [found.source.text for found in whole], topic).looked_for()
    lists = [whole, *(evidence.find_closely(collections, words) for words in looked_for)]
    by_turns = [found for turn in zip_longest(*lists) for found in turn if found]
    once = list({found.source.passage: found for found in reversed(by_turns)}.values())[::-1][:READ_HITS]
    return [
        replace(found, source=replace(found.source, score=round(1 / rank, 6))) for rank, found in enumerate(once, 1)
    ]
