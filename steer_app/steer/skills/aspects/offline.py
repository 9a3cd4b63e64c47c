"""The person as they put it themselves, filled up with what the kind of question and the sources suggest."""

from collections.abc import Iterable

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects import Answer, AspectDraft, Request
from steer_app.steer.skills.aspects.asked import asked
from steer_app.steer.skills.aspects.checklists import checklist
from steer_app.steer.skills.aspects.facets import facets
from steer_app.steer.skills.aspects.own_words import own_words
from steer_app.steer.skills.aspects.topic import matter

LEAST, MOST = 5, 8
MOST_OWN = 6
USUAL = 2
"""So many places at least are for what the person did not think of."""
SAME = 0.8
THIS_KIND = "this kind of question"
MAIN_SUBJECTS = "the sources' main subjects"


def answer(request: Request, tools: Tools) -> Answer:
    """Their own words first, then what the kind of question and the sources suggest, until there are five to eight."""
    drafts: list[AspectDraft] = []
    own = [*own_words(request.about, tools), *asked(request.query, tools)]
    _extend(drafts, own, MOST_OWN, tools)
    usual = [(line, THIS_KIND) for line in checklist(request.query, matter(request.query))]
    found = [(facet, MAIN_SUBJECTS) for facet in facets(request.query, request.passages, tools)[:1]]
    _extend(drafts, _by_turns(usual, found), min(MOST, max(LEAST, len(drafts) + USUAL)), tools)
    return Answer(text=_text(request, tools), aspects=drafts)


def _extend(drafts: list[AspectDraft], more: Iterable[tuple[str, str]], most: int, tools: Tools) -> None:
    """Append until there are `most`, leaving out what says the same as one that is there.

    The lines of a checklist are told apart by whoever wrote it: "reasons for" and "reasons against" are near."""
    for text, words in more:
        if len(drafts) >= most:
            return
        rivals = [draft.text for draft in drafts if not (words == draft.words == THIS_KIND)]
        if all(tools.cos(text, other) < SAME for other in rivals):
            drafts.append(AspectDraft(text=text, origin="inferred", words=words))


def _by_turns(usual: list[tuple[str, str]], found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Two of the checklist, what the sources suggest, the rest of the checklist."""
    return usual[:USUAL] + found + usual[USUAL:]


def _text(request: Request, tools: Tools) -> str:
    """What they said of themselves, at most two sentences; without it, the question they ask."""
    about = " ".join(request.about.split())
    if not about:
        return f"Someone who asks: “{' '.join(request.query.split())}”"
    said = [sentence.text for sentence in tools.sentences(about)][:2]
    text = " ".join(said)
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
