"""Before anything else: whether one sentence of the sources answers the question, so that no tree is grown for it."""

from steer_app.brains.registry import brain
from steer_app.runs.domain.failures import Permanent
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.services.changes import Insert, Update
from steer_app.steer import evidence
from steer_app.steer.domain.events import NodeRead, TriageDecided
from steer_app.steer.domain.place import ROOT
from steer_app.steer.models import Learning, Session
from steer_app.steer.skills import report, support, triage
from steer_app.steer.skills.learn import LearningDraft
from steer_app.steer.skills.triage.asked import is_open
from steer_app.steer.steps.read import KeepReading, learning_rows
from steer_app.steer.steps.work import Work

HITS = 12
"""Passages that are looked at."""
OPEN = "The question is too open for one sentence."
NOTHING = "The sources hold nothing on it."
NOTE = "Answered directly from this; nothing further was looked for."
NOTICE = (
    "This question was answered directly: it asks for one fact, and the passage cited says it. "
    "Nothing else was researched."
)


def perform(work: Work, place: str) -> Outcome:
    """At most two calls: one that looks for the sentence, and one that checks it where a model put it in its own words.

    A question that is open by its form costs none. Raises BudgetRefused, Cancelled, Retryable, Unavailable.
    """
    query = work.params.query
    if is_open(query):
        return in_depth(OPEN)
    closely = brain(work.params.brain).weighs_sentences
    found = (evidence.find_closely if closely else evidence.find)(work.params.collections, query, HITS)
    if not found:
        return in_depth(NOTHING)
    try:
        said = work.ask(triage, triage.Request(query, work.params.about, evidence.texts(found)))
        rows = learning_rows([LearningDraft(claim=said.claim, quotes=[said.quote])], found) if said.direct else []
        if not rows:
            return in_depth(said.why)
        if not _is_carried(work, rows[0]["claim"], rows[0]["text"]):
            return in_depth("The passage does not quite say it.")
    except Permanent as failure:
        return in_depth(failure.reason)
    cited = next(one for one in found if one.source.passage == rows[0]["passage"])
    told = NodeRead(path=ROOT, learnings=1, documents=1, tags=[], summary="", note=NOTE)
    values = {"hits": [cited.hit], "documents": 1, "decided": True}
    return Outcome(
        changes=(
            Update("steer.Session", {}, {"triage": Session.Triage.DIRECT}),
            KeepReading(ROOT, values, NOTE),
            Insert("steer.Learning", {"path": ROOT, **rows[0]}),
        ),
        events=(TriageDecided(True, said.why), told),
        result={"direct": True, "why": said.why},
    )


def in_depth(why: str) -> Outcome:
    """A tree is grown, as for every question that has not just one answer."""
    return Outcome(
        changes=(Update("steer.Session", {}, {"triage": Session.Triage.IN_DEPTH}),),
        events=(TriageDecided(False, why),),
        result={"direct": False, "why": why},
    )


def direct_report(query: str, number: int, row: Learning) -> report.Answer:
    """The whole report: one answer with its citation."""
    kind = "quote" if row.claim.strip() == row.text.strip() else "claim"
    return report.Answer(
        title=query,
        answer=[report.Sentence(text=row.claim, cites=[number], kind=kind)],
        sections=[],
        differences=[],
        uncovered=[],
        open_questions=[],
        notice=NOTICE,
    )


def _is_carried(work: Work, claim: str, words: str) -> bool:
    """As the report checks it, in the same call: it is made once."""
    if claim.strip() == words.strip():
        return True
    return work.ask(support, support.Request(((claim, words),))).verdicts[0].supported
