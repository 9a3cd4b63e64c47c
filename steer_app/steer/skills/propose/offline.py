"""Follow-up questions without a model: one for each facet of the node's hits and for each aspect still open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.brains.offline.wanted import Wanted
from steer_app.steer.skills.aspects.asked import parts, sought
from steer_app.steer.skills.aspects.telling import tells
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.propose import Answer, CandidateDraft, Request
from steer_app.steer.skills.propose.facets import Facet, Said, facets, said
from steer_app.steer.skills.propose.questions import of_aspect, of_facet, shares

FEWEST_FACETS, PLENTY = 2, 6
"""What the person asked for comes before what the sources speak of: so few facets at least, more only until there are
questions enough. A larger choice would be decided by what is farthest from the rest (MMR), which is off the point."""
ASKED = 0.2
"""What the question itself asks comes before the circumstances of whoever asks."""
NEAR, NEARER, LEAST = 0.4, 0.5, 0.25
"""Cosines of a facet, by its centre or by its name, to what is asked or cared for; the other one at least LEAST."""
SEVERAL = 2
WELL_NEAR = 0.18
"""Facets that are not to the point come after those that are, if their sentences are this near."""
WELL = 2
"""From this coverage on, nothing more is asked for an aspect."""


@dataclass(frozen=True, eq=False)
class _Draft:
    question: str
    query: str
    goal: str
    strength: float
    """How well the hits bear on it: only the rank among the drafts counts."""
    serves_open_aspect: bool
    vector: np.ndarray
    wild_card: bool = False


def answer(request: Request, tools: Tools) -> Answer:
    settings = tools.thresholds.propose
    found = said(request.passages, tools, settings.passages)
    if not found:
        return Answer(candidates=[])
    barred = {stem for text in (request.question, *request.avoid) for stem in tools.stems(text)}
    theme = tools.embed_one(f"{request.topic} {request.question}")
    cares = tools.embed_each([aspect.text for aspect in request.aspects if tells(aspect.text, request.topic, tools)])
    clusters = facets(found, theme, cares, barred, tools, settings)
    topic = _topic_words(request, found, tools)
    open_aspects = [aspect for aspect in request.aspects if aspect.coverage < WELL]
    wild = _wild_card(clusters, request.aspects, tools) if request.wild_card_allowed else None
    to_the_point = _to_the_point(clusters, request, tools)
    others = [one for one in clusters if one not in to_the_point and one.nearness >= WELL_NEAR and not _is_bare(one)]
    clusters = to_the_point + others
    old = (*request.avoid, *request.taken)
    asked = _distinct(_of_aspects(open_aspects, found, topic, request, tools), old, tools)[: settings.most // 2]
    rest = _of_facets([one for one in clusters if one is not wild], open_aspects, found, topic, request, tools)
    kept = _distinct([*asked, *rest], old, tools)[: max(PLENTY, len(asked) + FEWEST_FACETS)]
    if wild is not None:
        kept += [replace(draft, wild_card=True) for draft in _of_facets([wild], [], found, topic, request, tools)]
        kept = _distinct(kept, old, tools)
    return Answer(candidates=_with_confidence(kept, tools))


def _topic_words(request: Request, found: Sequence[Said], tools: Tools) -> str:
    """The content words of the session's query in its order, without names that many hits hold; of a long one those
    that are rarest among the hits that hold them."""
    idf = tools.idf(one.text for one in found)
    looked_for = " ".join(_wanted(request.topic, request, tools).bare())
    once = list(dict.fromkeys(word for word in tools.words(looked_for) if tools.stems(word)))
    held = [word for word in once if idf.weight(tools.stem(word)) <= np.log(idf.texts + 1) + 0.4]
    ranked = sorted(held or once, key=lambda word: (-idf.weight(tools.stem(word)), once.index(word)))
    return " ".join(sorted(ranked[: tools.thresholds.propose.topic_words], key=once.index))


def _of_aspects(
    aspects: Sequence[KnownAspect], found: Sequence[Said], topic: str, request: Request, tools: Tools
) -> list[_Draft]:
    settings = tools.thresholds.propose
    sentences = np.stack([one.vector for one in found])
    drafts = []
    in_question = set(parts(request.topic, request.topic, tools))
    for aspect in aspects:
        if not tells(aspect.text, request.topic, tools):
            continue
        vector = tools.embed_one(aspect.text)
        near = np.sort(tools.likeness(sentences, vector[None, :])[:, 0])[::-1]
        if near[0] < settings.aspect_hit:
            continue
        goal = f'Find statements on "{aspect.text}", which nothing read so far covers.'
        query = f"{_wanted(aspect.text, request, tools).looked_for()[0]} {topic}"
        strength = float(near[:3].mean()) + ASKED * (aspect.text in in_question)
        drafts.append(
            _Draft(
                of_aspect(aspect.text),
                query,
                goal,
                strength,
                True,
                vector,
            )
        )
    return sorted(drafts, key=lambda draft: (-draft.strength, draft.question))


def _wanted(text: str, request: Request, tools: Tools) -> Wanted:
    return tools.wanted(
        sought([text], request.topic, tools), [source.text for source in request.passages], request.topic
    )


def _of_facets(
    clusters: Sequence[Facet],
    open_aspects: Sequence[KnownAspect],
    found: Sequence[Said],
    topic: str,
    request: Request,
    tools: Tools,
) -> list[_Draft]:
    settings = tools.thresholds.propose
    cares = tools.embed_each([aspect.text for aspect in open_aspects])
    usual = shares([one.text for one in found], tools)
    used: list[str] = []
    drafts = []
    for facet in clusters[: 2 * settings.most]:
        question, kind = of_facet(facet, usual, used, tools)
        used.append(kind)
        caring = float(tools.likeness(facet.vector[None, :], cares).max()) if len(cares) else 0.0
        terms = ", ".join(dict.fromkeys(term.text for term in facet.terms[:3]))
        drafts.append(
            _Draft(
                question,
                f"{' '.join(dict.fromkeys(term.text for term in facet.terms[:2]))} {topic}".strip(),
                f"Find statements on {terms}.",
                facet.nearness,
                caring >= settings.serves,
                tools.embed_one(question),
            )
        )
    return drafts


def _to_the_point(clusters: Sequence[Facet], request: Request, tools: Tools) -> list[Facet]:
    """Those that say something of what is asked or cared for: "car parks" are in many documents and answer nothing.
    What stands in one document only has to be nearer, and a bare name of a place or a body is no direction."""
    asked = [*parts(request.topic, request.topic, tools), *parts(request.question, request.topic, tools)]
    cared = [aspect.text for aspect in request.aspects if tells(aspect.text, request.topic, tools)]
    texts = [source.text for source in request.passages]
    looked_for = tools.embed_each(
        tools.wanted(sought([*asked, *cared], request.topic, tools), texts, request.topic).looked_for()
    )
    said_of_person = {stem for text in (*asked, *cared) for stem in tools.stems(text)}
    kept = []
    for facet in clusters:
        near = float(tools.likeness(facet.vector[None, :], looked_for).max())
        named = float(tools.likeness(tools.embed_one(facet.name)[None, :], looked_for).max())
        least = NEAR if len({one.document for one in facet.sentences}) >= SEVERAL else NEARER
        is_bare = _is_bare(facet) and not set(facet.terms[0].key) & said_of_person
        if max(near, named) >= least and min(near, named) >= LEAST and not is_bare:
            kept.append(facet)
    return kept


def _is_bare(facet: Facet) -> bool:
    return _is_name(facet.terms[0].text)


def _is_name(text: str) -> bool:
    return all(word[:1].isupper() and word[1:].islower() for word in text.split())


def _wild_card(clusters: Sequence[Facet], aspects: Sequence[KnownAspect], tools: Tools) -> Facet | None:
    """The best supported facet that is far from every aspect; None without aspects or when none is far."""
    if not aspects:
        return None
    cares = tools.embed_each([aspect.text for aspect in aspects])
    limit = tools.thresholds.propose.wild_aspect
    far = [
        one
        for one in clusters
        if float(tools.likeness(one.vector[None, :], cares).max()) < limit
        and len({sentence.document for sentence in one.sentences}) >= SEVERAL
        and not _is_bare(one)
    ]
    return far[0] if far else None


def _distinct(drafts: Sequence[_Draft], avoid: Sequence[str], tools: Tools) -> list[_Draft]:
    """Without those that repeat an earlier draft or a question to avoid."""
    limit = tools.thresholds.propose.same_question
    old = list(tools.embed_each(list(avoid)))
    asked = {tools.normalised(text) for text in avoid}
    kept: list[_Draft] = []
    for draft in drafts:
        vector = tools.embed_one(draft.question)
        near = max((float(tools.likeness(vector[None, :], other[None, :])[0, 0]) for other in old), default=0.0)
        if near < limit and tools.normalised(draft.question) not in asked:
            kept.append(draft)
            old.append(vector)
            asked.add(tools.normalised(draft.question))
    return kept


def _with_confidence(drafts: Sequence[_Draft], tools: Tools) -> list[CandidateDraft]:
    """Base + the rank of the strength among the drafts, spread over (0, 1], + a bonus for an open aspect; clipped."""
    settings = tools.thresholds.propose
    candidates = []
    for draft in drafts:
        below = sum(other.strength < draft.strength for other in drafts)
        level = sum(other.strength == draft.strength for other in drafts)
        rank = (below + (level - 1) / 2) / (len(drafts) - 1) if len(drafts) > 1 else 1.0
        raw = (
            settings.confidence_base
            + settings.confidence_hits * rank
            + settings.confidence_aspect * draft.serves_open_aspect
        )
        confidence = round(min(max(raw, settings.confidence_least), settings.confidence_most), 4)
        candidates.append(
            CandidateDraft(
                question=draft.question,
                query=draft.query,
                goal=draft.goal,
                confidence=confidence,
                wild_card=draft.wild_card,
            )
        )
    return sorted(candidates, key=lambda one: (-one.confidence, one.question))
