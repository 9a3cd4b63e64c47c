"""A double for tests and demonstrations: whole sentences of the passages, drawn by chance that the request fixes."""

import random

from steer_app.brains.offline.sentences import Sentence, quotable, sentences
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.learn import Answer, LearningDraft, Quote, Request

TAGS = ("cost", "evidence", "risk", "practice", "people", "rules", "time", "alternatives")


def answer(request: Request, rng: random.Random) -> Answer:
    known = set(request.known)
    drawn: dict[str, LearningDraft] = {}
    for source in rng.sample(request.passages, min(len(request.passages), rng.randint(2, 5))):
        sentence = _one_sentence(source, rng)
        if sentence and sentence.text not in known:
            start = source.start + sentence.start
            quote = Quote(passage=source.passage, start=start, end=start + len(sentence.text))
            drawn.setdefault(sentence.text, LearningDraft(claim=sentence.text, quotes=[quote]))
    count = len(drawn)
    return Answer(
        learnings=list(drawn.values()),
        tags=draw_tags(request.tags, rng),
        summary=f"{count} statement{'' if count == 1 else 's'} from {len(request.passages)} passages (scripted).",
    )


def draw_tags(used: tuple[str, ...], rng: random.Random) -> list[str]:
    """2 to 4 tags, often ones that are in use."""
    pool = sorted({*used, *TAGS})
    weights = [2 if tag in used else 1 for tag in pool]
    return list(dict.fromkeys(rng.choices(pool, weights, k=rng.randint(2, 4)))) or [pool[0]]


def _one_sentence(source: SourceText, rng: random.Random) -> Sentence | None:
    found = quotable(source.text) or sentences(source.text)
    return rng.choice(found) if found else None
