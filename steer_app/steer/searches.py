"""A question is searched for as a whole first, then part by part: its words together find what names all of its names,
and little that answers one part."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from steer_app.brains.offline.tools import Tools
from steer_app.steer import evidence
from steer_app.steer.evidence import READ_HITS, Found
from steer_app.steer.skills.aspects.asked import asks_for_figures, parts, sought

WHOLE_FIRST = 10
"""So many of the whole question's best come before any that was found for a part alone."""


def find(collections: Sequence[int], query: str, question: str, topic: str) -> list[Found]:
    """The best passages for the query, then by turns those for each part of the question; each once, best first. In a
    session that does not ask for figures those for the query alone."""
    tools = Tools()
    whole = evidence.find_closely(collections, query)
    if not asks_for_figures(topic, tools):
        return whole
    wanted = sought(parts(question, topic, tools), topic, tools)
    looked_for = tools.wanted(wanted, [found.source.text for found in whole], topic).looked_for()
    lists = [whole[WHOLE_FIRST:], *(evidence.find_closely(collections, words) for words in looked_for)]
    by_turns = [*whole[:WHOLE_FIRST], *(found for turn in zip_longest(*lists) for found in turn if found)]
    once = list({found.source.passage: found for found in reversed(by_turns)}.values())[::-1][:READ_HITS]
    return [
        replace(found, source=replace(found.source, score=round(1 / rank, 6))) for rank, found in enumerate(once, 1)
    ]
