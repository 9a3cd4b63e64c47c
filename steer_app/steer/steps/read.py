"""Reading a node: its hits become learnings, each a claim with the passage that carries it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from steer_app.brains.registry import brain
from steer_app.runs.domain.failures import Permanent
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import InsertAll, Update
from steer_app.steer import branches, evidence, selectors, spending
from steer_app.steer.domain.diversify import DUPLICATE_ABOVE
from steer_app.steer.domain.events import NodeRead
from steer_app.steer.domain.panel import READ_BY_READING
from steer_app.steer.domain.place import ROOT, depth
from steer_app.steer.domain.vectors import similarity
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Aspect, Node, PersonaVersion, Remark
from steer_app.steer.moves import Moves
from steer_app.steer.skills import learn
from steer_app.steer.steps import coverage
from steer_app.steer.steps.work import Work, tags_of

MOST_TAGS = 5
NOTHING_FOUND = "Nothing in these sources speaks to this question."
NOTHING_LEARNED = "The passages found say nothing that answers it."


@dataclass(frozen=True)
class KeepReading:
    """A node's result. It is read now, unless it was pruned or still waits for an answer: then it keeps its status,
    and the result is there when it is wanted after all (kernel rule K13)."""

    path: str
    values: dict[str, Any]
    note: str

    def apply(self, run: Run) -> None:
        node = Node.objects.filter(run=run, path=self.path)
        node.update(has_result=True, **self.values)
        node.filter(status__in=READ_BY_READING).update(status=Node.Status.READ, note=self.note)


def perform(work: Work, path: str) -> Outcome:
    """Fetch, learn, tag; a leaf is scored for coverage too, other nodes are when they are scouted.

    The root is read before the persona is known, so its reading uses no aspects: whether the persona was ready in
    time must not be seen in what is learned.

    Decision: of what an answer taught, a reading leaves out what merely names a direction that was ticked or added
    with it. That direction is read as a node of its own, so looking for it in its siblings too brings nothing; and
    what was read ahead while the question waited stays of use (steps.ahead). What a person said beside it counts.
    """
    node = work.node(path)
    twin = _twin(work, node)
    if twin:
        return _same_as(work, node, twin)
    found, unread = fetch(work, node)
    if not found:
        return _outcome(work, node, [], NOTHING_FOUND, hits=[], unread=unread, decided=True, tags=[], summary="")
    answer = ask(work, node, found)
    learned = learning_rows(answer.learnings, found)
    claims = [row["claim"] for row in learned]
    covered, is_leaf = {}, depth(path) >= work.params.depth
    if is_leaf:
        aspects = _aspects(work, node)
        covered = coverage.by_number(aspects, coverage.scores(work, aspects, [claims])[0])
    return _outcome(
        work,
        node,
        learned,
        "" if learned else NOTHING_LEARNED,
        hits=[one.hit for one in found],
        unread=unread,
        tags=_tags(answer.tags),
        summary=answer.summary,
        coverage=covered,
        decided=is_leaf,
    )


def ask(work: Work, node: Node, found: Sequence[evidence.Found]) -> learn.Answer:
    """What the passages teach about the node's question, to somebody who knows what its ancestors found."""
    line = work.line(node.path)
    request = learn.Request(
        topic=work.params.query,
        question=node.question,
        goal=node.goal,
        aspects=_cares(work, node),
        passages=evidence.texts(found),
        known=work.claims([above.path for above in line]),
        tags=tags_of(line),
    )
    return work.ask(learn, request)


def _aspects(work: Work, node: Node) -> list[Aspect]:
    return [] if node.path == ROOT else selectors.aspects(work.run, node.persona_version or 0)


def _cares(work: Work, node: Node) -> tuple[str, ...]:
    """What the person cares about, less what only names a direction that they chose together with this one."""
    rows = _aspects(work, node)
    said = Remark.objects.filter(run=work.run, key=node.accepted_by).first() if node.accepted_by else None
    taught = PersonaVersion.objects.filter(run=work.run, cause=said.key).first() if said else None
    if said is None or taught is None:
        return tuple(row.text for row in rows)
    before = PersonaVersion.objects.get(run=work.run, no=taught.no - 1)
    new = set(taught.aspects) - set(before.aspects)
    return tuple(row.text for row in rows if row.no not in new or not _names_one(row, said.added))


def _names_one(aspect: Aspect, added: Sequence[str]) -> bool:
    return aspect.origin == "your choice" or aspect.words in added


def fetch(work: Work, node: Node) -> tuple[list[evidence.Found], list[dict[str, str]]]:
    """The node's passages: those its probe found, else a search's; reread by sentence for a brain that goes by them.

    Raises Permanent if all of them are gone.
    """
    closely = brain(work.params.brain).weighs_sentences
    if not node.hits:
        find = evidence.find_closely if closely else evidence.find
        return find(work.params.collections, node.query), []
    found = evidence.recall(node.hits)
    if not found:
        raise Permanent("None of the pages that were found for it can be read any more.")
    gone = len(node.hits) - len(found)
    found = evidence.reread(found, node.query) if closely else found
    return found, [{"title": f"{gone} passages", "reason": "deleted since they were found"}] if gone else []


def learning_rows(drafts: Sequence[learn.LearningDraft], found: Sequence[evidence.Found]) -> list[dict[str, Any]]:
    """Drafts as rows, numbered from 1. A quote outside the passages that were read does not count, and a claim
    without a quote that counts, or one made before, is dropped."""
    by_passage = {one.source.passage: one for one in found}
    rows: list[dict[str, Any]] = []
    made: set[str] = set()
    for draft in drafts:
        quotes = [_quote(quote, by_passage) for quote in draft.quotes]
        valid = [quote for quote in quotes if quote]
        wording = normalised(draft.claim)
        if valid and wording and wording not in made:
            made.add(wording)
            rows.append({"no": len(rows) + 1, "claim": draft.claim, **valid[0], "further": valid[1:]})
    return rows


def _quote(quote: learn.Quote, by_passage: dict[int, evidence.Found]) -> dict[str, Any] | None:
    found = by_passage.get(quote.passage)
    if found is None:
        return None
    source = found.source
    text = source.text[max(0, quote.start - source.start) : max(0, quote.end - source.start)]
    if quote.start < source.start or len(text) != quote.end - quote.start or not text.strip():
        return None
    place = {"document": source.document, "title": source.title, "file": found.file, "place": found.place}
    return {**place, "passage": source.passage, "start": quote.start, "end": quote.end, "text": text}


def _tags(tags: Sequence[str]) -> list[str]:
    by_wording = {normalised(tag): " ".join(tag.split()) for tag in reversed(tags) if normalised(tag)}
    return list(reversed(by_wording.values()))[:MOST_TAGS]


def _outcome(work: Work, node: Node, learned: list[dict[str, Any]], note: str, **values: Any) -> Outcome:
    documents = len({row["document"] for row in learned})
    told = NodeRead(
        path=node.path,
        learnings=len(learned),
        documents=documents,
        tags=values["tags"],
        summary=values["summary"],
        note=note,
        coverage=values.get("coverage", {}),
        used_ahead=work.params.speculate and spending.was_used(work.run, node.path),
    )
    return Outcome(
        changes=(
            KeepReading(node.path, {**values, "documents": documents}, note),
            InsertAll("steer.Learning", [{"path": node.path, **row} for row in learned]),
            *work.vectors.kept(),
        ),
        events=(told,),
        result={key: value for key, value in asdict(told).items() if key in {"learnings", "documents"}},
    )


def _twin(work: Work, node: Node) -> Node | None:
    """The node that a direction added by a person repeats, if any: of those added before it, the first; none below a
    branch that is not followed, for it could not be followed instead."""
    if node.origin != Node.Origin.USER:
        return None
    nodes = selectors.nodes(work.run)
    earlier = sorted((one for one in nodes.values() if one.pk < node.pk), key=lambda one: one.pk)
    earlier = [one for one in earlier if not branches.held_by(nodes, one.path)]
    own, *others = work.vectors.all_of([node.question, *(other.question for other in earlier)])
    same = [other for other, vector in zip(earlier, others, strict=True) if similarity(own, vector) > DUPLICATE_ABOVE]
    return same[0] if same else None


def _same_as(work: Work, node: Node, twin: Node) -> Outcome:
    """An added question that repeats a node is answered with that node, which comes back if it was left out.

    Its own reading is over: should it be revived, nothing is left to do for it.
    """
    note = f"The same as {twin.path}, which is followed instead."
    moves = Moves()
    moves.leave_out([node], by=node.accepted_by, note=note)
    moves.changes.append(Update("steer.Node", {"path": node.path}, {"has_result": True, "decided": True}))
    moves.events.append(NodeRead(node.path, 0, 0, [], ""))
    if twin.status in {Node.Status.PRUNED, Node.Status.DEFERRED}:
        moves.bring_in([twin], version=node.persona_version, accepted_by=node.accepted_by)
    return Outcome(
        changes=(*moves.changes, *work.vectors.kept()),
        events=tuple(moves.events),
        guard=lambda run: _stands(run, twin.path) == twin.status,
    )


def _stands(run: Run, path: str) -> str:
    """A node's status; "held" if a branch above it is not followed."""
    nodes = selectors.nodes(run)
    return "held" if branches.held_by(nodes, path) else nodes[path].status
