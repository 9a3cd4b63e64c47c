"""Scouting a node: what may follow from it, what each candidate would teach, and how that serves the person.

Three calls in a row (propose, probe, coverage). Nothing here looks past the node, what was in the tree when it was
accepted, and the persona it was accepted with, so scouts run side by side and say the same in whatever order they
finish (kernel rule K8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steer_app.runs.domain.failures import Permanent
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.services.changes import Insert, Update
from steer_app.steer import evidence, selectors
from steer_app.steer.domain.basis import Standing, created_before
from steer_app.steer.domain.diversify import Proposal, diversified, one_wild_card, without_duplicates
from steer_app.steer.domain.events import NodeScouted
from steer_app.steer.domain.place import ROOT, parent
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Aspect, Node
from steer_app.steer.skills import probe, propose
from steer_app.steer.steps import coverage
from steer_app.steer.steps.work import Work, tags_of

LEAST_CONFIDENCE, MOST_CONFIDENCE = 0.0, 1.0


@dataclass(frozen=True)
class Probed:
    proposal: Proposal
    hits: list[dict[str, Any]]
    expected: list[str]
    tags: list[str]


def perform(work: Work, path: str) -> Outcome:
    node, line = work.node(path), work.line(path)
    claims = work.claims([path])
    aspects = selectors.aspects(work.run, node.persona_version or 0)
    chosen = _candidates(work, node, line, claims, aspects)
    probed = _probe(work, node, line, claims, chosen)
    expected = [text for one in probed for text in one.expected]
    work.vectors.foresee(expected)
    parent, children = alignments(work, aspects, claims, [one.expected for one in probed])
    work.vectors.learn([*claims, *expected])
    covered = coverage.by_number(aspects, parent)
    scouted = {
        "path": path,
        "persona_version": node.persona_version or 0,
        "aspects": [row.no for row in aspects],
        "coverage_parent": parent,
        "candidates": [_row(one, scores) for one, scores in zip(probed, children, strict=True)],
    }
    return Outcome(
        changes=(
            Insert("steer.Scout", scouted),
            Update("steer.Node", {"path": path}, {"scouted": True, "coverage": covered}),
            *work.vectors.kept(),
        ),
        events=(NodeScouted(path, len(probed), covered),),
        result={"candidates": len(probed)},
    )


def alignments(
    work: Work, aspects: Sequence[Aspect], claims: Sequence[str], expected: Sequence[Sequence[str]]
) -> tuple[list[int], list[list[int]]]:
    """Coverage by the node's own learnings, and by each candidate's: joined with the node's, each aspect never
    lower than the node's alone; or, in the paper's form, of the candidate's alone. One call for all."""
    paper = work.params.align_gain == "paper"
    sets = [tuple(texts) if paper else (*claims, *texts) for texts in expected]
    parent, *children = coverage.scores(work, aspects, [tuple(claims), *sets])
    if not paper:
        children = [[max(pair) for pair in zip(parent, row, strict=True)] for row in children]
    return parent, children


def _candidates(
    work: Work, node: Node, line: list[Node], claims: Sequence[str], aspects: Sequence[Aspect]
) -> list[Proposal]:
    """At most K proposals that differ from each other, from the node's ancestors, and from what was in the tree by
    the decision that made the node.

    Decision: the design drops duplicates of the ancestors here and all others at the node's own decision. Sources
    have few facets, siblings find the same ones, and most decisions were left with one or two candidates; what the
    parent's decision had seen is as certain as the ancestors are (it comes from the order, not from the clock), so
    it is dropped here already.
    """
    above = [*line, node]
    in_tree = _in_the_tree(work, node, above)
    asked_above = {one.question for one in above}
    wild_card_allowed = work.params.breadth > 1 and all(one.origin != Node.Origin.WILD_CARD for one in above)
    request = propose.Request(
        topic=work.params.query,
        question=node.question,
        learnings=tuple(claims),
        passages=evidence.texts(evidence.recall(node.hits)),
        aspects=selectors.known_aspects(aspects, line),
        avoid=tuple(one.question for one in above),
        wild_card_allowed=wild_card_allowed,
        taken=tuple(text for text in in_tree if text not in asked_above),
    )
    work.vectors.foresee(claims)  # decisions will compare with them, and while the brain is busy there is time
    drafts = [draft for draft in work.ask(propose, request).candidates if normalised(draft.question)]
    work.vectors.learn([draft.question for draft in drafts])
    proposals = [
        Proposal(
            question=draft.question.strip(),
            query=draft.query.strip() or draft.question.strip(),
            goal=draft.goal.strip(),
            confidence=min(MOST_CONFIDENCE, max(LEAST_CONFIDENCE, draft.confidence)),
            wild_card=draft.wild_card,
            vector=work.vectors.of(draft.question),
        )
        for draft in drafts
    ]
    seen = work.vectors.all_of(in_tree)
    return diversified(
        without_duplicates(one_wild_card(proposals, allowed=wild_card_allowed), seen), work.params.breadth
    )


def _in_the_tree(work: Work, node: Node, above: Sequence[Node]) -> tuple[str, ...]:
    """Questions of the ancestors and the node, then of all that decisions up to its parent's had created."""
    if node.path == ROOT:
        return (node.question,)
    nodes = selectors.nodes(work.run)
    standing = [Standing(one.path, one.status) for one in nodes.values()]
    before = [nodes[path].question for path in created_before(parent(node.path), standing)]
    return tuple(dict.fromkeys([*(one.question for one in above), *before]))


def _probe(work: Work, node: Node, line: list[Node], claims: Sequence[str], chosen: Sequence[Proposal]) -> list[Probed]:
    """Search for each candidate, read no page, and draw from the snippets what reading it would teach.

    Decision: the paper scores a child by its chunk report before the child is executed, so the score is a
    prediction. The probe is that prediction; its hits are used again when the child is read, its cost counts, and
    only nodes that are read count as uses of a tag.
    """
    if not chosen:
        return []
    found = [evidence.find(work.params.collections, proposal.query) for proposal in chosen]
    above = [*line, node]
    request = probe.Request(
        topic=work.params.query,
        items=tuple(
            probe.Item(proposal.question, proposal.query, evidence.texts(hits[: evidence.PROBE_HITS]))
            for proposal, hits in zip(chosen, found, strict=True)
        ),
        tags=tags_of(above),
        known=(*work.claims([one.path for one in line]), *claims),
    )
    answer = work.ask(probe, request)
    if len(answer.items) != len(chosen):
        raise Permanent("The brain probed another number of directions than it was asked about.")
    return [
        Probed(
            proposal,
            [one.hit for one in hits],
            [text for text in expected.learnings if normalised(text)],
            list(dict.fromkeys(" ".join(tag.split()) for tag in expected.tags if normalised(tag)))[:5],
        )
        for proposal, hits, expected in zip(chosen, found, answer.items, strict=True)
    ]


def _row(one: Probed, scores: list[int]) -> dict[str, Any]:
    proposal = one.proposal
    return {
        "question": proposal.question,
        "query": proposal.query,
        "goal": proposal.goal,
        "confidence": proposal.confidence,
        "wild_card": proposal.wild_card,
        "hits": one.hits,
        "expected": one.expected,
        "tags": one.tags,
        "coverage_with": scores,
    }
