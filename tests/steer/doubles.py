"""A brain for the session's tests: every skill answered from the request alone, as slow as the test wants."""

import random
import re
import time
from dataclasses import asdict
from types import ModuleType
from typing import Any, ClassVar

from steer_app.brains.registry import PlainBrain, Talk
from steer_app.runs.domain.canonical import seed_of
from steer_app.runs.services.calls import Made
from steer_app.steer.skills.aspects import Answer as AspectsAnswer
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.coverage import Answer as CoverageAnswer
from steer_app.steer.skills.learn import Answer as LearnAnswer
from steer_app.steer.skills.learn import LearningDraft, Quote
from steer_app.steer.skills.persona import Answer as PersonaAnswer
from steer_app.steer.skills.persona import Direction
from steer_app.steer.skills.probe import Answer as ProbeAnswer
from steer_app.steer.skills.probe import Expected
from steer_app.steer.skills.propose import Answer as ProposeAnswer
from steer_app.steer.skills.propose import CandidateDraft
from steer_app.steer.skills.report import Answer as ReportAnswer
from steer_app.steer.skills.report import Paragraph, Section, Sentence
from steer_app.steer.skills.support import Answer as SupportAnswer
from steer_app.steer.skills.support import Verdict

TOPICS = ("cost", "noise", "repair", "rebate", "cold", "weight", "safety", "supply", "comfort", "law")
"""What the test's documents speak about; see factories.library."""


ROW_IDS = {"passage", "document", "id"}


class TestBrain(PlainBrain):
    """Proposes from TOPICS, learns the passages' first sentences, covers by shared words."""

    __test__ = False
    name = "test"
    model = ""
    slowest_ms: ClassVar[float] = 0
    clock: ClassVar[random.Random] = random.Random(0)
    """How long calls take: the one thing here that does not follow from the request."""
    failing: ClassVar[frozenset[str]] = frozenset()
    """Skills that fail for good."""

    def fingerprint(self, skill: ModuleType) -> str:
        return "test"

    def most_tokens(self, skill: ModuleType, request: Any) -> int:
        return 10

    def make(self, skill: ModuleType, request: Any, talk: Talk) -> Made:
        if self.slowest_ms:
            time.sleep(self.clock.random() * self.slowest_ms / 1000)
        if skill.NAME in self.failing:
            raise ValueError("this skill fails in this test")
        chance = random.Random(seed_of(skill.NAME, _without_row_ids(asdict(request))))
        answer = ANSWERS[skill.NAME](request, chance)
        return Made(answer.model_dump_json(), tokens_in=5, tokens_out=5)


def _without_row_ids(value: Any) -> Any:
    """Which rows a test's database happens to number how must not be seen in what the brain says."""
    if isinstance(value, dict):
        return {name: _without_row_ids(one) for name, one in value.items() if name not in ROW_IDS}
    return [_without_row_ids(one) for one in value] if isinstance(value, list | tuple) else value


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))


def _aspects(request: Any, chance: random.Random) -> AspectsAnswer:
    picked = chance.sample(TOPICS, 5)
    return AspectsAnswer(
        text=request.about or "Somebody who asks.",
        aspects=[AspectDraft(text=f"the {topic} of it", origin="inferred", words=topic) for topic in picked],
    )


def _learn(request: Any, chance: random.Random) -> LearnAnswer:
    drafts = []
    for source in request.passages[:4]:
        sentence = source.text.split(".")[0] + "."
        quote = Quote(passage=source.passage, start=source.start, end=source.start + len(sentence))
        if sentence not in request.known:
            drafts.append(LearningDraft(claim=sentence, quotes=[quote]))
    tags = sorted(_words(request.question) & set(TOPICS))[:5] or ["general"]
    return LearnAnswer(learnings=drafts, tags=tags, summary=f"{len(drafts)} sentences.")


def _propose(request: Any, chance: random.Random) -> ProposeAnswer:
    topics = chance.sample(TOPICS, 6)
    drafts = [
        CandidateDraft(
            question=f"What of {topic} and {chance.choice(TOPICS)} after {chance.randrange(1000)}?",
            query=topic,
            goal=f"learn about {topic}",
            confidence=round(chance.uniform(0.2, 0.95), 3),
        )
        for topic in topics
    ]
    if request.wild_card_allowed:
        drafts.append(
            CandidateDraft(question="Does the moon matter?", query="moon", goal="", confidence=0.4, wild_card=True)
        )
    return ProposeAnswer(candidates=drafts)


def _probe(request: Any, chance: random.Random) -> ProbeAnswer:
    items = []
    for item in request.items:
        sentences = [source.text.split(".")[0] + "." for source in item.passages]
        fresh = [text for text in sentences if text not in request.known]
        tags = sorted(_words(item.question) & set(TOPICS))
        items.append(Expected(learnings=fresh[: chance.randrange(4)], tags=tags))
    return ProbeAnswer(items=items)


def _coverage(request: Any, chance: random.Random) -> CoverageAnswer:
    def score(claims: tuple[str, ...], aspect: str) -> int:
        wanted = _words(aspect)
        return min(2, sum(bool(wanted & _words(claim)) for claim in claims))

    return CoverageAnswer(scores=[[score(claims, aspect) for aspect in request.aspects] for claims in request.sets])


def _persona(request: Any, chance: random.Random) -> PersonaAnswer:
    add = [AspectDraft(text=f"about {text}", origin="your choice", words=text) for text in request.added]
    prune = [branch.path for branch in request.branches if request.remark == f"skip {branch.path}"]
    revive = [branch.path for branch in request.left_out if request.remark == f"back {branch.path}"]
    under = request.remark.removeprefix("into ")
    found = [Direction(question=f"What lies below {under}?", under=under)] if request.remark.startswith("into ") else []
    return PersonaAnswer(text=request.text, add=add, prune=prune, revive=revive, directions=found)


def _report(request: Any, chance: random.Random) -> ReportAnswer:
    sections = [
        Section(
            heading=direction.question,
            path=direction.path,
            paragraphs=[Paragraph(sentences=[Sentence(text=one.claim, cites=[one.id]) for one in direction.learnings])],
        )
        for direction in request.directions
    ]
    first = sections[0].paragraphs[0].sentences[:2]
    return ReportAnswer(
        title=request.query,
        answer=first,
        sections=sections,
        differences=[],
        uncovered=[aspect.text for aspect in request.aspects if not aspect.coverage],
        open_questions=list(request.not_followed),
        notice="A test wrote this.",
    )


def _support(request: Any, chance: random.Random) -> SupportAnswer:
    return SupportAnswer(verdicts=[Verdict(supported=sentence in text) for sentence, text in request.pairs])


ANSWERS = {
    "aspects": _aspects,
    "learn": _learn,
    "propose": _propose,
    "probe": _probe,
    "coverage": _coverage,
    "persona": _persona,
    "report": _report,
    "support": _support,
}
